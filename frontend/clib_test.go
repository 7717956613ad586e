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
	units, err := parse.Files([]Source{{Name: "p.c", Text: []byte(b.String())}}, conf.Text(), prelude.New(false))
	if err != nil {
		t.Fatal(err)
	}
	return newLowerer(conf, conf.Linked(units)), units.ASTs[0].Scope
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
