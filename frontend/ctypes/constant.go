package ctypes

import (
	"culprit/cfg"

	"modernc.org/cc/v4"
)

// Constant reports whether the object that a declarator declares is const, or its
// elements are.
func (tt *Types) Constant(d *cc.Declarator) bool { return tt.index != nil && tt.index.Constant(d) }

// Constants are the bytes of an object of type t that are const, if all is or members
// are. They end early, with all false, where there are too many to list. Of unions, in
// which a member may be const beside one that is not, and of bit-fields, which share
// their bytes, it is not said.
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
	switch t.Kind {
	case Array:
		e := tt.ElemOf(t)
		size := tt.SizeOf(e)
		if of, _ := tt.constants(e, 0, nil); len(of) == 0 {
			return list, true
		}
		for i := range t.Len {
			if !add(e, at+uint64(i)*size, false) {
				return list, false
			}
		}
	case Struct:
		tt.Layout(t)
		for _, m := range t.Fields {
			if !m.Bit && !add(m.Type, at+m.Offset, m.Const) {
				return list, false
			}
		}
	}
	return list, true
}
