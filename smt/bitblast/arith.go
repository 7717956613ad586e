package bitblast

import "math/bits"

// A word is a bit-vector, least significant bit first. Operations never write
// into their operands; results live in fresh or shared slices, so a word must
// be treated as immutable.
type word []lit

func (c *circuit) constWord(w int, v uint64) word {
	r := c.word(w)
	for i := range r {
		r[i] = lit(v >> uint(i) & 1)
	}
	return r
}

// word gives a zero word from the circuit's slab.
func (c *circuit) word(w int) word {
	if len(c.slab) < w {
		c.slab, c.spilled = make([]lit, slabSize), true
	}
	r := c.slab[:w:w]
	c.slab = c.slab[w:]
	return r
}

// constant returns the value of a word all of whose bits are constant.
func (x word) constant() (uint64, bool) {
	var v uint64
	for i, l := range x {
		if l > litTrue {
			return 0, false
		}
		v |= uint64(l) << uint(i)
	}
	return v, true
}

func (x word) sign() lit { return x[len(x)-1] }

func (c *circuit) zext(x word, w int) word {
	r := c.word(w)
	copy(r, x)
	return r
}

func (c *circuit) sext(x word, w int) word {
	r := c.word(w)
	copy(r, x)
	for i := len(x); i < w; i++ {
		r[i] = x.sign()
	}
	return r
}

// narrow is how many bits of x say its value as a signed number: the others are
// literally its sign. Values computed from characters and small constants have
// few, whatever the type that they are computed in.
func (x word) narrow() int {
	n := len(x)
	for n > 1 && x[n-2] == x.sign() {
		n--
	}
	return n
}

// narrowUnsigned is how many bits say the value as an unsigned number.
func (x word) narrowUnsigned() int {
	n := len(x)
	for n > 1 && x[n-1] == litFalse {
		n--
	}
	return n
}

func (c *circuit) notWord(x word) word {
	r := c.word(len(x))
	for i, l := range x {
		r[i] = l.not()
	}
	return r
}

// shl is x shifted left by a constant, at the same width.
func (c *circuit) shl(x word, n int) word {
	r := c.word(len(x))
	if n < len(x) {
		copy(r[n:], x)
	}
	return r
}

// addc is a ripple-carry adder; the carry out is the second result.
func (c *circuit) addc(x, y word, carry lit) (word, lit) {
	r := c.word(len(x))
	for i := range x {
		r[i] = c.xor(c.xor(x[i], y[i]), carry)
		carry = c.maj(x[i], y[i], carry)
	}
	return r, carry
}

// add is addc without the last carry. A sum needs one bit more than its operands.
func (c *circuit) add(x, y word, carry lit) word {
	r := c.word(len(x))
	n := min(len(x), max(x.narrow(), y.narrow())+1)
	for i := range n {
		r[i] = c.xor(c.xor(x[i], y[i]), carry)
		if i+1 < n {
			carry = c.maj(x[i], y[i], carry)
		}
	}
	for i := n; i < len(r); i++ {
		r[i] = r[n-1]
	}
	return r
}

func (c *circuit) sub(x, y word) word {
	return c.add(x, c.notWord(y), litTrue)
}

func (c *circuit) neg(x word) word { return c.sub(c.word(len(x)), x) }

func (c *circuit) iteWord(s lit, t, e word) word {
	r := c.word(len(t))
	for i := range t {
		r[i] = c.ite(s, t[i], e[i])
	}
	return r
}

func (c *circuit) zipWord(x, y word, f func(a, b lit) lit) word {
	r := c.word(len(x))
	for i := range x {
		r[i] = f(x[i], y[i])
	}
	return r
}

// eq compares from the top: differing high bits are the likelier constants.
func (c *circuit) eq(x, y word) lit {
	r := litTrue
	for i := len(x) - 1; i >= 0 && r != litFalse; i-- {
		r = c.and(c.xnor(x[i], y[i]), r)
	}
	return r
}

// ult is the borrow of x - y; ule adds the borrow in. Extension by the sign keeps
// the order of unsigned numbers, too.
func (c *circuit) ult(x, y word) lit { return c.borrow(x, y, litFalse) }
func (c *circuit) ule(x, y word) lit { return c.borrow(x, y, litTrue) }

func (c *circuit) borrow(x, y word, b lit) lit {
	for i := range max(x.narrow(), y.narrow()) {
		b = c.maj(x[i].not(), y[i], b)
	}
	return b
}

func (c *circuit) flipSign(x word) word {
	r := c.word(len(x))
	copy(r, x)
	r[len(r)-1] = r[len(r)-1].not()
	return r
}

func (c *circuit) slt(x, y word) lit { return c.signed(x, y, litFalse) }
func (c *circuit) sle(x, y word) lit { return c.signed(x, y, litTrue) }

