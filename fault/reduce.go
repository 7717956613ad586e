package fault

import (
	"bytes"
	"context"
	"encoding/binary"
	"maps"
	"slices"
	"unicode"
	"unicode/utf8"
)

// ReduceText minimizes a failing text from coarse to fine: by lines, by
// tokens, by characters, until a whole round removes nothing. The result is
// 1-minimal at all three levels. If text does not fail it is returned as it
// is.
func ReduceText(text []byte, test func([]byte) Outcome) []byte {
	known := map[string]Outcome{}
	cached := func(parts [][]byte) Outcome {
		t := bytes.Join(parts, nil)
		o, ok := known[string(t)]
		if !ok {
			o = test(t)
			known[string(t)] = o
		}
		return o
	}
	if cached([][]byte{text}) != Fail {
		return text
	}
	for {
		before := len(text)
		for _, pieces := range []func([]byte) [][]byte{lines, tokens, characters} {
			text = bytes.Join(DDMin(pieces(text), cached), nil)
		}
		if len(text) == before {
			return text
		}
	}
}

func lines(text []byte) [][]byte {
	parts := bytes.SplitAfter(text, []byte{'\n'})
	if len(parts[len(parts)-1]) == 0 {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// tokens cuts a text into runs of letters and digits, and single characters
// of other kinds; white space goes with what comes before it.
func tokens(text []byte) [][]byte {
	var out [][]byte
	start, word, space := 0, false, false
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		isSpace := unicode.IsSpace(r)
		isWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		if i > start && !isSpace && (space || !word || !isWord) {
			out = append(out, text[start:i])
			start = i
		}
		word, space = isWord, isSpace
		i += n
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}

func characters(text []byte) [][]byte {
	var out [][]byte
	for len(text) > 0 {
		_, n := utf8.DecodeRune(text)
		out = append(out, text[:n])
		text = text[n:]
	}
	return out
}

// ReduceTest minimizes the standard input, the files, the arguments and the
// values of a test as long as judge says that it fails. Arguments are dropped
// from the list first, then shortened. When ctx ends the smallest failing test so far is returned.
func ReduceTest(ctx context.Context, t *Test, judge func(*Test) Outcome) *Test {
	best := *t
	try := func(c Test) Outcome {
		if ctx.Err() != nil {
			return Unresolved
		}
		o := judge(&c)
		if o == Fail {
			best = c
		}
		return o
	}
	if try(best) != Fail {
		return t
	}
	for {
		size := best.size()
		base := best
		ReduceText(base.Stdin, func(text []byte) Outcome {
			c := base
			c.Stdin = text
			return try(c)
		})
		base = best
		DDMin(base.Args, func(args []string) Outcome {
			c := base
			c.Args = args
			return try(c)
		})
		for i := range best.Args {
			base = best
			ReduceText([]byte(base.Args[i]), func(text []byte) Outcome {
				c := base
				c.Args = append([]string(nil), base.Args...)
				c.Args[i] = string(text)
				return try(c)
			})
		}
		for _, name := range slices.Sorted(maps.Keys(best.Files)) {
			base = best
			ReduceText(base.Files[name], func(text []byte) Outcome {
				c := base
				c.Files = maps.Clone(base.Files)
				c.Files[name] = text
				return try(c)
			})
		}
		if base = best; base.Values != nil { // else they are in the standard input
			DDMin(base.Values, func(values []uint64) Outcome {
				c := base
				c.Values = append([]uint64{}, values...)
				return try(c)
			})
		}
		if best.size() == size {
			return &best
		}
	}
}

// size counts what ReduceTest makes fewer of.
func (t *Test) size() int {
	n := len(t.Stdin) + len(t.Args) + len(t.Values)
	for _, f := range t.Files {
		n += len(f)
	}
	for _, a := range t.Args {
		n += len(a)
	}
	return n
}

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
		if part := t.failing(parts); part >= 0 { // reduce to subset
			c, n = parts[part], 2
			continue
		}
		rests := make([][]int32, len(parts))
		for i, p := range parts {
			rests[i] = minus(c, p)
		}
		if rest := t.failing(rests); rest >= 0 { // reduce to complement
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

// failing is the first configuration that fails, -1 if there is none.
func (t *tester[T]) failing(cs [][]int32) int {
	return slices.IndexFunc(cs, func(c []int32) bool { return t.run(c) == Fail })
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
