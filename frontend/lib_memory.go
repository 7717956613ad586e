package frontend

import (
	"fmt"
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// The allocation functions, and those that copy and fill memory.

// request is what an allocation function is asked for: so many bytes, at a multiple
// of align unless that is nil.
type request struct {
	size, align cfg.Expr
	zero        bool
}

// alloc calls an allocation function for a block. fits says whether the
// block can exist at all; where it cannot, the result is null.
func (f *fn) alloc(c *call, r request, fits cfg.Expr) callResult {
	t := f.l.tt.VoidPtr
	if f.dead() {
		return give(val{e: f.sizeConst(0), t: t})
	}
	if fits == cfg.Expr(cfg.False) {
		f.failsIf(cfg.True, errnoMemory, c.at)
		return give(val{e: konst(f.l.tt.Value(t), 0), t: t})
	}
	v, at := f.temp(t), c.at
	d := c.use.dst
	done := d != nil && c.use.dstT.Kind == ctypes.Pointer && d != f.p.Ret
	if done {
		v, at = d, c.use.at
	}
	if fits != cfg.Expr(cfg.True) {
		r.size = f.save(val{e: r.size, t: f.l.tt.Size}).e // it may speak of v
	}
	f.orNull(v, fits, at, func() {
		f.heapBlock(v, r, at)
		f.mayFail(c)
	})
	if done {
		return callResult{done: true}
	}
	return give(val{e: &cfg.VarRef{V: v}, t: t})
}

// orNull lets block set v if fits holds, and sets it to null otherwise.
func (f *fn) orNull(v *cfg.Var, fits cfg.Expr, at parse.Span, block func()) {
	if fits == cfg.Expr(cfg.True) {
		block()
		return
	}
	some, none, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	from := f.cur
	f.assume(fits, parse.Span{}, cfg.RoleImplicit)
	f.jump(some)
	f.cur = from
	f.assume(cfg.Negate(fits), parse.Span{}, cfg.RoleImplicit)
	f.jump(none)
	f.start(some)
	block()
	f.jump(end)
	f.start(none)
	f.failsIf(cfg.True, errnoMemory, at)
	f.emit(&cfg.Assign{Dst: v, Src: konst(v.Type, 0)}, at, cfg.RoleUser)
	f.jump(end)
	f.start(end)
}

// stackAlloc is alloca, which cannot say that there is no room.
func (f *fn) stackAlloc(c *call, size cfg.Expr) callResult {
	v := f.temp(f.l.tt.VoidPtr)
	f.emit(&cfg.Alloc{Dst: v, Size: size, Stack: true}, c.at, cfg.RoleUser)
	return give(val{e: &cfg.VarRef{V: v}, t: f.l.tt.VoidPtr})
}

// What fits into memory. A block of 64-bit programs must fit into the
// addresses that processors have for a process. In 32-bit programs the sum
// of all blocks counts, too, for those that are not small.
const (
	bytes64      = 1<<47 - 1
	bytes32      = 1<<31 - 1
	smallBytes32 = 1 << 20
	lastBlock32  = 0xfffff000
)

// fits is the condition that a block of size bytes can be had.
func (f *emitter) fits(size cfg.Expr) cfg.Expr {
	l := f.l
	t := l.tt.Value(l.tt.Size)
	if l.conf.Execute { // the execution says what fits
		return cfg.True
	}
	most := uint64(bytes64)
	if l.conf.PtrBits == 32 {
		most = bytes32
	}
	k, known := size.(*cfg.Const)
	switch {
	case known && k.V > most:
		return cfg.False
	case known && (k.V <= smallBytes32 || l.conf.PtrBits == 64):
		return cfg.True
	case l.conf.PtrBits == 64:
		return binary(cfg.ULe, size, konst(t, most))
	}
	room := binary(cfg.Sub, konst(t, lastBlock32), &cfg.VarRef{V: l.heapTop()})
	return binary(cfg.LOr, binary(cfg.ULe, size, konst(t, smallBytes32)),
		binary(cfg.LAnd, binary(cfg.ULe, size, konst(t, most)), binary(cfg.ULe, size, room)))
}

// available is fits of the program, with what else malloc may say.
func (f *fn) available(c *call, size cfg.Expr) cfg.Expr {
	fits := f.fits(size)
	if f.l.conf.Execute || f.dead() || fits == cfg.Expr(cfg.False) {
		return fits
	}
	f.l.assumedMemory(c.at.Pos)
	if !f.l.conf.MallocMayFail {
		return fits
	}
	v := f.temp(f.l.tt.UChar)
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Nondet, Func: c.name}, c.at, cfg.RoleUser)
	return binary(cfg.LAnd, binary(cfg.Ne, &cfg.VarRef{V: v}, konst(v.Type, 0)), fits)
}

