package cascade

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"time"

	"culprit/logic"
	"culprit/smt"
)

// search is Algorithm 1 for one condition: where the weakest precondition
// becomes unsatisfiable, and the minimal core there.
//
// The formula before a position consists of the condition and of what all
// instances from there on assume. All of these hold in the run, so that those
// do not matter which the condition, or a value that it could have, does not
// touch. The search begins with the condition alone. Where some assignment of
// what was before the position satisfies it, the values that differ from those
// of the run are carried forward over the instances that they reach
// (critical.go). Members violated on the way join the formula, until an
// assignment violates nothing, or what has joined is unsatisfiable.
//
// A formula is unsatisfiable before all positions before one where it is. So
// the first such position is bracketed and bisected.
type search struct {
	b      *Builder
	t      *trace
	k, top int // the condition is at instance k, whose position is top
	wanted conjunct
	asked  int // questions that the engine gave up, of this part of the search
	ctx    context.Context
	// literal: every instance is walked over.
	literal bool
	// minimizes: the place is found, and the core is made smaller.
	minimizes bool
}

// everything is beyond all members.
var everything = member{inst: -1}

// found is what a search found.
type found struct {
	core []conjunct // with the condition
	stop int        // the instance before which the formula is unsatisfiable
	// limited: at a limit questions were not answered. bounded: there is no such
	// instance, or it was not found in time.
	limited, bounded bool
}

// cause is Algorithm 1 for a condition at instance k.
func (b *Builder) cause(ctx context.Context, k int, wanted conjunct) found {
	start, solver := time.Now(), b.stats.SolverTime
	e := b.g.Edge(k)
	limit := max(maxSearch/50, min(maxSearch, b.left/16)>>(3*b.failed[e]))
	literal := b.conf.NoIndependence || b.conf.NoSkipping
	switch {
	case literal:
		limit = math.MaxInt64 / 2
	case b.failed[e] >= maxFailed, b.left == 0 && b.searched[e]:
		limit = -1
	}
	b.searched[e] = true
	begun := b.trace.tb.Clock.Now()
	b.sums.begin(limit)
	defer func() {
		b.left = max(0, b.left-b.trace.tb.Clock.Since(begun))
		if b.sums.over() {
			b.failed[e]++
		} else {
			b.failed[e] = max(b.failed[e]-1, 0)
		}
		b.sums.end()
		b.stats.WPTime += time.Since(start) - (b.stats.SolverTime - solver)
	}()
	s := &search{b: b, t: b.trace, k: k, top: int(b.at[k]), wanted: wanted, ctx: ctx, literal: literal}
	find := s.find
	if literal {
		find = s.walk
	}
	p, part, ok := find(ctx)
	if !ok {
		return found{core: []conjunct{wanted}, bounded: true}
	}
	f := found{stop: k}
	if p < s.top {
		f.stop = b.insts[p]
	}
	f.core = s.core(p, part)
	f.limited = b.sums.over()
	return f
}

// find returns the last position before which the formula is unsatisfiable,
// and members that are so together. Where all that the condition depends on is
// constant, it is, and mostly only from there on.
func (s *search) find(ctx context.Context) (p int, part []member, ok bool) {
	unsat := max(0, int(s.t.lowOf(s.t.tb.Vars(s.wanted.term), int32(s.top))))
	if s.constant(unsat) != logic.False {
		unsat = 0
		if s.constant(0) != logic.False {
			return 0, nil, false // something that the run did not read decides
		}
	}
	sat := s.top + 1
	var hint []member
	up, down := 1, 1 // steps from both ends, until one passes the place
	for steps := 0; sat-unsat > 1 && ctx.Err() == nil; steps++ {
		var at int
		rises := steps%2 == 0
		switch {
		case up == 0:
			at = between(unsat, sat)
		case rises:
			at = min(unsat+up, sat-1)
		default:
			at = max(sat-down, unsat+1)
		}
		r, with := s.decide(at, everything, nil, hint)
		switch passed := (r == smt.Unsat) != rises; {
		case passed:
			up = 0
		case rises:
			up *= 2
		default:
			down *= 2
		}
		if r == smt.Unsat {
			unsat, part = at, with
		} else {
			sat = at
		}
		hint = with[max(0, len(with)-maxTried):]
	}
	return unsat, part, ctx.Err() == nil
}

// constant is the condition alone before a position.
func (s *search) constant(p int) logic.T { return s.b.sums.term(p, s.wanted.term) }

// between is the position between two others from which the longest stretch
// begins.
func between(lo, hi int) int {
	n := bits.Len(uint((hi-1)^lo)) - 1 // the highest bit in which they differ
	return (hi - 1) &^ (1<<n - 1)
}

// conjunct is a member as it joined the formula.
func (s *search) conjunct(x member) conjunct {
	return conjunct{inst: x.inst, term: s.assumed(x.inst)[x.n]}
}

