package emit

import (
	"culprit/frontend/ctypes"

	"modernc.org/cc/v4"
)

// Composite types: types whose values C computes with, but that no register
// of cfg holds: integers of 128 bits, long double, complex numbers, and the
// vectors of GNU C. A value is stored like a structure, one scalar for each part, in
// variables or in memory. Operations are lowered part by part. They may need
// statements; therefore expressions with composite operands count as having
// side effects (unit.pure), so that every operand is lowered at a point where
// statements can be emitted.

// compositeOp computes x op y where an operand is composite.
func (f *Emitter) compositeOp(op string, x, y Value, n cc.ExpressionNode) Value {
	switch {
	case x.Type.Kind == ctypes.Half:
		return f.Apply(op, f.ofHalf(x), y, n)
	case y.Type.Kind == ctypes.Half:
		return f.Apply(op, x, f.ofHalf(y), n)
	case x.Type.Kind == ctypes.Vector || y.Type.Kind == ctypes.Vector:
		return f.vectorOp(op, x, y, n)
	case x.Type.Kind == ctypes.Complex || y.Type.Kind == ctypes.Complex:
		return f.complexOp(op, x, y, n)
	case x.Type.Kind == ctypes.Extended || y.Type.Kind == ctypes.Extended:
		return f.extOp(op, x, y, n)
	}
	return f.wideOp(op, x, y, n)
}

// CompositeUnary computes + - ~ of a composite value.
func (f *Emitter) CompositeUnary(op string, x Value, n cc.ExpressionNode) Value {
	switch x.Type.Kind {
	case ctypes.Half:
		return f.halfUnary(op, x, n)
	case ctypes.Vector:
		return f.vectorUnary(op, x, n)
	case ctypes.Complex:
		return f.complexUnary(op, x, n)
	case ctypes.Extended:
		return f.extUnary(op, x, n)
	}
	return f.wideUnary(op, x, n)
}
