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

// Demands of functions of the C library on their arguments (cfg/clib). Under
// valid-deref a call must meet it, whatever the function then does with them.
// Functions that are lowered to the accesses that they make (memcpy, fgets,
// sprintf) ask by these, and those that are described in C (the prelude) for all
// but the numbers of bytes that they read; so does all that writes through its
// arguments.

// demands reports whether a function asks for something before its call.
func (f *Caller) demands(name string) bool {
	if f.l.conf.Checks&safety.Uninit != 0 {
		return true
	}
	if f.l.conf.Checks&safety.Deref == 0 {
		return false
	}
	fn := prelude.Func(name)
	return fn != nil && slices.ContainsFunc(fn.Params, demanding)
}

func demanding(p clib.Param) bool {
	return p.Access == clib.String || p.Access == clib.Stream || p.Access == clib.Read || p.Reads
}

// Counting reports whether a function that is described in C reads as many bytes
// as its arguments say or their type has, also where its text needs fewer: memcmp,
// sigaddset.
func Counting(p clib.Param) bool { return p.Access == clib.Read || p.Reads }

// Required puts the demands of a library function before its call, where
// memory is checked. vs are the arguments, evaluated for several uses.
func (f *Caller) Required(c *Call, vs []emit.Value) {
	fn := prelude.Func(c.Name)
	if fn != nil && !f.ofProgram(c) {
		f.characters(c, fn, vs)
		f.presentAll(c, fn, vs)
	}
	if f.l.conf.Checks&(safety.Deref|safety.Uninit|safety.Align) == 0 || f.ofProgram(c) {
		return
	}
	f.used(vs)
	if fn == nil {
		return
	}
	f.followsPointers(c, fn, vs)
	if f.l.conf.Checks&(safety.Deref|safety.Uninit) == 0 {
		return
	}
	for i, p := range fn.Params {
		if i >= len(vs) || i >= len(c.Args) || vs[i].Expr == nil || f.Dead() {
			continue
		}
		asks := demanding(p)
		if fn.Model == clib.ByText {
			asks = Counting(p)
		}
		if asks {
			f.demanded(c, p, vs, i)
		}
	}
}

// presentAll makes it an error that a function of texts, blocks or elements gets a null
// pointer for none of them (C11 7.1.4), where its entry does not allow that.
func (f *Caller) presentAll(c *Call, fn *clib.Func, vs []emit.Value) {
	if f.l.conf.Checks&safety.Builtin == 0 || !fn.Counts() {
		return
	}
	for i, p := range fn.Params {
		if i >= len(vs) || vs[i].Expr == nil || p.Type != 'p' || p.Null || f.Dead() || vs[i].Type.Kind != ctypes.Pointer && !emit.IsConst(vs[i].Expr, 0) {
			continue
		}
		n := f.SizeConst(0) // where the entry does not say how much
		if len(p.Factor) > 0 {
			if n = f.amount(c, p, vs, i); n == nil {
				continue
			}
			n = f.Let(n)
		} else if p.Access != clib.NoAccess {
			continue // it looks there always
		}
		f.present(c, n, f.Conv(vs[i], f.l.Types.VoidPtr))
	}
}

// TakesCharacter reports whether a function takes a character, or EOF.
func TakesCharacter(fn *clib.Func) bool {
	return fn.Partial && len(fn.Params) == 1 && fn.Params[0].Type == 'i'
}

// characters makes it an error that a function that takes a character gets a number that
// none has. Of char, where it is signed, it is taken that none is below 0: glibc has
// entries for those in its tables.
func (f *Caller) characters(c *Call, fn *clib.Func, vs []emit.Value) {
	if !TakesCharacter(fn) || len(c.Args) != 1 || vs[0].Expr == nil || vs[0].Type.Kind != ctypes.Int || !f.Asks(safety.Builtin) {
		return
	}
	t := f.body.TypeOf(c.Args[0])
	for a := syntax.Unparen(c.Args[0]); t.Kind == ctypes.Int && t.Size > 1; t = f.body.TypeOf(a) {
		x, ok := a.(*cc.CastExpression)
		if !ok {
			v := f.Conv(vs[0], f.l.Types.Int)
			f.Forbidden(safety.Builtin, emit.Binary(cfg.SLt, v, emit.Const(v.Type(), cfg.Mask(^uint64(0), 32))), emit.Forbidden(c.Name+" of a number that is not a character"), c.At)
			return
		}
		a = syntax.Unparen(x.CastExpression)
	}
	if f.l.Types.IsChar(t) && t.Signed && !f.l.conf.Execute {
		f.l.Notes.Assume(c.At.Pos, "assumes that %s gets no negative character, which C leaves open and glibc does not", c.Name)
	}
}

