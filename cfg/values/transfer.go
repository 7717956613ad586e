package values

import (
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/internal/work"
)

// post is an over-approximation of the states after e from s, for edges other
// than Return; ok is false if there is none.
func (a *analysis) post(s *state, e *cfg.Edge) (*state, bool) {
	a.lim.Clock.Count(5+len(s.e), work.Fact)
	switch st := e.Stmt.(type) {
	case *cfg.Assign:
		return a.assign(s, st.Dst, a.eval(s, st.Src)), true
	case *cfg.Havoc:
		return a.assign(s, st.Dst, nil), true
	case *cfg.Assume:
		t, ok := a.refine(s, st.Cond, true)
		if !ok {
			return nil, false
		}
		return a.filter(t, st.Cond, true)
	case *cfg.Store:
		w := st.Val.Type().Width()
		addr, v := a.eval(s, st.Addr), a.eval(s, st.Val)
		s = s.clone()
		a.store(s, regionID(st.Region), addr, w, v)
	case *cfg.MemCopy:
		dst, src, size := a.eval(s, st.Dst), a.eval(s, st.Src), a.eval(s, st.Size)
		s = s.clone()
		a.copyMemory(s, st, dst, src, size)
	case *cfg.MemSet:
		dst, v, size := a.eval(s, st.Dst), a.eval(s, st.Val), a.eval(s, st.Size)
		s = s.clone()
		if v == nil {
			v = urange(8, 0, 255) // still nil: any byte
		}
		a.fillMemory(s, regionID(st.Region), dst, v, size)
	case *cfg.MemHavoc:
		dst, size := a.eval(s, st.Dst), a.eval(s, st.Size)
		s = s.clone()
		a.fillMemory(s, regionID(st.Region), dst, nil, size)
	case *cfg.Alloc:
		return a.alloc(s, st), true
	case *cfg.Lib:
		return a.lib(s, st), true
	case *cfg.Call:
		vals := make([]*val, len(st.Proc.Params))
		for i, p := range st.Args[:min(len(st.Args), len(vals))] {
			vals[i] = a.eval(s, p)
		}
		s = s.clone()
		for i, p := range st.Proc.Params {
			a.put(s, p, vals[i])
		}
	}
	return s, true
}

// put sets a variable if facts about it are of use at all.
func (a *analysis) put(s *state, x *cfg.Var, v *val) {
	if !a.tracked.has(x.ID) {
		v = nil
	}
	s.set(key(x.ID), v)
}

func (a *analysis) assign(s *state, x *cfg.Var, v *val) *state {
	if !a.tracked.has(x.ID) {
		v = nil
	}
	if s.get(key(x.ID)).equal(v) {
		return s
	}
	return s.with(key(x.ID), v)
}

// alloc follows the bump allocator: p := align16(heapTop), heapTop := p +
// max(size, 1), modulo the address space.
func (a *analysis) alloc(s *state, st *cfg.Alloc) *state {
	w := a.prog.PtrBits
	t := cfg.BV(w)
	size := a.eval(s, st.Size)
	s = s.clone()
	if a.prog.HeapTop == nil {
		a.put(s, st.Dst, nil)
		a.fillMemory(s, regionID(st.Region), nil, nil, nil)
		return s
	}
	top := s.get(key(a.prog.HeapTop.ID))
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
	a.fillMemory(s, regionID(st.Region), p, contents, size)
	a.put(s, a.prog.HeapTop, applyBin(cfg.Add, w, t, p, taken))
	a.put(s, st.Dst, p)
	return s
}

// lib forgets what a call of the C library may change.
func (a *analysis) lib(s *state, st *cfg.Lib) *state {
	s = s.clone()
	e := st.Effect()
	for _, r := range st.Regions {
		if e.Writes || e.Errno && r.Name == clib.Errno {
			a.clobber(s, regionID(r), 0, a.lastAddress())
		}
	}
	if len(a.prog.Regions) == 0 && (e.Writes || e.Errno) {
		a.clobber(s, regionID(nil), 0, a.lastAddress())
	}
	if st.Dst != nil {
		a.put(s, st.Dst, nil)
	}
	return s
}
