package library

import (
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
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
func placeCall(f *Caller, c *Call) Result {
	pos := c.At.Pos
	if !pos.IsValid() {
		pos = f.At.Pos
	}
	switch prelude.LibName(c.Name) {
	case "LINE":
		return Give(emit.Value{Expr: emit.Const(cfg.BV(32), uint64(pos.Line)), Type: f.l.Types.Int})
	case "FILE":
		return Give(f.text(pos.File))
	}
	name := ""
	if f.Procedure != nil {
		name = f.Procedure.Func.Name
	}
	return Give(f.text(name))
}

// text is a pointer to a string constant.
func (f *Caller) text(s string) emit.Value {
	t := f.l.Types.CharPtr
	var data []uint64
	for _, c := range []byte(s) {
		data = append(data, uint64(c))
	}
	p := f.body.StringOf(append(data, 0), f.l.Types.Char, cfg.Pos{})
	return emit.Value{Expr: p.Addr, Type: t}
}

// classifyType is the class that gcc gives the type of an expression, which it
// does not evaluate.
func classifyType(f *Caller, c *Call) Result {
	n := map[ctypes.Kind]uint64{ctypes.Void: 0, ctypes.Int: 1, ctypes.Wide: 1, ctypes.Pointer: 5, ctypes.Array: 5, ctypes.Func: 5, ctypes.Float: 8, ctypes.Complex: 9, ctypes.Struct: 12, ctypes.Union: 13, ctypes.Vector: 1<<32 - 1}
	return Give(emit.Value{Expr: emit.Const(cfg.BV(32), n[f.body.TypeOf(f.Arg(c, 0)).Kind]), Type: f.l.Types.Int})
}

// swap128 reverses 16 bytes.
func swap128(f *Caller, c *Call) Result {
	tt := f.l.Types
	lo, hi := f.Words(f.Convert(f.Lower(f.Arg(c, 0)), tt.UInt128, c.X))
	swap := func(x cfg.Expr) cfg.Expr {
		for _, s := range []struct{ n, mask uint64 }{{8, 0x00ff00ff00ff00ff}, {16, 0x0000ffff0000ffff}, {32, 0x00000000ffffffff}} {
			x = f.Let(x)
			x = emit.Or(emit.Shl(emit.And(x, emit.Word(s.mask)), emit.Word(s.n)), emit.And(emit.Shr(x, emit.Word(s.n)), emit.Word(s.mask)))
		}
		return f.Let(x)
	}
	return Give(f.WideVal(tt.UInt128, swap(hi), swap(lo)))
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
func frameAddress(f *Caller, c *Call) Result {
	if level, ok := f.l.ConstInt(f.Arg(c, 0)); !ok || level != 0 || f.Dead() || f.Procedure == nil {
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	if f.frameAt == nil {
		f.frameAt = &emit.Storage{Type: f.l.Types.Char}
		f.Memory(f.frameAt, "#frame address", f.l.Types.Char, c.At.Pos)
	}
	return Give(emit.Value{Expr: f.Of(f.frameAt).Addr, Type: f.l.Types.VoidPtr})
}

// returnAddress lowers __builtin_return_address: which address that is, is not
// known, but in a function it is not null.
func returnAddress(f *Caller, c *Call) Result {
	level, ok := f.l.ConstInt(f.Arg(c, 0))
	if !ok || level != 0 || f.Dead() || f.Procedure == nil {
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	if f.l.conf.Execute {
		return Give(emit.Value{Expr: f.ExternAddr("return address", f.l.Types.Void), Type: f.l.Types.VoidPtr})
	}
	v := f.Temp(f.l.Types.VoidPtr)
	f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.Name}, c.At, cfg.RoleUser)
	at := &cfg.VarRef{V: v}
	return Give(emit.Value{Expr: emit.Ite(emit.Binary(cfg.Eq, at, emit.Const(v.Type, 0)), emit.Const(v.Type, 1), at), Type: f.l.Types.VoidPtr})
}

// builtinComplex lowers __builtin_complex (x, y).
func builtinComplex(f *Caller, c *Call) Result {
	vs := f.body.Values(c.Args)
	f.Arg(c, 1)
	if vs[0].Type.Kind == ctypes.Int || vs[1].Type.Kind == ctypes.Int || !vs[0].Type.Real() || !vs[1].Type.Real() {
		f.Fail(c.X, "arguments of %s", c.Name)
	}
	return Give(f.Composed(f.l.Types.ComplexOf(f.l.Types.Usual(vs[0].Type, vs[1].Type)), vs[0], vs[1]))
}

// imaginaryCall lowers __culprit_imaginary (n), which stands for the constant
// with the suffix i.
func imaginaryCall(f *Caller, c *Call) Result {
	v := f.Lower(f.Arg(c, 0))
	return Give(f.Composed(f.l.Types.ComplexOf(v.Type), f.ZeroOf(v.Type), v))
}

// overflowCall stores the result through the third argument, or only looks at
// its type if the name ends in _p. The value of the call is the overflow.
func overflowCall(f *Caller, c *Call) Result {
	tt := f.l.Types
	vs := f.body.Values(c.Args)
	f.Arg(c, 2)
	name := prelude.LibName(c.Name)
	onlyTest := strings.HasSuffix(name, "_p")
	rt := vs[2].Type
	if m := syntax.BitField(c.Args[2]); onlyTest && m != nil {
		rt = tt.Narrow(tt.Of(m.Type()), int(m.ValueBits()))
	}
	if !onlyTest {
		if rt.Kind != ctypes.Pointer {
			f.Fail(c.X, "call of %s", c.Name)
		}
		rt = tt.ElemOf(rt)
	}
	op := ""
	for _, o := range []string{"add", "sub", "mul"} {
		if strings.Contains(name, o) {
			op = o
		}
	}
	a, b := vs[0], vs[1]
	if !strings.HasPrefix(name, op) { // typed variants convert their arguments
		a, b = f.Convert(a, rt, c.X), f.Convert(b, rt, c.X)
	}
	for _, t := range []*ctypes.Type{a.Type, b.Type, rt} {
		if t.Kind != ctypes.Int && t.Kind != ctypes.Wide {
			f.Fail(c.X, "call of %s", c.Name)
		}
	}
	res, over := f.Overflow(op, a, b, rt)
	if !onlyTest {
		// The test reads the operands before the store may change them.
		over = f.Let(over)
		f.Store(emit.Place{Type: rt, Addr: vs[2].Expr}, res, c.At, cfg.RoleUser)
	}
	return Give(emit.Value{Expr: over, Type: tt.Bool})
}

// compositeBuiltin is the lowering of a builtin on composite values.
func compositeBuiltin(name string) builtin {
	switch name {
	case "__builtin_shuffle":
		return shuffleCall
	case "__builtin_shufflevector":
		return shuffleVectorCall
	case ccfix.ElementName:
		return elementCall
	case ccfix.ImaginaryName:
		return imaginaryCall
	case "__builtin_complex":
		return builtinComplex
	}
	return nil
}
