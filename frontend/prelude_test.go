package frontend

import (
	"strings"
	"testing"

	"culprit/frontend/parse"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// TestPreludeParses checks that every part of the prelude is a C function
// that lowers without notes in both data models.
func TestPreludeParses(t *testing.T) {
	for _, execute := range []bool{false, true} {
		pre := newPrelude(execute)
		for n := range pre.parts {
			pre.add(n)
		}
		if execute {
			for _, n := range referable() {
				pre.addRef(n)
			}
		}
		var b strings.Builder
		b.WriteString("int main(void) { return 0")
		macros := 0
		for _, n := range sortedNames(pre.want) {
			if strings.Contains(pre.parts[n].text, "#define "+preludePrefix+n+"(") {
				macros++
				continue
			}
			b.WriteString("\n + ((int (*)())" + preludePrefix + n + " != 0)")
		}
		for _, n := range sortedNames(pre.refs) {
			b.WriteString("\n + ((int (*)())" + refPrefix + n + " != 0)")
		}
		b.WriteString("; }\n")
		for _, bits := range []int{32, 64} {
			conf := Config{PtrBits: bits, Main: "main", Execute: execute}
			units, err := parse.Files([]Source{{Name: "p.c", Text: []byte(b.String())}}, conf.text(), pre)
			if err != nil {
				t.Fatal(err)
			}
			l := newLowerer(conf, conf.linked(units))
			l.run()
			if err := cfg.Check(l.prog); err != nil {
				t.Fatal(err)
			}
			if got, want := len(l.prog.Procs), len(pre.want)-macros+len(pre.refs)+1; got < want {
				t.Errorf("%d procedures for %d functions", got, want)
			}
			for _, x := range l.prog.Locs {
				large := strings.HasPrefix(x.Reason.Text, "allocation with an alignment above")
				many := x.Reason.Kind == cfg.LibraryCall && (x.Reason.Name == setAtexit || strings.Contains(pre.parts[x.Reason.Name].text, "__culprit_unknown()"))
				large = large || strings.HasPrefix(x.Reason.Text, "change of the rounding mode") || strings.HasPrefix(x.Reason.Text, "call through ")
				asked := execute && (x.Reason.Kind == cfg.Overlap || x.Reason.Kind == cfg.Forbidden)
				pointer := x.Reason.Kind == cfg.PointerCall || strings.HasPrefix(x.Reason.Text, "call through")
				if x.Kind != 0 && !pointer && !large && !many && !asked {
					t.Errorf("%s %v: %s", x.Proc.Name, x.Pos, x.Reason)
				}
			}
			for _, n := range l.prog.Notes {
				if !strings.Contains(n.Text, "long double") && (execute || !strings.HasPrefix(n.Text, "realloc")) {
					t.Errorf("%v: %s", n.Pos, n.Text)
				}
			}
		}
	}
}

// referable lists the library functions that have wrappers.
func referable() []string {
	var out []string
	for _, f := range clib.All() {
		if wrapper(f.Name) != "" {
			out = append(out, f.Name)
		}
	}
	return out
}

// TestLibraryFunc checks which entry a call means.
func TestLibraryFunc(t *testing.T) {
	for _, tc := range []struct {
		call, name string
		params     int
		ret        byte
		variadic   bool
		drop       int
	}{
		{"printf", "printf", 1, 'i', true, 0},
		{"__builtin___snprintf_chk", "snprintf", 3, 'i', true, 2},
		{"__isoc99_sscanf", "sscanf", 2, 'i', true, 0},
		{"__isoc23_fscanf", "fscanf", 2, 'i', true, 0},
		{"sinl", "sinl", 1, 'D', false, 0},
		{"ldexpf", "ldexpf", 2, 'f', false, 0},
		{"rewind", "rewind", 1, 'v', false, 0},
		{"tmpfile", "tmpfile", 0, 'F', false, 0},
		{"open64", "open", 2, 'i', true, 0},
		{"_IO_getc", "getc", 1, 'i', false, 0},
	} {
		f, drop := libraryFunc(tc.call)
		if f == nil || f.Name != tc.name || f.Arity() != tc.params || f.Result != tc.ret || f.Variadic != tc.variadic || len(drop) != tc.drop {
			t.Errorf("%s: %+v %v", tc.call, f, drop)
		}
	}
	for _, n := range []string{"malloc", "strlen", "__memcpy_chk", "__printf", "d", "frobnicate"} {
		if f, _ := libraryFunc(n); f != nil {
			t.Errorf("%s: %+v", n, f)
		}
	}
}
