package relevance_test

import (
	"context"
	"strings"
	"testing"

	"culprit/analysis/alias"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/interp"
	"culprit/relevance"
	"culprit/smt/bitblast"
)

// TestActivations marks traces in which several activations of one function are
// open: each assigns its own locals, and which of them matter depends on whose
// result is used.
func TestActivations(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		inputs    []uint64
		want      map[string]string // of each instance of the statements with a text, in order
		branches  map[int]string    // of each instance of the branches of a line
	}{
		{"the result of the inner activation is not used", `static int todo = 3, open;
static void again(void);
static int level(void) {
	int height = 1;
	open++;
	todo--;
	if (todo > 0)
		again();
	if (open > 1)
		height += 5;
	open--;
	return height;
}
static void again(void) {
	todo--;
	if (todo > 0)
		level();
}
int main(void) {
	if (level() == 1)
		reach_error();
}`, nil, map[string]string{"height = 1": "+-", "height += 5": "-"}, map[int]string{9: "-+", 16: "-"}},
		{"what the inner activations assign is their own", `static void deeper(int n);
static int own(int n) {
	int kept = 0;
	if (n > 0)
		deeper(n - 1);
	kept = 9;
	return kept;
}
static void deeper(int n) {
	if (n > 0)
		own(n - 1);
	if (n > 1)
		own(0);
}
int main(void) {
	if (own(3) == 9)
		reach_error();
}`, nil, map[string]string{"kept = 0": "---", "kept = 9": "--+"}, nil},
		{"through a pointer", `static int (*next)(int);
static int step(int n) {
	int own = n;
	if (n > 1)
		own = next(n - 1) + 1;
	return own;
}
static int last(int n) {
	int own = n + 10;
	step(n);
	return own;
}
int main(void) {
	next = last;
	if (step(2) == 12)
		reach_error();
}`, nil, map[string]string{"own = n": "--", "own = n + 10": "+", "own = next(n - 1) + 1": "+"}, nil},
		{"results are added up", `static int right(int n);
static int left(int n) {
	if (n < 2)
		return n;
	return right(n - 1) + right(n - 2);
}
static int right(int n) {
	if (n < 2)
		return n;
	return left(n - 1) + left(n - 2);
}
int main(void) {
	if (left(4) == 3)
		reach_error();
}`, nil, map[string]string{"return n": "+++++"}, nil},
		{"how deep it goes does not matter", `static int set;
static void descend(int n) {
	if (n == 0) {
		set = 4;
		return;
	}
	descend(n - 1);
}
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 3)
		return 0;
	descend(n);
	if (set == 4)
		reach_error();
}`, []uint64{2}, map[string]string{"set = 4": "+"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			prog := frontendtest.Parse(t, strings.ReplaceAll(prelude, "\n", " ")+tt.src, frontend.Config{PtrBits: 64, ErrorFuncs: []string{"reach_error"}})
			alias.Assign(prog)
			in := script(tt.inputs)
			o := interp.Execute(prog, &in, interp.Limits{Record: true})
			if o.Status != interp.ReachedError {
				t.Fatalf("%v at %v: %s", o.Status, o.Loc, o.Reason)
			}
			res, err := relevance.Analyze(context.Background(), prog, o.Trace, o.Loc, bitblast.New(bitblast.Config{}), relevance.Config{Branches: true})
			if err != nil {
				t.Fatal(err)
			}
			letter := map[relevance.Status]string{relevance.Relevant: "+", relevance.Irrelevant: "-", relevance.Undecided: "?"}
			got, branches := map[string]string{}, map[int]string{}
			for _, m := range res.Marks {
				e := res.Trace.Edges[m.Step]
				got[e.Text] += letter[m.Status]
			}
			for _, m := range res.Branches {
				branches[res.Trace.Edges[m.Step].Pos.Line] += letter[m.Status]
			}
			for text, want := range tt.want {
				if got[text] != want {
					t.Errorf("%s: %q, want %q of %v", text, got[text], want, got)
				}
			}
			for line, want := range tt.branches {
				if branches[line] != want {
					t.Errorf("the branch in line %d: %q, want %q of %v", line, branches[line], want, branches)
				}
			}
		})
	}
}
