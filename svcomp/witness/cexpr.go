package witness

import (
	"fmt"
	"math/big"
	"strconv"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

// cexpr.go translates terms to C expressions over the variables in scope at a
// place. A term of w bits becomes an expression of a type of 32 or 64 bits
// that is congruent to it modulo 2^w, and whose value is known to lie in an
// interval; the interval tells whether it is the term's value read without or
// with sign, and whether signed arithmetic on it can overflow. Where it may,
// operands are converted to an unsigned type first. The result is free of side
// effects and of undefined behaviour.
//
// Addresses are numbers of our own making: pointers are compared with null,
// with each other and with the addresses of objects, and nothing else.

// cx is a C expression.
type cx struct {
	text   string
	prec   int // precedence of its outermost operator
	w      int // width of the term
	cw     int // width of the C type, 32 or 64
	uns    bool
	lo, hi *big.Int // bounds of its value
	ptr    bool     // a pointer: cw is not meaningful
}

// Precedences of C, tightest highest.
const (
	precComma = iota
	precCond
	precLOr
	precLAnd
	precOr
	precXor
	precAnd
	precEq
	precRel
	precShift
	precAdd
	precMul
	precUnary
	precPrimary
)

// inexpressible is the panic that gives up a conjunct.
type inexpressible struct{}

func giveUp() { panic(inexpressible{}) }

// scope translates terms at one place.
type scope struct {
	enc   *hoare.Encoder
	tb    *logic.Table
	vars  map[logic.T]cx // variables and known memory cells, by term
	objs  []cfg.Name
	known map[logic.T][2]*big.Int // signed bounds stated before
	memo  map[logic.T]cx
	steps int
}

func newScope(enc *hoare.Encoder, names []cfg.Name) *scope {
	s := &scope{enc: enc, tb: enc.TB, vars: map[logic.T]cx{}}
	for _, n := range names {
		switch {
		case n.Var != nil:
			t := enc.VarTerm[n.Var.ID]
			if c, ok := atom(n.Text, n.CType); ok && c.w == n.Var.Type.Width() && s.tb.Sort(t).Kind == logic.SBV {
				s.vars[t] = c
			}
		case n.Obj != nil:
			s.objs = append(s.objs, n)
		}
	}
	s.reset()
	return s
}

// reset forgets what was stated.
func (s *scope) reset() {
	s.known = map[logic.T][2]*big.Int{}
	s.memo = map[logic.T]cx{}
}

// term translates a bit-vector.
func (s *scope) term(t logic.T) cx {
	if c, ok := s.memo[t]; ok {
		return c
	}
	s.steps++
	if s.steps > maxTermSteps {
		giveUp()
	}
	c := s.build(t)
	if len(c.text) > maxExpr {
		giveUp()
	}
	if b, ok := s.known[t]; ok && !c.ptr && c.sign() {
		if b[0] != nil && b[0].Cmp(c.lo) > 0 {
			c.lo = b[0]
		}
		if b[1] != nil && b[1].Cmp(c.hi) < 0 {
			c.hi = b[1]
		}
	}
	s.memo[t] = c
	return c
}

func (s *scope) build(t logic.T) cx {
	tb := s.tb
	if c, ok := s.vars[t]; ok {
		return c
	}
	if tb.IsConst(t) {
		return number(tb.Width(t), tb.ConstVal(t), false)
	}
	if c, ok := s.cell(t); ok {
		return c
	}
	args := tb.Args(t)
	w := tb.Width(t)
	cw := width(w)
	switch tb.Op(t) {
	case logic.OpAdd:
		return s.sum(t, w, cw)
	case logic.OpMul:
		if s.tb.IsConst(args[0]) {
			return s.sum(t, w, cw)
		}
		return s.product(args, w, cw)
	case logic.OpBvAnd, logic.OpBvOr, logic.OpBvXor:
		return s.bitwise(tb.Op(t), args, w, cw)
	case logic.OpUDiv, logic.OpURem, logic.OpSDiv, logic.OpSRem:
		return s.divide(tb.Op(t), args, w)
	case logic.OpShl, logic.OpLShr, logic.OpAShr:
		return s.shift(tb.Op(t), args, w, cw)
	case logic.OpExtract:
		return s.extract(t, w, cw)
	case logic.OpConcat:
		return s.concat(args, w, cw)
	case logic.OpZExt:
		c := s.value(args[0]).asZero()
		c.w = w
		return c
	case logic.OpSExt:
		c := s.value(args[0]).asSign()
		c.w = w
		return c
	case logic.OpIte:
		return s.choose(args, w)
	}
	giveUp()
	return cx{}
}

// value is a term that is not a pointer.
func (s *scope) value(t logic.T) cx {
	c := s.term(t)
	if c.ptr {
		giveUp()
	}
	return c
}

// part is a summand: |n| times an expression, or just |n|.
type part struct {
	c    cx
	n    *big.Int
	lone bool
}

// sum translates c1*m1 + ... + k: with signed arithmetic where it cannot
// overflow, else with unsigned.
func (s *scope) sum(t logic.T, w, cw int) cx {
	coef, mono, k := s.tb.Linear(t)
	kn := big.NewInt(cfg.SignExtend(k, w))
	lo, hi, worst := new(big.Int).Set(kn), new(big.Int).Set(kn), new(big.Int).Abs(kn)
	signed := true
	var pos, neg []part
	add := func(p part) {
		if p.n.Sign() < 0 {
			p.n = new(big.Int).Neg(p.n)
			neg = append(neg, p)
		} else if p.n.Sign() > 0 {
			pos = append(pos, p)
		}
	}
	for i, m := range mono {
		c, n := s.value(m), big.NewInt(cfg.SignExtend(coef[i], w))
		x, y := new(big.Int).Mul(c.lo, n), new(big.Int).Mul(c.hi, n)
		if x.Cmp(y) > 0 {
			x, y = y, x
		}
		lo.Add(lo, x)
		hi.Add(hi, y)
		worst.Add(worst, maxAbs(x, y))
		signed = signed && !c.uns && c.cw <= cw
		add(part{c, n, false})
	}
	add(part{n: kn, lone: true})
	if _, top := signedRange(cw); worst.Cmp(top) > 0 {
		signed = false
	}
	out := cx{prec: precAdd, w: w, cw: cw, uns: !signed, lo: lo, hi: hi}
	if !signed {
		out.lo, out.hi = unsignedRange(cw)
	}
	out.text = joined(pos, neg, cw, signed)
	return out
}

// joined writes a sum in the signed or unsigned type of cw bits. Its first two
// operands decide the type of all: the first is converted unless it or the
// second has the type already.
func joined(pos, neg []part, cw int, signed bool) string {
	lit := func(n *big.Int) string {
		if signed {
			return n.String() + suffix(cw)
		}
		return literalU(n.Uint64(), cw)
	}
	typed := func(p part) bool { return p.lone || p.n.Cmp(one) != 0 || p.c.cw == cw && p.c.uns == !signed }
	write := func(p part, convert bool) string {
		switch {
		case p.lone:
			return lit(p.n)
		case p.n.Cmp(one) != 0:
			return lit(p.n) + " * " + p.c.at(precUnary)
		case convert:
			return p.c.cast(cw, !signed).text
		}
		return p.c.at(precMul)
	}
	all := append(pos[:len(pos):len(pos)], neg...)
	text := ""
	if len(pos) == 0 {
		text = lit(new(big.Int))
	} else {
		text = write(all[0], !typed(all[0]) && (len(all) < 2 || !typed(all[1])))
	}
	for i, p := range all {
		switch {
		case i == 0 && len(pos) > 0:
		case i < len(pos):
			text += " + " + write(p, false)
		default:
			text += " - " + write(p, false)
		}
	}
	return text
}

var one = big.NewInt(1)

func maxAbs(a, b *big.Int) *big.Int {
	x, y := new(big.Int).Abs(a), new(big.Int).Abs(b)
	if x.Cmp(y) < 0 {
		return y
	}
	return x
}

func (s *scope) product(args []logic.T, w, cw int) cx {
	out := cx{prec: precMul, w: w, cw: cw, uns: true}
	for i, a := range args {
		if c := s.value(a); i == 0 {
			out.text = c.unsigned(cw).at(precMul)
		} else {
			out.text += " * " + c.at(precUnary)
		}
	}
	out.lo, out.hi = unsignedRange(cw)
	return out
}

func (s *scope) bitwise(op logic.Op, args []logic.T, w, cw int) cx {
	sym, prec := " & ", precAnd
	switch op {
	case logic.OpBvOr:
		sym, prec = " | ", precOr
	case logic.OpBvXor:
		sym, prec = " ^ ", precXor
	}
	a, b := s.value(args[0]).unsigned(cw), s.value(args[1]).unsigned(cw)
	if s.tb.IsConst(args[1]) {
		b.text, b.prec = literalU(s.tb.ConstVal(args[1]), cw), precPrimary
	}
	out := cx{text: a.at(prec) + sym + b.at(prec+1), prec: prec, w: w, cw: cw, uns: true}
	out.lo, out.hi = unsignedRange(cw)
	if op == logic.OpBvAnd {
		for _, c := range []cx{a, b} {
			if c.hi.Cmp(out.hi) < 0 {
				out.hi = c.hi
			}
		}
	}
	return out
}

// divide translates divisions by constants; others may divide by zero, or
// overflow.
func (s *scope) divide(op logic.Op, args []logic.T, w int) cx {
	if !s.tb.IsConst(args[1]) {
		giveUp()
	}
	signed := op == logic.OpSDiv || op == logic.OpSRem
	k := number(w, s.tb.ConstVal(args[1]), signed)
	if k.lo.Sign() == 0 || k.lo.Cmp(big.NewInt(-1)) == 0 {
		giveUp()
	}
	sym := " / "
	if op == logic.OpURem || op == logic.OpSRem {
		sym = " % "
	}
	a := s.value(args[0])
	if signed {
		a = a.asSign()
		if k.uns {
			giveUp()
		}
	} else {
		a = a.asZero()
	}
	out := cx{text: a.at(precMul) + sym + k.at(precUnary), prec: precMul, w: w, cw: max(a.cw, k.cw), uns: a.uns && a.cw >= k.cw || k.uns && k.cw >= a.cw}
	if signed {
		out.lo, out.hi = signedRange(w)
	} else {
		out.lo, out.hi = new(big.Int), a.hi
	}
	return out
}

func (s *scope) shift(op logic.Op, args []logic.T, w, cw int) cx {
	n := s.value(args[1]).asZero()
	in := n.at(precRel) + " < " + strconv.Itoa(w)
	out := cx{prec: precCond, w: w, cw: cw, uns: true}
	switch op {
	case logic.OpShl:
		a := s.value(args[0]).unsigned(cw)
		out.text = in + " ? " + a.at(precShift) + " << " + n.at(precAdd) + " : " + literalU(0, cw)
		out.lo, out.hi = unsignedRange(cw)
	case logic.OpLShr:
		a := s.value(args[0]).asZero().unsigned(cw)
		out.text = in + " ? " + a.at(precShift) + " >> " + n.at(precAdd) + " : " + literalU(0, cw)
		out.lo, out.hi = new(big.Int), a.hi
	default:
		a := s.value(args[0]).asSign()
		if a.cw < cw {
			a = a.cast(cw, false)
		}
		out.cw, out.uns = a.cw, false
		out.text = a.at(precShift) + " >> (" + in + " ? " + n.at(precCond) + " : " + strconv.Itoa(w-1) + ")"
		out.prec = precShift
		out.lo, out.hi = signedRange(w)
	}
	return out
}

func (s *scope) extract(t logic.T, w, cw int) cx {
	_, lo := s.tb.ExtractBounds(t)
	c := s.value(s.tb.Args(t)[0])
	if lo > 0 {
		z := c.asZero()
		if z.cw <= lo {
			return number(w, 0, false) // bits that the type does not have
		}
		c = cx{text: z.at(precShift) + " >> " + strconv.Itoa(lo), prec: precShift, cw: z.cw, uns: z.uns,
			lo: new(big.Int).Rsh(z.lo, uint(lo)), hi: new(big.Int).Rsh(z.hi, uint(lo))}
	}
	c.w = w
	if c.cw > cw {
		return c.cast(cw, true)
	}
	return c
}

func (s *scope) concat(args []logic.T, w, cw int) cx {
	hi, lo := s.value(args[0]).unsigned(cw), s.value(args[1]).asZero()
	n := s.tb.Width(args[1])
	out := cx{text: hi.at(precShift) + " << " + strconv.Itoa(n) + " | " + lo.at(precXor), prec: precOr, w: w, cw: cw, uns: true}
	out.lo, out.hi = unsignedRange(cw)
	return out
}

func (s *scope) choose(args []logic.T, w int) cx {
	c := s.cond(args[0])
	a, b := s.value(args[1]), s.value(args[2])
	switch {
	case a.zero() && b.zero():
	case a.sign() && b.sign() && !a.uns && !b.uns:
	default:
		a, b = a.asZero(), b.asZero()
	}
	out := cx{text: c.at(precLOr) + " ? " + a.at(precCond) + " : " + b.at(precCond), prec: precCond, w: w, cw: max(a.cw, b.cw)}
	out.uns = a.uns && a.cw == out.cw || b.uns && b.cw == out.cw
	out.lo, out.hi = a.lo, a.hi
	if b.lo.Cmp(out.lo) < 0 {
		out.lo = b.lo
	}
	if b.hi.Cmp(out.hi) > 0 {
		out.hi = b.hi
	}
	return out
}

// cell recognises a read of a scalar in an object that is in scope.
func (s *scope) cell(t logic.T) (cx, bool) {
	sel := t
	for s.tb.Op(sel) == logic.OpConcat || s.tb.Op(sel) == logic.OpExtract && s.tb.Op(s.tb.Args(sel)[0]) == logic.OpSelect {
		args := s.tb.Args(sel)
		sel = args[len(args)-1]
	}
	if s.tb.Op(sel) != logic.OpSelect {
		return cx{}, false
	}
	args := s.tb.Args(sel)
	if !s.tb.IsConst(args[1]) {
		return cx{}, false
	}
	region := s.enc.Symbol(args[0]) - len(s.enc.VarTerm)
	if region < 0 {
		return cx{}, false
	}
	text, sh := s.member(s.tb.ConstVal(args[1]), (s.tb.Width(t)+7)/8)
	if sh == nil {
		return cx{}, false
	}
	addr := &cfg.Const{T: cfg.BV(s.enc.Prog.PtrBits), V: s.tb.ConstVal(args[1])}
	r := s.enc.Prog.Regions[region]
	if n := sh.Scalar().Bytes() * 8; n != r.Cell && r.Cell != 8 {
		return cx{}, false
	}
	if s.enc.Expr(&cfg.Load{T: sh.Scalar(), Addr: addr, Region: r}, &hoare.Sym{Enc: s.enc, Regs: s.enc.RegTerm}) != t {
		return cx{}, false
	}
	return atom(text, sh)
}

// member names the scalar of a size at an address; the type is nil if there
// is none.
func (s *scope) member(addr uint64, size int) (string, *cfg.CType) {
	for _, n := range s.objs {
		if addr < n.Obj.Addr || addr >= n.Obj.Addr+n.Obj.Size {
			continue
		}
		text, sh, off := n.Text, n.CType, addr-n.Obj.Addr
		for sh != nil && sh.Scalar().Bits == 0 {
			if sh.Array() && sh.Elem != nil && sh.Elem.Size > 0 && off/sh.Elem.Size < sh.Len {
				text += fmt.Sprintf("[%d]", off/sh.Elem.Size)
				off %= sh.Elem.Size
				sh = sh.Elem
				continue
			}
			var next *cfg.CType
			for _, f := range sh.Members {
				if sh.Kind == cfg.CStruct && f.Bits == 0 && off >= f.Offset && off < f.Offset+f.Type.Size {
					if f.Name != "" {
						text += "." + f.Name
					}
					off -= f.Offset
					next = f.Type
					break
				}
			}
			sh = next
		}
		if sh != nil && off == 0 && sh.Scalar().Bytes() == size {
			return text, sh
		}
	}
	return "", nil
}
