package emit

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"

	"modernc.org/cc/v4"
)

// operators are those of unsigned numbers by how C writes them.
var operators = map[string]cfg.Op{"+": cfg.Add, "-": cfg.Sub, "*": cfg.Mul, "/": cfg.UDiv, "%": cfg.URem, "&": cfg.And, "|": cfg.Or, "^": cfg.Xor}

// Apply computes x op y by the rules of C.
func (f *Emitter) Apply(op string, x, y Value, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	if x.Type.Composite() || y.Type.Composite() {
		return f.compositeOp(op, x, y, n)
	}
	if !x.Type.Scalar() || !y.Type.Scalar() {
		f.Fail(n, "operator %s on %s and %s", op, x.Type.Name, y.Type.Name)
	}
	switch op {
	case "<<", ">>":
		return f.shift(op, x, y, n)
	case "==", "!=", "<", ">", "<=", ">=":
		return f.Compare(op, x, y, n)
	}
	if x.Type.Kind == ctypes.Pointer || y.Type.Kind == ctypes.Pointer {
		return f.pointerOp(op, x, y, n)
	}
	t := tt.Usual(x.Type, y.Type)
	ex, ey := f.Implicit(x, t), f.Implicit(y, t)
	o := operators[op]
	switch {
	case t.Signed && o == cfg.UDiv:
		o = cfg.SDiv
	case t.Signed && o == cfg.URem:
		o = cfg.SRem
	}
	if t.Kind == ctypes.Float {
		fo, ok := map[cfg.Op]cfg.Op{cfg.Add: cfg.FAdd, cfg.Sub: cfg.FSub, cfg.Mul: cfg.FMul, cfg.UDiv: cfg.FDiv}[o]
		if !ok {
			f.Fail(n, "operator %s on floating values", op)
		}
		o = fo
		if nan := foldNaN(o, ex, ey); nan != nil && f.Constant {
			return Value{Expr: nan, Type: t}
		}
		return Value{Expr: f.InMode(Binary(o, ex, ey)), Type: t}
	}
	if t.Kind == ctypes.Int && t.Signed {
		return Value{Expr: f.Arith(n, t).Binary(o, ex, ey), Type: t}
	}
	if asked := f.Program.Options.Checks; (o == cfg.UDiv || o == cfg.URem) && asked&safety.Division != 0 ||
		(o == cfg.Add || o == cfg.Sub || o == cfg.Mul) && t.Kind == ctypes.Int && asked&safety.Wrap != 0 {
		return Value{Expr: f.Arith(n, t).unsigned(o, ex, ey), Type: t}
	}
	return Value{Expr: Binary(o, ex, ey), Type: t}
}

// Compare lowers the relational and equality operators.
func (f *Emitter) Compare(op string, x, y Value, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	var ex, ey cfg.Expr
	var t *ctypes.Type
	switch {
	case x.Type.Kind == ctypes.Pointer || y.Type.Kind == ctypes.Pointer:
		t = tt.VoidPtr
		ex, ey = f.Conv(x, t), f.Conv(y, t)
	default:
		if r := f.compareBool(op, x, y); r != nil {
			return Value{Expr: r, Type: tt.Int}
		}
		t = tt.Usual(x.Type, y.Type)
		f.mayChange(x, t, 0)
		f.mayChange(y, t, 0)
		if (op == "==" || op == "!=") && t.Kind == ctypes.Int {
			if u := f.narrow(x, y); u != nil {
				t = u
			}
		}
		ex, ey = f.Conv(x, t), f.Conv(y, t)
	}
	if op == ">" || op == ">=" {
		ex, ey = ey, ex
		op = map[string]string{">": "<", ">=": "<="}[op]
	}
	var o cfg.Op
	switch {
	case t.Kind == ctypes.Float:
		o = map[string]cfg.Op{"==": cfg.FEq, "!=": cfg.FNe, "<": cfg.FLt, "<=": cfg.FLe}[op]
	case t.Signed:
		o = map[string]cfg.Op{"==": cfg.Eq, "!=": cfg.Ne, "<": cfg.SLt, "<=": cfg.SLe}[op]
	default:
		o = map[string]cfg.Op{"==": cfg.Eq, "!=": cfg.Ne, "<": cfg.ULt, "<=": cfg.ULe}[op]
	}
	if t.Kind == ctypes.Pointer && (o == cfg.ULt || o == cfg.ULe) {
		return Value{Expr: f.pointers(o, ex, ey, n), Type: tt.Int}
	}
	return Value{Expr: Binary(o, ex, ey), Type: tt.Int}
}

// compareBool compares a truth value with 0 or 1.
func (f *Emitter) compareBool(op string, x, y Value) cfg.Expr {
	if op != "==" && op != "!=" || x.Expr == nil || y.Expr == nil {
		return nil
	}
	if x.Expr.Type().Kind != cfg.Bool {
		x, y = y, x
	}
	if x.Expr.Type().Kind != cfg.Bool {
		return nil
	}
	switch {
	case y.Expr.Type().Kind == cfg.Bool:
		if op == "==" {
			return Binary(cfg.Eq, x.Expr, y.Expr)
		}
		return Binary(cfg.Ne, x.Expr, y.Expr)
	case IsConst(y.Expr, 0):
		if op == "==" {
			return cfg.Negate(x.Expr)
		}
		return x.Expr
	case IsConst(y.Expr, 1):
		if op == "==" {
			return x.Expr
		}
		return cfg.Negate(x.Expr)
	}
	return nil
}

