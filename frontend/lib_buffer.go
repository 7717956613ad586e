package frontend

import (
	"strings"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// Calls that fill memory with what the verifier does not know: input and
// formatted text.

// nondetMemory makes a block of memory arbitrary.
func nondetMemory(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1)})
	f.emit(&cfg.MemHavoc{Dst: f.conv(vs[0], f.l.tt.voidPtr), Size: f.conv(vs[1], f.l.tt.size), Kind: cfg.Nondet}, c.at, cfg.RoleUser)
	return f.noValue(c)
}

// scanCall writes arbitrary values through its pointers.
func scanCall(f *fn, c *call) callResult {
	skip := 2
	if strings.HasSuffix(c.name, "_scanf") || c.name == "scanf" {
		skip = 1
	}
	vs := f.values(c.args)
	for i := skip; i < len(vs) && !f.dead(); i++ {
		if vs[i].t.k != kPtr || f.pointeeSize(c.args[i]) == 0 {
			f.fail(c.args[i], "%s into memory of unknown size", c.name)
		}
		if loads(vs[i].e) {
			vs[i] = f.save(vs[i]) // what is read first may be a pointer
		}
	}
	for i := skip; i < len(vs) && !f.dead(); i++ {
		f.emit(&cfg.MemHavoc{Dst: vs[i].e, Size: f.sizeConst(f.pointeeSize(c.args[i])), Kind: cfg.Nondet}, c.at, cfg.RoleUser)
	}
	return f.arbitrary(c, cfg.Nondet, c.name)
}

// pointeeSize is the size of the object a pointer argument shows: of the
// whole array for the name of an array, 0 for a char pointer.
func (f *fn) pointeeSize(a cc.ExpressionNode) uint64 {
	t := f.objectType(a)
	if t.k == kArray {
		return f.l.tt.sizeOf(t)
	}
	if t.k != kPtr {
		return 0
	}
	el := f.l.tt.elemOf(t)
	if el.k == kVoid || el.k == kInt && el.rank == rankChar && addrOperand(a) == nil {
		return 0
	}
	return f.l.tt.sizeOf(el)
}

// bufferArgs says where functions write and how much: indices of the pointer
// and of the size, -1 if there is none.
var bufferArgs = map[string][3]int{
	"fgets": {0, 1, -1}, "gets": {0, -1, -1}, "read": {1, 2, -1}, "fread": {0, 1, 2},
	"sprintf": {0, -1, -1}, "snprintf": {0, 1, -1}, "vsprintf": {0, -1, -1}, "vsnprintf": {0, 1, -1},
}

// bufferCall writes arbitrary bytes to a buffer.
func bufferCall(f *fn, c *call) callResult {
	b := bufferArgs[libName(c.name)]
	known := f.pointeeSize(f.arg(c, b[0]))
	vs := f.values(c.args)
	if f.dead() {
		return f.noValue(c)
	}
	p := f.result(c, vs[b[0]])
	if p.t.k != kPtr {
		f.fail(c.x, "call of %s", c.name)
	}
	var size cfg.Expr
	switch {
	case b[1] >= 0:
		f.arg(c, b[1])
		size = f.conv(vs[b[1]], f.l.tt.size)
		if b[2] >= 0 {
			f.arg(c, b[2])
			size = binary(cfg.Mul, size, f.conv(vs[b[2]], f.l.tt.size))
		}
	case known > 1:
		size = f.sizeConst(known)
	default:
		f.fail(c.x, "%s into memory of unknown size", c.name)
	}
	kind := cfg.Nondet
	if strings.Contains(c.name, "printf") {
		kind = cfg.Unknown
	}
	f.emit(&cfg.MemHavoc{Dst: p.e, Size: size, Kind: kind}, c.at, cfg.RoleUser)
	f.l.note(c.at.pos, "%s fills its buffer with arbitrary bytes", c.name)
	if strings.HasSuffix(c.name, "gets") && c.use.wanted() {
		v := f.temp(c.ret)
		f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Nondet, Func: c.name}, c.at, cfg.RoleUser)
		r := &cfg.VarRef{V: v}
		f.assume(binary(cfg.LOr, binary(cfg.Eq, r, konst(v.Type, 0)), binary(cfg.Eq, r, p.e)), span{}, cfg.RoleImplicit)
		return give(val{e: r, t: c.ret})
	}
	return f.arbitrary(c, kind, c.name)
}

// asprintfCall allocates a text of arbitrary length and bytes.
func asprintfCall(f *fn, c *call) callResult {
	f.arg(c, 1)
	vs := f.values(c.args)
	if f.dead() {
		return f.noValue(c)
	}
	tt := f.l.tt
	if vs[0].t.k != kPtr || c.ret.k != kInt {
		f.fail(c.x, "call of %s", c.name)
	}
	to := f.save(vs[0])
	n := f.temp(c.ret)
	f.emit(&cfg.Havoc{Dst: n, Kind: cfg.Unknown, Func: c.name}, c.at, cfg.RoleUser)
	length := val{e: &cfg.VarRef{V: n}, t: c.ret}
	f.assume(binary(cfg.SLe, konst(n.Type, 0), length.e), span{}, cfg.RoleImplicit)
	size := f.conv(length, tt.size)
	v := f.temp(tt.voidPtr)
	text := val{e: &cfg.VarRef{V: v}, t: tt.voidPtr}
	f.emit(&cfg.Alloc{Dst: v, Size: binary(cfg.Add, size, f.sizeConst(1))}, c.at, cfg.RoleUser)
	f.emit(&cfg.MemHavoc{Dst: text.e, Size: size, Kind: cfg.Unknown}, c.at, cfg.RoleUser)
	f.emit(&cfg.MemSet{Dst: binary(cfg.PtrAdd, text.e, size), Val: konst(cfg.BV(8), 0), Size: f.sizeConst(1)}, c.at, cfg.RoleUser)
	p := tt.elemOf(to.t)
	f.store(place{t: p, addr: to.e}, val{e: f.conv(text, p), t: p}, c.at, cfg.RoleUser)
	f.l.note(c.at.pos, "%s makes a text of arbitrary bytes", c.name)
	return give(length)
}
