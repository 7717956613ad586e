package frontend

import (
	"strconv"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Builtins of gcc and clang that are not functions of the C library.

// gnuBuiltins are the builtins that this file lowers.
func gnuBuiltins(put func(b builtin, names ...string)) {
	put(placeCall, "LINE", "FILE", "FUNCTION")
	put(classifyType, "classify_type")
	put(swap128, "bswap128")
	put(firstArg, "speculation_safe_value", "assoc_barrier", "unpredictable", "extract_return_addr", "frob_return_addr")
	put(ignoreCall, "cpu_init", "__clear_cache", "stack_restore")
	put(outputCall, "stack_save", "cpu_is", "cpu_supports")
	put(haltCall, "debugtrap")
	put(unsupportedCall, "clear_padding")
	put(roundingStyle, "flt_rounds")
	put(allocaCall, "alloca_with_align_and_max")
}

// placeCall tells where the call is.
func placeCall(f *fn, c *call) callResult {
	pos := c.at.Pos
	if !pos.IsValid() {
		pos = f.at.Pos
	}
	switch prelude.LibName(c.name) {
	case "LINE":
		return give(val{e: konst(cfg.BV(32), uint64(pos.Line)), t: f.l.tt.Int})
	case "FILE":
		return give(f.text(pos.File))
	}
	name := ""
	if f.pr != nil {
		name = f.pr.fn.Name
	}
	return give(f.text(name))
}

// text is a pointer to a string constant.
func (f *fn) text(s string) val {
	t := f.l.tt.CharPtr
	var data []uint64
	for _, c := range []byte(s) {
		data = append(data, uint64(c))
	}
	p := f.stringOf(append(data, 0), f.l.tt.Char, cfg.Pos{})
	return val{e: p.addr, t: t}
}

// classifyType is the class that gcc gives the type of an expression, which it
// does not evaluate.
func classifyType(f *fn, c *call) callResult {
	n := map[ctypes.Kind]uint64{ctypes.Void: 0, ctypes.Int: 1, ctypes.Wide: 1, ctypes.Pointer: 5, ctypes.Array: 5, ctypes.Func: 5, ctypes.Float: 8, ctypes.Complex: 9, ctypes.Struct: 12, ctypes.Union: 13, ctypes.Vector: 1<<32 - 1}
	return give(val{e: konst(cfg.BV(32), n[f.typeOf(f.arg(c, 0)).Kind]), t: f.l.tt.Int})
}

// swap128 reverses 16 bytes.
func swap128(f *fn, c *call) callResult {
	tt := f.l.tt
	lo, hi := f.words(f.convert(f.rvalue(f.arg(c, 0)), tt.UInt128, c.x))
	swap := func(x cfg.Expr) cfg.Expr {
		for _, s := range []struct{ n, mask uint64 }{{8, 0x00ff00ff00ff00ff}, {16, 0x0000ffff0000ffff}, {32, 0x00000000ffffffff}} {
			x = f.let(x)
			x = or(shl(and(x, word(s.mask)), word(s.n)), and(shr(x, word(s.n)), word(s.mask)))
		}
		return f.let(x)
	}
	return give(f.wideVal(tt.UInt128, swap(hi), swap(lo)))
}

// nanBits gives the bits of nan(a) or, if signalling, nans(a): gcc takes a
// number in the text into the significand. Any other argument means the text
// without a number; ok is false for it.
func nanBits(a cc.ExpressionNode, bits int, signalling bool) (v uint64, ok bool) {
	n := uint64(0)
	if a != nil {
		text, literal := syntax.LiteralText(a)
		if text != "" {
			var err error
			n, err = strconv.ParseUint(text, 0, 64)
			literal = literal && err == nil
		}
		ok = literal
	}
	mant := 52
	if bits == 32 {
		mant = 23
	}
	quiet := uint64(1) << (mant - 1)
	n &= quiet - 1
	exp := cfg.Mask(^uint64(0), bits-1) >> mant << mant
	switch {
	case !signalling:
		n |= quiet
	case n == 0:
		n = quiet >> 1
	}
	return exp | n, ok
}

// Addresses of frames and of code. A frame lies among the objects of its
// function.

// frameAddress lowers __builtin_frame_address(0).
func frameAddress(f *fn, c *call) callResult {
	if level, ok := f.l.constInt(f.arg(c, 0)); !ok || level != 0 || f.dead() || f.pr == nil {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	if f.locals.frameAt == nil {
		f.locals.frameAt = &storage{t: f.l.tt.Char}
		f.memory(f.locals.frameAt, "#frame address", f.l.tt.Char, c.at.Pos)
	}
	return give(val{e: f.of(f.locals.frameAt).addr, t: f.l.tt.VoidPtr})
}

// returnAddress lowers __builtin_return_address: which address that is, is not
// known, but in a function it is not null.
func returnAddress(f *fn, c *call) callResult {
	level, ok := f.l.constInt(f.arg(c, 0))
	if !ok || level != 0 || f.dead() || f.pr == nil {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	if f.l.conf.Execute {
		return give(val{e: f.externAddr("return address", f.l.tt.Void), t: f.l.tt.VoidPtr})
	}
	v := f.temp(f.l.tt.VoidPtr)
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name}, c.at, cfg.RoleUser)
	at := &cfg.VarRef{V: v}
	return give(val{e: ite(binary(cfg.Eq, at, konst(v.Type, 0)), konst(v.Type, 1), at), t: f.l.tt.VoidPtr})
}
