package frontend

import (
	"regexp"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

func (f *fn) call(x *cc.PostfixExpression, use library.Use) library.Result {
	c := f.newCall(x, use)
	name, id := f.l.Linked.CalleeOf(x)
	if id == nil {
		return f.Indirect(c)
	}
	c.Name = name
	c.Ret = f.l.Types.Int
	d, _ := id.ResolvedTo().(*cc.Declarator)
	c.Decl = d
	if t := library.NamedResult(f.l.Types, name, d); t != nil {
		c.Ret = t
		f.l.Notes.AssumeEither(c.At.Pos, "%s is not declared: it is assumed to return %s, as its name says", name, t.Name)
	} else if d != nil && !d.IsSynthetic() {
		if t := f.l.Types.OfDecl(d); t.Kind == ctypes.Func {
			c.Ret = t.Result
		}
	} else if !library.Has(name) && (prelude.IsNondet(name) || !library.HarnessName.MatchString(name)) && !f.l.Errs.Violates(name) && !f.Dead() {
		switch pr := f.l.Procs.Named[name]; {
		case pr == nil:
			f.l.Notes.AssumeEither(c.At.Pos, "%s is not declared: it is assumed to return int", name)
		case !ctypes.Same(pr.Type.Result, c.Ret) && pr.Type.Result.Kind != ctypes.Void:
			f.l.Notes.AssumeEither(c.At.Pos, "%s is not declared here, so that C takes its result for an int: it is taken as %s", name, pr.Type.Result.Name)
		}
	}
	if why := f.l.Linked.Symbols.Refused[name]; why != "" {
		f.Fail(x, "call of %s with attribute %s", name, why)
	}
	switch {
	case f.l.Errs.Violates(name):
		f.Effects(c.Args)
		f.errorCalled(name, c.At)
		return f.NoValue(c)
	case f.l.Procs.Named[name] != nil && !link.AlwaysBuiltin[name]:
		return f.constantResult(c, f.Direct(c, f.l.Procs.Named[name]))
	}
	return f.constantResult(c, f.ByName(c, d))
}

// constantResult notes a result of the library that the program must not change.
func (f *fn) constantResult(c *library.Call, r library.Result) library.Result {
	if fn := prelude.Func(c.Name); fn != nil && fn.Fixed && r.Value.Expr != nil && c.At.Pos.IsValid() && !f.Dead() {
		f.l.Typing.Fixed = append(f.l.Typing.Fixed, emit.Fixed{E: r.Value.Expr, Name: c.Name, Pos: c.At.Pos})
	}
	return r
}

func (f *fn) newCall(x *cc.PostfixExpression, use library.Use) *library.Call {
	c := &library.Call{X: x, Use: use, At: f.l.Linked.Sources.Node(x)}
	if !c.At.Pos.IsValid() {
		c.At = parse.Span{Pos: f.At.Pos, Text: f.At.Text}
		if f.Procedure != nil && prelude.Is(f.Procedure.Func.Name) {
			c.At = parse.Span{}
		}
	}
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		c.Args = append(c.Args, l.AssignmentExpression)
	}
	return c
}

// errorCalled ends a path that calls an error function.
func (f *fn) errorCalled(name string, at parse.Span) {
	if f.l.conf.Checks.Assertions() {
		f.End(cfg.Error, cfg.Reason{Kind: cfg.ErrorCall, Name: strings.TrimPrefix(name, "__builtin_")}, at)
		return
	}
	f.Trapped(at)
}

// Direct calls a procedure.
func (f *fn) Direct(c *library.Call, pr *emit.Proc) library.Result {
	f.cutArguments(c.Args, pr.Type)
	var vals []emit.Value
	fn := prelude.Func(c.Name)
	switch asks := f.l.conf.Checks; {
	case !prelude.Is(pr.Func.Name) || fn == nil:
		vals = f.Values(c.Args)
	case asks&(safety.Uninit|safety.Align) != 0, library.TakesCharacter(fn) && f.Asks(safety.Builtin), asks&safety.Deref != 0 && slices.ContainsFunc(fn.Params, library.Counting):
		vals = f.Saved(c)
		f.Required(c, vals)
	default:
		vals = f.Values(c.Args)
	}
	f.leadFar(c, pr, vals)
	if f.unlike(c, pr, vals) {
		f.Maybe("evaluation", "call of "+c.Name+", which is declared without a prototype, with other arguments than it takes,", c.At)
	}
	if wantsBit.MatchString(c.Name) && len(vals) == 1 && f.Asks(safety.Builtin) && c.At.Pos.IsValid() {
		vals[0] = f.Save(vals[0])
		f.Forbidden(safety.Builtin, cfg.Negate(f.Truth(vals[0])), emit.Forbidden(c.Name+" of 0"), c.At)
	}
	if pr.Func.PassesOn() && !f.Dead() {
		pr = f.l.variant(pr, vals)
	}
	returned := f.lend(vals)
	f.Enter(pr, vals, c.At)
	returned()
	return f.Returned(c, pr)
}

