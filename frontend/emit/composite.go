package emit

import (
	"culprit/cfg"
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

// Parts returns the values of the parts of a composite value.
func (f *Emitter) Parts(v Value) []Value {
	out := make([]Value, len(v.Type.Fields))
	for i := range out {
		out[i] = f.Load(f.Member(*v.Place, v.Type.Fields[i:i+1]))
	}
	return out
}

// Composed makes a value of the composite type t from its parts, each
// converted to the type of the part. The parts are computed now.
func (f *Emitter) Composed(t *ctypes.Type, parts ...Value) Value {
	p := Place{Type: t}
	for i, x := range parts {
		pt := t.Fields[i].Type
		if pt.Composite() {
			x = f.Save(f.Convert(x, pt, nil))
			p.parts = append(p.parts, *x.Place)
			continue
		}
		p.parts = append(p.parts, Place{Type: pt, Expr: f.Let(f.Conv(x, pt))})
	}
	return Value{Type: t, Place: &p}
}

// Convert converts a value to any type that has values.
func (f *Emitter) Convert(v Value, to *ctypes.Type, n cc.ExpressionNode) Value {
	switch {
	case v.Type == to:
		return v
	case v.Type.Kind == ctypes.Half:
		return f.Convert(f.ofHalf(v), to, n)
	case to.Kind == ctypes.Half:
		return f.toHalf(v, n)
	case to.Kind == ctypes.Wide:
		return f.ToWide(v, to, n)
	case to.Kind == ctypes.Extended:
		return f.toExtended(v, n)
	case to.Kind == ctypes.Complex:
		return f.toComplex(v, to, n)
	case to.Kind == ctypes.Vector:
		return f.toVector(v, to, n)
	case to.Scalar():
		return Value{Expr: f.Conv(v, to), Type: to}
	}
	return v
}

// scalarOf converts a composite value to a scalar type.
func (f *Emitter) scalarOf(v Value, to *ctypes.Type) Value {
	switch v.Type.Kind {
	case ctypes.Half:
		return f.ofHalf(v)
	case ctypes.Wide:
		return f.fromWide(v, to)
	case ctypes.Extended:
		return f.fromExtended(v, to)
	case ctypes.Complex:
		return f.fromComplex(v, to)
	}
	return f.fromVector(v, to)
}

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

// compositeTruth is x != 0.
func (f *Emitter) compositeTruth(x Value) cfg.Expr {
	if x.Type.Kind == ctypes.Vector {
		f.Fail(nil, "a vector as a condition")
	}
	if x.Type.Kind == ctypes.Half {
		return f.Truth(f.ofHalf(x))
	}
	if x.Type.Kind == ctypes.Extended {
		return cfg.Negate(IsZero(Ext{Sig: f.Parts(x)[0].Expr}))
	}
	cond := cfg.Expr(cfg.False)
	for _, p := range f.Parts(x) {
		cond = Binary(cfg.LOr, cond, f.Truth(p))
	}
	return cond
}
