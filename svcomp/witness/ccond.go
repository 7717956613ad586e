package witness

import (
	"math/big"
	"strings"

	"culprit/cfg"
	"culprit/logic"
)

// weaken translates a formula, leaving out what cannot be expressed so that
// the result follows from it; ok is false if nothing remains.
func (s *scope) weaken(t logic.T) (c cx, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, is := p.(inexpressible); !is {
				panic(p)
			}
			c, ok = cx{}, false
		}
	}()
	tb := s.tb
	switch tb.Op(t) {
	case logic.OpTrue:
		return cx{}, false
	case logic.OpAnd:
		var kids []cx
		for _, a := range tb.Args(t) {
			if k, ok := s.weaken(a); ok {
				kids = append(kids, k)
			}
		}
		return junction(kids, " && ", precLAnd), len(kids) > 0
	case logic.OpOr:
		var kids []cx
		for _, a := range tb.Args(t) {
			k, ok := s.weaken(a)
			if !ok {
				return cx{}, false
			}
			kids = append(kids, k)
		}
		return junction(kids, " || ", precLOr), true
	}
	c = s.cond(t)
	return c, len(c.text) <= maxExpr
}

func junction(kids []cx, sym string, prec int) cx {
	if len(kids) == 1 {
		return kids[0]
	}
	texts := make([]string, len(kids))
	for i, k := range kids {
		p := prec
		if k.prec == precLAnd && prec == precLOr {
			p = precEq // as compilers advise
		}
		texts[i] = k.at(p)
	}
	return truth(strings.Join(texts, sym), prec)
}

// truth is a condition.
func truth(text string, prec int) cx {
	return cx{text: text, prec: prec, w: 1, cw: 32, lo: big.NewInt(0), hi: big.NewInt(1)}
}

// cond translates a formula exactly.
func (s *scope) cond(t logic.T) cx {
	if c, ok := s.memo[t]; ok {
		return c
	}
	c := s.formula(t, false)
	if len(c.text) > maxExpr {
		giveUp()
	}
	s.memo[t] = c
	return c
}

// formula translates a formula or its negation.
func (s *scope) formula(t logic.T, neg bool) cx {
	s.steps++
	if s.steps > maxTermSteps {
		giveUp()
	}
	tb := s.tb
	args := tb.Args(t)
	switch op := tb.Op(t); op {
	case logic.OpTrue, logic.OpFalse:
		if (op == logic.OpTrue) != neg {
			return truth("1", precPrimary)
		}
		return truth("0", precPrimary)
	case logic.OpNot:
		return s.formula(args[0], !neg)
	case logic.OpAnd, logic.OpOr:
		var kids []cx
		for _, a := range args {
			kids = append(kids, s.formula(a, neg))
		}
		if (op == logic.OpAnd) != neg {
			return junction(kids, " && ", precLAnd)
		}
		return junction(kids, " || ", precLOr)
	case logic.OpEq:
		return s.equal(args[0], args[1], neg)
	case logic.OpULt, logic.OpSLt:
		return s.less(op == logic.OpSLt, args[0], args[1], neg)
	case logic.OpIte:
		c, a, b := s.cond(args[0]), s.formula(args[1], neg), s.formula(args[2], neg)
		return truth(c.at(precLOr)+" ? "+a.at(precCond)+" : "+b.at(precCond), precCond)
	}
	giveUp()
	return cx{}
}

// less translates x < y, or y <= x. A constant upper bound other than 0 is
// included: most bounds of the kind are.
func (s *scope) less(signed bool, x, y logic.T, neg bool) cx {
	a, b := s.side(x, signed), s.side(y, signed)
	if signed {
		a, b = a.asSign(), b.asSign()
	} else {
		a, b = a.asZero(), b.asZero()
	}
	if neg {
		return truth(b.at(precShift)+" <= "+a.at(precShift), precRel)
	}
	if k := s.side(y, signed); s.tb.IsConst(y) && k.lo.Sign() != 0 {
		v := s.tb.BV(s.tb.Width(y), s.tb.ConstVal(y)-1)
		return truth(a.at(precShift)+" <= "+s.side(v, signed).at(precShift), precRel)
	}
	return truth(a.at(precShift)+" < "+b.at(precShift), precRel)
}

// side is an operand of a comparison.
func (s *scope) side(t logic.T, signed bool) cx {
	if s.tb.IsConst(t) {
		return number(s.tb.Width(t), s.tb.ConstVal(t), signed)
	}
	return s.value(t)
}

