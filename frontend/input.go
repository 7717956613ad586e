package frontend

import (
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// Inputs are the values that the world chooses, so that an error may rest
// on any value of its range (cfg.Nondet):
//
//   - the results of __VERIFIER_nondet_* and of functions without body that
//     belong neither to the C library nor to the compiler;
//   - the arguments of main, and variables that are defined elsewhere;
//   - the results of the functions of the C library that have a range in the
//     table of cfg/clib, and what scanf, fgets, gets, fread and read
//     store (lib_scan.go, lib_buffer.go).
//
// The results of all other functions of the C library and of the compiler are
// determined by their arguments and by earlier calls: they are modelled
// exactly, or unknown (cfg.Unknown), and no error may rest on them.

// mayFail follows a call of a library function that is not computed: errno,
// where the program looks at it, may be a positive number afterwards.
func (f *fn) mayFail(c *call) {
	s := f.errno()
	if s == nil || f.l.conf.Execute {
		return
	}
	v := f.Temp(s.Type)
	r := &cfg.VarRef{V: v}
	f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	f.Assume(emit.Binary(cfg.LOr, emit.Binary(cfg.SLt, emit.Const(v.Type, 0), r), emit.Binary(cfg.Eq, r, f.Load(f.Of(s)).Expr)), parse.Span{}, cfg.RoleImplicit)
	f.Store(f.Of(s), emit.Value{Expr: r, Type: s.Type}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
}

// errno is where the program keeps errno, nil if it does not look at it.
func (f *fn) errno() *emit.Storage {
	return f.libraryInt(clib.Errno)
}

// libraryInt is where the program keeps a variable of the library, nil if it does
// not look at it.
func (f *fn) libraryInt(name string) *emit.Storage {
	g := f.l.Linked.Globals[name]
	if g == nil || g.Defined || f.Dead() {
		return nil
	}
	s := f.l.static.vars[f.l.Linked.VarKey(g.Decls[0])]
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
func (f *fn) failsIf(cond cfg.Expr, n uint64, at parse.Span) {
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
	if f := clib.Lookup(prelude.LibName(name)); f != nil {
		return f.Range
	}
	return nil
}

// input makes the result of a function that has a range.
func (f *fn) input(c *call, r *clib.Range) callResult {
	// Every call takes its own input, also where the result is unused, so
	// that a test harness can hand the inputs out in order.
	c.use.used = true
	f.mayFail(c)
	lf := clib.Lookup(prelude.LibName(c.name))
	same := lf != nil && lf.Same && c.ret.Kind == ctypes.Int && !f.Dead()
	if (r.Any || c.ret.Kind != ctypes.Int || f.Dead()) && !same {
		return f.arbitrary(c, cfg.Nondet, c.name)
	}
	var v emit.Value
	if r.Any {
		any := f.Temp(c.ret)
		f.Emit(&cfg.Havoc{Dst: any, Kind: cfg.Nondet, Func: c.name}, c.at, cfg.RoleUser)
		v = emit.Value{Expr: &cfg.VarRef{V: any}, Type: c.ret}
	} else {
		v = f.havocIn(c, c.ret, r.Lo, most(c.ret, r.Hi), cfg.Nondet)
	}
	if same {
		kept, known := f.l.kept(lf.Name, c.ret), f.l.kept(lf.Name+" known", f.l.Types.UChar)
		asked := emit.Binary(cfg.Ne, &cfg.VarRef{V: known}, emit.Const(known.Type, 0))
		f.Assume(emit.Binary(cfg.LOr, cfg.Negate(asked), emit.Binary(cfg.Eq, &cfg.VarRef{V: kept}, v.Expr)), parse.Span{}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: kept, Src: v.Expr}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: known, Src: emit.Const(known.Type, 1)}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	}
	return give(v)
}

// determined is the result of a function of the library that the program
// determines, but that is not computed.
func (f *fn) determined(c *call) callResult {
	lf := clib.Lookup(prelude.LibName(c.name))
	if lf == nil || lf.Within == nil || c.ret.Kind != ctypes.Int || c.ret.Bits < 32 || !c.use.wanted() || f.Dead() || f.ofProgram(c) {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	return give(f.havocIn(c, c.ret, lf.Within.Lo, most(c.ret, lf.Within.Hi), cfg.Unknown))
}

// most is the bound hi, or the largest value of an integer type.
func most(t *ctypes.Type, hi int64) int64 {
	if top := int64(cfg.Mask(^uint64(0), t.Bits-1)); t.Bits < 64 && hi > top {
		return top
	}
	return hi
}

// timeCall lowers time: the result is stored too, if there is a pointer.
func timeCall(f *fn, c *call) callResult {
	p := f.rvalue(f.arg(c, 0))
	if f.Dead() || c.ret.Kind != ctypes.Int {
		return f.noValue(c)
	}
	within := rangeOf(c.name)
	r := f.havocIn(c, c.ret, within.Lo, most(c.ret, within.Hi), cfg.Nondet)
	if p.Type.Kind != ctypes.Pointer || emit.IsConst(p.Expr, 0) {
		return give(r)
	}
	p = f.Save(p)
	some, none := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(f.Truth(p), some, none, parse.Span{})
	f.Start(some)
	f.Store(emit.Place{Type: c.ret, Addr: p.Expr}, r, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	f.Jump(none)
	f.Start(none)
	return give(r)
}

// ofLibrary reports whether the callee is a function of the C library: an embedded
// header declares it, or the program declares the name of one, or calls it
// without a declaration. A prototype with another number of parameters means
// another function.
func (f *fn) ofLibrary(c *call) bool {
	_, id := f.l.Linked.CalleeOf(c.x)
	d, declared := id.ResolvedTo().(*cc.Declarator)
	if declared && f.l.Linked.Sources.InHeader(d) {
		return true
	}
	if prelude.IsNondet(c.name) || harnessName.MatchString(c.name) {
		return false
	}
	n, known := prelude.Arity(c.name)
	if !known || !declared {
		return known
	}
	t := f.l.Types.OfDecl(d)
	return t.Kind == ctypes.Func && (!t.Proto || n < 0 || len(t.Params) == n)
}

// ofProgram reports whether the program declares the callee as a function of
// its own, though the name may be one of the library.
func (f *fn) ofProgram(c *call) bool {
	_, id := f.l.Linked.CalleeOf(c.x)
	_, declared := id.ResolvedTo().(*cc.Declarator)
	return declared && !f.ofLibrary(c) || !isLibrary(c.name)
}

// inputCall lowers a call of a function that has a range.
func inputCall(f *fn, c *call) callResult {
	r := rangeOf(c.name)
	if f.l.conf.Execute || f.ofProgram(c) || r.New || r.Block || len(c.args) > 0 && f.ofLibrary(c) {
		return f.unknown(c) // which looks at the arguments
	}
	f.effects(c.args)
	return f.input(c, r)
}
