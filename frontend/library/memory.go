package library

import (
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
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
func (f *Caller) alloc(c *Call, r request, fits cfg.Expr) Result {
	t := f.l.Types.VoidPtr
	if f.Dead() {
		return Give(emit.Value{Expr: f.SizeConst(0), Type: t})
	}
	if fits == cfg.Expr(cfg.False) {
		f.failsIf(cfg.True, errnoMemory, c.At)
		return Give(emit.Value{Expr: emit.Const(f.l.Types.Value(t), 0), Type: t})
	}
	v, at := f.Temp(t), c.At
	d := c.Use.Dst
	done := d != nil && c.Use.DstT.Kind == ctypes.Pointer && d != f.Proc.Ret
	if done {
		v, at = d, c.Use.At
	}
	if fits != cfg.Expr(cfg.True) {
		r.size = f.Save(emit.Value{Expr: r.size, Type: f.l.Types.Size}).Expr // it may speak of v
	}
	f.orNull(v, fits, at, func() {
		f.heapBlock(v, r, at)
		f.mayFail(c)
	})
	if done {
		return Result{Done: true}
	}
	return Give(emit.Value{Expr: &cfg.VarRef{V: v}, Type: t})
}

// orNull lets block set v if fits holds, and sets it to null otherwise.
func (f *Caller) orNull(v *cfg.Var, fits cfg.Expr, at parse.Span, block func()) {
	if fits == cfg.Expr(cfg.True) {
		block()
		return
	}
	some, none, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.branch(fits, some, none)
	f.Start(some)
	block()
	f.Jump(end)
	f.Start(none)
	f.failsIf(cfg.True, errnoMemory, at)
	f.Emit(&cfg.Assign{Dst: v, Src: emit.Const(v.Type, 0)}, at, cfg.RoleUser)
	f.Jump(end)
	f.Start(end)
}

// stackAlloc is alloca, which cannot say that there is no room.
func (f *Caller) stackAlloc(c *Call, size cfg.Expr) Result {
	v := f.Temp(f.l.Types.VoidPtr)
	f.Emit(&cfg.Alloc{Dst: v, Size: size, Stack: true}, c.At, cfg.RoleUser)
	return Give(emit.Value{Expr: &cfg.VarRef{V: v}, Type: f.l.Types.VoidPtr})
}

// available is fits of the program, with what else malloc may say.
func (f *Caller) available(c *Call, size cfg.Expr) cfg.Expr {
	fits := f.Fits(size)
	switch {
	case f.Dead() || fits == cfg.Expr(cfg.False), f.l.conf.Execute && !f.mayRefuse():
		return fits
	case f.l.conf.Execute:
		return emit.Binary(cfg.LAnd, f.granted(c), fits)
	}
	f.l.assumedMemory(c.At.Pos)
	if _, known := size.(*cfg.Const); !known && f.l.conf.PtrBits == 64 && f.l.conf.Checks&safety.Slotted != 0 {
		// Machines do not have the memory for larger blocks than a slot holds.
		room := f.l.CFG.SlotRoom()
		fits = emit.Binary(cfg.ULe, size, emit.Const(size.Type(), room))
		f.l.Notes.AssumeOnce(c.At.Pos, "assumes that no block of more than %d TiB is given out", room>>40)
	}
	if !f.mayRefuse() {
		return fits
	}
	return emit.Binary(cfg.LAnd, f.granted(c), fits)
}

// mayRefuse reports whether an allocation here may fail that fits: those that make the
// arguments of a call do not.
func (f *Caller) mayRefuse() bool {
	return f.l.conf.MallocMayFail && (f.l.conf.Harness == "" || !strings.HasPrefix(f.Procedure.Func.Name, f.l.conf.Harness))
}

// granted asks the world whether there is memory: an execution reads the answer like any input.
func (f *Caller) granted(c *Call) cfg.Expr {
	v := f.Temp(f.l.Types.UChar)
	f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Nondet, Func: c.Name}, c.At, cfg.RoleUser)
	return emit.IsNot(&cfg.VarRef{V: v}, 0)
}

// assumedMemory states once what is assumed of allocations.
func (l *Models) assumedMemory(at cfg.Pos) {
	switch {
	case !at.IsValid():
	case l.conf.MallocMayFail:
		l.Notes.AssumeOnce(at, "assumes that no address is given out twice")
	default:
		l.Notes.AssumeOnce(at, "assumes that there is memory for every block that fits (--malloc-may-fail drops this), and that no address is given out twice")
	}
}

// headerSize is the room before each block where its size is kept, in
// memory that the program cannot reach, for realloc.
const headerSize = cfg.HeapAlign