// followsPointers says that a call follows its pointers, those that scanf stores through
// too.
func (f *Caller) followsPointers(c *Call, fn *clib.Func, vs []emit.Value) {
	for i, v := range vs {
		if v.Expr == nil || v.Type.Kind != ctypes.Pointer || f.Dead() {
			continue
		}
		el := f.pointee(c, i)
		if el == nil && i >= len(fn.Params) && fn.FormatOf(clib.Scanf) >= 0 {
			el = f.l.Types.ElemOf(v.Type)
		}
		if el == nil || i < len(fn.Params) && fn.Params[i].Access == clib.Stream {
			continue
		}
		f.followed(v.Expr, el, c.At)
	}
}

// followed says that a call accesses a value of type t at p.
func (f *Caller) followed(p cfg.Expr, t *ctypes.Type, at parse.Span) {
	if r, ok := p.(*cfg.VarRef); ok {
		p = &cfg.VarRef{V: r.V} // others of this variable may be followed differently
	}
	if f.Follow(p, t, at.Pos) {
		f.Emit(&cfg.Assign{Dst: f.TempOf(f.l.Types.VoidPtr, p.Type()), Src: p}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	}
}

// used says that a call uses values: they must have been initialised.
func (f *Caller) used(vs []emit.Value) {
	if f.l.conf.Checks&safety.Uninit == 0 {
		return
	}
	for _, v := range vs {
		if v.Expr == nil || f.Dead() {
			continue
		}
		switch v.Expr.(type) {
		case *cfg.VarRef, *cfg.Load: // what is computed was used
			x := f.Bits(v)
			itself := func(op cfg.Op) cfg.Expr { return &cfg.Binary{Op: op, T: cfg.BoolType, X: x, Y: x} }
			cond := itself(cfg.Eq)
			if x.Type().Kind == cfg.Float { // which may be a NaN
				cond = &cfg.Binary{Op: cfg.LOr, T: cfg.BoolType, X: itself(cfg.FEq), Y: itself(cfg.FNe)}
			}
			f.Emit(&cfg.Assume{Cond: cond}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
		}
	}
}

// consumed evaluates the arguments of a call of the library on whose values
// nothing depends that is modelled.
func (f *Caller) consumed(c *Call) {
	if f.l.conf.Checks&safety.Uninit == 0 {
		f.Effects(c.Args)
		return
	}
	f.used(f.Saved(c))
}

// demanded puts one demand before a call.
func (f *Caller) demanded(c *Call, d clib.Param, vs []emit.Value, i int) {
	v := vs[i]
	if v.Type.Kind != ctypes.Pointer && !emit.IsConst(v.Expr, 0) || d.Access == clib.Stream && f.standard(c.Args[i]) && !f.closesStreams() {
		return
	}
	p := f.Conv(v, f.l.Types.CharPtr)
	end := f.NewLoc(cfg.Pos{})
	if d.Null {
		f.unlessNull(p, end, c.At)
	}
	switch d.Access {
	case clib.String:
		text, literal := syntax.LiteralText(c.Args[i])
		if d.Format == clib.Strftime && !(literal && !strings.Contains(text, "Z")) {
			f.unchecked(c)
		}
		if literal {
			break
		}
		if _, literal := syntax.WideText(c.Args[i]); literal {
			break
		}
		var most cfg.Expr
		if d.Factor != nil {
			most = f.Let(f.amount(c, d, vs, i))
		}
		if d.Wide && f.wideLength(v, most) != nil {
			break
		}
		if d.Wide {
			f.perhaps(c, "call of "+c.Name+" with a wide string")
		} else {
			f.textLength(p, most, c.At)
		}
	case clib.Stream: // all of it, which what is not one may lack
		size := uint64(1)
		if el := f.pointee(c, i); el != nil {
			size = max(f.l.Types.SizeOf(el), 1)
		}
		f.touched(c, p, f.SizeConst(size))
	default:
		if f.l.conf.Checks&safety.Uninit != 0 && d.Access == clib.Read && prelude.ModelOf(c.Name) != clib.ByText {
			f.l.Notes.Assume(c.At.Pos, "not checked: that what %s reads was initialised", c.Name)
		}
		if n := f.amount(c, d, vs, i); n != nil {
			f.touched(c, p, f.Let(n))
		} else if prelude.ModelOf(c.Name) != clib.ByText {
			f.unchecked(c)
		}
	}
	f.Jump(end)
	f.Start(end)
}

// unlessNull goes on to end if p is null, and here otherwise.
func (f *Caller) unlessNull(p cfg.Expr, end *cfg.Loc, at parse.Span) {
	some := f.NewLoc(cfg.Pos{})
	f.Fork(emit.IsNot(p, 0), some, end, parse.Span{Pos: at.Pos})
	f.Start(some)
}

// unchecked leaves valid-deref open after a call, of whose arguments it is not
// known what it asks.
func (f *Caller) unchecked(c *Call) {
	f.perhaps(c, "call of "+c.Name+" whose arguments cannot be checked")
}

// amount is how many bytes a call reads or writes at most at argument i, nil if
// that is not known. What does not fit into a size is the largest one.
func (f *Caller) amount(c *Call, d clib.Param, vs []emit.Value, i int) cfg.Expr {
	el := f.pointee(c, i)
	switch {
	case d.Behind > 0:
		n := f.pointee(c, d.Behind)
		if n == nil || n.Kind != ctypes.Int || vs[d.Behind].Type.Kind != ctypes.Pointer {
			return nil
		}
		return f.Let(f.Conv(f.Load(emit.Place{Type: n, Addr: vs[d.Behind].Expr}), f.l.Types.Size))
	case d.Factor == nil && d.Fixed > 0:
		return f.SizeConst(d.Fixed)
	case d.Factor == nil && (el == nil || el.Kind == ctypes.Void || f.l.Types.IsChar(el) || f.l.Types.SizeOf(el) == 0):
		return nil
	case d.Factor == nil:
		return f.SizeConst(f.l.Types.SizeOf(el))
	}
	n := f.SizeConst(1)
	if el != nil && el.Kind != ctypes.Void && d.Access != clib.String && !d.Bytes {
		n = f.SizeConst(max(f.l.Types.SizeOf(el), 1))
	}
	for _, j := range d.Factor {
		if j >= len(vs) || vs[j].Expr == nil {
			f.Fail(c.X, "call of %s", c.Name)
		}
		x := f.Let(f.Conv(vs[j], f.l.Types.Size))
		n = emit.Ite(f.Multiplies(n, x), emit.Binary(cfg.Mul, n, x), f.SizeConst(^uint64(0)))
	}
	return n
}

// pointee is what the declaration of a function lets argument i point to, nil if
// it does not say.
func (f *Caller) pointee(c *Call, i int) *ctypes.Type {
	if c.Decl == nil || !f.ofLibrary(c) {
		return nil
	}
	if t := f.l.Types.OfDecl(c.Decl); t.Kind == ctypes.Func && i < len(t.Params) && t.Params[i].Kind == ctypes.Pointer {
		return f.l.Types.ElemOf(t.Params[i])
	}
	return nil
}

// touched says that a call reads n bytes at p: it copies them to where they are.
func (f *Caller) touched(c *Call, p, n cfg.Expr) {
	p = f.Let(p)
	f.Emit(&cfg.MemCopy{Dst: p, Src: p, Size: n}, c.At, cfg.RoleUser)
}

// standard reports whether an argument is one of the streams that are open from
// the start.
func (f *Caller) standard(a cc.ExpressionNode) bool {
	id := syntax.Ident(syntax.Unparen(a))
	if id == nil {
		return false
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	return ok && syntax.FileScope(d) && clib.IsStandard(d.Name()) && f.l.ofLibrary(d)
}

// implied asks that the stream is open which a call uses without naming it.
func (f *Caller) implied(c *Call, lf *clib.Func) {
	if lf == nil || !lf.UsesImplied() || f.l.conf.Checks&safety.Deref == 0 || f.Dead() || f.ofProgram(c) || !f.closesStreams() {
		return
	}
	g := f.l.Linked.Globals[lf.Implied()]
	if g == nil || g.Defined {
		return
	}
	if s := f.l.Statics.Vars[f.l.Linked.VarKey(g.Decls[0])]; s != nil && s.Type.Kind == ctypes.Pointer {
		f.touched(c, f.Conv(f.Load(f.Of(s)), f.l.Types.CharPtr), f.SizeConst(1))
	}
}

// namedStream is the name of the standard stream that a call uses, "" if it may be
// another.
func (f *Caller) namedStream(c *Call, lf *clib.Func) string {
	switch i := lf.Stream(); {
	case i < 0:
		return lf.Implied()
	case i < len(c.Args) && f.standard(c.Args[i]):
		return syntax.Ident(syntax.Unparen(c.Args[i])).Token.SrcStr()
	}
	return ""
}

// ofLibrary reports whether the library defines a variable: a header declares it,
// or the program does, which may be preprocessed, without defining it.
func (l *Models) ofLibrary(d *cc.Declarator) bool {
	g := l.Linked.Globals[d.Name()]
	return l.Linked.Sources.InHeader(d) || g != nil && !g.Defined
}

// standardOutput reports whether an argument is one of them that can be printed
// to; glibc refuses that for stdin.
func (f *Caller) standardOutput(a cc.ExpressionNode) bool {
	return f.standard(a) && syntax.Ident(syntax.Unparen(a)).Token.SrcStr() != clib.StdinName
}

// Stream gives stdin, stdout and stderr their first values, objects of the
// library.
func (f *Caller) Stream(p emit.Place, d *cc.Declarator) bool {
	if !clib.IsStandard(d.Name()) || !f.l.ofLibrary(d) || p.Type.Kind != ctypes.Pointer {
		return false
	}
	if f.closesStreams() && f.l.conf.Checks&safety.Deref != 0 { // its life may end
		v := f.Temp(p.Type)
		f.Emit(&cfg.Alloc{Dst: v, Size: f.SizeConst(max(f.l.Types.SizeOf(f.l.Types.ElemOf(p.Type)), 1)), Lib: true}, parse.Span{}, cfg.RoleImplicit)
		f.Store(p, emit.Value{Expr: &cfg.VarRef{V: v}, Type: p.Type}, parse.Span{}, cfg.RoleImplicit)
		return true
	}
	f.Store(p, emit.Value{Expr: &cfg.AddrOf{Obj: f.l.standardStream(d.Name(), p.Type), Bits: f.l.conf.PtrBits}, Type: p.Type}, parse.Span{}, cfg.RoleImplicit)
	return true
}

// standardStream is the stream that a variable of type t, stdin, stdout or stderr,
// points to at first.
func (l *Models) standardStream(name string, t *ctypes.Type) *cfg.Object {
	key := "stream " + name
	o := l.Statics.Objects[key]
	if o == nil {
		el := l.Types.ElemOf(t)
		o = l.NewObject(nil, "#"+name, el, max(l.Types.SizeOf(el), 1), cfg.Pos{})
		l.Statics.Objects[key] = o
	}
	return o
}

// numbered is the result r of a call that asks for the descriptor of a stream: those
// of the standard streams are known, while nothing replaces them.
func (f *Caller) numbered(stream emit.Value, r Result) Result {
	if r.Expr == nil || r.Done || stream.Type.Kind != ctypes.Pointer || f.Dead() || f.replacesStreams() {
		return r
	}
	for _, name := range f.l.Reach.Globals {
		g := f.l.Linked.Globals[name]
		if !clib.IsStandard(name) || g == nil || g.Defined {
			continue
		}
		t := f.l.Types.OfDecl(g.Decls[0])
		if t.Kind != ctypes.Pointer {
			continue
		}
		o := &cfg.AddrOf{Obj: f.l.standardStream(name, t), Bits: f.l.conf.PtrBits}
		n := emit.Const(r.Expr.Type(), (clib.Variables[name]-clib.Stdin)/clib.StreamStep)
		f.Assume(emit.Binary(cfg.LOr, emit.Binary(cfg.Ne, f.Conv(stream, f.l.Types.VoidPtr), o), emit.Binary(cfg.Eq, r.Expr, n)), parse.Span{}, cfg.RoleImplicit)
	}
	return r
}

// Objects of the library that a program has to close: streams and directories.
// One variable holds one of them, chosen arbitrarily when it is opened, until it is
// closed, if valid-memcleanup is checked.

// opens reports whether a function, if it is one of the library, makes such an object.
func opens(fn *clib.Func) bool {
	return fn != nil && fn.Range != nil && fn.Range.New && !fn.Owns && fn.Stream() < 0
}

// Open is the variable, nil where nobody asks.
func (l *Models) Open() *cfg.Var {
	if l.closes == nil && l.conf.Checks&safety.Memclean != 0 && l.callsSome(opens) {
		v := l.CFG.NewVar(nil, "#open", cfg.BV(l.conf.PtrBits))
		v.Temp = true
		v.CType = l.Types.Described(l.Types.VoidPtr)
		l.closes, l.Zeroed = v, append(l.Zeroed, v)
	}
	return l.closes
}

// opened begins the life of the object at v.
func (f *Caller) opened(c *Call, v *cfg.Var) {
	w := f.l.Open()
	if w == nil || !opens(prelude.Func(c.Name)) {
		return
	}
	yes := f.Temp(f.l.Types.UChar)
	f.Emit(&cfg.Havoc{Dst: yes, Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
	this := emit.Binary(cfg.LAnd, emit.IsNot(&cfg.VarRef{V: yes}, 0), emit.Is(&cfg.VarRef{V: w}, 0))
	f.Emit(&cfg.Assign{Dst: w, Src: emit.Ite(this, &cfg.VarRef{V: v}, &cfg.VarRef{V: w})}, parse.Span{}, cfg.RoleImplicit)
}

// LeftOpen makes the answer unknown where the program ends while there is such an
// object: it has memory that was allocated for it.
func (f *Caller) LeftOpen(at parse.Span) {
	w := f.l.Open()
	if w == nil || f.Dead() {
		return
	}
	f.When(emit.IsNot(&cfg.VarRef{V: w}, 0), parse.Span{}, func() {
		f.Unsupported("a stream or directory that is left open", at)
	})
}

// closed lowers what a call does to a stream.
func (f *Caller) closed(c *Call, vs []emit.Value) {
	if fn := prelude.Func(c.Name); fn != nil && fn.Closes && fn.Given < 0 && len(vs) > 0 {
		f.closes(c, vs[0])
	}
}

// closedIf closes a stream where the result of a call that returns it is null.
func (f *Caller) closedIf(c *Call, fn *clib.Func, vs []emit.Value, r Result) {
	if !fn.Closes || r.Expr == nil || f.Dead() {
		return
	}
	end := f.NewLoc(cfg.Pos{})
	fails := f.NewLoc(cfg.Pos{})
	f.Fork(f.Truth(r.Value), end, fails, parse.Span{Pos: c.At.Pos})
	f.Start(fails)
	f.closes(c, vs[fn.Given])
	f.Jump(end)
	f.Start(end)
}

// closes ends the life of a stream.
func (f *Caller) closes(c *Call, v emit.Value) {
	if v.Type.Kind != ctypes.Pointer {
		return
	}
	p := f.Conv(v, f.l.Types.VoidPtr)
	if w := f.l.Open(); w != nil {
		this := emit.Binary(cfg.Eq, p, &cfg.VarRef{V: w})
		f.Emit(&cfg.Assign{Dst: w, Src: emit.Ite(this, emit.Const(w.Type, 0), &cfg.VarRef{V: w})}, parse.Span{}, cfg.RoleImplicit)
	}
	f.Emit(&cfg.Free{Ptr: p, Stack: true}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
}

// perhaps makes the answer unknown if a path leads here, where memory is
// checked.
func (f *Caller) perhaps(c *Call, what string) { f.doubtful(safety.Deref, c, what) }

// doubtful makes the answer unknown if a path leads here, where one of some checks
// is made.
func (f *Caller) doubtful(checks safety.Checks, c *Call, what string) {
	if f.l.conf.Checks&checks == 0 || f.Dead() {
		return
	}
	f.Maybe(c.Name, what, c.At)
}

// Maybe makes the answer unknown if a path leads here.
func (f *Caller) Maybe(name, what string, at parse.Span) {
	v := f.Temp(f.l.Types.Int)
	f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: name}, at, cfg.RoleImplicit)
	f.When(emit.IsNot(&cfg.VarRef{V: v}, 0), parse.Span{Pos: at.Pos}, func() {
		f.Unsupported(what, at)
	})
}
