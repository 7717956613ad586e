package frontend

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/headers"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// TestLibraryTable compares the table of the library with what the front end
// makes of its functions: models, and texts in the prelude.
func TestLibraryTable(t *testing.T) {
	for _, f := range clib.All() {
		_, proved := prelude.Parts(false)[f.Name]
		_, executed := prelude.Parts(true)[f.Name]
		if f.Model != clib.NoModel && f.Model != clib.ByText && models[f.Model] == nil {
			t.Errorf("%s: unknown model %s", f.Name, f.Model)
		}
		if proved != (f.Model == clib.ByText) {
			t.Errorf("%s: in the prelude for proofs: %v, model %q", f.Name, proved, f.Model)
		}
		if text := !f.Run && (f.RunText || f.Model == clib.ByText); executed != text && !usesRun[f.Name] {
			t.Errorf("%s: in the prelude for executions: %v, want %v", f.Name, executed, text)
		}
		if f.Model == clib.NoModel && !f.Run && !f.RunText && f.Range == nil && f.Within == nil && !slices.ContainsFunc(f.Params, demanding) && !f.Closes && !f.SetsEnv && !f.Owns {
			t.Errorf("%s: nothing is known of it", f.Name)
		}
	}
	declared := headers.Names()
	for _, parts := range []map[string]prelude.Part{prelude.Parts(false), prelude.Parts(true)} {
		for n := range parts {
			if _, ok := declared[n]; ok && clib.Lookup(n) == nil {
				t.Errorf("%s is in the prelude, but not in the table", n)
			}
		}
	}
}

// TestExtendedNames checks that the functions of long double that are lowered
// here are in the table, except for builtins of the compiler.
func TestExtendedNames(t *testing.T) {
	for n := range extendedFuncs {
		known := clib.Lookup(n) != nil || clib.Lookup(n+"l") != nil || clib.Lookup("__"+n) != nil
		if compiler := builtins[n] != nil && clib.Lookup(n) == nil; !known && !compiler {
			t.Errorf("%s is not in the table", n)
		}
	}
}

// usesRun are functions whose text calls functions that only proofs have in C.
var usesRun = map[string]bool{"significand": true, "significandf": true}

// withoutHeader are functions that no header declares, or as macros only.
var withoutHeader = strings.Fields(`strerror_r printk kmalloc vmalloc kvmalloc kzalloc vzalloc kvzalloc kcalloc kvcalloc krealloc kfree vfree kvfree _IO_getc _IO_putc __getdelim fopen64 freopen64 open64 arc4random timelocal secure_getenv fesetmode
	__assert_fail __assert_perror_fail __assert _assert __assert_rtn __assert_func __longjmp_chk clone cfree pow10 sincosf sincosl __iszero __iszerof __iszerol
	isnan isinf isfinite signbit signbitf signbitl isnormal fpclassify isgreater isgreaterequal isless islessequal islessgreater isunordered`)

// allHeaders is a front end that has read the embedded headers, and their scope.
func allHeaders(t *testing.T) (*lowerer, *cc.Scope) {
	var b strings.Builder
	err := fs.WalkDir(headers.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			fmt.Fprintf(&b, "#include <%s>\n", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString("int main(void) { return 0; }\n")
	conf := Config{PtrBits: 64, Main: "main"}
	units, err := parse.Files([]Source{{Name: "p.c", Text: []byte(b.String())}}, conf.text(), prelude.New(false))
	if err != nil {
		t.Fatal(err)
	}
	return newLowerer(conf, conf.linked(units)), units.ASTs[0].Scope
}

// TestLibraryHeaders compares the signatures of the table with the declarations
// in the embedded headers.
func TestLibraryHeaders(t *testing.T) {
	l, scope := allHeaders(t)
	for _, f := range clib.All() {
		for _, name := range append([]string{f.Name}, f.Synonyms...) {
			got := l.declared(scope, name)
			if missing := slices.Contains(withoutHeader, name); (got == "") != missing {
				t.Errorf("%s: declared as %q", name, got)
			} else if want := l.signature(f); got != "" && got != want {
				t.Errorf("%s: the headers say %s, the table %s", name, got, want)
			}
		}
	}
}

// signature is the entry of a function as declared gives it.
func (l *lowerer) signature(f *clib.Func) string {
	one := func(letter byte) string {
		switch letter {
		case 'F', 'S':
			return string(letter)
		case 'a':
			return "p"
		}
		return l.letter(l.Types.OfLetter(letter))
	}
	s := one(f.Result)
	for _, p := range f.Params {
		s += " " + one(p.Type)
	}
	if f.Variadic {
		s += " ."
	}
	return s
}

func (l *lowerer) letter(t *ctypes.Type) string {
	switch t.Kind {
	case ctypes.Void:
		return "v"
	case ctypes.Pointer, ctypes.Array, ctypes.Func:
		if t.Kind == ctypes.Pointer && l.Types.ElemOf(t).Name == "FILE" {
			return "F"
		}
		return "p"
	case ctypes.Int:
		return fmt.Sprintf("%v%d", t.Signed, t.Bits)
	case ctypes.Float:
		return fmt.Sprintf("f%d", t.Bits)
	case ctypes.Extended:
		return "D"
	}
	return "S"
}

// declared is the signature of a function in a scope, "" if there is none.
func (l *lowerer) declared(scope *cc.Scope, name string) string {
	ft := declaration(scope, name)
	if ft == nil {
		return ""
	}
	s := l.letter(l.Types.Of(ft.Result()))
	for _, p := range ft.Parameters() {
		if t := l.Types.Of(p.Type()); t.Kind != ctypes.Void {
			s += " " + l.letter(t)
		}
	}
	if ft.IsVariadic() {
		s += " ."
	}
	return s
}

// declaration is the type of a function that a scope declares, nil if it does not.
func declaration(scope *cc.Scope, name string) *cc.FunctionType {
	for _, n := range scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			if ft, ok := d.Type().(*cc.FunctionType); ok {
				return ft
			}
		}
	}
	return nil
}
