package interp

import (
	"fmt"

	"culprit/cfg"
	"culprit/interp/code"
)

// Pointers that C does not define, whether memory is accessed by them or not: the
// difference and order of pointers to different objects (C11 6.5.6p9, 6.5.8p5)
// and, on request, those that arithmetic leads out of the object that they point
// into, more than one place behind its end (6.5.6p8); code/checks.go says where. Package
// safety says the same of proofs.

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
		bits := m.code.Prog.PtrBits
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

// otherBlock looks up the block that a pointer points into. An access that
// starts from it and ends in another block is out of bounds; one that ends in
// no block is left to the access itself. It reports whether the execution goes
// on.
func (m *machine) otherBlock(pc int32, in *code.Instr) bool {
	p, addr, n := m.reg[in.B], m.reg[in.A], uint64(in.Sh)
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
	m.badAccess(pc, OutOfBounds, addr, n, in.Aux == 1, b)
	return m.status == Running
}

// outside reports an access outside of the object its address starts from, and
// whether the execution continues.
func (m *machine) outside(pc int32, in *code.Instr) bool {
	o := m.code.Prog.Objects[in.B]
	b := &block{addr: m.own.addr[in.B], size: o.Size, obj: o}
	m.badAccess(pc, OutOfBounds, m.reg[in.A], uint64(in.Sh), in.Aux == 1, b)
	return m.status == Running
}
