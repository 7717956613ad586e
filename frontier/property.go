package frontier

import (
	"bytes"
	"context"
	"math"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/interp/dependence"
	"culprit/logic"
)

// property is what has to hold for a node to be polluted: P at the failure, or,
// once all polluted entities are branches, P', that one of the combinations of
// branches found last goes the other way (Algorithm 4, step 3).
//
// P holds if the run is as expected and comes to the failing statement again;
// for a wrong output, if all that is printed up to the end of the first wrong
// word is as expected. Later output may be another failure.
type property struct {
	ctx   context.Context
	in    *fault.Input
	g     *dependence.Graph
	rerun *fault.Rerunner
	// again is where the run has to come to once more, nil for outputs.
	again *cfg.Loc
	// begin is where in the output the expected text of the failure begins.
	begin int
	// right is the length of the output that P asks for.
	right int
	// weak: of other failures P asks only that the run comes to the failing
	// statement again and does not fail there.
	weak bool
	// number is the wrong number in the output, nil if there is none.
	number *wrongNumber
	// instead are the combinations of P', by instance; nil: P is asked for.
	instead [][]int
}

func newProperty(ctx context.Context, in *fault.Input, g *dependence.Graph, r *fault.Rerunner) (*property, error) {
	f := in.Failure
	p := &property{ctx: ctx, in: in, g: g, rerun: r, right: f.Offset + 1}
	switch f.Kind {
	case fault.FailedAssertion, fault.UndefinedBehavior:
		p.again = g.Edge(failing(g, f)).From
	case fault.WrongOutput:
		rec, err := in.Recording(ctx)
		if err != nil {
			return nil, err
		}
		if at, start, _ := rec.Printed(f.Offset); at >= 0 && f.Offset-start < len(f.Expected) {
			p.begin = start
			p.number = wrongNumberOf(rec.Result.Stdout, start, f)
			d := f.Offset - start
			n := bytes.IndexAny(f.Expected[d:], " \t\r\n")
			if n < 0 {
				n = len(f.Expected) - d
			}
			p.right = max(p.right, f.Offset+n)
		}
	}
	return p, nil
}

// holds executes the run with changes; whole says that it passes to its end.
func (p *property) holds(changes ...interp.Force) (holds, whole bool, err error) {
	if p.instead != nil {
		return p.turned(changes)
	}
	o, got, err := p.rerun.TryTo(p.needed(), changes...)
	if err != nil {
		return false, false, err
	}
	holds, whole = p.met(o, got), o == fault.Pass
	if holds && p.again != nil {
		holds, err = p.rerun.Reaches(p.again, changes...)
	}
	return holds, whole, err
}

// needed is up to which offset the output has to be right.
func (p *property) needed() int {
	switch {
	case p.again != nil && p.weak:
		return 0
	case p.in.Failure.Kind == fault.WrongOutput:
		return p.right
	}
	return math.MaxInt
}

// met reports whether a run with an outcome ends as P asks for.
func (p *property) met(o fault.Outcome, got *interp.RunResult) bool {
	if o != fault.Fail || p.again == nil || !p.weak {
		return o == fault.Pass || o == fault.Fail && p.printed(got)
	}
	_, f := p.rerun.Judge(got)
	return !f.Same(p.in.Failure)
}

// weaken asks for less: that the first wrong byte is right, or that the run does
// not fail where it did. It is false if that is what P asks for anyway.
func (p *property) weaken() bool {
	f := p.in.Failure
	was := p.right
	p.right, p.instead = f.Offset+1, nil
	weak := p.weak
	p.weak = p.again != nil
	return f.Kind == fault.WrongOutput && p.right < was || p.weak && !weak
}

// printed reports whether a failing run prints what P asks for.
func (p *property) printed(got *interp.RunResult) bool {
	if got.Status == interp.Stopped {
		return false
	}
	_, f := p.rerun.Judge(got)
	return p.in.Failure.Kind == fault.WrongOutput && f.Kind == fault.WrongOutput && f.Offset >= p.right
}

// end is where a property is checked in a run: instance at, -1 if the run does
// not come there.
type end struct {
	at    int
	holds bool
	whole bool // the run passes to its end
	// goal is the property over the symbols of a walker that has followed the
	// instance; it had n constraints before.
	goal func(w *walker, i *cfg.Instance, n int) logic.T
}

