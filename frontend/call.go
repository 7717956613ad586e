package frontend

import (
	"regexp"
	"slices"
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

// callUse says what happens to the result of a call.
type callUse struct {
	used bool
	// dst, if not nil, is the variable of type dstT that the statement at
	// assigns the result to.
	dst  *cfg.Var
	dstT *ctypes.Type
	at   parse.Span
}

func (u callUse) wanted() bool { return u.used || u.dst != nil }

// callResult is the value of a call. done says that it is in the variable
// already.
type callResult struct {
	emit.Value
	done bool
}

// call is one call under way.
type call struct {
	x    *cc.PostfixExpression
	name string
	args []cc.ExpressionNode
	ret  *ctypes.Type
	use  callUse
	at   parse.Span // of the call itself
}

func (f *fn) call(x *cc.PostfixExpression, use callUse) callResult {
	c := f.newCall(x, use)
	name, id := f.l.Linked.CalleeOf(x)
	if id == nil {
		return f.indirect(c)
	}
	c.name = name
	c.ret = f.l.Types.Int
	d, _ := id.ResolvedTo().(*cc.Declarator)
	if t := namedResult(f.l.Types, name, d); t != nil {
		c.ret = t
		f.l.Notes.AssumeEither(c.at.Pos, "%s is not declared: it is assumed to return %s, as its name says", name, t.Name)
	} else if d != nil && !d.IsSynthetic() {
		if t := f.l.Types.OfDecl(d); t.Kind == ctypes.Func {
			c.ret = t.Result
		}
	} else if !isLibrary(name) && (prelude.IsNondet(name) || !harnessName.MatchString(name)) && !f.l.errs.Violates(name) && !f.Dead() {
		switch pr := f.l.Procs.Named[name]; {
		case pr == nil:
			f.l.Notes.AssumeEither(c.at.Pos, "%s is not declared: it is assumed to return int", name)
		case !ctypes.Same(pr.Type.Result, c.ret) && pr.Type.Result.Kind != ctypes.Void:
			f.l.Notes.AssumeEither(c.at.Pos, "%s is not declared here, so that C takes its result for an int: it is taken as %s", name, pr.Type.Result.Name)
		}
	}
	if why := f.l.Linked.Symbols.Refused[name]; why != "" {
		f.Fail(x, "call of %s with attribute %s", name, why)
	}
	switch {
	case f.l.errs.Violates(name):
		f.effects(c.args)
		f.errorCalled(name, c.at)
		return f.noValue(c)
	case f.l.Procs.Named[name] != nil && !link.AlwaysBuiltin[name]:
		return f.direct(c, f.l.Procs.Named[name])
	}
	if c.at.Pos.IsValid() {
		c.at.Call = &cfg.CallSite{Func: name}
		c.use.at.Call = c.at.Call
	}
	if b := compositeBuiltin(name); b != nil {
		return b(f, c)
	}
	lf := clib.Lookup(prelude.LibName(name))
	uses := f.streamed(c, lf)
	r := f.byName(c, d)
	if lf != nil && !f.l.conf.Execute && !f.Dead() && f.ofLibrary(c) {
		f.kept(c, lf)
	}
	if uses != nil {
		r = uses.after(f, c, r)
	}
	return r
}

// byName calls a function that the program does not define, by what is known of
// its name.
func (f *fn) byName(c *call, d *cc.Declarator) callResult {
	name := c.name
	if lf, drop := prelude.Executed(name); lf != nil {
		if f.l.conf.Execute {
			return f.libCall(c, lf, drop)
		}
		f.hiddenState(c, lf)
		f.dropArguments(c, drop)
	}
	if lib := prelude.LibName(name); f.l.Procs.Named[prelude.Prefix+lib] != nil {
		switch fn := clib.Lookup(lib); {
		case fn != nil && fn.Negates && f.l.conf.Checks&safety.Overflow != 0:
			return f.magnitude(c)
		case fn != nil && fn.Divides && !f.l.conf.Execute:
			return f.divided(c, f.l.Procs.Named[prelude.Prefix+lib])
		}
		r := f.promised(c, f.direct(c, f.l.Procs.Named[prelude.Prefix+lib]))
		f.compared(c)
		return r
	} else if r, ok := f.extendedCall(c); ok {
		return f.promised(c, r)
	} else if b := builtins[lib]; b != nil {
		return f.promised(c, b(f, c))
	}
	if b := atomicCall(name); b != nil {
		return b(f, c)
	}
	if d != nil && f.l.Linked.Absent(d) {
		return f.indirect(c)
	}
	return f.unknown(c)
}

func (f *fn) newCall(x *cc.PostfixExpression, use callUse) *call {
	c := &call{x: x, use: use, at: f.l.Linked.Sources.Node(x)}
	if !c.at.Pos.IsValid() {
		c.at = parse.Span{Pos: f.At.Pos, Text: f.At.Text}
		if f.Procedure != nil && prelude.Is(f.Procedure.Func.Name) {
			c.at = parse.Span{}
		}
	}
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		c.args = append(c.args, l.AssignmentExpression)
	}
	return c
}

