package causal

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/interp"
)

// cell is a part of the state, named as in the failing run.
type cell struct {
	v    int32 // Var.ID, or one of inMemory and so on
	act  int32 // of a local variable: the call of its activation
	addr uint64
	size uint32
}

// diff is a value difference: an element of the relevant set Γ.
type diff struct {
	cell
	f, p uint64 // its values; both numbers as their own run has them
}

// pair is an entry of the alignment Λ: the same index in F and in P.
type pair struct{ f, p int }

// step is an element of the causal path: a definition in the failing run.
type step struct {
	at   int // instance of F
	diff diff
	kind stepKind
	p    int // where the reference is then
}

type stepKind uint8

const (
	defines stepKind = iota // it gives the cell its faulty value
	goes                    // a branch with another outcome
	keeps                   // the reference gives the cell another value later, the failing run does not
	lacks                   // the statement of the failing run after which the reference does so
	fails                   // the failure itself
	extra                   // a statement that the reference does not execute
	past                    // one that it does not come to, because of a guard that the failing run lacks
	early                   // the statement of the failing run before which the reference does so
	instead                 // a statement in place of which the reference gives the cell another value
)

// walk computes a causal path backwards.
type walk struct {
	ctx   context.Context
	m     *mapping
	f, p  *run
	naive bool // without fast passes
	pairs []pair
	most  int // printed bytes that count

	common  int // printed bytes that are equal
	path    []step
	roots   []step // definitions whose inputs do not differ
	novalue *cell  // what F uses without a value
	decided bool   // the branch looked at decides on a definition that no execution of P has
	notes   []string
	tests   int // re-executions
	steps   int // applications of Single-Step
	fast    int // and of the fast passes
}

// newWalk aligns the runs.
func newWalk(ctx context.Context, m *mapping) *walk {
	w := &walk{ctx: ctx, m: m, f: m.f, p: m.p}
	last := pair{-1, -1}
	for i, j := range m.al.Pairs() {
		if j > last.p { // statements that changed places are not compared
			last = pair{i, j}
			w.pairs = append(w.pairs, last)
		}
	}
	w.pairs = append(w.pairs, pair{w.f.n, w.p.n})
	for w.common < min(len(w.f.out), len(w.p.out)) && w.f.out[w.common] == w.p.out[w.common] {
		w.common++
	}
	return w
}

// run applies the rules from the last pair to the first, or until no relevant
// difference is left.
func (w *walk) run(gamma []diff) {
	for k := len(w.pairs) - 2; k >= 0 && len(gamma) > 0 && w.ctx.Err() == nil; k-- {
		gamma = w.back(k, gamma)
	}
}

// diverges reports whether a pair is a branch with different outcomes.
func (w *walk) diverges(at pair) bool {
	e := w.f.g.Edge(at.f)
	if len(e.From.Out) < 2 {
		return false
	}
	return w.m.edges[e.ID] != w.p.g.Edge(at.p)
}

// defined reports whether instances from..to-1 of a run write something of
// gamma.
func (w *walk) defined(r *run, from, to int, gamma []diff) bool {
	for i := range gamma {
		if w.writes(r, from, to, gamma[i].cell) {
			return true
		}
	}
	return false
}

// mixed reports whether the statement of a pair reads differences of which some
// are in gamma and some are not. With those of gamma alone it may do what it
// does in neither run: branch or write elsewhere. In the language of the paper,
// where a predicate tests one variable, that cannot be.
func (w *walk) mixed(at pair, gamma []diff) bool {
	if len(w.f.readsOf(at.f)) > maxScanned || len(w.p.readsOf(at.p)) > maxScanned {
		return true
	}
	in, out := false, false
	see := func(r *run, i int) {
		reads := r.readsOf(i)
		for k := range reads {
			c, ok := w.cellOf(r, i, reads[k], false)
			switch {
			case ok && slices.ContainsFunc(gamma, func(g diff) bool { return g.cell == c }):
				in = true
			case ok && slices.ContainsFunc(gamma, func(g diff) bool { return g.meets(c) }):
				in, out = true, true // a part of it
			case !ok || !w.readAlike(at, c):
				out = true
			}
		}
	}
	see(w.f, at.f)
	see(w.p, at.p)
	return in && out
}