func (c *circuit) signed(x, y word, b lit) lit {
	n := max(x.narrow(), y.narrow())
	return c.borrow(c.flipSign(x[:n]), c.flipSign(y[:n]), b)
}

// A sum is linear: it collects signed, shifted words and one constant. A negative
// word enters complemented; its "+1" becomes the carry-in of some addition.
type sum struct {
	c        *circuit
	w        int
	words    []word
	konst    uint64
	negative int // complemented words
}

// addShifted adds ±x·2^k.
func (s *sum) addShifted(x word, k int, negative bool) {
	if k >= s.w {
		return
	}
	y := s.c.shl(x, k)
	if v, ok := y.constant(); ok {
		if negative {
			v = -v
		}
		s.konst += v
		return
	}
	if negative {
		y = s.c.notWord(y)
		s.negative++
	}
	s.words = append(s.words, y)
}

// addScaled adds coef·x, with the coefficient in non-adjacent signed-digit
// form modulo 2^w: at most w/2 additions, and -1 costs one.
func (s *sum) addScaled(coef uint64, x word) {
	coef = mask(coef, s.w)
	if s.w < 64 && coef>>(uint(s.w)-1) == 1 {
		coef |= ^uint64(0) << uint(s.w)
	}
	for k := 0; coef != 0 && k < s.w; {
		z := bits.TrailingZeros64(coef)
		k += z
		coef = uint64(int64(coef) >> uint(z))
		if coef&3 == 3 {
			s.addShifted(x, k, true)
			coef++ // may wrap to 0: then the carry is beyond bit w
		} else {
			s.addShifted(x, k, false)
			coef--
		}
	}
}

func (s *sum) result() word {
	k := s.konst
	if len(s.words) == 0 {
		return s.c.constWord(s.w, mask(k, s.w))
	}
	acc, carries := s.words[0], s.negative
	for _, x := range s.words[1:] {
		carry := litFalse
		if carries > 0 {
			carries--
			carry = litTrue
		}
		acc = s.c.add(acc, x, carry)
	}
	// The constant comes last: sums that differ only in it share the rest.
	if k = mask(k+uint64(carries), s.w); k != 0 {
		acc = s.c.add(acc, s.c.constWord(s.w, k), litFalse)
	}
	return acc
}

func mask(v uint64, w int) uint64 {
	if w >= 64 {
		return v
	}
	return v & (1<<uint(w) - 1)
}

// mul multiplies modulo 2^w.
func (c *circuit) mul(x, y word) word {
	w := len(x)
	if v, ok := x.constant(); ok {
		return c.scale(v, y)
	}
	if v, ok := y.constant(); ok {
		return c.scale(v, x)
	}
	if x.rows() < y.rows() {
		x, y = y, x
	}
	// y selects the rows; the weight of its sign is negative.
	n := min(w, x.narrow()+y.narrow()) // of the product
	last := y.narrow() - 1
	acc := c.word(n)
	for i := range min(last+1, n) {
		if y[i] == litFalse {
			continue
		}
		row := c.word(n)
		for j := i; j < n; j++ {
			row[j] = c.and(x[j-i], y[i])
		}
		if i == last {
			acc = c.sub(acc, row)
		} else {
			acc = c.add(acc, row, litFalse)
		}
	}
	return c.sext(acc, w)
}

// rows is the number of summands of a product with x.
func (x word) rows() int {
	n := 0
	for _, l := range x[:x.narrow()] {
		if l != litFalse {
			n++
		}
	}
	return n
}

func (c *circuit) scale(v uint64, x word) word {
	s := sum{c: c, w: len(x)}
	s.addScaled(v, x)
	return s.result()
}

// shiftKind selects among the three shifts.
type shiftKind uint8

const (
	shiftLeft shiftKind = iota
	shiftRightLogical
	shiftRightArith
)

// shift is a barrel shifter with SMT-LIB semantics for amounts of w or more.
func (c *circuit) shift(kind shiftKind, x, n word) word {
	w := len(x)
	fill := litFalse
	if kind == shiftRightArith {
		fill = x.sign()
	}
	r := x
	stages := bits.Len(uint(w - 1))
	for k := 0; k < stages && k < len(n); k++ {
		if n[k] == litFalse {
			continue
		}
		d := 1 << k
		t := c.word(w)
		for i := range t {
			src, moved := i+d, fill
			if kind == shiftLeft {
				src = i - d
			}
			if src >= 0 && src < w {
				moved = r[src]
			}
			t[i] = c.ite(n[k], moved, r[i])
		}
		r = t
	}
	// Amounts of 2^stages or more; those between w and 2^stages already
	// shifted everything out.
	big := litFalse
	for k := stages; k < len(n); k++ {
		big = c.or(big, n[k])
	}
	if big == litFalse {
		return r
	}
	t := c.word(w)
	for i := range t {
		t[i] = c.ite(big, fill, r[i])
	}
	return t
}
