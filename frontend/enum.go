package frontend

import (
	"math/bits"
	"slices"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Enumerations as C23 and, in all its modes, gcc since version 13 have them. An
// enumeration with an underlying type has that, and so have its constants, within
// the list that defines them and after it. Of any other the type is the first of
// unsigned int, int, and the same with 64 bits that holds all constants, or with
// the attribute packed the smallest type. Its constants are ints if all fit in
// int, else of its type; within the list a constant that does not fit in int has
// the type of its expression, or the next wider one if it follows the last of a
// type.

// enumerations are the constants and types known so far.
type enumerations struct {
	values map[*cc.Enumerator]val
	types  map[*cc.Enumerator]*ctypes.Type // by the first constant
}

// enumOf finds the list of constants that d belongs to, nil if it is unknown.
func (l *lowerer) enumOf(d *cc.Enumerator) *cc.EnumSpecifier { return l.u.Symbols.Attributes.EnumOf[d] }

// enumerator is the value of an enumeration constant.
func (f *fn) enumerator(d *cc.Enumerator) val {
	known := &f.l.enums
	if _, ok := known.values[d]; !ok {
		if e := f.l.enumOf(d); e != nil {
			f.l.enumType(syntax.Enumerators(e))
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
func (l *lowerer) enumType(list []*cc.Enumerator) *ctypes.Type {
	tt := l.tt
	if len(list) == 0 {
		return tt.UInt // not defined
	}
	if t := l.enums.types[list[0]]; t != nil {
		return t
	}
	spec := l.enumOf(list[0])
	if base := syntax.Underlying(spec); base != nil {
		t := tt.Of(base)
		if t.Kind != ctypes.Int || t.Bits > 64 {
			l.u.RefuseAt(l.u.Sources.Position(spec), "an enumeration cannot have the underlying type %s", t.Name)
			t = tt.Int
		}
		l.enums.types[list[0]] = t
		l.enumValues(list, t)
		return t
	}
	l.enums.types[list[0]] = tt.Int // should a constant mention its own type
	values := l.enumValues(list, nil)
	if len(values) < len(list) {
		return tt.UInt
	}
	negative, width, wide := false, 0, false
	for _, v := range values {
		n := v.e.(*cfg.Const).V
		if s := cfg.SignExtend(n, v.t.Bits); v.t.Signed && s < 0 {
			negative = true
			width = max(width, bits.Len64(uint64(^s))+1)
		} else {
			width = max(width, bits.Len64(n)+1) // with a sign
		}
		wide = wide || v.t != tt.Int
	}
	packed := slices.ContainsFunc(l.u.Symbols.Attributes.Enums[list[0]], func(a syntax.Attribute) bool { return a.Name == "packed" })
	t := tt.EnumBase(negative, width, packed)
	l.enums.types[list[0]] = t
	for i, d := range list {
		if wide {
			l.enums.values[d] = val{e: (&emitter{l: l}).conv(values[i], t), t: t}
		}
	}
	return t
}

// enumValues evaluates the constants of an enumeration as they are within its
// list: of type fixed or, if that is nil, of int or of what holds them. It stops
// at one that is not known.
func (l *lowerer) enumValues(list []*cc.Enumerator, fixed *ctypes.Type) []val {
	tt := l.tt
	first := tt.Int
	if fixed != nil {
		first = fixed
	}
	next, last := val{e: konst(tt.Value(first), 0), t: first}, false
	var out []val
	for _, d := range list {
		v := next
		if d.ConstantExpression != nil {
			x, ok := l.constVal(d.ConstantExpression)
			if !ok {
				return out
			}
			v = x
		} else if last {
			if v.t = tt.Wider(v.t); fixed != nil || v.t == nil {
				l.u.RefuseAt(l.u.Sources.Position(d), "enumeration constant %s has no value: the one before it is the last of its type", d.Token.SrcStr())
				return out
			}
			v = val{e: konst(tt.Value(v.t), next.e.(*cfg.Const).V), t: v.t}
		}
		if n, fits := asInt(v); fits && fixed == nil {
			v = val{e: konst(cfg.BV(32), uint64(n)), t: tt.Int}
		} else if fixed != nil {
			c := val{e: (&emitter{l: l}).conv(v, fixed), t: fixed}
			if !sameNumber(v, c) {
				l.u.RefuseAt(l.u.Sources.Position(d), "enumeration constant %s does not fit in %s", d.Token.SrcStr(), fixed.Name)
			}
			v = c
		}
		l.enums.values[d] = v
		out = append(out, v)
		n := v.e.(*cfg.Const).V + 1
		next = val{e: konst(v.e.Type(), n), t: v.t}
		last = n == ctypes.LastOf(v.t)+1
		if last {
			next.e = konst(cfg.BV(64), n)
		}
	}
	return out
}

// sameNumber reports whether two constants of integer types are equal.
func sameNumber(a, b val) bool {
	negative := func(v val) bool { return v.t.Signed && cfg.SignExtend(v.e.(*cfg.Const).V, v.t.Bits) < 0 }
	number := func(v val) uint64 {
		if negative(v) {
			return uint64(cfg.SignExtend(v.e.(*cfg.Const).V, v.t.Bits))
		}
		return v.e.(*cfg.Const).V
	}
	return negative(a) == negative(b) && number(a) == number(b)
}

// asInt returns the value of a constant that an int holds.
func asInt(v val) (int64, bool) {
	c := v.e.(*cfg.Const)
	n := int64(c.V)
	if v.t.Signed {
		n = cfg.SignExtend(c.V, v.t.Bits)
	} else if n < 0 {
		return 0, false
	}
	return n, n == int64(int32(n))
}
