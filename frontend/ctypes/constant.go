package ctypes

import (
	"slices"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// Constant reports whether the object that a declarator declares is const, or its
// elements are.
func (tt *Types) Constant(d *cc.Declarator) bool { return tt.index != nil && tt.index.Constant(d) }

// Constants are the bytes of an object of type t that are const, if all is or members
// are. Without all there are others: they are too many to list, bit-fields, which share
// their bytes, or members of unions, beside which one may not be const.
func (tt *Types) Constants(t *Type, whole bool) (list []cfg.Span, all bool) {
	if whole {
		return []cfg.Span{{To: max(tt.SizeOf(t), 1)}}, true
	}
	return tt.constants(t, 0, nil)
}

func (tt *Types) constants(t *Type, at uint64, list []cfg.Span) (_ []cfg.Span, all bool) {
	add := func(t *Type, at uint64, whole bool) bool {
		if !whole {
			list, all = tt.constants(t, at, list)
			return all
		}
		size := tt.SizeOf(t)
		switch n := len(list); {
		case size == 0:
		case n > 0 && list[n-1].To == at:
			list[n-1].To += size
		case n == maxConstants:
			return false
		default:
			list = append(list, cfg.Span{From: at, To: at + size})
		}
		return true
	}
	others := false
	switch t.Kind {
	case Array:
		e := tt.ElemOf(t)
		size := tt.SizeOf(e)
		of, all := tt.constants(e, 0, nil)
		if len(of) == 0 {
			return list, all
		}
		others = !all
		for i := range t.Len {
			if !add(e, at+uint64(i)*size, false) && len(list) == maxConstants {
				return list, false
			}
		}
	case Struct, Union:
		tt.Layout(t)
		for _, m := range t.Fields {
			switch {
			case m.Bit || t.Kind == Union:
				_, all := tt.constants(m.Type, 0, nil)
				others = others || m.Const || !all
			case !add(m.Type, at+m.Offset, m.Const):
				others = true
			}
		}
	}
	return list, !others
}

// Padding are the bytes of an object of type t that belong to no member, or to bit-fields
// in part; all bytes, if there are many. Unions have none.
func (tt *Types) Padding(t *Type) (list []cfg.Span) {
	size := tt.SizeOf(t)
	if size > uint64(maxPadded) {
		return []cfg.Span{{To: size}}
	}
	bits := make([]bool, 8*size)
	tt.cover(t, 0, bits)
	for at := range size {
		switch n := len(list); {
		case !slices.Contains(bits[8*at:8*at+8], false):
		case n > 0 && list[n-1].To == at:
			list[n-1].To++
		default:
			list = append(list, cfg.Span{From: at, To: at + 1})
		}
	}
	return list
}

// cover marks the bits of a value of type t at a byte of an object.
func (tt *Types) cover(t *Type, at uint64, bits []bool) {
	mark := func(from, n uint64) {
		for i := range n {
			bits[8*at+from+i] = true
		}
	}
	switch {
	case t.Kind == Array && t.Len >= 0:
		e := tt.ElemOf(t)
		for i := range uint64(t.Len) {
			tt.cover(e, at+i*tt.SizeOf(e), bits)
		}
	case t.Kind == Struct && t.Reverse == nil:
		tt.Layout(t)
		for _, m := range t.Fields {
			switch {
			case !m.Bit:
				tt.cover(m.Type, at+m.Offset, bits)
			case len(m.Parts) == 0:
				mark(8*m.Offset+uint64(m.Shift), uint64(m.Width))
			}
			for _, p := range m.Parts {
				mark(8*p.Offset+uint64(p.Shift), uint64(p.Width))
			}
		}
	case t.Kind == Extended:
		mark(0, 80)
	default:
		mark(0, 8*tt.SizeOf(t))
	}
}
