package frontend

import (
	"regexp"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
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
	val
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
	name, id := f.l.u.CalleeOf(x)
	if id == nil {
		return f.indirect(c)
	}
	c.name = name
	c.ret = f.l.tt.Int
	d, _ := id.ResolvedTo().(*cc.Declarator)
	if t := namedResult(f.l.tt, name, d); t != nil {
		c.ret = t
		f.l.notes.assume(c.at.Pos, "%s is not declared: it is assumed to return %s, as its name says", name, t.Name)
	} else if d != nil && !d.IsSynthetic() {
		if t := f.l.tt.OfDecl(d); t.Kind == ctypes.Func {
			c.ret = t.Result
		}
	} else if !isLibrary(name) && !prelude.IsNondet(name) && !harnessName.MatchString(name) && !f.l.errs.Violates(name) && !f.dead() {
		switch pr := f.l.procs.named[name]; {
		case pr == nil:
			f.l.notes.assume(c.at.Pos, "%s is not declared: it is assumed to return int", name)
		case !ctypes.Same(pr.t.Result, c.ret) && pr.t.Result.Kind != ctypes.Void:
			f.l.notes.assume(c.at.Pos, "%s is not declared here, so that C takes its result for an int: it is taken as %s", name, pr.t.Result.Name)
		}
	}
	if why := f.l.u.Symbols.Refused[name]; why != "" {
		f.fail(x, "call of %s with attribute %s", name, why)
	}
	switch {
	case f.l.errs.Violates(name):
		f.effects(c.args)
		f.errorCalled(name, c.at)
		return f.noValue(c)
	case f.l.procs.named[name] != nil && !link.AlwaysBuiltin[name]:
		return f.direct(c, f.l.procs.named[name])
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
	if lf != nil && !f.l.conf.Execute && !f.dead() && f.ofLibrary(c) {
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
	if lib := prelude.LibName(name); f.l.procs.named[prelude.Prefix+lib] != nil {
		switch fn := clib.Lookup(lib); {
		case fn != nil && fn.Negates && f.l.conf.Checks&safety.Overflow != 0:
			return f.magnitude(c)
		case fn != nil && fn.Divides && !f.l.conf.Execute:
			return f.divided(c, f.l.procs.named[prelude.Prefix+lib])
		}
		r := f.promised(c, f.direct(c, f.l.procs.named[prelude.Prefix+lib]))
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
	if d != nil && f.l.u.Absent(d) {
		return f.indirect(c)
	}
	return f.unknown(c)
}

func (f *fn) newCall(x *cc.PostfixExpression, use callUse) *call {
	c := &call{x: x, use: use, at: f.l.u.Sources.Node(x)}
	if !c.at.Pos.IsValid() {
		c.at = parse.Span{Pos: f.at.Pos, Text: f.at.Text}
		if f.pr != nil && prelude.Is(f.pr.fn.Name) {
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
		f.emit(&cfg.Skip{}, parse.Span{Pos: c.at.Pos, Call: c.at.Call}, cfg.RoleImplicit)
	case lf.Seeds(), lf.PutsBack:
		f.emit(&cfg.Skip{}, parse.Span{Pos: c.at.Pos, Call: c.at.Call}, cfg.RoleImplicit)
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
	x := f.save(val{e: f.conv(f.rvalue(f.arg(c, 0)), c.ret), t: c.ret}).e
	negative := binary(cfg.SLt, x, konst(x.Type(), 0))
	a := arith{}
	if c.at.Pos.IsValid() {
		a.site = &cfg.Site{Pos: c.at.Pos, Text: c.at.Text, CType: f.l.tt.Described(c.ret)}
	}
	return give(val{e: ite(negative, a.neg(x), x), t: c.ret})
}

// divided lowers a call of div: it divides where the program calls it, so that
// what may go wrong does so there.
func (f *fn) divided(c *call, pr *proc) callResult {
	f.arg(c, 1)
	vs := f.saved(c)
	if !f.dead() && c.at.Pos.IsValid() {
		t := pr.t.Params[0]
		a := arith{site: &cfg.Site{Pos: c.at.Pos, Text: c.at.Text, CType: f.l.tt.Described(t)}}
		q := a.binary(cfg.SDiv, f.conv(vs[0], t), f.conv(vs[1], t))
		f.emit(&cfg.Assign{Dst: f.temp(t), Src: q}, c.at, cfg.RoleImplicit)
	}
	f.enter(pr, vs, c.at)
	return f.returned(c, pr)
}

// compared ends the path behind a call of the library whose callback for comparisons
// changes something or may end the program: how often it is called, and with which
// elements, C leaves open. What is checked in it is checked for the calls of glibc.
func (f *fn) compared(c *call) {
	lf := clib.Lookup(prelude.LibName(c.name))
	if lf == nil || lf.Compares < 0 || lf.Compares >= len(c.args) || f.l.conf.Execute || f.dead() {
		return
	}
	name := ""
	if id := syntax.Ident(syntax.Unparen(c.args[lf.Compares])); id != nil && f.l.u.Funcs[f.l.u.BodyOf(id.Token.SrcStr())] != nil {
		name = id.Token.SrcStr()
	}
	switch e := f.l.effects.OfCall(name); {
	case e.WritesMemory || e.Anything || len(e.Writes) > 0:
		f.unsupported("call of "+c.name+", whose comparisons change memory as often as it makes them,", c.at)
	case e.Ends:
		f.unsupported("call of "+c.name+", whose comparisons may end the program,", c.at)
	case f.l.conf.Checks != 0 && c.at.Pos.IsValid():
		f.l.notes.assume(c.at.Pos, "%s is assumed to compare the elements that glibc's compares", c.name)
	}
}

// errorCalled ends a path that calls an error function.
func (f *fn) errorCalled(name string, at parse.Span) {
	if f.l.conf.Checks == 0 {
		f.end(cfg.Error, cfg.Reason{Kind: cfg.ErrorCall, Name: strings.TrimPrefix(name, "__builtin_")}, at)
		return
	}
	if f.l.conf.Execute {
		f.exitStatus(abortStatus, at)
	}
	f.exit(at)
}

// noValue is the result of a call that does not return.
func (f *fn) noValue(c *call) callResult {
	if f.constant && f.p == nil {
		f.fail(c.x, "call of %s in a constant expression", c.name)
	}
	switch {
	case c.ret.Scalar():
		return callResult{val: val{e: &cfg.Const{T: f.l.tt.Value(c.ret)}, t: c.ret}}
	case c.ret.Aggregate():
		p := place{t: c.ret, addr: f.sizeConst(0)}
		return callResult{val: val{t: c.ret, lv: &p}}
	}
	return callResult{val: f.void()}
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
func (f *fn) values(args []cc.ExpressionNode) []val {
	args, pack := f.unpacked(args)
	if len(args) < 2 {
		return append(f.valuesForward(args), pack...)
	}
	vs := f.unsequenced(func() parse.Span { return f.argumentsAt(args) }, "the arguments", true, partsOf(args...), func(reversed bool) []val {
		if reversed {
			return f.valuesReversed(args)
		}
		return f.valuesForward(args)
	})
	return append(vs, pack...)
}

// argumentsAt is the source of a list of arguments.
func (f *fn) argumentsAt(args []cc.ExpressionNode) parse.Span {
	at := f.l.u.Sources.Node(args[0])
	for _, a := range args[1:] {
		at.Text += ", " + f.l.u.Sources.Node(a).Text
	}
	return at
}

// valuesForward evaluates arguments left to right.
func (f *fn) valuesForward(args []cc.ExpressionNode) []val {
	last := -1
	for i, a := range args {
		if !f.l.u.Pure(a) {
			last = i
		}
	}
	var out []val
	for i, a := range args {
		v := f.rvalue(a)
		if i < last {
			v = f.save(v)
		}
		out = append(out, v)
	}
	return out
}

// valuesReversed evaluates arguments right to left.
func (f *fn) valuesReversed(args []cc.ExpressionNode) []val {
	first := slices.IndexFunc(args, func(a cc.ExpressionNode) bool { return !f.l.u.Pure(a) })
	out := make([]val, len(args))
	for i, a := range slices.Backward(args) {
		out[i] = f.rvalue(a)
		switch {
		case i <= first || first < 0 || f.inRegister(a, out[i].t):
		case out[i].t.Record() && isLvalue(syntax.Unparen(a)): // the call reads it
			p := f.fixed(*out[i].lv)
			out[i].lv = &p
		default:
			out[i] = f.save(out[i])
		}
	}
	return out
}

// direct calls a procedure.
func (f *fn) direct(c *call, pr *proc) callResult {
	f.cutArguments(c.args, pr.t)
	var vals []val
	fn := clib.Lookup(prelude.LibName(c.name))
	switch asks := f.l.conf.Checks; {
	case !prelude.Is(pr.fn.Name) || fn == nil:
		vals = f.values(c.args)
	case asks&safety.Uninit != 0, asks&safety.Deref != 0 && slices.ContainsFunc(fn.Params, counting):
		vals = f.saved(c)
		f.required(c, vals)
	default:
		vals = f.values(c.args)
	}
	if wantsBit.MatchString(c.name) && len(vals) == 1 && f.asks(safety.Builtin) && c.at.Pos.IsValid() {
		vals[0] = f.save(vals[0])
		f.forbidden(safety.Builtin, cfg.Negate(f.truth(vals[0])), forbidden(c.name+" of 0"), c.at)
	}
	if pr.fn.PassesOn() && !f.dead() {
		pr = f.l.variant(pr, vals)
	}
	f.enter(pr, vals, c.at)
	return f.returned(c, pr)
}

// wantsBit matches the builtins that are not defined for 0.
var wantsBit = regexp.MustCompile(`^__builtin_(clz|ctz)(l|ll)?$`)

// enter emits the Call.
func (f *fn) enter(pr *proc, vals []val, at parse.Span) {
	var chain cfg.Expr
	if pr.nest.chain != nil && !f.dead() {
		chain = f.chainFor(pr)
	}
	f.enterChained(pr, chain, vals, at)
}

// enterChained emits the Call of a nested function with a static chain, or with
// nil that of another one.
func (f *fn) enterChained(pr *proc, chain cfg.Expr, vals []val, at parse.Span) {
	f.emitCall(pr, chain, vals, at)
	f.called(pr)
}

// emitCall emits the Call of a procedure that returns to where it was called.
func (f *emitter) emitCall(pr *proc, chain cfg.Expr, vals []val, at parse.Span) {
	if pr.bad != "" {
		f.fail(nil, "%s", pr.bad)
	}
	s := &cfg.Call{Proc: pr.p}
	if chain != nil {
		s.Args = append(s.Args, chain)
	}
	for i, ps := range pr.pstores {
		t := ps.t
		if i >= len(vals) {
			ps.flat.each(func(x *flat) {
				v := f.temp(x.t)
				f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
				s.Args = append(s.Args, &cfg.VarRef{V: v})
			})
			continue
		}
		v := vals[i]
		if t.Composite() {
			v = f.convert(v, t, nil)
		}
		switch {
		case t.Scalar():
			s.Args = append(s.Args, f.implicit(v, t))
		case t.Transparent && v.t.Kind != ctypes.Union:
			s.Args = append(s.Args, f.throughUnion(t, v))
		case v.lv == nil:
			f.fail(nil, "argument of type %s for a parameter of type %s", v.t.Name, t.Name)
		case ps.flat.v != nil && ps.flat.t.Kind == ctypes.Pointer:
			s.Args = append(s.Args, f.inMemory(*v.lv).addr)
		default:
			if f.l.conf.Execute && v.lv.flat == nil {
				v = f.save(v) // an argument that is a load would be a use: members may be without value
			}
			f.leafValues(*v.lv, ps.flat, &s.Args)
		}
	}
	if pr.va != nil {
		s.Args = append(s.Args, f.slots(vals[min(len(pr.pstores), len(vals)):]))
	}
	f.emit(s, at, cfg.RoleUser)
}

// throughUnion is the argument v for a parameter of a transparent union: the
// address of the union with v as the member that fits best.
func (f *emitter) throughUnion(t *ctypes.Type, v val) cfg.Expr {
	fit := -1
	for i, m := range f.fieldsOf(t) {
		if fit < 0 && m.Type.Kind == v.t.Kind || m.Type.Kind == v.t.Kind && m.Type.Name == v.t.Name {
			fit = i
		}
	}
	if fit < 0 {
		for i, m := range f.fieldsOf(t) { // a null pointer constant, or conversions that gcc warns of
			if fit < 0 && m.Type.Scalar() && v.t.Scalar() {
				fit = i
			}
		}
	}
	if fit < 0 {
		f.fail(nil, "argument of type %s for a parameter of type %s", v.t.Name, t.Name)
	}
	p := f.structTemp(t)
	f.store(f.member(p, f.fieldsOf(t)[fit:fit+1]), v, parse.Span{}, cfg.RoleImplicit)
	return p.addr
}

// promoted applies the default argument promotions.
func (f *emitter) promoted(v val) cfg.Expr { return f.conv(v, f.l.tt.Passed(v.t)) }

// leafValues appends the scalars of a structure in the order of to.
func (f *emitter) leafValues(p place, to *flat, out *[]cfg.Expr) {
	if to.v != nil {
		*out = append(*out, f.conv(f.load(p), to.t))
		return
	}
	fs := f.fieldsOf(p.t)
	for i, g := range to.fields {
		if i >= len(fs) {
			f.fail(nil, "structure argument of another type")
		}
		f.leafValues(f.member(p, fs[i:i+1]), g, out)
	}
}

// inMemory copies a flattened structure to memory.
func (f *emitter) inMemory(p place) place {
	if p.addr != nil {
		return p
	}
	q := f.memoryTemp(p.t)
	if !f.dead() {
		f.copyPlace(q, p, parse.Span{}, cfg.RoleImplicit)
	}
	return q
}

// memoryTemp adds memory for a value of type t.
func (f *emitter) memoryTemp(t *ctypes.Type) place {
	if f.dead() {
		return place{t: t, addr: f.sizeConst(0)}
	}
	s := &storage{t: t}
	f.memory(s, "#struct", t, f.at.Pos)
	return f.of(s)
}

// returned reads the result of a procedure.
func (f *fn) returned(c *call, pr *proc) callResult {
	switch {
	case pr.p.Ret != nil && pr.t.Result.Scalar():
		r := val{e: &cfg.VarRef{V: pr.p.Ret}, t: pr.t.Result}
		switch {
		case c.use.dst != nil:
			return callResult{val: r}
		case c.use.used && !f.dead():
			v := f.temp(r.t)
			f.emit(&cfg.Assign{Dst: v, Src: r.e}, c.at, cfg.RoleUser)
			return callResult{val: val{e: &cfg.VarRef{V: v}, t: r.t}}
		}
		return callResult{val: r}
	case pr.ret != nil:
		return callResult{val: f.load(f.of(pr.ret))}
	}
	return callResult{val: f.void()}
}

// compatible reports whether a call with these arguments through a pointer to
// a function of type t may call pr.
func (f *fn) compatible(pr *proc, vals []val, t *ctypes.Type) bool {
	ret := t.Result
	if pr.bad != "" {
		return false
	}
	if t.Proto && (len(vals) < len(pr.t.Params) || len(vals) > len(pr.t.Params) && !pr.t.Variadic && pr.t.Proto) {
		return false
	}
	for i, p := range pr.t.Params {
		if i >= len(vals) {
			break // through a pointer without prototype
		}
		v := vals[i]
		switch {
		case p.Transparent && v.t.Scalar():
		case p.Scalar() != v.t.Scalar(), (p.Kind == ctypes.Float) != (v.t.Kind == ctypes.Float), p.Composite() && p.Kind != v.t.Kind:
			return false
		case p.Aggregate() && f.l.tt.SizeOf(p) != f.l.tt.SizeOf(v.t):
			return false
		}
	}
	a, b := ret, pr.t.Result
	if a.Kind == ctypes.Void || b.Kind == ctypes.Void {
		return !a.Aggregate() && !b.Aggregate()
	}
	return a.Scalar() == b.Scalar() && (a.Kind == ctypes.Float) == (b.Kind == ctypes.Float)
}