// equal translates a == b.
func (s *scope) equal(x, y logic.T, neg bool) cx {
	sym := " == "
	if neg {
		sym = " != "
	}
	if s.tb.Sort(x).Kind == logic.SBool {
		a, b := s.cond(x), s.cond(y)
		return truth("!"+a.at(precUnary)+sym+"!"+b.at(precUnary), precEq)
	}
	if s.tb.Sort(x).Kind != logic.SBV {
		giveUp()
	}
	x, y = s.balanced(x, y)
	if s.tb.IsConst(x) {
		x, y = y, x
	}
	a := s.term(x)
	if a.ptr || !s.tb.IsConst(y) && s.term(y).ptr {
		return truth(a.at(precRel)+sym+s.pointer(a, y), precEq)
	}
	if s.tb.IsConst(y) {
		v, w := s.tb.ConstVal(y), s.tb.Width(y)
		switch {
		case a.zero():
			return truth(a.at(precRel)+sym+number(w, v, false).at(precRel), precEq)
		case a.sign() && !a.uns:
			return truth(a.at(precRel)+sym+number(w, v, true).at(precRel), precEq)
		}
		a = a.asZero()
		return truth(a.at(precRel)+sym+number(w, v, false).at(precRel), precEq)
	}
	b := s.term(y)
	wide := a.cw == a.w && b.cw == a.w // the comparison is modulo 2^w anyway
	switch {
	case a.zero() && b.zero():
	case a.sign() && b.sign() && !a.uns && !b.uns:
	case wide:
	default:
		a, b = a.asZero(), b.asZero()
	}
	return truth(a.at(precRel)+sym+b.at(precRel), precEq)
}

// balanced writes a linear equation with small coefficients: both sides are
// multiplied by the inverse of an odd coefficient where that helps, and terms
// go to the side where they are positive.
func (s *scope) balanced(x, y logic.T) (l, r logic.T) {
	tb := s.tb
	linear := func(t logic.T) bool { return tb.Op(t) == logic.OpAdd || tb.Op(t) == logic.OpMul }
	w := tb.Width(x)
	if w != width(w) || !linear(x) && !linear(y) {
		return x, y
	}
	c, m, k := tb.Linear(tb.Sub(x, y))
	scale := uint64(1)
	best := cost(c, k, w, scale)
	for _, n := range c {
		if n&1 == 0 {
			continue
		}
		f := inverse(n)
		if d := cost(c, k, w, f); d.Cmp(best) < 0 {
			scale, best = f, d
		}
	}
	l, r = tb.BV(w, 0), tb.BV(w, 0)
	positive := 0
	for i, n := range c {
		n = cfg.Mask(n*scale, w)
		if cfg.SignExtend(n, w) > 0 {
			positive++
			l = tb.Add(l, tb.Mul(tb.BV(w, n), m[i]))
		} else {
			r = tb.Add(r, tb.Mul(tb.BV(w, -n), m[i]))
		}
	}
	if negative := len(c) - positive; positive == 0 || negative == 1 && positive > 1 {
		return r, tb.Add(l, tb.BV(w, k*scale))
	}
	return l, tb.Add(r, tb.BV(w, -k*scale))
}

// cost is the size of the coefficients of an equation times f.
func cost(c []uint64, k uint64, w int, f uint64) *big.Int {
	sum := new(big.Int)
	for _, n := range append(c[:len(c):len(c)], k) {
		sum.Add(sum, new(big.Int).Abs(big.NewInt(cfg.SignExtend(n*f, w))))
	}
	return sum
}

// inverse is the inverse of an odd number modulo 2^64.
func inverse(n uint64) uint64 {
	x := n // correct to 3 bits
	for range 5 {
		x *= 2 - n*x
	}
	return x
}

// pointer is what a pointer is compared with: null, another pointer, or the
// address of an object.
func (s *scope) pointer(a cx, y logic.T) string {
	if !s.tb.IsConst(y) {
		b := s.term(y)
		if !a.ptr || !b.ptr {
			giveUp()
		}
		return "(void *)" + b.at(precUnary)
	}
	v := s.tb.ConstVal(y)
	if v == 0 {
		return "0"
	}
	for _, n := range s.objs {
		if n.Obj.Addr == v {
			return "(void *)&" + n.Text
		}
	}
	giveUp()
	return ""
}

// note remembers a bound that was stated, so that what follows after && can
// rely on it.
func (s *scope) note(t logic.T) {
	tb := s.tb
	neg := tb.Op(t) == logic.OpNot
	if neg {
		t = tb.Args(t)[0]
	}
	if tb.Op(t) != logic.OpSLt {
		return
	}
	x, y := tb.Args(t)[0], tb.Args(t)[1]
	switch {
	case tb.IsConst(y) && !tb.IsConst(x):
		k := big.NewInt(cfg.SignExtend(tb.ConstVal(y), tb.Width(y)))
		if neg {
			s.bound(x, k, nil)
		} else {
			s.bound(x, nil, k.Sub(k, one))
		}
	case tb.IsConst(x) && !tb.IsConst(y):
		k := big.NewInt(cfg.SignExtend(tb.ConstVal(x), tb.Width(x)))
		if neg {
			s.bound(y, nil, k)
		} else {
			s.bound(y, k.Add(k, one), nil)
		}
	}
}

func (s *scope) bound(x logic.T, lo, hi *big.Int) {
	b := s.known[x]
	if lo != nil && (b[0] == nil || lo.Cmp(b[0]) > 0) {
		b[0] = lo
	}
	if hi != nil && (b[1] == nil || hi.Cmp(b[1]) < 0) {
		b[1] = hi
	}
	s.known[x] = b
	s.memo = map[logic.T]cx{}
}
