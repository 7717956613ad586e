package bitblast

// lit is a literal of the circuit: gate index times two, plus one if negated.
type lit int32

const (
	litFalse lit = 0
	litTrue  lit = 1
)

func (a lit) not() lit       { return a ^ 1 }
func (a lit) gate() int32    { return int32(a >> 1) }
func (a lit) negative() bool { return a&1 != 0 }

// gateKind is the function a gate computes of its operands.
type gateKind uint8

const (
	gateConst gateKind = iota // gate 0 only: false
	gateInput                 // free
	gateAnd                   // a and b
	gateXor                   // a xor b; operands positive
	gateIte                   // if a then b else c; a and b positive
	gateMaj                   // at least two of a, b, c; at most one negative
)

// gate is a node of the circuit. Operands have smaller indices.
type gate struct {
	a, b, c lit
	kind    gateKind
	refs    uint8 // gates using this one, saturating; dead users count too
}

// The sizes of the circuit's memory: gates that there is room for at first, a
// power of two, and literals allocated at once for words. Less than the part
// of the hash table that is used sparsely is taken back entry by entry, since each
// needs a search; more is cleared at once.
const (
	firstGates = 1 << 10
	slabSize   = 1 << 13
	sparsePart = 8
)

// circuit is a hash-consed combinational circuit with local simplification.
// The zero value is not ready; call reset.
type circuit struct {
	gates []gate
	table []int32 // open addressing: gate index, 0 = free
	mask  uint32
	slab  []lit // unused part of the current block of words
	block []lit // first block, reused by reset

	spilled bool // the first block is full
}

// reset empties the circuit, keeping its memory unless that grew very large.
func (c *circuit) reset() {
	if cap(c.gates) > maxKept {
		c.gates, c.table = nil, nil
	}
	if c.gates == nil {
		c.gates = make([]gate, 0, firstGates)
	}
	if c.table == nil {
		c.table = make([]int32, 2*firstGates)
	} else if n := len(c.gates); n < len(c.table)/sparsePart {
		for i := 1; i < n; i++ { // clear only what is used
			c.unlink(int32(i))
		}
	} else {
		clear(c.table)
	}
	c.mask = uint32(len(c.table) - 1)
	c.gates = append(c.gates[:0], gate{})
	if c.block == nil {
		c.block = make([]lit, slabSize)
	}
	used := len(c.block) - len(c.slab)
	if c.spilled {
		used, c.spilled = len(c.block), false
	}
	clear(c.block[:used])
	c.slab = c.block
}

func gateHash(kind gateKind, a, b, d lit) uint32 {
	h := uint64(uint32(a))*0x9E3779B97F4A7C15 ^ uint64(uint32(b))*0xC2B2AE3D27D4EB4F ^
		uint64(uint32(d))*0x165667B19E3779F9 ^ uint64(kind)<<56
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return uint32(h >> 32)
}

// unlink clears the probe run from a gate's home slot up to the next hole;
// after all gates were unlinked the table is empty.
func (c *circuit) unlink(i int32) {
	g := &c.gates[i]
	if g.kind == gateInput || g.kind == gateConst {
		return
	}
	for h := gateHash(g.kind, g.a, g.b, g.c) & c.mask; c.table[h] != 0; h = (h + 1) & c.mask {
		c.table[h] = 0
	}
}

func (c *circuit) input() lit {
	c.gates = append(c.gates, gate{kind: gateInput})
	return lit(len(c.gates)-1) << 1
}

// mk returns the gate of this kind over these operands.
func (c *circuit) mk(kind gateKind, a, b, d lit) lit {
	h := gateHash(kind, a, b, d) & c.mask
	for ; c.table[h] != 0; h = (h + 1) & c.mask {
		i := c.table[h]
		if g := &c.gates[i]; g.a == a && g.b == b && g.c == d && g.kind == kind {
			return lit(i) << 1
		}
	}
	i := int32(len(c.gates))
	c.gates = append(c.gates, gate{a: a, b: b, c: d, kind: kind})
	c.ref(a)
	c.ref(b)
	c.ref(d)
	c.table[h] = i
	if len(c.gates)*2 > len(c.table) {
		c.grow()
	}
	return lit(i) << 1
}

