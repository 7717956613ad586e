package library

import (
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// Inputs are the values that the world chooses, so that an error may rest
// on any value of its range (cfg.Nondet):
//
//   - the results of __VERIFIER_nondet_* and of functions without body that
//     belong neither to the C library nor to the compiler;
//   - the arguments of main, and variables that are defined elsewhere;
//   - the results of the functions of the C library that have a range in the
//     table of cfg/clib, and what scanf, fgets, gets, fread and read
//     store (scan.go, buffer.go).
//
// The results of all other functions of the C library and of the compiler are
// determined by their arguments and by earlier calls: they are modelled
// exactly, or unknown (cfg.Unknown), and no error may rest on them.

// mayFail follows a call of a library function that is not computed: errno,
// where the program looks at it, may be a positive number afterwards.
func (f *Caller) mayFail(c *Call) {
	s := f.errno()
	if s == nil || f.l.conf.Execute {
		return
	}
	v := f.Temp(s.Type)
	r := &cfg.VarRef{V: v}
	f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.Name}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	f.Assume(emit.Binary(cfg.LOr, emit.Binary(cfg.SLt, emit.Const(v.Type, 0), r), emit.Binary(cfg.Eq, r, f.Load(f.Of(s)).Expr)), parse.Span{}, cfg.RoleImplicit)
	f.Store(f.Of(s), emit.Value{Expr: r, Type: s.Type}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
}

// errno is where the program keeps errno, nil if it does not look at it.
func (f *Caller) errno() *emit.Storage {
	return f.libraryInt(clib.Errno)
}

// libraryInt is where the program keeps a variable of the library, nil if it does
// not look at it.
func (f *Caller) libraryInt(name string) *emit.Storage {
	g := f.l.Linked.Globals[name]
	if g == nil || g.Defined || f.Dead() {
		return nil
	}
	s := f.l.Statics.Vars[f.l.Linked.VarKey(g.Decls[0])]
	if s == nil || s.Type != f.l.Types.Int {
		return nil
	}
	return s
}

// The errors that statements set; the prelude has more.
const (
	errnoMemory = 12 // ENOMEM
	errnoDomain = 33 // EDOM
)

// failsIf sets errno where a condition holds.
func (f *Caller) failsIf(cond cfg.Expr, n uint64, at parse.Span) {
	s := f.errno()
	if s == nil || cond == cfg.Expr(cfg.False) {
		return
	}
	old := f.Load(f.Of(s)).Expr
	f.Store(f.Of(s), emit.Value{Expr: emit.Ite(cond, emit.Const(old.Type(), n), old), Type: s.Type}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
}

// rangeOf is the range of what a function of the library tells about the world,
// nil if it tells nothing.
func rangeOf(name string) *clib.Range {
	if f := prelude.Func(name); f != nil {
		return f.Range
	}
	return nil
}

// input makes the result of a function that has a range.
func (f *Caller) input(c *Call, r *clib.Range) Result {
	// Every call takes its own input, also where the result is unused, so
	// that a test harness can hand the inputs out in order.
	c.Use.Used = true
	f.mayFail(c)
	lf := prelude.Func(c.Name)
	same := lf != nil && lf.Same && c.Ret.Kind == ctypes.Int && !f.Dead()
	if (r.Any || c.Ret.Kind != ctypes.Int || f.Dead()) && !same {
		return f.arbitrary(c, cfg.Nondet, c.Name)
	}
	var v emit.Value
	if r.Any {
		any := f.Temp(c.Ret)
		f.Emit(&cfg.Havoc{Dst: any, Kind: cfg.Nondet, Func: c.Name}, c.At, cfg.RoleUser)
		v = emit.Value{Expr: &cfg.VarRef{V: any}, Type: c.Ret}
	} else {
		v = f.havocIn(c, c.Ret, r.Lo, most(c.Ret, r.Hi), cfg.Nondet)
	}
	if same {
		kept, known := f.l.kept(lf.Name, c.Ret), f.l.kept(lf.Name+" known", f.l.Types.UChar)
		asked := emit.IsNot(&cfg.VarRef{V: known}, 0)
		f.Assume(emit.Binary(cfg.LOr, cfg.Negate(asked), emit.Binary(cfg.Eq, &cfg.VarRef{V: kept}, v.Expr)), parse.Span{}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: kept, Src: v.Expr}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: known, Src: emit.Const(known.Type, 1)}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	}
	return Give(v)
}

// determined is the result of a function of the library that the program
// determines, but that is not computed.
func (f *Caller) determined(c *Call) Result {
	lf := prelude.Func(c.Name)
	if lf == nil || lf.Within == nil || c.Ret.Kind != ctypes.Int || c.Ret.Bits < 32 || !c.Use.Wanted() || f.Dead() || f.ofProgram(c) {
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	return Give(f.havocIn(c, c.Ret, lf.Within.Lo, most(c.Ret, lf.Within.Hi), cfg.Unknown))
}

// most is the bound hi, or the largest value of an integer type.
func most(t *ctypes.Type, hi int64) int64 {
	if top := int64(cfg.Mask(^uint64(0), t.Bits-1)); t.Bits < 64 && hi > top {
		return top
	}
	return hi
}

// timeCall lowers time: the result is stored too, if there is a pointer.
func timeCall(f *Caller, c *Call) Result {
	p := f.Lower(f.Arg(c, 0))
	if f.Dead() || c.Ret.Kind != ctypes.Int {
		return f.NoValue(c)
	}
	within := rangeOf(c.Name)
	r := f.havocIn(c, c.Ret, within.Lo, most(c.Ret, within.Hi), cfg.Nondet)
	if p.Type.Kind != ctypes.Pointer || emit.IsConst(p.Expr, 0) {
		return Give(r)
	}
	p = f.Save(p)
	f.When(f.Truth(p), parse.Span{}, func() {
		f.followsPointers(c, prelude.Func(c.Name), []emit.Value{p})
		f.Store(emit.Place{Type: c.Ret, Addr: p.Expr}, r, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	})
	return Give(r)
}

// ofLibrary reports whether the callee is a function of the C library or the compiler:
// its name is reserved for one, an embedded header declares it, or the program declares the name of one, or calls it
// without a declaration. A prototype with another number of parameters means
// another function.
func (f *Caller) ofLibrary(c *Call) bool {
	d := c.Decl
	if d != nil && f.l.Linked.Sources.InHeader(d) || ofCompiler(c.Name) {
		return true
	}
	if prelude.IsNondet(c.Name) || HarnessName.MatchString(c.Name) {
		return false
	}
	n, known := prelude.Arity(c.Name)
	if !known || d == nil {
		return known
	}
	t := f.l.Types.OfDecl(d)
	return t.Kind == ctypes.Func && (!t.Proto || n < 0 || len(t.Params) == n)
}

// ofProgram reports whether the program declares the callee as a function of
// its own, though the name may be one of the library.
func (f *Caller) ofProgram(c *Call) bool {
	return c.Decl != nil && !f.ofLibrary(c) || !Has(c.Name)
}

// inputCall lowers a call of a function that has a range.
func inputCall(f *Caller, c *Call) Result {
	r := rangeOf(c.Name)
	if f.l.conf.Execute || f.ofProgram(c) || r.New || r.Block || len(c.Args) > 0 && f.ofLibrary(c) {
		return f.unknown(c) // which looks at the arguments
	}
	f.Effects(c.Args)
	return f.input(c, r)
}