// readAlike reports whether both runs read a cell at a pair, and the same value.
func (w *walk) readAlike(at pair, c cell) bool {
	value := func(r *run, i int) (uint64, bool) {
		reads := r.readsOf(i)
		for k := range reads {
			if o, ok := w.cellOf(r, i, reads[k], false); ok && o == c {
				return reads[k].val, true
			}
		}
		return 0, false
	}
	f, inF := value(w.f, at.f)
	p, inP := value(w.p, at.p)
	return inF && inP && c.size <= 8 && w.equal(c, f, p)
}

// writes reports whether instances from..to-1 of a run write a part of a cell.
func (w *walk) writes(r *run, from, to int, c cell) bool {
	switch c.v {
	case inOutput:
		return min(r.printedBefore(from), w.most) != min(r.printedBefore(to), w.most)
	case inEnd:
		return to == r.n
	}
	for i := from; i < to; i++ {
		for _, a := range r.writesOf(i) {
			if o, ok := w.cellOf(r, i, a, true); ok && o.meets(c) {
				return true
			}
		}
	}
	return false
}

// meets reports whether two cells overlap.
func (c cell) meets(o cell) bool {
	if c.v != o.v {
		return false
	}
	if c.v == inMemory {
		return c.addr-o.addr < uint64(o.size) || o.addr-c.addr < uint64(c.size)
	}
	return c.act == o.act
}

// covers reports whether o lies within c.
func (c cell) covers(o cell) bool {
	if c.v != inMemory {
		return c.meets(o)
	}
	return o.v == inMemory && o.addr-c.addr <= uint64(c.size) && o.addr-c.addr+uint64(o.size) <= uint64(c.size)
}

// cellOf is the cell of an access; it is false if F has no such cell.
func (w *walk) cellOf(r *run, i int, a access, write bool) (cell, bool) {
	c := cell{v: a.v, act: -1, addr: a.addr, size: a.size}
	ok := true
	switch {
	case a.v >= 0:
		v := r.prog.Vars[a.v]
		c.act = r.activation(i, v, write)
		if r == w.p {
			if v = w.m.varsP[a.v]; v == nil {
				return c, false
			}
			c.v = int32(v.ID)
			c.act, ok = w.m.actBack(c.act)
		}
	case a.v == inMemory && r == w.p:
		r.now = i + 1
		c.addr, ok = w.m.toF(a.addr)
	}
	return c, ok
}

// pointer reports whether a cell is known to hold a pointer.
func (w *walk) pointer(c cell) bool { return c.v >= 0 && w.f.prog.Vars[c.v].Pointer() }

// equal compares a value of F with one of P.
func (w *walk) equal(c cell, f, p uint64) bool {
	if c.v == inLibrary {
		return f == p
	}
	x, ok := w.m.value(f, c.size, w.pointer(c))
	return ok && x == p
}

// definition is the fast pass for a definition with the same operands in both
// runs. It is taken where one operand differs: a subset of several may do, and
// which one only an execution tells.
func (w *walk) definition(at, next pair, gamma []diff) ([]diff, bool) {
	e := w.f.g.Edge(at.f)
	if !w.m.same[e.ID] || w.m.edges[e.ID] != w.p.g.Edge(at.p) {
		return nil, false
	}
	rest := make([]diff, 0, len(gamma)+1)
	var defined []diff
	for _, d := range gamma {
		if d.v == inOutput && w.writes(w.f, at.f, next.f, d.cell) || d.v == inEnd || d.v == inLibrary {
			return nil, false
		}
		f, p := w.covered(w.f, at.f, d.cell), w.covered(w.p, at.p, d.cell)
		if f != p {
			return nil, false
		}
		switch f {
		case none:
			rest = append(rest, d)
		case part:
			return nil, false
		case all:
			defined = append(defined, d)
		}
	}
	if len(defined) == 0 {
		return nil, false
	}
	rf, rp := w.f.readsOf(at.f), w.p.readsOf(at.p)
	if len(rf) != len(rp) || len(rf) >= maxReads {
		return nil, false
	}
	var found []diff
	for k := range rf {
		cf, _ := w.cellOf(w.f, at.f, rf[k], false)
		cp, ok := w.cellOf(w.p, at.p, rp[k], false)
		if !ok || cf != cp || cf.size > 8 || cf.v == inLibrary {
			return nil, false
		}
		if !w.equal(cf, rf[k].val, rp[k].val) {
			found = merge(found, diff{cf, rf[k].val, rp[k].val})
		}
	}
	if len(found) != 1 {
		return nil, false
	}
	for _, d := range rest { // a part of what is read may be relevant already
		if d.meets(found[0].cell) && d.cell != found[0].cell {
			return nil, false
		}
	}
	for _, d := range defined {
		w.path = append(w.path, step{at: at.f, diff: d, p: at.p})
	}
	return merge(rest, found[0]), true
}

