package frontend

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

// Calls of functions without body.

// opaquePrefix marks calls in the prelude that stand for what it does not
// compute, of the function whose name follows.
const opaquePrefix = "__culprit_opaque_"

// notWritten is the assumption about a function without body that gets pointers.
const notWritten = "%s has no body: it is assumed not to write through its pointer arguments"

// unknown calls a function without body: one of the C library, by what its
// entry says (library), or one of the program. Of those the result is arbitrary,
// and by the convention of verification tasks they change nothing else; what
// rests on that is noted, or with Config.ExternAny not assumed.
func (f *fn) unknown(c *call) callResult {
	if name, ok := strings.CutPrefix(c.name, opaquePrefix); ok {
		c.name = name
		return mathCall(f, c)
	}
	if f.ofLibrary(c) && !f.Dead() {
		if f.l.conf.Execute {
			return unsupportedCall(f, c)
		}
		return f.library(c)
	}
	if !prelude.IsNondet(c.name) && !f.Dead() {
		f.assumedHarmless(c)
	}
	f.effects(c.args)
	if f.Dead() {
		return f.noValue(c)
	}
	if f.l.Linked.Symbols.Assembled[c.name] {
		f.Fail(c.x, "call of %s, which is assembly", c.name)
	}
	if f.l.Linked.Symbols.Noreturn[c.name] {
		f.ended(c)
		return f.noValue(c)
	}
	if c.ret.Kind == ctypes.Pointer && !prelude.IsNondet(c.name) && f.l.conf.Checks != 0 {
		// It may be valid or not.
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	if !f.ofProgram(c) || strings.HasPrefix(c.name, "__") && !prelude.IsNondet(c.name) || strings.HasSuffix(c.name, "printf") {
		// A name of the implementation: not an input, but not modelled.
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	if f.l.conf.Checks != 0 && c.use.dst != nil && c.use.dstT.Kind == ctypes.Pointer && !prelude.IsNondet(c.name) {
		// A function that was never declared: the result is a pointer, and
		// whether it is valid is not known.
		c.ret = c.use.dstT
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	// Every call takes its own input, also where the result is unused, so
	// that a test harness can hand the inputs out in order.
	c.use.used = true
	return f.arbitrary(c, cfg.Nondet, c.name)
}

// assumedHarmless notes what is assumed of a call of a function that the program
// declares, or ends the path where Config.ExternAny assumes nothing.
func (f *fn) assumedHarmless(c *call) {
	if f.l.conf.ExternAny {
		if why := f.handedOver(c); why != "" {
			f.Fail(c.x, "call of %s, which %s,", c.name, why)
		}
		if name := f.l.shared(); name != "" {
			f.Fail(c.x, "call of %s, which may change %s,", c.name, name)
		}
		return
	}
	for _, a := range c.args {
		switch t := f.typeOf(a); {
		case f.l.Types.IsFunction(t):
			f.l.Notes.Assume(c.at.Pos, "%s has no body: it is assumed not to call %s", c.name, f.l.Linked.Sources.Node(a).Text)
		case f.l.Types.PointsIn(t) && !syntax.IsString(a):
			f.l.Notes.Assume(c.at.Pos, notWritten, c.name)
		}
	}
	if name := f.l.shared(); name != "" {
		f.l.Notes.AssumeOnce(c.at.Pos, "%s has no body: such functions are assumed not to change global variables, as %s", c.name, name)
	}
}

// handedOver says what a function of which nothing is known gets from the
// program, with which it may do anything; "" if that is nothing. What it got in
// an earlier call does not count: the path ended there.
func (f *fn) handedOver(c *call) string {
	for _, a := range c.args {
		t := f.typeOf(a)
		if syntax.IsString(a) || !f.l.Types.IsFunction(t) && !f.l.Types.PointsIn(t) && !f.carriesAddress(a) {
			continue
		}
		if v := f.typeVal(a); t.Kind == ctypes.Pointer && v.Expr != nil && emit.IsNumber(v.Expr) {
			continue
		}
		text := f.l.Linked.Sources.Node(a).Text
		if f.l.Types.IsFunction(t) {
			return "may call " + text
		}
		return "may change what " + text + " leads to"
	}
	if f.l.runsAfterMain() {
		return "may end the program"
	}
	return ""
}

// carriesAddress reports whether a number is computed from a pointer.
func (f *fn) carriesAddress(a cc.ExpressionNode) bool {
	found := false
	syntax.Each(a, func(n cc.Node) {
		x, ok := n.(*cc.CastExpression)
		found = found || ok && x.Case == cc.CastExpressionCast && x.Type() != nil && cc.IsIntegerType(x.Type()) &&
			x.CastExpression.Type() != nil && x.CastExpression.Type().Kind() == cc.Ptr
	})
	return found
}

// shared is a variable that functions defined elsewhere may know by name, ""
// if there is none. It may be defined there, too.
func (l *lowerer) shared() string {
	for _, name := range l.reach.Globals {
		if g := l.Linked.Globals[name]; !g.Decls[0].IsStatic() && !readOnly(g.Decls[0].Type()) && (g.Defined || !l.ofHeader(name, g)) {
			return name
		}
	}
	return ""
}

// ofHeader reports whether the library has a global variable.
func (l *lowerer) ofHeader(name string, g *link.Global) bool {
	_, known := clib.Variables[name]
	return known || l.Linked.Sources.InHeader(g.Decls[0])
}

// ended ends the path at a call of a function without body that does not
// return. Where the program goes from a longjmp is not said here.
func (f *fn) ended(c *call) {
	if f.l.conf.Execute || link.IsLongjmp(c.name) {
		f.End(cfg.Unsupported, cfg.Reason{Kind: cfg.LibraryCall, Name: c.name}, c.at)
		return
	}
	f.Halt(c.at)
}

// incomplete calls a function of the library of which not everything is known.
func (f *fn) incomplete(c *call) callResult {
	if why := f.handedOver(c); why != "" {
		f.consumed(c)
		f.Unsupported("call of "+c.name+", which "+why+",", c.at)
		return f.noValue(c)
	}
	f.consumed(c)
	if len(c.args) > 0 {
		f.doubtful(safety.Builtin, c, "call of "+c.name+", of which it is not known what it asks of its arguments,")
	}
	f.mayFail(c)
	f.setVariables(c, nil)
	f.forgotten(c)
	if f.l.Linked.Symbols.Noreturn[c.name] {
		f.ended(c)
		return f.noValue(c)
	}
	if c.ret.Kind == ctypes.Pointer && f.l.conf.Checks&(safety.Memtrack|safety.Memclean) != 0 {
		f.Unsupported("call of "+c.name+", which may return a block that it allocates,", c.at)
		return f.noValue(c)
	}
	return f.arbitrary(c, cfg.Unknown, c.name)
}

// forgotten lets functions that answer the same at each call answer something else
// after this one.
func (f *fn) forgotten(c *call) {
	for _, lf := range clib.All() {
		if lf.Same && f.l.callsSome(func(g *clib.Func) bool { return g == lf }) {
			known := f.l.kept(lf.Name+" known", f.l.Types.UChar)
			f.Emit(&cfg.Assign{Dst: known, Src: emit.Const(known.Type, 0)}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
		}
	}
}

// arbitrary makes the result of a call arbitrary.
func (f *fn) arbitrary(c *call, kind cfg.HavocKind, name string) callResult {
	t := c.ret
	switch {
	case t.Kind == ctypes.Void:
		return callResult{Value: f.Void()}
	case !c.use.wanted() && !prelude.IsNondet(c.name):
		return f.noValue(c)
	case t.Aggregate():
		p := f.StructTemp(t)
		f.havocPlace(p, kind, name, c.at, cfg.RoleUser)
		if t.Kind == ctypes.Extended {
			f.Assume(emit.ExtValid(f.ExtOf(f.Load(p))), parse.Span{}, cfg.RoleImplicit)
		}
		return callResult{Value: f.Load(p)}
	case !t.Scalar():
		f.Fail(c.x, "result of type %s", t.Name)
	}
	if t.Bool {
		// Any byte will do for a truth value: then every constant that takes
		// the byte's place is one the program could have seen.
		v := f.Temp(t)
		f.Emit(&cfg.Havoc{Dst: v, Kind: kind, Func: name}, c.at, cfg.RoleUser)
		truth := cfg.Compare(cfg.Ne, &cfg.VarRef{V: v}, emit.Const(v.Type, 0))
		return callResult{Value: emit.Value{Expr: &cfg.Cast{Op: cfg.BoolToBits, T: v.Type, X: truth}, Type: t}}
	}
	d := c.use.dstT
	if c.use.dst != nil && !d.Bool && (t.Kind == ctypes.Float && d == t || t.Kind != ctypes.Float && d.Kind != ctypes.Float && d.Bits <= t.Bits && d.Size <= t.Size) {
		f.Emit(&cfg.Havoc{Dst: c.use.dst, Kind: kind, Func: name}, c.use.at, cfg.RoleUser)
		f.aligned(c.use.dst, d)
		return callResult{done: true}
	}
	v := f.Temp(t)
	f.Emit(&cfg.Havoc{Dst: v, Kind: kind, Func: name}, c.at, cfg.RoleUser)
	f.aligned(v, t)
	return callResult{Value: emit.Value{Expr: &cfg.VarRef{V: v}, Type: t}}
}

// aligned states what C says of every pointer of type t.
func (f *fn) aligned(v *cfg.Var, t *ctypes.Type) {
	if t.Kind != ctypes.Pointer || f.Dead() || f.l.conf.Execute || f.l.conf.Checks != 0 {
		return
	}
	el := f.l.Types.ElemOf(t)
	if el.Kind == ctypes.Void || el.Kind == ctypes.Func || f.l.Types.SizeOf(el) == 0 {
		return
	}
	if n := f.l.Types.AlignOf(el); n > 1 {
		low := emit.Binary(cfg.And, &cfg.VarRef{V: v}, emit.Const(v.Type, n-1))
		f.Assume(emit.Binary(cfg.Eq, low, emit.Const(v.Type, 0)), parse.Span{}, cfg.RoleImplicit)
	}
}
