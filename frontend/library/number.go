package library

import (
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/emit"
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
func (f *Caller) digitsAt(p emit.Value) (text []cfg.Expr, n cfg.Expr) {
	n = emit.Const(cfg.BV(32), 0)
	digit := cfg.Expr(cfg.True)
	for i := range uint64(clib.MaxDigits) {
		at := emit.Binary(cfg.PtrAdd, p.Expr, f.SizeConst(i))
		b := f.Let(emit.Ite(digit, f.Load(emit.Place{Type: f.l.Types.UChar, Addr: at}).Expr, emit.Const(cfg.BV(8), 0)))
		digit = emit.Binary(cfg.ULt, emit.Binary(cfg.Sub, b, emit.Const(cfg.BV(8), '0')), emit.Const(cfg.BV(8), 10))
		n = emit.Ite(digit, emit.Const(cfg.BV(32), i+1), n)
		text = append(text, b)
	}
	return text, f.Let(n)
}

// digitsCall counts decimal digits without a loop (digitsAt). In executions, where
// loops cost nothing, it is -1.
func digitsCall(f *Caller, c *Call) Result {
	t := f.l.Types.Int
	p := f.Lower(f.Arg(c, 0))
	if f.l.conf.Execute || f.Dead() {
		return Give(emit.Value{Expr: emit.Const(cfg.BV(32), 1<<32-1), Type: t})
	}
	_, n := f.digitsAt(f.Save(p))
	return Give(emit.Value{Expr: n, Type: t})
}

// numberCall is the value of the digits at a place of a text, of which there is
// at least one and fewer than clib.MaxDigits.
func numberCall(f *Caller, c *Call) Result {
	t := f.l.Types.ULongLong
	p := f.Lower(f.Arg(c, 0))
	if f.l.conf.Execute || f.Dead() {
		return Give(emit.Value{Expr: emit.Const(cfg.BV(64), 0), Type: t})
	}
	if f.Procedure != nil {
		c.Name = prelude.UserName(f.Procedure.Func.Name)
	}
	text, n := f.digitsAt(f.Save(p))
	v := f.Temp(t)
	f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.Name, Asks: f.l.question(clib.Digits, text)}, c.At, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	digit := func(i int) cfg.Expr {
		return emit.Cast(cfg.ZExt, v.Type, emit.Binary(cfg.Sub, text[i], emit.Const(cfg.BV(8), '0')))
	}
	least, most := cfg.Expr(emit.Const(v.Type, 0)), cfg.Expr(emit.Const(v.Type, 0))
	exact, power := least, uint64(1)
	for i := range clib.MaxDigits - 1 {
		these := emit.Binary(cfg.Eq, n, emit.Const(n.Type(), uint64(i+1)))
		if i < exactDigits {
			exact = emit.Binary(cfg.Add, emit.Binary(cfg.Mul, exact, emit.Const(v.Type, 10)), digit(i))
			least, most = emit.Ite(these, exact, least), emit.Ite(these, exact, most)
		} else {
			lead := emit.Binary(cfg.Mul, digit(0), emit.Const(v.Type, power))
			least = emit.Ite(these, lead, least)
			most = emit.Ite(these, emit.Binary(cfg.Add, lead, emit.Const(v.Type, power-1)), most)
		}
		power *= 10
	}
	f.Assume(emit.Binary(cfg.LAnd, emit.Binary(cfg.ULe, least, r), emit.Binary(cfg.ULe, r, most)), parse.Span{}, cfg.RoleImplicit)
	return Give(emit.Value{Expr: r, Type: t})
}
