package interp

import "culprit/cfg"

// Accesses whose address says where it starts from (Run only). From a named
// object: the access must lie within this object, and no table of live blocks
// is asked. From a pointer variable that points into a block: the access must
// lie within this block. So an index that leads into another object is noticed.

// within emits the check of an access whose address starts from a named
// object. The result is 1 if no other check is needed.
func (c *compiler) within(addr cfg.Expr, slot int32, n uint8, write bool) uint8 {
	if !c.opt.bounds {
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
		c.emit(instr{op: opWithin, sh: n, aux: uint8(b2u(write)), a: slot, b: int32(o.ID), mask: o.Size})
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
		c.emit(instr{op: opSameBlock, sh: n, aux: uint8(b2u(write)), a: slot, b: int32(p.V.ID)})
	}
}

// otherBlock looks up the block that a pointer points into. An access that
// starts from it and ends in another block is out of bounds; one that ends in
// no block is left to the access itself. It reports whether the execution goes
// on.
func (m *machine) otherBlock(pc int32, in *instr) bool {
	p, addr, n := m.reg[in.b], m.reg[in.a], uint64(in.sh)
	b := m.blockAt(p)
	if b == nil || b.dead || !b.contains(p, 1) {
		return true
	}
	if b.contains(addr, n) {
		m.lastBlock = b
		return true
	}
	if c := m.blockAt(addr); c == nil || !c.contains(addr, n) {
		return true
	}
	m.badAccess(pc, OutOfBounds, addr, n, in.aux == 1, b)
	return m.status == Running
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

// outside reports an access outside of the object its address starts from, and
// whether the execution continues.
func (m *machine) outside(pc int32, in *instr) bool {
	o := m.code.prog.Objects[in.b]
	b := &block{addr: m.own.addr[in.b], size: o.Size, obj: o}
	m.badAccess(pc, OutOfBounds, m.reg[in.a], uint64(in.sh), in.aux == 1, b)
	return m.status == Running
}

// baseObject is the object whose address an address starts from, nil if it
// starts from a pointer.
func baseObject(addr cfg.Expr) *cfg.Object {
	for {
		switch a := addr.(type) {
		case *cfg.AddrOf:
			return a.Obj
		case *cfg.Binary:
			if a.Op != cfg.PtrAdd {
				return nil
			}
			addr = a.X
		default:
			return nil
		}
	}
}
