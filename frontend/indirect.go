package frontend

import (
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// indirect calls through a pointer: one branch for each function it may
// point to.
func (f *fn) indirect(c *call) callResult {
	tt := f.l.tt
	fp := f.rvalue(c.x.PostfixExpression)
	t := fp.t
	if t.Kind == ctypes.Pointer {
		t = tt.ElemOf(t)
	}
	if t.Kind != ctypes.Func {
		f.fail(c.x, "call of a value of type %s", fp.t.Name)
	}
	c.ret = t.Result
	if slices.ContainsFunc(c.args, func(a cc.ExpressionNode) bool { return !f.l.u.Pure(a) }) && !f.inRegister(c.x.PostfixExpression, fp.t) {
		fp = f.save(fp)
	}
	f.calleeOrder(c.x.PostfixExpression, c.args)
	f.cutArguments(c.args, t)
	vals := f.values(c.args)
	for i, v := range vals {
		if i < len(t.Params) && (v.t.Scalar() || v.t.Composite()) {
			vals[i] = f.convert(v, t.Params[i], c.x)
		}
	}
	if f.dead() {
		return f.noValue(c)
	}
	if k, ok := fp.e.(*cfg.FuncAddr); ok {
		for _, pr := range f.l.procs.order {
			if pr.p == k.Proc && pr.nest.chain == nil {
				if f.l.conf.Checks&safety.Call != 0 && !f.l.callable(pr, t, vals) {
					f.forbidden(safety.Call, cfg.True, f.otherType(pr, t), c.at)
					return f.noValue(c)
				}
				if why := f.mistyped(pr, t, vals, c); why != "" {
					f.unsupported(why, c.at)
					return f.noValue(c)
				}
				f.enter(pr, vals, c.at)
				r := f.returned(c, pr)
				if prelude.Is(pr.fn.Name) {
					r = f.promisedBy(prelude.UserName(pr.fn.Name), c, r)
				}
				return r
			}
		}
	}
	var res place
	switch {
	case c.ret.Scalar() && c.use.wanted():
		res = place{t: c.ret, flat: &flat{t: c.ret, v: f.temp(c.ret)}}
	case c.ret.Aggregate():
		res = f.structTemp(c.ret)
	}
	if f.l.conf.Checks&safety.Deref != 0 {
		f.nullCall(fp.e, c.at)
	}
	p := &pointerCall{call: c, fp: fp.e, t: t, vals: vals, res: res, from: f.cur, end: f.newLoc(cfg.Pos{}), rest: cfg.True}
	p.callee = f.l.u.Sources.Node(c.x.PostfixExpression)
	bodies, acting := false, false
	for _, name := range f.l.reach.Addressed {
		pr := f.l.procs.named[name]
		bodies = bodies || pr != nil
		acting = acting || pr == nil && (isLibrary(name) || f.l.conf.ExternAny)
		f.pointsTo(p, name, pr)
	}
	f.cur = p.from
	if len(p.others) <= maxAlternatives {
		for _, pr := range p.others {
			f.is(p, pr)
			f.unsupported(f.mistyped(pr, t, vals, c), c.at)
		}
	}
	f.cur = p.from
	f.noTarget(p, bodies || acting)
	f.start(p.end)
	if res.t == nil {
		return f.noValue(c)
	}
	return callResult{val: f.load(res)}
}

// pointerCall is a call through a pointer under way: the branches start at from
// and meet at end.
type pointerCall struct {
	*call
	fp        cfg.Expr     // the pointer
	t         *ctypes.Type // what it points to
	callee    parse.Span
	vals      []val
	res       place // if someone wants the result
	from, end *cfg.Loc
	rest      cfg.Expr // the pointer equals none of those so far
	others    []*proc  // functions that take other arguments
}

// pointsTo adds the branch for one function; pr is nil if it has no body.
func (f *fn) pointsTo(p *pointerCall, name string, pr *proc) {
	if f.l.errs.Violates(name) {
		f.cur = p.from
		cond := binary(cfg.Eq, p.fp, f.externAddr(name, p.t))
		f.assume(cond, parse.Span{Pos: p.callee.Pos, Text: p.callee.Text + " == " + name}, cfg.RoleUser)
		f.errorCalled(name, p.at)
		p.rest = binary(cfg.LAnd, p.rest, cfg.Negate(cond))
		return
	}
	if pr == nil && f.pointsToAllocator(p, name) || pr == nil {
		return
	}
	if f.l.conf.Checks&safety.Call != 0 && pr.nest.chain == nil && (!f.l.callable(pr, p.t, p.vals) || !pr.t.Proto && len(p.vals) != len(pr.t.Params)) {
		f.is(p, pr)
		f.forbidden(safety.Call, cfg.True, f.otherType(pr, p.t), p.at)
		return
	}
	if why := f.mistyped(pr, p.t, p.vals, p.call); why != "" {
		if !f.compatible(pr, p.vals, p.t) {
			p.others = append(p.others, pr)
			return
		}
		f.is(p, pr)
		f.unsupported(why, p.at)
		return
	}
	if !f.compatible(pr, p.vals, p.t) {
		return
	}
	if pr.nest.chain != nil {
		f.pointsIntoFrame(p, pr)
		return
	}
	f.cur = p.from
	cond := binary(cfg.Eq, p.fp, &cfg.FuncAddr{Proc: pr.p, Bits: f.l.conf.PtrBits})
	f.assume(cond, parse.Span{Pos: p.callee.Pos, Text: p.callee.Text + " == " + pr.p.Name}, cfg.RoleUser)
	f.callTarget(p, pr, nil)
	p.rest = binary(cfg.LAnd, p.rest, cfg.Negate(cond))
}

// callable reports whether C may define a call of a function, with the arguments
// vals, through a pointer to the type t. Types that differ in nothing but the name
// are taken for the same.
func (l *lowerer) callable(pr *proc, t *ctypes.Type, vals []val) bool {
	tt := l.tt
	if !ctypes.Same(pr.t.Result, t.Result) || !tt.SamePointer(pr.t.Result, t.Result) || pr.t.Proto && pr.t.Variadic != (t.Proto && t.Variadic) {
		return false
	}
	return (len(vals) == len(pr.t.Params) || pr.t.Variadic) && l.takes(pr, t, vals, func(param, arg *ctypes.Type, promoted bool) bool {
		return ctypes.Same(param, arg) && tt.SamePointer(param, arg) || promoted && param.Kind == ctypes.Int && arg.Kind == ctypes.Int && param.Bits == arg.Bits && !param.Bool
	})
}

// takes reports whether a function has the parameters that a call through a
// pointer to the type t gives it, as far as fit compares them: the type of a
// parameter, that in which the argument is passed, and whether that is what
// promotions make of it. It does not miss further arguments.
func (l *lowerer) takes(pr *proc, t *ctypes.Type, vals []val, fit func(param, arg *ctypes.Type, promoted bool) bool) bool {
	if len(vals) < len(pr.t.Params) {
		return false
	}
	old := pr.oldStyle()
	for i, param := range pr.t.Params {
		if old {
			param = l.tt.Passed(param)
		}
		arg, promoted := l.tt.Passed(vals[i].t), true
		if t.Proto && i < len(t.Params) {
			arg, promoted = t.Params[i], false
		}
		if !fit(param, arg, promoted) {
			return false
		}
	}
	return true
}

// is continues where the pointer leads to a function.
func (f *fn) is(p *pointerCall, pr *proc) {
	f.cur = p.from
	same := binary(cfg.Eq, p.fp, &cfg.FuncAddr{Proc: pr.p, Bits: f.l.conf.PtrBits})
	f.assume(same, parse.Span{}, cfg.RoleImplicit)
	p.rest = binary(cfg.LAnd, p.rest, cfg.Negate(same))
}

// declarationOf writes the type of a function, with what is declared to be of it.
func declarationOf(tt *ctypes.Types, t *ctypes.Type, what string) string {
	if t.Kind == ctypes.Pointer && tt.ElemOf(t).Kind == ctypes.Func {
		return declarationOf(tt, tt.ElemOf(t), "(*"+what+")")
	}
	if t.Kind != ctypes.Func {
		return strings.TrimSpace(t.Name + " " + what)
	}
	var params []string
	for _, p := range t.Params {
		params = append(params, declarationOf(tt, p, ""))
	}
	switch {
	case t.Variadic:
		params = append(params, "...")
	case len(params) == 0 && t.Proto:
		params = []string{"void"}
	}
	return declarationOf(tt, t.Result, what+"("+strings.Join(params, ", ")+")")
}

// mistyped says why a call of pr through a pointer to the type t is not followed,
// "" if it is. Where the types differ in nothing but signs, in pointers for
// integers as wide, or in arguments that the function does not look at, it is:
// whether that happens is a premise of a proof.
func (f *fn) mistyped(pr *proc, t *ctypes.Type, vals []val, c *call) string {
	if f.l.conf.Execute || pr.bad != "" || pr.nest.chain != nil || f.l.callable(pr, t, vals) {
		return ""
	}
	alike := func(a, b *ctypes.Type) bool {
		return a.Scalar() && b.Scalar() && (a.Kind == ctypes.Float) == (b.Kind == ctypes.Float) && a.Size == b.Size && a.Bool == b.Bool || ctypes.Same(a, b)
	}
	if !(c.use.wanted() && !alike(pr.t.Result, t.Result)) && !(t.Result.Aggregate() || pr.t.Result.Aggregate()) &&
		f.l.takes(pr, t, vals, func(a, b *ctypes.Type, _ bool) bool { return alike(a, b) }) {
		f.l.prog.Mistyped = f.l.prog.Mistyped || !prelude.Is(pr.fn.Name) && !prelude.Is(f.pr.fn.Name)
		return ""
	}
	return fmt.Sprintf("call through %s of %s, defined as %s,", declarationOf(f.l.tt, t, "(*)"), pr.p.Name, declarationOf(f.l.tt, pr.t, ""))
}

// otherType is the reason where a function is called through a pointer to another
// type.
func (f *fn) otherType(pr *proc, t *ctypes.Type) cfg.Reason {
	return forbidden("call of " + pr.p.Name + " through a pointer to another type, " + declarationOf(f.l.tt, t, "(*)"))
}

// allocators are the models of functions that are followed through pointers, as
// programs keep them in structures, with the number of arguments.
var allocators = map[clib.Model]int{clib.Malloc: 1, clib.Calloc: 2, clib.Realloc: 2, clib.Free: 1}

// pointsToAllocator adds the branch for a function that allocates or frees, and
// reports whether it did. The arguments are evaluated once more, so that they
// must not change anything.
func (f *fn) pointsToAllocator(p *pointerCall, name string) bool {
	n, ok := allocators[prelude.ModelOf(name)]
	if !ok || n != len(p.args) || f.l.conf.Execute || slices.ContainsFunc(p.args, func(a cc.ExpressionNode) bool { return !f.l.u.Pure(a) }) {
		return false
	}
	f.cur = p.from
	cond := binary(cfg.Eq, p.fp, f.externAddr(name, p.t))
	f.assume(cond, parse.Span{Pos: p.callee.Pos, Text: p.callee.Text + " == " + name}, cfg.RoleUser)
	c := *p.call
	c.name, c.use = name, callUse{used: p.res.t != nil}
	c.at.Call = &cfg.CallSite{Func: name}
	if r := models[prelude.ModelOf(name)](f, &c); p.res.t != nil && r.e != nil && !f.dead() {
		f.store(p.res, val{e: f.conv(r.val, p.res.t), t: p.res.t}, p.at, cfg.RoleUser)
	}
	f.jump(p.end)
	p.rest = binary(cfg.LAnd, p.rest, cfg.Negate(cond))
	return true
}

// callTarget calls the function that the pointer leads to.
func (f *fn) callTarget(p *pointerCall, pr *proc, chain cfg.Expr) {
	f.enterChained(pr, chain, p.vals, p.at)
	switch {
	case p.res.t == nil:
	case pr.p.Ret != nil && pr.t.Result.Scalar():
		r := val{e: &cfg.VarRef{V: pr.p.Ret}, t: pr.t.Result}
		if prelude.Is(pr.fn.Name) {
			r = f.promisedBy(prelude.UserName(pr.fn.Name), p.call, give(r)).val
		}
		f.store(p.res, r, p.at, cfg.RoleUser)
	case pr.ret != nil:
		f.store(p.res, f.load(f.of(pr.ret)), p.at, cfg.RoleUser)
	default:
		f.havocPlace(p.res, cfg.Unknown, "result of a void function", p.at, cfg.RoleImplicit)
	}
	f.jump(p.end)
}

// noTarget is the branch for pointers to anything else. known says that the
// program has a function whose address is taken and that does something.
func (f *fn) noTarget(p *pointerCall, known bool) {
	why := cfg.Reason{Kind: cfg.PointerCall}
	switch {
	case f.l.conf.Execute && p.rest == cfg.Expr(cfg.True):
		// The condition is there to say which pointer it is.
		null, other := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
		f.fork(binary(cfg.Eq, p.fp, konst(p.fp.Type(), 0)), null, other, parse.Span{})
		for _, l := range []*cfg.Loc{null, other} {
			f.start(l)
			f.end(cfg.Unsupported, why, p.at)
		}
	case !known && !f.l.conf.Execute:
		f.assume(p.rest, parse.Span{}, cfg.RoleImplicit)
		f.l.notes.assume(p.at.Pos, "this pointer is assumed to lead to functions defined elsewhere that change nothing here; their results are arbitrary")
		if p.res.t != nil {
			f.havocPlace(p.res, cfg.Unknown, "call through a pointer", p.at, cfg.RoleUser)
		}
		f.jump(p.end)
	default:
		f.assume(p.rest, parse.Span{}, cfg.RoleImplicit)
		f.end(cfg.Unsupported, why, p.at)
	}
}

// nullCall makes a call through a null pointer an error.
func (f *fn) nullCall(p cfg.Expr, at parse.Span) {
	f.forbidden(safety.Deref, binary(cfg.Eq, p, konst(p.Type(), 0)), cfg.Reason{Kind: cfg.NullCall}, at)
}

// asks reports whether a violation of the check c matters: executions stop at any.
func (f *emitter) asks(c safety.Checks) bool {
	return (f.l.conf.Checks&c != 0 || f.l.conf.Execute) && !f.dead() && !f.constant && !f.typing
}

// forbidden makes it an error of the property with the check c that a condition
// holds.
func (f *emitter) forbidden(c safety.Checks, cond cfg.Expr, why cfg.Reason, at parse.Span) {
	from, next := f.cur, f.newLoc(cfg.Pos{})
	f.assume(cfg.Negate(cond), parse.Span{}, cfg.RoleImplicit)
	f.jump(next)
	f.cur = from
	f.assume(cond, parse.Span{}, cfg.RoleImplicit)
	if !f.dead() {
		if cond == cfg.Expr(cfg.True) {
			f.emit(&cfg.Skip{}, parse.Span{}, cfg.RoleImplicit)
		}
		f.cur.Kind, f.cur.Reason, f.cur.Property, f.cur.Pos = cfg.Error, why, safety.PropertyOf(c), at.Pos
	}
	f.start(next)
}
