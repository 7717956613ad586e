package frontend

import (
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// Indirect calls through a pointer: one branch for each function it may
// point to.
func (f *fn) Indirect(c *library.Call) library.Result {
	tt := f.l.Types
	fp := f.rvalue(c.X.PostfixExpression)
	t := fp.Type
	if t.Kind == ctypes.Pointer {
		t = tt.ElemOf(t)
	}
	if t.Kind != ctypes.Func {
		f.Fail(c.X, "call of a value of type %s", fp.Type.Name)
	}
	c.Ret = t.Result
	if slices.ContainsFunc(c.Args, func(a cc.ExpressionNode) bool { return !f.l.Linked.Pure(a) }) && !f.gcc.InRegister(c.X.PostfixExpression, fp.Type) {
		fp = f.Save(fp)
	}
	f.calleeOrder(c.X.PostfixExpression, c.Args)
	f.cutArguments(c.Args, t)
	vals := f.Values(c.Args)
	for i, v := range vals {
		if i < len(t.Params) && (v.Type.Scalar() || v.Type.Composite()) {
			vals[i] = f.Convert(v, t.Params[i], c.X)
		}
	}
	if f.Dead() {
		return f.NoValue(c)
	}
	f.leadFar(c, nil, vals)
	returned := f.lend(vals)
	if k, ok := fp.Expr.(*cfg.FuncAddr); ok {
		for _, pr := range f.l.Procs.Order {
			if pr.CFG == k.Proc && pr.Nesting.Chain == nil && !prelude.Is(pr.Func.Name) {
				if f.l.conf.Checks&safety.Call != 0 && !f.l.callable(pr, t, vals, c.At.Pos) {
					f.Forbidden(safety.Call, cfg.True, f.otherType(pr, t), c.At)
					return f.NoValue(c)
				}
				if why := f.mistyped(pr, t, vals, c); why != "" {
					f.Unsupported(why, c.At)
					return f.NoValue(c)
				}
				f.Enter(pr, vals, c.At)
				returned()
				return f.Returned(c, pr)
			}
		}
	}
	var res emit.Place
	switch {
	case c.Ret.Scalar() && c.Use.Wanted():
		res = emit.Place{Type: c.Ret, Flat: &emit.Flat{Type: c.Ret, Var: f.Temp(c.Ret)}}
	case c.Ret.Aggregate():
		res = f.StructTemp(c.Ret)
	}
	if f.l.conf.Checks&safety.Deref != 0 {
		f.nullCall(fp.Expr, c.At)
	}
	p := &pointerCall{Call: c, fp: fp.Expr, t: t, vals: vals, res: res, from: f.Cur, end: f.NewLoc(cfg.Pos{}), rest: cfg.True}
	p.callee = f.l.Linked.Sources.Node(c.X.PostfixExpression)
	bodies, acting := false, false
	for _, name := range f.l.Reach.Addressed {
		pr := f.l.Procs.Named[name]
		bodies = bodies || pr != nil
		acting = acting || pr == nil && (library.Has(name) || f.l.conf.ExternAny)
		f.pointsTo(p, name, pr)
	}
	f.Cur = p.from
	if len(p.others) <= maxAlternatives {
		for _, pr := range p.others {
			f.is(p, pr)
			f.Unsupported(f.mistyped(pr, t, vals, c), c.At)
		}
	}
	f.Cur = p.from
	f.noTarget(p, bodies || acting)
	f.Start(p.end)
	returned()
	if res.Type == nil {
		return f.NoValue(c)
	}
	return library.Result{Value: f.Load(res)}
}

// pointerCall is a call through a pointer under way: the branches start at from
// and meet at end.
type pointerCall struct {
	*library.Call
	fp        cfg.Expr     // the pointer
	t         *ctypes.Type // what it points to
	callee    parse.Span
	vals      []emit.Value
	res       emit.Place // if someone wants the result
	from, end *cfg.Loc
	rest      cfg.Expr     // the pointer equals none of those so far
	others    []*emit.Proc // functions that take other arguments
}

// pointsTo adds the branch for one function; pr is nil if it has no body.
func (f *fn) pointsTo(p *pointerCall, name string, pr *emit.Proc) {
	if f.l.Errs.Violates(name) {
		f.Cur = p.from
		cond := emit.Binary(cfg.Eq, p.fp, f.ExternAddr(name, p.t))
		f.Assume(cond, parse.Span{Pos: p.callee.Pos, Text: p.callee.Text + " == " + name}, cfg.RoleUser)
		f.errorCalled(name, p.At)
		p.rest = emit.Binary(cfg.LAnd, p.rest, cfg.Negate(cond))
		return
	}
	followed := false
	if pr == nil || prelude.Is(pr.Func.Name) {
		followed = f.pointsToLibrary(p, prelude.UserName(name), pr)
	}
	if followed || pr == nil {
		return
	}
	if f.l.conf.Checks&safety.Call != 0 && pr.Nesting.Chain == nil && (!f.l.callable(pr, p.t, p.vals, p.At.Pos) || !pr.Type.Proto && len(p.vals) != len(pr.Type.Params)) {
		f.is(p, pr)
		f.Forbidden(safety.Call, cfg.True, f.otherType(pr, p.t), p.At)
		return
	}
	if why := f.mistyped(pr, p.t, p.vals, p.Call); why != "" {
		if !f.compatible(pr, p.vals, p.t) {
			p.others = append(p.others, pr)
			return
		}
		f.is(p, pr)
		f.Unsupported(why, p.At)
		return
	}
	if !f.compatible(pr, p.vals, p.t) {
		return
	}
	if pr.Nesting.Chain != nil {
		f.pointsIntoFrame(p, pr)
		return
	}
	f.Cur = p.from
	cond := emit.Binary(cfg.Eq, p.fp, &cfg.FuncAddr{Proc: pr.CFG, Bits: f.l.conf.PtrBits})
	f.Assume(cond, parse.Span{Pos: p.callee.Pos, Text: p.callee.Text + " == " + pr.CFG.Name}, cfg.RoleUser)
	f.callTarget(p, pr, nil)
	p.rest = emit.Binary(cfg.LAnd, p.rest, cfg.Negate(cond))
}

// takes reports whether a function has the parameters that a call through a
// pointer to the type t gives it, as far as fit compares them: the type of a
// parameter, that in which the argument is passed, and whether that is what
// promotions make of it. It does not miss further arguments.
func (l *lowerer) takes(pr *emit.Proc, t *ctypes.Type, vals []emit.Value, fit func(param, arg *ctypes.Type, promoted bool) bool) bool {
	if len(vals) < len(pr.Type.Params) {
		return false
	}
	old := pr.OldStyle()
	for i, param := range pr.Type.Params {
		if old {
			param = l.Types.Passed(param)
		}
		arg, promoted := l.Types.Passed(vals[i].Type), true
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
func (f *fn) is(p *pointerCall, pr *emit.Proc) {
	f.Cur = p.from
	same := emit.Binary(cfg.Eq, p.fp, &cfg.FuncAddr{Proc: pr.CFG, Bits: f.l.conf.PtrBits})
	f.Assume(same, parse.Span{}, cfg.RoleImplicit)
	p.rest = emit.Binary(cfg.LAnd, p.rest, cfg.Negate(same))
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
func (f *fn) mistyped(pr *emit.Proc, t *ctypes.Type, vals []emit.Value, c *library.Call) string {
	if f.l.conf.Execute || pr.Unsupported != "" || pr.Nesting.Chain != nil || f.l.callable(pr, t, vals, c.At.Pos) {
		return ""
	}
	alike := func(a, b *ctypes.Type) bool {
		return a.Scalar() && b.Scalar() && (a.Kind == ctypes.Float) == (b.Kind == ctypes.Float) && a.Size == b.Size && a.Bool == b.Bool || ctypes.Same(a, b)
	}
	if !(c.Use.Wanted() && !alike(pr.Type.Result, t.Result)) && !(t.Result.Aggregate() || pr.Type.Result.Aggregate()) &&
		f.l.takes(pr, t, vals, func(a, b *ctypes.Type, _ bool) bool { return alike(a, b) }) {
		f.l.CFG.Mistyped = f.l.CFG.Mistyped || !prelude.Is(pr.Func.Name) && !prelude.Is(f.Procedure.Func.Name)
		return ""
	}
	return fmt.Sprintf("call through %s of %s, defined as %s,", declarationOf(f.l.Types, t, "(*)"), pr.CFG.Name, declarationOf(f.l.Types, pr.Type, ""))
}

// otherType is the reason where a function is called through a pointer to another
// type.
func (f *fn) otherType(pr *emit.Proc, t *ctypes.Type) cfg.Reason {
	return emit.Forbidden("call of " + pr.CFG.Name + " through a pointer to another type, " + declarationOf(f.l.Types, t, "(*)"))
}

// pointsToLibrary adds the branch for a function of the library, as programs keep them in
// structures or hand them on, and reports whether the call fits it: it is then a call by
// that name, with all that is asked of such a call. The arguments are evaluated once more,
// so that they must not change anything. With pr, it is a body of the prelude.
func (f *fn) pointsToLibrary(p *pointerCall, name string, pr *emit.Proc) bool {
	d := f.l.Linked.Declaration(name)
	if d == nil || !library.Has(name) || f.l.conf.Execute || slices.ContainsFunc(p.Args, func(a cc.ExpressionNode) bool { return !f.l.Linked.Pure(a) }) {
		return false
	}
	t := f.l.Types.OfDecl(d)
	if t.Kind != ctypes.Func || !t.Proto || t.Variadic || len(t.Params) != len(p.Args) {
		return false
	}
	same, alike := f.l.agree(t, p)
	if !alike {
		return false
	}
	f.Cur = p.from
	addr := f.ExternAddr(name, p.t)
	if pr != nil {
		addr = &cfg.FuncAddr{Proc: pr.CFG, Bits: f.l.conf.PtrBits}
	}
	cond := emit.Binary(cfg.Eq, p.fp, addr)
	f.Assume(cond, parse.Span{Pos: p.callee.Pos, Text: p.callee.Text + " == " + name}, cfg.RoleUser)
	p.rest = emit.Binary(cfg.LAnd, p.rest, cfg.Negate(cond))
	if !same && f.l.conf.Checks&safety.Call != 0 {
		f.Forbidden(safety.Call, cfg.True, emit.Forbidden("call of "+name+" through a pointer to another type, "+declarationOf(f.l.Types, p.t, "(*)")), p.At)
		return true
	}
	f.l.CFG.Mistyped = f.l.CFG.Mistyped || !same
	c := *p.Call
	c.Name, c.Decl, c.Ret, c.Use = name, d, t.Result, library.Use{Used: p.res.Type != nil}
	f.Try(p.At, func() { // the other branches are there whatever comes of this one
		r := f.ByName(&c, d)
		switch {
		case p.res.Type == nil || f.Dead():
		case p.res.Type.Scalar() && r.Expr != nil:
			f.Store(p.res, emit.Value{Expr: f.Conv(r.Value, p.res.Type), Type: p.res.Type}, p.At, cfg.RoleUser)
		case r.Type != nil && ctypes.Same(r.Type, p.res.Type):
			f.Store(p.res, r.Value, p.At, cfg.RoleUser)
		default: // a result of which nothing is known
			f.HavocPlace(p.res, cfg.Unknown, "result of "+name, p.At, cfg.RoleImplicit)
		}
	})
	f.Jump(p.end)
	return true
}

// agree compares a function with the pointer through which it is called: C defines the
// call where the types are the same, and it does what is meant where they differ in
// pointers alone. Without a prototype the arguments count, as they are passed.
func (l *lowerer) agree(t *ctypes.Type, p *pointerCall) (same, alike bool) {
	tt := l.Types
	same, alike = !p.t.Proto || !p.t.Variadic, true
	compare := func(a, b *ctypes.Type, passed bool) {
		number := passed && a.Kind == ctypes.Int && b.Kind == ctypes.Int && a.Bits == b.Bits && !a.Bool
		same = same && (ctypes.Same(a, b) && tt.SamePointer(a, b) || number)
		alike = alike && (ctypes.Same(a, b) || a.Kind == ctypes.Pointer && b.Kind == ctypes.Pointer || number)
	}
	compare(t.Result, p.t.Result, false)
	for i, param := range t.Params {
		if p.t.Proto && i < len(p.t.Params) {
			compare(param, p.t.Params[i], false)
		} else {
			compare(param, tt.Passed(p.vals[i].Type), true)
		}
	}
	return same, alike
}

// callTarget calls the function that the pointer leads to.
func (f *fn) callTarget(p *pointerCall, pr *emit.Proc, chain cfg.Expr) {
	f.enterChained(pr, chain, p.vals, p.At)
	switch {
	case p.res.Type == nil:
	case pr.CFG.Ret != nil && pr.Type.Result.Scalar():
		r := emit.Value{Expr: &cfg.VarRef{V: pr.CFG.Ret}, Type: pr.Type.Result}
		if prelude.Is(pr.Func.Name) {
			r = f.PromisedBy(prelude.UserName(pr.Func.Name), p.Call, library.Give(r)).Value
		}
		f.Store(p.res, r, p.At, cfg.RoleUser)
	case pr.Result != nil:
		f.Store(p.res, f.Load(f.Of(pr.Result)), p.At, cfg.RoleUser)
	default:
		f.HavocPlace(p.res, cfg.Unknown, "result of a void function", p.At, cfg.RoleImplicit)
	}
	f.Jump(p.end)
}

// noTarget is the branch for pointers to anything else. known says that the
// program has a function whose address is taken and that does something.
func (f *fn) noTarget(p *pointerCall, known bool) {
	why := cfg.Reason{Kind: cfg.PointerCall}
	switch {
	case f.l.conf.Execute && p.rest == cfg.Expr(cfg.True):
		// The condition is there to say which pointer it is.
		null, other := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
		f.Fork(emit.Is(p.fp, 0), null, other, parse.Span{})
		for _, l := range []*cfg.Loc{null, other} {
			f.Start(l)
			f.End(cfg.Unsupported, why, p.At)
		}
	case !known && !f.l.conf.Execute:
		f.Assume(p.rest, parse.Span{}, cfg.RoleImplicit)
		f.l.Notes.Assume(p.At.Pos, "this pointer is assumed to lead to functions defined elsewhere that change nothing here; their results are arbitrary")
		if p.res.Type != nil {
			f.HavocPlace(p.res, cfg.Unknown, "call through a pointer", p.At, cfg.RoleUser)
		}
		f.Jump(p.end)
	default:
		f.Assume(p.rest, parse.Span{}, cfg.RoleImplicit)
		f.End(cfg.Unsupported, why, p.At)
	}
}

// nullCall makes a call through a null pointer an error.
func (f *fn) nullCall(p cfg.Expr, at parse.Span) {
	f.Forbidden(safety.Deref, emit.Is(p, 0), cfg.Reason{Kind: cfg.NullCall}, at)
}

// pointsIntoFrame adds the branch of a call through a pointer for a nested
// function with a chain: it looks for the frame that the pointer leads to.
func (f *fn) pointsIntoFrame(p *pointerCall, pr *emit.Proc) {
	o := pr.Framed()
	i := slices.Index(o.Nesting.Frame.Funcs, pr)
	f.Cur = p.from
	at := f.Temp(f.l.Types.VoidPtr)
	f.Emit(&cfg.Assign{Dst: at, Src: &cfg.VarRef{V: o.Nesting.Frame.Live}}, parse.Span{}, cfg.RoleImplicit)
	head, look, next, found, none := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Jump(head)
	f.Start(head)
	fr := &cfg.VarRef{V: at}
	f.Fork(emit.Binary(cfg.Eq, fr, emit.Const(at.Type, 0)), none, look, parse.Span{})
	f.Start(look)
	f.Fork(emit.Binary(cfg.Eq, p.fp, f.Offset(fr, f.l.FuncOffset(i))), found, next, parse.Span{Pos: p.callee.Pos, Text: p.callee.Text + " == " + pr.CFG.Name})
	f.Start(next)
	f.Emit(&cfg.Assign{Dst: at, Src: f.Word(fr, emit.FrameNext*f.l.Word())}, parse.Span{}, cfg.RoleImplicit)
	f.Jump(head)
	f.Start(found)
	f.callTarget(p, pr, fr)
	f.Start(none)
	p.from = f.Cur
}
