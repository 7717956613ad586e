package values

import (
	"slices"

	"culprit/cfg"
)

// demand finds for each node the facts that a missing arc depends on, here or
// later: a backward slice of the proof. need is indexed like list; a cell
// demanded where runs or other cells imply its value becomes a fact too.
type demand struct {
	a    *analysis
	list []*gnode
	idx  map[*gnode]int
	need [][]key // sorted
	pred [][]int
	in   []bool // in the worklist
	work []int
}

func (a *analysis) demandFacts(list []*gnode) [][]key {
	d := &demand{a: a, list: list, idx: make(map[*gnode]int, len(list))}
	d.need = make([][]key, len(list))
	d.pred = make([][]int, len(list))
	d.in = make([]bool, len(list))
	for i, n := range list {
		d.idx[n] = i
	}
	for i, n := range list {
		for _, arc := range n.out {
			t := d.idx[arc.to]
			d.pred[t] = append(d.pred[t], i)
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		d.blocked(i)
		d.in[i] = true
		d.work = append(d.work, i)
	}
	slices.Reverse(d.work) // pop the last nodes first
	for len(d.work) > 0 {
		i := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		d.in[i] = false
		for _, arc := range d.list[i].out {
			d.across(i, arc)
		}
	}
	return d.need
}

// add demands k at node i, if anything is known there.
func (d *demand) add(i int, k key) {
	at, ok := slices.BinarySearch(d.need[i], k)
	if ok || d.a.valueAt(d.list[i].s, k) == nil {
		return
	}
	d.need[i] = slices.Insert(d.need[i], at, k)
	for _, p := range d.pred[i] {
		if !d.in[p] {
			d.in[p] = true
			d.work = append(d.work, p)
		}
	}
}

// valueAt is what s knows about a key.
func (d *domain) valueAt(s *state, k key) *val {
	if !d.isCell(k) {
		return s.get(k)
	}
	c := *d.cellOf(k)
	return d.loadCell(s, c.region, c.addr, c.bytes)
}

// blocked demands what makes the missing arcs of node i impossible.
func (d *demand) blocked(i int) {
	n := d.list[i]
	if n.p.loc.Kind != cfg.Plain {
		return
	}
	for _, e := range n.p.loc.Out {
		st, ok := e.Stmt.(*cfg.Assume)
		if !ok || slices.ContainsFunc(n.out, func(a garc) bool { return a.edge == e }) {
			continue
		}
		for _, k := range d.core(n.s, e, d.a.reads(n.s, st.Cond)) {
			d.add(i, k)
		}
	}
}

// core drops keys that are not needed to make e impossible, later ones first.
func (d *demand) core(s *state, e *cfg.Edge, ks []key) []key {
	for i := len(ks) - 1; i >= 0 && len(ks) > 1 && len(ks) < maxKeys; i-- {
		rest := slices.Delete(slices.Clone(ks), i, i+1)
		if _, ok := d.a.post(d.a.only(s, rest), e); !ok {
			ks = rest
		}
	}
	return ks
}

// only is the state that knows of s just the given keys. Cells that overlap
// an earlier one are left out.
func (d *domain) only(s *state, ks []key) *state {
	t := &state{}
	for _, k := range ks {
		if v := d.valueAt(s, k); v != nil {
			t.e = append(t.e, entry{k, v})
		}
	}
	t.e = d.disjointCells(t.e)
	return t
}

// reads lists the keys that evaluating e in s depends on, sorted.
func (d *domain) reads(s *state, e cfg.Expr) []key {
	var ks []key
	d.visitReads(s, e, func(k key) { ks = append(ks, k) })
	slices.Sort(ks)
	return slices.Compact(ks)
}

// visitReads is reads. A lazy operand is evaluated only where those in front
// of it let it be, which may say what an address in it is.
func (d *domain) visitReads(s *state, e cfg.Expr, read func(key)) {
	branch := func(cond cfg.Expr, truth bool, x cfg.Expr) {
		t := s
		if cfg.Loads(x) {
			t, _ = d.refine(s, cond, truth)
		}
		if t != nil {
			d.visitReads(t, x, read)
		}
	}
	switch x := e.(type) {
	case *cfg.VarRef:
		if s.get(key(x.V.ID)) != nil {
			read(key(x.V.ID))
		}
	case *cfg.Binary:
		if x.Op == cfg.LAnd || x.Op == cfg.LOr {
			d.visitReads(s, x.X, read)
			branch(x.X, x.Op == cfg.LAnd, x.Y)
			return
		}
	case *cfg.Ite:
		d.visitReads(s, x.Cond, read)
		branch(x.Cond, true, x.Then)
		branch(x.Cond, false, x.Else)
		return
	case *cfg.Load:
		d.visitCells(s, x, read)
	}
	cfg.Children(e, func(x cfg.Expr) { d.visitReads(s, x, read) })
}

// visitCells calls read with the cells that a load may read.
func (d *domain) visitCells(s *state, x *cfg.Load, read func(key)) {
	addr := d.eval(s, x.Addr)
	w := x.T.Width()
	if addr == nil || addr.set == nil || w%8 != 0 {
		return
	}
	for _, at := range addr.set {
		if at > d.lastAddress()-uint64(w/8-1) {
			continue
		}
		c := cell{regionID(x.Region), at, w / 8}
		if d.loadCell(s, c.region, c.addr, c.bytes) != nil {
			read(d.cellKey(c))
		}
	}
}

// across demands at node i what establishes the demands at the arc's end.
func (d *demand) across(i int, arc garc) {
	s := d.list[i].s
	ti := d.idx[arc.to]
	for j := 0; j < len(d.need[ti]); j++ {
		k := d.need[ti][j]
		d.source(i, s, arc, k)
	}
}

func (d *demand) readsOf(i int, s *state, es ...cfg.Expr) {
	for _, e := range es {
		for _, k := range d.a.reads(s, e) {
			d.add(i, k)
		}
	}
}

func (d *demand) source(i int, s *state, arc garc, k key) {
	a := d.a
	switch st := arc.edge.Stmt.(type) {
	case *cfg.Assign:
		if key(st.Dst.ID) == k {
			d.readsOf(i, s, st.Src)
			return
		}
	case *cfg.Havoc:
		if key(st.Dst.ID) == k {
			return
		}
	case *cfg.Lib:
		if st.Dst != nil && key(st.Dst.ID) == k {
			return
		}
	case *cfg.Assume:
		d.assume(i, s, arc, st.Cond, k)
		return
	case *cfg.Call:
		for j, p := range st.Proc.Params {
			if key(p.ID) == k {
				if j < len(st.Args) {
					d.readsOf(i, s, st.Args[j])
				}
				return
			}
		}
	case *cfg.Alloc:
		if top := a.prog.HeapTop; top != nil && (key(st.Dst.ID) == k || key(top.ID) == k || a.isCell(k) && a.cellOf(k).region == regionID(st.Region)) {
			d.add(i, key(top.ID))
			d.readsOf(i, s, st.Size)
			if !a.isCell(k) {
				return
			}
			lo, hi := a.allocExtent(s, st)
			d.outside(i, k, lo, hi)
			return
		}
	}
	if a.isCell(k) {
		d.cellSource(i, s, arc, k)
		return
	}
	d.add(i, k)
}

// assume demands k, and what the condition reads if k alone is too weak.
func (d *demand) assume(i int, s *state, arc garc, cond cfg.Expr, k key) {
	d.add(i, k)
	want := d.a.valueAt(arc.to.s, k)
	if d.a.valueAt(s, k).leq(want) {
		return
	}
	d.readsOf(i, s, cond)
}

// allocExtent is the memory an allocation may initialise.
func (d *domain) allocExtent(s *state, st *cfg.Alloc) (lo, hi uint64) {
	w := d.prog.PtrBits
	p := applyBin(cfg.Add, w, cfg.BV(w), s.get(key(d.prog.HeapTop.ID)), konst(w, cfg.HeapAlign-1))
	p = applyBin(cfg.And, w, cfg.BV(w), p, konst(w, ^uint64(cfg.HeapAlign-1)))
	_, most, _, _ := d.eval(s, st.Size).view(w)
	if most == 0 {
		return 1, 0
	}
	return d.extent(p, most)
}

// outside demands the bytes of cell k that a write from lo to hi spares: the
// cell itself if it spares all.
func (d *demand) outside(i int, k key, lo, hi uint64) {
	c := *d.a.cellOf(k)
	if lo > hi || !c.overlaps(lo, hi) {
		d.add(i, k)
		return
	}
	for b := range uint64(c.bytes) {
		if at := c.addr + b; at < lo || at > hi {
			d.add(i, d.a.cellKey(cell{c.region, at, 1}))
		}
	}
}

// cellSource is source for memory cells across statements that write memory.
func (d *demand) cellSource(i int, s *state, arc garc, k key) {
	a := d.a
	c := *a.cellOf(k)
	write := func(r *cfg.Region, dst *val, size *val, es ...cfg.Expr) {
		if regionID(r) != c.region {
			d.add(i, k)
			return
		}
		d.readsOf(i, s, es...)
		_, most, _, _ := size.view(a.prog.PtrBits)
		if most == 0 {
			d.add(i, k)
			return
		}
		lo, hi := a.extent(dst, most)
		if _, ok := dst.single(); !ok {
			d.add(i, k) // one of several places
			return
		}
		d.outside(i, k, lo, hi)
	}
	switch st := arc.edge.Stmt.(type) {
	case *cfg.Store:
		n := konst(a.prog.PtrBits, uint64(st.Val.Type().Bytes()))
		write(st.Region, a.eval(s, st.Addr), n, st.Addr, st.Val)
	case *cfg.MemSet:
		write(st.Region, a.eval(s, st.Dst), a.eval(s, st.Size), st.Dst, st.Val, st.Size)
	case *cfg.MemHavoc:
		write(st.Region, a.eval(s, st.Dst), a.eval(s, st.Size), st.Dst, st.Size)
	case *cfg.MemCopy:
		dst, src := a.eval(s, st.Dst), a.eval(s, st.Src)
		write(st.DstRegion, dst, a.eval(s, st.Size), st.Dst, st.Src, st.Size)
		to, ok1 := dst.single()
		from, ok2 := src.single()
		n, ok3 := a.eval(s, st.Size).single()
		if regionID(st.DstRegion) != c.region || !ok1 || !ok2 || !ok3 || n == 0 {
			return
		}
		sr := regionID(st.SrcRegion)
		if c.addr >= to && c.last() <= to+n-1 {
			d.add(i, a.cellKey(cell{sr, c.addr - to + from, c.bytes}))
			return
		}
		for b := range uint64(c.bytes) {
			if at := c.addr + b; at >= to && at <= to+n-1 {
				d.add(i, a.cellKey(cell{sr, at - to + from, 1}))
			}
		}
	default:
		d.add(i, k)
	}
}
