package interp

import (
	"fmt"

	"culprit/cfg"
)

// Pointers that C does not define, whether memory is accessed by them or not: the
// difference and order of pointers to different objects (C11 6.5.6p9, 6.5.8p5)
// and, on request, those that arithmetic leads out of the object that they point
// into, more than one place behind its end (6.5.6p8). Arithmetic counts where its
// result is kept, handed on or compared; where it is the address of an access, the
// access has a check of its own. Package safety says the same of proofs.

// pointers emits the check of a difference or comparison of pointers, the
// operations whose place the front end marks and that have no type.
func (c *compiler) pointers(e *cfg.Binary, a, b int32) {
	if e.Site == nil || e.Site.CType != nil || e.Signed || e.Op != cfg.Sub && e.Op != cfg.ULt && e.Op != cfg.ULe {
		return
	}
	c.at(e)
	c.emit(instr{op: opOneObject, a: a, b: b})
}

// oneObject reports whether two different pointers point into one object, or
// behind it, and is a fault if not. Of pointers to no known memory it is taken
// for granted, if they are not null.
func (m *machine) oneObject(pc int32, p, q uint64) bool {
	low, high := min(p, q), max(p, q)
	b := m.blockAt(low)
	switch {
	case b != nil && low-b.addr <= b.size && high-b.addr <= b.size:
		return true
	case low != 0 && (b == nil || low-b.addr > b.size):
		return true
	}
	what := "difference"
	if e, ok := m.site(pc).(*cfg.Binary); ok && e.Op != cfg.Sub {
		what = "order"
	}
	m.fault(pc, OtherObject, textual("%s of pointers to different objects", what))
	return m.status == Running
}

// ledBy notes the sums of pointers and offsets that the statement of an edge of
// the program's text keeps, hands on or compares.
func (c *compiler) ledBy(e *cfg.Edge) {
	if c.opt.checks&PointerCheck == 0 || !e.Pos.IsValid() {
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
	cfg.Exprs(e.Stmt, func(x cfg.Expr) {
		cfg.Walk(x, func(x cfg.Expr) {
			if b, ok := x.(*cfg.Binary); ok && b.T.Kind == cfg.Bool {
				sum(b.X)
				sum(b.Y)
			}
		})
	})
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

// lead emits a noted sum with its check, and reports whether e is one.
func (c *compiler) lead(e *cfg.Binary, dst int32) bool {
	if !c.led[e] {
		return false
	}
	root, sum := c.value(cfg.Base(e)), c.newTemp()
	c.led[e] = false
	c.binary(e, sum)
	c.led[e] = true
	c.at(e)
	c.emit(instr{op: opInside, a: root, b: sum})
	c.emit(instr{op: opMove, dst: dst, a: sum})
	return true
}

// inside reports whether q, made of p by arithmetic, points into the live object
// that p points into, or behind it, and is a fault if not.
func (m *machine) inside(pc int32, p, q uint64) bool {
	b := m.blockAt(p)
	if b != nil && p-b.addr > b.size {
		b = nil
	}
	if b != nil && !b.dead && q-b.addr <= b.size {
		return true
	}
	m.fault(pc, StrayPointer, func(f *Fault) {
		f.Addr = q
		bits := m.code.prog.PtrBits
		switch {
		case b != nil:
			f.Object, f.Alloc, f.Free, f.Low, f.High = b.obj, b.alloc, b.freed, b.addr, b.addr+b.size
			f.Text = fmt.Sprintf("from offset %d to %d of %s", p-b.addr, cfg.SignExtend(q-b.addr, bits), m.describe(b))
			if b.dead {
				f.Text += m.endOf(b)
			}
		case p == 0:
			f.Text = fmt.Sprintf("null pointer %+d", cfg.SignExtend(q, bits))
		default:
			f.Text = fmt.Sprintf("from %#x, which is in no object, to %#x", p, q)
		}
	})
	return m.status == Running
}

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
