package unroll

import (
	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Unrolling is bounded model checking of an automaton of error traces. Its
// level k holds the executions that take k back edges; within a level,
// branches that join are merged into one symbolic state, so that the formula
// grows with the program and not with the number of paths. Every level is
// asked whether it reaches a final state; if the frontier into the next level
// is infeasible, no longer error trace is feasible.
//
// Guards of merged states are fresh variables with one-sided definitions
// g -> c1 | c2 | ..., which keeps terms shallow.
//
// A merged value is that of the last branch whose condition holds. So the
// conditions of branches must exclude each other, or the executions that take
// another one would be lost. Where that is not evident from their form, the
// choice becomes an input of the formula.
type Unrolling struct {
	Enc     *hoare.Encoder // of all terms
	engine  smt.Engine
	Ctl     *hoare.Control
	Rem     *automata.NFA    // what is unrolled, over the letters of Ctl
	order   []automata.State // reverse postorder
	pos     []int32          // state -> position in order
	Level   int              // how many levels there are
	Unwound *Unwound         // nil: level by level
	inst    []instance
	entries map[automata.State][]entry // of the next level
	pending []int32                    // error instances not decided yet
	asking  *question                  // about pending, begun and not decided
	unsup   []int32                    // unsupported instances not asked about yet
	// Unsupported is a reachable location of kind Unsupported, if one was met.
	Unsupported *cfg.Loc
	exclusive   map[automata.State]bool // what excludes says, where it was asked
	// Arrived, if set, gets the state in which each final state is reached.
	Arrived func(q automata.State, id int32, s *hoare.Sym)
}

type instance struct {
	state automata.State
	guard logic.T
	in    []Edge
}

// Edge leads from one instance to the next.
type Edge struct {
	from   int32
	letter automata.Letter
	cond   logic.T
}

// entry is a symbolic state that arrives at a state.
type entry struct {
	Edge
	sym *hoare.Sym
}

// Status is the outcome of one advance.
type Status uint8

// New begins to unroll an automaton over the letters of ctl, with terms that count on
// a clock.
func New(ctl *hoare.Control, rem *automata.NFA, engine smt.Engine, clock *work.Clock) *Unrolling {
	return NewWith(hoare.NewEncoder(logic.TableOn(clock), ctl.Prog), ctl, rem, engine)
}

// NewWith is newUnrolling with the terms of an encoder.
func NewWith(enc *hoare.Encoder, ctl *hoare.Control, rem *automata.NFA, engine smt.Engine) *Unrolling {
	u := &Unrolling{Enc: enc, engine: engine, Ctl: ctl, Rem: rem}
	u.order = automata.TopologicalOrder(rem)
	u.pos = make([]int32, rem.NumStates())
	for i := range u.pos {
		u.pos[i] = -1
	}
	for i, q := range u.order {
		u.pos[q] = int32(i)
	}
	u.exclusive = map[automata.State]bool{}
	u.entries = map[automata.State][]entry{}
	for _, q := range rem.Initial {
		u.entries[q] = []entry{{Edge{-1, -1, u.Enc.TB.True()}, hoare.NewSym(u.Enc)}}
	}
	return u
}

// Loc is the location of an instance.
func (u *Unrolling) Loc(id int32) *cfg.Loc { return u.Ctl.Loc(u.Rem, u.inst[id].state) }

// Guard is the condition under which an instance is reached.
func (u *Unrolling) Guard(id int32) logic.T { return u.inst[id].guard }

// Instances is the number of instances of states.
func (u *Unrolling) Instances() int { return len(u.inst) }

// Terms is the number of terms so far.
func (u *Unrolling) Terms() int { return u.Enc.TB.Len() }

// Letters are those of a word.
func (u *Unrolling) Letters(word []automata.Letter) []*hoare.Letter {
	out := make([]*hoare.Letter, len(word))
	for i, a := range word {
		out[i] = u.Ctl.Letters[a]
	}
	return out
}

// Release gives the memory of a finished unrolling back. Replay and FollowCases of
// another one still take it as their guide.
func (u *Unrolling) Release() { u.Enc, u.inst, u.entries = nil, nil, nil }

// edgesOf are those by which entries arrive.
func edgesOf(es []entry) []Edge {
	out := make([]Edge, len(es))
	for i, e := range es {
		out[i] = e.Edge
	}
	return out
}

// question is a formula that an incremental engine has begun to decide: it goes on
// where it was interrupted.
type question struct {
	formula []logic.T // not translated yet
	inst    smt.Instance
	work    work.Amount // done so far
}

// Unwound says of an unrolling how often its loops were unwound, in the order in
// which they began, and the questions where they might go on.
type Unwound struct {
	Rounds []int
	beyond []lastRound
	// Hard are the errors that were put off until those after them were refuted,
	// and longest what the longest question took.
	Hard    []int32
	longest work.Amount
}

// lastRound is where a loop might go on, how many instances there are when that is
// asked, and whether it was refuted.
type lastRound struct {
	known int
	edges []Edge
	ends  bool
}
