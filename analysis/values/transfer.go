package values

import (
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/internal/work"
)

// post is an over-approximation of the states after e from s, for edges other
// than Return; ok is false if there is none.
func (d *domain) post(s *state, e *cfg.Edge) (*state, bool) {
	d.clock.Count(5+len(s.e), work.Fact)
	switch st := e.Stmt.(type) {
	case *cfg.Assign:
		return d.assign(s, st.Dst, d.eval(s, st.Src)), true
	case *cfg.Havoc:
		return d.assign(s, st.Dst, nil), true
	case *cfg.Assume:
		t, ok := d.refine(s, st.Cond, true)
		if !ok {
			return nil, false
		}
		return d.filter(t, st.Cond)
	case *cfg.Store:
		w := st.Val.Type().Width()
		addr, v := d.eval(s, st.Addr), d.eval(s, st.Val)
		s = s.clone()
		d.store(s, regionID(st.Region), addr, w, v)
	case *cfg.MemCopy:
		dst, src, size := d.eval(s, st.Dst), d.eval(s, st.Src), d.eval(s, st.Size)
		s = s.clone()
		d.copyMemory(s, st, dst, src, size)
	case *cfg.MemSet:
		dst, v, size := d.eval(s, st.Dst), d.eval(s, st.Val), d.eval(s, st.Size)
		s = s.clone()
		if v == nil {
			v = urange(8, 0, 255) // still nil: any byte
		}
		d.fillMemory(s, regionID(st.Region), dst, v, size)
	case *cfg.MemHavoc:
		dst, size := d.eval(s, st.Dst), d.eval(s, st.Size)
		s = s.clone()
		d.fillMemory(s, regionID(st.Region), dst, nil, size)
	case *cfg.Alloc:
		return d.alloc(s, st), true
	case *cfg.Lib:
		return d.lib(s, st), true
	case *cfg.Call:
		vals := make([]*val, len(st.Proc.Params))
		for i, p := range st.Args[:min(len(st.Args), len(vals))] {
			vals[i] = d.eval(s, p)
		}
		s = s.clone()
		for i, p := range st.Proc.Params {
			d.put(s, p, vals[i])
		}
	}
	return s, true
}

// put sets a variable if facts about it are of use at all.
func (d *domain) put(s *state, x *cfg.Var, v *val) {
	if !d.tracked.has(x.ID) {
		v = nil
	}
	s.set(key(x.ID), v)
}

func (d *domain) assign(s *state, x *cfg.Var, v *val) *state {
	if !d.tracked.has(x.ID) {
		v = nil
	}
	if s.get(key(x.ID)).equal(v) {
		return s
	}
	return s.with(key(x.ID), v)
}

// alloc follows the bump allocator: p := align16(heapTop), heapTop := p +
// max(size, 1), modulo the address space.
func (d *domain) alloc(s *state, st *cfg.Alloc) *state {
	w := d.prog.PtrBits
	t := cfg.BV(w)
	size := d.eval(s, st.Size)
	s = s.clone()
	if d.prog.HeapTop == nil {
		d.put(s, st.Dst, nil)
		d.fillMemory(s, regionID(st.Region), nil, nil, nil)
		return s
	}
	top := s.get(key(d.prog.HeapTop.ID))
	p := applyBin(cfg.Add, w, t, top, konst(w, cfg.HeapAlign-1))
	p = applyBin(cfg.And, w, t, p, konst(w, ^uint64(cfg.HeapAlign-1)))
	taken := size
	if size.has(0) {
		if rest, ok := size.without(w, 0); !ok {
			taken = konst(w, 1)
		} else {
			taken = join(rest, konst(w, 1))
		}
	}
	var contents *val
	if st.Zero {
		contents = konst(8, 0)
	}
	d.fillMemory(s, regionID(st.Region), p, contents, size)
	d.put(s, d.prog.HeapTop, applyBin(cfg.Add, w, t, p, taken))
	d.put(s, st.Dst, p)
	return s
}

// lib forgets what a call of the C library may change.
func (d *domain) lib(s *state, st *cfg.Lib) *state {
	s = s.clone()
	e := st.Effect()
	for _, r := range st.Regions {
		if e.Writes || e.Errno && r.Name == clib.Errno {
			d.clobber(s, regionID(r), 0, d.lastAddress())
		}
	}
	if len(d.prog.Regions) == 0 && (e.Writes || e.Errno) {
		d.clobber(s, regionID(nil), 0, d.lastAddress())
	}
	if st.Dst != nil {
		d.put(s, st.Dst, nil)
	}
	return s
}
