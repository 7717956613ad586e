package library

import (
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// Promises of C about results. Of strcmp that is a sign, of isdigit whether it
// is zero, and nothing else may be proved, although each library has values of its
// own. Most calls stand where a program looks at no more than that: there the
// result is that of glibc, and elsewhere it is any with that sign.

// promised is the result r of a call of a function of the library as far as C
// says something about it.
func (f *Caller) promised(c *Call, r Result) Result {
	if fn := prelude.Func(c.Name); fn != nil && fn.Pure && fn.Model != clib.SignBit && strings.HasPrefix(c.Name, "__builtin_") {
		return r // gcc's own __builtin_isnan is 0 or 1
	}
	return f.PromisedBy(prelude.LibName(c.Name), c, r)
}

// PromisedBy is promised for the call of a function by its name or through a
// pointer.
func (f *Caller) PromisedBy(name string, c *Call, r Result) Result {
	lf := clib.Lookup(name)
	if lf == nil || lf.Promises == clib.Exact || f.l.conf.Execute || f.Constant || r.Done || r.Expr == nil || !c.Use.Wanted() || f.Dead() {
		return r
	}
	how := link.TestsZero
	if lf.Promises == clib.Sign {
		how = link.TestsSign
	}
	if f.l.Linked.Tests.Only(c.X, how) {
		return r
	}
	zero := func(e cfg.Expr) cfg.Expr { return emit.Const(e.Type(), 0) }
	v := f.Temp(r.Type)
	some := cfg.Expr(&cfg.VarRef{V: v})
	var same cfg.Expr
	if r.Expr.Type().Kind == cfg.Bool || lf.Promises == clib.Truth {
		cond := f.Let(f.Truth(r.Value))
		same = emit.Binary(cfg.Eq, emit.Cast(cfg.BoolToBits, cfg.BV(8), cond), emit.Cast(cfg.BoolToBits, cfg.BV(8), emit.Binary(cfg.Ne, some, zero(some))))
	} else {
		was := f.Let(f.Conv(r.Value, r.Type))
		same = emit.Binary(cfg.LAnd,
			emit.Binary(cfg.LOr, emit.Binary(cfg.SLe, zero(was), was), emit.Binary(cfg.SLt, some, zero(some))),
			emit.Binary(cfg.LAnd, emit.Binary(cfg.LOr, emit.Binary(cfg.SLe, was, zero(was)), emit.Binary(cfg.SLt, zero(some), some)),
				emit.Binary(cfg.LOr, emit.Binary(cfg.Ne, was, zero(was)), emit.Binary(cfg.Eq, some, zero(some)))))
	}
	f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: lf.Name}, c.At, cfg.RoleUser)
	f.Assume(same, parse.Span{}, cfg.RoleImplicit)
	if lf.Pure { // one value means yes, as in every library: programs compare signbit(x) with signbit(y)
		yes := f.l.kept(string(lf.Model)+" yes", r.Type)
		was, no := cfg.Expr(&cfg.VarRef{V: yes}), emit.Binary(cfg.Eq, some, zero(some))
		f.Assume(emit.Binary(cfg.LOr, no, emit.Binary(cfg.LOr, emit.Binary(cfg.Eq, was, zero(was)), emit.Binary(cfg.Eq, was, some))), parse.Span{}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: yes, Src: emit.Ite(no, was, some)}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	}
	return Give(emit.Value{Expr: some, Type: r.Type})
}
