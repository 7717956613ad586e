package frontend

import (
	"strings"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// The allocation functions, and those that copy and fill memory.

// alloc emits the allocation of size bytes.
func (f *fn) alloc(c *call, size cfg.Expr, zero, stack bool) callResult {
	if f.dead() {
		return give(val{e: f.sizeConst(0), t: f.l.tt.voidPtr})
	}
	t := f.l.tt.voidPtr
	if d := c.use.dst; d != nil && c.use.dstT.k == kPtr && d != f.p.Ret {
		f.emit(&cfg.Alloc{Dst: d, Size: size, Zero: zero, Stack: stack}, c.use.at, cfg.RoleUser)
		return callResult{done: true}
	}
	v := f.temp(t)
	f.emit(&cfg.Alloc{Dst: v, Size: size, Zero: zero, Stack: stack}, c.at, cfg.RoleUser)
	return give(val{e: &cfg.VarRef{V: v}, t: t})
}

func (f *fn) sizeArg(c *call, i int) cfg.Expr {
	return f.conv(f.rvalue(f.arg(c, i)), f.l.tt.size)
}

func mallocCall(f *fn, c *call) callResult {
	return f.alloc(c, f.sizeArg(c, 0), false, strings.Contains(c.name, "alloca"))
}

func alignedAlloc(f *fn, c *call) callResult {
	if k, ok := f.sizeArg(c, 0).(*cfg.Const); !ok || k.V > cfg.HeapAlign {
		f.fail(c.x, "allocation with an alignment above %d", cfg.HeapAlign)
	}
	return f.alloc(c, f.sizeArg(c, 1), false, false)
}

func callocCall(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1)})
	t := f.l.tt.size
	return f.alloc(c, binary(cfg.Mul, f.conv(vs[0], t), f.conv(vs[1], t)), true, false)
}

// reallocCall allocates and copies. The bytes beyond the old size are those
// that follow the old block.
func reallocCall(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1)})
	t := f.l.tt.voidPtr
	if f.dead() {
		return give(val{e: f.sizeConst(0), t: t})
	}
	old := val{e: f.conv(vs[0], t), t: t}
	size := f.conv(vs[1], f.l.tt.size)
	if isConst(size, 0) {
		// As glibc does: the block is freed and the result is null.
		f.emit(&cfg.Free{Ptr: old.e}, c.at, cfg.RoleUser)
		return give(val{e: konst(f.l.tt.value(t), 0), t: t})
	}
	v := f.temp(t)
	f.emit(&cfg.Alloc{Dst: v, Size: size}, c.at, cfg.RoleUser)
	yes, no := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	from := f.cur
	f.assume(f.truth(old), span{}, cfg.RoleImplicit)
	f.jump(yes)
	f.cur = from
	f.assume(not(f.truth(old)), span{}, cfg.RoleImplicit)
	f.jump(no)
	f.start(yes)
	f.emit(&cfg.MemCopy{Dst: &cfg.VarRef{V: v}, Src: old.e, Size: size}, span{pos: c.at.pos}, cfg.RoleImplicit)
	f.emit(&cfg.Free{Ptr: old.e}, span{pos: c.at.pos}, cfg.RoleImplicit)
	f.jump(no)
	f.start(no)
	if !f.l.conf.Execute { // an execution knows how long it is
		f.l.note(c.at.pos, "realloc copies the new size, as if the old block were as long")
	}
	return give(val{e: &cfg.VarRef{V: v}, t: t})
}

func freeCall(f *fn, c *call) callResult {
	f.emit(&cfg.Free{Ptr: f.conv(f.rvalue(f.arg(c, 0)), f.l.tt.voidPtr)}, c.at, cfg.RoleUser)
	return f.noValue(c)
}

// result returns the value v that a call has as a result after it has written
// memory.
func (f *fn) result(c *call, v val) val {
	if c.use.wanted() && v.e != nil && loads(v.e) {
		return f.save(v)
	}
	return v
}

func memcpyCall(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1), f.arg(c, 2)})
	t := f.l.tt.voidPtr
	dst, src, size := f.conv(f.result(c, vs[0]), t), f.conv(vs[1], t), f.conv(vs[2], f.l.tt.size)
	if strings.Contains(c.name, "mempcpy") {
		size = f.result(c, val{e: size, t: f.l.tt.size}).e
	}
	f.emit(&cfg.MemCopy{Dst: dst, Src: src, Size: size}, c.at, cfg.RoleUser)
	if strings.Contains(c.name, "mempcpy") {
		return give(val{e: binary(cfg.PtrAdd, dst, size), t: t})
	}
	return give(val{e: dst, t: t})
}

func memsetCall(f *fn, c *call) callResult {
	vs := f.values(c.args)
	t := f.l.tt.voidPtr
	f.arg(c, 1)
	var b cfg.Expr = konst(cfg.BV(8), 0)
	n := vs[1]
	if libName(c.name) == "memset" {
		f.arg(c, 2)
		b, n = f.conv(vs[1], f.l.tt.uchar), vs[2]
	}
	dst := f.conv(f.result(c, vs[0]), t)
	f.emit(&cfg.MemSet{Dst: dst, Val: b, Size: f.conv(n, f.l.tt.size)}, c.at, cfg.RoleUser)
	return give(val{e: dst, t: t})
}
