package address

import (
	"math/bits"

	"culprit/cfg"
)

// Facts about the bits of a number wherever objects lie: its divisors, its
// bounds, and which of its low bits are those that the layout at hand gives it.

// topAlign is the largest alignment that is followed, and the largest mask that
// is taken to align an address.
const topAlign = 4096

// divisor is a power of two, at most topAlign, that divides e.
func (a *analysis) divisor(e cfg.Expr) uint64 {
	switch e := e.(type) {
	case *cfg.Const:
		if e.V != 0 {
			return min(topAlign, uint64(1)<<min(bits.TrailingZeros64(e.V), 12))
		}
		return topAlign
	case *cfg.AddrOf:
		return min(max(e.Obj.Align, 1), topAlign)
	case *cfg.VarRef:
		return a.align[e.V.ID]
	case *cfg.Unary:
		switch k, less := lessOne(e.X); {
		case e.Op == cfg.Not && less: // -k
			return a.divisor(k)
		case e.Op == cfg.Neg:
			return a.divisor(e.X)
		}
	case *cfg.Cast:
		if e.Op == cfg.ZExt || e.Op == cfg.SExt || e.Op == cfg.Trunc && e.T.Width() >= 8 {
			return a.divisor(e.X)
		}
	case *cfg.Ite:
		return min(a.divisor(e.Then), a.divisor(e.Else))
	case *cfg.Binary:
		switch x, y := a.divisor(e.X), a.divisor(e.Y); e.Op {
		case cfg.Add, cfg.Sub, cfg.PtrAdd, cfg.Or, cfg.Xor:
			return min(x, y)
		case cfg.And:
			return max(x, y)
		case cfg.Mul:
			return min(topAlign, x*y)
		}
	}
	return 1
}

// lessOne gives k if e is k-1.
func lessOne(e cfg.Expr) (k cfg.Expr, ok bool) {
	b, ok := e.(*cfg.Binary)
	if !ok {
		return nil, false
	}
	c, ok := b.Y.(*cfg.Const)
	return b.X, ok && (b.Op == cfg.Sub && c.V == 1 || b.Op == cfg.Add && c.V == ones(c.T))
}

// ones is the largest number of a type.
func ones(t cfg.Type) uint64 { return cfg.Mask(^uint64(0), t.Width()) }

// aligned is what divides the address of a block. Where the program asked for
// more than the allocator promises, the statement before raises the top of the
// heap to such an address.
func (a *analysis) aligned(e *cfg.Edge, s *cfg.Alloc) uint64 {
	d := s.Aligned()
	if in := e.From.In; len(in) == 1 {
		if top, ok := in[0].Stmt.(*cfg.Assign); ok && top.Dst == a.prog.HeapTop {
			d = max(d, a.divisor(top.Src))
		}
	}
	a.blocks[s] = d
	return d
}

// bound lets the value of v be as large as m.
func (a *analysis) bound(v *cfg.Var, m uint64) {
	if m <= a.most[v.ID] {
		return
	}
	a.raised[v.ID]++
	if int(a.raised[v.ID]) > maxListed {
		m = ones(v.Type)
	}
	a.most[v.ID], a.changed = m, true
}

// atMost bounds e, as an unsigned number.
func (a *analysis) atMost(e cfg.Expr) uint64 {
	all := ones(e.Type())
	switch e := e.(type) {
	case *cfg.Const:
		return e.V
	case *cfg.VarRef:
		return a.most[e.V.ID]
	case *cfg.Ite:
		return max(a.atMost(e.Then), a.atMost(e.Else))
	case *cfg.Cast:
		switch x := a.atMost(e.X); e.Op {
		case cfg.BoolToBits:
			return 1
		case cfg.ZExt, cfg.Trunc:
			return min(x, all)
		case cfg.SExt:
			if x <= ones(e.X.Type())/2 {
				return x
			}
		}
	case *cfg.Binary:
		if e.T.Kind == cfg.Bits {
			return a.resultAtMost(e, all)
		}
	}
	return all
}

func (a *analysis) resultAtMost(e *cfg.Binary, all uint64) uint64 {
	x, y := a.atMost(e.X), a.atMost(e.Y)
	c, constant := e.Y.(*cfg.Const)
	switch e.Op {
	case cfg.And:
		return min(x, y)
	case cfg.Or, cfg.Xor:
		return uint64(1)<<bits.Len64(x|y) - 1
	case cfg.Add, cfg.PtrAdd:
		if sum := x + y; sum >= x && sum <= all {
			return sum
		}
	case cfg.Mul:
		if hi, lo := bits.Mul64(x, y); hi == 0 && lo <= all {
			return lo
		}
	case cfg.UDiv:
		if constant && c.V > 0 {
			return x / c.V
		}
	case cfg.URem:
		if constant && c.V > 0 {
			return min(x, c.V-1)
		}
		return x
	case cfg.LShr:
		if constant && c.V < 64 {
			return x >> c.V
		}
		return x
	}
	return all
}

// given is a power of two so that the layout at hand decides an address modulo
// it: objects are aligned to it everywhere.
func (a *analysis) given(e cfg.Expr) uint64 {
	return min(topAlign, a.points.Align(e, func(s *cfg.Alloc) uint64 {
		if d := a.blocks[s]; d != 0 {
			return d
		}
		return topAlign // not yet seen
	}))
}

// mask is an operation that changes low bits of an address, or keeps them
// alone.
type mask struct {
	op   cfg.Op // And, which clears bits, Or or Xor
	x    cfg.Expr
	keep bool   // the result is the bits, and not what is changed
	bits uint64 // as the layout at hand gives them
	free uint64 // bits that depend on where the object lies
	zero uint64 // bits that are zero in x
}

// kind is the kind of the result.
func (m *mask) kind() kind {
	switch {
	case m.free != 0 && (m.keep || m.op == cfg.Xor):
		return mixed
	case m.keep:
		return number
	}
	return linear
}

// maskBy is an operation by a literal that changes single bits.
func maskBy(e *cfg.Binary) (*mask, bool) {
	x, c := literal(e)
	if c == nil {
		return nil, false
	}
	power := c.V != 0 && c.V&(c.V-1) == 0
	switch e.Op {
	case cfg.And:
		if c.V < topAlign {
			return &mask{op: cfg.And, x: x, keep: true, bits: c.V}, true
		}
		return &mask{op: cfg.And, x: x, bits: c.V ^ ones(c.T)}, true
	case cfg.Or, cfg.Xor:
		return &mask{op: e.Op, x: x, bits: c.V}, true
	case cfg.URem:
		return &mask{op: cfg.And, x: x, keep: true, bits: c.V - 1}, power && x == e.X
	case cfg.Mul, cfg.Shl: // of x / c or x >> c
		in, ok := x.(*cfg.Binary)
		if !ok || x != e.X {
			break
		}
		y, d := literal(in)
		if d == nil || y != in.X || d.V != c.V {
			break
		}
		if e.Op == cfg.Shl {
			return &mask{op: cfg.And, x: y, bits: 1<<min(c.V, 63) - 1}, in.Op == cfg.LShr
		}
		return &mask{op: cfg.And, x: y, bits: c.V - 1}, in.Op == cfg.UDiv && power
	}
	return nil, false
}

// literal gives the operands of an operation with a literal.
func literal(e *cfg.Binary) (cfg.Expr, *cfg.Const) {
	if c, ok := e.Y.(*cfg.Const); ok {
		return e.X, c
	}
	c, _ := e.X.(*cfg.Const)
	return e.Y, c
}