// dropArguments evaluates the arguments that _FORTIFY_SOURCE adds, for their
// effects only.
func (f *fn) dropArguments(c *call, drop []int) {
	for _, i := range slices.Backward(drop) {
		if i < len(c.args) {
			f.effect(c.args[i])
			c.args = slices.Delete(slices.Clone(c.args), i, i+1)
		}
	}
}

// hiddenState leaves a trace of calls after which inputs are not free any more:
// those that set the state of random numbers, that put back what is read, that
// open a stream for writing, which may be read afterwards, and that print what may
// be flushed afterwards (package verifier, admit.go).
func (f *fn) hiddenState(c *call, lf *clib.Func) {
	switch {
	case c.at.Call == nil:
	case lf.Flushes():
		c.at.Call.Stream = f.namedStream(c, lf)
	case (lf.Prints != clib.NoOutput || lf.Buffers()) && f.l.callsSome((*clib.Func).Flushes):
		c.at.Call.Stream = f.namedStream(c, lf)
		f.Emit(&cfg.Skip{}, parse.Span{Pos: c.at.Pos, Call: c.at.Call}, cfg.RoleImplicit)
	case lf.Seeds(), lf.PutsBack:
		f.Emit(&cfg.Skip{}, parse.Span{Pos: c.at.Pos, Call: c.at.Call}, cfg.RoleImplicit)
	case lf.Result == 'F':
		mode := "" // the second argument of all that have one
		if len(c.args) > 1 {
			mode, _ = syntax.LiteralText(c.args[1])
		}
		c.at.Call.Writes = !strings.HasPrefix(mode, "r") || strings.Contains(mode, "+")
	}
}

// magnitude lowers a call of abs.
func (f *fn) magnitude(c *call) callResult {
	x := f.Save(emit.Value{Expr: f.Conv(f.rvalue(f.arg(c, 0)), c.ret), Type: c.ret}).Expr
	negative := emit.Binary(cfg.SLt, x, emit.Const(x.Type(), 0))
	a := emit.Arith{}
	if c.at.Pos.IsValid() {
		a.Site = &cfg.Site{Pos: c.at.Pos, Text: c.at.Text, CType: f.l.Types.Described(c.ret)}
	}
	return give(emit.Value{Expr: emit.Ite(negative, a.Neg(x), x), Type: c.ret})
}

// divided lowers a call of div: it divides where the program calls it, so that
// what may go wrong does so there.
func (f *fn) divided(c *call, pr *emit.Proc) callResult {
	f.arg(c, 1)
	vs := f.saved(c)
	if !f.Dead() && c.at.Pos.IsValid() {
		t := pr.Type.Params[0]
		a := emit.Arith{Site: &cfg.Site{Pos: c.at.Pos, Text: c.at.Text, CType: f.l.Types.Described(t)}}
		q := a.Binary(cfg.SDiv, f.Conv(vs[0], t), f.Conv(vs[1], t))
		f.Emit(&cfg.Assign{Dst: f.Temp(t), Src: q}, c.at, cfg.RoleImplicit)
	}
	f.enter(pr, vs, c.at)
	return f.returned(c, pr)
}

// compared ends the path behind a call of the library whose callback for comparisons
// changes something or may end the program: how often it is called, and with which
// elements, C leaves open. What is checked in it is checked for the calls of glibc.
func (f *fn) compared(c *call) {
	lf := clib.Lookup(prelude.LibName(c.name))
	if lf == nil || lf.Compares < 0 || lf.Compares >= len(c.args) || f.l.conf.Execute || f.Dead() {
		return
	}
	name := ""
	if id := syntax.Ident(syntax.Unparen(c.args[lf.Compares])); id != nil && f.l.Linked.Funcs[f.l.Linked.BodyOf(id.Token.SrcStr())] != nil {
		name = id.Token.SrcStr()
	}
	switch e := f.l.effects.OfCall(name); {
	case e.WritesMemory || e.Anything || len(e.Writes) > 0:
		f.Unsupported("call of "+c.name+", whose comparisons change memory as often as it makes them,", c.at)
	case e.Ends:
		f.Unsupported("call of "+c.name+", whose comparisons may end the program,", c.at)
	case f.l.conf.Checks != 0 && c.at.Pos.IsValid():
		f.l.Notes.Assume(c.at.Pos, "%s is assumed to compare the elements that glibc's compares", c.name)
	}
}

// errorCalled ends a path that calls an error function.
func (f *fn) errorCalled(name string, at parse.Span) {
	if f.l.conf.Checks == 0 {
		f.End(cfg.Error, cfg.Reason{Kind: cfg.ErrorCall, Name: strings.TrimPrefix(name, "__builtin_")}, at)
		return
	}
	if f.l.conf.Execute {
		f.exitStatus(abortStatus, at)
	}
	f.exit(at)
}

