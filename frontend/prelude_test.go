package frontend

import (
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
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
			for _, n := range append(LibNames(), sortedStatements()...) {
				pre.addRef(n)
			}
		}
		var b strings.Builder
		b.WriteString("int main(void) { return 0")
		for _, n := range sortedNames(pre.want) {
			b.WriteString("\n + ((int (*)())" + preludePrefix + n + " != 0)")
		}
		for _, n := range sortedNames(pre.refs) {
			b.WriteString("\n + ((int (*)())" + refPrefix + n + " != 0)")
		}
		b.WriteString("; }\n")
		for _, bits := range []int{32, 64} {
			tr := &translation{files: []Source{{"p.c", []byte(b.String())}}, conf: Config{PtrBits: bits}, pre: pre}
			if err := tr.parse(); err != nil {
				t.Fatal(err)
			}
			l := newLowerer(Config{PtrBits: bits, Main: "main", Execute: execute}, tr.link())
			l.run()
			if err := cfg.Check(l.prog); err != nil {
				t.Fatal(err)
			}
			if got, want := len(l.prog.Procs), len(pre.want)+len(pre.refs)+1; got < want {
				t.Errorf("%d procedures for %d functions", got, want)
			}
			for _, x := range l.prog.Locs {
				if x.Kind != 0 && x.Reason.Kind != cfg.PointerCall {
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

func sortedStatements() []string {
	var out []string
	for n := range refStatements {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// TestLibTable checks that the table reads as intended.
func TestLibTable(t *testing.T) {
	names := LibNames()
	if len(names) != 241 || !slices.IsSorted(names) {
		t.Errorf("%d names", len(names))
	}
	for _, n := range names {
		if executeParts[n].text != "" {
			t.Errorf("%s is also in the prelude", n)
		}
	}
	tt := newTypes(64)
	for _, n := range names {
		lf := libFuncs[n]
		s := &cfg.Lib{Func: n}
		if lf.ret != 'v' {
			s.Dst = &cfg.Var{Type: tt.value(tt.libType(lf.ret))}
		}
		for i := range len(lf.params) {
			s.Args = append(s.Args, &cfg.Const{T: tt.value(tt.libType(lf.params[i]))})
		}
		e := s.Effect()
		if !e.Known || lf.ret == 'p' && !e.Returns && !e.Own {
			t.Errorf("cfg knows too little about %s: %+v", n, e)
		}
	}
	for _, tc := range []struct {
		call, name, params string
		ret                byte
		variadic           bool
		drop               int
	}{
		{"printf", "printf", "p", 'i', true, 0},
		{"__builtin___snprintf_chk", "snprintf", "pzp", 'i', true, 2},
		{"__isoc99_sscanf", "sscanf", "pp", 'i', true, 0},
		{"__isoc23_fscanf", "fscanf", "Fp", 'i', true, 0},
		{"sinl", "sinl", "D", 'D', false, 0},
		{"ldexpf", "ldexpf", "fi", 'f', false, 0},
		{"rewind", "rewind", "F", 'v', false, 0},
		{"tmpfile", "tmpfile", "", 'F', false, 0},
		{"open", "open", "pi", 'i', true, 0},
	} {
		f, drop := libraryFunc(tc.call)
		if f == nil || f.name != tc.name || f.params != tc.params || f.ret != tc.ret || f.variadic != tc.variadic || len(drop) != tc.drop {
			t.Errorf("%s: %+v %v", tc.call, f, drop)
		}
	}
	for _, n := range []string{"malloc", "strlen", "__memcpy_chk", "__printf", "d", "frobnicate"} {
		if f, _ := libraryFunc(n); f != nil {
			t.Errorf("%s: %+v", n, f)
		}
	}
}