func (c *circuit) ref(a lit) {
	if g := &c.gates[a.gate()]; g.refs < 255 {
		g.refs++
	}
}

func (c *circuit) grow() {
	c.table = make([]int32, 2*len(c.table))
	c.mask = uint32(len(c.table) - 1)
	for i := range c.gates {
		g := &c.gates[i]
		if g.kind == gateInput || g.kind == gateConst {
			continue
		}
		h := gateHash(g.kind, g.a, g.b, g.c) & c.mask
		for c.table[h] != 0 {
			h = (h + 1) & c.mask
		}
		c.table[h] = int32(i)
	}
}

func (c *circuit) and(a, b lit) lit {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == litFalse || a == b.not():
		return litFalse
	case a == litTrue || a == b:
		return b
	}
	// One level of absorption: a ∧ (a ∧ x) = a ∧ x, a ∧ (¬a ∧ x) = false,
	// a ∧ ¬(a ∧ x) = a ∧ ¬x, a ∧ ¬(¬a ∧ x) = a.
	for range 2 {
		if g := c.gates[b.gate()]; g.kind == gateAnd {
			switch {
			case g.a == a || g.b == a:
				if !b.negative() {
					return b
				}
				if g.a == a {
					return c.and(a, g.b.not())
				}
				return c.and(a, g.a.not())
			case g.a == a.not() || g.b == a.not():
				if !b.negative() {
					return litFalse
				}
				return a
			}
		}
		a, b = b, a
	}
	return c.mk(gateAnd, a, b, 0)
}

func (c *circuit) or(a, b lit) lit { return c.and(a.not(), b.not()).not() }

func (c *circuit) xor(a, b lit) lit {
	sign := (a ^ b) & 1
	a, b = a&^1, b&^1
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b:
		return sign
	case a == litFalse:
		return b ^ sign
	}
	if g := c.gates[b.gate()]; g.kind == gateXor { // a ⊕ (a ⊕ x) = x
		if g.a == a {
			return g.b ^ sign
		}
		if g.b == a {
			return g.a ^ sign
		}
	}
	return c.mk(gateXor, a, b, 0) ^ sign
}

func (c *circuit) xnor(a, b lit) lit { return c.xor(a, b).not() }

func (c *circuit) ite(s, t, e lit) lit {
	if s.negative() {
		s, t, e = s.not(), e, t
	}
	switch {
	case s == litFalse:
		return e
	case t == e:
		return t
	case t == e.not():
		return c.xor(s, e)
	case t == litTrue || t == s:
		return c.or(s, e)
	case t == litFalse || t == s.not():
		return c.and(s.not(), e)
	case e == litTrue || e == s.not():
		return c.or(s.not(), t)
	case e == litFalse || e == s:
		return c.and(s, t)
	}
	sign := t & 1
	return c.mk(gateIte, s, t^sign, e^sign) ^ sign
}

func (c *circuit) maj(a, b, d lit) lit {
	if a > b {
		a, b = b, a
	}
	if b > d {
		b, d = d, b
	}
	if a > b {
		a, b = b, a
	}
	switch {
	case a == litFalse:
		return c.and(b, d)
	case a == litTrue:
		return c.or(b, d)
	case a == b:
		return a
	case b == d:
		return b
	case a == b.not():
		return d
	case b == d.not():
		return a
	}
	// Self-dual: keep at most one negative operand.
	if a&1+b&1+d&1 >= 2 {
		return c.mk(gateMaj, a^1, b^1, d^1) ^ 1
	}
	return c.mk(gateMaj, a, b, d)
}