// noValue is the result of a call that does not return.
func (f *fn) noValue(c *call) callResult {
	if f.Constant && f.Proc == nil {
		f.Fail(c.x, "call of %s in a constant expression", c.name)
	}
	switch {
	case c.ret.Scalar():
		return callResult{Value: emit.Value{Expr: &cfg.Const{T: f.l.Types.Value(c.ret)}, Type: c.ret}}
	case c.ret.Aggregate():
		p := emit.Place{Type: c.ret, Addr: f.SizeConst(0)}
		return callResult{Value: emit.Value{Type: c.ret, Place: &p}}
	}
	return callResult{Value: f.Void()}
}

// effects evaluates arguments whose values are unused.
func (f *fn) effects(args []cc.ExpressionNode) {
	for _, a := range args {
		f.effect(a)
	}
}

// values evaluates arguments. C leaves the order open; gcc for x86 begins with
// the last, so that inputs which are arguments of one call are asked for in that
// order by a compiled program, too.
func (f *fn) values(args []cc.ExpressionNode) []emit.Value {
	args, pack := f.unpacked(args)
	if len(args) < 2 {
		return append(f.valuesForward(args), pack...)
	}
	vs := f.unsequenced(func() parse.Span { return f.argumentsAt(args) }, "the arguments", true, partsOf(args...), func(reversed bool) []emit.Value {
		if reversed {
			return f.valuesReversed(args)
		}
		return f.valuesForward(args)
	})
	return append(vs, pack...)
}

// argumentsAt is the source of a list of arguments.
func (f *fn) argumentsAt(args []cc.ExpressionNode) parse.Span {
	at := f.l.Linked.Sources.Node(args[0])
	for _, a := range args[1:] {
		at.Text += ", " + f.l.Linked.Sources.Node(a).Text
	}
	return at
}

// valuesForward evaluates arguments left to right.
func (f *fn) valuesForward(args []cc.ExpressionNode) []emit.Value {
	last := -1
	for i, a := range args {
		if !f.l.Linked.Pure(a) {
			last = i
		}
	}
	var out []emit.Value
	for i, a := range args {
		v := f.rvalue(a)
		if i < last {
			v = f.Save(v)
		}
		out = append(out, v)
	}
	return out
}

// valuesReversed evaluates arguments right to left.
func (f *fn) valuesReversed(args []cc.ExpressionNode) []emit.Value {
	first := slices.IndexFunc(args, func(a cc.ExpressionNode) bool { return !f.l.Linked.Pure(a) })
	out := make([]emit.Value, len(args))
	for i, a := range slices.Backward(args) {
		out[i] = f.rvalue(a)
		switch {
		case i <= first || first < 0 || f.inRegister(a, out[i].Type):
		case out[i].Type.Record() && isLvalue(syntax.Unparen(a)): // the call reads it
			p := f.Fixed(*out[i].Place)
			out[i].Place = &p
		default:
			out[i] = f.Save(out[i])
		}
	}
	return out
}

// direct calls a procedure.
func (f *fn) direct(c *call, pr *emit.Proc) callResult {
	f.cutArguments(c.args, pr.Type)
	var vals []emit.Value
	fn := clib.Lookup(prelude.LibName(c.name))
	switch asks := f.l.conf.Checks; {
	case !prelude.Is(pr.Func.Name) || fn == nil:
		vals = f.values(c.args)
	case asks&safety.Uninit != 0, asks&safety.Deref != 0 && slices.ContainsFunc(fn.Params, counting):
		vals = f.saved(c)
		f.required(c, vals)
	default:
		vals = f.values(c.args)
	}
	if wantsBit.MatchString(c.name) && len(vals) == 1 && f.Asks(safety.Builtin) && c.at.Pos.IsValid() {
		vals[0] = f.Save(vals[0])
		f.Forbidden(safety.Builtin, cfg.Negate(f.Truth(vals[0])), emit.Forbidden(c.name+" of 0"), c.at)
	}
	if pr.Func.PassesOn() && !f.Dead() {
		pr = f.l.variant(pr, vals)
	}
	f.enter(pr, vals, c.at)
	return f.returned(c, pr)
}

// wantsBit matches the builtins that are not defined for 0.
var wantsBit = regexp.MustCompile(`^__builtin_(clz|ctz)(l|ll)?$`)

// enter emits the Call.
func (f *fn) enter(pr *emit.Proc, vals []emit.Value, at parse.Span) {
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

// returned reads the result of a procedure.
func (f *fn) returned(c *call, pr *emit.Proc) callResult {
	switch {
	case pr.CFG.Ret != nil && pr.Type.Result.Scalar():
		r := emit.Value{Expr: &cfg.VarRef{V: pr.CFG.Ret}, Type: pr.Type.Result}
		switch {
		case c.use.dst != nil:
			return callResult{Value: r}
		case c.use.used && !f.Dead():
			v := f.Temp(r.Type)
			f.Emit(&cfg.Assign{Dst: v, Src: r.Expr}, c.at, cfg.RoleUser)
			return callResult{Value: emit.Value{Expr: &cfg.VarRef{V: v}, Type: r.Type}}
		}
		return callResult{Value: r}
	case pr.Result != nil:
		return callResult{Value: f.Load(f.Of(pr.Result))}
	}
	return callResult{Value: f.Void()}
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
