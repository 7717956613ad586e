package library

import (
	"culprit/analysis/safety"
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

// byteAt is the byte i bytes behind a place of a text.
func (f *Caller) byteAt(p emit.Value, i int) cfg.Expr {
	return f.Load(emit.Place{Type: f.l.Types.UChar, Addr: emit.Binary(cfg.PtrAdd, p.Expr, f.SizeConst(uint64(i)))}).Expr
}

// digitsAt is how many digits there are at a place of a text, clib.MaxDigits for as
// many and more. It is one expression, which reads no further than the first byte
// that is not a digit: what checks its accesses asks one question about all.
func (f *Caller) digitsAt(p emit.Value) cfg.Expr {
	n := cfg.Expr(emit.Const(cfg.BV(32), clib.MaxDigits))
	for i := clib.MaxDigits - 1; i >= 0; i-- {
		digit := emit.Binary(cfg.Sub, f.byteAt(p, i), emit.Const(cfg.BV(8), '0'))
		n = emit.Ite(emit.Binary(cfg.ULt, digit, emit.Const(cfg.BV(8), 10)), n, emit.Const(cfg.BV(32), uint64(i)))
	}
	return f.Let(n)
}

// digitsFrom is what digitsAt is, counted by a loop: where accesses are checked, that
// each byte is followed by another one that may be read is what an invariant says,
// and of twenty bytes at once no solver finds it out.
func (f *Caller) digitsFrom(p emit.Value) cfg.Expr {
	q := f.Temp(p.Type)
	at := &cfg.VarRef{V: q}
	step := func(to cfg.Expr) { f.Emit(&cfg.Assign{Dst: q, Src: to}, parse.Span{}, cfg.RoleImplicit) }
	step(p.Expr)
	head, digit, end := f.NewLoc(f.At.Pos), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Jump(head)
	f.Start(head)
	b := emit.Binary(cfg.Sub, f.byteAt(emit.Value{Expr: at, Type: p.Type}, 0), emit.Const(cfg.BV(8), '0'))
	f.Fork(emit.Binary(cfg.ULt, b, emit.Const(cfg.BV(8), 10)), digit, end, parse.Span{Pos: f.At.Pos})
	f.Start(digit)
	step(emit.Binary(cfg.PtrAdd, at, f.SizeConst(1)))
	f.Jump(head)
	f.Start(end)
	n := emit.Binary(cfg.Sub, at, p.Expr)
	most := emit.Const(n.Type(), clib.MaxDigits)
	return f.Let(emit.Cast(cfg.Trunc, cfg.BV(32), emit.Ite(emit.Binary(cfg.ULt, n, most), n, most)))
}

// wordsAt are bytes at a place of a text, most of them, those from n on as zeros: each
// statement reads eight. That they may be read was seen to when they were counted.
func (f *Caller) wordsAt(p emit.Value, n cfg.Expr, most int) (words []cfg.Expr) {
	word := cfg.BV(8 * perWord)
	for first := 0; first < most; first += perWord {
		w := cfg.Expr(emit.Const(word, 0))
		for i := range min(perWord, most-first) {
			has := emit.Binary(cfg.ULt, emit.Const(n.Type(), uint64(first+i)), n)
			b := emit.Ite(has, emit.Cast(cfg.ZExt, word, f.byteAt(p, first+i)), emit.Const(word, 0))
			w = emit.Binary(cfg.Or, w, emit.Binary(cfg.Shl, b, emit.Const(word, uint64(8*i))))
		}
		v := f.Temp(f.l.Types.ULongLong)
		f.Emit(&cfg.Assign{Dst: v, Src: w}, parse.Span{Pos: f.At.Pos, Valid: true}, cfg.RoleImplicit)
		words = append(words, &cfg.VarRef{V: v})
	}
	return words
}

// perWord is how many bytes a word has.
const perWord = 8

// bytesAt are the bytes of wordsAt.
func (f *Caller) bytesAt(p emit.Value, n cfg.Expr, most int) (text []cfg.Expr) {
	words := f.wordsAt(p, n, most)
	for i := range most {
		w := words[i/perWord]
		text = append(text, emit.Cast(cfg.Trunc, cfg.BV(8), emit.Binary(cfg.LShr, w, emit.Const(w.Type(), uint64(8*(i%perWord))))))
	}
	return text
}

// digitsCall counts decimal digits. In executions, whose loops cost nothing, it is -1.
func digitsCall(f *Caller, c *Call) Result {
	t := f.l.Types.Int
	p := f.Lower(f.Arg(c, 0))
	if f.l.conf.Execute || f.Dead() {
		return Give(emit.Value{Expr: emit.Const(cfg.BV(32), 1<<32-1), Type: t})
	}
	p = f.Save(p)
	if f.Asks(safety.Deref) {
		return Give(emit.Value{Expr: f.digitsFrom(p), Type: t})
	}
	return Give(emit.Value{Expr: f.digitsAt(p), Type: t})
}

// numberCall is the value of the digits at a place of a text, of which there are as
// many as is said, at least one and fewer than clib.MaxDigits.
func numberCall(f *Caller, c *Call) Result {
	t := f.l.Types.ULongLong
	p, count := f.Lower(f.Arg(c, 0)), f.Lower(f.Arg(c, 1))
	if f.l.conf.Execute || f.Dead() {
		return Give(emit.Value{Expr: emit.Const(cfg.BV(64), 0), Type: t})
	}
	if f.Procedure != nil {
		c.Name = prelude.UserName(f.Procedure.Func.Name)
	}
	p = f.Save(p)
	n := f.Save(count).Expr
	text := f.bytesAt(p, n, clib.MaxDigits-1)
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
