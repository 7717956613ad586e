package frontend

import (
	"math/bits"

	"culprit/cfg"
	"culprit/frontend/ccfix"

	"modernc.org/cc/v4"
)

// Composite types: types whose values C computes with, but that no register
// of cfg holds: integers of 128 bits, long double, complex numbers, and the
// vectors of GNU C. A value is stored like a structure, one scalar for each part, in
// variables or in memory. Operations are lowered part by part. They may need
// statements; therefore expressions with composite operands count as having
// side effects (unit.pure), so that every operand is lowered at a point where
// statements can be emitted.

// composite reports whether values of type t consist of parts.
func (t *ctype) composite() bool { return t.k >= kWide }

// real reports whether t is an arithmetic type without complex numbers.
func (t *ctype) real() bool { return t.arith() || t.k == kWide || t.k == kExtended }

// complexParts gives the type of the parts of a complex type.
var complexParts = map[cc.Kind]cc.Kind{
	cc.ComplexChar: cc.Char, cc.ComplexShort: cc.Short, cc.ComplexUShort: cc.UShort, cc.ComplexInt: cc.Int,
	cc.ComplexUInt: cc.UInt, cc.ComplexLong: cc.Long, cc.ComplexLongLong: cc.LongLong,
	cc.ComplexFloat: cc.Float, cc.ComplexDouble: cc.Double, cc.ComplexLongDouble: cc.LongDouble,
}

// isComposite reports whether a type of cc's is a composite type.
func isComposite(t cc.Type) bool {
	if t == nil {
		return false
	}
	switch k := t.Kind(); k {
	case cc.Int128, cc.UInt128, cc.LongDouble, cc.Float64x:
		return true
	default:
		if _, ok := complexParts[k]; ok {
			return true
		}
	}
	return isVector(t) || isMarked(t)
}

// isMarked reports whether a type of cc's stands for complex numbers, see
// ComplexSize.
func isMarked(t cc.Type) bool { return t != nil && t.VectorSize() >= ccfix.ComplexSize }

// marked is the complex type that a type of cc's stands for.
func (tt *types) marked(t cc.Type) *ctype {
	return tt.complexOf([]*ctype{tt.basic(t.Kind()), tt.float, tt.double, tt.ldouble}[markedRank(t)])
}

// markedRank is the rank of the floating type of the parts of a complex number,
// or 0.
func markedRank(t cc.Type) int {
	return min(bits.TrailingZeros64(uint64(t.VectorSize()/ccfix.ComplexSize)), 3)
}

// wide makes a type of 128-bit integers: a low and a high half.
func (tt *types) wide(name string, signed bool) *ctype {
	t := &ctype{k: kWide, name: name, bits: 128, signed: signed, rank: rankInt128, size: 16, align: 16, laid: true}
	hi := tt.ullong
	if signed {
		hi = tt.llong
	}
	t.fields = []*field{{name: "low", t: tt.ullong, off: 0, parent: t}, {name: "high", t: hi, off: 8, parent: t}}
	return t
}

// complexOf is the complex type with parts of type part.
func (tt *types) complexOf(part *ctype) *ctype {
	if t := tt.complexes[part]; t != nil {
		return t
	}
	t := &ctype{k: kComplex, name: "_Complex " + part.name, elem: part, size: 2 * part.size, align: part.align, laid: true}
	t.fields = []*field{{name: "real", t: part, off: 0, parent: t}, {name: "imag", t: part, off: part.size, parent: t}}
	tt.complexes[part] = t
	return t
}

// parts returns the values of the parts of a composite value.
func (f *emitter) parts(v val) []val {
	out := make([]val, len(v.t.fields))
	for i := range out {
		out[i] = f.load(f.member(*v.lv, v.t.fields[i:i+1]))
	}
	return out
}

// composed makes a value of the composite type t from its parts, each
// converted to the type of the part. The parts are computed now.
func (f *emitter) composed(t *ctype, parts ...val) val {
	p := place{t: t}
	for i, x := range parts {
		pt := t.fields[i].t
		if pt.composite() {
			x = f.save(f.convert(x, pt, nil))
			p.parts = append(p.parts, *x.lv)
			continue
		}
		p.parts = append(p.parts, place{t: pt, e: f.let(f.conv(x, pt))})
	}
	return val{t: t, lv: &p}
}

// convert converts a value to any type that has values.
func (f *emitter) convert(v val, to *ctype, n cc.ExpressionNode) val {
	switch {
	case v.t == to:
		return v
	case to.k == kWide:
		return f.toWide(v, to, n)
	case to.k == kExtended:
		return f.toExtended(v, n)
	case to.k == kComplex:
		return f.toComplex(v, to, n)
	case to.k == kVector:
		return f.toVector(v, to, n)
	case to.scalar():
		return val{e: f.conv(v, to), t: to}
	}
	return v
}

// scalarOf converts a composite value to a scalar type.
func (f *emitter) scalarOf(v val, to *ctype) val {
	switch v.t.k {
	case kWide:
		return f.fromWide(v, to)
	case kExtended:
		return f.fromExtended(v, to)
	case kComplex:
		return f.fromComplex(v, to)
	}
	return f.fromVector(v, to)
}

// usualComposite is the common type of operands one of which is composite.
func (tt *types) usualComposite(a, b *ctype) *ctype {
	if a.k == kVector || !b.composite() {
		a, b = b, a
	}
	// b is composite, and a vector if one of them is.
	switch {
	case b.k == kVector:
		return b
	case b.k == kComplex || a.k == kComplex:
		return tt.complexOf(tt.part(a, b))
	case a.k == kExtended || b.k == kExtended:
		return tt.ldouble
	case a.k == kFloat:
		return a
	case a.k == kWide && !a.signed:
		return tt.uint128
	}
	return tt.canon(b)
}

// compositeOp computes x op y where an operand is composite.
func (f *emitter) compositeOp(op string, x, y val, n cc.ExpressionNode) val {
	switch {
	case x.t.k == kVector || y.t.k == kVector:
		return f.vectorOp(op, x, y, n)
	case x.t.k == kComplex || y.t.k == kComplex:
		return f.complexOp(op, x, y, n)
	case x.t.k == kExtended || y.t.k == kExtended:
		return f.extOp(op, x, y, n)
	}
	return f.wideOp(op, x, y, n)
}

// compositeUnary computes + - ~ of a composite value.
func (f *emitter) compositeUnary(op string, x val, n cc.ExpressionNode) val {
	switch x.t.k {
	case kVector:
		return f.vectorUnary(op, x, n)
	case kComplex:
		return f.complexUnary(op, x, n)
	case kExtended:
		return f.extUnary(op, x, n)
	}
	return f.wideUnary(op, x, n)
}

// compositeTruth is x != 0.
func (f *emitter) compositeTruth(x val) cfg.Expr {
	if x.t.k == kVector {
		f.fail(nil, "a vector as a condition")
	}
	if x.t.k == kExtended {
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
