package library

import (
	"maps"
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

// Calls of functions without body.

// opaquePrefix marks calls in the prelude that stand for what it does not
// compute, of the function whose name follows.
const opaquePrefix = "__culprit_opaque_"

// NotWritten is the assumption about a function without body that gets pointers.
const NotWritten = "%s has no body: it is assumed not to write through its pointer arguments"

// unknown calls a function without body: one of the C library, by what its
// entry says (library), or one of the program. Of those the result is arbitrary,
// and by the convention of verification tasks they change nothing else; what
// rests on that is noted, or with Config.ExternAny not assumed.
func (f *Caller) unknown(c *Call) Result {
	if name, ok := strings.CutPrefix(c.Name, opaquePrefix); ok {
		c.Name = name
		return f.mathematics(c, true)
	}
	if f.ofLibrary(c) && !f.Dead() {
		if f.l.conf.Execute {
			return unsupportedCall(f, c)
		}
		return f.library(c)
	}
	if !prelude.IsNondet(c.Name) && !f.Dead() {
		f.assumedHarmless(c)
	}
	f.Effects(c.Args)
	if f.Dead() {
		return f.NoValue(c)
	}
	if f.l.Linked.Symbols.Assembled[c.Name] {
		f.Fail(c.X, "call of %s, which is assembly", c.Name)
	}
	if f.l.Linked.Symbols.Noreturn[c.Name] {
		f.ended(c)
		return f.NoValue(c)
	}
	if c.Ret.Kind == ctypes.Pointer && !prelude.IsNondet(c.Name) && f.l.conf.Checks != 0 {
		// It may be valid or not.
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	if !f.ofProgram(c) || strings.HasPrefix(c.Name, "__") && !prelude.IsNondet(c.Name) || strings.HasSuffix(c.Name, "printf") {
		// A name of the implementation: not an input, but not modelled.
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	if f.l.conf.Checks != 0 && c.Use.Dst != nil && c.Use.DstT.Kind == ctypes.Pointer && !prelude.IsNondet(c.Name) {
		// A function that was never declared: the result is a pointer, and
		// whether it is valid is not known.
		c.Ret = c.Use.DstT
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	// Every call takes its own input, also where the result is unused, so
	// that a test harness can hand the inputs out in order.
	c.Use.Used = true
	return f.arbitrary(c, cfg.Nondet, c.Name)
}

// assumedHarmless notes what is assumed of a call of a function that the program
// declares, or ends the path where Config.ExternAny assumes nothing.
func (f *Caller) assumedHarmless(c *Call) {
	if f.l.conf.ExternAny {
		if why := f.handedOver(c); why != "" {
			f.Fail(c.X, "call of %s, which %s,", c.Name, why)
		}
		if name := f.l.shared(); name != "" {
			f.Fail(c.X, "call of %s, which may change %s,", c.Name, name)
		}
		if name := f.l.offered(); name != "" {
			f.Fail(c.X, "call of %s, which may call %s,", c.Name, name)
		}
		f.setVariables(c, nil)
		if s := f.errno(); s != nil {
			f.HavocPlace(f.Of(s), cfg.Unknown, c.Name, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		}
		f.forgotten(c)
	}
	if f.errno() != nil || f.l.callsSome((*clib.Func).Stateful) {
		f.l.Notes.AssumeOnce(c.At.Pos, "%s has no body: such functions are assumed to leave the C library as it is, its locale, rounding mode, files and environment", c.Name)
	}
	if f.l.conf.ExternAny {
		return
	}
	for _, a := range c.Args {
		switch t := f.body.TypeOf(a); {
		case f.l.Types.IsFunction(t):
			f.l.Notes.Assume(c.At.Pos, "%s has no body: it is assumed not to call %s", c.Name, f.l.Linked.Sources.Node(a).Text)
		case f.l.Types.PointsIn(t) && !syntax.IsText(a):
			f.l.Notes.Assume(c.At.Pos, NotWritten, c.Name)
		}
	}
	if name := f.l.shared(); name != "" {
		f.l.Notes.AssumeOnce(c.At.Pos, "%s has no body: such functions are assumed not to change global variables, as %s", c.Name, name)
	}
	if name := f.l.offered(); name != "" {
		f.l.Notes.AssumeOnce(c.At.Pos, "%s has no body: such functions are assumed not to call %s", c.Name, name)
	}
}

// handedOver says what a function of which nothing is known gets from the
// program, with which it may do anything; "" if that is nothing. What it got in
// an earlier call does not count: the path ended there.
func (f *Caller) handedOver(c *Call) string {
	for _, a := range c.Args {
		t := f.body.TypeOf(a)
		if syntax.IsText(a) || !f.l.Types.IsFunction(t) && !f.l.Types.PointsIn(t) && !f.carriesAddress(a) {
			continue
		}
		if v := f.TypeVal(a); t.Kind == ctypes.Pointer && v.Expr != nil && emit.IsNumber(v.Expr) {
			continue
		}
		text := f.l.Linked.Sources.Node(a).Text
		if f.l.Types.IsFunction(t) {
			return "may call " + text
		}
		return "may change what " + text + " leads to"
	}
	if f.l.RunsAfterMain() {
		return "may end the program"
	}
	return ""
}

// carriesAddress reports whether a number is computed from a pointer.
func (f *Caller) carriesAddress(a cc.ExpressionNode) bool {
	found := false
	syntax.Each(a, func(n cc.Node) {
		x, ok := n.(*cc.CastExpression)
		found = found || ok && x.Case == cc.CastExpressionCast && x.Type() != nil && cc.IsIntegerType(x.Type()) &&
			x.CastExpression.Type() != nil && x.CastExpression.Type().Kind() == cc.Ptr
	})
	return found
}

// shared is a variable that functions defined elsewhere may know by name or by what is
// defined for them, "" if there is none. It may be defined there, too.
func (l *Models) shared() string {
	for _, name := range l.Reach.Globals {
		if g := l.Linked.Globals[name]; !g.Decls[0].IsStatic() && !syntax.ReadOnly(g.Decls[0].Type()) && (g.Defined || !l.ofHeader(name, g)) {
			return name
		}
	}
	_, revealed := l.Linked.Revealed()
	for _, name := range revealed {
		if slices.Contains(l.Reach.Globals, name) && !syntax.ReadOnly(l.Linked.Globals[name].Decls[0].Type()) {
			return name
		}
	}
	return ""
}

// offered is a function that functions defined elsewhere may know in that way, and whose
// calls the program may see, or which may give them the address of one of its static
// objects; "" if there is none.
func (l *Models) offered() string {
	for _, name := range slices.Sorted(maps.Keys(l.Linked.Funcs)) {
		if !l.Linked.Funcs[name].Def.Declarator.IsStatic() && l.lasts(name) {
			return name
		}
	}
	revealed, _ := l.Linked.Revealed()
	for _, name := range revealed {
		if l.lasts(name) {
			return name
		}
	}
	return ""
}

// lasts reports whether calls of a function from elsewhere may change what the program
// sees.
func (l *Models) lasts(name string) bool {
	fn := l.Linked.Funcs[name]
	if fn.Outer != nil || name == l.conf.Main || l.Linked.Sources.InHeader(fn.Def.Declarator) || HarnessName.MatchString(name) || strings.HasPrefix(name, prelude.Prefix) {
		return false
	}
	e := l.Effects.OfCall(name)
	if e.WritesMemory || e.Ends || e.Anything {
		return true
	}
	for key := range e.Writes {
		if isStatic(key) {
			return true
		}
	}
	result := l.Types.Of(fn.Def.Declarator.Type().(*cc.FunctionType).Result())
	if l.Types.PointsIn(result) {
		for key := range e.Reads {
			if isStatic(key) && !l.leadsNowhere(key) {
				return true
			}
		}
	}
	return l.Types.IsFunction(result)
}

// isStatic reports whether the key of a variable is that of a static object.
func isStatic(key any) bool {
	d, local := key.(*cc.Declarator)
	return !local || d.IsStatic()
}

// leadsNowhere reports whether the address of a variable lets nobody change anything.
func (l *Models) leadsNowhere(key any) bool {
	d, _ := key.(*cc.Declarator)
	if name, ok := key.(string); ok && l.Linked.Globals[name] != nil {
		d = l.Linked.Globals[name].Decls[0]
	}
	if d == nil || !syntax.ReadOnly(d.Type()) {
		return false
	}
	t := l.Types.OfDecl(d)
	for t.Kind == ctypes.Array {
		t = l.Types.ElemOf(t)
	}
	return !l.Types.PointsIn(t) && !l.Types.IsFunction(t)
}

// ofHeader reports whether the library has a global variable.
func (l *Models) ofHeader(name string, g *link.Global) bool {
	_, known := clib.Variables[name]
	return known || l.Linked.Sources.InHeader(g.Decls[0])
}

// ended ends the path at a call of a function without body that does not
// return. Where the program goes from a longjmp is not said here.
func (f *Caller) ended(c *Call) {
	if f.l.conf.Execute || link.IsLongjmp(c.Name) {
		f.End(cfg.Unsupported, cfg.Reason{Kind: cfg.LibraryCall, Name: c.Name}, c.At)
		return
	}
	f.Halt(c.At)
}

// incomplete calls a function of the library of which not everything is known.
func (f *Caller) incomplete(c *Call) Result {
	if why := f.handedOver(c); why != "" {
		f.consumed(c)
		f.Unsupported("call of "+c.Name+", which "+why+",", c.At)
		return f.NoValue(c)
	}
	f.consumed(c)
	if len(c.Args) > 0 {
		f.doubtful(safety.Builtin, c, "call of "+c.Name+", of which it is not known what it asks of its arguments,")
	}
	f.mayFail(c)
	f.setVariables(c, nil)
	f.forgotten(c)
	if f.l.Linked.Symbols.Noreturn[c.Name] {
		f.ended(c)
		return f.NoValue(c)
	}
	if c.Ret.Kind == ctypes.Pointer && f.l.conf.Checks&(safety.Memtrack|safety.Memclean) != 0 {
		f.Unsupported("call of "+c.Name+", which may return a block that it allocates,", c.At)
		return f.NoValue(c)
	}
	return f.arbitrary(c, cfg.Unknown, c.Name)
}

// forgotten lets functions that answer the same at each call answer something else
// after this one.
func (f *Caller) forgotten(c *Call) {
	for _, lf := range clib.All() {
		if lf.Same && f.l.callsSome(func(g *clib.Func) bool { return g == lf }) {
			known := f.l.kept(lf.Name+" known", f.l.Types.UChar)
			f.Emit(&cfg.Assign{Dst: known, Src: emit.Const(known.Type, 0)}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		}
	}
}
