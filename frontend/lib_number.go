package frontend

import (
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// The value of a number in a text is, digit by digit, a product that a solver
// finds hard to go back through. A number of many digits is unknown with a
// question instead: the verifier lets it be any number with those leading
// digits, and writes the one it chose into the text where an input makes it.

// exactDigits is up to how many digits the value is computed, since programs
// compare short texts with their numbers.
const exactDigits = 3

// digitsAt returns the bytes at a place of a text, up to the first that is not a
// digit, and how many there are, clib.MaxDigits for as many and more.
func (f *fn) digitsAt(p val) (text []cfg.Expr, n cfg.Expr) {
	n = konst(cfg.BV(32), 0)
	digit := cfg.Expr(cfg.True)
	for i := range uint64(clib.MaxDigits) {
		at := binary(cfg.PtrAdd, p.e, f.sizeConst(i))
		b := f.let(ite(digit, f.load(place{t: f.l.tt.UChar, addr: at}).e, konst(cfg.BV(8), 0)))
		digit = binary(cfg.ULt, binary(cfg.Sub, b, konst(cfg.BV(8), '0')), konst(cfg.BV(8), 10))
		n = ite(digit, konst(cfg.BV(32), i+1), n)
		text = append(text, b)
	}
	return text, f.let(n)
}

// digitsCall counts decimal digits without a loop (digitsAt). In executions, where
// loops cost nothing, it is -1.
func digitsCall(f *fn, c *call) callResult {
	t := f.l.tt.Int
	p := f.rvalue(f.arg(c, 0))
	if f.l.conf.Execute || f.dead() {
		return give(val{e: konst(cfg.BV(32), 1<<32-1), t: t})
	}
	_, n := f.digitsAt(f.save(p))
	return give(val{e: n, t: t})
}

// numberCall is the value of the digits at a place of a text, of which there is
// at least one and fewer than clib.MaxDigits.
func numberCall(f *fn, c *call) callResult {
	t := f.l.tt.ULongLong
	p := f.rvalue(f.arg(c, 0))
	if f.l.conf.Execute || f.dead() {
		return give(val{e: konst(cfg.BV(64), 0), t: t})
	}
	if f.pr != nil {
		c.name = prelude.UserName(f.pr.fn.Name)
	}
	text, n := f.digitsAt(f.save(p))
	v := f.temp(t)
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name, Asks: f.l.question(clib.Digits, text)}, c.at, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	digit := func(i int) cfg.Expr {
		return cast(cfg.ZExt, v.Type, binary(cfg.Sub, text[i], konst(cfg.BV(8), '0')))
	}
	least, most := cfg.Expr(konst(v.Type, 0)), cfg.Expr(konst(v.Type, 0))
	exact, power := least, uint64(1)
	for i := range clib.MaxDigits - 1 {
		these := binary(cfg.Eq, n, konst(n.Type(), uint64(i+1)))
		if i < exactDigits {
			exact = binary(cfg.Add, binary(cfg.Mul, exact, konst(v.Type, 10)), digit(i))
			least, most = ite(these, exact, least), ite(these, exact, most)
		} else {
			lead := binary(cfg.Mul, digit(0), konst(v.Type, power))
			least = ite(these, lead, least)
			most = ite(these, binary(cfg.Add, lead, konst(v.Type, power-1)), most)
		}
		power *= 10
	}
	f.assume(binary(cfg.LAnd, binary(cfg.ULe, least, r), binary(cfg.ULe, r, most)), parse.Span{}, cfg.RoleImplicit)
	return give(val{e: r, t: t})
}
