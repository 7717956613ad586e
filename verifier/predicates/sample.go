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
	// Runs that end before a loop, at the bounds of an input, tell nothing: there may
	// be many in front of one that goes on.
	for i, told := 0, 0; told < maxRuns && i < maxStarts && clock.Since(start) < sampleWork; i++ {
		if s.run(enc, ctl, rng, seen, i, start) {
			told++
		}
	}
	return s
}

// run reports whether the run came to a place whose states are recorded.
func (s *Samples) run(enc *hoare.Encoder, ctl *hoare.Control, rng *rand.Rand, seen map[int32]map[string]bool, flavour int, start work.Amount) (told bool) {
	tb := enc.TB
	mark := tb.Mark()
	defer tb.Release(mark)
	sym := hoare.NewSym(enc)
	sym.Init()
	random := func(_ int, sort logic.Sort) logic.T { return randomValue(tb, rng, sort, flavour) }
	// Memory and variables nobody set are arbitrary at the start; zero will do.
	for i, t := range enc.VarTerm {
		if sym.Vals[i] == t {
			sym.Vals[i] = tb.Constant(tb.Sort(t), 0)
		}
	}
	q := ctl.Auto.Initial[0]
	visits := map[int32]int{}
	var last asked
	for range maxLetters {
		// The first visits of each run, then ever fewer, so that every run counts;
		// and another one in each run, for programs whose runs are all the same.
		l := ctl.Auto.Label[q]
		told = told || len(s.Vars[l]) > 0
		if n := visits[l]; n < 3 || n&(n-1) == 0 || n == flavour {
			s.record(tb, sym, l, seen)
		}
		visits[l]++
		from, to, next := sym, q, (*hoare.Sym)(nil)
		var taken *hoare.Letter
		for _, e := range ctl.Auto.Out[q] {
			taken, to = ctl.Letters[e.Letter], e.To
			from = sym
			next = after(from, taken, random)
			if next == nil && last.letter != nil {
				if from = last.met(taken, random); from != nil {
					next = after(from, taken, random)
				}
			}
			if next != nil {
				break
			}
		}
		if next == nil || tb.Clock.Since(start) > 2*sampleWork {
			break
		}
		last = asked{}
		if len(next.Inputs) > 0 {
			last = asked{from, taken}
		}
		sym, q = next, to
	}
	return told
}

// asked is a letter with inputs, and the state before it.
type asked struct {
	before *hoare.Sym
	letter *hoare.Letter
}

// met is the state behind the letter with those inputs that the next letter assumes to
// be equal to something; nil if there are none.
func (a asked) met(next *hoare.Letter, random func(int, logic.Sort) logic.T) *hoare.Sym {
	tb := a.before.Enc.TB
	free := executed(a.before, a.letter, nil)
	c := executed(free, next, nil)
	given := map[logic.T]logic.T{}
	for _, x := range tb.Conjuncts(tb.And(c.Guard...)) {
		if tb.Op(x) == logic.OpEq {
			for i, y := range tb.Args(x) {
				if z := tb.Args(x)[1-i]; tb.IsConst(z) {
					given[y] = z
				}
			}
		}
	}
	if len(given) == 0 {
		return nil
	}
	return after(a.before, a.letter, func(n int, sort logic.Sort) logic.T {
		if z, ok := given[free.Inputs[n].Term]; ok {
			return z
		}
		return random(n, sort)
	})
}

// after is a state behind a letter, nil if that cannot be executed.
func after(before *hoare.Sym, l *hoare.Letter, choose func(int, logic.Sort) logic.T) *hoare.Sym {
	c := executed(before, l, choose)
	if c.Dead || len(c.Guard) > 0 {
		return nil
	}
	return c
}

// executed is a state behind a letter, with what that assumes.
func executed(before *hoare.Sym, l *hoare.Letter, choose func(int, logic.Sort) logic.T) *hoare.Sym {
	c := before.Clone()
	c.Guard, c.GuardStep, c.Inputs, c.Choose = nil, nil, nil, choose
	c.ExecLetter(l)
	return c
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
// bit-vector variables that the letters of the cycle change or test, most used first.
// Those whose values matter no more come last, as counters of earlier loops to which
// others still relate, unless they are of a procedure that has returned.
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
	live := liveAt(c, ctl)
	for q := range a.Out {
		u := uses[int32(comp[q])]
		if u == nil {
			continue
		}
		var ids []int
		matters, proc := live[a.Label[q]], ctl.At(a.Label[q]).Proc
		for i := range u {
			if i >= len(ctl.Prog.Vars) {
				continue
			}
			v := ctl.Prog.Vars[i]
			if v.Type.Kind == cfg.Bits && v.Type.Bits >= 8 && v != ctl.Prog.HeapTop && (matters[i] || v.Proc == nil || v.Proc == proc) {
				ids = append(ids, i)
			}
		}
		rank := func(i int) int {
			if !matters[i] {
				return -1
			}
			return u[i]
		}
		slices.SortFunc(ids, func(i, j int) int { return cmp.Or(rank(j)-rank(i), i-j) })
		ids = ids[:min(len(ids), maxVars)]
		slices.Sort(ids)
		out[a.Label[q]] = ids
	}
	return out
}

// liveAt has for each label the symbols whose values matter from there on: for an
// assumption, or for another symbol that does.
func liveAt(c *hoare.Checker, ctl *hoare.Control) map[int32]map[int]bool {
	a := ctl.Auto
	reads := map[logic.T][]int{} // the symbols of a term
	symbols := func(t logic.T) []int {
		out, known := reads[t]
		if !known {
			for _, x := range c.Enc.TB.Vars(t) {
				if i := c.Enc.Symbol(x); i >= 0 {
					out = append(out, i)
				}
			}
			reads[t] = out
		}
		return out
	}
	live := make([]map[int]bool, a.NumStates())
	for q := range live {
		live[q] = map[int]bool{}
	}
	for changed := true; changed; {
		changed = false
		for q := a.NumStates() - 1; q >= 0; q-- {
			n := len(live[q])
			for _, e := range a.Out[q] {
				f := c.Effect(e.Letter)
				for _, g := range f.Guard {
					for _, i := range symbols(g) {
						live[q][i] = true
					}
				}
				for i := range live[e.To] {
					t, written := f.Writes[c.Enc.SymbolTerm(i)]
					if !written {
						live[q][i] = true
						continue
					}
					for _, k := range symbols(t) {
						live[q][k] = true
					}
				}
			}
			changed = changed || len(live[q]) > n
		}
	}
	out := map[int32]map[int]bool{}
	for q, l := range live {
		if out[a.Label[q]] == nil {
			out[a.Label[q]] = map[int]bool{}
		}
		maps.Copy(out[a.Label[q]], l)
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
