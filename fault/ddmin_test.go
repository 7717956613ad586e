package fault

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomTest makes a test of subsets of 0..n-1 that fails on all and not on
// none. Monotone ones fail whenever one of some culprit sets is included,
// others answer at random for what is neither.
func randomTest(r *rand.Rand, n int, monotone bool) func([]int) Outcome {
	var culprits [][]int
	for range 1 + r.IntN(3) {
		var set []int
		for range 1 + r.IntN(4) {
			set = append(set, r.IntN(n))
		}
		culprits = append(culprits, set)
	}
	salt := r.Uint64()
	return func(c []int) Outcome {
		if len(c) == 0 {
			return Pass
		}
		if len(c) == n {
			return Fail
		}
		for _, set := range culprits {
			if !slices.ContainsFunc(set, func(x int) bool { return !slices.Contains(c, x) }) {
				return Fail
			}
		}
		if monotone {
			return Pass
		}
		h := salt
		for _, x := range c {
			h = (h ^ uint64(x)) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
		return [...]Outcome{Pass, Pass, Unresolved, Unresolved, Unresolved, Fail}[h%6]
	}
}

func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func without(c []int, i int) []int { return slices.Delete(slices.Clone(c), i, i+1) }

// The result of ddmin fails and is 1-minimal, within the known number of tests.
func TestDDMin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		n := 1 + r.IntN(24)
		test := randomTest(r, n, i%2 == 0)
		tests, seen := 0, map[string]bool{}
		got := DDMin(numbers(n), func(c []int) Outcome {
			tests++
			if k := fmt.Sprint(c); seen[k] {
				t.Fatalf("%v tested twice", c)
			} else {
				seen[k] = true
			}
			return test(c)
		})
		if test(got) != Fail {
			t.Fatalf("case %d: %v does not fail", i, got)
		}
		if !slices.IsSorted(got) {
			t.Fatalf("case %d: %v is out of order", i, got)
		}
		for j := range got {
			if test(without(got, j)) == Fail {
				t.Fatalf("case %d: %v fails without element %d", i, got, j)
			}
		}
		if tests > n*n+3*n+2 {
			t.Fatalf("case %d: %d tests for %d elements", i, tests, n)
		}
	}
}

// A single culprit is found in logarithmic time.
func TestDDMinSingle(t *testing.T) {
	const n = 1 << 12
	for _, culprit := range []int{0, 1, 777, n - 1} {
		tests := 0
		got := DDMin(numbers(n), func(c []int) Outcome {
			tests++
			if slices.Contains(c, culprit) {
				return Fail
			}
			return Pass
		})
		if !slices.Equal(got, []int{culprit}) || tests > 2*12+2 {
			t.Errorf("%v with %d tests", got, tests)
		}
	}
}

func TestDDMinDegenerate(t *testing.T) {
	always := func(o Outcome) func([]int) Outcome { return func([]int) Outcome { return o } }
	if got := DDMin([]int{1, 2}, always(Pass)); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("passing input: %v", got)
	}
	if got := DDMin([]int{1, 2}, always(Fail)); len(got) != 0 {
		t.Errorf("nothing needed: %v", got)
	}
	if got := DDMin(nil, always(Fail)); len(got) != 0 {
		t.Errorf("empty: %v", got)
	}
}