// judge decides about a recorded run with changes from an instance on.
func (p *property) judge(rec *interp.Recording, first int) (end, error) {
	if p.instead != nil {
		return p.judgeBranches(rec)
	}
	o, f := p.rerun.Judge(&rec.Result)
	e := end{at: -1, holds: p.met(o, &rec.Result), whole: o == fault.Pass}
	e.goal = func(*walker, *cfg.Instance, int) logic.T { return logic.True }
	switch {
	case p.again != nil:
		for i := range rec.All(first) {
			if i.Index > first && i.Edge.From == p.again {
				e.at = i.Index // the last one, where the property may be violated
			}
		}
		e.holds = e.holds && e.at >= 0
		e.goal = otherWay
	case o != fault.Fail:
	case f.Kind == fault.WrongOutput && p.in.Failure.Kind == fault.WrongOutput:
		at, start, _ := rec.Printed(f.Offset)
		e.at = at
		if at < first {
			e.at = -1
			break
		}
		text := p.expectedFrom(start)
		e.goal = func(w *walker, i *cfg.Instance, _ int) logic.T { return w.expected(i, text) }
	case f.Kind == fault.WrongStatus:
		for i := range rec.All(first) {
			if fault.SetsStatus(p.g.Prog, i.Edge) {
				e.at = i.Index
			}
		}
		e.goal = func(w *walker, i *cfg.Instance, _ int) logic.T {
			return w.equal(w.expr(i.Edge.Stmt.(*cfg.Assign).Src), 1, uint64(p.in.Failure.Status))
		}
	}
	return e, nil
}

// expectedFrom is the expected output from an offset on, as far as it is known.
func (p *property) expectedFrom(start int) []byte {
	f := p.in.Failure
	begin := p.begin // of f.Expected
	if start < begin || start-begin > len(f.Expected) {
		return nil
	}
	return f.Expected[start-begin:]
}

// otherWay is that the branch which an instance took goes the other way.
func otherWay(w *walker, i *cfg.Instance, n int) logic.T {
	var conds []logic.T
	for _, c := range w.p.conds[n:] {
		if !c.address {
			conds = append(conds, c.term)
		}
	}
	if len(conds) == 0 {
		return logic.True
	}
	w.p.conds = w.p.conds[:n]
	return w.TB.Not(w.TB.And(conds...))
}

// aligned is a run alongside the failing one.
func (p *property) aligned(rec *interp.Recording) (*dependence.Graph, *dependence.Alignment, error) {
	if rec.N > 2*maxAligned {
		return nil, nil, nil
	}
	other, err := p.g.Regions(p.ctx, rec)
	if err != nil {
		return nil, nil, err
	}
	return other, dependence.Align(p.g, other, nil), nil
}

// judgeBranches decides about P': the instances that correspond to those of a
// combination have another outcome; where one has no counterpart, the branch
// may have been wrong to be executed at all, and P decides. The goal is that of the last one of the
// first combination of which all instances have counterparts.
func (p *property) judgeBranches(rec *interp.Recording) (end, error) {
	o, _ := p.rerun.Judge(&rec.Result)
	e := end{at: -1, whole: o == fault.Pass, goal: otherWay}
	other, al, err := p.aligned(rec)
	if other == nil {
		return e, err
	}
	missing := false
	for _, combination := range p.instead {
		all, there, last := true, true, -1
		for _, i := range combination {
			j, ok := al.There(i)
			there, missing = there && ok, missing || !ok
			all = all && ok && other.Edge(j) != p.g.Edge(i)
			last = max(last, j)
		}
		if there && e.at < 0 {
			e.at = last
		}
		e.holds = e.holds || all
	}
	if missing && !e.holds {
		e.holds = p.original(rec)
	}
	return e, nil
}

// original reports whether P holds in a run from its beginning.
func (p *property) original(rec *interp.Recording) bool {
	o, _ := p.rerun.Judge(&rec.Result)
	if !p.met(o, &rec.Result) || p.again == nil {
		return p.met(o, &rec.Result)
	}
	for i := range rec.All(0) {
		if i.Edge.From == p.again {
			return true
		}
	}
	return false
}

// turned executes the run with changes and checks P'.
func (p *property) turned(changes []interp.Force) (holds, whole bool, err error) {
	rec, err := p.rerun.Record(0, changes...)
	if err != nil {
		return false, false, err
	}
	defer rec.Close()
	e, err := p.judgeBranches(rec)
	return e.holds, e.whole, err
}