// assumed lists what an instance assumes, that of the condition only that it
// accesses what it did.
func (s *search) assumed(i int) []logic.T {
	if i == s.k {
		return s.t.run.Alias(i)
	}
	return s.t.conjuncts(i)
}

// decide decides the formula before a position, of the members before until and
// those in fixed. First are some to begin with; the result has those that were
// looked at, after Unsat some that are unsatisfiable with the condition.
func (s *search) decide(p int, until member, fixed, first []member) (smt.Result, []member) {
	allowed := func(x member) bool {
		return int(s.b.at[x.inst]) >= p && (x.compare(until) < 0 || slices.Contains(fixed, x))
	}
	f := s.formula(p)
	f.join(allowed, append(slices.Clone(fixed), first...))
	for round := 0; ; round++ {
		if s.b.sums.over() {
			return smt.Unknown, f.members
		}
		if k := slices.Index(f.terms, logic.False); k >= 0 {
			return smt.Unsat, f.members[max(0, k-1):k]
		}
		if !f.repair() {
			if f.probe(allowed) {
				continue
			}
			if r := f.ask(); r != smt.Sat {
				return r, f.members
			}
		}
		more := f.violated(allowed, maxTried/4<<min(round/4, 8))
		switch {
		case s.b.sums.over() || s.ctx.Err() != nil || !s.literal && len(f.members) > maxMembers:
			return smt.Unknown, f.members
		case len(more) == 0:
			return smt.Sat, f.members
		case !f.join(allowed, more):
			return smt.Unknown, f.members // no model
		}
	}
}

// core is a minimal unsatisfiable core of the formula before position p: the
// one that is left when conjuncts are dropped as far as possible, the earliest
// of the run first. So it depends only on the formula. Instead of dropping them
// one by one, each member is found as the last of the shortest beginning, latest
// first, that is unsatisfiable together with the members found before. Once the
// engine has given up, it is what is left of the members that are known to be
// unsatisfiable.
func (s *search) core(p int, part []member) []conjunct {
	core := []conjunct{s.wanted}
	s.asked, s.minimizes = 0, true
	var fixed []member
	for part = s.shrink(p, fixed, part); len(part) > 0; {
		last := slices.MaxFunc(part, member.compare)
		if !s.tired() {
			last, part = s.last(p, fixed, part)
			if len(part) == 0 {
				break
			}
		}
		fixed = append(fixed, last)
		core = append(core, s.conjunct(last))
		part = without(part, last)
	}
	return core
}

// last finds the shortest beginning by bisection, of the members in part, which
// are unsatisfiable with those in fixed, and of others that come before them.
// Rest is what is left of part, with that last member; nothing if fixed is
// enough.
func (s *search) last(p int, fixed, part []member) (last member, rest []member) {
	open := member{s.k + 1, 0} // not enough before this one
	for len(part) > 0 {
		last = slices.MaxFunc(part, member.compare)
		until := last
		lo, hi := int(s.b.at[last.inst]), min(s.top+1, len(s.b.insts))
		if open.inst <= s.k {
			hi = int(s.b.at[open.inst])
		}
		if hi-lo > 1 {
			until = member{s.b.insts[(lo+hi)/2], 0}
		}
		first := slices.DeleteFunc(slices.Clone(part), func(x member) bool { return x.compare(until) >= 0 })
		r, with := s.decide(p, until, fixed, first)
		switch {
		case r == smt.Unsat:
			part = s.shrink(p, fixed, with)
		case until == last || s.tired():
			return last, part
		default:
			open = until
		}
	}
	return last, part
}

// shrink drops members that are not needed for the others to be unsatisfiable
// with the condition and those in fixed, the earliest first.
func (s *search) shrink(p int, fixed, part []member) []member {
	part = slices.DeleteFunc(slices.Clone(part), func(x member) bool { return slices.Contains(fixed, x) })
	slices.SortFunc(part, member.compare)
	var needed []member
	for n := (len(part) + 1) / 2; len(part) > 0; {
		n = min(n, len(part))
		rest := part[:len(part)-n]
		f := s.formula(p)
		f.join(func(member) bool { return true }, slices.Concat(fixed, rest, needed))
		switch {
		case f.ask() == smt.Unsat:
			part = rest
		case n > 1:
			n /= 2
		default:
			needed, part = append(needed, part[len(rest)]), rest
		}
	}
	return needed
}

func without(list []member, x member) []member {
	return slices.DeleteFunc(slices.Clone(list), func(y member) bool { return x == y })
}

// tired reports whether the engine has given up too often.
func (s *search) tired() bool {
	return !s.literal && (s.b.sums.over() || s.asked >= maxUnknown || s.minimizes && s.b.unknown >= 30*maxUnknown)
}
