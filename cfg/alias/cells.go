package alias

import (
	"math/bits"

	"culprit/cfg"
)

// Cells: the width of the words of a region.
//
// The divisor of a value is a power of two, at most 16, that divides it if it
// is an address of an object. A number that is no address has divisor 16,
// since it addresses nothing (assumptions A2 and A3). The divisor of a
// variable is the smallest of all values assigned to it, that of the contents
// of a class of memory the smallest of all values stored there: a least
// fixpoint from above. Offsets are numbers like any other, so that their
// divisibility is proved from their form (multiple).

const maxDivisor = 16

// cellAnalysis computes divisors.
type cellAnalysis struct {
	*analysis
	vars    []uint8           // divisor by Var.ID
	content map[node]uint8    // divisor by class; missing is maxDivisor
	numbers []uint8           // multiple by Var.ID, of values as numbers
	at      map[cfg.Expr]node // of accesses, by address
	changed bool
}

// cells returns the width of the cells of each class with accesses.
func (a *analysis) cells() map[node]int {
	c := &cellAnalysis{analysis: a, content: map[node]uint8{}}
	for range a.prog.Vars {
		c.vars = append(c.vars, maxDivisor)
		c.numbers = append(c.numbers, maxDivisor)
	}
	c.at = map[cfg.Expr]node{}
	for _, x := range a.accesses {
		c.at[x.addr] = a.find(x.at)
	}
	for c.changed = true; c.changed; {
		c.changed = false
		for _, e := range a.prog.Edges {
			c.stmt(e.Stmt)
		}
	}
	return c.widths()
}

// widths decides for groups of classes connected by copies.
func (c *cellAnalysis) widths() map[node]int {
	group := map[node]node{}
	var root func(n node) node
	root = func(n node) node {
		if p, ok := group[n]; ok && p != n {
			return root(p)
		}
		return n
	}
	for _, p := range c.copies {
		x, y := root(c.find(p[0])), root(c.find(p[1]))
		if x != y {
			group[x] = y
		}
	}
	width := map[node]int{} // by root: 0 unknown, else the only width
	for _, x := range c.accesses {
		g := root(c.find(x.at))
		if x.width == 0 {
			continue
		}
		if w := width[g]; w != 0 && w != x.width || c.divisor(x.addr)*8 < x.width {
			width[g] = 8
		} else {
			width[g] = x.width
		}
	}
	for _, x := range c.accesses {
		g := root(c.find(x.at))
		if x.width == 0 && !x.loose && min(c.divisor(x.addr), c.multiple(x.size))*8 < width[g] {
			width[g] = 8
		}
	}
	out := map[node]int{}
	for _, x := range c.accesses {
		n := c.find(x.at)
		switch w := width[root(n)]; w {
		case 16, 32, 64:
			out[n] = w
		default:
			out[n] = 8
		}
	}
	return out
}

func (c *cellAnalysis) lower(d *uint8, to int) {
	if int(*d) > to {
		*d = uint8(to)
		c.changed = true
	}
}

func (c *cellAnalysis) lowerContent(n node, to int) {
	n = c.find(n)
	d, ok := c.content[n]
	if !ok {
		d = maxDivisor
	}
	if int(d) > to {
		c.content[n] = uint8(to)
		c.changed = true
	}
}

func (c *cellAnalysis) contentOf(n node) int {
	if d, ok := c.content[c.find(n)]; ok {
		return int(d)
	}
	return maxDivisor
}

func (c *cellAnalysis) stmt(s cfg.Stmt) {
	switch s := s.(type) {
	case *cfg.Assign:
		c.assign(s.Dst, s.Src)
	case *cfg.Havoc:
		c.lower(&c.numbers[s.Dst.ID], 1)
	case *cfg.Store:
		c.lowerContent(c.at[s.Addr], c.divisor(s.Val))
	case *cfg.MemCopy:
		d, f := c.at[s.Dst], c.at[s.Src]
		c.lowerContent(d, c.contentOf(f))
	case *cfg.Call:
		for i, x := range s.Args {
			c.assign(s.Proc.Params[i], x)
		}
	}
}

func (c *cellAnalysis) assign(v *cfg.Var, e cfg.Expr) {
	c.lower(&c.vars[v.ID], c.divisor(e))
	c.lower(&c.numbers[v.ID], c.multiple(e))
}

