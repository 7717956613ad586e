package code

import "culprit/cfg"

// signed emits a checked operation and reports whether e is one.
func (c *compiler) signed(e cfg.Expr, op cfg.Op, dst, a, b int32, w int) bool {
	switch op {
	case cfg.Add, cfg.Sub, cfg.Mul, cfg.Shl, cfg.Neg:
	default:
		return false
	}
	c.at(e)
	c.emit(Instr{Op: Signed, Aux: uint8(op), Sh: uint8(64 - w), Dst: dst, A: a, B: b, Mask: MaskOf(w)})
	return true
}

// unsigned emits the check of an operation on unsigned numbers that the front end
// marks.
func (c *compiler) unsigned(e *cfg.Binary, a, b int32, w int) {
	if c.Opt.Checks&WrapCheck == 0 || e.Signed || e.Site == nil || e.Site.CType == nil {
		return
	}
	switch e.Op {
	case cfg.Add, cfg.Sub, cfg.Mul:
		c.at(e)
		c.emit(Instr{Op: Wrap, Aux: uint8(e.Op), Sh: uint8(64 - w), A: a, B: b})
	}
}

// Pointers: arithmetic counts where its result is kept, handed on or compared;
// where it is the address of an access, the access has a check of its own.
//
// Accesses whose address says where it starts from (Run only). From a named
// object: the access must lie within this object, and no table of live blocks
// is asked. From a pointer variable that points into a block: the access must
// lie within this block. So an index that leads into another object is noticed.

// pointers emits the check of a difference or comparison of pointers, the
// operations whose place the front end marks and that have no type.
func (c *compiler) pointers(e *cfg.Binary, a, b int32) {
	if e.Site == nil || e.Site.CType != nil || e.Signed || e.Op != cfg.Sub && e.Op != cfg.ULt && e.Op != cfg.ULe {
		return
	}
	c.at(e)
	c.emit(Instr{Op: OneObject, A: a, B: b})
}

// ledBy notes the sums of pointers and offsets that the statement of an edge of
// the program's text keeps, hands on or compares.
func (c *compiler) ledBy(e *cfg.Edge) {
	if c.Opt.Checks&PointerCheck == 0 || !e.Pos.IsValid() {
		return
	}
	if c.led == nil {
		c.led = map[*cfg.Binary]bool{}
	}
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		c.kept(s.Src)
	case *cfg.Store:
		c.kept(s.Val)
		c.kept(cfg.Base(s.Addr))
	case *cfg.Call:
		for _, x := range s.Args {
			c.kept(x)
		}
	case *cfg.Lib:
		for _, x := range s.Args {
			c.kept(x)
		}
	case *cfg.Free:
		c.kept(s.Ptr)
	}
	sum := func(x cfg.Expr) {
		if b, ok := x.(*cfg.Binary); ok && b.Op == cfg.PtrAdd {
			c.led[b] = true
		}
	}
	for x := range cfg.StmtParts(e.Stmt) {
		if b, ok := x.(*cfg.Binary); ok && b.T.Kind == cfg.Bool {
			sum(b.X)
			sum(b.Y)
		}
	}
}

// kept notes the sums that make up a value.
func (c *compiler) kept(x cfg.Expr) {
	switch x := x.(type) {
	case *cfg.Ite:
		c.kept(x.Then)
		c.kept(x.Else)
	case *cfg.Load:
		c.kept(cfg.Base(x.Addr))
	case *cfg.Binary:
		switch x.Op {
		case cfg.PtrAdd:
			c.led[x] = true
			c.kept(cfg.Base(x))
		case cfg.And, cfg.Or, cfg.Xor:
			c.kept(x.X)
		}
	}
}

// within emits the check of an access whose address starts from a named
// object. The result is 1 if no other check is needed.
func (c *compiler) within(addr cfg.Expr, slot int32, n uint8, write bool) uint8 {
	if !c.Opt.Bounds {
		return 0
	}
	o := baseObject(addr)
	if o == nil {
		c.sameBlock(addr, slot, n, write)
		return 0
	}
	if write && o.Const || o.Size < uint64(n) {
		return 0
	}
	if off, ok := constantOffset(addr); !ok || off > o.Size-uint64(n) {
		c.at(addr)
		c.emit(Instr{Op: Within, Sh: n, Aux: uint8(B2u(write)), A: slot, B: int32(o.ID), Mask: o.Size})
	}
	return 1
}

// sameBlock emits the check of an access whose address starts from a pointer
// variable and has a variable offset.
func (c *compiler) sameBlock(addr cfg.Expr, slot int32, n uint8, write bool) {
	if _, ok := constantOffset(addr); ok {
		return
	}
	if p, ok := cfg.Base(addr).(*cfg.VarRef); ok {
		c.at(addr)
		c.emit(Instr{Op: SameBlock, Sh: n, Aux: uint8(B2u(write)), A: slot, B: int32(p.V.ID)})
	}
}

// constantOffset is the distance of an address from its object, if it is
// constant.
func constantOffset(addr cfg.Expr) (uint64, bool) {
	off := uint64(0)
	for {
		b, ok := addr.(*cfg.Binary)
		if !ok {
			return off, true
		}
		k, ok := b.Y.(*cfg.Const)
		if !ok {
			return 0, false
		}
		off += uint64(cfg.SignExtend(k.V, k.T.Width()))
		addr = b.X
	}
}

// baseObject is the object whose address an address starts from, nil if it
// starts from a pointer.
func baseObject(addr cfg.Expr) *cfg.Object {
	if a, ok := cfg.Base(addr).(*cfg.AddrOf); ok {
		return a.Obj
	}
	return nil
}
