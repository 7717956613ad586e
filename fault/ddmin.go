package fault

import (
	"encoding/binary"
	"slices"
)

// Outcome is what a test of a configuration or a run says.
type Outcome uint8

// The outcomes of a test.
const (
	Pass Outcome = iota
	Fail
	Unresolved
)

var outcomeNames = [...]string{"pass", "fail", "unresolved"}

func (o Outcome) String() string { return outcomeNames[o] }

// DDMin minimizes a failing configuration (Zeller and Hildebrandt, algorithm
// ddmin): the result fails, keeps the order of in, and is 1-minimal, that is,
// without any one of its elements the test does not fail. It is in itself if
// that does not fail. A configuration is tested once; at most n² + 3n tests
// are made for n elements, about 2 log n for a single culprit.
func DDMin[T any](in []T, test func([]T) Outcome) []T {
	c := newTester(in, test)
	all := indices(len(in))
	if c.run(all) != Fail {
		return slices.Clone(in)
	}
	if len(in) > 0 && c.run(nil) == Fail {
		return nil
	}
	return c.pick(c.ddmin(all))
}

// ddmin is the recursion of the algorithm as a loop. c fails, the empty
// configuration does not.
func (t *tester[T]) ddmin(c []int32) []int32 {
	for n := 2; len(c) > 1; {
		parts := split(c, n)
		if part := t.first(parts, Fail); part >= 0 { // reduce to subset
			c, n = parts[part], 2
			continue
		}
		rests := make([][]int32, len(parts))
		for i, p := range parts {
			rests[i] = minus(c, p)
		}
		if rest := t.first(rests, Fail); rest >= 0 { // reduce to complement
			c, n = rests[rest], max(n-1, 2)
			continue
		}
		if n >= len(c) {
			break
		}
		n = min(2*n, len(c)) // increase granularity
	}
	return c
}

// tester runs tests of subsets, each once.
type tester[T any] struct {
	in    []T
	test  func([]T) Outcome
	known map[string]Outcome
}

func newTester[T any](in []T, test func([]T) Outcome) *tester[T] {
	return &tester[T]{in: in, test: test, known: map[string]Outcome{}}
}

func (t *tester[T]) pick(c []int32) []T {
	out := make([]T, len(c))
	for i, x := range c {
		out[i] = t.in[x]
	}
	return out
}

func (t *tester[T]) run(c []int32) Outcome {
	key := make([]byte, 0, 2*len(c))
	last := int32(0)
	for _, x := range c {
		key = binary.AppendUvarint(key, uint64(x-last)) // ascending
		last = x
	}
	o, ok := t.known[string(key)]
	if !ok {
		o = t.test(t.pick(c))
		t.known[string(key)] = o
	}
	return o
}

// first is the first configuration with an outcome, -1 if there is none.
func (t *tester[T]) first(cs [][]int32, want Outcome) int {
	return slices.IndexFunc(cs, func(c []int32) bool { return t.run(c) == want })
}

func indices(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// split cuts c into n parts of nearly equal length.
func split(c []int32, n int) [][]int32 {
	n = min(n, len(c))
	out := make([][]int32, n)
	for i := range n {
		out[i] = c[i*len(c)/n : (i+1)*len(c)/n]
	}
	return out
}

// minus is the ascending a without the ascending b.
func minus(a, b []int32) []int32 {
	out := make([]int32, 0, len(a)-len(b))
	for _, x := range a {
		if len(b) > 0 && b[0] == x {
			b = b[1:]
		} else {
			out = append(out, x)
		}
	}
	return out
}
