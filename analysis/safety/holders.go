package safety

import "culprit/cfg"

// Blocks that other blocks lead to. One word of memory that points into the
// watched block is remembered, its holder. It counts where it lies in a static
// object or in a block of a lower rank than the watched one, by an order in
// which nothing descends without end. If every block that no variable leads to
// has such a holder at some moment, then something leads to all of them: the
// one of the lowest rank among the others would have a holder of a lower rank.
//
// The order is by tier, which is a number for each allocation, and then by age.
// Both are guesses, and any guess is sound: tiers come from what seems to point
// where (tiersOf), and whether a block is held by older blocks, as in a list that
// grows at its end, or by newer ones is tried one after the other (cfg.NewerVar).

// holders is what is remembered about the holder.
type holders struct {
	at     *cfg.Var // the address of the word, 0: none is known; nil if nobody asks
	newer  *cfg.Var // whether holders are newer than what they hold
	after  *cfg.Var // the first address behind the watched block at which a newer one may be
	tier   *cfg.Var // of the watched block; nil if there is only one
	tiers  map[*cfg.Alloc]int
	recurs bool // some procedure is recursive: its locals are copied later
}

// findHolders prepares to remember the holder, if there may be one that is not
// read where blocks are looked for.
func (m *instrumenter) findHolders() {
	needed := false
	for _, e := range m.p.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			needed = needed || m.leaks.may.carries(s.Val) && m.mayHold(s.Region)
		case *cfg.MemCopy:
			needed = needed || m.leaks.may.regions[s.SrcRegion] && m.mayHold(s.DstRegion)
		}
	}
	if !needed {
		return
	}
	h := &m.leaks.holders
	h.at = m.temp(nil, cfg.HolderVar, cfg.BV(m.bits))
	h.at.CType = cfg.PointerTo(nil, m.bits)
	h.newer = m.temp(nil, cfg.NewerVar, cfg.BoolType)
	h.after = m.temp(nil, "#after", cfg.BV(m.bits))
	var n int
	if h.tiers, n = tiersOf(m.p); n > 1 {
		h.tier = m.temp(nil, "#tier", cfg.BV(m.bits))
	}
	calls := m.p.CallGraph()
	for _, f := range m.p.Procs {
		h.recurs = h.recurs || calls.Recursive(f)
	}
}

// mayHold reports whether a region has memory that may be a holder and that the
// conditions for lost blocks do not read.
func (m *instrumenter) mayHold(r *cfg.Region) bool {
	k := m.classes[r]
	if k == nil {
		return false
	}
	for _, o := range k.objects {
		if o.Proc == nil && len(pointerWords(o, m.bits, 2*maxListed)) == 0 {
			return true
		}
	}
	return k.heap && !k.other
}

// begin are the statements by which nothing is held.
func (h *holders) begin() []cfg.Stmt {
	if h.at == nil {
		return nil
	}
	out := []cfg.Stmt{
		&cfg.Assign{Dst: h.at, Src: konst(h.at.Type.Width(), 0)},
		&cfg.Assign{Dst: h.after, Src: konst(h.after.Type.Width(), 0)},
		&cfg.Assign{Dst: h.newer, Src: cfg.False},
	}
	if h.tier != nil {
		out = append(out, &cfg.Assign{Dst: h.tier, Src: konst(h.tier.Type.Width(), 0)})
	}
	return out
}

// ranked notes the rank of a new block, which is watched if cond holds.
func (m *instrumenter) ranked(e *cfg.Edge, s *cfg.Alloc, cond cfg.Expr) {
	h := &m.leaks.holders
	if h.at == nil {
		return
	}
	m.after(e, &cfg.Assign{Dst: h.after, Src: &cfg.Ite{Cond: cond, Then: &cfg.VarRef{V: m.p.HeapTop}, Else: &cfg.VarRef{V: h.after}}})
	if h.tier == nil {
		return
	}
	tier := m.ptr(uint64(h.tiers[s]))
	m.after(e, &cfg.Assign{Dst: h.tier, Src: &cfg.Ite{Cond: cond, Then: tier, Else: &cfg.VarRef{V: h.tier}}})
	m.after(e, &cfg.Store{Addr: m.table.tierAddr(&cfg.VarRef{V: s.Dst}), Val: tier, Region: m.table.region})
}

// grown is a condition that holds before an allocation, and also that what is
// remembered of blocks is about those below the top of the heap. It is true, and
// said so that no invariant needs to say it.
func (h *holders) grown(top, also cfg.Expr) cfg.Expr {
	if h.at == nil {
		return also
	}
	below := cfg.Conjunction(cfg.Compare(cfg.ULt, &cfg.VarRef{V: h.at}, top), cfg.Compare(cfg.ULe, &cfg.VarRef{V: h.after}, top))
	return cfg.Conjunction(below, also)
}

// stored notes what a store does to the holder.
func (m *instrumenter) stored(e *cfg.Edge, s *cfg.Store) {
	h := m.leaks.holders.at
	if h == nil || !m.leaks.may.regions[s.Region] {
		return
	}
	n := uint64(s.Val.Type().Bytes())
	next := cfg.Expr(&cfg.Ite{Cond: m.overlaps(s.Addr, m.ptr(n), s.Region), Then: m.ptr(0), Else: &cfg.VarRef{V: h}})
	if s.Val.Type() == cfg.BV(m.bits) && m.leaks.may.carries(s.Val) {
		if keeps := m.keeps(s.Addr, s.Region); !cfg.IsFalse(keeps) {
			here := cfg.Conjunction(cfg.Conjunction(m.present(), cfg.Negate(m.misses(s.Val, &cfg.VarRef{V: m.watched()}))), keeps)
			next = &cfg.Ite{Cond: here, Then: s.Addr, Else: next}
		}
	}
	m.before(e, &cfg.Assign{Dst: h, Src: next})
}

