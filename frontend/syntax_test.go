package frontend

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"

	"github.com/google/go-cmp/cmp"
)

const syntaxProgram = `extern int __VERIFIER_nondet_int(void);
int g, hidden;
struct s { int a; unsigned char b[3]; } gs;
int f(int p) { while (p > 0) p--; return p; }
int main(void) {
  struct s ls; int x = __VERIFIER_nondet_int(); int hidden = x;
  ls.b[0] = gs.b[1];
  if (__VERIFIER_nondet_int() && !(x > 3))
    g++;
  for (int i = 0; i < x; i++) { enum { g = 5 } y;
    do x--; while (hidden != x && g);
  }
  while (1) { while (x < 5) x++; if (x) break; }
  switch (x) { case 1: g = 0; break; case -7: g = 1; default: ; }
  switch (x) { case -2 ... 0: g = 2; break; case 4: g = 1; }
  int later = g ? __VERIFIER_nondet_int() : gs.a;
  return f(later);
}
`

func loopSyntax(t *testing.T) *cfg.Program {
	t.Helper()
	prog, err := Parse("syntax.c", []byte(syntaxProgram), Config{Scopes: true})
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

func TestBranches(t *testing.T) {
	var got []string
	for _, e := range loopSyntax(t).Edges {
		if b := e.Branch; b != nil {
			got = append(got, fmt.Sprintf("%d:%d %s %s: %s", b.Pos.Line, b.Pos.Col, b.Keyword, b.Outcome, e.Text))
		}
	}
	slices.Sort(got)
	want := []string{
		"10:3 for false: !(i < x)",
		"10:3 for true: i < x",
		"11:5 do false: !(hidden != x && g)",
		"11:5 do true: hidden != x && g",
		"13:15 while false: !(x < 5)",
		"13:15 while true: x < 5",
		"13:34 if false: !(x)",
		"13:34 if true: x",
		"14:3 switch -7: x == -7",
		"14:3 switch 1: x == 1",
		"14:3 switch default: switch (x) default",
		"16:17 ? false: !(g)",
		"16:17 ? true: g",
		"4:16 while false: !(p > 0)",
		"4:16 while true: p > 0",
		"8:3 if false: !(!(x > 3))",
		"8:3 if false: !(__VERIFIER_nondet_int())",
		"8:3 if true: !(x > 3)",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestLoops(t *testing.T) {
	var got []string
	for _, l := range loopSyntax(t).Locs {
		for _, n := range l.Loops {
			var names []string
			for _, m := range n.Scope {
				where := "variable"
				if m.Obj != nil {
					where = fmt.Sprintf("object of %d bytes", m.Obj.Size)
				} else if m.Var.Proc == nil {
					where = "global"
				}
				names = append(names, m.Text+" "+where)
			}
			got = append(got, fmt.Sprintf("%d:%d %s: %s", n.Pos.Line, n.Pos.Col, n.Keyword, strings.Join(names, ", ")))
		}
	}
	slices.Sort(got)
	rest := "hidden variable, ls object of 8 bytes, x variable, g global, gs object of 8 bytes"
	want := []string{
		"10:3 for: i variable, " + rest,
		"11:5 do: y variable, i variable, hidden variable, ls object of 8 bytes, x variable, gs object of 8 bytes",
		"11:5 do: y variable, i variable, hidden variable, ls object of 8 bytes, x variable, gs object of 8 bytes",
		"13:15 while: " + rest,
		"13:3 while: " + rest,
		"4:16 while: p variable, g global, gs object of 8 bytes",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