// heapBlock emits the allocation of a block that exists.
func (f *Caller) heapBlock(v *cfg.Var, r request, at parse.Span) {
	sized := f.l.sized()
	if sized {
		r.size = f.Save(emit.Value{Expr: r.size, Type: f.l.Types.Size}).Expr
	}
	if sized || r.align != nil {
		top := f.l.HeapTop()
		var to cfg.Expr = &cfg.VarRef{V: top}
		if sized {
			to = emit.Binary(cfg.Add, to, emit.Const(top.Type, headerSize))
		}
		if r.align != nil {
			rest := emit.Binary(cfg.Sub, r.align, emit.Const(top.Type, 1))
			to = emit.Binary(cfg.And, emit.Binary(cfg.Add, to, rest), emit.Unary(cfg.Not, rest))
		}
		f.Emit(&cfg.Assign{Dst: top, Src: to}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	}
	block := &cfg.Alloc{Dst: v, Size: r.size, Zero: r.zero}
	if r.align != nil && f.l.conf.Execute {
		block.Align = 2 * cfg.HeapAlign
	}
	f.Emit(block, at, cfg.RoleUser)
	if sized {
		f.Emit(&cfg.Store{Addr: f.header(&cfg.VarRef{V: v}), Val: r.size, Region: f.l.headers}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	}
}

func (f *Caller) header(p cfg.Expr) cfg.Expr {
	return emit.Binary(cfg.Sub, p, emit.Const(p.Type(), headerSize))
}

// sized reports whether blocks have headers: realloc is called, and package
// safety does not keep the sizes.
func (l *Models) sized() bool {
	if l.headers == nil && !l.conf.Execute && l.conf.Checks&(safety.Deref|safety.Free) == 0 && l.calls(clib.Realloc) {
		l.headers = &cfg.Region{Name: cfg.SizesRegion, Cell: l.conf.PtrBits}
	}
	return l.headers != nil
}

// calls reports whether the program calls a library function of this model, or may
// do so through a pointer.
func (l *Models) calls(m clib.Model) bool {
	return l.callsSome(func(fn *clib.Func) bool { return fn.Model == m })
}

func (f *Caller) sizeArg(c *Call, i int) cfg.Expr {
	return f.Conv(f.Lower(f.Arg(c, i)), f.l.Types.Size)
}

func mallocCall(f *Caller, c *Call) Result { return f.allocCall(c, false) }

func zallocCall(f *Caller, c *Call) Result { return f.allocCall(c, true) }

// allocCall allocates as many bytes as the first argument says. The kernel's
// functions have others, which say how it may find them.
func (f *Caller) allocCall(c *Call, zero bool) Result {
	f.Arg(c, 0)
	size := f.Conv(f.body.Values(c.Args)[0], f.l.Types.Size)
	return f.alloc(c, request{size: size, zero: zero}, f.available(c, size))
}

// allocaCall lowers alloca: its block lives as long as the function, or in gcc, as is
// not followed, until an array of variable length ends that was there before it.
func allocaCall(f *Caller, c *Call) Result {
	if f.l.conf.Checks&safety.Deref != 0 && slices.ContainsFunc(f.Blocks[min(1, len(f.Blocks)):], func(b emit.Block) bool { return len(b.Stack) > 0 }) {
		f.l.Notes.Assume(c.At.Pos, "assumes that what %s gives is not used after the block around it, which has an array of variable length", c.Name)
	}
	return f.stackAlloc(c, f.sizeArg(c, 0))
}

func alignedAlloc(f *Caller, c *Call) Result {
	vs := f.body.Values([]cc.ExpressionNode{f.Arg(c, 0), f.Arg(c, 1)})
	t := f.l.Types.Size
	align, size := f.Conv(vs[0], t), f.Conv(vs[1], t)
	if k, ok := align.(*cfg.Const); ok && k.V <= cfg.HeapAlign || f.Dead() {
		return f.alloc(c, request{size: size}, f.available(c, size))
	}
	align, size = f.Let(align), f.Let(size)
	one := emit.Const(align.Type(), 1)
	power := emit.Binary(cfg.Eq, emit.Binary(cfg.And, align, emit.Binary(cfg.Sub, align, one)), emit.Const(align.Type(), 0))
	f.only(emit.Binary(cfg.LAnd, emit.Binary(cfg.ULe, align, emit.Const(align.Type(), heapAlign)), power), fmt.Sprintf("allocation with an alignment above %d", heapAlign), c.At)
	if f.l.conf.Execute { // where freed blocks are used again, unless they need more than these have
		least := emit.Const(align.Type(), 2*cfg.HeapAlign)
		align = f.Let(emit.Ite(emit.Binary(cfg.ULt, align, least), least, align))
		return f.alloc(c, request{size: size, align: align}, f.available(c, size))
	}
	fits := f.available(c, size)
	if f.l.conf.PtrBits == 32 { // where sums of sizes count; this one does not wrap if size fits
		fits = emit.Binary(cfg.LAnd, fits, f.Fits(emit.Binary(cfg.Add, size, align)))
	}
	return f.alloc(c, request{size: size, align: align}, fits)
}

// heapAlign is the largest alignment that a program may ask for, so that the
// addresses of the heap do not wrap.
const heapAlign = 1 << 20

// only ends the paths on which a condition does not hold at a construct outside
// the language.
func (f *Caller) only(cond cfg.Expr, what string, at parse.Span) {
	yes, no := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	from := f.Cur
	f.Assume(cfg.Negate(cond), parse.Span{}, cfg.RoleImplicit)
	f.Jump(no)
	f.Start(no)
	f.Unsupported(what, at)
	f.Cur = from
	f.Assume(cond, parse.Span{}, cfg.RoleImplicit)
	f.Jump(yes)
	f.Start(yes)
}

func callocCall(f *Caller, c *Call) Result {
	vs := f.body.Values([]cc.ExpressionNode{f.Arg(c, 0), f.Arg(c, 1)})
	t := f.l.Types.Size
	n, each := f.Conv(vs[0], t), f.Conv(vs[1], t)
	size := emit.Binary(cfg.Mul, n, each)
	fits := f.available(c, size)
	if !f.l.conf.Execute {
		fits = emit.Binary(cfg.LAnd, f.Multiplies(n, each), fits)
	}
	return f.alloc(c, request{size: size, zero: true}, fits)
}

// reallocCall allocates and copies what fits. Where there is no room the old
// block stays.
func reallocCall(f *Caller, c *Call) Result {
	vs := f.body.Values([]cc.ExpressionNode{f.Arg(c, 0), f.Arg(c, 1)})
	t := f.l.Types.VoidPtr
	if f.Dead() {
		return Give(emit.Value{Expr: f.SizeConst(0), Type: t})
	}
	old := f.Save(emit.Value{Expr: f.Conv(vs[0], t), Type: t})
	size := f.Save(emit.Value{Expr: f.Conv(vs[1], f.l.Types.Size), Type: f.l.Types.Size}).Expr
	v := f.Temp(t)
	f.emptied(old, v, size, c.At, func() {
		f.orNull(v, f.available(c, size), c.At, func() {
			f.heapBlock(v, request{size: size}, c.At)
			f.moved(old, v, size)
			f.mayFail(c)
		})
	})
	return Give(emit.Value{Expr: &cfg.VarRef{V: v}, Type: t})
}

// emptied frees the block old, unless it is null, and gives null at v if it is to have
// no bytes, as glibc does; else it does what others says.
func (f *Caller) emptied(old emit.Value, v *cfg.Var, size cfg.Expr, at parse.Span, others func()) {
	if k, known := size.(*cfg.Const); known && k.V != 0 {
		others()
		return
	}
	empty := cfg.Conjunction(cfg.Compare(cfg.Eq, size, emit.Const(size.Type(), 0)), f.Truth(old))
	end, from := f.NewLoc(cfg.Pos{}), f.Cur
	f.Assume(empty, parse.Span{}, cfg.RoleImplicit)
	f.Emit(&cfg.Free{Ptr: old.Expr}, at, cfg.RoleUser)
	f.Emit(&cfg.Assign{Dst: v, Src: emit.Const(v.Type, 0)}, at, cfg.RoleImplicit)
	f.Jump(end)
	f.Cur = from
	f.Assume(cfg.Negate(empty), parse.Span{}, cfg.RoleImplicit)
	others()
	f.Jump(end)
	f.Start(end)
}

// moved copies the block old, unless it is null, to the new one at v.
func (f *Caller) moved(old emit.Value, v *cfg.Var, size cfg.Expr) {
	yes, no := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.branch(f.Truth(old), yes, no)
	f.Start(yes)
	if f.l.sized() {
		had := f.Temp(f.l.Types.Size)
		f.Emit(&cfg.Assign{Dst: had, Src: &cfg.Load{Addr: f.header(old.Expr), T: had.Type, Region: f.l.headers}}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
		size = emit.Ite(emit.Binary(cfg.ULt, &cfg.VarRef{V: had}, size), &cfg.VarRef{V: had}, size)
	}
	f.Emit(&cfg.MemCopy{Dst: &cfg.VarRef{V: v}, Src: old.Expr, Size: size}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	f.Emit(&cfg.Free{Ptr: old.Expr}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	f.Jump(no)
	f.Start(no)
}

func freeCall(f *Caller, c *Call) Result {
	f.Emit(&cfg.Free{Ptr: f.Conv(f.Lower(f.Arg(c, 0)), f.l.Types.VoidPtr)}, c.At, cfg.RoleUser)
	return f.NoValue(c)
}

// result returns the value v that a call has as a result after it has written
// memory.
func (f *Caller) result(c *Call, v emit.Value) emit.Value {
	if c.Use.Wanted() && v.Expr != nil && cfg.Loads(v.Expr) {
		return f.Save(v)
	}
	return v
}

func memcpyCall(f *Caller, c *Call) Result {
	vs := f.body.Values([]cc.ExpressionNode{f.Arg(c, 0), f.Arg(c, 1), f.Arg(c, 2)})
	t := f.l.Types.VoidPtr
	dst, src, size := f.Conv(f.result(c, vs[0]), t), f.Conv(vs[1], t), f.Conv(vs[2], f.l.Types.Size)
	apart := f.Asks(safety.Deref) && prelude.ModelOf(c.Name) != clib.Move && (f.l.conf.Checks != 0 || c.At.Pos.IsValid())
	if apart {
		dst, src, size = f.Save(emit.Value{Expr: dst, Type: t}).Expr, f.Save(emit.Value{Expr: src, Type: t}).Expr, f.Let(size)
	}
	f.present(c, size, dst, src)
	f.body.Spans(f.Arg(c, 0), size, c)
	f.body.Spans(f.Arg(c, 1), size, c)
	if prelude.ModelOf(c.Name) == clib.CopyEnd {
		size = f.result(c, emit.Value{Expr: size, Type: f.l.Types.Size}).Expr
	}
	f.Emit(&cfg.MemCopy{Dst: dst, Src: src, Size: size}, c.At, cfg.RoleUser)
	if apart { // a block that is too small says more than that another place in it is the source
		f.requireDisjoint(c, dst, src, size)
	}
	if prelude.ModelOf(c.Name) == clib.CopyEnd {
		return Give(emit.Value{Expr: emit.Binary(cfg.PtrAdd, dst, size), Type: t})
	}
	return Give(emit.Value{Expr: dst, Type: t})
}

func memsetCall(f *Caller, c *Call) Result {
	vs := f.body.Values(c.Args)
	t := f.l.Types.VoidPtr
	f.Arg(c, 1)
	var b cfg.Expr = emit.Const(cfg.BV(8), 0)
	n := vs[1]
	if prelude.ModelOf(c.Name) == clib.Set {
		f.Arg(c, 2)
		b, n = f.Conv(vs[1], f.l.Types.UChar), vs[2]
	}
	dst, size := f.Conv(f.result(c, vs[0]), t), f.Conv(n, f.l.Types.Size)
	f.present(c, size, dst)
	f.body.Spans(f.Arg(c, 0), size, c)
	f.Emit(&cfg.MemSet{Dst: dst, Val: b, Size: size}, c.At, cfg.RoleUser)
	return Give(emit.Value{Expr: dst, Type: t})
}

// present makes it an error that the library gets a null pointer, though it is to
// access nothing there (C11 7.24.1p2). Where it accesses something, that is one.
func (f *Caller) present(c *Call, n cfg.Expr, ptrs ...cfg.Expr) {
	k, known := n.(*cfg.Const)
	if f.l.conf.Checks&safety.Builtin == 0 || !f.Asks(safety.Builtin) || !c.At.Pos.IsValid() || known && k.V != 0 {
		return
	}
	null := cfg.Expr(cfg.False)
	for _, p := range ptrs {
		if _, object := cfg.Base(p).(*cfg.AddrOf); !object {
			null = emit.Binary(cfg.LOr, null, emit.Eq(p, emit.Const(p.Type(), 0)))
		}
	}
	if null != cfg.Expr(cfg.False) {
		f.Forbidden(safety.Builtin, emit.Binary(cfg.LAnd, emit.Eq(n, emit.Const(n.Type(), 0)), null), emit.Forbidden(prelude.LibName(c.Name)+" of a null pointer"), c.At)
	}
}

// requireDisjoint makes it an error that n bytes at dst and at src overlap, which C does
// not define; the same bytes are left alone, as compilers do who copy
// structures by memcpy.
func (f *Caller) requireDisjoint(c *Call, dst, src, n cfg.Expr) {
	f.Forbidden(safety.Deref, emit.Overlap(dst, src, n), cfg.Reason{Kind: cfg.Overlap, Name: prelude.LibName(c.Name)}, c.At)
}