// assumedMemory states once what is assumed of allocations.
func (l *lowerer) assumedMemory(at cfg.Pos) {
	switch {
	case !at.IsValid():
	case l.conf.MallocMayFail:
		l.notes.assumeOnce(at, "assumes that no address is given out twice")
	default:
		l.notes.assumeOnce(at, "assumes that there is memory for every block that fits (--malloc-may-fail drops this), and that no address is given out twice")
	}
}

// headerSize is the room before each block where its size is kept, in
// memory that the program cannot reach, for realloc.
const headerSize = cfg.HeapAlign

// heapBlock emits the allocation of a block that exists.
func (f *fn) heapBlock(v *cfg.Var, r request, at parse.Span) {
	sized := f.l.sized()
	if sized {
		r.size = f.save(val{e: r.size, t: f.l.tt.Size}).e
	}
	if sized || r.align != nil {
		top := f.l.heapTop()
		var to cfg.Expr = &cfg.VarRef{V: top}
		if sized {
			to = binary(cfg.Add, to, konst(top.Type, headerSize))
		}
		if r.align != nil {
			rest := binary(cfg.Sub, r.align, konst(top.Type, 1))
			to = binary(cfg.And, binary(cfg.Add, to, rest), unary(cfg.Not, rest))
		}
		f.emit(&cfg.Assign{Dst: top, Src: to}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	}
	f.emit(&cfg.Alloc{Dst: v, Size: r.size, Zero: r.zero}, at, cfg.RoleUser)
	if sized {
		f.emit(&cfg.Store{Addr: f.header(&cfg.VarRef{V: v}), Val: r.size, Region: f.l.library.headers}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	}
}

func (f *fn) header(p cfg.Expr) cfg.Expr {
	return binary(cfg.Sub, p, konst(p.Type(), headerSize))
}

// sized reports whether blocks have headers: realloc is called, and package
// safety does not keep the sizes.
func (l *lowerer) sized() bool {
	if l.library.headers == nil && !l.conf.Execute && l.conf.Checks&(safety.Deref|safety.Free) == 0 && l.calls(clib.Realloc) {
		l.library.headers = &cfg.Region{Name: cfg.SizesRegion, Cell: l.conf.PtrBits}
	}
	return l.library.headers != nil
}

// calls reports whether a function that main reaches calls a library function
// of this model, or one may be called through a pointer.
func (l *lowerer) calls(m clib.Model) bool {
	if slices.ContainsFunc(l.reach.Addressed, func(f string) bool { return prelude.ModelOf(f) == m }) {
		return true
	}
	return slices.ContainsFunc(l.reach.Funcs, func(f string) bool {
		return slices.ContainsFunc(l.u.Funcs[f].Calls, func(c string) bool { return prelude.ModelOf(c) == m })
	})
}

func (f *fn) sizeArg(c *call, i int) cfg.Expr {
	return f.conv(f.rvalue(f.arg(c, i)), f.l.tt.Size)
}

func mallocCall(f *fn, c *call) callResult { return f.allocCall(c, false) }

func zallocCall(f *fn, c *call) callResult { return f.allocCall(c, true) }

// allocCall allocates as many bytes as the first argument says. The kernel's
// functions have others, which say how it may find them.
func (f *fn) allocCall(c *call, zero bool) callResult {
	f.arg(c, 0)
	size := f.conv(f.values(c.args)[0], f.l.tt.Size)
	return f.alloc(c, request{size: size, zero: zero}, f.available(c, size))
}

func allocaCall(f *fn, c *call) callResult { return f.stackAlloc(c, f.sizeArg(c, 0)) }

func alignedAlloc(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1)})
	t := f.l.tt.Size
	align, size := f.conv(vs[0], t), f.conv(vs[1], t)
	if k, ok := align.(*cfg.Const); ok && k.V <= cfg.HeapAlign || f.dead() {
		return f.alloc(c, request{size: size}, f.available(c, size))
	}
	align, size = f.let(align), f.let(size)
	most := uint64(heapAlign)
	if f.l.conf.Execute {
		most = cfg.HeapAlign
	}
	one := konst(align.Type(), 1)
	power := binary(cfg.Eq, binary(cfg.And, align, binary(cfg.Sub, align, one)), konst(align.Type(), 0))
	f.only(binary(cfg.LAnd, binary(cfg.ULe, align, konst(align.Type(), most)), power), fmt.Sprintf("allocation with an alignment above %d", most), c.at)
	if f.l.conf.Execute {
		return f.alloc(c, request{size: size}, f.available(c, size))
	}
	fits := f.available(c, size)
	if f.l.conf.PtrBits == 32 { // where sums of sizes count; this one does not wrap if size fits
		fits = binary(cfg.LAnd, fits, f.fits(binary(cfg.Add, size, align)))
	}
	return f.alloc(c, request{size: size, align: align}, fits)
}

