package library

import (
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Calls of functions of the C library that have no model, by the facts of their
// entries (cfg/clib): what they return, store and keep.

// UnknownSize is the size of an object that a pointer without element type
// from outside the program points to.
const UnknownSize = 4096

// textLength is how long a text of the library is at most: the system gives a
// program no longer one.
const textLength = 1<<17 - 1

// newPointer is the pointer that a function of the C library without a model
// returns: null or a new object with arbitrary contents or, unless it is fresh,
// any object, since an earlier call may have returned it. The text of a new object
// is an input where contents says so.
func (f *Caller) newPointer(c *Call, fresh bool, contents cfg.HavocKind) Result {
	el := f.l.Types.ElemOf(c.Ret)
	c.Use.Used = c.Use.Used || opens(prelude.Func(c.Name)) && f.l.Open() != nil
	if el.Kind == ctypes.Func || !c.Use.Wanted() || f.Dead() {
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	size := f.l.Types.SizeOf(el)
	if el.Kind == ctypes.Void || size <= 1 {
		size = UnknownSize
	}
	if fresh && contents == cfg.Unknown {
		f.l.Notes.Add(c.At.Pos, "%s has no body: its result is null or points to a new object", c.Name)
	}
	v := f.Temp(c.Ret)
	kind := cfg.Unknown
	if rangeOf(c.Name) != nil && !(prelude.ModelOf(c.Name) == clib.Environment && f.changesEnvironment()) {
		kind = cfg.Nondet
	}
	f.Emit(&cfg.Havoc{Dst: v, Kind: kind, Func: c.Name}, c.At, cfg.RoleUser)
	f.Unless(emit.Is(&cfg.VarRef{V: v}, 0), parse.Span{}, func() {
		if fresh {
			f.newObjectAt(c, v, el, size, contents)
			return
		}
		f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.Name}, c.At, cfg.RoleUser)
		f.Assume(emit.IsNot(&cfg.VarRef{V: v}, 0), parse.Span{}, cfg.RoleImplicit)
	})
	return Result{Value: emit.Value{Expr: &cfg.VarRef{V: v}, Type: c.Ret}}
}

