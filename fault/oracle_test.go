package fault

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/frontend/frontendtest"
	"culprit/interp"
)

func exited(out string, code int) *interp.RunResult {
	return &interp.RunResult{Outcome: interp.Outcome{Status: interp.Exited}, Code: code, Stdout: []byte(out)}
}

func TestExpectation(t *testing.T) {
	limit := exited("ab", 0)
	limit.Status = interp.StepLimit
	status := Expectation{HasStatus: true, Status: 3}
	tests := []struct {
		name string
		want Expectation
		got  *interp.RunResult
		o    Outcome
		what string
		at   int
	}{
		{"nothing expected", Expectation{}, exited("x", 9), Pass, "", 0},
		{"status", status, exited("", 259), Pass, "", 0},
		{"other status", status, exited("", 4), Fail, "the exit status is 4, expected 3", 0},
		{"output", Expectation{HasOutput: true, Output: []byte("a\nb\n")}, exited("a\nb\n", 1), Pass, "", 0},
		{"line 2", Expectation{HasOutput: true, Output: []byte("a\nbc\n")}, exited("a\nbd\n", 0), Fail, `line 2 of the output is "bd", expected "bc"`, 3},
		{"missing", Expectation{HasOutput: true, Output: []byte("a\nb\n")}, exited("a\n", 0), Fail, `the output ends in line 2, where "b" was expected`, 2},
		{"missing end", Expectation{HasOutput: true, Output: []byte("a\n")}, exited("a", 0), Fail, `the output ends in line 1, where "a" was expected`, 1},
		{"too much", Expectation{HasOutput: true, Output: []byte("a\n")}, exited("a\nb", 0), Fail, `line 2 of the output is "b", where nothing was expected`, 2},
		{"space folded", Expectation{HasOutput: true, FoldSpace: true, Output: []byte("a \n b\n")}, exited("a\n b \n\n", 0), Pass, "", 0},
		{"inner space counts", Expectation{HasOutput: true, FoldSpace: true, Output: []byte("a b\n")}, exited("a  b\n", 0), Fail, `line 1 of the output is "a  b", expected "a b"`, 2},
		{"leading space counts", Expectation{HasOutput: true, FoldSpace: true, Output: []byte("ab\n")}, exited(" ab\n", 0), Fail, `line 1 of the output is " ab", expected "ab"`, 0},
		{"folded after a difference in space", Expectation{HasOutput: true, FoldSpace: true, Output: []byte("a   \nb\n")}, exited("a\nc\n", 0), Fail, `line 2 of the output is "c", expected "b"`, 2},
		{"no end", Expectation{}, limit, Unresolved, "", 0},
		{"no end, output expected", Expectation{HasOutput: true, Output: []byte("abc")}, limit, Fail, "the run does not end: step limit", 0},
		{"no end, output wrong", Expectation{HasOutput: true, Output: []byte("axc")}, limit, Fail, `line 1 of the output is "ab", expected "axc"`, 1},
	}
	for _, tt := range tests {
		o, f := tt.want.Judge(tt.got)
		switch {
		case o != tt.o || (f != nil) != (o == Fail):
			t.Errorf("%s: %v %+v", tt.name, o, f)
		case f != nil && (f.What != tt.what || f.Offset != tt.at):
			t.Errorf("%s: %q at %d, want %q at %d", tt.name, f.What, f.Offset, tt.what, tt.at)
		}
	}
}

// The same failure is the same kind at the same place.
func TestSame(t *testing.T) {
	e1, e2 := &cfg.Edge{ID: 1}, &cfg.Edge{ID: 2}
	l1, l2 := &cfg.Loc{ID: 1}, &cfg.Loc{ID: 2}
	fs := []*Failure{
		nil,
		{Kind: FailedAssertion, Loc: l1}, {Kind: FailedAssertion, Loc: l2},
		{Kind: UndefinedBehavior, Fault: interp.DivByZero, Edge: e1},
		{Kind: UndefinedBehavior, Fault: interp.NullAccess, Edge: e1},
		{Kind: UndefinedBehavior, Fault: interp.NullAccess, Edge: e2},
		{Kind: WrongOutput}, {Kind: WrongStatus}, {Kind: Endless},
	}
	for i, f := range fs {
		for j, g := range fs {
			if f.Same(g) != (i == j) {
				t.Errorf("%d and %d: %v", i, j, f.Same(g))
			}
		}
	}
	lost := func(shown, allocated *cfg.Edge) *Failure {
		return &Failure{Kind: UndefinedBehavior, Fault: interp.Leak, Edge: shown, Undefined: &interp.Fault{Kind: interp.Leak, Edge: allocated}}
	}
	if !lost(e1, e2).Same(lost(e2, e2)) || lost(e1, e1).Same(lost(e1, e2)) {
		t.Error("a lost block is known by the call that allocated it")
	}
	if !(&Failure{Kind: WrongOutput, Offset: 1}).Same(&Failure{Kind: WrongOutput, Offset: 7}) {
		t.Error("wrong outputs of different inputs differ")
	}
}

