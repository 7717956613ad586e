package predicates

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
)

// Samples are values that variables had in concrete executions of the program
// automaton, by location label.
type Samples struct {
	Vars map[int32][]int      // label -> ids of the variables recorded
	Rows map[int32][][]uint64 // label -> distinct rows
}

// Sample executes the automaton with random inputs from program start and
// records states at the labels inside loops.
func Sample(enc *hoare.Encoder, ctl *hoare.Control, loopVars map[int32][]int) *Samples {
	s := &Samples{Vars: loopVars, Rows: map[int32][][]uint64{}}
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[int32]map[string]bool{}
	clock := enc.TB.Clock
	start := clock.Now()
	for i := 0; i < maxRuns && clock.Since(start) < sampleWork; i++ {
		s.run(enc, ctl, rng, seen, i, start)
	}
	return s
}

func (s *Samples) run(enc *hoare.Encoder, ctl *hoare.Control, rng *rand.Rand, seen map[int32]map[string]bool, flavour int, start work.Amount) {
	tb := enc.TB
	mark := tb.Mark()
	defer tb.Release(mark)
	sym := hoare.NewSym(enc)
	sym.Init()
	sym.Choose = func(_ int, sort logic.Sort) logic.T { return randomValue(tb, rng, sort, flavour) }
	// Memory and variables nobody set are arbitrary at the start; zero will do.
	for i, t := range enc.VarTerm {
		if sym.Vals[i] == t {
			if tb.Sort(t).Kind == logic.SBool {
				sym.Vals[i] = tb.False()
			} else {
				sym.Vals[i] = tb.BV(tb.Width(t), 0)
			}
		}
	}
	q := ctl.Auto.Initial[0]
	visits := map[int32]int{}
	for step := 0; step < maxLetters; step++ {
		// The first visits of each run, then ever fewer, so that every run counts;
		// and another one in each run, for programs whose runs are all the same.
		l := ctl.Auto.Label[q]
		if n := visits[l]; n < 3 || n&(n-1) == 0 || n == flavour {
			s.record(tb, sym, l, seen)
		}
		visits[l]++
		next := automata.State(-1)
		for _, e := range ctl.Auto.Out[q] {
			c := sym.Clone()
			c.Guard, c.GuardStep, c.Inputs = nil, nil, nil
			c.ExecLetter(ctl.Letters[e.Letter])
			if !c.Dead && len(c.Guard) == 0 {
				sym, next = c, e.To
				break
			}
		}
		if next < 0 || tb.Clock.Since(start) > 2*sampleWork {
			return
		}
		q = next
	}
}

func randomValue(tb *logic.Table, rng *rand.Rand, sort logic.Sort, flavour int) logic.T {
	switch sort.Kind {
	case logic.SBool:
		return tb.Bool(rng.IntN(2) == 1)
	case logic.SArray:
		return tb.ConstArray(sort, tb.BV(int(sort.E), uint64(rng.IntN(3))))
	}
	var v uint64
	switch (flavour + rng.IntN(3)) % 4 {
	case 0:
		v = uint64(rng.IntN(3))
	case 1:
		v = uint64(rng.IntN(40)) - 3
	case 2:
		v = uint64(rng.IntN(400))
	default:
		v = rng.Uint64() >> uint(rng.IntN(64))
	}
	return tb.BV(int(sort.W), v)
}

func (s *Samples) record(tb *logic.Table, sym *hoare.Sym, label int32, seen map[int32]map[string]bool) {
	vars := s.Vars[label]
	if len(vars) == 0 || len(s.Rows[label]) >= 2*maxRuns {
		return
	}
	row := make([]uint64, len(vars))
	var key []byte
	for i, v := range vars {
		t := sym.Vals[v]
		if !tb.IsConst(t) {
			return
		}
		row[i] = tb.ConstVal(t)
		for k := 0; k < 8; k++ {
			key = append(key, byte(row[i]>>(8*k)))
		}
	}
	if seen[label] == nil {
		seen[label] = map[string]bool{}
	}
	if !seen[label][string(key)] {
		seen[label][string(key)] = true
		s.Rows[label] = append(s.Rows[label], row)
	}
}

// LoopVariables finds, for each label inside a cycle of the automaton, the
// bit-vector variables that the letters of the cycle change or test, most
// used first.
func LoopVariables(c *hoare.Checker, ctl *hoare.Control) map[int32][]int {
	out := map[int32][]int{}
	a := ctl.Auto
	comp, _ := automata.SCC(a)
	uses := map[int32]map[int]int{}
	for q := range a.Out {
		for _, e := range a.Out[q] {
			if comp[q] != comp[e.To] {
				continue
			}
			k := int32(comp[q])
			if uses[k] == nil {
				uses[k] = map[int]int{}
			}
			f := c.Effect(e.Letter)
			for _, i := range f.Mod {
				uses[k][i]++
			}
			for _, t := range c.Enc.TB.Vars(c.Enc.TB.And(f.Guard...)) {
				if i := c.Enc.Symbol(t); i >= 0 {
					uses[k][i] += 2
				}
			}
			for _, v := range f.Writes {
				for _, t := range c.Enc.TB.Vars(v) {
					if i := c.Enc.Symbol(t); i >= 0 {
						uses[k][i]++
					}
				}
			}
		}
	}
	carryOver(uses)
	for q := range a.Out {
		u := uses[int32(comp[q])]
		if u == nil {
			continue
		}
		var ids []int
		for i := range u {
			if i < len(ctl.Prog.Vars) {
				if v := ctl.Prog.Vars[i]; v.Type.Kind == cfg.Bits && v.Type.Bits >= 8 && v != ctl.Prog.HeapTop {
					ids = append(ids, i)
				}
			}
		}
		slices.SortFunc(ids, func(i, j int) int { return cmp.Or(u[j]-u[i], i-j) })
		ids = ids[:min(len(ids), maxVars)]
		slices.Sort(ids)
		out[a.Label[q]] = ids
	}
	return out
}

// carryOver adds to the variables of each loop, with the lowest rank, those of
// earlier loops with which it shares one: what they leave behind relates its
// own. Components are numbered along the edges.
func carryOver(uses map[int32]map[int]int) {
	order := slices.Sorted(maps.Keys(uses))
	for _, k := range order {
		own := maps.Clone(uses[k])
		for _, earlier := range order {
			if earlier >= k || !shares(own, uses[earlier]) {
				continue
			}
			for i := range uses[earlier] {
				if _, ok := own[i]; !ok {
					uses[k][i] = 0
				}
			}
		}
	}
}

func shares(a, b map[int]int) bool {
	for i := range a {
		if _, ok := b[i]; ok {
			return true
		}
	}
	return false
}
