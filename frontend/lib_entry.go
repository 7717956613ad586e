package frontend

import (
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Calls of functions of the C library that have no model, by the facts of their
// entries (cfg/clib): what they return, store and keep.

// unknownSize is the size of an object that a pointer without element type
// from outside the program points to.
const unknownSize = 4096

// textLength is how long a text of the library is at most: the system gives a
// program no longer one.
const textLength = 1<<17 - 1

// newPointer is the pointer that a function of the C library without a model
// returns: null or a new object with arbitrary contents or, unless it is fresh,
// any object, since an earlier call may have returned it. The text of a new object
// is an input where contents says so.
func (f *fn) newPointer(c *call, fresh bool, contents cfg.HavocKind) callResult {
	el := f.l.tt.ElemOf(c.ret)
	c.use.used = c.use.used || opens(c.name) && f.l.open() != nil
	if el.Kind == ctypes.Func || !c.use.wanted() || f.dead() {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	size := f.l.tt.SizeOf(el)
	if el.Kind == ctypes.Void || size <= 1 {
		size = unknownSize
	}
	if fresh && contents == cfg.Unknown {
		f.l.notes.add(c.at.Pos, "%s has no body: its result is null or points to a new object", c.name)
	}
	v := f.temp(c.ret)
	kind := cfg.Unknown
	if rangeOf(c.name) != nil && !(prelude.ModelOf(c.name) == clib.Environment && f.changesEnvironment()) {
		kind = cfg.Nondet
	}
	f.emit(&cfg.Havoc{Dst: v, Kind: kind, Func: c.name}, c.at, cfg.RoleUser)
	null, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	object := f.newLoc(cfg.Pos{})
	f.fork(binary(cfg.Eq, &cfg.VarRef{V: v}, konst(v.Type, 0)), null, object, parse.Span{})
	f.start(object)
	if fresh {
		f.newObjectAt(c, v, el, size, contents)
	} else {
		f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name}, c.at, cfg.RoleUser)
		f.assume(binary(cfg.Ne, &cfg.VarRef{V: v}, konst(v.Type, 0)), parse.Span{}, cfg.RoleImplicit)
	}
	f.jump(end)
	f.start(null)
	f.jump(end)
	f.start(end)
	return callResult{val: val{e: &cfg.VarRef{V: v}, t: c.ret}}
}

