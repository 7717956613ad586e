package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ccfix"
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

// parts returns the values of the parts of a composite value.
func (f *emitter) parts(v val) []val {
	out := make([]val, len(v.t.Fields))
	for i := range out {
		out[i] = f.load(f.member(*v.lv, v.t.Fields[i:i+1]))
	}
	return out
}

// composed makes a value of the composite type t from its parts, each
// converted to the type of the part. The parts are computed now.
func (f *emitter) composed(t *ctypes.Type, parts ...val) val {
	p := place{t: t}
	for i, x := range parts {
		pt := t.Fields[i].Type
		if pt.Composite() {
			x = f.save(f.convert(x, pt, nil))
			p.parts = append(p.parts, *x.lv)
			continue
		}
		p.parts = append(p.parts, place{t: pt, e: f.let(f.conv(x, pt))})
	}
	return val{t: t, lv: &p}
}

// convert converts a value to any type that has values.
func (f *emitter) convert(v val, to *ctypes.Type, n cc.ExpressionNode) val {
	switch {
	case v.t == to:
		return v
	case to.Kind == ctypes.Wide:
		return f.toWide(v, to, n)
	case to.Kind == ctypes.Extended:
		return f.toExtended(v, n)
	case to.Kind == ctypes.Complex:
		return f.toComplex(v, to, n)
	case to.Kind == ctypes.Vector:
		return f.toVector(v, to, n)
	case to.Scalar():
		return val{e: f.conv(v, to), t: to}
	}
	return v
}

// scalarOf converts a composite value to a scalar type.
func (f *emitter) scalarOf(v val, to *ctypes.Type) val {
	switch v.t.Kind {
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
func (f *emitter) compositeOp(op string, x, y val, n cc.ExpressionNode) val {
	switch {
	case x.t.Kind == ctypes.Vector || y.t.Kind == ctypes.Vector:
		return f.vectorOp(op, x, y, n)
	case x.t.Kind == ctypes.Complex || y.t.Kind == ctypes.Complex:
		return f.complexOp(op, x, y, n)
	case x.t.Kind == ctypes.Extended || y.t.Kind == ctypes.Extended:
		return f.extOp(op, x, y, n)
	}
	return f.wideOp(op, x, y, n)
}

// compositeUnary computes + - ~ of a composite value.
func (f *emitter) compositeUnary(op string, x val, n cc.ExpressionNode) val {
	switch x.t.Kind {
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
func (f *emitter) compositeTruth(x val) cfg.Expr {
	if x.t.Kind == ctypes.Vector {
		f.fail(nil, "a vector as a condition")
	}
	if x.t.Kind == ctypes.Extended {
		return cfg.Negate(isZero(ext{sig: f.parts(x)[0].e}))
	}
	cond := cfg.Expr(cfg.False)
	for _, p := range f.parts(x) {
		cond = binary(cfg.LOr, cond, f.truth(p))
	}
	return cond
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