// heapAlign is the largest alignment that a program may ask for, so that the
// addresses of the heap do not wrap.
const heapAlign = 1 << 20

// only ends the paths on which a condition does not hold at a construct outside
// the language.
func (f *fn) only(cond cfg.Expr, what string, at parse.Span) {
	yes, no := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	from := f.cur
	f.assume(cfg.Negate(cond), parse.Span{}, cfg.RoleImplicit)
	f.jump(no)
	f.start(no)
	f.unsupported(what, at)
	f.cur = from
	f.assume(cond, parse.Span{}, cfg.RoleImplicit)
	f.jump(yes)
	f.start(yes)
}

func callocCall(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1)})
	t := f.l.tt.Size
	n, each := f.conv(vs[0], t), f.conv(vs[1], t)
	size := binary(cfg.Mul, n, each)
	fits := f.available(c, size)
	if !f.l.conf.Execute {
		fits = binary(cfg.LAnd, f.multiplies(n, each), fits)
	}
	return f.alloc(c, request{size: size, zero: true}, fits)
}

// multiplies is the condition that the product of two sizes does not wrap.
func (f *emitter) multiplies(n, each cfg.Expr) cfg.Expr {
	if _, ok := n.(*cfg.Const); ok {
		n, each = each, n
	}
	zero, most := konst(n.Type(), 0), konst(n.Type(), ^uint64(0))
	if k, ok := each.(*cfg.Const); ok && k.V <= 1 {
		return cfg.True
	} else if ok {
		return binary(cfg.ULe, n, konst(n.Type(), most.V/k.V))
	}
	return binary(cfg.LOr, binary(cfg.Eq, each, zero), binary(cfg.ULe, n, binary(cfg.UDiv, most, each)))
}

// reallocCall allocates and copies what fits. Where there is no room the old
// block stays.
func reallocCall(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1)})
	t := f.l.tt.VoidPtr
	if f.dead() {
		return give(val{e: f.sizeConst(0), t: t})
	}
	old := f.save(val{e: f.conv(vs[0], t), t: t})
	size := f.save(val{e: f.conv(vs[1], f.l.tt.Size), t: f.l.tt.Size}).e
	if isConst(size, 0) {
		// As glibc does: the block is freed and the result is null.
		f.emit(&cfg.Free{Ptr: old.e}, c.at, cfg.RoleUser)
		return give(val{e: konst(f.l.tt.Value(t), 0), t: t})
	}
	v := f.temp(t)
	f.orNull(v, f.available(c, size), c.at, func() {
		f.heapBlock(v, request{size: size}, c.at)
		f.moved(old, v, size)
		f.mayFail(c)
	})
	return give(val{e: &cfg.VarRef{V: v}, t: t})
}

