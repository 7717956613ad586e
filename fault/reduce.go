package fault

import (
	"bytes"
	"context"
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
