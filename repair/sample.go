package repair

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"culprit/fault"
)

// Where there are no passing runs, what the program does correctly is sampled:
// it is executed on inputs close to the failing one, and a change has to leave
// those runs as they are in which no assertion fails and nothing is undefined.
const (
	mostSamples = 96 // inputs made
	mostRight   = 24 // right runs that are kept
	spare       = 32 // values after those given, for runs that ask for more
)

// samples makes inputs from the failing one, always the same ones.
func samples(t *fault.Test) []*fault.Test {
	r := rand.New(rand.NewPCG(17, 23))
	var out []*fault.Test
	add := func(change func(*fault.Test) bool) {
		for range mostSamples {
			n := *t
			n.Expect = nil
			if change(&n) {
				out = append(out, &n)
			}
		}
	}
	switch {
	case t.Values != nil:
		add(func(n *fault.Test) bool {
			n.Values = append([]uint64{}, t.Values...)
			for _, i := range some(r, len(n.Values)) {
				n.Values[i] = other(r, n.Values[i])
			}
			for range spare {
				n.Values = append(n.Values, other(r, 0))
			}
			return true
		})
	case len(strings.Fields(string(t.Stdin))) > 0:
		add(func(n *fault.Test) bool {
			words := strings.Fields(string(t.Stdin))
			for _, i := range some(r, len(words)) {
				if v, err := strconv.ParseInt(words[i], 10, 64); err == nil {
					words[i] = strconv.FormatInt(int64(other(r, uint64(v))), 10)
				}
			}
			n.Stdin = []byte(strings.Join(words, "\n") + "\n")
			return true
		})
	case len(t.Args) > 0:
		add(func(n *fault.Test) bool {
			n.Args = append([]string{}, t.Args...)
			for _, i := range some(r, len(n.Args)) {
				if v, err := strconv.ParseInt(n.Args[i], 10, 64); err == nil {
					n.Args[i] = strconv.FormatInt(int64(other(r, uint64(v))), 10)
				}
			}
			return true
		})
	}
	return out
}

// some are the positions among n that a sample changes: one, since programs
// reject many inputs, or a third of them, all of a few.
func some(r *rand.Rand, n int) (out []int) {
	if n > 0 && r.IntN(2) == 0 {
		return []int{r.IntN(n)}
	}
	for i := range n {
		if n < 4 || r.IntN(3) == 0 {
			out = append(out, i)
		}
	}
	return out
}

// other is a value near another one, or one that programs often treat in a way
// of its own.
func other(r *rand.Rand, v uint64) uint64 {
	switch r.IntN(8) {
	case 0:
		return 0
	case 1:
		return 1
	case 2:
		return ^uint64(0)
	case 3:
		return v + 1
	case 4:
		return v - 1
	case 5, 6:
		return r.Uint64N(12)
	}
	return r.Uint64N(1 << 10)
}

// sample adds sampled correct runs to the passing ones.
func (s *search) sample(ctx context.Context) {
	if len(s.in.Passing) > 0 || !s.onlyAsserts() && s.in.Reference == nil {
		return
	}
	for _, t := range samples(s.in.Failing) {
		if s.sampled >= mostRight || ctx.Err() != nil {
			return
		}
		if s.in.Reference == nil {
			t.Expect = &fault.Expectation{}
		}
		if r, err := s.prog.trial(ctx, s.in, t, false, true, s.failing[0].base.Steps+untilEnd); err == nil {
			if s.in.Reference == nil && len(r.base.Stdout) == 0 {
				r.state = s.prog.state(&r.base)
			}
			s.passing = append(s.passing, r)
			s.sampled++
		}
	}
}
