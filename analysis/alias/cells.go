package alias

import (
	"math/bits"

	"culprit/cfg"
)

// Cells: the width of the words of a region.
//
// The divisor of a value is a power of two, at most 16, that divides it if it
// is an address of an object. A number that is not an address has divisor 16,
// since it addresses nothing (assumptions A2 and A3). The divisor of a
// variable is the smallest of all values assigned to it, that of the contents
// of a class of memory the smallest of all values stored there, at the same
// offset in the object where offsets are known: a fixpoint from above. Offsets are numbers like any other, so that their
// divisibility is proved from their form (multiple).

// topDivisor is the top of the lattice: what is known to be aligned at all.
const topDivisor = 16

// cellAnalysis computes divisors.
type cellAnalysis struct {
	*analysis
	vars    []uint8           // divisor by Var.ID
	content map[place]uint8   // divisor by class and offset; missing is topDivisor
	inside  map[node]bool     // classes to which some pointer is not the start of an object
	numbers []uint8           // multiple by Var.ID, of values as numbers
	at      map[cfg.Expr]node // of accesses, by address
	changed bool
}

// cells returns the width of the cells of each class with accesses.
func (a *analysis) cells() map[node]int {
	c := &cellAnalysis{analysis: a, content: map[place]uint8{}, inside: map[node]bool{}}
	for range a.prog.Vars {
		c.vars = append(c.vars, topDivisor)
		c.numbers = append(c.numbers, topDivisor)
	}
	c.at = map[cfg.Expr]node{}
	for _, x := range a.accesses {
		c.at[x.addr] = a.find(x.at)
	}
	accesses := a.accesses
	for _, e := range a.prog.Edges {
		c.pointersOf(e.Stmt)
	}
	a.accesses = accesses // value recorded loads again
	for c.changed = true; c.changed; {
		c.changed = false
		for _, e := range a.prog.Edges {
			c.stmt(e.Stmt)
		}
		for _, u := range a.libs {
			c.lib(u)
		}
	}
	a.divisors = c
	return c.widths()
}