// moved copies the block old, unless it is null, to the new one at v.
func (f *fn) moved(old val, v *cfg.Var, size cfg.Expr) {
	yes, no := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	from := f.cur
	f.assume(f.truth(old), parse.Span{}, cfg.RoleImplicit)
	f.jump(yes)
	f.cur = from
	f.assume(cfg.Negate(f.truth(old)), parse.Span{}, cfg.RoleImplicit)
	f.jump(no)
	f.start(yes)
	if f.l.sized() {
		had := f.temp(f.l.tt.Size)
		f.emit(&cfg.Assign{Dst: had, Src: &cfg.Load{Addr: f.header(old.e), T: had.Type, Region: f.l.library.headers}}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
		size = ite(binary(cfg.ULt, &cfg.VarRef{V: had}, size), &cfg.VarRef{V: had}, size)
	}
	f.emit(&cfg.MemCopy{Dst: &cfg.VarRef{V: v}, Src: old.e, Size: size}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
	f.emit(&cfg.Free{Ptr: old.e}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
	f.jump(no)
	f.start(no)
}

func freeCall(f *fn, c *call) callResult {
	f.emit(&cfg.Free{Ptr: f.conv(f.rvalue(f.arg(c, 0)), f.l.tt.VoidPtr)}, c.at, cfg.RoleUser)
	return f.noValue(c)
}

// result returns the value v that a call has as a result after it has written
// memory.
func (f *fn) result(c *call, v val) val {
	if c.use.wanted() && v.e != nil && cfg.Loads(v.e) {
		return f.save(v)
	}
	return v
}

func memcpyCall(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1), f.arg(c, 2)})
	t := f.l.tt.VoidPtr
	dst, src, size := f.conv(f.result(c, vs[0]), t), f.conv(vs[1], t), f.conv(vs[2], f.l.tt.Size)
	if f.asks(safety.Deref) && prelude.ModelOf(c.name) != clib.Move && (f.l.conf.Checks != 0 || c.at.Pos.IsValid()) {
		dst, src, size = f.save(val{e: dst, t: t}).e, f.save(val{e: src, t: t}).e, f.let(size)
		f.apart(c, dst, src, size)
	}
	f.present(c, size, dst, src)
	if prelude.ModelOf(c.name) == clib.CopyEnd {
		size = f.result(c, val{e: size, t: f.l.tt.Size}).e
	}
	f.emit(&cfg.MemCopy{Dst: dst, Src: src, Size: size}, c.at, cfg.RoleUser)
	if prelude.ModelOf(c.name) == clib.CopyEnd {
		return give(val{e: binary(cfg.PtrAdd, dst, size), t: t})
	}
	return give(val{e: dst, t: t})
}

func memsetCall(f *fn, c *call) callResult {
	vs := f.values(c.args)
	t := f.l.tt.VoidPtr
	f.arg(c, 1)
	var b cfg.Expr = konst(cfg.BV(8), 0)
	n := vs[1]
	if prelude.ModelOf(c.name) == clib.Set {
		f.arg(c, 2)
		b, n = f.conv(vs[1], f.l.tt.UChar), vs[2]
	}
	dst, size := f.conv(f.result(c, vs[0]), t), f.conv(n, f.l.tt.Size)
	f.present(c, size, dst)
	f.emit(&cfg.MemSet{Dst: dst, Val: b, Size: size}, c.at, cfg.RoleUser)
	return give(val{e: dst, t: t})
}

// present makes it an error that the library gets a null pointer, though it is to
// access nothing there (C11 7.24.1p2). Where it accesses something, that is one.
func (f *fn) present(c *call, n cfg.Expr, ptrs ...cfg.Expr) {
	k, known := n.(*cfg.Const)
	if f.l.conf.Checks&safety.Builtin == 0 || !f.asks(safety.Builtin) || !c.at.Pos.IsValid() || known && k.V != 0 {
		return
	}
	null := cfg.Expr(cfg.False)
	for _, p := range ptrs {
		if _, object := cfg.Base(p).(*cfg.AddrOf); !object {
			null = binary(cfg.LOr, null, eq(p, konst(p.Type(), 0)))
		}
	}
	if null != cfg.Expr(cfg.False) {
		f.forbidden(safety.Builtin, binary(cfg.LAnd, eq(n, konst(n.Type(), 0)), null), forbidden(prelude.LibName(c.name)+" of a null pointer"), c.at)
	}
}

// apart makes it an error that n bytes at dst and at src overlap, which C does
// not define; the same bytes are left alone, as compilers do who copy
// structures by memcpy.
func (f *fn) apart(c *call, dst, src, n cfg.Expr) {
	forth := binary(cfg.ULt, binary(cfg.Sub, dst, src), n)
	back := binary(cfg.ULt, binary(cfg.Sub, src, dst), n)
	overlap := binary(cfg.LAnd, binary(cfg.Ne, dst, src), binary(cfg.LOr, forth, back))
	f.forbidden(safety.Deref, overlap, cfg.Reason{Kind: cfg.Overlap, Name: prelude.LibName(c.name)}, c.at)
}
