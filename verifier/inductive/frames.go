package inductive

import (
	"fmt"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Invariants from what leads to an error, after Bradley, SAT-based model checking
// without unrolling (2011), with preconditions around a model in place of
// states, as in Komuravelli, Gurfinkel and Chaki, SMT-based model checking for
// recursive programs (2014).
//
// A frame k holds, for each head of a loop, clauses that are true of all
// executions that come there after at most k segments. From a state of the
// last frame that leads to an error a cube is computed: literals that all lead
// there the same way. Where it is not reached in one segment less, the
// part of it that explains this is excluded by a clause; else there is a cube
// before it, which is excluded first. When two frames are the same, their
// clauses are an inductive invariant. A state machine of which many parts may
// be in many states needs a clause for some pairs of them, where an automaton
// of predicates has a state for each combination.
//
// Differences: control is explicit at the heads of loops, and what holds of
// them by the invariant of joint.go is given from the start.

// Frames are those clauses.
type Frames struct {
	*Open  // with what is given
	enc    *hoare.Encoder
	final  []bool
	Top    int
	lemmas map[automata.State][]lemma
	in     map[automata.State][]int // segments, by where they lead
	flat   []*flat
	queue  []obligation // that an interrupted turn left
	cubes  int          // that were asked about
}

// lemma is a clause that is true of the frames up to a level: a cube is excluded.
type lemma struct {
	cube   []logic.T // sorted
	clause logic.T
	level  int
}

// flat is a segment without the symbols that stand for how its instances are reached.
type flat struct {
	guard logic.T
	after map[logic.T]logic.T
	lits  map[logic.T]logic.T // literals after the segment, as they are asked about
}

// NewFrames begins with what the invariant of the program knows.
func NewFrames(left *Open, enc *hoare.Encoder, targets []*cfg.Loc) *Frames {
	f := &Frames{Open: &Open{left.Houdini, left.ctl, targets}, enc: enc, final: finalsOf(left.ctl, targets), Top: 1,
		lemmas: map[automata.State][]lemma{}, in: map[automata.State][]int{}}
	f.Budget.Work = QueryWork
	f.open = make([]*smt.Session, len(f.Segs))
	for i, s := range f.Segs {
		f.in[s.To] = append(f.in[s.To], i)
		f.flat = append(f.flat, nil)
	}
	return f
}

// String says what came of a search so far.
func (f *Frames) String() string {
	return fmt.Sprintf("%d, %d clauses, %d cubes, %d questions", f.Top, f.size(), f.cubes, f.Asked)
}

// size is how many clauses there are.
func (f *Frames) size() int {
	n := 0
	for _, q := range f.heads {
		n += len(f.lemmas[q])
	}
	return n
}

// flatten is the segment in closed form.
func (f *Frames) flatten(i int) *flat {
	if f.flat[i] == nil {
		s := f.Segs[i]
		is := s.u.Reached(s.end)
		x := &flat{guard: f.TB.Subst(s.u.Guard(s.end), is), after: map[logic.T]logic.T{}, lits: map[logic.T]logic.T{}}
		for sym, t := range s.After {
			x.after[sym] = f.TB.Subst(t, is)
		}
		f.flat[i] = x
	}
	return f.flat[i]
}

// question asks whether a segment leads from the frame of a level, and from where
// not is true, into a cube. core are the literals of the cube that exclude it.
func (f *Frames) question(i, level int, not logic.T, cube []logic.T) (r smt.Result, m *logic.Model, core []logic.T) {
	s, x := f.Segs[i], f.flatten(i)
	if f.open[i] == nil {
		f.open[i] = f.Solver.Session(append(slices.Clone(s.Path), f.inv[s.from]...)...)
	}
	given := []logic.T{not}
	for _, l := range f.lemmas[s.from] {
		if l.level >= level {
			given = append(given, l.clause)
		}
	}
	n := len(given)
	var of []logic.T
	for _, l := range cube {
		t, ok := x.lits[l]
		if !ok {
			t = f.TB.Subst(l, s.After)
			x.lits[l] = t
		}
		switch t {
		case f.TB.False():
			return smt.Unsat, nil, []logic.T{l}
		case f.TB.True():
			continue
		}
		given, of = append(given, t), append(of, l)
	}
	f.Asked++
	r = f.open[i].CheckBudget(f.Budget, given...)
	switch r {
	case smt.Sat:
		m = f.open[i].Model()
	case smt.Unsat:
		for _, k := range f.open[i].Failed() {
			if k >= n {
				core = append(core, of[k-n])
			}
		}
	}
	return r, m, core
}

// excluded asks whether no segment leads from the frame of a level into a cube
// at a head. core are the literals that exclude it; else seg leads there, with a
// model. apart says that the cube itself is left out where the segment begins.
func (f *Frames) excluded(q automata.State, level int, cube []logic.T, apart bool) (r smt.Result, seg int, m *logic.Model, core []logic.T) {
	for _, i := range f.in[q] {
		s := f.Segs[i]
		if level == 0 && f.isHead(s.from) {
			continue // no execution comes to a head without a segment
		}
		not := f.TB.True()
		if apart && s.from == q {
			not = f.clause(cube)
		}
		r, m, c := f.question(i, level, not, cube)
		if r != smt.Unsat {
			return r, i, m, nil
		}
		for _, l := range c {
			if !slices.Contains(core, l) {
				core = append(core, l)
			}
		}
	}
	return smt.Unsat, -1, nil, core
}

func (f *Frames) isHead(q automata.State) bool { return slices.Contains(f.heads, q) }

// clause excludes a cube.
func (f *Frames) clause(cube []logic.T) logic.T { return f.TB.Not(f.TB.And(cube...)) }

// before is a cube from all states of which a segment leads into that of o. It is
// Unknown if there is none, as where the segment begins at the start.
func (f *Frames) before(i int, o obligation, m *logic.Model) (obligation, smt.Result) {
	from, x := f.Segs[i].from, f.flatten(i)
	none := obligation{target: o.target}
	t := f.TB.And(append([]logic.T{x.guard}, f.TB.SubstAll(o.cube, x.after)...)...)
	var vars []logic.T
	for _, v := range f.TB.Vars(t) {
		if f.enc.Symbol(v) < 0 {
			if f.TB.Sort(v).Kind == logic.SArray {
				return none, smt.Unknown
			}
			vars = append(vars, v)
		}
	}
	f.TB.Clock.Count(f.TB.Size(t), work.Cell)
	lits := logic.Cube(f.TB, vars, t, m)
	if lits == nil || !f.isHead(from) {
		return none, smt.Unknown
	}
	slices.Sort(lits)
	return obligation{from, o.level - 1, lits, o.target}, smt.Sat
}

// obligation is a cube to be excluded from a frame, since it leads to a target.
type obligation struct {
	at     automata.State
	level  int
	cube   []logic.T
	target automata.State
}

// Advance adds frames until two are the same. ok is false if there is nothing left
// to do. A target that can be reached, or about which a question is not decided, is
// given up.
func (f *Frames) Advance() (proved, ok bool) {
	for {
		hard, r := f.block()
		if r == smt.Unsat {
			var o obligation
			if o, r = f.reaching(); r == smt.Sat {
				f.queue = append(f.queue, o)
				continue
			}
			hard = o.target
		}
		switch {
		case f.ctx.Err() != nil:
			return false, true
		case r != smt.Unsat:
			if f.drop(hard); len(f.Targets) == 0 {
				return false, false
			}
		case f.propagate():
			return true, true
		}
	}
}

// drop gives a target up.
func (f *Frames) drop(q automata.State) {
	l := f.ctl.Loc(f.ctl.Auto, q)
	f.Targets = slices.DeleteFunc(slices.Clone(f.Targets), func(m *cfg.Loc) bool { return m == l })
	f.final = finalsOf(f.ctl, f.Targets)
	f.queue = slices.DeleteFunc(f.queue, func(o obligation) bool { return !f.final[o.target] })
}

// reaching is a cube of the last frame that leads to an error.
func (f *Frames) reaching() (o obligation, r smt.Result) {
	for i, s := range f.Segs {
		if !f.final[s.To] {
			continue
		}
		r, m, _ := f.question(i, f.Top, f.TB.True(), nil)
		if r == smt.Sat {
			return f.before(i, obligation{level: f.Top + 1, target: s.To}, m)
		}
		if r != smt.Unsat {
			return obligation{target: s.To}, r
		}
	}
	return o, smt.Unsat
}

// block excludes the cubes in the queue, from the lowest frame on. The answer is Unsat
// when that is done, and Sat or Unknown where it cannot be, for the sake of a target.
func (f *Frames) block() (target automata.State, r smt.Result) {
	for len(f.queue) > 0 {
		least := 0
		for k := range f.queue {
			if f.queue[k].level < f.queue[least].level {
				least = k
			}
		}
		o := f.queue[least]
		if f.known(o) {
			f.queue = slices.Delete(f.queue, least, least+1)
			continue
		}
		f.cubes++
		r, seg, m, core := f.excluded(o.at, o.level-1, o.cube, true)
		if r == smt.Sat {
			var before obligation
			if before, r = f.before(seg, o, m); r == smt.Sat {
				f.queue = append(f.queue, before)
				continue
			}
		}
		if r != smt.Unsat {
			return o.target, r
		}
		level := f.learn(o, core)
		if f.ctx.Err() != nil {
			return o.target, smt.Unknown
		}
		f.queue = slices.Delete(f.queue, least, least+1)
		o.level = level + 1
		if level < f.Top {
			f.queue = append(f.queue, o)
		}
	}
	return 0, smt.Unsat
}

// known reports whether a cube is excluded from its frame by a clause already.
func (f *Frames) known(o obligation) bool {
	return slices.ContainsFunc(f.lemmas[o.at], func(l lemma) bool { return l.level >= o.level && subset(l.cube, o.cube) })
}

// subset reports whether the literals of a are among those of b, both sorted.
func subset(a, b []logic.T) bool {
	for _, x := range a {
		if _, ok := slices.BinarySearch(b, x); !ok {
			return false
		}
	}
	return true
}

// learn adds a clause with as few literals as it needs, at the highest level at
// which it holds, which it gives.
func (f *Frames) learn(o obligation, core []logic.T) int {
	f.Budget.Work = QueryWork / 4 // an extra literal in a clause does no harm
	defer func() { f.Budget.Work = QueryWork }()
	level := o.level
	slices.Sort(core)
	cube := core
	for _, l := range slices.Clone(core) {
		if len(cube) == 1 || !slices.Contains(cube, l) {
			continue
		}
		less := slices.DeleteFunc(slices.Clone(cube), func(x logic.T) bool { return x == l })
		if r, _, _, c := f.excluded(o.at, level-1, less, true); r == smt.Unsat && len(c) > 0 {
			slices.Sort(c)
			cube = c
		}
	}
	for level < f.Top {
		if r, _, _, _ := f.excluded(o.at, level, cube, true); r != smt.Unsat {
			break
		}
		level++
	}
	if f.ctx.Err() == nil {
		f.add(o.at, lemma{cube, f.clause(cube), level})
	}
	return level
}

// add adds a clause and drops those that it implies.
func (f *Frames) add(q automata.State, l lemma) {
	f.lemmas[q] = append(slices.DeleteFunc(f.lemmas[q], func(o lemma) bool { return o.level <= l.level && subset(l.cube, o.cube) }), l)
}

// propagate moves clauses to the next frame where they hold there, and adds a
// frame. It is true if two frames are the same: what they have in common is
// inductive, and becomes the invariant.
func (f *Frames) propagate() bool {
	for level := 1; level <= f.Top; level++ {
		left := 0
		for _, q := range f.heads {
			for _, l := range slices.Clone(f.lemmas[q]) {
				if l.level != level {
					continue
				}
				if r, _, _, _ := f.excluded(q, level, l.cube, false); r == smt.Unsat {
					l.level++
					f.add(q, l)
				} else {
					left++
				}
			}
		}
		if f.ctx.Err() != nil {
			return false
		}
		if left == 0 {
			for _, q := range f.heads {
				for _, l := range f.lemmas[q] {
					if l.level > level {
						f.inv[q] = append(f.inv[q], l.clause)
					}
				}
			}
			f.open = make([]*smt.Session, len(f.Segs))
			return true
		}
	}
	f.Top++
	return false
}
