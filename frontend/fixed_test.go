package frontend_test

import (
	"testing"

	"culprit/cfg"
	"culprit/frontend"
)

// An if with a constant condition is a branch of a program that is executed, and of
// no other; loops with one are none.
func TestConstantConditions(t *testing.T) {
	const src = `int f(int x) { return x; }
int main(void) {
	int a = 3;
	if (0)
		a = f(1);
	else
		a++;
	if (sizeof(int) == 4 && 2 > 1)
		a--;
	do
		a++;
	while (0);
	while (1)
		if (a++ > 7)
			break;
	a = 1 ? a : 0;
	return a;
}
`
	for _, execute := range []bool{false, true} {
		p, err := frontend.Parse("p.c", []byte(src), frontend.Config{PtrBits: 64, Execute: execute})
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]int{}
		for _, e := range p.Edges {
			if _, ok := e.Stmt.(*cfg.Assume); ok && len(e.From.Out) > 1 {
				got[e.Pos.Line]++
			}
		}
		want := map[int]int{14: 2}
		if execute {
			want[4], want[8] = 2, 2
		}
		if len(got) != len(want) || got[4] != want[4] || got[8] != want[8] || got[14] != want[14] {
			t.Errorf("execute %v: branches by line %v, want %v", execute, got, want)
		}
	}
}