// newObjectAt makes v point to a new object of the library with arbitrary contents.
func (f *Caller) newObjectAt(c *Call, v *cfg.Var, el *ctypes.Type, size uint64, contents cfg.HavocKind) {
	if el.Kind == ctypes.Int && el.Rank == ctypes.RankChar { // a string
		n := f.upTo(c, f.l.Types.Size, 0, f.SizeConst(textLength), contents).Expr
		f.Emit(&cfg.Alloc{Dst: v, Size: emit.Binary(cfg.Add, n, f.SizeConst(1)), Lib: true}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		f.Emit(&cfg.MemHavoc{Dst: &cfg.VarRef{V: v}, Size: n, Kind: contents}, c.At, cfg.RoleImplicit)
		f.terminate(c, &cfg.VarRef{V: v}, n)
	} else {
		f.Emit(&cfg.Alloc{Dst: v, Size: f.SizeConst(size), Lib: true}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		f.Emit(&cfg.MemHavoc{Dst: &cfg.VarRef{V: v}, Size: f.SizeConst(size), Kind: cfg.Unknown}, c.At, cfg.RoleImplicit)
	}
	f.opened(c, v)
}

// newText is the pointer that a function of the C library returns to a text: null,
// the argument that it may get for that, or a new block of the heap, which the
// program has to free.
func (f *Caller) newText(c *Call, lf *clib.Func, vs []emit.Value) Result {
	if f.Dead() {
		return f.NoValue(c)
	}
	if c.Ret.Kind != ctypes.Pointer {
		f.Fail(c.X, "call of %s", c.Name)
	}
	tt := f.l.Types
	v := f.Temp(c.Ret)
	text := &cfg.VarRef{V: v}
	f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Nondet, Func: c.Name}, c.At, cfg.RoleUser)
	end := f.NewLoc(cfg.Pos{})
	f.unlessNull(text, end, c.At)
	if i := lf.Given; i >= 0 {
		given, made := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
		f.Fork(f.Truth(vs[i]), given, made, parse.Span{Pos: c.At.Pos})
		f.Start(given)
		f.Emit(&cfg.Assign{Dst: v, Src: f.Conv(vs[i], c.Ret)}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		room := f.Let(f.amount(c, lf.Params[i], vs, i))
		f.Assume(emit.Binary(cfg.Ne, room, f.SizeConst(0)), parse.Span{}, cfg.RoleImplicit)
		f.terminate(c, text, emit.Binary(cfg.Sub, room, f.SizeConst(1)))
		f.Jump(end)
		f.Start(made)
	}
	n := f.upTo(c, tt.Size, 0, f.SizeConst(textLength), cfg.Unknown)
	f.heapBlock(v, request{size: emit.Binary(cfg.Add, n.Expr, f.SizeConst(1))}, c.At)
	f.Emit(&cfg.MemHavoc{Dst: text, Size: n.Expr, Kind: cfg.Unknown}, c.At, cfg.RoleImplicit)
	f.terminate(c, text, n.Expr)
	f.Jump(end)
	f.Start(end)
	return Give(emit.Value{Expr: text, Type: c.Ret})
}

// environment lowers getenv: no variable has a name with an equals sign.
func (f *Caller) environment(c *Call, name emit.Value) Result {
	f.libraryHasEnvironment(c)
	if text, literal := syntax.LiteralText(c.Args[0]); literal && !strings.Contains(text, "=") && c.Use.Wanted() && !f.Dead() && !f.changesEnvironment() {
		return f.environmentOf(c, text)
	}
	pr := f.l.Procs.Named[prelude.Prefix+prelude.SearchHelper]
	if pr == nil || !c.Use.Wanted() || f.Dead() {
		return f.newPointer(c, false, cfg.Unknown)
	}
	v := f.Temp(c.Ret)
	f.body.Enter(pr, []emit.Value{name, {Expr: emit.Const(cfg.BV(32), '='), Type: f.l.Types.Int}}, c.At)
	plain, odd, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(emit.Is(&cfg.VarRef{V: pr.CFG.Ret}, 0), plain, odd, parse.Span{Pos: c.At.Pos})
	f.Start(odd)
	f.Emit(&cfg.Assign{Dst: v, Src: emit.Const(v.Type, 0)}, c.At, cfg.RoleUser)
	f.Jump(end)
	f.Start(plain)
	r := f.newPointer(c, false, cfg.Unknown)
	f.Emit(&cfg.Assign{Dst: v, Src: r.Expr}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	f.Jump(end)
	f.Start(end)
	return Give(emit.Value{Expr: &cfg.VarRef{V: v}, Type: c.Ret})
}

// environmentOf lowers getenv of a name that the text of the program has: the same
// pointer at every call.
func (f *Caller) environmentOf(c *Call, name string) Result {
	tt := f.l.Types
	at, known := f.l.kept(c.Name+" "+name, c.Ret), f.l.kept(c.Name+" "+name+" known", tt.UChar)
	v := f.Temp(c.Ret)
	f.Choose(emit.IsNot(&cfg.VarRef{V: known}, 0), parse.Span{Pos: c.At.Pos}, func() {
		f.Emit(&cfg.Assign{Dst: v, Src: &cfg.VarRef{V: at}}, c.At, cfg.RoleUser)
	}, func() {
		if c.At.Call != nil {
			c.At.Call.Variable = name
		}
		r := f.newPointer(c, true, cfg.Nondet) // two variables share no bytes
		f.Emit(&cfg.Assign{Dst: v, Src: r.Expr}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: at, Src: &cfg.VarRef{V: v}}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: known, Src: emit.Const(known.Type, 1)}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	})
	return Give(emit.Value{Expr: &cfg.VarRef{V: v}, Type: c.Ret})
}

// library calls a function of the C library that has no model, by the facts of
// its entry. Without complete facts it may do anything with what it gets, and
// with what the library has.
func (f *Caller) library(c *Call) Result {
	lf := prelude.Func(c.Name)
	if lf != nil && lf.Model == clib.Clock {
		return timeCall(f, c)
	}
	if lf == nil || !lf.Modelled() || len(c.Args) < lf.Arity() || lf.Model == clib.ByText && !lf.Complete || f.passesMore(c, lf) {
		return f.incomplete(c) // a text that the program does not go with, too
	}
	vs := f.Saved(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	if lf.Spells {
		return f.spells(c, lf, vs)
	}
	f.mayFail(c)
	f.Required(c, vs)
	f.closed(c, vs)
	f.mayEnd(c, lf)
	stored := f.storesUnlessFails(c, lf, vs)
	r := f.byEntry(c, lf, vs)
	if stored != nil && r.Expr != nil && !f.Dead() {
		f.Assume(emit.Binary(cfg.LOr, stored, tellsFailure(lf, r.Expr)), parse.Span{}, cfg.RoleImplicit)
	}
	return r
}

// storesUnlessFails stores what a call writes. Where values are asked about that nothing
// set, one that fails may leave memory as it was: the result is whether it did not.
func (f *Caller) storesUnlessFails(c *Call, lf *clib.Func, vs []emit.Value) cfg.Expr {
	sets := slices.ContainsFunc(lf.Params, func(p clib.Param) bool { return p.Access == clib.Write && !p.Reads })
	if f.l.conf.Checks&safety.Uninit == 0 || !sets || lf.Stores || c.Ret.Kind != ctypes.Int && c.Ret.Kind != ctypes.Pointer || f.Dead() {
		f.stores(c, lf, vs)
		return nil
	}
	c.Use.Used = true
	choice := f.havocIn(c, f.l.Types.Int, 0, 1, cfg.Unknown)
	stored := emit.IsNot(choice.Expr, 0)
	f.When(stored, parse.Span{Pos: c.At.Pos}, func() {
		f.stores(c, lf, vs)
	})
	return stored
}

// tellsFailure is the condition that a result says that a call has not stored what it should:
// -1 or, of functions that never give that, a number of an error, unless it is the size
// or the truth of what there is.
func tellsFailure(lf *clib.Func, r cfg.Expr) cfg.Expr {
	fails := func(r *clib.Range) bool { return r != nil && (r.Lo == -1 || r.Any) }
	zero := emit.Is(r, 0)
	switch {
	case lf.Result == 'p' || lf.Result == 'z':
		return zero
	case fails(lf.Range) || fails(lf.Within):
		return emit.Binary(cfg.Eq, r, emit.Const(r.Type(), ^uint64(0)))
	case lf.Range != nil:
		return zero
	}
	return cfg.Negate(zero)
}

// byEntry is what a function of the C library returns, by the facts of its entry.
func (f *Caller) byEntry(c *Call, lf *clib.Func, vs []emit.Value) Result {
	switch {
	case lf.Model == clib.Environment:
		return f.environment(c, vs[0])
	case lf.Range != nil && lf.Range.Block:
		return f.newText(c, lf, vs)
	case lf.Given >= 0:
		r := f.sameOrNull(c, vs[lf.Given])
		f.closedIf(c, lf, vs, r)
		return r
	case lf.Owns && c.Ret.Kind == ctypes.Pointer:
		return f.owned(c, lf)
	case lf.Range != nil && lf.Range.New:
		return f.newPointer(c, true, cfg.Unknown)
	case lf.Number && lf.Range != nil && f.replacesStreams() && f.standard(c.Args[0]):
		return Give(f.havocIn(c, c.Ret, lf.Range.Lo, lf.Range.Hi, cfg.Unknown))
	case lf.Number && lf.Range != nil:
		c.Use.Used = true
		return f.numbered(vs[0], f.input(c, lf.Range))
	case lf.Range != nil && c.Ret.Kind != ctypes.Pointer:
		return f.onDescriptor(lf, vs, f.input(c, lf.Range))
	}
	return f.onDescriptor(lf, vs, f.determined(c))
}

// passesMore reports whether a call passes pointers of which the entry of the
// function says nothing: to fcntl or ioctl.
func (f *Caller) passesMore(c *Call, lf *clib.Func) bool {
	return lf.Variadic && slices.ContainsFunc(c.Args[lf.Arity():], func(a cc.ExpressionNode) bool {
		return f.l.Types.PointsIn(f.body.TypeOf(a)) || f.carriesAddress(a)
	})
}

// onDescriptor is the result r of a call: where a descriptor is negative, it failed, and
// where it did not, it may give what it got.
func (f *Caller) onDescriptor(fn *clib.Func, vs []emit.Value, r Result) Result {
	if fn == nil || fn.State != clib.DescriptorState || r.Expr == nil || r.Type.Kind != ctypes.Int || len(vs) == 0 || vs[0].Type.Kind != ctypes.Int || f.Dead() {
		return r
	}
	failed := ^uint64(0)
	if fn.Range != nil && fn.Range.Lo == 0 {
		failed = 0
	}
	if i := fn.Echoes; i >= 0 {
		f.Assume(emit.Binary(cfg.LOr, emit.Is(r.Expr, failed), emit.Binary(cfg.Eq, r.Expr, f.Conv(vs[i], r.Type))), parse.Span{}, cfg.RoleImplicit)
	}
	fd := f.Conv(vs[0], f.l.Types.Int)
	f.Assume(emit.Binary(cfg.LOr, emit.Binary(cfg.SLe, emit.Const(fd.Type(), 0), fd), emit.Is(r.Expr, failed)), parse.Span{}, cfg.RoleImplicit)
	return r
}

// kept ends the path where a call gives the library a pointer that it keeps, and
// makes the variables that it sets arbitrary.
func (f *Caller) kept(c *Call, lf *clib.Func) {
	for _, i := range lf.Keeps {
		if i >= len(c.Args) || syntax.IsText(c.Args[i]) || lf.Buffers() && f.l.Linked.OnlyBuffer(c.Args[i], f.l.Reach) {
			continue
		}
		if v := f.TypeVal(c.Args[i]); v.Expr == nil || !emit.IsNumber(v.Expr) {
			f.Fail(c.X, "call of %s, which keeps %s,", c.Name, f.l.Linked.Sources.Node(c.Args[i]).Text)
		}
	}
	if name := f.environ(); lf.SetsEnv && name != "" {
		f.Fail(c.X, "call of %s, which may change what %s leads to,", c.Name, name)
	}
	if len(lf.Sets) > 0 {
		f.setVariables(c, lf.Sets)
	}
}

// libraryHasEnvironment ends the path at a call that looks into an environment which the
// program makes itself.
func (f *Caller) libraryHasEnvironment(c *Call) {
	if own := f.environ(); own != "" && f.l.Effects.OfCall(f.l.conf.Main).Writes[own] {
		f.Fail(c.X, "call of %s, which reads what %s leads to,", c.Name, own)
	}
}

// environ is the variable of the library through which the program has the
// environment, "" if it does not look at it.
func (f *Caller) environ() string {
	for _, name := range f.l.Reach.Globals {
		if g := f.l.Linked.Globals[name]; strings.TrimLeft(name, "_") == "environ" && g != nil && !g.Defined {
			return name
		}
	}
	return ""
}

// owned is a result that points into memory of the library: to any place in an
// object of the function, whose contents each call may change.
func (f *Caller) owned(c *Call, lf *clib.Func) Result {
	el := f.l.Types.ElemOf(c.Ret)
	n := f.l.Types.SizeOf(el)
	if el.Kind == ctypes.Void || el.Kind == ctypes.Func || n == 0 || f.Dead() {
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	elements := uint64(256)
	if el.Kind == ctypes.Int { // a text, longer than any in the message catalogues
		elements = UnknownSize
	}
	base := f.ownObject(c, lf, el, n, elements)
	f.Emit(&cfg.MemHavoc{Dst: base, Size: f.SizeConst(n * elements), Kind: cfg.Unknown}, c.At, cfg.RoleUser)
	if el.Kind == ctypes.Int { // strings, which end in the object
		f.Store(emit.Place{Type: el, Addr: f.Offset(base, n*(elements-1))}, emit.Value{Expr: emit.Const(f.l.Types.Value(el), 0), Type: el}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	}
	if !c.Use.Wanted() {
		return f.NoValue(c)
	}
	i := f.havocIn(c, f.l.Types.Size, 0, int64(elements)-1, cfg.Unknown)
	v := f.Temp(c.Ret)
	f.Emit(&cfg.Assign{Dst: v, Src: emit.Binary(cfg.PtrAdd, base, emit.Binary(cfg.Mul, i.Expr, f.SizeConst(n)))}, c.At, cfg.RoleUser)
	if !lf.Nullable {
		return Give(emit.Value{Expr: &cfg.VarRef{V: v}, Type: c.Ret})
	}
	null := f.havocIn(c, f.l.Types.Int, 0, 1, cfg.Unknown)
	return Give(emit.Value{Expr: f.Let(emit.Ite(emit.IsNot(null.Expr, 0), emit.Const(v.Type, 0), &cfg.VarRef{V: v})), Type: c.Ret})
}

// ownObject is where the object of a function begins: at a fixed place, or at one that
// is chosen anew after its life may have ended.
func (f *Caller) ownObject(c *Call, lf *clib.Func, el *ctypes.Type, n, elements uint64) cfg.Expr {
	key := "object of " + lf.Object
	if !f.l.mayEnd(lf.Object) {
		o := f.l.Statics.Objects[key]
		if o == nil {
			o = f.l.NewObject(nil, "#"+lf.Object, &ctypes.Type{Kind: ctypes.Array, Name: el.Name + " []", Elem: el, Len: int64(elements)}, n*elements, cfg.Pos{})
			f.l.Statics.Objects[key] = o
		}
		return &cfg.AddrOf{Obj: o, Bits: f.l.conf.PtrBits}
	}
	return f.renewed(c, f.l.kept(key, f.l.Types.VoidPtr), f.SizeConst(n*elements))
}

// renewed is what a variable points to, a new object of the library where that is null.
func (f *Caller) renewed(c *Call, at *cfg.Var, size cfg.Expr) cfg.Expr {
	f.Unless(emit.IsNot(&cfg.VarRef{V: at}, 0), parse.Span{Pos: c.At.Pos}, func() {
		v := f.Temp(f.l.Types.VoidPtr)
		f.Emit(&cfg.Alloc{Dst: v, Size: size, Lib: true}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: at, Src: &cfg.VarRef{V: v}}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	})
	return &cfg.VarRef{V: at}
}

// mayEnd reports whether the life of an object of the library may end, where that
// matters, by calls of other functions than those that return it.
func (l *Models) mayEnd(object string) bool {
	return l.conf.Checks&safety.Deref != 0 && l.callsSome(func(fn *clib.Func) bool { return fn.Object != object && slices.Contains(fn.Ends, object) })
}

// mayEnd ends the lives of objects of the library, or not.
func (f *Caller) mayEnd(c *Call, lf *clib.Func) {
	for _, name := range lf.Ends {
		switch {
		case f.Dead() || f.l.conf.Checks&safety.Deref == 0:
		case name == lf.Object && c.Use.Wanted():
			f.l.Notes.AssumeOnce(c.At.Pos, "assumes that what %s returns is not used after its next call", c.Name)
		case f.l.mayEnd(name):
			f.endsPerhaps(c, f.l.kept("object of "+name, f.l.Types.VoidPtr))
		}
	}
}

// endsPerhaps ends the life of the object that a variable points to, or not.
func (f *Caller) endsPerhaps(c *Call, at *cfg.Var) {
	choice := f.havocIn(c, f.l.Types.Int, 0, 1, cfg.Unknown)
	null := emit.Const(at.Type, 0)
	f.When(emit.Binary(cfg.LAnd, emit.IsNot(choice.Expr, 0), emit.Binary(cfg.Ne, &cfg.VarRef{V: at}, null)), parse.Span{Pos: c.At.Pos}, func() {
		f.Emit(&cfg.Free{Ptr: &cfg.VarRef{V: at}, Stack: true}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: at, Src: null}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	})
}

// sameOrNull is the result of a function that returns what it was given, or null.
func (f *Caller) sameOrNull(c *Call, given emit.Value) Result {
	lf := prelude.Func(c.Name)
	c.Use.Used = c.Use.Used || lf.Closes
	if !c.Use.Wanted() || f.Dead() {
		return f.NoValue(c)
	}
	v := f.Temp(c.Ret)
	kind := cfg.Unknown
	if lf.Input || lf.Range != nil {
		kind = cfg.Nondet
	}
	f.Emit(&cfg.Havoc{Dst: v, Kind: kind, Func: c.Name}, c.At, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	f.Assume(emit.Binary(cfg.LOr, emit.Binary(cfg.Eq, r, emit.Const(v.Type, 0)), emit.Binary(cfg.Eq, r, f.Conv(given, c.Ret))), parse.Span{}, cfg.RoleImplicit)
	return Give(emit.Value{Expr: r, Type: c.Ret})
}

// stores lowers what a function of the library that has no model stores through
// its arguments: anything, but for what strtod and its kin store.
func (f *Caller) stores(c *Call, fn *clib.Func, vs []emit.Value) {
	kind := cfg.Unknown
	if fn.Input {
		kind = cfg.Nondet
	}
	for i, d := range fn.Params {
		if d.Access != clib.Write || i >= len(vs) || f.Dead() || vs[i].Type.Kind != ctypes.Pointer || emit.IsConst(vs[i].Expr, 0) {
			continue
		}
		end := f.NewLoc(cfg.Pos{})
		if d.Null {
			f.unlessNull(vs[i].Expr, end, c.At)
		}
		if fn.Stores && vs[0].Type.Kind == ctypes.Pointer {
			f.storesInto(c, vs[0], vs[i])
		} else if n := f.amount(c, d, vs, i); n != nil {
			f.beside(c, fn, vs, i, n)
			f.Emit(&cfg.MemHavoc{Dst: vs[i].Expr, Size: n, Kind: kind}, c.At, cfg.RoleUser)
		} else {
			f.Fail(c.X, "call of %s, which may write memory,", c.Name)
		}
		f.Jump(end)
		f.Start(end)
	}
}

// beside makes it an error that a call reads a string among the n bytes that it
// writes at argument i.
func (f *Caller) beside(c *Call, fn *clib.Func, vs []emit.Value, i int, n cfg.Expr) {
	for j, p := range fn.Params {
		if p.Access != clib.String || j >= len(vs) || vs[j].Type.Kind != ctypes.Pointer || !f.Asks(safety.Deref) || f.Dead() {
			continue
		}
		apart := emit.Binary(cfg.Sub, f.Conv(vs[j], f.l.Types.VoidPtr), f.Conv(vs[i], f.l.Types.VoidPtr))
		f.Forbidden(safety.Deref, emit.Binary(cfg.ULt, apart, f.Let(n)), cfg.Reason{Kind: cfg.Overlap, Name: fn.Name}, c.At)
	}
}

// storesInto stores a pointer into the object that the pointer from leads to, from
// there on.
func (f *Caller) storesInto(c *Call, from, to emit.Value) {
	n := f.Temp(f.l.Types.Size)
	f.Emit(&cfg.Havoc{Dst: n, Kind: cfg.Unknown, Func: c.Name}, c.At, cfg.RoleUser)
	f.Assume(emit.Binary(cfg.ULe, &cfg.VarRef{V: n}, f.SizeConst(1<<30)), parse.Span{}, cfg.RoleImplicit)
	p := f.l.Types.CharPtr
	f.Store(emit.Place{Type: p, Addr: to.Expr}, emit.Value{Expr: emit.Binary(cfg.PtrAdd, f.Conv(from, p), &cfg.VarRef{V: n}), Type: p}, c.At, cfg.RoleUser)
}

// setVariables makes variables of the library arbitrary, all of them for nil.
func (f *Caller) setVariables(c *Call, names []string) {
	for _, name := range f.l.Reach.Globals {
		g := f.l.Linked.Globals[name]
		if g == nil || g.Defined || name == clib.Errno || clib.IsStandard(name) || f.Dead() {
			continue
		}
		if !f.l.ofHeader(name, g) || names != nil && !slices.Contains(names, name) {
			continue
		}
		if s := f.l.Statics.Vars[f.l.Linked.VarKey(g.Decls[0])]; s != nil {
			f.HavocPlace(f.Of(s), cfg.Unknown, c.Name, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		}
	}
}
