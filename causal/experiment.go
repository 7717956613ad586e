package causal

import (
	"bytes"
	"slices"

	"culprit/cfg"
	"culprit/interp"
)

// experiment executes P from pair k to the next one, with some differences.
type experiment struct {
	*walk
	k        int
	at, next pair
	base     *interp.Session
	outcome  bool // pair k is a branch, which a difference turns
}

// ending is how an experiment ended. It has no session if the differences could
// not be put into P.
type ending struct {
	s   *interp.Session
	res interp.RunResult
	out *bytes.Buffer
	ok  bool // it came to the next pair, or to the end of the run
}

func (x *experiment) run(ds []diff, visit func(*cfg.Instance)) ending {
	s, ok := x.replaced(x.base, x.at, ds)
	if !ok {
		return ending{}
	}
	if x.outcome {
		take := x.p.g.Edge(x.at.p)
		if slices.ContainsFunc(ds, func(d diff) bool { return d.v == inOutcome }) {
			take = x.m.edges[x.f.g.Edge(x.at.f).ID]
		}
		s.Force(interp.Force{At: x.at.p, Take: take})
	}
	e := ending{s: s, out: &bytes.Buffer{}}
	s.SetOutput(e.out, nil)
	e.res, e.ok = x.induced(s, x.k, visit)
	return e
}

// shows reports whether an execution with ds has difference g at its end.
func (x *experiment) shows(e ending, ds []diff, g diff) bool {
	return e.ok && x.has(e.s, e.res, e.out, x.at, x.next, ds, g)
}

// induces reports whether P with ds has all of gamma before the next pair.
func (x *experiment) induces(ds, gamma []diff) bool {
	e := x.run(ds, nil)
	return e.ok && !slices.ContainsFunc(gamma, func(g diff) bool { return !x.shows(e, ds, g) })
}

// widen is for candidates that do not induce gamma: the code differs, or P reads
// what F does not. Values that it reads are added until that is all; what is not induced
// then begins here, and the rest of gamma is returned. Both are nil if the time
// is up.
func (x *experiment) widen(cands, gamma []diff) (_, left []diff) {
	var e ending
	for range 8 {
		if x.ctx.Err() != nil {
			return nil, nil
		}
		x.tests++
		more := newReads(x.walk).from(x.at)
		e = x.run(cands, more.visit)
		n := len(cands)
		for _, d := range more.diffs(x.base, x.at) {
			cands = merge(cands, d)
		}
		if len(cands) == n {
			break
		}
	}
	for _, g := range gamma {
		if x.shows(e, cands, g) {
			left = append(left, g)
		} else {
			x.root(x.at, x.next, g)
		}
	}
	return cands, left
}
