package frontier

import (
	"bytes"
	"context"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// property is what has to hold for a node to be polluted: P at the failure, or,
// once all polluted entities are branches, P', that one of the combinations of
// branches found last goes the other way (Algorithm 4, step 3).
//
// P holds if the run is as expected and comes to the failing statement again;
// for a wrong output, if all that is printed up to the end of the first wrong
// word is as expected. What is printed behind may be another failure.
type property struct {
	in    *fault.Input
	g     *interp.Graph
	rerun *fault.Rerunner
	// again is where the run has to come to once more, nil for outputs.
	again *cfg.Loc
	// right is the length of the output that P asks for.
	right int
	// instead are the combinations of P', by instance; nil: P is asked for.
	instead [][]int
}

func newProperty(ctx context.Context, in *fault.Input, g *interp.Graph, r *fault.Rerunner) (*property, error) {
	f := in.Failure
	p := &property{in: in, g: g, rerun: r, right: f.Offset + 1}
	switch f.Kind {
	case fault.FailedAssertion, fault.UndefinedBehavior:
		p.again = g.Edge(failing(g, f)).From
	case fault.WrongOutput:
		rec, err := in.Recording(ctx)
		if err != nil {
			return nil, err
		}
		if at, start, _ := rec.Printed(f.Offset); at >= 0 && f.Offset-start < len(f.Expected) {
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

// The longest run that P' is checked in: corresponding instances are found by
// the execution indices of the whole run.
const mostAligned = 1_000_000

// holds executes the run with changes.
func (p *property) holds(changes ...interp.Force) (bool, error) {
	if p.instead != nil {
		return p.turned(changes)
	}
	o, got, err := p.rerun.Try(changes...)
	if err != nil {
		return false, err
	}
	if o != fault.Pass {
		return o == fault.Fail && p.printed(got), nil
	}
	if p.again == nil {
		return true, nil
	}
	return p.rerun.Reaches(p.again, changes...)
}

// printed reports whether a failing run prints what P asks for.
func (p *property) printed(got *interp.RunResult) bool {
	_, f := p.rerun.Judge(got)
	return p.in.Failure.Kind == fault.WrongOutput && f.Kind == fault.WrongOutput && f.Offset >= p.right
}

// turned checks P': the instances that correspond to those of a combination
// have another outcome.
func (p *property) turned(changes []interp.Force) (bool, error) {
	rec, err := p.rerun.Record(0, changes...)
	if err != nil {
		return false, err
	}
	defer rec.Close()
	if rec.N > 2*mostAligned {
		return false, nil
	}
	other, err := interp.NewGraph(p.g.Prog, rec, interp.GraphOptions{Size: rec.N})
	if err != nil {
		return false, err
	}
	al := interp.Align(p.g, other, nil)
	for _, combination := range p.instead {
		all := true
		for _, i := range combination {
			j, ok := al.There(i)
			all = all && ok && other.Edge(j) != p.g.Edge(i)
		}
		if all {
			return true, nil
		}
	}
	return false, nil
}
