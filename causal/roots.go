package causal

import (
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// root notes an element of gamma that nothing before pair at induces.
func (w *walk) root(at, next pair, g diff) {
	s := step{diff: g, p: at.p}
	i := w.writer(at.f, next.f, g.cell)
	if i < 0 && (g.v == inEnd || g.v == inOutput) {
		s.kind = fails
	}
	if j, guard := w.unguarded(at, next); j >= 0 && (i >= j || s.kind == fails) {
		s.at = i
		if s.kind == fails {
			s.at = next.f - 1
		}
		w.path = append(w.path, s)
		w.roots = append(w.roots, step{at: j, diff: diff{cell: cell{v: inOutcome, act: -1}}, kind: past, p: guard})
		return
	}
	switch {
	case i >= 0:
		if w.outside(i, at, g) {
			return
		}
		s.at = i
	case g.v == inOutput && w.writes(w.p, at.p, next.p, g.cell) && !w.writes(w.f, at.f, next.f, g.cell):
		w.roots = append(w.roots, w.lacking(at, next, g))
		return
	case s.kind == fails:
		s.at = next.f - 1
		if w.outside(s.at, at, g) {
			return
		}
	case w.partial(at):
		w.roots = append(w.roots, w.parted(at.f, at))
		return
	default: // what should have overwritten it was not executed
		if s.at = w.writer(0, at.f, g.cell); s.at < 0 {
			s.at = at.f
		}
		s.kind = keeps
		w.roots = append(w.roots, w.lacking(at, next, g))
	}
	w.roots = append(w.roots, s)
}

// lacking is the beginning where P gives g another value between two pairs, and F does
// not: what F does instead, or the statement after which P does so, or before which,
// in the activation in which it does.
func (w *walk) lacking(at, next pair, g diff) step {
	s := step{at: at.f, diff: g, kind: lacks, p: at.p}
	if w.replaces(at, next) {
		s.at, s.kind, s.p = next.f, instead, next.p
		return s
	}
	shown := func(i int) bool { return fault.Shown(w.f.g.Edge(i)) && w.f.g.User(i) }
	for i := next.f - 1; i > at.f; i-- {
		if shown(i) {
			s.at = i
		}
	}
	if s.at > at.f {
		return s
	}
	for s.p = at.p + 1; s.p < next.p && !(fault.Shown(w.p.g.Edge(s.p)) && w.p.g.User(s.p)); s.p++ {
	}
	act, ok := w.m.actBack(int32(w.p.g.Call(s.p)))
	if s.p == next.p || !ok {
		s.p = at.p
		return s
	}
	inside := func(i int) bool { return shown(i) && int32(w.f.g.Call(i)) == act }
	for i := at.f; i > int(act); i-- {
		if inside(i) {
			s.at = i
			return s
		}
	}
	for i := next.f; i < w.f.n; i++ {
		if inside(i) {
			s.at, s.kind = i, early
			break
		}
	}
	return s
}

// unguarded looks between two pairs for the beginning of what F executes and P has
// left by a guard that F does not have; guard is the instance of that. It is -1 if
// there is none.
func (w *walk) unguarded(at, next pair) (first, guard int) {
	if inCondition(w.p.g.Edge(at.p)) { // that P has another part of the condition is not a guard
		return -1, -1
	}
	for guard = at.p + 1; guard < next.p; guard++ {
		e := w.p.g.Edge(guard)
		if fault.IsBranch(e) && !w.m.known(e) {
			break
		}
	}
	if guard >= next.p || !w.leaves(guard, next.p) {
		return -1, -1
	}
	for first = at.f + 1; first < next.f; first++ {
		if e := w.f.g.Edge(first); fault.Shown(e) && w.f.g.User(first) {
			break
		}
	}
	if first >= next.f || w.m.edges[w.f.g.Edge(first).ID] == nil {
		return -1, -1
	}
	f, p := w.f.g.Region(first), w.p.g.Region(guard)
	if f < 0 || p < 0 {
		return first, guard
	}
	if j, ok := w.m.al.There(f); !ok || j != p {
		return -1, -1
	}
	return first, guard
}

// leaves reports whether instance to of P is outside of the region of an earlier one,
// or where its procedure ends.
func (w *walk) leaves(from, to int) bool {
	g := w.p.g
	if to >= w.p.n || g.Call(to) == g.Call(from) && g.Edge(to).From == g.Edge(to).From.Proc.Exit {
		return true
	}
	region := g.Region(from)
	for r := g.Region(to); r != region; r = g.Region(r) {
		if r < 0 {
			return true
		}
	}
	return false
}

// replaces reports whether what P executes between two pairs belongs to the statement
// of the second one, which is another one in F: it calls a function there.
func (w *walk) replaces(at, next pair) bool {
	if next.f >= w.f.n || next.p >= w.p.n {
		return false
	}
	e, o := w.f.g.Edge(next.f), w.p.g.Edge(next.p)
	if w.m.edges[e.ID] != o || w.m.same[e.ID] || !fault.Shown(e) {
		return false
	}
	for i := at.p + 1; i < next.p; i++ {
		if x := w.p.g.Edge(i); w.p.g.Call(i) == w.p.g.Call(next.p) && fault.Shown(x) {
			return x.Pos.Line == o.Pos.Line
		}
	}
	return false
}

// outside looks for the beginning of what F executes and P does not around
// instance i, which defines g. It is true if there is one before i. The code of P
// cannot confirm it by an execution: a statement that P does not execute, or the
// branch that F is inside of and P is not, is the reason by control dependence.
func (w *walk) outside(i int, at pair, g diff) bool {
	aligned := func(i int) bool { _, ok := w.m.al.There(i); return ok }
	if aligned(i) {
		return false
	}
	outer := i
	r := w.f.g.Region(i)
	for ; r >= 0 && !aligned(r); r = w.f.g.Region(r) {
		outer = r
	}
	if r == at.f && w.diverges(at) {
		w.path, w.decided = append(w.path, step{at: i, diff: g, p: at.p}), true
		return true
	}
	if j, ok := w.m.al.There(max(r, 0)); ok && r >= 0 && (w.partial(pair{r, j}) || w.undecided(pair{r, j}) && len(w.f.g.Edge(outer).From.Out) > 1) {
		outer = r
	}
	if outer == i {
		return false
	}
	w.path = append(w.path, step{at: i, diff: g, p: at.p})
	w.roots = append(w.roots, w.parted(outer, at))
	return true
}

// partial reports whether a pair is a part of a condition in which F comes to a
// decision, and P, with the same outcome, does not: it has one more part.
func (w *walk) partial(at pair) bool {
	e := w.p.g.Edge(at.p)
	return w.f.g.Edge(at.f).Branch != nil && e.Branch == nil && len(e.From.Out) > 1
}

// undecided reports whether a pair is a part of a condition after which both runs
// come to another one.
func (w *walk) undecided(at pair) bool {
	return inCondition(w.f.g.Edge(at.f)) && inCondition(w.p.g.Edge(at.p))
}

// inCondition reports whether an edge is the way that a part of a condition goes,
// after which another part comes.
func inCondition(e *cfg.Edge) bool { return e.Branch == nil && fault.IsBranch(e) }

// parted is the step of what F executes where P does something else.
func (w *walk) parted(i int, at pair) step {
	s := step{at: i, diff: diff{cell: cell{v: inOutcome, act: -1}}, kind: extra, p: at.p}
	if len(w.f.g.Edge(i).From.Out) > 1 {
		s.kind = goes
	}
	return s
}

// reads reports whether instance i of P reads a part of a cell.
func (w *walk) reads(i int, c cell) bool {
	return slices.ContainsFunc(w.p.readsOf(i), func(a access) bool {
		o, ok := w.cellOf(w.p, i, a, false)
		return ok && o.meets(c)
	})
}

// unset is what F uses without a value, and P has given one: where F lacks the
// assignment, or comes past it, the path begins as with a wrong value. The alignment
// then ends with that use. Where P has by chance what lies in the memory of F, the
// beginning is where it gets it, and nothing is left to look for. It is false for
// other failures.
func (w *walk) unset(f *fault.Failure) (gamma []diff, ok bool) {
	u := f.Undefined
	if u == nil || u.Kind != interp.UninitRead || f.At < 0 || f.At >= w.f.n {
		return nil, false
	}
	k := slices.IndexFunc(w.pairs, func(at pair) bool { return at.f == f.At })
	if k < 1 {
		return nil, false
	}
	at := w.pairs[k]
	g := diff{cell: cell{v: inMemory, act: -1, addr: u.Addr, size: uint32(u.Size)}}
	if x, ok := u.Expr.(*cfg.VarRef); ok && u.Size == 0 {
		g.cell = cell{v: int32(x.V.ID), act: w.f.activation(at.f, x.V, false), size: uint32(x.V.Type.Bytes())}
	} else if u.Size == 0 || u.Size > 8 {
		return nil, false
	}
	if !w.reads(at.p, g.cell) {
		return nil, false // where F reads differs
	}
	w.m.before(at)
	if g.p, ok = w.peekP(w.p.at(at.p), g.cell); !ok {
		return nil, false
	}
	g.f = w.peek(w.f, w.f.at(at.f), g.cell)
	if !w.equal(g.cell, g.f, g.p) {
		w.pairs, w.novalue = w.pairs[:k+1], &g.cell
		return []diff{g}, true
	}
	for k--; k >= 0; k-- {
		at, next := w.pairs[k], w.pairs[k+1]
		switch {
		case !w.writes(w.p, at.p, next.p, g.cell):
			continue
		case w.covered(w.f, at.f, g.cell) != none: // it hands on what has no value
			reads := slices.DeleteFunc(slices.Clone(w.f.readsOf(at.f)), func(a access) bool { return a.size != g.size })
			if len(reads) != 1 {
				w.path = nil
				return nil, false
			}
			w.path = append(w.path, step{at: at.f, diff: g, p: at.p})
			if g.cell, ok = w.cellOf(w.f, at.f, reads[0], false); !ok || !w.reads(at.p, g.cell) {
				w.path = nil
				return nil, false
			}
			continue
		case w.diverges(at):
			w.roots = append(w.roots, w.parted(at.f, at))
		default:
			w.roots = append(w.roots, w.lacking(at, next, g))
		}
		w.novalue = &g.cell
		return nil, true
	}
	return nil, false
}