// unlike reports whether C may leave open what a call does of a function that is declared
// without a prototype, for its arguments (C17 6.5.2.2p6): another declaration may have one.
func (f *fn) unlike(c *library.Call, pr *emit.Proc, vals []emit.Value) bool {
	if c.Decl == nil || f.l.conf.Execute || f.l.conf.Checks&safety.Call == 0 || f.Dead() || prelude.Is(pr.Func.Name) || pr.Unsupported != "" || pr.Nesting.Chain != nil {
		return false
	}
	own := syntax.OwnParameters(c.Decl)
	if own == nil || own.ParameterTypeList != nil {
		return false
	}
	t := *pr.Type
	t.Proto, t.Params = false, nil
	return !f.l.callable(pr, &t, vals, c.At.Pos) || len(vals) != len(pr.Type.Params)
}

// wantsBit matches the builtins that are not defined for 0.
var wantsBit = regexp.MustCompile(`^__builtin_(clz|ctz)(l|ll)?$`)

// Enter emits the Call.
func (f *fn) Enter(pr *emit.Proc, vals []emit.Value, at parse.Span) {
	var chain cfg.Expr
	if pr.Nesting.Chain != nil && !f.Dead() {
		chain = f.chainFor(pr)
	}
	f.enterChained(pr, chain, vals, at)
}

// enterChained emits the Call of a nested function with a static chain, or with
// nil that of another one.
func (f *fn) enterChained(pr *emit.Proc, chain cfg.Expr, vals []emit.Value, at parse.Span) {
	f.EmitCall(pr, chain, vals, at)
	f.called(pr)
}

// compatible reports whether a call with these arguments through a pointer to
// a function of type t may call pr.
func (f *fn) compatible(pr *emit.Proc, vals []emit.Value, t *ctypes.Type) bool {
	ret := t.Result
	if pr.Unsupported != "" {
		return false
	}
	if t.Proto && (len(vals) < len(pr.Type.Params) || len(vals) > len(pr.Type.Params) && !pr.Type.Variadic && pr.Type.Proto) {
		return false
	}
	for i, p := range pr.Type.Params {
		if i >= len(vals) {
			break // through a pointer without prototype
		}
		v := vals[i]
		switch {
		case p.Transparent && v.Type.Scalar():
		case p.Scalar() != v.Type.Scalar(), (p.Kind == ctypes.Float) != (v.Type.Kind == ctypes.Float), p.Composite() && p.Kind != v.Type.Kind:
			return false
		case p.Aggregate() && f.l.Types.SizeOf(p) != f.l.Types.SizeOf(v.Type):
			return false
		}
	}
	a, b := ret, pr.Type.Result
	if a.Kind == ctypes.Void || b.Kind == ctypes.Void {
		return !a.Aggregate() && !b.Aggregate()
	}
	return a.Scalar() == b.Scalar() && (a.Kind == ctypes.Float) == (b.Kind == ctypes.Float)
}

// callable reports whether C may define a call of a function, with the arguments
// vals, through a pointer to the type t. Types that differ in nothing but the name
// are taken for the same, and pointers to void are assumed to be passed like others.
func (l *lowerer) callable(pr *emit.Proc, t *ctypes.Type, vals []emit.Value, at cfg.Pos) bool {
	tt := l.Types
	void := false // with another
	same := func(a, b *ctypes.Type) bool {
		if a.Kind == ctypes.Pointer && b.Kind == ctypes.Pointer {
			void = void || (tt.ElemOf(a).Kind == ctypes.Void) != (tt.ElemOf(b).Kind == ctypes.Void)
		}
		return ctypes.Same(a, b) && tt.SamePointer(a, b)
	}
	if !same(pr.Type.Result, t.Result) || pr.Type.Proto && pr.Type.Variadic != (t.Proto && t.Variadic) {
		return false
	}
	fits := (len(vals) == len(pr.Type.Params) || pr.Type.Variadic) && l.takes(pr, t, vals, func(param, arg *ctypes.Type, promoted bool) bool {
		return same(param, arg) || promoted && param.Kind == ctypes.Int && arg.Kind == ctypes.Int && param.Bits == arg.Bits && !param.Bool
	})
	if fits && void && l.conf.Checks&safety.Call != 0 {
		l.Notes.AssumeOnce(at, "assumes that a function may be called through a pointer to a type that differs in pointers to void")
	}
	return fits
}
