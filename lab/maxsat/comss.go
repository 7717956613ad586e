package maxsat

import (
	"context"
	"slices"
	"time"

	"culprit/smt"
)

// oracle decides a formula in which some statements are left out. In an
// answer Unsat, core lists statements that cannot all stay, ascending; they
// are none of those left out.
type oracle interface {
	check(without []int) (r smt.Result, core []int)
}

// enumerator lists the correction sets of an unsatisfiable formula, smallest
// first: minimal sets of statements without which it is satisfiable. Their
// complements are its maximal satisfiable subsets.
//
// A correction set leaves no core whole. So the candidates are the smallest
// sets that hit all cores seen so far and contain no set found: either the
// formula is satisfiable without a candidate, and it is a correction set, a
// minimal one because no smaller set was left; or there is a core that it does
// not hit (Davies and Bacchus, Solving MAXSAT by solving a sequence of simpler
// SAT instances, 2011).
type enumerator struct {
	o     oracle
	ctx   context.Context
	sizes int // largest set
	sets  int // most sets
	steps int // of one search for a candidate

	// accept, if not nil, is told of each set right after its check.
	accept func([]int)

	size   int // of the sets tried last
	cores  [][]int
	found  [][]int
	checks int
	// stopped says why the list may be incomplete, "" if it is not.
	stopped string
}

// Reasons to stop.
const (
	stopSize    = "larger sets of statements were not tried"
	stopSets    = "the number of sets is limited"
	stopTime    = "the time is up"
	stopSearch  = "there are too many candidates"
	stopUnknown = "the solver could not decide a candidate in its time"
)

// run enumerates until nothing is left or a limit is reached. It returns false
// if the formula is satisfiable as it stands.
func (e *enumerator) run() bool {
	if e.check(nil) == smt.Sat {
		return false
	}
	for e.size = 1; e.stopped == ""; {
		if len(e.found) >= e.sets {
			e.stop(stopSets)
			break
		}
		s := hitting{e: e, left: e.steps}
		h, ok := s.search(e.size)
		switch {
		case s.left < 0:
			e.stop(stopSearch)
		case ok:
			if e.check(h) == smt.Sat {
				e.found = append(e.found, h)
				if e.accept != nil {
					e.accept(h)
				}
			}
		case !s.cut: // nothing hits all cores
			return true
		case e.size == e.sizes:
			e.stop(stopSize)
		default:
			e.size++
		}
	}
	return true
}

func (e *enumerator) stop(why string) {
	if e.stopped == "" {
		e.stopped = why
	}
}

// check decides the formula without some statements, and keeps the core.
func (e *enumerator) check(without []int) smt.Result {
	e.checks++
	if e.ctx.Err() != nil {
		e.stop(stopTime)
		return smt.Unknown
	}
	r, core := e.o.check(without)
	switch {
	case r == smt.Unsat:
		e.cores = append(e.cores, core)
	case r == smt.Unknown && e.ctx.Err() != nil:
		e.stop(stopTime)
	case r == smt.Unknown:
		e.stop(stopUnknown)
	}
	return r
}

// hitting searches for a set that hits all cores.
type hitting struct {
	e    *enumerator
	left int  // steps
	cut  bool // a set was given up because of its size
	set  []int
	out  []int // members that may not be added any more, by use as a stack
}

// search returns the first set of at most size members, in the order of the
// cores' members.
func (s *hitting) search(size int) ([]int, bool) {
	s.left--
	if s.left < 0 {
		return nil, false
	}
	for _, f := range s.e.found {
		if contains(s.set, f) {
			return nil, false
		}
	}
	var open []int
	miss := false
	for _, c := range s.e.cores {
		if slices.ContainsFunc(c, func(x int) bool { return slices.Contains(s.set, x) }) {
			continue
		}
		if !miss || len(c) < len(open) {
			open, miss = c, true
		}
	}
	if !miss {
		out := slices.Clone(s.set)
		slices.Sort(out)
		return out, true
	}
	if len(s.set) == size {
		s.cut = true
		return nil, false
	}
	// Candidates that failed are not needed in the sets tried later.
	before := len(s.out)
	defer func() { s.out = s.out[:before] }()
	for _, x := range open {
		if slices.Contains(s.out, x) {
			continue
		}
		s.set = append(s.set, x)
		h, ok := s.search(size)
		s.set = s.set[:len(s.set)-1]
		if ok || s.left < 0 {
			return h, ok
		}
		s.out = append(s.out, x)
	}
	return nil, false
}

// contains reports whether set has all of sub.
func contains(set, sub []int) bool {
	return !slices.ContainsFunc(sub, func(x int) bool { return !slices.Contains(set, x) })
}

// deadline is the time left for one check: at most each, and not beyond the
// end of ctx.
func deadline(ctx context.Context, each time.Duration) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return max(min(each, time.Until(end)), time.Millisecond)
	}
	return each
}
