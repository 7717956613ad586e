package repair

import (
	"context"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/internal/work"
	"culprit/repair/candidate"
)

// missing is a binary search that misses the last element of a range. Two of five
// keys fail; both are needed to tell right changes from returning one of them.
const missing = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int find(const int *a, int n, int x) {
	int lo = 0, hi = n - 1;
	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;
		if (a[mid] == x)
			return mid;
		if (a[mid] < x)
			lo = mid + 1;
		else
			hi = mid - 1;
	}
	return -1;
}
int main(void) {
	int a[5] = {2, 3, 5, 7, 11};
	int k = __VERIFIER_nondet_int() - 100000;
	if (k >= 0 && k < 5 && find(a, 5, a[k]) != k)
		reach_error();
	return 0;
}
`

// TestLearn lets a verifier, which tries all keys, refute changes. What is left
// passes on all.
func TestLearn(t *testing.T) {
	ctx := context.Background()
	conf := frontend.Config{PtrBits: 64, Execute: true}
	files := []frontend.Source{{Name: "p.c", Text: []byte(missing)}}
	prog, err := frontend.ParseFiles(files, conf)
	if err != nil {
		t.Fatal(err)
	}
	fails := func(prog *cfg.Program) []uint64 {
		for k := range uint64(5) {
			test := &fault.Test{Values: []uint64{100_000 + k}, Expect: &fault.Expectation{}}
			if o, _ := (&fault.Oracle{}).Judge(ctx, test, fault.Execute(ctx, prog, test, fault.Budget{})); o != fault.Pass {
				return test.Values
			}
		}
		return nil
	}
	asked, refuted := 0, 0
	in := &fault.Input{Prog: prog, Oracle: &fault.Oracle{}, Failing: &fault.Test{Values: []uint64{100_001}}, Source: &fault.Source{
		Files: files, Execute: conf, Verify: conf,
	}}
	in.Source.Prove = func(ctx context.Context, texts map[string][]byte, _ work.Amount) (fault.Proof, *fault.Test, work.Amount) {
		prog, err := in.Source.Lower(ctx, texts)
		if err != nil {
			return fault.Proof{}, nil, 0
		}
		asked++
		if k := fails(prog); k != nil {
			refuted++
			return fault.Proof{}, &fault.Test{Values: k}, 0
		}
		return fault.Proof{Holds: "no assertion fails"}, nil, 0
	}
	if err := fault.Locate(ctx, in); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	res := repaired(t, in)
	if asked == 0 || refuted == 0 {
		t.Errorf("%d changes asked about, %d refuted", asked, refuted)
	}
	if len(res.Locations) == 0 || res.Locations[0].Pos.Line != 5 || res.Locations[0].Change.Proof.Holds == "" {
		t.Fatalf("%v", res.Locations)
	}
	for _, l := range res.Locations {
		c := l.Change
		if c == nil || c.Proof.Holds == "" {
			continue
		}
		own, err := in.Source.Lower(ctx, c.Files)
		if err != nil {
			t.Fatal(err)
		}
		if k := fails(own); k != nil {
			t.Errorf("%s fails on %d", c.After, k)
		}
	}
}

// TestRightRunsDecide lets a statement become unreachable that only the failing
// run executes, here the return of -1: without doubt if right runs come to the check, too.
func TestRightRunsDecide(t *testing.T) {
	for _, c := range []struct {
		values string
		want   Doubt
	}{{"some keys are found", 0}, {"no other run is known", Abandoned}} {
		s := asserting(t, missing, 100_001)
		if c.want != 0 {
			s.passing, s.sampled = nil, 0
		}
		s.check.run.used = nil
		i := strings.Index(missing, "lo < hi")
		x := &tried{Change: &candidate.Change{Kind: candidate.Relation, Edits: []candidate.Edit{{File: "p.c", Extent: ctree.Extent{Start: i + 3, End: i + 4}, Text: "<="}}}}
		own, err := s.alone(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.reaches(context.Background(), own, x); got != Armed || x.doubt != c.want {
			t.Errorf("%s: %v, doubt %q, want %q", c.values, got, x.doubt, c.want)
		}
	}
}

// TestTested tells functions that are tested, since an assertion compares what they
// return, from those that say what should be.
func TestTested(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void);
#include <assert.h>
int largest(int a, int b) { return a < b ? a : b; }
int smallest(int a, int b) { return a < b ? a : b; }
int sorted(int a, int b) { return a <= b || b <= a && sorted(b, a); }
int twice(int a) { return a + a; }
int main(void) {
	int x = __VERIFIER_nondet_int(), y = twice(x);
	assert(smallest(x, 2) <= 2 && sorted(x, y));
	assert(3 == largest(2, (3)));
	return 0;
}
`
	s := asserting(t, src, 7)
	for name, want := range map[string][2]bool{"largest": {false, false}, "smallest": {false, false}, "sorted": {true, true}, "twice": {false, false}} {
		o := ctree.Object{Name: name}
		if got := [2]bool{s.check.helps[o], s.check.own[o]}; got != want {
			t.Errorf("%s: helps, checks %v, want %v", name, got, want)
		}
	}
}

// TestErrorFunctions protects calls of functions that do nothing but fail.
func TestErrorFunctions(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int n;
void helper(void) { n++; }
void fail(void) { ERROR: { reach_error(); } return; }
int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x > 3) {
		helper();
		fail();
	}
	return 0;
}
`
	s := asserting(t, src, 7)
	for _, x := range s.tried {
		for _, e := range x.Edits {
			if old := src[e.Start:e.End]; strings.Contains(old, "fail") {
				t.Errorf("%s becomes %s", old, e.Text)
			}
		}
	}
	if len(s.tried) == 0 {
		t.Error("nothing was tried")
	}
}

// TestSingleRun calls nothing a fix that is proved where there are no inputs: the one run
// that there is passes with many changes.
func TestSingleRun(t *testing.T) {
	const src = "extern void reach_error(void);\nint main(void) {\n\tint n = 3, sum = 0;\n\tfor (int k = 1; k < n; k++)\n\t\tsum += k;\n\tif (sum != 6)\n\t\treach_error();\n\treturn 0;\n}\n"
	ctx := context.Background()
	conf := frontend.Config{PtrBits: 64, Execute: true}
	files := []frontend.Source{{Name: "p.c", Text: []byte(src)}}
	prog, err := frontend.ParseFiles(files, conf)
	if err != nil {
		t.Fatal(err)
	}
	in := &fault.Input{Prog: prog, Oracle: &fault.Oracle{}, Failing: &fault.Test{}, Source: &fault.Source{Files: files, Execute: conf, Verify: conf,
		Prove: func(context.Context, map[string][]byte, work.Amount) (fault.Proof, *fault.Test, work.Amount) {
			return fault.Proof{Holds: "no assertion fails"}, nil, 0
		}}}
	if err := fault.Locate(ctx, in); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	helps := false
	for _, l := range repaired(t, in).Locations {
		helps = helps || l.Change != nil
		if l.Fixes || l.Change != nil && l.Change.Fix() {
			t.Errorf("line %d: %q is called a fix", l.Pos.Line, l.Change.After)
		}
	}
	if !helps {
		t.Error("no change makes the run pass")
	}
}
