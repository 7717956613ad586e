package library

import (
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// bodyCall is a call that the lowering of the body knows by itself.
func bodyCall(f *Caller, c *Call) Result { return f.body.OfBody(c) }

// prefetchCall does not read what it gets: any address will do.
func prefetchCall(f *Caller, c *Call) Result {
	for _, a := range c.Args {
		if !f.l.Linked.Pure(a) {
			f.body.Effect(a)
		}
	}
	return f.NoValue(c)
}

func ignoreCall(f *Caller, c *Call) Result {
	f.Effects(c.Args)
	return f.NoValue(c)
}

// outputCall has no effect the property can see. Its result is not known, but
// it is not an input either: the program determines it. What goes to a standard
// stream is assumed to be written.
func outputCall(f *Caller, c *Call) Result {
	if c.Use.Wanted() && f.writesAll(c) {
		return f.written(c)
	}
	switch lf := prelude.Func(c.Name); {
	case lf != nil && lf.Buffer() >= 0 && !lf.Variadic && !f.ofProgram(c):
		vs := f.Saved(c)
		f.Required(c, vs)
		f.stores(c, lf, vs)
	case f.demands(c.Name):
		f.Required(c, f.Saved(c))
	default:
		f.Effects(c.Args)
	}
	f.mayFail(c)
	return f.determined(c)
}

func unsupportedCall(f *Caller, c *Call) Result {
	f.Effects(c.Args)
	f.End(cfg.Unsupported, cfg.Reason{Kind: cfg.LibraryCall, Name: c.Name}, c.At)
	return f.NoValue(c)
}

// tooManyHandlers is called by the prelude when its table of atexit handlers is
// full.
func tooManyHandlers(f *Caller, c *Call) Result {
	c.Name = prelude.SetAtexit
	return unsupportedCall(f, c)
}

// anyCall is a choice that the standard leaves to the library, in a function of the
// prelude; glibc's is 0.
func anyCall(f *Caller, c *Call) Result {
	if f.l.conf.Execute {
		return Give(emit.Value{Expr: emit.Const(cfg.BV(32), 0), Type: f.l.Types.Int})
	}
	if f.Procedure != nil { // a helper has the name of the function that it helps
		c.Name = strings.TrimPrefix(prelude.UserName(f.Procedure.Func.Name), "__culprit_")
	}
	return f.arbitrary(c, cfg.Unknown, c.Name)
}

// anyMemory is what the library stores as it likes, in a function of the prelude.
func anyMemory(f *Caller, c *Call) Result {
	vs := f.body.Values([]cc.ExpressionNode{f.Arg(c, 0), f.Arg(c, 1)})
	if !f.l.conf.Execute {
		f.Emit(&cfg.MemHavoc{Dst: f.Conv(vs[0], f.l.Types.VoidPtr), Size: f.Conv(vs[1], f.l.Types.Size), Kind: cfg.Unknown}, c.At, cfg.RoleImplicit)
	}
	return f.NoValue(c)
}

// renewedCall is an object of the library, the one that it is given, if there is one, or a new one
// in its place.
func renewedCall(f *Caller, c *Call) Result {
	vs := f.Saved(c)
	if f.Dead() || f.l.conf.Execute {
		return f.NoValue(c)
	}
	at := f.Temp(f.l.Types.VoidPtr)
	f.Emit(&cfg.Assign{Dst: at, Src: f.Conv(vs[0], f.l.Types.VoidPtr)}, c.At, cfg.RoleImplicit)
	if f.l.conf.Checks&safety.Deref != 0 {
		f.endsPerhaps(c, at)
	}
	return Give(emit.Value{Expr: f.renewed(c, at, f.Conv(vs[1], f.l.Types.Size)), Type: f.l.Types.VoidPtr})
}

// notDescribed is where a function of the prelude ends to say what the library
// does.
func notDescribed(f *Caller, c *Call) Result {
	if f.Procedure != nil {
		c.Name = prelude.UserName(f.Procedure.Func.Name)
	}
	return unsupportedCall(f, c)
}

// overlapCall is a condition under which a function of the prelude copies between
// objects that overlap.
func overlapCall(f *Caller, c *Call) Result {
	if f.Asks(safety.Deref) && f.Procedure != nil {
		f.Forbidden(safety.Deref, f.body.Cond(f.Arg(c, 0)), cfg.Reason{Kind: cfg.Overlap, Name: prelude.UserName(f.Procedure.Func.Name)}, c.At)
	}
	return f.NoValue(c)
}

// undefinedCall is a condition under which a function of the prelude gets what it
// does not take, which the second argument says.
func undefinedCall(f *Caller, c *Call) Result {
	if f.Asks(safety.Builtin) && f.Procedure != nil {
		what, _ := syntax.LiteralText(f.Arg(c, 1))
		f.Forbidden(safety.Builtin, f.body.Cond(f.Arg(c, 0)), emit.Forbidden(prelude.UserName(f.Procedure.Func.Name)+" of "+what), c.At)
	}
	return f.NoValue(c)
}

// misusedCall is undefinedCall where it depends on what was done with an object before.
// Of those that the arguments of a called function lead to nobody knows that.
func misusedCall(f *Caller, c *Call) Result {
	if f.l.conf.Harness != "" {
		return f.NoValue(c)
	}
	return undefinedCall(f, c)
}

// mathCall is a function of the mathematical library that is not computed: the
// library is asked where the arguments are known.
func mathCall(f *Caller, c *Call) Result { return f.mathematics(c, false) }

// mathematics is mathCall; described is a call in the description of the function, which
// says more about errno.
func (f *Caller) mathematics(c *Call, described bool) Result {
	vs := f.Saved(c)
	if c.At.Pos.IsValid() {
		f.l.Notes.Add(c.At.Pos, "the result of %s is unknown", c.Name)
	}
	lf, _ := prelude.Executed(c.Name)
	if lf != nil && lf.SignGam && !f.l.conf.Execute {
		if s := f.libraryInt(clib.SignGam); s != nil {
			f.Store(f.Of(s), f.havocIn(c, s.Type, -1, 1, cfg.Unknown), parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		}
	}
	if lf == nil || !lf.Numeric() || lf.Arity() != len(vs) || f.Dead() {
		f.mayFail(c)
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	var args []cfg.Expr
	for i, v := range vs {
		args = append(args, f.Let(f.Conv(v, f.l.Types.OfLetter(lf.Params[i].Type))))
	}
	if !f.l.roundsAsAsked() {
		args = nil
	}
	q := clib.Question{Name: lf.Name}
	f.setsErrno(c, q, args, described || !c.Use.Wanted()) // a compiler may leave out a call for nothing
	if !c.Use.Wanted() {
		return f.NoValue(c)
	}
	return Give(f.asked(c, q, args, f.l.Types.OfLetter(lf.Result)))
}

// firstArg is a call whose value is that of its first argument.
func firstArg(f *Caller, c *Call) Result {
	v := f.Lower(f.Arg(c, 0))
	for _, a := range c.Args[min(1, len(c.Args)):] {
		if !f.l.Linked.Pure(a) {
			v = f.Save(v)
			f.body.Effect(a)
		}
	}
	if v.Expr != nil && v.Expr.Type().Kind != cfg.Bool && c.Ret.Scalar() {
		return Give(emit.Value{Expr: f.Conv(v, c.Ret), Type: c.Ret})
	}
	return Give(v)
}

func constantP(f *Caller, c *Call) Result {
	_, ok := f.TypeVal(f.Arg(c, 0)).Expr.(*cfg.Const)
	n := uint64(0)
	if ok {
		n = 1
	} else if c.At.Pos.IsValid() && !f.Dead() {
		f.l.Notes.AssumeOnce(c.At.Pos, "assumes that __builtin_constant_p is 0 for what no compiler has to take for a constant")
	}
	return Give(emit.Value{Expr: emit.Const(cfg.BV(32), n), Type: f.l.Types.Int})
}

func chooseExpr(f *Caller, c *Call) Result {
	v, ok := f.l.ConstInt(f.Arg(c, 0))
	if !ok {
		f.Fail(c.X, "__builtin_choose_expr")
	}
	if v != 0 {
		return Give(f.Lower(f.Arg(c, 1)))
	}
	return Give(f.Lower(f.Arg(c, 2)))
}
