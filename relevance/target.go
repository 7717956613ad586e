package relevance

import (
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

// Assigning reports whether e is an assigning statement of the user, a
// candidate for relevance.
func Assigning(e *cfg.Edge) bool { return len(targets(e)) > 0 }

// targets lists what e assigns, parameters one by one; it is empty for
// statements that are not candidates.
func targets(e *cfg.Edge) []target {
	if e.Role == cfg.RoleImplicit {
		return nil
	}
	switch st := e.Stmt.(type) {
	case *cfg.Assign:
		return []target{{v: st.Dst, typ: st.Dst.Type}}
	case *cfg.Havoc:
		if st.Kind != cfg.Uninit {
			return []target{{v: st.Dst, typ: st.Dst.Type}}
		}
	case *cfg.Alloc:
		return []target{{v: st.Dst, typ: st.Dst.Type}}
	case *cfg.Store:
		if st.Region != nil {
			return []target{{store: st, typ: st.Val.Type()}}
		}
	case *cfg.MemCopy:
		if st.DstRegion != nil {
			return []target{{block: st.DstRegion, dst: st.Dst, size: st.Size}}
		}
	case *cfg.MemSet:
		if st.Region != nil {
			return []target{{block: st.Region, dst: st.Dst, size: st.Size}}
		}
	case *cfg.MemHavoc:
		if st.Region != nil && st.Kind != cfg.Uninit {
			return []target{{block: st.Region, dst: st.Dst, size: st.Size}}
		}
	case *cfg.Call:
		var ts []target
		for i, p := range st.Proc.Params {
			if i < len(st.Args) {
				ts = append(ts, target{v: p, param: i, typ: p.Type})
			}
		}
		return ts
	}
	return nil
}

// sort is the sort of the replacing value.
func (t *target) sort(prog *cfg.Program) logic.Sort {
	if t.block != nil {
		return logic.ArraySort(prog.PtrBits, t.block.Cell)
	}
	return hoare.SortOf(t.typ)
}

// width is the number of bits of a fix value: a byte for blocks, which are
// filled with it.
func (t *target) width() int {
	if t.block != nil {
		return 8
	}
	return t.typ.Width()
}

// signed tells whether fix values read as signed.
func (t *target) signed() bool {
	return t.typ.Kind == cfg.Bits && (t.v != nil && t.v.Signed || t.store != nil && t.store.Signed())
}

// scalar tells whether ranges of values make sense: a bit-vector that is no
// pointer.
func (t *target) scalar() bool {
	return t.block == nil && t.typ.Kind != cfg.Float && !t.pointer()
}

// pointer tells whether the target has a C pointer type.
func (t *target) pointer() bool {
	return t.typ.Kind == cfg.Bits && (t.v != nil && t.v.Pointer() || t.store != nil && t.store.Pointer())
}

// constant is the term for the fix value v.
func (t *target) constant(tb *logic.Table, prog *cfg.Program, v uint64) logic.T {
	switch {
	case t.block != nil:
		cell := uint64(0)
		for i := 0; i < t.block.Cell; i += 8 {
			cell |= (v & 0xff) << uint(i)
		}
		return tb.ConstArray(t.sort(prog), tb.BV(t.block.Cell, cell))
	case t.typ.Kind == cfg.Bool:
		return tb.Bool(v != 0)
	}
	return tb.BV(t.typ.Width(), v)
}

// replace executes the statement of e with x in place of what t names: the
// trace ⟨x := v, ...⟩ of Definition 3.1. Nothing but x is assigned, except
// by a Call, which passes its other parameters.
func (t *target) replace(s *hoare.Sym, e *cfg.Edge, x logic.T) {
	switch {
	case t.store != nil:
		// The scalar goes through a variable of its own.
		slot := &cfg.Var{ID: len(s.Vals), Type: t.typ}
		s.Vals = append(s.Vals, x)
		s.Exec(&cfg.Edge{Stmt: &cfg.Store{Addr: t.store.Addr, Val: &cfg.VarRef{V: slot}, Region: t.store.Region}})
		s.Vals = s.Vals[:slot.ID]
	case t.block != nil:
		enc := s.Enc
		d, n := enc.Expr(t.dst, s), enc.Expr(t.size, s)
		s.Regs[t.block.ID] = enc.TB.Copy(s.Regs[t.block.ID], d, n, x, d)
		s.Steps++
	default:
		if _, ok := e.Stmt.(*cfg.Call); ok {
			s.Exec(e)
		} else {
			s.Steps++
		}
		s.Vals[t.v.ID] = x
	}
}

// constStmt is the statement that assigns the fix value v in place of e's.
func (t *target) constStmt(e *cfg.Edge, v uint64) cfg.Stmt {
	c := &cfg.Const{T: t.typ, V: v}
	switch {
	case t.store != nil:
		return &cfg.Store{Addr: t.store.Addr, Val: c, Region: t.store.Region, CType: t.store.CType}
	case t.block != nil:
		return &cfg.MemSet{Dst: t.dst, Val: &cfg.Const{T: cfg.BV(8), V: v & 0xff}, Size: t.size, Region: t.block}
	}
	if call, ok := e.Stmt.(*cfg.Call); ok {
		c2 := *call
		c2.Args = append([]cfg.Expr(nil), call.Args...)
		c2.Args[t.param] = c
		return &c2
	}
	return &cfg.Assign{Dst: t.v, Src: c}
}

// uses gives the dense indices (hoare.Encoder.Symbol) of what a statement
// reads and writes. A write to part of a region also reads it.
func uses(prog *cfg.Program, st cfg.Stmt) (reads, writes []int) {
	region := func(r *cfg.Region) int { return len(prog.Vars) + r.ID }
	for x := range cfg.StmtParts(st) {
		switch x := x.(type) {
		case *cfg.VarRef:
			reads = append(reads, x.V.ID)
		case *cfg.Load:
			reads = append(reads, region(x.Region))
		}
	}
	update := func(r *cfg.Region) {
		if r != nil {
			reads = append(reads, region(r))
			writes = append(writes, region(r))
		}
	}
	if v := cfg.Defined(st); v != nil {
		writes = append(writes, v.ID)
	}
	r, _, _ := cfg.Written(st)
	update(r)
	switch st := st.(type) {
	case *cfg.MemCopy:
		reads = append(reads, region(st.SrcRegion))
	case *cfg.Alloc:
		reads = append(reads, prog.HeapTop.ID)
		writes = append(writes, prog.HeapTop.ID)
		update(st.Region)
	case *cfg.Call:
		for i, p := range st.Proc.Params {
			if i < len(st.Args) {
				writes = append(writes, p.ID)
			}
		}
	}
	return reads, writes
}

// applies reports whether a term depends on an uninterpreted function.
func applies(tb *logic.Table, t logic.T) bool {
	return slices.ContainsFunc(tb.Cone(t), func(x logic.T) bool { return tb.Op(x) == logic.OpApply })
}

// target is one thing that a statement assigns and that can be replaced: a
// variable, the scalar a Store writes, or the cells a block operation writes,
// together.
type target struct {
	v     *cfg.Var    // nil for memory
	param int         // index among the targets of the statement: of the parameter for a Call
	store *cfg.Store  // a scalar in memory
	block *cfg.Region // cells from dst on, size bytes
	dst   cfg.Expr
	size  cfg.Expr
	typ   cfg.Type // of v or of the stored scalar
}
