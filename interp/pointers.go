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