func TestOracleError(t *testing.T) {
	o := &Oracle{Expect: func(context.Context, *Test) (Expectation, error) { return Expectation{}, errors.New("none") }}
	if got, f := o.Judge(context.Background(), &Test{}, exited("", 0)); got != Unresolved || f != nil {
		t.Error(got, f)
	}
	if got, _ := o.Judge(context.Background(), &Test{Expect: &Expectation{}}, exited("", 0)); got != Pass {
		t.Error(got)
	}
	if got, _ := (*Oracle)(nil).Judge(context.Background(), &Test{}, exited("", 0)); got != Pass {
		t.Error(got)
	}
}

// A run that ends by abort says nothing where only assertions tell what is right.
func TestAborted(t *testing.T) {
	if got, _ := (&Expectation{}).Judge(exited("", 134)); got != Unresolved {
		t.Error(got)
	}
	if got, _ := (&Expectation{HasStatus: true, Status: 134}).Judge(exited("", 134)); got != Pass {
		t.Error(got)
	}
	in := &Input{Prog: frontendtest.Execute(t, "#include <stdlib.h>\nint main(void) {\n\tabort();\n}\n"), Failing: &Test{}}
	defer in.Close()
	if err := Locate(context.Background(), in); err == nil || err.Error() != "the run ends by abort" {
		t.Error(err)
	}
}

// A text that grows differs from the expected one where the whole text does, as soon
// as that can be seen.
func TestComparison(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() []byte {
		out := make([]byte, r.IntN(8))
		for i := range out {
			out[i] = "ab \n"[r.IntN(4)]
		}
		return out
	}
	for range 20_000 {
		got, want, fold := text(), text(), r.IntN(2) == 0
		whole := comparison{want: want, fold: fold}
		at, _ := whole.difference(got)
		c := comparison{want: want, fold: fold}
		for n := 0; n < len(got); n += 1 + r.IntN(3) {
			if k, _ := c.difference(got[:n]); k < n && k != at {
				t.Fatalf("%q, fold %v: %q differs from it at %d, its beginning %q at %d", want, fold, got, at, got[:n], k)
			}
		}
		if k, _ := c.difference(got); k != at {
			t.Fatalf("%q, fold %v: %q differs from it at %d, at once, at %d, as it grows", want, fold, got, at, k)
		}
	}
}

// A changed run ends at the first wrong byte before the offset asked for.
func TestTryTo(t *testing.T) {
	in := input(t, `#include <stdio.h>
int main(void) {
	int x = 1;
	printf("%d", x);
	printf("%d", 4 - x);
	for (int i = 0; i < 1000; i++) ;
	printf(".");
	return 0;
}`, &Test{Expect: &Expectation{HasOutput: true, Output: []byte("22.")}})
	r, err := NewRerunner(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := in.Recording(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, set := 0, (*cfg.Edge)(nil)
	for i := range rec.All(0) {
		if s, ok := i.Edge.Stmt.(*cfg.Assign); ok && s.Dst.Name == "x" {
			at, set = i.Index, i.Edge
		}
	}
	for _, tt := range []struct {
		x     uint64
		right int
		o     Outcome
		out   string
		long  bool
	}{
		{2, 3, Pass, "22.", true},
		{3, 3, Fail, "3", false},
		{3, 0, Fail, "31.", true},
		{1, 2, Fail, "1", false},
	} {
		before := r.Work
		o, got, err := r.TryTo(tt.right, interp.Force{At: at, Edge: set, SetValue: true, Value: tt.x})
		if err != nil {
			t.Fatal(err)
		}
		if long := r.Work-before > 1000; o != tt.o || string(got.Stdout) != tt.out || long != tt.long {
			t.Errorf("x = %d, right up to %d: %v, %q, %d steps", tt.x, tt.right, o, got.Stdout, r.Work-before)
		}
	}
}
