package alias

import (
	"fmt"
	"strings"
	"testing"

	"culprit/cfg"
)

// TestLib checks which regions calls of the C library reach, and what their
// results point to.
func TestLib(t *testing.T) {
	for _, c := range []struct {
		stmts []string
		want  string // regions of all calls, in order
	}{
		{[]string{"i32[&a] := 1", "lib puts(&b)"}, "b"},
		{[]string{"lib printf(&a, x, &b)", "i32[&c] := 1"}, "a b"},
		{[]string{"p := &a", "i64[&c] := p", "lib vprintf(&b, &c)"}, "a b c"},
		{[]string{"p := lib fgets(&a, 4:i32, 4057989136:i64)", "i32[p] := 1", "i32[&b] := 1"}, "a"},
		{[]string{"q := 4057989152", "p := alloc(8)", "i32[p] := 1", "lib fputs(&a, q)"}, "a"},
		{[]string{"q := lib fopen(&a, &b)", "p := alloc(8)", "i32[p] := 1", "lib fputs(&a, q)"}, "a b; a"},
		{[]string{"i64[&c] := 0", "lib strtof(&a, &c)", "p := i64[&c]", "i8[p] := 1"}, "a c"},
		{[]string{"i64[&c] := 0", "lib getline(&c, &b, q)", "p := i64[&c]", "i8[p] := 1", "lib puts(p)"}, "b c mem2; mem2"},
		{[]string{"p := lib localtime(&a)", "q := lib localtime(&b)", "x := i32[p]", "y := i32[q]"}, "a; b"},
		{[]string{"p := lib frobnicate(&a)", "i32[p] := 1"}, "a"},
		{[]string{"i64[&a] := &b", "lib frobnicate(&a, &c)", "p := i64[&c]", "i32[p] := 1"}, "a"},
		{[]string{"lib sin(0x0:f64)", "i32[&a] := 1"}, ""},
		{[]string{"lib printf(&c, i)", "i := 1073741832", "p := alloc(8)", "i32[p] := 1"}, "c"},
	} {
		p := parse(t, body(64, c.stmts...))
		var got []string
		for _, e := range p.Edges {
			if s, ok := e.Stmt.(*cfg.Lib); ok {
				var names []string
				for _, r := range s.Regions {
					names = append(names, r.Name)
					if r.Cell != 8 {
						t.Errorf("%v: region %s has cells of %d bits", c.stmts, r.Name, r.Cell)
					}
				}
				got = append(got, strings.Join(names, " "))
			}
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%v: %s, want %s", c.stmts, s, c.want)
		}
	}
}

// TestScanPointer: only a scanf with %p or without a literal format stores
// pointers.
func TestScanPointer(t *testing.T) {
	for _, c := range []struct {
		format string
		one    bool
	}{{"%d", false}, {"%p", true}, {"%%p", false}, {"%lf %p", true}, {"%lfp", false}, {"", true}} {
		var b strings.Builder
		fmt.Fprintf(&b, "program \"t.c\" 64\nobject a 8 align 4\nobject b 8 align 4\nobject f 9 align 1 const\nvar p i64\nproc main entry 0 exit 99\n")
		format := "&f"
		if c.format == "" {
			format = "p"
		}
		for i := range c.format {
			fmt.Fprintf(&b, "%d -> %d: i8[&f .+ %d] := %d # implicit\n", i, i+1, i, c.format[i])
		}
		n := len(c.format)
		fmt.Fprintf(&b, "%d -> %d: lib scanf(%s, &a)\n%d -> %d: p := i64[&a]\n%d -> %d: i32[p] := 1\n%d -> 99: i64[&b] := 1\n99 -> 99: return\nend\nmain main\n",
			n, n+1, format, n+1, n+2, n+2, n+3, n+3)
		p := parse(t, b.String())
		var at, other *cfg.Region
		for _, e := range p.Edges {
			if s, ok := e.Stmt.(*cfg.Store); ok {
				switch s.Val.Type().Bytes() {
				case 4:
					at = s.Region
				case 8:
					other = s.Region
				}
			}
		}
		if (at == other) != c.one {
			t.Errorf("%q: one region is %t", c.format, at == other)
		}
	}
}