// newObjectAt makes v point to a new object of the library with arbitrary contents.
func (f *fn) newObjectAt(c *call, v *cfg.Var, el *ctypes.Type, size uint64, contents cfg.HavocKind) {
	if el.Kind == ctypes.Int && el.Rank == ctypes.RankChar { // a string
		n := f.upTo(c, f.l.tt.Size, 0, f.sizeConst(textLength), contents).e
		f.emit(&cfg.Alloc{Dst: v, Size: binary(cfg.Add, n, f.sizeConst(1)), Lib: true}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
		f.emit(&cfg.MemHavoc{Dst: &cfg.VarRef{V: v}, Size: n, Kind: contents}, c.at, cfg.RoleImplicit)
		f.terminate(c, &cfg.VarRef{V: v}, n)
	} else {
		f.emit(&cfg.Alloc{Dst: v, Size: f.sizeConst(size), Lib: true}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
		f.emit(&cfg.MemHavoc{Dst: &cfg.VarRef{V: v}, Size: f.sizeConst(size), Kind: cfg.Unknown}, c.at, cfg.RoleImplicit)
	}
	f.opened(c, v)
}

// newText is the pointer that a function of the C library returns to a text: null,
// the argument that it may get for that, or a new block of the heap, which the
// program has to free.
func (f *fn) newText(c *call, lf *clib.Func, vs []val) callResult {
	if f.dead() {
		return f.noValue(c)
	}
	if c.ret.Kind != ctypes.Pointer {
		f.fail(c.x, "call of %s", c.name)
	}
	tt := f.l.tt
	v := f.temp(c.ret)
	text := &cfg.VarRef{V: v}
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Nondet, Func: c.name}, c.at, cfg.RoleUser)
	end := f.newLoc(cfg.Pos{})
	f.unlessNull(text, end, c.at)
	if i := lf.Given; i >= 0 {
		given, made := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
		f.fork(f.truth(vs[i]), given, made, parse.Span{Pos: c.at.Pos})
		f.start(given)
		f.emit(&cfg.Assign{Dst: v, Src: f.conv(vs[i], c.ret)}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
		room := f.let(f.amount(c, lf.Params[i], vs, i))
		f.assume(binary(cfg.Ne, room, f.sizeConst(0)), parse.Span{}, cfg.RoleImplicit)
		f.terminate(c, text, binary(cfg.Sub, room, f.sizeConst(1)))
		f.jump(end)
		f.start(made)
	}
	n := f.upTo(c, tt.Size, 0, f.sizeConst(textLength), cfg.Unknown)
	f.heapBlock(v, request{size: binary(cfg.Add, n.e, f.sizeConst(1))}, c.at)
	f.emit(&cfg.MemHavoc{Dst: text, Size: n.e, Kind: cfg.Unknown}, c.at, cfg.RoleImplicit)
	f.terminate(c, text, n.e)
	f.jump(end)
	f.start(end)
	return give(val{e: text, t: c.ret})
}

// environment lowers getenv: no variable has a name with an equals sign.
func (f *fn) environment(c *call, name val) callResult {
	if text, literal := syntax.LiteralText(c.args[0]); literal && !strings.Contains(text, "=") && c.use.wanted() && !f.dead() && !f.changesEnvironment() {
		return f.environmentOf(c, text)
	}
	pr := f.l.procs.named[prelude.Prefix+prelude.SearchHelper]
	if pr == nil || !c.use.wanted() || f.dead() {
		return f.newPointer(c, false, cfg.Unknown)
	}
	v := f.temp(c.ret)
	f.enter(pr, []val{name, {e: konst(cfg.BV(32), '='), t: f.l.tt.Int}}, c.at)
	plain, odd, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(binary(cfg.Eq, &cfg.VarRef{V: pr.p.Ret}, konst(pr.p.Ret.Type, 0)), plain, odd, parse.Span{Pos: c.at.Pos})
	f.start(odd)
	f.emit(&cfg.Assign{Dst: v, Src: konst(v.Type, 0)}, c.at, cfg.RoleUser)
	f.jump(end)
	f.start(plain)
	r := f.newPointer(c, false, cfg.Unknown)
	f.emit(&cfg.Assign{Dst: v, Src: r.e}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	f.jump(end)
	f.start(end)
	return give(val{e: &cfg.VarRef{V: v}, t: c.ret})
}

// environmentOf lowers getenv of a name that the text of the program has: the same
// pointer at every call.
func (f *fn) environmentOf(c *call, name string) callResult {
	tt := f.l.tt
	at, known := f.l.kept(c.name+" "+name, c.ret), f.l.kept(c.name+" "+name+" known", tt.UChar)
	again, first, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	v := f.temp(c.ret)
	f.fork(binary(cfg.Ne, &cfg.VarRef{V: known}, konst(known.Type, 0)), again, first, parse.Span{Pos: c.at.Pos})
	f.start(again)
	f.emit(&cfg.Assign{Dst: v, Src: &cfg.VarRef{V: at}}, c.at, cfg.RoleUser)
	f.jump(end)
	f.start(first)
	if c.at.Call != nil {
		c.at.Call.Variable = name
	}
	r := f.newPointer(c, true, cfg.Nondet) // two variables share no bytes
	f.emit(&cfg.Assign{Dst: v, Src: r.e}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	f.emit(&cfg.Assign{Dst: at, Src: &cfg.VarRef{V: v}}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	f.emit(&cfg.Assign{Dst: known, Src: konst(known.Type, 1)}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	f.jump(end)
	f.start(end)
	return give(val{e: &cfg.VarRef{V: v}, t: c.ret})
}

// changesEnvironment reports whether the program sets variables of its
// environment, after which getenv is not free to say anything.
func (f *fn) changesEnvironment() bool {
	return f.l.callsSome(func(fn *clib.Func) bool { return fn.SetsEnv })
}

// callsSome reports whether the program calls a function of the library of some
// kind, or may do so through a pointer.
func (l *lowerer) callsSome(kind func(*clib.Func) bool) bool {
	is := func(name string) bool {
		fn := clib.Lookup(prelude.LibName(name))
		return fn != nil && kind(fn)
	}
	return slices.ContainsFunc(l.reach.Addressed, is) || slices.ContainsFunc(l.reach.Funcs, func(name string) bool {
		return slices.ContainsFunc(l.u.Funcs[name].Calls, is)
	})
}

// library calls a function of the C library that has no model, by the facts of
// its entry. Without complete facts it may do anything with what it gets, and
// with what the library has.
func (f *fn) library(c *call) callResult {
	lf := clib.Lookup(prelude.LibName(c.name))
	if lf != nil && lf.Model == clib.Clock {
		return timeCall(f, c)
	}
	if lf == nil || !lf.Modelled() || len(c.args) < lf.Arity() || lf.Model == clib.ByText && !lf.Complete || f.passesMore(c, lf) {
		return f.incomplete(c) // a text that the program does not go with, too
	}
	vs := f.saved(c)
	if f.dead() {
		return f.noValue(c)
	}
	f.mayFail(c)
	f.required(c, vs)
	f.closed(c, vs)
	f.stores(c, lf, vs)
	switch {
	case lf.Model == clib.Environment:
		return f.environment(c, vs[0])
	case lf.Range != nil && lf.Range.Block:
		return f.newText(c, lf, vs)
	case lf.Given >= 0:
		return f.sameOrNull(c, vs[lf.Given])
	case lf.Owns && c.ret.Kind == ctypes.Pointer:
		return f.owned(c, lf)
	case lf.Range != nil && lf.Range.New:
		return f.newPointer(c, true, cfg.Unknown)
	case lf.Number && lf.Range != nil:
		c.use.used = true
		return f.numbered(c, vs[0], f.input(c, lf.Range))
	case lf.Range != nil && c.ret.Kind != ctypes.Pointer:
		return f.onDescriptor(lf, vs, f.input(c, lf.Range))
	}
	return f.onDescriptor(lf, vs, f.determined(c))
}

// passesMore reports whether a call passes pointers of which the entry of the
// function says nothing: to fcntl or ioctl.
func (f *fn) passesMore(c *call, lf *clib.Func) bool {
	return lf.Variadic && slices.ContainsFunc(c.args[lf.Arity():], func(a cc.ExpressionNode) bool {
		return f.l.tt.PointsIn(f.typeOf(a)) || f.carriesAddress(a)
	})
}

// onDescriptor is the result r of a call: where a descriptor is negative, it failed.
func (f *fn) onDescriptor(fn *clib.Func, vs []val, r callResult) callResult {
	if fn == nil || fn.State != clib.DescriptorState || r.e == nil || r.t.Kind != ctypes.Int || len(vs) == 0 || vs[0].t.Kind != ctypes.Int || f.dead() {
		return r
	}
	failed := ^uint64(0)
	if fn.Range != nil && fn.Range.Lo == 0 {
		failed = 0
	}
	fd := f.conv(vs[0], f.l.tt.Int)
	f.assume(binary(cfg.LOr, binary(cfg.SLe, konst(fd.Type(), 0), fd), binary(cfg.Eq, r.e, konst(r.e.Type(), failed))), parse.Span{}, cfg.RoleImplicit)
	return r
}

// replacesStreams reports whether the program may give the standard streams other
// descriptors than those that they begin with.
func (f *fn) replacesStreams() bool {
	return f.l.callsSome(func(fn *clib.Func) bool { return fn.Closes && fn.Stream() == 0 || fn.Result == 'F' && fn.Stream() >= 0 })
}

// kept ends the path where a call gives the library a pointer that it keeps, and
// makes the variables that it sets arbitrary.
func (f *fn) kept(c *call, lf *clib.Func) {
	for _, i := range lf.Keeps {
		if i >= len(c.args) || syntax.IsString(c.args[i]) {
			continue
		}
		if v := f.typeVal(c.args[i]); v.e == nil || !isNumber(v.e) {
			f.fail(c.x, "call of %s, which keeps %s,", c.name, f.l.u.Sources.Node(c.args[i]).Text)
		}
	}
	if name := f.environ(); lf.SetsEnv && name != "" {
		f.fail(c.x, "call of %s, which may change what %s leads to,", c.name, name)
	}
	f.setVariables(c, lf.Sets)
}

// environ is the variable of the library through which the program has the
// environment, "" if it does not look at it.
func (f *fn) environ() string {
	for _, name := range f.l.reach.Globals {
		if g := f.l.u.Globals[name]; strings.TrimLeft(name, "_") == "environ" && g != nil && !g.Defined {
			return name
		}
	}
	return ""
}

// setVariables makes variables of the library arbitrary, all of them for nil.
func (f *fn) setVariables(c *call, names []string) {
	for _, name := range f.l.reach.Globals {
		g := f.l.u.Globals[name]
		if g == nil || g.Defined || name == clib.Errno || clib.IsStandard(name) || f.dead() {
			continue
		}
		if !f.l.ofHeader(name, g) || names != nil && !slices.Contains(names, name) {
			continue
		}
		if s := f.l.static.vars[f.l.u.VarKey(g.Decls[0])]; s != nil {
			f.havocPlace(f.of(s), cfg.Unknown, c.name, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
		}
	}
}

// owned is a result that points into memory of the library: to any place in an
// object of the function, whose contents each call may change.
func (f *fn) owned(c *call, lf *clib.Func) callResult {
	el := f.l.tt.ElemOf(c.ret)
	n := f.l.tt.SizeOf(el)
	if el.Kind == ctypes.Void || el.Kind == ctypes.Func || n == 0 || !c.use.wanted() || f.dead() {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	elements := uint64(256)
	if el.Kind == ctypes.Int { // a text, longer than any in the message catalogues
		elements = unknownSize
	}
	key := "object of " + lf.Name
	o := f.l.static.objects[key]
	if o == nil {
		o = f.l.newObject(nil, "#"+lf.Name, &ctypes.Type{Kind: ctypes.Array, Name: el.Name + " []", Elem: el, Len: int64(elements)}, n*elements, cfg.Pos{})
		f.l.static.objects[key] = o
	}
	base := &cfg.AddrOf{Obj: o, Bits: f.l.conf.PtrBits}
	f.emit(&cfg.MemHavoc{Dst: base, Size: f.sizeConst(n * elements), Kind: cfg.Unknown}, c.at, cfg.RoleUser)
	if el.Kind == ctypes.Int { // strings, which end in the object
		f.store(place{t: el, addr: f.offset(base, n*(elements-1))}, val{e: konst(f.l.tt.Value(el), 0), t: el}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	}
	i := f.havocIn(c, f.l.tt.Size, 0, int64(elements)-1, cfg.Unknown)
	v := f.temp(c.ret)
	f.emit(&cfg.Assign{Dst: v, Src: binary(cfg.PtrAdd, base, binary(cfg.Mul, i.e, f.sizeConst(n)))}, c.at, cfg.RoleUser)
	if !lf.Nullable {
		return give(val{e: &cfg.VarRef{V: v}, t: c.ret})
	}
	null := f.havocIn(c, f.l.tt.Int, 0, 1, cfg.Unknown)
	return give(val{e: f.let(ite(binary(cfg.Ne, null.e, konst(null.e.Type(), 0)), konst(v.Type, 0), &cfg.VarRef{V: v})), t: c.ret})
}

// sameOrNull is the result of a function that returns what it was given, or null.
func (f *fn) sameOrNull(c *call, given val) callResult {
	if !c.use.wanted() || f.dead() {
		return f.noValue(c)
	}
	lf := clib.Lookup(prelude.LibName(c.name))
	v := f.temp(c.ret)
	kind := cfg.Unknown
	if lf.Input || lf.Range != nil {
		kind = cfg.Nondet
	}
	f.emit(&cfg.Havoc{Dst: v, Kind: kind, Func: c.name}, c.at, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	f.assume(binary(cfg.LOr, binary(cfg.Eq, r, konst(v.Type, 0)), binary(cfg.Eq, r, f.conv(given, c.ret))), parse.Span{}, cfg.RoleImplicit)
	return give(val{e: r, t: c.ret})
}

// stores lowers what a function of the library that has no model stores through
// its arguments: anything, but for what strtod and its kin store.
func (f *fn) stores(c *call, fn *clib.Func, vs []val) {
	kind := cfg.Unknown
	if fn.Input {
		kind = cfg.Nondet
	}
	for i, d := range fn.Params {
		if d.Access != clib.Write || i >= len(vs) || f.dead() || vs[i].t.Kind != ctypes.Pointer || isConst(vs[i].e, 0) {
			continue
		}
		end := f.newLoc(cfg.Pos{})
		if d.Null {
			f.unlessNull(vs[i].e, end, c.at)
		}
		if fn.Stores && vs[0].t.Kind == ctypes.Pointer {
			f.storesInto(c, vs[0], vs[i])
		} else if n := f.amount(c, d, vs, i); n != nil {
			f.beside(c, fn, vs, i, n)
			f.emit(&cfg.MemHavoc{Dst: vs[i].e, Size: n, Kind: kind}, c.at, cfg.RoleUser)
		} else {
			f.fail(c.x, "call of %s, which may write memory,", c.name)
		}
		f.jump(end)
		f.start(end)
	}
}

// beside makes it an error that a call reads a string among the n bytes that it
// writes at argument i.
func (f *fn) beside(c *call, fn *clib.Func, vs []val, i int, n cfg.Expr) {
	for j, p := range fn.Params {
		if p.Access != clib.String || j >= len(vs) || vs[j].t.Kind != ctypes.Pointer || !f.asks(safety.Deref) || f.dead() {
			continue
		}
		apart := binary(cfg.Sub, f.conv(vs[j], f.l.tt.VoidPtr), f.conv(vs[i], f.l.tt.VoidPtr))
		f.forbidden(safety.Deref, binary(cfg.ULt, apart, f.let(n)), cfg.Reason{Kind: cfg.Overlap, Name: fn.Name}, c.at)
	}
}

// storesInto stores a pointer into the object that the pointer from leads to, from
// there on.
func (f *fn) storesInto(c *call, from, to val) {
	n := f.temp(f.l.tt.Size)
	f.emit(&cfg.Havoc{Dst: n, Kind: cfg.Unknown, Func: c.name}, c.at, cfg.RoleUser)
	f.assume(binary(cfg.ULe, &cfg.VarRef{V: n}, f.sizeConst(1<<30)), parse.Span{}, cfg.RoleImplicit)
	p := f.l.tt.CharPtr
	f.store(place{t: p, addr: to.e}, val{e: binary(cfg.PtrAdd, f.conv(from, p), &cfg.VarRef{V: n}), t: p}, c.at, cfg.RoleUser)
}
