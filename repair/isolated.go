package repair

import (
	"context"
	"math/rand/v2"

	"culprit/cfg"
	"culprit/interp"
	"culprit/interp/texts"
	"culprit/repair/candidate"
)

// Callers give a function some arguments only. What a change does with others tells changes
// apart that do the same in the program as it is: the function is executed by itself from
// where the failing run calls it first, with other numbers for its parameters.

// calls are the runs of a function on some arguments, stopped where it begins.
type calls struct {
	proc    *cfg.Proc
	runs    []*interp.Session
	results int // of the original: how many different ones
}

// callsOf prepares runs of a function of the schema; there are none of one that the
// failing run does not call.
func (s *search) callsOf(ctx context.Context, name string) *calls {
	if c := s.isolated[name]; c != nil {
		return c
	}
	c := &calls{}
	if s.isolated == nil {
		s.isolated = map[string]*calls{}
	}
	s.isolated[name] = c
	begun, at := s.prog.changed(ctx, s.failing[0], nil), 0
	got := begun.Fork().Visit(func(inst *cfg.Instance) bool {
		if call, ok := inst.Edge.Stmt.(*cfg.Call); ok && call.Proc.Name == name {
			c.proc, at = call.Proc, inst.Index+1
		}
		return c.proc == nil
	})
	s.ran(watching * got.Steps)
	if c.proc == nil || !begun.RunTo(at) {
		return &calls{}
	}
	r, numbers := rand.New(rand.NewPCG(17, 23)), s.numbers()
	for k := range candidate.MaxVariables {
		run := begun.Fork()
		any := func() uint64 {
			if len(numbers) > 0 && r.IntN(4) > 0 {
				return numbers[r.IntN(len(numbers))] + uint64(r.IntN(3)) - 1
			}
			return texts.Near(nil)(r, 0)
		}
		for _, p := range c.proc.Params {
			switch {
			case k == 0 || p.Type.Width() > 64:
			case p.CType.Pointer():
				if p.CType.Elem != nil && p.CType.Elem.Size == 1 {
					spell(run, run.Value(p, 0), r)
				} else {
					disturb(run, run.Value(p, 0), any)
				}
			default:
				run.Set(p, any())
			}
		}
		c.runs = append(c.runs, run)
	}
	_, c.results = s.effects(c, nil)
	return c
}

// disturb gives what a pointer leads to other numbers: words of an int, but for those
// that may be a part of an address.
func disturb(run *interp.Session, p uint64, number func() uint64) {
	start, size, ok := run.Block(p)
	if !ok {
		return
	}
	const word = 4 // of an int
	for i := range min(start+size-p, maxState) / word {
		a := p + word*i
		if _, _, address := run.Block(run.Word(a&^7, 8)); !address || a&^7+8 > start+size {
			run.SetWord(a, word, number())
		}
	}
}

// spell gives what a pointer to characters leads to another text.
func spell(run *interp.Session, p uint64, r *rand.Rand) {
	start, size, ok := run.Block(p)
	if !ok || start+size == p {
		return
	}
	n := r.Uint64N(min(start+size-p, maxState))
	for i := range n {
		run.SetWord(p+i, 1, 'a'+r.Uint64N('z'-'a'+1))
	}
	run.SetWord(p+n, 1, 0)
}

// isolate executes the function that a change is in on the arguments: a digest of what
// it returns and stores up to its return, and whether it returns the same each time though
// it did not.
func (s *search) isolate(ctx context.Context, t *candidate.Change) (digest uint64, constant bool) {
	f := s.functionAt(t.Edits[0])
	if f == nil || f.Name == "main" || len(t.At) == 0 {
		return 0, false
	}
	c := s.callsOf(ctx, f.Name)
	digest, results := s.effects(c, t.At)
	return digest, results == 1 && c.results > 1
}

// effects is the digest of what runs of a function return and store with changes, and
// how many different results they have on other arguments than those of the failing run.
func (s *search) effects(c *calls, at []candidate.Choice) (digest uint64, results int) {
	returned := map[uint64]bool{}
	for i, begun := range c.runs {
		run := begun.Fork()
		s.prog.choose(run, at)
		depth, steps := 0, 0
		stored := map[uint64]uint64{}
		got := run.Visit(func(inst *cfg.Instance) bool {
			switch inst.Edge.Stmt.(type) {
			case *cfg.Call:
				depth++
			case *cfg.Return:
				depth--
			}
			for _, w := range inst.Writes {
				if w.Var == nil {
					stored[w.Addr] = w.Value
				}
			}
			steps++
			return depth >= 0 && steps < moreSteps/10
		})
		s.ran(watching * steps)
		if depth >= 0 { // it fails, or takes long
			digest += leaves(uint64(got.Status), i, true)
			continue
		}
		if r := c.proc.Ret; r != nil {
			if i > 0 { // not for what the failing run gives, which is to be another
				returned[got.Value(r)] = true
			}
			digest += leaves(got.Value(r), i, false)
		}
		for a, v := range stored {
			digest += leaves(v, int(a), true)
		}
	}
	return digest, len(returned)
}
