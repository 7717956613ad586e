package library

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"
)

// Values that the library determines, but no statement computes, are unknown, with a
// question to the library (clib.Question): what it answers for arguments that a program
// has is stated by package verifier.

// question makes a question to the library.
func (l *Models) question(name string, args []cfg.Expr) *cfg.Question {
	l.questions++
	return &cfg.Question{ID: l.questions, Func: name, Args: args}
}

// roundsAsAsked reports whether floats are rounded as by the library that is asked: to
// nearest.
func (l *Models) roundsAsAsked() bool { return l.Procs.Rounding == nil }

// writesAsAsked reports whether numbers are written as by the library that is asked, in
// the locale that programs begin with, and rounded so.
func (l *Models) writesAsAsked() bool {
	return l.roundsAsAsked() && l.Procs.Named[prelude.Prefix+prelude.LocalePart] == nil
}

// asked is an unknown number of type t that the library knows if args are not nil.
func (f *Caller) asked(c *Call, q clib.Question, args []cfg.Expr, t *ctypes.Type) emit.Value {
	part := func(t *ctypes.Type) cfg.Expr {
		h := &cfg.Havoc{Dst: f.Temp(t), Kind: cfg.Unknown, Func: c.Name}
		if args != nil {
			h.Asks = f.l.question(q.String(), args)
		}
		f.Emit(h, c.At, cfg.RoleUser)
		return &cfg.VarRef{V: h.Dst}
	}
	if t.Kind != ctypes.Extended {
		v := emit.Value{Expr: part(t), Type: t}
		if t.Kind == ctypes.Float && args != nil {
			q.About = clib.OfNaN
			f.Assume(emit.Binary(cfg.Eq, emit.Unary(cfg.FIsNaN, v.Expr), emit.Binary(cfg.Ne, part(f.l.Types.Int), emit.Const(cfg.BV(32), 0))), parse.Span{}, cfg.RoleImplicit)
		}
		return v
	}
	sig := part(f.l.Types.ULongLong)
	q.About = clib.OfHigh
	v := f.ExtVal(sig, part(f.l.Types.UShort))
	f.Assume(emit.ExtValid(f.ExtOf(v)), parse.Span{}, cfg.RoleImplicit)
	return v
}

// askedCall is, in a function of the prelude, the answer to the question that its first
// argument names about the others, a whole number.
func askedCall(f *Caller, c *Call) Result {
	text, literal := syntax.LiteralText(f.Arg(c, 0))
	vs := f.body.Values(c.Args[1:])
	t := f.l.Types.LongLong
	if f.l.conf.Execute || !literal || f.Dead() {
		return Give(emit.Value{Expr: emit.Const(cfg.BV(64), 0), Type: t})
	}
	var args []cfg.Expr
	for _, v := range vs {
		args = append(args, f.Let(v.Expr))
	}
	q := clib.ParseQuestion(text)
	c.Name = q.Name
	return Give(f.asked(c, q, args, t))
}

// setsErrno follows a call that sets errno, where the program looks at it, to what the
// library says, if it is asked; or only perhaps, since compilers compute some results
// without a call.
func (f *Caller) setsErrno(c *Call, q clib.Question, args []cfg.Expr, perhaps bool) {
	s := f.errno()
	if s == nil || f.l.conf.Execute {
		return
	}
	if args == nil {
		f.mayFail(c)
		return
	}
	old := f.Let(f.Load(f.Of(s)).Expr)
	q.About = clib.OfErrno
	says := f.asked(c, q, args, s.Type).Expr
	zero := emit.Const(says.Type(), 0)
	f.Assume(emit.Binary(cfg.SLe, zero, says), parse.Span{}, cfg.RoleImplicit)
	set := says
	if perhaps {
		f.mayFail(c)
		set = f.Let(f.Load(f.Of(s)).Expr)
	}
	e := emit.Ite(emit.Binary(cfg.Eq, says, zero), old, set)
	f.Store(f.Of(s), emit.Value{Expr: e, Type: s.Type}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
}

// askedText are the bytes of a string for a question, and n is how many the string has,
// longText if they are too many; nil if nothing is to be asked.
func (f *Caller) askedText(c *Call, v emit.Value) (words []cfg.Expr, n cfg.Expr) {
	p := f.Save(emit.Value{Expr: f.Conv(v, f.l.Types.CharPtr), Type: f.l.Types.CharPtr})
	if f.Dead() || !f.l.writesAsAsked() {
		return nil, nil
	}
	if f.l.conf.Checks&safety.Deref != 0 { // it was read before (Required)
		n = f.textLength(p.Expr, nil, c.At)
	} else {
		n = f.lengthAt(p)
	}
	return f.wordsAt(p, n, clib.AskedBytes), n
}

// longText is more bytes than any string has.
const longText = 1 << 30

// lengthAt is how long a string is, longText for clib.AskedBytes characters and more, as
// one expression (digitsAt).
func (f *Caller) lengthAt(p emit.Value) cfg.Expr {
	n := f.SizeConst(longText)
	for i := clib.AskedBytes - 1; i >= 0; i-- {
		n = emit.Ite(emit.Binary(cfg.Eq, f.byteAt(p, i), emit.Const(cfg.BV(8), 0)), f.SizeConst(uint64(i)), n)
	}
	return f.Let(n)
}

// outside ends the paths on which a call would store size bytes at to into its text, which
// has n: C leaves open what it reads then.
func (f *Caller) outside(c *Call, text emit.Value, n cfg.Expr, to emit.Value, size uint64) {
	t := f.l.Types.VoidPtr
	from, at := f.Conv(text, t), f.Conv(to, t)
	a, ofText := cfg.Base(from).(*cfg.AddrOf)
	b, ofStored := cfg.Base(at).(*cfg.AddrOf)
	if f.Dead() || ofText && ofStored && a.Obj != b.Obj || emit.IsConst(at, 0) {
		return
	}
	inside := cfg.Expr(cfg.False)
	for i := range uint64(clib.AskedBytes) {
		k := f.SizeConst(i)
		same := emit.Binary(cfg.Eq, emit.Binary(cfg.PtrAdd, from, k), at)
		inside = emit.Binary(cfg.LOr, inside, emit.Binary(cfg.LAnd, emit.Binary(cfg.ULe, k, n), same))
	}
	for i := uint64(1); i < size; i++ {
		inside = emit.Binary(cfg.LOr, inside, emit.Binary(cfg.Eq, emit.Binary(cfg.PtrAdd, at, f.SizeConst(i)), from))
	}
	f.When(inside, parse.Span{Pos: c.At.Pos}, func() {
		f.Unsupported("call of "+c.Name+" that stores into the text that it reads", c.At)
	})
}
