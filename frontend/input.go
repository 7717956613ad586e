package frontend

import (
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// What is an input? A value that the world chooses, so that an error may rest
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
	v := f.temp(s.t)
	r := &cfg.VarRef{V: v}
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	f.assume(binary(cfg.LOr, binary(cfg.SLt, konst(v.Type, 0), r), binary(cfg.Eq, r, f.load(f.of(s)).e)), parse.Span{}, cfg.RoleImplicit)
	f.store(f.of(s), val{e: r, t: s.t}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
}

// errno is where the program keeps errno, nil if it does not look at it.
func (f *fn) errno() *storage {
	return f.libraryInt(clib.Errno)
}

// libraryInt is where the program keeps a variable of the library, nil if it does
// not look at it.
func (f *fn) libraryInt(name string) *storage {
	g := f.l.u.Globals[name]
	if g == nil || g.Defined || f.dead() {
		return nil
	}
	s := f.l.static.vars[f.l.u.VarKey(g.Decls[0])]
	if s == nil || s.t != f.l.tt.Int {
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
	old := f.load(f.of(s)).e
	f.store(f.of(s), val{e: ite(cond, konst(old.Type(), n), old), t: s.t}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
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
	same := lf != nil && lf.Same && c.ret.Kind == ctypes.Int && !f.dead()
	if (r.Any || c.ret.Kind != ctypes.Int || f.dead()) && !same {
		return f.arbitrary(c, cfg.Nondet, c.name)
	}
	var v val
	if r.Any {
		any := f.temp(c.ret)
		f.emit(&cfg.Havoc{Dst: any, Kind: cfg.Nondet, Func: c.name}, c.at, cfg.RoleUser)
		v = val{e: &cfg.VarRef{V: any}, t: c.ret}
	} else {
		v = f.havocIn(c, c.ret, r.Lo, most(c.ret, r.Hi), cfg.Nondet)
	}
	if same {
		kept, known := f.l.kept(lf.Name, c.ret), f.l.kept(lf.Name+" known", f.l.tt.UChar)
		asked := binary(cfg.Ne, &cfg.VarRef{V: known}, konst(known.Type, 0))
		f.assume(binary(cfg.LOr, cfg.Negate(asked), binary(cfg.Eq, &cfg.VarRef{V: kept}, v.e)), parse.Span{}, cfg.RoleImplicit)
		f.emit(&cfg.Assign{Dst: kept, Src: v.e}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
		f.emit(&cfg.Assign{Dst: known, Src: konst(known.Type, 1)}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	}
	return give(v)
}

// determined is the result of a function of the library that the program
// determines, but that is not computed.
func (f *fn) determined(c *call) callResult {
	lf := clib.Lookup(prelude.LibName(c.name))
	if lf == nil || lf.Within == nil || c.ret.Kind != ctypes.Int || c.ret.Bits < 32 || !c.use.wanted() || f.dead() || f.ofProgram(c) {
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
	if f.dead() || c.ret.Kind != ctypes.Int {
		return f.noValue(c)
	}
	within := rangeOf(c.name)
	r := f.havocIn(c, c.ret, within.Lo, most(c.ret, within.Hi), cfg.Nondet)
	if p.t.Kind != ctypes.Pointer || isConst(p.e, 0) {
		return give(r)
	}
	p = f.save(p)
	some, none := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(f.truth(p), some, none, parse.Span{})
	f.start(some)
	f.store(place{t: c.ret, addr: p.e}, r, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	f.jump(none)
	f.start(none)
	return give(r)
}

// ofLibrary reports whether the callee is a function of the C library: an embedded
// header declares it, or the program declares the name of one, or calls it
// without a declaration. A prototype with another number of parameters means
// another function.
func (f *fn) ofLibrary(c *call) bool {
	_, id := f.l.u.CalleeOf(c.x)
	d, declared := id.ResolvedTo().(*cc.Declarator)
	if declared && f.l.u.Sources.InHeader(d) {
		return true
	}
	if prelude.IsNondet(c.name) || harnessName.MatchString(c.name) {
		return false
	}
	n, known := prelude.Arity(c.name)
	if !known || !declared {
		return known
	}
	t := f.l.tt.OfDecl(d)
	return t.Kind == ctypes.Func && (!t.Proto || n < 0 || len(t.Params) == n)
}

// ofProgram reports whether the program declares the callee as a function of
// its own, though the name may be one of the library.
func (f *fn) ofProgram(c *call) bool {
	_, id := f.l.u.CalleeOf(c.x)
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
