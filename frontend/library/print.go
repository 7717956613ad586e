package library

import (
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Calls that print, for the verifier. What they print is not observed, unless it goes
// to memory (format.go).

// printCall lowers printf, fprintf and dprintf. What they print is not observed:
// where their result is not used either, they matter for valid-deref only.
func printCall(f *Caller, c *Call) Result {
	lf := prelude.Func(c.Name)
	at := lf.FormatOf(clib.Printf)
	ds, literal := f.formatOf(f.Arg(c, at))
	list := f.listed(c, at)
	if (!literal || lf.TakesList()) && list == nil {
		f.refuseStores(c, at)
	}
	count := c.Use.Wanted() || link.StoresCount(ds)
	checks := f.l.conf.Checks&(safety.Deref|safety.Uninit|safety.Format) != 0
	if !count && !checks || lf.TakesList() && !checks {
		if list != nil {
			f.refuseStores(c, at)
		}
		return outputCall(f, c)
	}
	if list != nil {
		list.looksAt()
		return f.determined(c)
	}
	vs := f.Saved(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	f.mayFail(c)
	f.Required(c, vs)
	if lf.Params[at].Null && vs[at].Expr != nil && emit.IsConst(vs[at].Expr, 0) {
		return f.determined(c) // of err
	}
	if !literal || lf.TakesList() {
		if f.bare(c, at, vs) == nil {
			f.undecided(c, ds, literal)
		}
		return f.determined(c)
	}
	p := &formatting{Caller: f, c: c, args: vs[at+1:], total: f.SizeConst(0), count: count}
	p.all(ds)
	if !c.Use.Wanted() {
		return f.NoValue(c)
	}
	if f.writesWide() {
		return f.determined(c) // a stream takes either bytes or wide characters
	}
	if s := lf.Stream(); s >= 0 && !f.standardOutput(c.Args[s]) || lf.Prints != clib.FormatOutput {
		return f.determined(c) // a write may fail
	}
	f.l.Notes.Assume(c.At.Pos, "%s is assumed to write everything", c.Name)
	return Give(p.result())
}

// formatOf takes the format in an argument apart, if it is a literal.
func (f *Caller) formatOf(a cc.ExpressionNode) (ds []clib.PrintPart, ok bool) {
	text, ok := syntax.LiteralText(a)
	if !ok {
		text, ok = syntax.WideText(a)
	}
	if !ok {
		return nil, false
	}
	return clib.PrintParts(text)
}

// undecided leaves valid-deref open where it is not known what a format asks
// of the arguments.
func (f *Caller) undecided(c *Call, ds []clib.PrintPart, known bool) {
	for _, d := range ds {
		known = known && strings.IndexByte("snS", d.Conv) < 0
	}
	if !known && f.matches(c, prelude.Func(c.Name).FormatOf(clib.Printf)) {
		return
	}
	checks := safety.Format
	if !known {
		checks |= safety.Deref
	}
	f.doubtful(checks, c, "call of "+c.Name+" whose arguments cannot be checked")
}

// beyond looks for the directives of a format that is not a literal, of a call that
// has given arguments for it: one behind those that reads or stores memory is an error,
// and so is any other where formats are checked. It gives what directives does, nil
// where memory is not checked, and has control where no directive is behind them.
func (f *Caller) beyond(c *Call, at int, vs []emit.Value, given cfg.Expr) cfg.Expr {
	asks := f.directives(c, at, vs, given)
	if asks == nil {
		return nil
	}
	f.Forbidden(safety.Deref, emit.Is(asks, 2), lacksPointer(c), c.At)
	f.When(emit.Binary(cfg.SLt, emit.Const(asks.Type(), 0), asks), parse.Span{Pos: c.At.Pos}, func() {
		if what := "call of " + c.Name + " with " + fewer; f.Asks(safety.Format) {
			f.Forbidden(safety.Format, cfg.True, emit.Forbidden(what), c.At)
		} else {
			f.Unsupported(what, c.At)
		}
	})
	return asks
}

// fewer says what is wrong with the arguments of a call.
const fewer = "fewer arguments than its format takes"

// bare is beyond for a call whose arguments are not in a list, with control where the
// format takes none of those that the call has, and what is undecided elsewhere; nil
// for other calls.
func (f *Caller) bare(c *Call, at int, vs []emit.Value) cfg.Expr {
	lf := prelude.Func(c.Name)
	if lf.TakesList() {
		return nil
	}
	given := len(c.Args) - at - 1
	if given > 0 && f.matches(c, at) {
		return f.directives(c, at, vs, f.SizeConst(0))
	}
	asks := f.beyond(c, at, vs, f.SizeConst(uint64(given)))
	if asks == nil || given == 0 {
		return asks
	}
	f.When(emit.Binary(cfg.Eq, asks, emit.Const(asks.Type(), ^uint64(1))), parse.Span{Pos: c.At.Pos}, func() {
		f.undecided(c, nil, false)
	})
	return asks
}

// directives says what kind of directives a format has behind the first given arguments
// (prelude.DirectivesHelper), nil where memory is not checked.
func (f *Caller) directives(c *Call, at int, vs []emit.Value, given cfg.Expr) cfg.Expr {
	name, t := prelude.DirectivesHelper, f.l.Types.CharPtr
	if prelude.Func(c.Name).Params[at].Wide {
		name, t = prelude.WideDirectivesHelper, vs[at].Type
	}
	pr := f.l.Procs.Named[prelude.Prefix+name]
	if pr == nil || pr.CFG.Ret == nil || vs[at].Type.Kind != ctypes.Pointer || f.l.conf.Checks&safety.Deref == 0 || f.Dead() {
		return nil
	}
	f.body.Enter(pr, []emit.Value{{Expr: f.Conv(vs[at], t), Type: t}, {Expr: given, Type: f.l.Types.Size}}, c.At)
	return f.Let(&cfg.VarRef{V: pr.CFG.Ret})
}

// asText prints a format that has no directives.
func (f *Caller) asText(c *Call, format emit.Value) (p *formatting, ds []clib.PrintPart) {
	directive := "%s"
	if lf := prelude.Func(c.Name); lf.Params[lf.FormatOf(clib.Printf)].Wide {
		directive = "%ls"
	}
	ds, _ = clib.PrintParts(directive)
	return &formatting{Caller: f, c: c, args: []emit.Value{format}, total: f.SizeConst(0)}, ds
}

// lacksPointer is the reason where a directive goes by a pointer that was not passed.
func lacksPointer(c *Call) cfg.Reason {
	return cfg.Reason{Kind: cfg.Forbidden, Text: "the format of " + prelude.LibName(c.Name) + " accesses memory by an argument that is not passed"}
}

// writesWide reports whether the program writes wide characters to streams.
func (f *Caller) writesWide() bool {
	return f.l.callsSome(func(fn *clib.Func) bool { return fn.Wide })
}

// text describes a text that is read.
func (l *Models) text(never string, last bool) *cfg.Text {
	l.questions++
	return &cfg.Text{ID: l.questions, Never: never, Last: last}
}

// formatCall lowers sprintf, snprintf and swprintf, and the variants for a va_list.
func formatCall(f *Caller, c *Call) Result {
	lf := prelude.Func(c.Name)
	at := lf.FormatOf(clib.Printf)
	ds, literal := f.formatOf(f.Arg(c, at))
	if lf.Params[at].Wide && f.pointee(c, 0) == nil {
		return f.incomplete(c)
	} else if !literal || lf.TakesList() {
		if l := f.listed(c, at); l != nil && (len(l.Texts) > 0 || f.l.conf.Checks&safety.Deref != 0) {
			return l.toMemory()
		}
		return f.formatUnknown(c, ds, literal)
	}
	vs := f.Saved(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	f.mayFail(c)
	f.Required(c, vs)
	p := &formatting{Caller: f, c: c, args: vs[at+1:], total: f.SizeConst(0), count: true}
	return Give(p.toMemory(vs, ds))
}

// toMemory prints to the buffer that the arguments vs of the call say.
func (p *formatting) toMemory(vs []emit.Value, ds []clib.PrintPart) emit.Value {
	f, c, tt := p.Caller, p.c, p.l.Types
	lf := prelude.Func(c.Name)
	p.to = f.Save(emit.Value{Expr: f.Conv(vs[0], tt.CharPtr), Type: tt.CharPtr}).Expr
	if lf.Params[lf.FormatOf(clib.Printf)].Wide {
		p.wide = f.pointee(c, 0)
	}
	if len(lf.Params[0].Factor) == 0 {
		p.all(ds)
		p.close(p.total)
		return p.result()
	}
	size := f.Let(f.Conv(vs[1], tt.Size))
	none := emit.Binary(cfg.Eq, size, f.SizeConst(0))
	p.room = f.Let(emit.Ite(none, f.SizeConst(0), emit.Binary(cfg.Sub, size, f.SizeConst(1))))
	if emit.IsConst(p.room, 0) && emit.IsConst(size, 0) {
		p.to = nil
	}
	p.all(ds)
	if p.to == nil {
		return p.result()
	}
	f.When(cfg.Negate(none), parse.Span{Pos: c.At.Pos}, func() {
		p.close(emit.Ite(emit.Binary(cfg.ULt, p.total, p.room), p.total, p.room))
	})
	if p.wide != nil {
		return p.whole(size)
	}
	return p.result()
}

// whole is the result of swprintf: what does not fit is an error, after which the
// buffer holds anything.
func (p *formatting) whole(size cfg.Expr) emit.Value {
	fits := p.Let(emit.Binary(cfg.ULt, p.total, size))
	p.Unless(fits, parse.Span{Pos: p.c.At.Pos}, func() {
		p.Emit(&cfg.MemHavoc{Dst: p.to, Size: p.bytes(size), Kind: cfg.Unknown}, p.c.At, cfg.RoleUser)
	})
	n := p.result()
	return emit.Value{Expr: p.Let(emit.Ite(fits, n.Expr, emit.Const(n.Expr.Type(), ^uint64(0)))), Type: n.Type}
}

// writesAll reports whether a call that prints without a format is assumed to
// succeed: to a standard stream, as printf.
func (f *Caller) writesAll(c *Call) bool {
	lf := prelude.Func(c.Name)
	if lf == nil || lf.Prints == clib.NoOutput || lf.Prints == clib.FormatOutput || lf.Within == nil || f.Dead() || f.ofProgram(c) {
		return false
	}
	s := lf.Stream()
	return len(c.Args) == lf.Arity() && c.Ret.Kind == ctypes.Int && !f.writesWide() && (s < 0 && lf.Prints != clib.OtherOutput || s >= 0 && f.standardOutput(c.Args[s]))
}

// written is the result of a call that prints a character or text and succeeds:
// the character, or a number that is not negative.
func (f *Caller) written(c *Call) Result {
	vs := f.Saved(c)
	f.mayFail(c)
	if f.demands(c.Name) {
		f.Required(c, vs)
	}
	if f.Dead() {
		return f.NoValue(c)
	}
	f.l.Notes.Assume(c.At.Pos, "%s is assumed to write everything", c.Name)
	lf := prelude.Func(c.Name)
	if lf.Prints == clib.CharOutput {
		ch := emit.Value{Expr: f.Conv(vs[0], f.l.Types.UChar), Type: f.l.Types.UChar}
		return Give(emit.Value{Expr: f.Conv(ch, c.Ret), Type: c.Ret})
	}
	return Give(f.havocIn(c, c.Ret, 0, most(c.Ret, lf.Within.Hi), cfg.Unknown))
}
