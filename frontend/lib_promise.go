package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// What C promises of a result. Of strcmp that is a sign, of isdigit whether it
// is zero, and nothing else may be proved, although each library has values of its
// own. Most calls stand where a program looks at no more than that: there the
// result is that of glibc, and elsewhere it is any with that sign.

// promised is the result r of a call of a function of the library as far as C
// says something about it.
func (f *fn) promised(c *call, r callResult) callResult {
	if fn := clib.Lookup(prelude.LibName(c.name)); fn != nil && fn.Pure && fn.Model != clib.SignBit && strings.HasPrefix(c.name, "__builtin_") {
		return r // gcc's own __builtin_isnan is 0 or 1
	}
	return f.promisedBy(prelude.LibName(c.name), c, r)
}

// promisedBy is promised for the call of a function by its name or through a
// pointer.
func (f *fn) promisedBy(name string, c *call, r callResult) callResult {
	lf := clib.Lookup(name)
	if lf == nil || lf.Promises == clib.Exact || f.l.conf.Execute || f.constant || r.done || r.e == nil || !c.use.wanted() || f.dead() {
		return r
	}
	how := link.TestsZero
	if lf.Promises == clib.Sign {
		how = link.TestsSign
	}
	if f.l.u.Tests.Only(c.x, how) {
		return r
	}
	zero := func(e cfg.Expr) cfg.Expr { return konst(e.Type(), 0) }
	v := f.temp(r.t)
	some := cfg.Expr(&cfg.VarRef{V: v})
	var same cfg.Expr
	if r.e.Type().Kind == cfg.Bool || lf.Promises == clib.Truth {
		cond := f.let(f.truth(r.val))
		same = binary(cfg.Eq, cast(cfg.BoolToBits, cfg.BV(8), cond), cast(cfg.BoolToBits, cfg.BV(8), binary(cfg.Ne, some, zero(some))))
	} else {
		was := f.let(f.conv(r.val, r.t))
		same = binary(cfg.LAnd,
			binary(cfg.LOr, binary(cfg.SLe, zero(was), was), binary(cfg.SLt, some, zero(some))),
			binary(cfg.LAnd, binary(cfg.LOr, binary(cfg.SLe, was, zero(was)), binary(cfg.SLt, zero(some), some)),
				binary(cfg.LOr, binary(cfg.Ne, was, zero(was)), binary(cfg.Eq, some, zero(some)))))
	}
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: lf.Name}, c.at, cfg.RoleUser)
	f.assume(same, parse.Span{}, cfg.RoleImplicit)
	if lf.Pure { // one value means yes, as in every library: programs compare signbit(x) with signbit(y)
		yes := f.l.kept(string(lf.Model)+" yes", r.t)
		was, no := cfg.Expr(&cfg.VarRef{V: yes}), binary(cfg.Eq, some, zero(some))
		f.assume(binary(cfg.LOr, no, binary(cfg.LOr, binary(cfg.Eq, was, zero(was)), binary(cfg.Eq, was, some))), parse.Span{}, cfg.RoleImplicit)
		f.emit(&cfg.Assign{Dst: yes, Src: ite(no, was, some)}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	}
	return give(val{e: some, t: r.t})
}
