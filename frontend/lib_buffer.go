package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Calls that fill memory with what the verifier does not know: input and
// formatted text.

// nondetMemory makes a block of memory arbitrary.
func nondetMemory(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1)})
	f.emit(&cfg.MemHavoc{Dst: f.conv(vs[0], f.l.tt.VoidPtr), Size: f.conv(vs[1], f.l.tt.Size), Kind: cfg.Nondet}, c.at, cfg.RoleUser)
	return f.noValue(c)
}

// pointeeSize is the size of the object a pointer argument shows: of the
// whole array for the name of an array, 0 for a char pointer.
func (f *fn) pointeeSize(a cc.ExpressionNode) uint64 {
	t := f.objectType(a)
	if t.Kind == ctypes.Array {
		return f.l.tt.SizeOf(t)
	}
	if t.Kind != ctypes.Pointer {
		return 0
	}
	el := f.l.tt.ElemOf(t)
	if el.Kind == ctypes.Void || el.Kind == ctypes.Int && el.Rank == ctypes.RankChar && syntax.AddressOperand(a) == nil {
		return 0
	}
	return f.l.tt.SizeOf(el)
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
func (f *fn) bufferOf(c *call) buffer {
	fn := clib.Lookup(prelude.LibName(c.name))
	at := [3]int{fn.Buffer(), -1, -1} // the pointer, the size, a factor of the size
	copy(at[1:], fn.Params[at[0]].Factor)
	for _, i := range at {
		if i >= 0 {
			f.arg(c, i)
		}
	}
	b := buffer{room: f.pointeeSize(c.args[at[0]])}
	if b.room == 1 {
		b.room = 0
	}
	vs := f.values(c.args)
	if f.demands(c.name) {
		for i, v := range vs {
			if v.e != nil {
				vs[i] = f.save(v)
			}
		}
		f.required(c, vs)
	}
	if vs[at[0]].t.Kind != ctypes.Pointer {
		f.fail(c.x, "call of %s", c.name)
	}
	b.at = f.save(vs[at[0]]).e
	if fn.State == clib.DescriptorState && vs[0].t.Kind == ctypes.Int {
		b.fd = f.save(val{e: f.conv(vs[0], f.l.tt.Int), t: f.l.tt.Int}).e
	}
	if at[1] >= 0 {
		v := vs[at[1]]
		if v.t.Kind == ctypes.Int && v.t.Signed && fn.Model == clib.Gets { // below 0 is nothing
			v = val{e: ite(binary(cfg.SLt, v.e, konst(v.e.Type(), 0)), konst(v.e.Type(), 0), v.e), t: v.t}
		}
		b.size = f.save(val{e: f.conv(v, f.l.tt.Size), t: f.l.tt.Size}).e
	}
	if at[2] >= 0 {
		b.each = f.save(val{e: f.conv(vs[at[2]], f.l.tt.Size), t: f.l.tt.Size}).e
	}
	if b.size == nil && b.room == 0 {
		f.fail(c.x, "%s into memory of unknown size", c.name)
	}
	return b
}

// fill stores n bytes at the begin of a buffer.
func (f *fn) fill(c *call, at, n cfg.Expr, kind cfg.HavocKind) {
	f.emit(&cfg.MemHavoc{Dst: at, Size: n, Kind: kind}, c.at, cfg.RoleUser)
}

// terminate stores a zero after n bytes.
func (f *fn) terminate(c *call, at, n cfg.Expr) {
	f.emit(&cfg.Store{Addr: binary(cfg.PtrAdd, at, n), Val: konst(cfg.BV(8), 0)}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
}

// upTo is an arbitrary value of type t between lo and the value hi.
func (f *fn) upTo(c *call, t *ctypes.Type, lo int64, hi cfg.Expr, kind cfg.HavocKind) val {
	v := f.temp(t)
	f.emit(&cfg.Havoc{Dst: v, Kind: kind, Func: c.name}, c.at, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	low := konst(v.Type, uint64(lo))
	within := binary(cfg.LAnd, binary(cfg.ULe, konst(v.Type, 0), r), binary(cfg.ULe, r, hi))
	if lo < 0 {
		within = binary(cfg.LOr, binary(cfg.Eq, r, low), within)
	}
	f.assume(within, parse.Span{}, cfg.RoleImplicit)
	return val{e: r, t: t}
}

// getsCall lowers fgets and gets: the result is null, and nothing is stored,
// or the buffer, which holds a text of at least one character where it has
// room for one. The array of a gets is not overrun except where that is what
// is checked.
func getsCall(f *fn, c *call) callResult {
	b := f.bufferOf(c)
	if f.dead() {
		return f.noValue(c)
	}
	f.mayFail(c)
	if f.l.conf.Checks&safety.Deref != 0 { // the result says that nothing was read where it is null
		some := f.sizeConst(1)
		if b.size != nil {
			some = ite(binary(cfg.Eq, b.size, f.sizeConst(0)), b.size, some)
		}
		f.touched(c, b.at, some)
	}
	tt := f.l.tt
	v := f.temp(c.ret)
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Nondet, Func: c.name}, c.at, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	null := binary(cfg.Eq, r, konst(v.Type, 0))
	f.assume(binary(cfg.LOr, null, binary(cfg.Eq, r, b.at)), parse.Span{}, cfg.RoleImplicit)
	read, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(null, end, read, parse.Span{})
	f.start(read)
	one := f.sizeConst(1)
	most := f.sizeConst(1 << 30)
	switch {
	case b.size != nil:
		f.assume(binary(cfg.Ne, b.size, f.sizeConst(0)), parse.Span{}, cfg.RoleImplicit) // else the result is null
		most = binary(cfg.Sub, b.size, one)
	case f.l.conf.Checks&safety.Deref == 0:
		most = f.sizeConst(b.room - 1)
	}
	n := f.upTo(c, tt.Size, 0, most, cfg.Nondet)
	if clib.Lookup(prelude.LibName(c.name)).Wide {
		return f.wideLine(c, b, n.e, r, end)
	}
	if b.size != nil { // an empty text means the end of the file
		f.assume(binary(cfg.LOr, binary(cfg.Ne, n.e, f.sizeConst(0)), binary(cfg.Eq, b.size, one)), parse.Span{}, cfg.RoleImplicit)
	}
	f.emit(&cfg.MemHavoc{Dst: b.at, Size: n.e, Kind: cfg.Nondet, Text: f.l.text("\n", b.size != nil)}, c.at, cfg.RoleUser)
	f.terminate(c, b.at, n.e)
	f.jump(end)
	f.start(end)
	return give(val{e: r, t: c.ret})
}

// wideLine stores what fgetws reads, n characters; r is its result.
func (f *fn) wideLine(c *call, b buffer, n, r cfg.Expr, end *cfg.Loc) callResult {
	wide := f.pointee(c, 0)
	if wide == nil || wide.Kind != ctypes.Int {
		f.fail(c.x, "call of %s", c.name)
	}
	one, size := f.sizeConst(1), f.sizeConst(f.l.tt.SizeOf(wide))
	f.assume(binary(cfg.LOr, binary(cfg.Ne, n, f.sizeConst(0)), binary(cfg.Eq, b.size, one)), parse.Span{}, cfg.RoleImplicit)
	bytes := f.let(binary(cfg.Mul, n, size))
	f.emit(&cfg.MemHavoc{Dst: b.at, Size: bytes, Kind: cfg.Nondet}, c.at, cfg.RoleUser)
	f.store(place{t: wide, addr: binary(cfg.PtrAdd, b.at, bytes)}, val{e: konst(f.l.tt.Value(wide), 0), t: wide}, parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
	f.jump(end)
	f.start(end)
	return give(val{e: r, t: c.ret})
}

// getlineCall lowers getline and getdelim: a block that is too small for the
// line, or not there, is replaced by another one.
func getlineCall(f *fn, c *call) callResult {
	lf := clib.Lookup(prelude.LibName(c.name))
	f.arg(c, lf.Arity()-1)
	vs := f.saved(c)
	if f.dead() {
		return f.noValue(c)
	}
	tt := f.l.tt
	if vs[0].t.Kind != ctypes.Pointer || vs[1].t.Kind != ctypes.Pointer || c.ret.Kind != ctypes.Int {
		f.fail(c.x, "call of %s", c.name)
	}
	f.required(c, vs)
	f.mayFail(c)
	line, size := place{t: tt.CharPtr, addr: vs[0].e}, place{t: tt.Size, addr: vs[1].e}
	const lineLength = 1 << 30 // nothing in memory is as long
	r := f.upTo(c, c.ret, -1, konst(tt.Value(c.ret), lineLength), cfg.Nondet)
	end := binary(cfg.SLt, r.e, konst(r.e.Type(), 0)) // of the file
	f.assume(binary(cfg.Ne, r.e, konst(r.e.Type(), 0)), parse.Span{}, cfg.RoleImplicit)
	n := f.let(ite(end, f.sizeConst(0), f.conv(r, tt.Size)))
	need := f.let(binary(cfg.Add, n, f.sizeConst(1)))
	old, had := f.save(f.load(line)), f.save(f.load(size))
	short, ready := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(binary(cfg.LAnd, f.truth(old), binary(cfg.ULe, need, had.e)), ready, short, parse.Span{Pos: c.at.Pos})
	f.start(short)
	room := f.temp(tt.Size)
	most := &cfg.VarRef{V: room}
	f.emit(&cfg.Havoc{Dst: room, Kind: cfg.Unknown, Func: c.name}, c.at, cfg.RoleUser)
	f.assume(binary(cfg.LAnd, binary(cfg.ULe, need, most), binary(cfg.ULe, most, f.sizeConst(2*lineLength))), parse.Span{}, cfg.RoleImplicit)
	block := f.temp(tt.VoidPtr)
	f.heapBlock(block, request{size: most}, c.at)
	f.emit(&cfg.Free{Ptr: f.conv(old, tt.VoidPtr)}, c.at, cfg.RoleUser)
	f.store(line, val{e: f.conv(val{e: &cfg.VarRef{V: block}, t: tt.VoidPtr}, tt.CharPtr), t: tt.CharPtr}, c.at, cfg.RoleUser)
	f.store(size, val{e: most, t: tt.Size}, c.at, cfg.RoleUser)
	f.jump(ready)
	f.start(ready)
	read, done := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(end, done, read, parse.Span{Pos: c.at.Pos})
	f.start(read)
	at := f.save(f.load(line)).e
	fill := &cfg.MemHavoc{Dst: at, Size: n, Kind: cfg.Nondet}
	if lf.Arity() == 3 {
		fill.Text = f.l.text("\n", true)
	}
	f.emit(fill, c.at, cfg.RoleUser)
	f.terminate(c, at, n)
	f.jump(done)
	f.start(done)
	return give(r)
}

// readCall lowers read and fread: the result says how much is stored.
func readCall(f *fn, c *call) callResult {
	b := f.bufferOf(c)
	if f.dead() {
		return f.noValue(c)
	}
	f.mayFail(c)
	lo := int64(-1)
	if b.each != nil {
		lo = 0
	}
	t := c.ret
	if t.Kind != ctypes.Int || t.Bits < f.l.conf.PtrBits {
		t = f.l.tt.Size
	}
	r := f.upTo(c, t, lo, b.size, cfg.Nondet)
	if b.fd != nil {
		failed := binary(cfg.Eq, r.e, konst(r.e.Type(), ^uint64(0)))
		f.assume(binary(cfg.LOr, binary(cfg.SLe, konst(b.fd.Type(), 0), b.fd), failed), parse.Span{}, cfg.RoleImplicit)
	}
	n := f.conv(r, f.l.tt.Size)
	if b.each != nil {
		n = f.let(binary(cfg.Mul, n, b.each))
	} else {
		n = ite(binary(cfg.Eq, r.e, konst(r.e.Type(), ^uint64(0))), f.sizeConst(0), n)
	}
	f.fill(c, b.at, n, cfg.Nondet)
	if b.each != nil && !isConst(b.each, 1) {
		f.fill(c, binary(cfg.PtrAdd, b.at, n), f.partRead(c, r, b), cfg.Unknown)
	}
	return give(r)
}

// partRead is how many bytes are stored of the element that follows the r whole
// ones.
func (f *fn) partRead(c *call, r val, b buffer) cfg.Expr {
	n := f.upTo(c, f.l.tt.Size, 0, b.each, cfg.Unknown)
	whole := binary(cfg.ULe, b.size, f.conv(r, f.l.tt.Size))
	less := binary(cfg.LOr, binary(cfg.ULt, n.e, b.each), binary(cfg.Eq, b.each, f.sizeConst(0)))
	f.assume(binary(cfg.LAnd, less, binary(cfg.LOr, cfg.Negate(whole), binary(cfg.Eq, n.e, f.sizeConst(0)))), parse.Span{}, cfg.RoleImplicit)
	return n.e
}

// formatUnknown lowers a call of sprintf, snprintf, vsprintf or vsnprintf whose
// format or arguments are not known: a text of unknown length and bytes. The
// result is its length, which may be beyond the buffer of an snprintf.
func (f *fn) formatUnknown(c *call, ds []clib.PrintPart, literal bool) callResult {
	f.refuseStores(c, clib.Lookup(prelude.LibName(c.name)).FormatOf(clib.Printf))
	f.undecided(c, ds, literal)
	if v := f.typeVal(f.arg(c, 0)); v.e != nil && isConst(v.e, 0) {
		return outputCall(f, c) // asks for the length
	}
	b := f.bufferOf(c)
	if f.dead() {
		return f.noValue(c)
	}
	f.mayFail(c)
	tt := f.l.tt
	f.l.notes.add(c.at.Pos, "%s fills its buffer with arbitrary bytes", c.name)
	r := f.havocIn(c, tt.Int, 0, 1<<31-1, cfg.Unknown)
	n := f.conv(r, tt.Size)
	if b.size == nil {
		if f.l.conf.Checks&safety.Deref == 0 {
			f.assume(binary(cfg.ULt, n, f.sizeConst(b.room)), parse.Span{}, cfg.RoleImplicit)
		}
		f.fill(c, b.at, n, cfg.Unknown)
		f.terminate(c, b.at, n)
		return give(r)
	}
	some, none := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(binary(cfg.Ne, b.size, f.sizeConst(0)), some, none, parse.Span{})
	f.start(some)
	n = ite(binary(cfg.ULt, n, b.size), n, binary(cfg.Sub, b.size, f.sizeConst(1)))
	f.fill(c, b.at, n, cfg.Unknown)
	f.terminate(c, b.at, n)
	f.jump(none)
	f.start(none)
	return give(r)
}

// asprintfCall allocates a text of arbitrary length and bytes.
func asprintfCall(f *fn, c *call) callResult {
	f.arg(c, 1)
	f.refuseStores(c, 1)
	vs := f.saved(c)
	if f.dead() {
		return f.noValue(c)
	}
	f.required(c, vs)
	tt := f.l.tt
	if vs[0].t.Kind != ctypes.Pointer || c.ret.Kind != ctypes.Int {
		f.fail(c.x, "call of %s", c.name)
	}
	lf := clib.Lookup(prelude.LibName(c.name))
	if ds, literal := f.formatOf(c.args[1]); literal && !lf.TakesList() {
		(&formatting{fn: f, c: c, args: vs[2:]}).all(ds) // looks at the arguments
	} else if !f.bare(c, 1, vs) {
		f.undecided(c, ds, literal)
	}
	to := vs[0]
	n := f.temp(c.ret)
	f.emit(&cfg.Havoc{Dst: n, Kind: cfg.Unknown, Func: c.name}, c.at, cfg.RoleUser)
	length := val{e: &cfg.VarRef{V: n}, t: c.ret}
	f.assume(binary(cfg.SLe, konst(n.Type, 0), length.e), parse.Span{}, cfg.RoleImplicit)
	size := f.conv(length, tt.Size)
	none, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	if f.l.conf.MallocMayFail {
		some := f.newLoc(cfg.Pos{})
		f.fork(f.available(c, size), some, none, parse.Span{})
		f.start(some)
	}
	v := f.temp(tt.VoidPtr)
	text := val{e: &cfg.VarRef{V: v}, t: tt.VoidPtr}
	f.heapBlock(v, request{size: binary(cfg.Add, size, f.sizeConst(1))}, c.at)
	f.emit(&cfg.MemHavoc{Dst: text.e, Size: size, Kind: cfg.Unknown}, c.at, cfg.RoleUser)
	f.emit(&cfg.MemSet{Dst: binary(cfg.PtrAdd, text.e, size), Val: konst(cfg.BV(8), 0), Size: f.sizeConst(1)}, c.at, cfg.RoleUser)
	p := tt.CharPtr
	f.store(place{t: p, addr: to.e}, val{e: f.conv(text, p), t: p}, c.at, cfg.RoleUser)
	f.l.notes.add(c.at.Pos, "%s makes a text of arbitrary bytes", c.name)
	f.jump(end)
	f.start(none)
	f.emit(&cfg.MemHavoc{Dst: to.e, Size: f.size(p), Kind: cfg.Unknown}, c.at, cfg.RoleUser)
	f.emit(&cfg.Assign{Dst: n, Src: konst(n.Type, ^uint64(0))}, c.at, cfg.RoleUser)
	f.jump(end)
	f.start(end)
	return give(length)
}