// narrow returns a type below int in which x == y can be decided: both
// operands have it already.
func (f *Emitter) narrow(x, y Value) *ctypes.Type {
	if x.Type.Kind == ctypes.Int && y.Type.Kind == ctypes.Int && x.Type.Rank < ctypes.RankInt && x.Type.Bits == y.Type.Bits && x.Type.Signed == y.Type.Signed &&
		!x.Type.Bool && !y.Type.Bool && x.Expr.Type() == y.Expr.Type() {
		return x.Type
	}
	return nil
}

// pointerOp lowers pointer arithmetic.
func (f *Emitter) pointerOp(op string, x, y Value, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	switch {
	case op == "+" && x.Type.Kind == ctypes.Pointer && y.Type.Kind == ctypes.Int:
		return Value{Expr: f.PtrAdd(x, y, false), Type: x.Type}
	case op == "+" && y.Type.Kind == ctypes.Pointer && x.Type.Kind == ctypes.Int:
		return Value{Expr: f.PtrAdd(y, x, false), Type: y.Type}
	case op == "-" && x.Type.Kind == ctypes.Pointer && y.Type.Kind == ctypes.Int:
		return Value{Expr: f.PtrAdd(x, y, true), Type: x.Type}
	case op == "-" && x.Type.Kind == ctypes.Pointer && y.Type.Kind == ctypes.Pointer:
		d := f.pointers(cfg.Sub, x.Expr, y.Expr, n)
		el := tt.ElemOf(x.Type)
		size := uint64(1)
		if el.Kind != ctypes.Void && el.Kind != ctypes.Func {
			size = tt.SizeOf(el)
		}
		dt := tt.Value(tt.PtrDiff)
		// The distance of elements of one array is a multiple of their size.
		switch {
		case tt.Dynamic(el):
			d = Binary(cfg.SDiv, d, f.Size(el))
		case size == 0:
			f.Fail(n, "difference of pointers to objects of size 0")
		case size&(size-1) == 0:
			sh := uint64(0)
			for s := size; s > 1; s >>= 1 {
				sh++
			}
			d = Binary(cfg.AShr, d, Const(dt, sh))
		default:
			d = Binary(cfg.SDiv, d, Const(dt, size))
		}
		return Value{Expr: d, Type: tt.PtrDiff}
	}
	f.Fail(n, "operator %s on %s and %s", op, x.Type.Name, y.Type.Name)
	return Value{}
}

// pointers marks the difference or comparison n of pointers, for executions and
// package safety, which look whether both point into one object (C11 6.5.6p9, 6.5.8p5).
func (f *Emitter) pointers(op cfg.Op, x, y cfg.Expr, n cc.ExpressionNode) cfg.Expr {
	e := Binary(op, x, y)
	b, ok := e.(*cfg.Binary)
	if !ok || b.X != x || b.Y != y || n == nil || !f.Asks(safety.Compare) {
		return e
	}
	if at := f.Program.Linked.Sources.Node(n); at.Pos.IsValid() {
		b.Site = &cfg.Site{Pos: at.Pos, Text: at.Text}
	}
	return e
}

func (f *Emitter) shift(op string, x, y Value, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	if x.Type.Kind != ctypes.Int || y.Type.Kind != ctypes.Int {
		f.Fail(n, "operator %s on %s and %s", op, x.Type.Name, y.Type.Name)
	}
	t := tt.Promote(x.Type)
	a := f.Conv(x, t)
	// Only the width of the count changes: it is read as unsigned there.
	yt := tt.Promote(y.Type)
	c := f.Conv(y, yt)
	switch w := c.Type().Width(); {
	case w > t.Bits: // one that is too large must stay so
		bt := cfg.BV(t.Bits)
		c = Ite(Binary(cfg.ULt, c, Const(cfg.BV(w), uint64(t.Bits))), Cast(cfg.Trunc, bt, c), Const(bt, ^uint64(0)))
	case w < t.Bits:
		c = Cast(cfg.ZExt, cfg.BV(t.Bits), c)
	}
	o := cfg.Shl
	if op == ">>" {
		o = cfg.LShr
		if t.Signed {
			o = cfg.AShr
		}
	}
	switch {
	case t.Signed:
		return Value{Expr: f.Arith(n, t).Binary(o, a, c), Type: t}
	case f.Program.Options.Checks&safety.Shift != 0:
		return Value{Expr: f.Arith(n, t).unsigned(o, a, c), Type: t}
	}
	return Value{Expr: Binary(o, a, c), Type: t}
}

// SmallIndex is the value of a constant that is not a negative or huge number.
func (f *Emitter) SmallIndex(n cc.ExpressionNode) (uint64, bool) {
	k, ok := f.Program.ConstInt(n)
	return uint64(k), ok && k >= 0 && k < 1<<31
}

// PtrAdd computes p + i or p - i in elements.
func (f *Emitter) PtrAdd(p, i Value, minus bool) cfg.Expr {
	tt := f.Program.Types
	el := tt.ElemOf(p.Type)
	var size cfg.Expr = f.SizeConst(max(tt.SizeOf(el), 0))
	switch {
	case el.Kind == ctypes.Void || el.Kind == ctypes.Func:
		size = f.SizeConst(1)
	case tt.Dynamic(el):
		size = f.Size(el)
	}
	// The index has the width of pointers; a narrower one is extended by its
	// own sign.
	off := Binary(cfg.Mul, f.Conv(i, tt.PtrDiff), size)
	if minus {
		off = Unary(cfg.Neg, off)
	}
	return Binary(cfg.PtrAdd, p.Expr, off)
}
