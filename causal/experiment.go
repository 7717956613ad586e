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

// back computes the relevant set before pair k from that before pair k+1.
func (w *walk) back(k int, gamma []diff) []diff {
	at, next := w.pairs[k], w.pairs[k+1]
	w.m.before(at)
	if at.f+1 == next.f && at.p+1 == next.p && !w.naive {
		if !w.defined(w.f, at.f, next.f, gamma) && !w.defined(w.p, at.p, next.p, gamma) && !w.mixed(at, gamma) { // Def-Free
			w.fast++
			return gamma
		}
		if out, ok := w.definition(at, next, gamma); ok {
			w.fast++
			return out
		}
	}
	w.steps++
	if w.diverges(at) {
		return w.branch(k, gamma)
	}
	return w.single(k, gamma, false)
}

// branch is Single-Step at a branch with different outcomes. In the language of
// the paper a condition is computed before it is tested: what is tested is a
// variable of its own here, the outcome, which lives for one entry.
func (w *walk) branch(k int, gamma []diff) []diff {
	at := w.pairs[k]
	e := w.f.g.Edge(at.f)
	w.decided = false
	mid := w.single(k, gamma, true)
	outcome := diff{cell: cell{v: inOutcome, act: -1}, f: uint64(e.ID), p: uint64(w.p.g.Edge(at.p).ID)}
	switch i := slices.Index(mid, outcome); {
	case i >= 0:
		mid = slices.Delete(mid, i, i+1)
	case !w.decided:
		return mid
	}
	taken := step{at: at.f, diff: outcome, kind: goes, p: at.p}
	// The values that the condition reads.
	base := w.p.at(at.p)
	var cands []diff
	for _, d := range w.candidates(base, at, at.f, at.f+1, nil) {
		cands = merge(cands, d)
	}
	if !w.m.same[e.ID] { // the condition of P reads something else
		more := newReads(w)
		for _, a := range w.p.readsOf(at.p) {
			more.add(at.p, a)
		}
		for _, d := range more.diffs(base, at) {
			cands = merge(cands, d)
		}
	}
	want := w.m.edges[e.ID]
	test := func(ds []diff) bool {
		s, ok := w.replaced(base, at, ds)
		if !ok {
			return false
		}
		var took *cfg.Edge
		s.Visit(func(in *cfg.Instance) bool { took = in.Edge; return false })
		return took == want
	}
	if len(cands) == 0 || want == nil || !w.try(test, cands) {
		w.roots = append(w.roots, taken)
		return mid
	}
	w.path = append(w.path, taken)
	for _, d := range w.minimal(cands, test) {
		mid = merge(mid, d)
	}
	return mid
}

// single is Single-Step: a minimal set of differences before pair k that
// induces gamma before pair k+1. With outcome, pair k is a branch with
// different outcomes, of which that of F is one more difference.
func (w *walk) single(k int, gamma []diff, outcome bool) []diff {
	x := &experiment{walk: w, k: k, at: w.pairs[k], next: w.pairs[k+1], base: w.p.at(w.pairs[k].p), outcome: outcome}
	from := x.at.f
	if outcome {
		from++
	}
	cands := w.candidates(x.base, x.at, from, x.next.f, gamma)
	if outcome && w.m.edges[w.f.g.Edge(x.at.f).ID] != nil {
		cands = append(cands, diff{cell: cell{v: inOutcome, act: -1}, f: uint64(w.f.g.Edge(x.at.f).ID), p: uint64(w.p.g.Edge(x.at.p).ID)})
	}
	test := func(ds []diff) bool { return x.induces(ds, gamma) }
	if kept := w.kept(x.at, x.next, cands, gamma); kept != nil && w.try(test, kept) {
		return kept
	}
	if len(cands) == 0 || !w.try(test, cands) {
		if cands, gamma = x.widen(cands, gamma); len(gamma) == 0 || len(cands) == 0 {
			return nil
		}
	}
	w.record(x.at, x.next, gamma)
	return w.minimal(cands, func(ds []diff) bool { return x.induces(ds, gamma) })
}
