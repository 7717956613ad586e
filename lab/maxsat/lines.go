package maxsat

import (
	"errors"
	"fmt"
	"slices"

	"culprit/smt"
)

// lastInstances are the numbers of instances of a line that are doubted, the
// last ones, if a formula that doubts all is too large.
var lastInstances = []int{16, 2}

// lineByLine decides for each line alone whether it is a correction set. In
// such a formula everything that does not depend on the line has the value of
// the run, so that it is small where that of all lines is large.
func (a *analysis) lineByLine() {
	a.note("sets of several lines were not tried: each line has a formula of its own")
	open := 0
	for k := range a.lines {
		c := &a.lines[k]
		if slices.Contains(a.found, c.line) {
			continue
		}
		if a.ctx.Err() != nil {
			a.note(fmt.Sprintf("%s before %d of %d lines were looked at", stopTime, len(a.lines)-k, len(a.lines)))
			break
		}
		if !a.line(c) {
			open++
		}
	}
	if open > 0 {
		a.note(fmt.Sprintf("%d lines could not be decided within the limits", open))
	}
}

// line decides whether one line is a correction set. It returns false if that
// is not known.
func (a *analysis) line(c *candidate) bool {
	if last := c.instances[len(c.instances)-1]; last == a.post.at && len(c.instances) == 1 {
		u, err := a.unroll(scope{only: &c.line, from: last, terms: a.conf.Terms, steps: 1})
		if err != nil {
			return false
		}
		return a.alone(u) != smt.Unknown
	}
	for k, sc := range a.scopes(c) {
		u, err := a.unroll(sc)
		if errors.Is(err, errSize) {
			continue
		}
		if err != nil {
			return false
		}
		if r := a.alone(u); r == smt.Sat || r == smt.Unsat && k == 0 && u.off.kept == 0 {
			return true
		}
	}
	return false
}

// scopes are formulas of a line, ever smaller ones: with all its instances or
// the last ones, with the ways that the run did not take or without.
func (a *analysis) scopes(c *candidate) []scope {
	var out []scope
	for k, n := range append([]int{len(c.instances)}, lastInstances...) {
		if k > 0 && n >= len(c.instances) {
			continue
		}
		sc := scope{only: &c.line, from: c.instances[len(c.instances)-n], terms: a.conf.Terms, steps: a.conf.Terms / 2}
		out = append(out, sc)
		sc.steps = 0
		out = append(out, sc)
	}
	return out
}

// alone decides a formula with one unit.
func (a *analysis) alone(u *unroller) smt.Result {
	a.limits(u)
	a.out.Units++
	a.out.Formula = max(a.out.Formula, u.pos+1)
	a.out.Checks++
	s := a.open(u)
	defer s.sess.Close()
	for range 2 {
		r := s.decide()
		if r != smt.Sat || len(u.units) == 0 {
			return r
		}
		m := s.sess.Model()
		switch s.decide(u.units[0].sel) {
		case smt.Unsat:
			a.add(u, s, []int{0}, m)
			return smt.Sat
		case smt.Unknown:
			return smt.Unknown
		}
		// The unknown values of the formula suffice for the postcondition.
		a.note(noteStrict)
		s.sess.Assert(u.strict)
	}
	return smt.Unknown
}
