package frontend

import (
	"math/bits"
	"slices"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// Enumerations as gcc has them. A constant whose value fits in int is an int.
// Any other has, within the list that defines it, the type of its expression,
// and after the list that of the enumeration: the first of unsigned int, int,
// and the same with 64 bits that holds all constants, or with the attribute
// packed the smallest type.

// enumerations are the constants and types known so far.
type enumerations struct {
	values map[*cc.Enumerator]val
	types  map[*cc.Enumerator]*ctype // by the first constant
	// typeOf evaluates the constants of an enumeration and gives its type.
	typeOf func([]*cc.Enumerator) *ctype
}

// enumOf finds the list of constants that d belongs to, nil if it is unknown.
func (l *lowerer) enumOf(d *cc.Enumerator) *cc.EnumSpecifier { return l.u.sym.attrs.enumOf[d] }

// enumerator is the value of an enumeration constant.
func (f *fn) enumerator(d *cc.Enumerator) val {
	known := &f.l.tt.enums
	if _, ok := known.values[d]; !ok {
		if e := f.l.enumOf(d); e != nil {
			var list []*cc.Enumerator
			for n := e.EnumeratorList; n != nil; n = n.EnumeratorList {
				list = append(list, n.Enumerator)
			}
			known.typeOf(list)
		}
	}
	v, ok := known.values[d]
	if !ok {
		panic(unsupported{"enumeration constant " + d.Token.SrcStr(), f.at})
	}
	return v
}

// enumType evaluates the constants of an enumeration and returns the type of
// its values, without name.
func (l *lowerer) enumType(list []*cc.Enumerator) *ctype {
	tt := l.tt
	if len(list) == 0 {
		return tt.uintT // not defined
	}
	if t := tt.enums.types[list[0]]; t != nil {
		return t
	}
	tt.enums.types[list[0]] = tt.intT // should a constant mention its own type
	next := val{e: konst(cfg.BV(32), 0), t: tt.intT}
	negative, width := false, 0
	for _, d := range list {
		v, ok := next, true
		if d.ConstantExpression != nil {
			v, ok = l.constVal(d.ConstantExpression)
		}
		if !ok {
			return tt.uintT
		}
		if n, fits := asInt(v); fits {
			v = val{e: konst(cfg.BV(32), uint64(n)), t: tt.intT}
		}
		tt.enums.values[d] = v
		n := v.e.(*cfg.Const).V
		if s := cfg.SignExtend(n, v.t.bits); v.t.signed && s < 0 {
			negative = true
			width = max(width, bits.Len64(uint64(^s))+1)
		} else {
			width = max(width, bits.Len64(n)+1) // with a sign
		}
		next = val{e: konst(v.e.Type(), n+1), t: v.t}
	}
	packed := slices.ContainsFunc(l.u.sym.attrs.enums[list[0]], func(a attribute) bool { return a.name == "packed" })
	t := tt.enumBase(negative, width, packed)
	tt.enums.types[list[0]] = t
	for _, d := range list {
		if v := tt.enums.values[d]; v.t != tt.intT {
			tt.enums.values[d] = val{e: (&emitter{l: l}).conv(v, t), t: t}
		}
	}
	return t
}

// asInt returns the value of a constant that an int holds.
func asInt(v val) (int64, bool) {
	c := v.e.(*cfg.Const)
	n := int64(c.V)
	if v.t.signed {
		n = cfg.SignExtend(c.V, v.t.bits)
	} else if n < 0 {
		return 0, false
	}
	return n, n == int64(int32(n))
}

// enumBase is the type for constants of width bits with a sign.
func (tt *types) enumBase(negative bool, width int, packed bool) *ctype {
	if !negative {
		width--
	}
	wide, uwide := tt.long, tt.ulong
	if tt.ptrBits == 32 {
		wide, uwide = tt.llong, tt.ullong
	}
	signed, unsigned := []*ctype{tt.intT, wide}, []*ctype{tt.uintT, uwide}
	if packed {
		signed = append([]*ctype{tt.schar, tt.short}, signed...)
		unsigned = append([]*ctype{tt.uchar, tt.ushort}, unsigned...)
	}
	if !negative {
		signed = unsigned
	}
	for _, t := range signed {
		if width <= t.bits {
			return t
		}
	}
	return signed[len(signed)-1]
}
