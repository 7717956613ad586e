package causal

import (
	"bytes"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// candidates lists the differences before a pair that F reads from instance
// from to instance to, or keeps to there if they are of gamma. Where both runs
// execute the same code no others matter: with these replaced P does what F
// does.
func (w *walk) candidates(base *interp.Session, at pair, from, to int, gamma []diff) []diff {
	r := newReads(w)
	for i := from; i < min(to, w.f.n); i++ {
		for _, a := range w.f.readsOf(i) {
			r.addF(i, a)
		}
		for _, a := range w.f.writesOf(i) {
			if c, ok := r.w.cellOf(w.f, i, a, true); ok {
				r.written.add(c)
			}
		}
	}
	out := r.diffs(base, at)
	w.m.before(at)
	for _, g := range gamma {
		switch {
		case g.v == inEnd || g.v == inOutcome:
			continue
		case g.v == inOutput:
			if w.outputDiffers(at) {
				out = merge(out, g)
			}
			continue
		case r.written.covers(g.cell):
			continue
		}
		f := g.f
		if r.written.meets(g.cell) {
			f = w.peek(w.f, r.session(at), g.cell)
		}
		if p, ok := w.peekP(base, g.cell); ok && !w.equal(g.cell, f, p) && !w.alike(base, r, at, f, p) {
			out = merge(out, diff{g.cell, f, p})
		}
	}
	return out
}

// outputDiffers reports whether different text was printed before a pair.
func (w *walk) outputDiffers(at pair) bool {
	f, p := min(w.f.printedBefore(at.f), w.most), min(w.p.printedBefore(at.p), w.most)
	return f != p || f > w.common
}

// cells is a set of cells that were written.
type cells struct {
	vars map[cell]bool
	mem  map[uint64]bool // bytes
}

func (c *cells) add(x cell) {
	if x.v == inMemory {
		for i := range uint64(x.size) {
			c.mem[x.addr+i] = true
		}
		return
	}
	x.addr, x.size = 0, 0
	c.vars[x] = true
}

func (c *cells) count(x cell) (n, of uint32) {
	if x.v != inMemory {
		x.addr, x.size = 0, 0
		if c.vars[x] {
			return 1, 1
		}
		return 0, 1
	}
	for i := range uint64(x.size) {
		if c.mem[x.addr+i] {
			n++
		}
	}
	return n, x.size
}

func (c *cells) covers(x cell) bool { n, of := c.count(x); return n == of }
func (c *cells) meets(x cell) bool  { n, _ := c.count(x); return n > 0 }

// reads collects what a part of a run reads of what there was before it.
type reads struct {
	w       *walk
	written cells
	seen    map[cell]bool
	list    []diff // f is known where has says so
	has     []bool
	f       *interp.Session // before the pair
	act     int32           // of P, of a changed run
	inner   int             // calls that it is inside of
}

func newReads(w *walk) *reads {
	return &reads{w: w, written: cells{map[cell]bool{}, map[uint64]bool{}}, seen: map[cell]bool{}}
}

// addF adds a read of F. A block is read by its elements, whose values are not
// kept with the run: blocks that are read often would take more than the run.
func (r *reads) addF(i int, a access) {
	c, _ := r.w.cellOf(r.w.f, i, a, false)
	if a.size <= 8 || a.v != inMemory {
		if !r.written.meets(c) {
			r.put(c, a.val, true)
		} else if !r.written.covers(c) {
			r.put(c, 0, false)
		}
		return
	}
	r.addCell(c)
}

// add adds a read of P.
func (r *reads) add(i int, a access) {
	if c, ok := r.w.cellOf(r.w.p, i, a, false); ok {
		r.addCell(c)
	}
}

func (r *reads) addCell(c cell) {
	if c.v == inMemory && c.size > 8 {
		for _, e := range r.w.elements(c) {
			if !r.written.covers(e) {
				r.put(e, 0, false)
			}
		}
		return
	}
	if !r.written.covers(c) {
		r.put(c, 0, false)
	}
}

func (r *reads) put(c cell, f uint64, known bool) {
	if !r.seen[c] {
		r.seen[c] = true
		r.list, r.has = append(r.list, diff{cell: c, f: f}), append(r.has, known)
	}
}

// from makes reads ready for a changed run of P that begins at a pair.
func (r *reads) from(at pair) *reads {
	r.act, r.inner = int32(r.w.p.g.Call(at.p)), 0
	return r
}

// visit adds the reads of an instance of a changed run of P. Locals of calls
// that it makes are not part of the state before it.
func (r *reads) visit(in *cfg.Instance) {
	for k := range in.Reads {
		if c, ok := r.live(&in.Reads[k]); ok {
			r.addCell(c)
		}
	}
	if _, ok := in.Edge.Stmt.(*cfg.Lib); ok && !r.written.covers(library) {
		r.put(library, 0, false)
	}
	if _, ok := in.Edge.Stmt.(*cfg.Call); ok {
		r.inner++
	}
	for k := range in.Writes {
		if c, ok := r.live(&in.Writes[k]); ok {
			r.written.add(c)
		}
	}
	if _, ok := in.Edge.Stmt.(*cfg.Return); ok {
		r.inner--
		if r.inner < 0 && r.act >= 0 {
			r.inner, r.act = 0, int32(r.w.p.g.Call(int(r.act)))
		}
	}
}

var library = cell{v: inLibrary, act: -1}

// live is the cell of an access in a changed run of P.
func (r *reads) live(a *cfg.Access) (cell, bool) {
	if a.Var == nil {
		addr, ok := r.w.m.toF(a.Addr)
		return cell{v: inMemory, act: -1, addr: addr, size: uint32(a.Size)}, ok
	}
	v := r.w.m.varsP[a.Var.ID]
	if v == nil || a.Var == r.w.p.prog.HeapTop {
		return cell{}, false
	}
	c := cell{v: int32(v.ID), act: -1}
	if v.Proc == nil || v == v.Proc.Ret {
		return c, true
	}
	var ok bool
	c.act, ok = r.w.m.actBack(r.act)
	return c, ok && r.inner == 0
}

// session is F before a pair.
func (r *reads) session(at pair) *interp.Session {
	if r.f == nil {
		r.f = r.w.f.at(at.f)
	}
	return r.f
}

// diffs lists what was read and differs before a pair.
func (r *reads) diffs(base *interp.Session, at pair) []diff {
	var out []diff
	r.w.m.before(at)
	for k, d := range r.list {
		if !r.has[k] {
			d.f = r.w.peek(r.w.f, r.session(at), d.cell)
		}
		var ok bool
		if d.p, ok = r.w.peekP(base, d.cell); ok && !r.w.equal(d.cell, d.f, d.p) && !r.w.alike(base, r, at, d.f, d.p) {
			out = append(out, d)
		}
	}
	return out
}

// alike reports whether two pointers lead to blocks of the same content, which
// need not have the same index (paper 002, rule Equivalence).
func (w *walk) alike(base *interp.Session, r *reads, at pair, f, p uint64) bool {
	if !w.m.moved || w.f.blockAt(f) == nil || w.p.blockAt(p) == nil {
		return false
	}
	return w.equivalent(r.session(at), base, f, p, map[[2]uint64]bool{})
}

// peek is the value of a cell in a session of F.
func (w *walk) peek(r *run, s *interp.Session, c cell) uint64 {
	switch {
	case c.v >= 0:
		return s.Value(r.prog.Vars[c.v], r.depthOf(c.act))
	case c.v == inMemory:
		return s.Word(c.addr, uint64(c.size))
	case c.v == inLibrary:
		return s.LibraryState()
	}
	return 0
}

// peekP is the value of a cell in a session of P, if it has the cell.
func (w *walk) peekP(s *interp.Session, c cell) (uint64, bool) {
	switch {
	case c.v >= 0:
		v := w.m.vars[c.v]
		act, ok := w.m.act(c.act)
		if v == nil || !ok {
			return 0, false
		}
		return s.Value(v, w.p.depthOf(act)), true
	case c.v == inMemory:
		addr, ok := w.m.toP(c.addr)
		return s.Word(addr, uint64(c.size)), ok
	case c.v == inLibrary:
		return s.LibraryState(), true
	}
	return 0, false
}

// replaced is a copy of a session of P at a pair in which some cells have the
// values of F. It is false if that is not possible.
func (w *walk) replaced(base *interp.Session, at pair, ds []diff) (*interp.Session, bool) {
	s := base.Fork()
	s.SetContext(w.ctx)
	w.m.before(at)
	var c *copier
	for _, d := range ds {
		switch {
		case d.v == inLibrary:
			s.TakeLibrary(w.f.at(at.f))
			continue
		case d.v < 0 && d.v != inMemory:
			continue
		}
		x, ok := w.m.value(d.f, d.size, w.pointer(d.cell))
		if !ok {
			if c == nil {
				c = &copier{w: w, from: w.f.at(at.f), to: s, made: map[uint64]uint64{}}
			}
			if x, ok = c.pointer(d.f); !ok {
				return nil, false
			}
		}
		if d.v >= 0 {
			act, ok := w.m.act(d.act)
			v := w.m.vars[d.v]
			if !ok || v == nil {
				return nil, false
			}
			s.SetValue(v, w.p.depthOf(act), x)
			continue
		}
		addr, ok := w.m.toP(d.addr)
		if !ok {
			return nil, false
		}
		s.SetWord(addr, uint64(d.size), x)
	}
	return s, true
}

// has reports whether a changed run of P that came from a pair to the next one
// has the faulty value of g there.
func (w *walk) has(s *interp.Session, res interp.RunResult, out *bytes.Buffer, at, next pair, ds []diff, g diff) bool {
	w.m.before(next)
	switch g.v {
	case inEnd:
		return w.sameEnd(&res)
	case inOutput:
		text := w.p.out[:min(w.p.printedBefore(at.p), w.most)]
		if slices.ContainsFunc(ds, func(d diff) bool { return d.v == inOutput }) {
			text = w.f.out[:min(w.f.printedBefore(at.f), w.most)]
		}
		text = slices.Concat(text, out.Bytes())
		want := w.f.out[:min(w.f.printedBefore(next.f), w.most)]
		return bytes.Equal(text[:min(len(text), w.most)], want)
	}
	p, ok := w.peekP(s, g.cell)
	if !ok || g.v == inLibrary {
		return ok && p == g.f
	}
	if w.equal(g.cell, g.f, p) {
		return true
	}
	if _, known := w.m.value(g.f, g.size, w.pointer(g.cell)); known {
		return false
	}
	return w.equivalent(w.f.at(next.f), s, g.f, p, map[[2]uint64]bool{})
}

// sameEnd reports whether a run of P ends as F does.
func (w *walk) sameEnd(r *interp.RunResult) bool {
	f := &w.f.result
	if f.Status != r.Status {
		return false
	}
	switch r.Status {
	case interp.Exited:
		return f.Code&0xff == r.Code&0xff
	case interp.ReachedError:
		return f.Loc != nil && r.Loc != nil && f.Loc.Reason == r.Loc.Reason && f.Loc.Pos.Line != 0 == (r.Loc.Pos.Line != 0)
	case interp.Faulted:
		if f.Fault == nil || r.Fault == nil || f.Fault.Kind != r.Fault.Kind {
			return false
		}
		if f.Fault.Edge == nil || r.Fault.Edge == nil {
			return f.Fault.Edge == r.Fault.Edge
		}
		return w.m.edges[f.Fault.Edge.ID] == r.Fault.Edge
	}
	return true
}

// try counts a re-execution.
func (w *walk) try(test func([]diff) bool, ds []diff) bool {
	w.tests++
	return test(ds)
}

// minimal is a 1-minimal subset of differences that passes the test, which all
// of them do.
func (w *walk) minimal(ds []diff, test func([]diff) bool) []diff {
	if len(ds) <= 1 {
		return ds
	}
	return fault.DDMin(ds, func(sub []diff) fault.Outcome {
		switch {
		case len(sub) == len(ds): // they do
			return fault.Fail
		case len(sub) == 0 || w.ctx.Err() != nil: // P itself does not have it
			return fault.Pass
		case w.try(test, sub):
			return fault.Fail
		}
		return fault.Pass
	})
}
