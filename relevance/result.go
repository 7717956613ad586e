package relevance

import "culprit/cfg"

// Status says whether an assigning statement is relevant in a trace
// (Definition 3.1 of the paper). Undecided is the third value: the solver
// gave up, and the statement is neither claimed relevant nor irrelevant.
type Status uint8

// The answers of Algorithm 1 for one statement.
const (
	Irrelevant Status = iota
	Relevant
	Undecided
)

func (s Status) String() string {
	return [...]string{"irrelevant", "relevant", "undecided"}[s]
}

// FixKind says what assigning a fix value does.
type FixKind uint8

// The effects of a fix value.
const (
	NoFix       FixKind = iota
	AvoidsRun           // in some state that reaches the statement on this trace, the value makes the rest of the trace infeasible
	BlocksTrace         // for all inputs, the value makes the trace infeasible
)

func (k FixKind) String() string {
	return [...]string{"no fix", "avoids this run", "blocks the trace"}[k]
}

// Range is a closed interval of values, compared as Signed says.
type Range struct {
	Lo, Hi uint64
	Signed bool
}

// Mark is the answer for one assigning statement of a trace. The fix value of
// a block write (MemCopy, MemSet, MemHavoc) is the byte that fills the cells;
// it is relevant without a fix if only cells that differ from each other block.
type Mark struct {
	Step   int // index into Trace.Edges
	Status Status
	// Var is the assigned variable whose replacement blocks the rest; nil
	// for a memory write. A call that passes several parameters is relevant
	// if one of them is.
	Var  *cfg.Var
	Kind FixKind
	Fix  uint64 // value of the fix, valid if Kind != NoFix
	// Run holds the inputs before Step of the execution that the fix avoids,
	// if Kind is AvoidsRun and that is not the trace's own execution.
	Run []cfg.Input
	// Blocking lists values that block the trace for all inputs, in ascending
	// order, where the set was computed; every listed value is proved to
	// block. If Exact is set, every other value is proved not to.
	Blocking []Range
	Exact    bool
}

// TraceResult holds the marks of one trace, one per assigning statement, in
// order of steps.
type TraceResult struct {
	Trace *cfg.Trace
	Error *cfg.Loc // where the trace ends
	Marks []Mark
	// Branches has a mark for each branch that was looked at, in order of steps.
	Branches []BranchMark
}

// Statement is a program statement and its relevance over a set of traces
// that end in the same error location.
type Statement struct {
	Edge       *cfg.Edge
	VisitedIn  []int // indices of traces that execute it
	RelevantIn []int // indices of traces in which some occurrence is relevant
	Undecided  []int // indices of traces in which it is undecided and not relevant
	Input      bool  // it takes an input, or hands one on
	// Fix is one constant that blocks every trace, if HasFix is set, when all
	// occurrences of the statement assign it to FixVar (nil: to memory).
	HasFix   bool
	Fix      uint64
	FixVar   *cfg.Var
	Blocking []Range // values that block every trace, where computed
	// Validated: the constant may be called a fix, for the reasons that Validate
	// names. Assumed is what the proof with it rests on. Kept is how many right
	// executions were sampled: with the fix, all of them end as before.
	Validated bool
	Assumed   []cfg.Note
	Kept      int
	// Unreached: with the constant the assertion is never reached.
	Unreached bool
	// FixNote says why there is no common constant, or why it is not called a
	// fix.
	FixNote string
	// Everywhere says that it was proved to be relevant in all error paths that
	// end there, and not only in the traces.
	Everywhere bool
}

// Summary is relevance lifted from traces to the program (section 4).
type Summary struct {
	Error      *cfg.Loc
	Traces     []int       // indices of the traces that end at Error
	Statements []Statement // every assigning statement visited, by edge id
	Branches   []Branch    // every branch that was looked at, by edge id
}

// Branch is one outcome of a condition, and its relevance over a set of traces.
type Branch struct {
	Edge       *cfg.Edge
	VisitedIn  []int
	RelevantIn []int
	Undecided  []int
	Leaves     bool       // in some trace the other way does not come back
	Ends       []uint64   // constants in place of Const with which all traces end, the nearest first
	Const      *cfg.Const // of the condition, nil if there is none
}

// InAll reports whether the statement is relevant in every trace of s, which
// is the paper's definition of relevance in the program.
func (s *Summary) InAll(st *Statement) bool { return len(st.RelevantIn) == len(s.Traces) }

// Precision says how much the values that block tell a user about what to
// write instead, the most first.
type Precision uint8

// The precisions. A constant without a set of blocking values counts as an
// interval.
const (
	ProvedChange Precision = iota // a constant that may be called a fix
	AllButOne                     // every value but one blocks: the one assigned is wrong
	OneInterval
	SeveralIntervals
	NeverReached // a constant keeps the assertion from being reached
	NoConstant   // no constant blocks all traces
)

func (p Precision) String() string {
	return [...]string{"proved", "all but one", "interval", "several", "never reached", "no constant"}[p]
}

// Precision is that of a relevant statement.
func (st *Statement) Precision() Precision {
	switch {
	case st.Validated:
		return ProvedChange
	case !st.HasFix:
		return NoConstant
	case st.Unreached:
		return NeverReached
	}
	w := 0
	if t := st.target(); t != nil {
		w = t.width()
	}
	return precisionOf(st.Blocking, w)
}

// Precision is that of a relevant branch: a constant for its condition says as
// much as an interval, and that the failure is on this way only very little.
func (b *Branch) Precision() Precision {
	switch {
	case b.Leaves:
		return NeverReached
	case len(b.Ends) > 0:
		return OneInterval
	}
	return SeveralIntervals
}

// Precision is that of a relevant mark with a constant that blocks the trace,
// of a statement on edge e.
func (m *Mark) Precision(e *cfg.Edge) Precision {
	for _, t := range targets(e) {
		if t.v == m.Var {
			return precisionOf(m.Blocking, t.width())
		}
	}
	return precisionOf(nil, 0)
}

// precisionOf is the precision of a set of values of w bits that block.
func precisionOf(rs []Range, w int) Precision {
	if len(rs) == 0 {
		return OneInterval
	}
	// Values outside of the set, as far as two.
	key := func(r Range, v uint64) uint64 {
		if r.Signed {
			return v ^ 1<<uint(w-1)
		}
		return v
	}
	others, next := uint64(0), uint64(0)
	count := func(n uint64) { others = min(2, others+min(2, n)) }
	for _, r := range rs {
		count(key(r, r.Lo) - next)
		next = key(r, r.Hi) + 1
	}
	if last := rs[len(rs)-1]; key(last, last.Hi) != cfg.Mask(^uint64(0), w) {
		count(cfg.Mask(^uint64(0), w) - key(last, last.Hi))
	}
	switch {
	case others == 1:
		return AllButOne
	case others > 1 && len(rs) == 1:
		return OneInterval
	}
	return SeveralIntervals
}

// BranchMark is the answer for one branch of a trace: an instance of a
// condition of the user.
type BranchMark struct {
	Step   int // index into Trace.Edges
	Status Status
	// Leaves: taken the other way, the program does not come back to the
	// statements that follow in the trace.
	Leaves bool
	// Ends are constants that, in place of the one that the condition compares
	// with, change none of its outcomes in the trace before a relevant one, and
	// that: with them the trace ends. The nearest to the constant come first.
	Ends []uint64
	// Const is the constant that they replace, nil if there is none.
	Const *cfg.Const
}
