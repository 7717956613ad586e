package bitblast

import (
	"culprit/internal/ieee"
	"culprit/logic"
)

// Sums, products, quotients and roots are thousands of gates, and most
// questions that mention one do not depend on its digits. At first the result
// is a word of inputs, of which only facts are stated: when it is a NaN, its
// sign, and that it is above or below its operands. Where a model has another
// value than the operation, the circuit is added (instance.refine).

// floatUse is an operation whose result is a word of inputs, described by an
// access.
type floatUse struct {
	op    ieee.Op
	mode  ieee.Mode
	w     int // of the operands, and of the result
	exact bool
}

// float translates an OpFloat.
func (b *blaster) float(t logic.T, w int, args []logic.T) word {
	op, m := b.tb.FloatOp(t)
	var xs []word
	for _, a := range args {
		xs = append(xs, b.word(a))
	}
	aw := len(xs[0])
	if op > ieee.Sqrt {
		return b.c.float(op, m, formatOf(aw), formatOf(w), w, xs)
	}
	a := access{args: xs, val: b.fresh(w), float: &floatUse{op: op, mode: m, w: w}}
	b.accesses = append(b.accesses, a)
	b.div.side = append(b.div.side, b.c.floatFacts(formatOf(w), op, xs, a.val)...)
	return a.val
}

// floatFacts are consequences of z being the result of an operation, in every
// mode.
func (c *circuit) floatFacts(f format, op ieee.Op, args []word, z word) []lit {
	a, r := c.unpackFloat(f, args[0]), c.unpackFloat(f, z)
	b := a
	if op.Binary() {
		b = c.unpackFloat(f, args[1])
	}
	var nan, sign, inf, zero lit // sign, inf and zero of a number
	signKnown := litTrue
	one := c.pattern(f, 0, uint64(f.bias()))
	var facts []lit
	number := r.nan.not()
	fact := func(when, then lit) { facts = append(facts, c.or(c.and(number, when).not(), then)) }
	same := c.xnor(a.sign, b.sign)
	switch op {
	case ieee.Add:
		swap := c.ult(a.mag, b.mag)
		high, low := c.iteWord(swap, b.mag, a.mag), c.iteWord(swap, a.mag, b.mag)
		nan = c.or(c.or(a.nan, b.nan), c.and(c.and(a.inf, b.inf), same.not()))
		sign, signKnown = c.ite(swap, b.sign, a.sign), c.or(same, c.eq(a.mag, b.mag).not())
		inf, zero = c.or(a.inf, b.inf), c.and(a.zero, b.zero)
		fact(same, c.ule(high, r.mag))
		fact(same.not(), c.ule(r.mag, high))
		fact(c.isZero(low), c.eq(r.mag, high))
		double, over := c.addc(high, c.pattern(f, 0, 1), litFalse)
		fact(over.not(), c.ule(r.mag, double))
		fact(same.not(), c.xnor(r.zero, c.eq(a.mag, b.mag)))
	case ieee.Mul:
		nan = c.or(c.or(a.nan, b.nan), c.or(c.and(a.inf, b.zero), c.and(a.zero, b.inf)))
		sign, inf, zero = same.not(), c.or(a.inf, b.inf), c.or(a.zero, b.zero)
		for _, p := range [][2]unpacked{{a, b}, {b, a}} {
			fact(c.ule(p[1].mag, one), c.ule(r.mag, p[0].mag))
			fact(c.ule(one, p[1].mag), c.ule(p[0].mag, r.mag))
		}
		c.near(f, &facts, c.add(c.add(a.exp, b.exp, litFalse), c.int(f, -f.bias()), litFalse), a, b, r)
	case ieee.Div:
		nan = c.or(c.or(a.nan, b.nan), c.or(c.and(a.inf, b.inf), c.and(a.zero, b.zero)))
		sign, inf, zero = same.not(), c.or(a.inf, b.zero), c.or(a.zero, b.inf)
		fact(c.ule(one, b.mag), c.ule(r.mag, a.mag))
		fact(c.ule(b.mag, one), c.ule(a.mag, r.mag))
		fact(c.ule(a.mag, b.mag), c.ule(r.mag, one))
		fact(c.ule(b.mag, a.mag), c.ule(one, r.mag))
		c.near(f, &facts, c.add(c.sub(a.exp, b.exp), c.int(f, f.bias()-1), litFalse), a, b, r)
	case ieee.Sqrt:
		nan = c.or(a.nan, c.and(a.sign, a.zero.not()))
		sign, inf, zero = c.and(a.sign, a.zero), a.inf, a.zero
		large := c.ule(one, a.mag)
		fact(large, c.and(c.ule(one, r.mag), c.ule(r.mag, a.mag)))
		fact(c.ule(a.mag, one), c.and(c.ule(a.mag, r.mag), c.ule(r.mag, one)))
	}
	facts = append(facts, c.xnor(r.nan, nan), c.or(nan.not(), c.eq(z, c.nanFloat(f))))
	fact(signKnown, c.xnor(r.sign, sign))
	fact(inf, r.inf)
	fact(zero, r.zero)
	return facts
}

// near states, of numbers that are normal, that the exponent of the result is
// least or the next one.
func (c *circuit) near(f format, facts *[]lit, least word, a, b, r unpacked) {
	next := c.add(least, c.int(f, 1), litFalse)
	inside := c.and(c.sle(c.int(f, 1), least), c.slt(next, c.int(f, int(f.ones()))))
	normal := c.and(c.and(a.sig.sign(), b.sig.sign()), c.or(c.or(a.nan, b.nan), c.or(a.inf, b.inf)).not())
	*facts = append(*facts, c.or(c.and(inside, normal).not(), c.or(c.eq(r.exp, least), c.eq(r.exp, next))))
}

// define adds the circuits of operations whose value in the model is wrong: of
// all sums, which are cheap, or else of the first other one.
func (in *instance) define(wrong []int) {
	sums := false
	for _, i := range wrong {
		if a := &in.blaster.accesses[i]; a.float.op == ieee.Add {
			in.expand(a)
			sums = true
		}
	}
	if !sums {
		in.expand(&in.blaster.accesses[wrong[0]])
	}
}

func (in *instance) expand(a *access) {
	u, c := a.float, &in.blaster.c
	if u.exact {
		panic("bitblast: the circuit of " + u.op.String() + " disagrees with its value")
	}
	u.exact = true
	f := formatOf(u.w)
	for i, l := range c.float(u.op, u.mode, f, f, u.w, a.args) {
		if !in.emit.assert(c.xnor(l, a.val[i])) {
			panic("bitblast: contradictory definition of " + u.op.String())
		}
	}
}
