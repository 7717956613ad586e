package library

import (
	"slices"

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

// Calls that fill memory with what the verifier does not know: input and
// formatted text.

// nondetMemory makes a block of memory arbitrary.
func nondetMemory(f *Caller, c *Call) Result {
	vs := f.body.Values([]cc.ExpressionNode{f.Arg(c, 0), f.Arg(c, 1)})
	f.Emit(&cfg.MemHavoc{Dst: f.Conv(vs[0], f.l.Types.VoidPtr), Size: f.Conv(vs[1], f.l.Types.Size), Kind: cfg.Nondet}, c.At, cfg.RoleUser)
	return f.NoValue(c)
}

// pointeeSize is the size of the object a pointer argument shows: of the
// whole array for the name of an array, 0 for a char pointer.
func (f *Caller) pointeeSize(a cc.ExpressionNode) uint64 {
	t := f.body.ObjectType(a)
	if t.Kind == ctypes.Array {
		return f.l.Types.SizeOf(t)
	}
	if t.Kind != ctypes.Pointer {
		return 0
	}
	el := f.l.Types.ElemOf(t)
	if el.Kind == ctypes.Void || el.Kind == ctypes.Int && el.Rank == ctypes.RankChar && syntax.AddressOperand(a) == nil {
		return 0
	}
	return f.l.Types.SizeOf(el)
}

// buffer is the memory that a call fills.
type buffer struct {
	at   cfg.Expr
	size cfg.Expr // nil if the call does not say
	each cfg.Expr // the size of an element, nil for bytes
	room uint64   // of the array that the argument names, or 0
	fd   cfg.Expr // the descriptor it is read from, or nil
}

// bufferOf evaluates the arguments of a call that fills a buffer.
func (f *Caller) bufferOf(c *Call) buffer {
	fn := prelude.Func(c.Name)
	at := [3]int{fn.Buffer(), -1, -1} // the pointer, the size, a factor of the size
	copy(at[1:], fn.Params[at[0]].Factor)
	for _, i := range at {
		if i >= 0 {
			f.Arg(c, i)
		}
	}
	b := buffer{room: f.pointeeSize(c.Args[at[0]])}
	if b.room == 1 {
		b.room = 0
	}
	vs := f.body.Values(c.Args)
	if f.demands(c.Name) {
		for i, v := range vs {
			if v.Expr != nil {
				vs[i] = f.Save(v)
			}
		}
		f.Required(c, vs)
	}
	if vs[at[0]].Type.Kind != ctypes.Pointer {
		f.Fail(c.X, "call of %s", c.Name)
	}
	b.at = f.Save(vs[at[0]]).Expr
	if fn.State == clib.DescriptorState && vs[0].Type.Kind == ctypes.Int {
		b.fd = f.Save(emit.Value{Expr: f.Conv(vs[0], f.l.Types.Int), Type: f.l.Types.Int}).Expr
	}
	if at[1] >= 0 {
		v := vs[at[1]]
		if v.Type.Kind == ctypes.Int && v.Type.Signed && fn.Model == clib.Gets { // below 0 is nothing
			v = emit.Value{Expr: emit.Ite(emit.Binary(cfg.SLt, v.Expr, emit.Const(v.Expr.Type(), 0)), emit.Const(v.Expr.Type(), 0), v.Expr), Type: v.Type}
		}
		b.size = f.Save(emit.Value{Expr: f.Conv(v, f.l.Types.Size), Type: f.l.Types.Size}).Expr
	}
	if at[2] >= 0 {
		b.each = f.Save(emit.Value{Expr: f.Conv(vs[at[2]], f.l.Types.Size), Type: f.l.Types.Size}).Expr
	}
	if b.size == nil && b.room == 0 {
		f.Fail(c.X, "%s into memory of unknown size", c.Name)
	}
	return b
}

// fill stores n bytes at the begin of a buffer.
func (f *Caller) fill(c *Call, at, n cfg.Expr, kind cfg.HavocKind) {
	f.Emit(&cfg.MemHavoc{Dst: at, Size: n, Kind: kind}, c.At, cfg.RoleUser)
}

// terminate stores a zero after n bytes.
func (f *Caller) terminate(c *Call, at, n cfg.Expr) {
	f.Emit(&cfg.Store{Addr: emit.Binary(cfg.PtrAdd, at, n), Val: emit.Const(cfg.BV(8), 0)}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
}

// upTo is an arbitrary value of type t between lo and the value hi.
func (f *Caller) upTo(c *Call, t *ctypes.Type, lo int64, hi cfg.Expr, kind cfg.HavocKind) emit.Value {
	v := f.Temp(t)
	f.Emit(&cfg.Havoc{Dst: v, Kind: kind, Func: c.Name}, c.At, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	low := emit.Const(v.Type, uint64(lo))
	within := emit.Binary(cfg.LAnd, emit.Binary(cfg.ULe, emit.Const(v.Type, 0), r), emit.Binary(cfg.ULe, r, hi))
	if lo < 0 {
		within = emit.Binary(cfg.LOr, emit.Binary(cfg.Eq, r, low), within)
	}
	f.Assume(within, parse.Span{}, cfg.RoleImplicit)
	return emit.Value{Expr: r, Type: t}
}

// getsCall lowers fgets and gets: the result is null, and nothing is stored,
// or the buffer, which holds a text of at least one character where it has
// room for one. The array of a gets is not overrun except where that is what
// is checked.
func getsCall(f *Caller, c *Call) Result {
	b := f.bufferOf(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	f.mayFail(c)
	if f.l.conf.Checks&safety.Deref != 0 { // the result says that nothing was read where it is null
		some := f.SizeConst(1)
		if b.size != nil {
			some = emit.Ite(emit.Binary(cfg.Eq, b.size, f.SizeConst(0)), b.size, some)
		}
		f.touched(c, b.at, some)
	}
	tt := f.l.Types
	v := f.Temp(c.Ret)
	f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Nondet, Func: c.Name}, c.At, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	null := emit.Binary(cfg.Eq, r, emit.Const(v.Type, 0))
	f.Assume(emit.Binary(cfg.LOr, null, emit.Binary(cfg.Eq, r, b.at)), parse.Span{}, cfg.RoleImplicit)
	one := f.SizeConst(1)
	if b.size != nil { // room for the end alone is filled with it, without a look at the stream
		f.Assume(emit.Binary(cfg.LOr, cfg.Negate(null), emit.Binary(cfg.Ne, b.size, one)), parse.Span{}, cfg.RoleImplicit)
	}
	read, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(null, end, read, parse.Span{})
	f.Start(read)
	most := f.SizeConst(1 << 30)
	switch {
	case b.size != nil:
		f.Assume(emit.Binary(cfg.Ne, b.size, f.SizeConst(0)), parse.Span{}, cfg.RoleImplicit) // else the result is null
		most = emit.Binary(cfg.Sub, b.size, one)
	case f.l.conf.Checks&safety.Deref == 0:
		most = f.SizeConst(b.room - 1)
	}
	n := f.upTo(c, tt.Size, 0, most, cfg.Nondet)
	if prelude.Func(c.Name).Wide {
		return f.wideLine(c, b, n.Expr, r, end)
	}
	if b.size != nil { // an empty text means the end of the file
		f.Assume(emit.Binary(cfg.LOr, emit.Binary(cfg.Ne, n.Expr, f.SizeConst(0)), emit.Binary(cfg.Eq, b.size, one)), parse.Span{}, cfg.RoleImplicit)
	}
	f.Emit(&cfg.MemHavoc{Dst: b.at, Size: n.Expr, Kind: cfg.Nondet, Text: f.l.text("\n", b.size != nil)}, c.At, cfg.RoleUser)
	f.terminate(c, b.at, n.Expr)
	f.Jump(end)
	f.Start(end)
	return Give(emit.Value{Expr: r, Type: c.Ret})
}

// wideLine stores what fgetws reads, n characters; r is its result.
func (f *Caller) wideLine(c *Call, b buffer, n, r cfg.Expr, end *cfg.Loc) Result {
	wide := f.pointee(c, 0)
	if wide == nil || wide.Kind != ctypes.Int {
		f.Fail(c.X, "call of %s", c.Name)
	}
	one, size := f.SizeConst(1), f.SizeConst(f.l.Types.SizeOf(wide))
	f.Assume(emit.Binary(cfg.LOr, emit.Binary(cfg.Ne, n, f.SizeConst(0)), emit.Binary(cfg.Eq, b.size, one)), parse.Span{}, cfg.RoleImplicit)
	bytes := f.Let(emit.Binary(cfg.Mul, n, size))
	f.Emit(&cfg.MemHavoc{Dst: b.at, Size: bytes, Kind: cfg.Nondet}, c.At, cfg.RoleUser)
	f.Store(emit.Place{Type: wide, Addr: emit.Binary(cfg.PtrAdd, b.at, bytes)}, emit.Value{Expr: emit.Const(f.l.Types.Value(wide), 0), Type: wide}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	f.Jump(end)
	f.Start(end)
	return Give(emit.Value{Expr: r, Type: c.Ret})
}

// getlineCall lowers getline and getdelim: a block that is too small for the
// line, or not there, is replaced by another one.
func getlineCall(f *Caller, c *Call) Result {
	lf := prelude.Func(c.Name)
	f.Arg(c, lf.Arity()-1)
	vs := f.Saved(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	tt := f.l.Types
	if vs[0].Type.Kind != ctypes.Pointer || vs[1].Type.Kind != ctypes.Pointer || c.Ret.Kind != ctypes.Int {
		f.Fail(c.X, "call of %s", c.Name)
	}
	f.Required(c, vs)
	f.mayFail(c)
	line, size := emit.Place{Type: tt.CharPtr, Addr: vs[0].Expr}, emit.Place{Type: tt.Size, Addr: vs[1].Expr}
	const lineLength = 1 << 30 // nothing in memory is as long
	r := f.upTo(c, c.Ret, -1, emit.Const(tt.Value(c.Ret), lineLength), cfg.Nondet)
	end := emit.Binary(cfg.SLt, r.Expr, emit.Const(r.Expr.Type(), 0)) // of the file
	f.Assume(emit.IsNot(r.Expr, 0), parse.Span{}, cfg.RoleImplicit)
	n := f.Let(emit.Ite(end, f.SizeConst(0), f.Conv(r, tt.Size)))
	need := f.Let(emit.Binary(cfg.Add, n, f.SizeConst(1)))
	old := f.Save(f.Load(line))
	some, short, ready, done := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	if f.mayRefuse() {
		f.Unless(f.granted(c), parse.Span{}, func() {
			f.Assume(end, parse.Span{}, cfg.RoleImplicit)
			f.partLine(old, size, done, c)
		})
	}
	f.Fork(f.Truth(old), some, short, parse.Span{Pos: c.At.Pos})
	f.Start(some) // the size of none is not looked at
	f.Fork(emit.Binary(cfg.ULe, need, f.Load(size).Expr), ready, short, parse.Span{Pos: c.At.Pos})
	f.Start(short)
	room := f.Temp(tt.Size)
	most := &cfg.VarRef{V: room}
	f.Emit(&cfg.Havoc{Dst: room, Kind: cfg.Unknown, Func: c.Name}, c.At, cfg.RoleUser)
	f.Assume(emit.Binary(cfg.LAnd, emit.Binary(cfg.ULe, need, most), emit.Binary(cfg.ULe, most, f.SizeConst(2*lineLength))), parse.Span{}, cfg.RoleImplicit)
	block := f.Temp(tt.VoidPtr)
	f.heapBlock(block, request{size: most}, c.At)
	f.Emit(&cfg.Free{Ptr: f.Conv(old, tt.VoidPtr)}, c.At, cfg.RoleUser)
	f.Store(line, emit.Value{Expr: f.Conv(emit.Value{Expr: &cfg.VarRef{V: block}, Type: tt.VoidPtr}, tt.CharPtr), Type: tt.CharPtr}, c.At, cfg.RoleUser)
	f.Store(size, emit.Value{Expr: most, Type: tt.Size}, c.At, cfg.RoleUser)
	f.Jump(ready)
	f.Start(ready)
	read := f.NewLoc(cfg.Pos{})
	f.Fork(end, done, read, parse.Span{Pos: c.At.Pos})
	f.Start(read)
	at := f.Save(f.Load(line)).Expr
	fill := &cfg.MemHavoc{Dst: at, Size: n, Kind: cfg.Nondet}
	if lf.Arity() == 3 {
		fill.Text = f.l.text("\n", true)
	}
	f.Emit(fill, c.At, cfg.RoleUser)
	f.terminate(c, at, n)
	f.Jump(done)
	f.Start(done)
	return Give(r)
}

// partLine leaves getline at done where there is no memory for the line: the block stays,
// with a part of the line in it, and where there was none the size is arbitrary.
func (f *Caller) partLine(old emit.Value, size emit.Place, done *cfg.Loc, c *Call) {
	some, none := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(f.Truth(old), some, none, parse.Span{})
	f.Start(some)
	f.Emit(&cfg.MemHavoc{Dst: old.Expr, Size: f.Save(f.Load(size)).Expr, Kind: cfg.Unknown}, c.At, cfg.RoleUser)
	f.Jump(done)
	f.Start(none)
	f.HavocPlace(size, cfg.Unknown, c.Name, c.At, cfg.RoleUser)
	f.Jump(done)
}

// readCall lowers read and fread: the result says how much is stored.
func readCall(f *Caller, c *Call) Result {
	b := f.bufferOf(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	f.mayFail(c)
	lo, most := int64(-1), b.size
	if b.each != nil {
		lo = 0
		most = f.Let(emit.Ite(emit.Binary(cfg.Eq, b.each, f.SizeConst(0)), f.SizeConst(0), b.size)) // of elements of no size none is read
	}
	t := c.Ret
	if t.Kind != ctypes.Int || t.Bits < f.l.conf.PtrBits {
		t = f.l.Types.Size
	}
	r := f.upTo(c, t, lo, most, cfg.Nondet)
	if b.fd != nil {
		failed := emit.Binary(cfg.Eq, r.Expr, emit.Const(r.Expr.Type(), ^uint64(0)))
		f.Assume(emit.Binary(cfg.LOr, emit.Binary(cfg.SLe, emit.Const(b.fd.Type(), 0), b.fd), failed), parse.Span{}, cfg.RoleImplicit)
	}
	n := f.Conv(r, f.l.Types.Size)
	if b.each != nil {
		n = f.Let(emit.Binary(cfg.Mul, n, b.each))
	} else {
		n = emit.Ite(emit.Binary(cfg.Eq, r.Expr, emit.Const(r.Expr.Type(), ^uint64(0))), f.SizeConst(0), n)
	}
	f.fill(c, b.at, n, cfg.Nondet)
	if b.each != nil && !emit.IsConst(b.each, 1) {
		f.fill(c, emit.Binary(cfg.PtrAdd, b.at, n), f.partRead(c, r, b), cfg.Unknown)
	}
	return Give(r)
}

// partRead is how many bytes are stored of the element that follows the r whole
// ones.
func (f *Caller) partRead(c *Call, r emit.Value, b buffer) cfg.Expr {
	n := f.upTo(c, f.l.Types.Size, 0, b.each, cfg.Unknown)
	whole := emit.Binary(cfg.ULe, b.size, f.Conv(r, f.l.Types.Size))
	less := emit.Binary(cfg.LOr, emit.Binary(cfg.ULt, n.Expr, b.each), emit.Binary(cfg.Eq, b.each, f.SizeConst(0)))
	f.Assume(emit.Binary(cfg.LAnd, less, emit.Binary(cfg.LOr, cfg.Negate(whole), emit.Binary(cfg.Eq, n.Expr, f.SizeConst(0)))), parse.Span{}, cfg.RoleImplicit)
	return n.Expr
}

// formatUnknown lowers a call of sprintf, snprintf, vsprintf or vsnprintf whose
// format or arguments are not known: a text of unknown length and bytes. The
// result is its length, which may be beyond the buffer of an snprintf.
func (f *Caller) formatUnknown(c *Call, ds []clib.PrintPart, literal bool) Result {
	lf := prelude.Func(c.Name)
	at := lf.FormatOf(clib.Printf)
	f.refuseStores(c, at)
	if f.l.conf.Checks&safety.Deref != 0 && !literal {
		return f.formatBare(c, at)
	}
	f.undecided(c, ds, literal)
	if lf.Params[at].Wide {
		vs := f.Saved(c)
		if f.Dead() {
			return f.NoValue(c)
		}
		f.mayFail(c)
		return Give(f.printsSized(c, vs))
	}
	if v := f.TypeVal(f.Arg(c, 0)); v.Expr != nil && emit.IsConst(v.Expr, 0) {
		return outputCall(f, c) // asks for the length
	}
	b := f.bufferOf(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	f.mayFail(c)
	return Give(f.printsAnything(c, b))
}

// formatBare lowers a call whose format is not a literal and whose arguments are not in
// a list: a format without directives is copied.
func (f *Caller) formatBare(c *Call, at int) Result {
	vs := f.Saved(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	tt := f.l.Types
	f.mayFail(c)
	others := slices.Clone(vs)
	others[at].Expr = nil
	f.Required(c, others)
	asks := f.bare(c, at, vs)
	if asks == nil {
		f.Fail(c.X, "call of %s", c.Name)
	}
	r := f.Temp(tt.Int)
	give := func(v emit.Value) {
		if !f.Dead() {
			f.Emit(&cfg.Assign{Dst: r, Src: f.Conv(v, tt.Int)}, c.At, cfg.RoleUser)
		}
	}
	some, none, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(emit.Is(asks, 0), none, some, parse.Span{Pos: c.At.Pos})
	f.Start(some)
	switch sized := len(prelude.Func(c.Name).Params[0].Factor) > 0; {
	case sized:
		give(f.printsSized(c, vs))
	default:
		f.Unsupported("call of "+c.Name+" with directives in a format that is not a literal", c.At)
	}
	f.Jump(end)
	f.Start(none)
	p, text := f.asText(c, vs[at])
	p.count = true
	give(p.toMemory(vs, text))
	f.Jump(end)
	f.Start(end)
	return Give(emit.Value{Expr: &cfg.VarRef{V: r}, Type: tt.Int})
}

// printsAnything leaves any text in a buffer, as long as fits. It gives the result.
func (f *Caller) printsAnything(c *Call, b buffer) emit.Value {
	tt := f.l.Types
	f.l.Notes.Add(c.At.Pos, "%s fills its buffer with arbitrary bytes", c.Name)
	r := f.havocIn(c, tt.Int, 0, 1<<31-1, cfg.Unknown)
	n := f.Conv(r, tt.Size)
	if b.size == nil {
		if f.l.conf.Checks&safety.Deref == 0 {
			f.Assume(emit.Binary(cfg.ULt, n, f.SizeConst(b.room)), parse.Span{}, cfg.RoleImplicit)
		}
		f.fill(c, b.at, n, cfg.Unknown)
		f.terminate(c, b.at, n)
		return r
	}
	f.When(emit.Binary(cfg.Ne, b.size, f.SizeConst(0)), parse.Span{}, func() {
		n = emit.Ite(emit.Binary(cfg.ULt, n, b.size), n, emit.Binary(cfg.Sub, b.size, f.SizeConst(1)))
		f.fill(c, b.at, n, cfg.Unknown)
		f.terminate(c, b.at, n)
	})
	return r
}

// asprintfCall allocates a text, which is measured and then printed, where the format is
// known, and of arbitrary length and bytes otherwise.
func asprintfCall(f *Caller, c *Call) Result {
	f.Arg(c, 1)
	var vs []emit.Value
	list := f.listed(c, 1)
	if list != nil {
		list.looksAt()
		vs = list.vs
	} else {
		f.refuseStores(c, 1)
		vs = f.Saved(c)
		f.Required(c, vs)
	}
	if f.Dead() {
		return f.NoValue(c)
	}
	tt := f.l.Types
	if vs[0].Type.Kind != ctypes.Pointer || c.Ret.Kind != ctypes.Int {
		f.Fail(c.X, "call of %s", c.Name)
	}
	lf := prelude.Func(c.Name)
	var p *formatting
	ds, literal := f.formatOf(c.Args[1])
	switch {
	case list != nil:
	case literal && !lf.TakesList():
		p = &formatting{Caller: f, c: c, args: vs[2:], total: f.SizeConst(0), count: true}
		p.all(ds)
	case f.bare(c, 1, vs) == nil:
		f.undecided(c, ds, literal)
	}
	to := vs[0]
	n := f.Temp(c.Ret)
	length := emit.Value{Expr: &cfg.VarRef{V: n}, Type: c.Ret}
	if p != nil {
		f.Emit(&cfg.Assign{Dst: n, Src: p.result().Expr}, c.At, cfg.RoleUser)
	} else {
		f.Emit(&cfg.Havoc{Dst: n, Kind: cfg.Unknown, Func: c.Name}, c.At, cfg.RoleUser)
	}
	f.Assume(emit.Binary(cfg.SLe, emit.Const(n.Type, 0), length.Expr), parse.Span{}, cfg.RoleImplicit)
	size := f.Conv(length, tt.Size)
	none, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	if f.l.conf.MallocMayFail {
		some := f.NewLoc(cfg.Pos{})
		f.Fork(f.available(c, size), some, none, parse.Span{})
		f.Start(some)
	}
	v := f.Temp(tt.VoidPtr)
	text := emit.Value{Expr: &cfg.VarRef{V: v}, Type: tt.VoidPtr}
	f.heapBlock(v, request{size: emit.Binary(cfg.Add, size, f.SizeConst(1))}, c.At)
	if p != nil {
		p.to, p.total, p.next, p.again = f.Conv(text, tt.CharPtr), f.SizeConst(0), 0, true
		p.all(ds)
	} else {
		f.Emit(&cfg.MemHavoc{Dst: text.Expr, Size: size, Kind: cfg.Unknown}, c.At, cfg.RoleUser)
		f.l.Notes.Add(c.At.Pos, "%s makes a text of arbitrary bytes", c.Name)
	}
	f.Emit(&cfg.MemSet{Dst: emit.Binary(cfg.PtrAdd, text.Expr, size), Val: emit.Const(cfg.BV(8), 0), Size: f.SizeConst(1)}, c.At, cfg.RoleUser)
	f.Store(emit.Place{Type: tt.CharPtr, Addr: to.Expr}, emit.Value{Expr: f.Conv(text, tt.CharPtr), Type: tt.CharPtr}, c.At, cfg.RoleUser)
	f.Jump(end)
	f.Start(none)
	f.Emit(&cfg.MemHavoc{Dst: to.Expr, Size: f.Size(tt.CharPtr), Kind: cfg.Unknown}, c.At, cfg.RoleUser)
	f.Emit(&cfg.Assign{Dst: n, Src: emit.Const(n.Type, ^uint64(0))}, c.At, cfg.RoleUser)
	f.Jump(end)
	f.Start(end)
	return Give(length)
}
