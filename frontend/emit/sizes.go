package emit

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
)

// Pin computes a value once. The variable of was, if not nil, takes it.
func (f *Emitter) Pin(e cfg.Expr, was *Pinned) *Pinned {
	if _, ok := e.(*cfg.Const); ok {
		return &Pinned{e: e}
	}
	p := was
	if p == nil || p.v == nil {
		owner := f.Proc
		if f.Procedure.Func.Nests && f.Procedure.Nesting.Frame == nil {
			owner = nil // nested functions read it
		}
		p = &Pinned{v: f.Program.NewVar(owner, "#size", f.Program.Types.Size, f.At.Pos), in: f.Procedure}
		p.v.Temp = true
		if fr := f.Procedure.Nesting.Frame; fr != nil {
			p.slot = fr.Size
			fr.Size += f.Program.Word()
		}
	}
	f.Emit(&cfg.Assign{Dst: p.v, Src: e}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	if f.Procedure.Nesting.Frame != nil {
		f.SetWord(f.FrameOf(f.Procedure), p.slot, &cfg.VarRef{V: p.v})
	}
	return p
}

// Value is what was pinned.
func (f *Emitter) Value(p *Pinned) cfg.Expr {
	switch {
	case p.e != nil:
		return p.e
	case f.Dead() || p.v.Proc == nil || p.v.Proc == f.Proc:
		return &cfg.VarRef{V: p.v}
	case p.in.Nesting.Frame == nil || !f.Procedure.Inside(p.in):
		f.Fail(nil, "type of variable size of another function")
	}
	return f.Word(f.FrameOf(p.in), p.slot)
}

// Size is the size of t in bytes.
func (f *Emitter) Size(t *ctypes.Type) cfg.Expr {
	switch {
	case !f.Program.Types.Dynamic(t):
		return f.SizeConst(f.Program.Types.SizeOf(t))
	case t.Kind == ctypes.Array:
		return Binary(cfg.Mul, f.length(t), f.Size(f.Program.Types.ElemOf(t)))
	}
	return f.Value(f.extent(t).Size)
}

// length is the number of elements of an array.
func (f *Emitter) length(t *ctypes.Type) cfg.Expr {
	if t.Len >= 0 || t.LenExpr == nil {
		return f.SizeConst(uint64(max(t.Len, 0)))
	}
	if p := f.Program.Dynamic.Lengths[t.LenExpr]; p != nil {
		return f.Value(p)
	}
	return f.Conv(f.Lower(t.LenExpr), f.Program.Types.Size)
}

// extent is the layout of t, which was declared.
func (f *Emitter) extent(t *ctypes.Type) *Extent {
	if x := f.Program.Dynamic.Extents[f.Program.Types.RecordKey(t)]; x != nil {
		return x
	}
	zero := &Pinned{e: f.SizeConst(0)}
	if !f.Dead() {
		f.Fail(nil, "size of %s", t.Name)
	}
	x := &Extent{Size: zero}
	for range t.Fields {
		x.Offs, x.Bits = append(x.Offs, zero), append(x.Bits, nil)
	}
	return x
}

// dynamicMember selects a field of a structure of variable size.
func (f *Emitter) dynamicMember(p Place, fd *ctypes.Field) Place {
	x := f.extent(p.Type)
	for i, g := range p.Type.Fields {
		if g != fd {
			continue
		}
		q := Place{Type: fd.Type, Addr: Binary(cfg.PtrAdd, p.Addr, f.Value(x.Offs[i]))}
		if fd.Bit {
			if q.BitField = x.Bits[i]; q.BitField == nil {
				q.BitField, q.Addr = fd, p.Addr
			}
		}
		return q
	}
	f.Fail(nil, "member of %s", p.Type.Name)
	return Place{}
}

// dynamicTemp allocates memory for a value of variable size.
func (f *Emitter) dynamicTemp(t *ctypes.Type) Place {
	v := f.Temp(f.Program.Types.PointerTo(t))
	f.Emit(&cfg.Alloc{Dst: v, Size: f.Size(t), Stack: true, Align: f.Program.Types.AlignOf(t)}, parse.Span{}, cfg.RoleImplicit)
	return Place{Type: t, Addr: &cfg.VarRef{V: v}}
}

// AllocDynamic gives a variable of variable size its memory. For whoever
// executes the program that is a statement of the user: the size may be wrong.
func (f *Emitter) AllocDynamic(s *Storage, at parse.Span) {
	role := cfg.RoleImplicit
	if f.Program.Options.Execute {
		role = cfg.RoleUser
	} else if !f.Dead() {
		f.assumeRoom(s.Type, at)
	}
	f.Emit(&cfg.Alloc{Dst: s.Ptr, Size: f.Size(s.Type), Stack: true, Align: f.Program.Types.AlignOf(s.Type)}, at, role)
}

// assumeRoom restricts what follows to executions in which an array of variable
// length can exist: C defines neither a negative length nor an array that does
// not fit into memory.
func (f *Emitter) assumeRoom(t *ctypes.Type, at parse.Span) {
	fits := cfg.Expr(cfg.True)
	for a := t; a.Kind == ctypes.Array && f.Program.Types.Dynamic(a); a = f.Program.Types.ElemOf(a) {
		fits = cfg.Conjunction(f.Multiplies(f.length(a), f.Size(f.Program.Types.ElemOf(a))), fits)
	}
	fits = cfg.Conjunction(fits, f.Fits(f.Size(t)))
	f.Assume(fits, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	f.Program.Notes.AssumeOnce(at.Pos, "assumes that arrays of variable length have no negative length, and that there is memory for them")
}

// Fits is the condition that a block of size bytes can be had.
func (f *Emitter) Fits(size cfg.Expr) cfg.Expr {
	l := f.Program
	t := l.Types.Value(l.Types.Size)
	if l.Options.Execute { // the execution says what fits
		return cfg.True
	}
	most := uint64(bytes64)
	if l.Options.PtrBits == 32 {
		most = bytes32
	}
	k, known := size.(*cfg.Const)
	switch {
	case known && k.V > most:
		return cfg.False
	case known && (k.V <= smallBytes32 || l.Options.PtrBits == 64):
		return cfg.True
	case l.Options.PtrBits == 64:
		return Binary(cfg.ULe, size, Const(t, most))
	}
	room := Binary(cfg.Sub, Const(t, lastBlock32), &cfg.VarRef{V: l.HeapTop()})
	return Binary(cfg.LOr, Binary(cfg.ULe, size, Const(t, smallBytes32)),
		Binary(cfg.LAnd, Binary(cfg.ULe, size, Const(t, most)), Binary(cfg.ULe, size, room)))
}

// Multiplies is the condition that the product of two sizes does not wrap.
func (f *Emitter) Multiplies(n, each cfg.Expr) cfg.Expr {
	if _, ok := n.(*cfg.Const); ok {
		n, each = each, n
	}
	zero, most := Const(n.Type(), 0), Const(n.Type(), ^uint64(0))
	if k, ok := each.(*cfg.Const); ok && k.V <= 1 {
		return cfg.True
	} else if ok {
		return Binary(cfg.ULe, n, Const(n.Type(), most.V/k.V))
	}
	return Binary(cfg.LOr, Binary(cfg.Eq, each, zero), Binary(cfg.ULe, n, Binary(cfg.UDiv, most, each)))
}

// Sizes that fit into memory. A block of 64-bit programs must fit into the
// addresses that processors have for a process. In 32-bit programs the sum
// of all blocks counts, too, for those that are not small.
const (
	bytes64      = 1<<47 - 1
	bytes32      = 1<<31 - 1
	smallBytes32 = 1 << 20
	lastBlock32  = 0xfffff000
)
