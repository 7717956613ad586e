package interp

import "culprit/cfg"

// Accesses whose address is computed from a named object (Run only). The
// access must lie within this object, so that no table of live blocks is asked
// and an index that leads into another object is noticed.

// within emits the check of an access whose address starts from a named
// object. The result is 1 if no other check is needed.
func (c *compiler) within(addr cfg.Expr, slot int32, n uint8, write bool) uint8 {
	o := baseObject(addr)
	if !c.opt.bounds || o == nil || write && o.Const || o.Size < uint64(n) {
		return 0
	}
	if off, ok := constantOffset(addr); !ok || off > o.Size-uint64(n) {
		c.at(addr)
		c.emit(instr{op: opWithin, sh: n, aux: uint8(b2u(write)), a: slot, b: int32(o.ID), mask: o.Size})
	}
	return 1
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
// whether the execution goes on.
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