// overwritten notes that nothing is known any more of size bytes from addr on.
func (m *instrumenter) overwritten(e *cfg.Edge, addr, size cfg.Expr, r *cfg.Region) {
	h := m.leaks.holders.at
	if h == nil || r != nil && !m.leaks.may.regions[r] {
		return
	}
	m.before(e, &cfg.Assign{Dst: h, Src: &cfg.Ite{Cond: m.overlaps(addr, size, r), Then: m.ptr(0), Else: &cfg.VarRef{V: h}}})
}

// copied notes that the holder may be copied, or overwritten.
func (m *instrumenter) copied(e *cfg.Edge, s *cfg.MemCopy) {
	h := m.leaks.holders.at
	if h == nil || !m.leaks.may.regions[s.DstRegion] {
		return
	}
	at := &cfg.VarRef{V: h}
	next := cfg.Expr(&cfg.Ite{Cond: m.overlaps(s.Dst, s.Size, s.DstRegion), Then: m.ptr(0), Else: at})
	if keeps := m.keeps(s.Dst, s.DstRegion); m.leaks.may.regions[s.SrcRegion] && !cfg.IsFalse(keeps) {
		off := m.sub(at, s.Src)
		inside := cfg.Conjunction(cfg.Compare(cfg.ULe, m.word(), s.Size), cfg.Compare(cfg.ULe, off, m.sub(s.Size, m.word())))
		inside = cfg.Conjunction(cfg.Compare(cfg.Ne, at, m.ptr(0)), cfg.Conjunction(inside, keeps))
		next = &cfg.Ite{Cond: inside, Then: m.add(s.Dst, off), Else: next}
	}
	m.before(e, &cfg.Assign{Dst: h, Src: next})
}

// dropped notes that a block is freed, which may be the one that is held or the
// one with the holder.
func (m *instrumenter) dropped(e *cfg.Edge, p cfg.Expr) {
	h := m.leaks.holders.at
	if h == nil {
		return
	}
	at := &cfg.VarRef{V: h}
	gone := cfg.Disjunction(cfg.Compare(cfg.Eq, p, &cfg.VarRef{V: m.watched()}), cfg.Compare(cfg.Eq, m.slot(p), m.slot(at)))
	m.before(e, &cfg.Assign{Dst: h, Src: &cfg.Ite{Cond: gone, Then: m.ptr(0), Else: at}})
}

// word is the size of a pointer in bytes.
func (m *instrumenter) word() cfg.Expr { return m.ptr(uint64(m.bits / 8)) }

// overlaps is the condition that the holder is among size bytes from addr on,
// in part at least.
func (m *instrumenter) overlaps(addr, size cfg.Expr, r *cfg.Region) cfg.Expr {
	at := &cfg.VarRef{V: m.leaks.holders.at}
	if k, ok := size.(*cfg.Const); ok && r != nil && r.Cell == m.bits && k.V == uint64(m.bits/8) {
		return cfg.Compare(cfg.Eq, at, addr)
	}
	return cfg.Disjunction(cfg.Compare(cfg.ULt, m.sub(at, addr), size), cfg.Compare(cfg.ULt, m.sub(addr, at), m.word()))
}

// keeps is the condition that a word at addr may be the holder: that it lies in
// a static object, or in a block of a lower rank than the watched one.
func (m *instrumenter) keeps(addr cfg.Expr, r *cfg.Region) cfg.Expr {
	k := m.classes[r]
	if k == nil {
		return cfg.False
	}
	if a, ok := cfg.Base(addr).(*cfg.AddrOf); ok {
		if a.Obj.Proc == nil {
			return cfg.True
		}
		return cfg.False
	}
	local, static := false, false
	for _, o := range k.objects {
		local, static = local || o.Proc != nil, static || o.Proc == nil
	}
	h := &m.leaks.holders
	if local && h.recurs {
		return cfg.False
	}
	base := m.ptr(m.p.HeapBase())
	held := cfg.Expr(cfg.False)
	if static && !local {
		held = cfg.Compare(cfg.ULt, addr, base)
	}
	if k.heap && !k.other {
		lower := cfg.Conjunction(cfg.Compare(cfg.ULt, addr, &cfg.VarRef{V: m.p.HeapTop}), m.lower(addr))
		if len(k.objects) > 0 {
			lower = cfg.Conjunction(cfg.Compare(cfg.ULe, base, addr), lower)
		}
		held = cfg.Disjunction(held, lower)
	}
	return held
}

// lower is the condition that the block of addr has a lower rank than the
// watched one.
func (m *instrumenter) lower(addr cfg.Expr) cfg.Expr {
	h := &m.leaks.holders
	w := &cfg.VarRef{V: m.watched()}
	newer := &cfg.VarRef{V: h.newer}
	behind := cfg.Compare(cfg.ULe, &cfg.VarRef{V: h.after}, addr)
	aged := cfg.Disjunction(cfg.Conjunction(newer, behind), cfg.Conjunction(cfg.Negate(newer), cfg.Compare(cfg.ULt, addr, w)))
	if h.tier == nil {
		return aged
	}
	own := &cfg.VarRef{V: h.tier}
	tier := &cfg.Load{T: cfg.BV(m.bits), Addr: m.table.tierAddr(cfg.Base(addr)), Region: m.table.region}
	return cfg.Disjunction(cfg.Compare(cfg.ULt, tier, own), cfg.Conjunction(cfg.Compare(cfg.Eq, tier, own), aged))
}