// widths decides for groups of classes connected by copies.
func (c *cellAnalysis) widths() map[node]int {
	group := map[node]node{}
	root := func(n node) node {
		top := n
		for up, ok := group[top]; ok; up, ok = group[top] {
			top = up
		}
		for n != top { // the next search is shorter
			n, group[n] = group[n], top
		}
		return top
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
	for n := range c.libUsed {
		width[root(n)] = 8
	}
	if c.accessed(c.wild) { // from outside come any addresses
		width[root(c.find(c.wild))] = 8
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

// place is a word of pointer size of the objects of a class, counted from
// their start.
type place struct {
	class node
	word  int64
}

// Special words: stores at unknown offsets, and the smallest divisor of all.
const (
	unknownWord = -1 << 62
	anyWord     = unknownWord + 1
)

// places lists the words that width bits at addr touch, if every pointer to
// the class is the start of an object and the offset is a constant.
func (c *cellAnalysis) places(addr cfg.Expr, width int) []place {
	n := c.find(c.at[addr])
	distance, fixed := cfg.Distance(addr)
	off := cfg.SignExtend(distance, c.prog.PtrBits)
	if !fixed || c.inside[n] {
		return []place{{n, unknownWord}}
	}
	word := int64(c.prog.PtrBits)
	var out []place
	first := off * 8 / word
	if off*8 < first*word {
		first-- // rounded down, also before the object
	}
	for w := first; w*word < off*8+int64(width); w++ {
		out = append(out, place{n, w})
	}
	return out
}

// pointersOf applies pointers to the expressions of a statement.
func (c *cellAnalysis) pointersOf(s cfg.Stmt) {
	switch s := s.(type) {
	case *cfg.Store:
		c.pointersAt(s.Region, s.Addr)
		if !s.Region.Ghost() {
			c.pointers(s.Val, false)
		}
	case *cfg.MemCopy:
		c.pointersAt(s.DstRegion, s.Dst)
		c.pointersAt(s.SrcRegion, s.Src)
		c.pointers(s.Size, false)
	case *cfg.MemSet:
		c.pointersAt(s.Region, s.Dst)
	case *cfg.MemHavoc:
		c.pointers(s.Dst, true)
	case *cfg.Free:
		c.pointers(s.Ptr, true)
	case *cfg.Assume: // nothing keeps what a condition computes
		for e := range cfg.Parts(s.Cond) {
			if l, ok := e.(*cfg.Load); ok {
				c.pointersAt(l.Region, l.Addr)
			}
		}
	default:
		// Of a library call, too: the pointers it stores or returns (strtod)
		// are into what it gets.
		cfg.Exprs(s, func(e cfg.Expr) { c.pointers(e, false) })
	}
}

// pointersAt applies pointers to the address of an access. That of a shadow is
// one of the program's, whose own accesses say what there is to know.
func (c *cellAnalysis) pointersAt(r *cfg.Region, addr cfg.Expr) {
	if r.Shadowed(addr) == nil {
		c.pointers(addr, true)
	}
}

// pointers finds the classes to which there are pointers after the start of
// an object. addr says that e is used as an address only.
func (c *cellAnalysis) pointers(e cfg.Expr, addr bool) {
	switch x := e.(type) {
	case *cfg.Load:
		c.pointersAt(x.Region, x.Addr)
		return
	case *cfg.Binary:
		if x.Op == cfg.PtrAdd && addr {
			c.pointers(x.X, true)
			c.pointers(x.Y, false)
			return
		}
	}
	cfg.Children(e, func(sub cfg.Expr) { c.pointers(sub, false) })
	switch e.(type) {
	case *cfg.Binary, *cfg.Unary, *cfg.Const:
		if e.Type().Kind != cfg.Bits {
			return
		}
		if n := c.analysis.value(e); c.holds(n) {
			c.inside[c.find(n)] = true
		}
	}
}

func (c *cellAnalysis) lowerContent(at []place, to int) {
	for _, p := range append(at, place{at[0].class, anyWord}) {
		d, ok := c.content[p]
		if !ok {
			d = topDivisor
		}
		if int(d) > to {
			c.content[p] = uint8(to)
			c.changed = true
		}
	}
}

func (c *cellAnalysis) contentOf(at []place) int {
	n := at[0].class
	if at[0].word == unknownWord {
		at = []place{{n, anyWord}}
	}
	d := topDivisor
	for _, p := range append(at, place{n, unknownWord}) {
		if x, ok := c.content[p]; ok {
			d = min(d, int(x))
		}
	}
	return d
}

func (c *cellAnalysis) stmt(s cfg.Stmt) {
	switch s := s.(type) {
	case *cfg.Assign:
		c.assign(s.Dst, s.Src)
	case *cfg.Havoc:
		c.lower(&c.numbers[s.Dst.ID], 1)
	case *cfg.Store:
		if s.Region.Ghost() {
			return
		}
		c.lowerContent(c.places(s.Addr, 8*s.Val.Type().Bytes()), c.divisor(s.Val))
	case *cfg.MemCopy:
		if s.DstRegion.Ghost() {
			return
		}
		d, f := c.find(c.at[s.Dst]), c.find(c.at[s.Src])
		c.lowerContent([]place{{d, unknownWord}}, c.contentOf([]place{{f, unknownWord}}))
	case *cfg.Call:
		for i, x := range s.Args {
			c.assign(s.Proc.Params[i], x)
		}
	}
}

// lib: nothing is known of what a library call returns or writes.
func (c *cellAnalysis) lib(u libUse) {
	if v := u.stmt.Dst; v != nil {
		c.lower(&c.vars[v.ID], 1)
		c.lower(&c.numbers[v.ID], 1)
	}
	if u.stmt.Effect().Writes {
		for _, n := range u.at {
			c.lowerContent([]place{{n, unknownWord}}, 1)
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
		return topDivisor, true
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
		if e.Region.Ghost() {
			return 1, false
		}
		n := c.at[e.Addr]
		return c.contentOf(c.places(e.Addr, 8*e.T.Bytes())), c.holds(c.points[c.find(n)])
	case *cfg.Binary:
		return c.binary(e)
	}
	return topDivisor, false
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
	return topDivisor, false
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
			return topDivisor
		}
		return min(topDivisor, 1<<min(bits.TrailingZeros64(e.V), 4))
	case *cfg.VarRef:
		return int(c.numbers[e.V.ID])
	case *cfg.AddrOf:
		return min(topDivisor, int(max(e.Obj.Align, 16)))
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
			return min(topDivisor, x*c.multiple(e.Y))
		case cfg.Shl:
			if k, ok := e.Y.(*cfg.Const); ok && e.T.Width() >= 8 {
				return min(topDivisor, x<<min(k.V, 4))
			}
			return x
		}
	}
	return 1
}