// divisor divides the value of e if it is an address.
func (c *cellAnalysis) divisor(e cfg.Expr) int {
	d, _ := c.address(e)
	return d
}

// address returns the divisor of e and whether e may point to an object. Parts
// of addresses count as addresses: to rebuild one they must be combined by
// arithmetic, of whose results nothing is known, or through memory.
func (c *cellAnalysis) address(e cfg.Expr) (d int, object bool) {
	switch e := e.(type) {
	case *cfg.Const:
		n := c.constant(e)
		if c.holds(n) {
			return c.multiple(e), true
		}
	case *cfg.VarRef:
		return int(c.vars[e.V.ID]), c.holds(c.points[c.find(c.analysis.vars[e.V.ID])])
	case *cfg.AddrOf:
		return maxDivisor, true
	case *cfg.Unary:
		if e.Op == cfg.Neg || e.Op == cfg.Not {
			return computed(c.address(e.X))
		}
	case *cfg.Cast:
		switch e.Op {
		case cfg.ZExt, cfg.SExt, cfg.Trunc, cfg.FToBits, cfg.BitsToF:
			return c.address(e.X)
		}
	case *cfg.Ite:
		x, px := c.address(e.Then)
		y, py := c.address(e.Else)
		return min(x, y), px || py
	case *cfg.Load:
		n := c.at[e.Addr]
		return c.contentOf(n), c.holds(c.points[c.find(n)])
	case *cfg.Binary:
		return c.binary(e)
	}
	return maxDivisor, false
}

func (c *cellAnalysis) binary(e *cfg.Binary) (d int, object bool) {
	switch e.Op {
	case cfg.PtrAdd:
		base, off := e.X, e.Y
		if _, ok := base.(*cfg.Const); ok {
			base, off = off, base
		}
		d, object = c.address(base)
		return min(d, c.multiple(off)), object
	case cfg.Add, cfg.Sub, cfg.Mul, cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem, cfg.And, cfg.Or, cfg.Xor, cfg.Shl, cfg.LShr, cfg.AShr:
		x, px := computed(c.address(e.X))
		y, py := computed(c.address(e.Y))
		return min(x, y), px || py
	}
	return maxDivisor, false
}

// computed is what is known of the result of arithmetic on an operand.
func computed(d int, object bool) (int, bool) {
	if object {
		return 1, true
	}
	return d, false
}

// holds reports whether a class holds memory of the program.
func (c *cellAnalysis) holds(n node) bool { return n != none && c.memory[c.find(n)] }

// multiple is a power of two that divides the number e.
func (c *cellAnalysis) multiple(e cfg.Expr) int {
	switch e := e.(type) {
	case *cfg.Const:
		if e.V == 0 {
			return maxDivisor
		}
		return min(maxDivisor, 1<<min(bits.TrailingZeros64(e.V), 4))
	case *cfg.VarRef:
		return int(c.numbers[e.V.ID])
	case *cfg.AddrOf:
		return min(maxDivisor, int(max(e.Obj.Align, 16)))
	case *cfg.Unary:
		if e.Op == cfg.Neg {
			return c.multiple(e.X)
		}
	case *cfg.Cast:
		switch e.Op {
		case cfg.ZExt, cfg.SExt:
			return c.multiple(e.X)
		case cfg.Trunc:
			// A wide multiple stays one: the width exceeds the divisor's bits.
			if e.T.Width() >= 8 {
				return c.multiple(e.X)
			}
		}
	case *cfg.Ite:
		return min(c.multiple(e.Then), c.multiple(e.Else))
	case *cfg.Binary:
		x := c.multiple(e.X)
		switch e.Op {
		case cfg.Add, cfg.Sub, cfg.PtrAdd, cfg.Or, cfg.Xor:
			return min(x, c.multiple(e.Y))
		case cfg.And:
			return max(x, c.multiple(e.Y))
		case cfg.Mul:
			return min(maxDivisor, x*c.multiple(e.Y))
		case cfg.Shl:
			if k, ok := e.Y.(*cfg.Const); ok && e.T.Width() >= 8 {
				return min(maxDivisor, x<<min(k.V, 4))
			}
			return x
		}
	}
	return 1
}