// merge adds a difference that is not there yet.
func merge(ds []diff, d diff) []diff {
	if slices.ContainsFunc(ds, func(o diff) bool { return o.cell == d.cell }) {
		return ds
	}
	return append(ds, d)
}

type coverage uint8

const (
	none coverage = iota
	part
	all
)

// covered says how much of a cell an instance writes.
func (w *walk) covered(r *run, i int, c cell) coverage {
	out := none
	for _, a := range r.writesOf(i) {
		o, ok := w.cellOf(r, i, a, true)
		if !ok || !o.meets(c) {
			continue
		}
		if o.covers(c) {
			return all
		}
		out = part
	}
	return out
}

// induced executes a session of P from pair k until it is at the index of pair
// k+1, or to its end for the last pair. It is false if it does not come there.
func (w *walk) induced(s *interp.Session, k int, visit func(*cfg.Instance)) (interp.RunResult, bool) {
	at, next := w.pairs[k], w.pairs[k+1]
	most := 10*(next.p-at.p+next.f-at.f) + 10_000
	end := next.p >= w.p.n
	var loc *cfg.Loc
	depth, floor, inside := 0, 0, false
	if !end {
		loc, depth = w.p.g.Edge(next.p).From, w.p.g.Depth(next.p)
		floor = depth
		r := w.p.g.Region(next.p)
		for ; r > at.p; r = w.p.g.Region(r) { // regions that were opened in between
			floor--
		}
		inside = r == at.p
	}
	r := w.p.g.NewRegions(at.p)
	n, arrived := 0, false
	res := s.Visit(func(in *cfg.Instance) bool {
		if visit != nil {
			visit(in)
		}
		n++
		if n > most || n&0xfff == 0 && w.ctx.Err() != nil {
			return false
		}
		if end {
			return true
		}
		now := r.Next(in.Edge)
		if r.Depth() < floor || inside && n == 1 && in.Edge != w.p.g.Edge(at.p) {
			return false // the region of pair k+1 was left, or not entered
		}
		arrived = now == loc && r.Depth() == depth
		return !arrived
	})
	if end {
		return res, res.Status != interp.Stopped && res.Status != interp.Interrupted
	}
	return res, arrived
}

// kept is gamma as it is before a pair, if neither run defines anything of it up
// to the next pair. If it induces gamma it is minimal: nothing else gives these
// cells their values.
func (w *walk) kept(at, next pair, cands, gamma []diff) []diff {
	if w.defined(w.f, at.f, next.f, gamma) || w.defined(w.p, at.p, next.p, gamma) {
		return nil
	}
	out := make([]diff, 0, len(gamma))
	for _, g := range gamma {
		i := slices.IndexFunc(cands, func(d diff) bool { return d.cell == g.cell })
		if i < 0 {
			return nil
		}
		out = append(out, cands[i])
	}
	return out
}

// record adds to the path where the elements of gamma got their values between
// two pairs.
func (w *walk) record(at, next pair, gamma []diff) {
	for _, g := range gamma {
		if i := w.writer(at.f, next.f, g.cell); i >= 0 {
			w.path = append(w.path, step{at: i, diff: g, p: at.p})
		} else if g.v == inEnd || g.v == inOutput && w.writes(w.f, at.f, next.f, g.cell) {
			w.path = append(w.path, step{at: min(next.f, w.f.n) - 1, diff: g, kind: fails, p: at.p})
		}
	}
}

// writer is the last of instances from..to-1 of F that writes a part of a cell,
// or -1. Of the output it is the one that printed what is wrong.
func (w *walk) writer(from, to int, c cell) int {
	switch c.v {
	case inEnd:
		return -1
	case inOutput:
		for k := len(w.f.printed) - 1; k >= 0; k-- {
			p := w.f.printed[k]
			if p.at >= from && p.at < to && (k == 0 || w.f.printed[k-1].end < w.most) {
				return p.at
			}
		}
		return -1
	}
	for i := to - 1; i >= from; i-- {
		for _, a := range w.f.writesOf(i) {
			if o, ok := w.cellOf(w.f, i, a, true); ok && o.meets(c) {
				return i
			}
		}
	}
	return -1
}
