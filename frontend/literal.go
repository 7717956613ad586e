package frontend

import (
	"fmt"
	"slices"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// stringPlace is the array a string literal denotes. Equal literals share it.
func (f *fn) stringPlace(x cc.ExpressionNode) emit.Place {
	data, el := f.stringData(x)
	return f.StringOf(data, el, f.l.Linked.Sources.Node(x).Pos)
}

// StringOf returns the constant array of elements of type el.
func (f *fn) StringOf(data []uint64, el *ctypes.Type, pos cfg.Pos) emit.Place {
	l := f.l
	n := uint64(len(data))
	t := &ctypes.Type{Kind: ctypes.Array, Name: "char []", Elem: el, Len: int64(n)}
	if f.Dead() {
		return emit.Place{Type: t, Addr: f.SizeConst(0)}
	}
	key := fmt.Sprintf("%d %v", el.Bits, data)
	o := l.Statics.Objects[key]
	if o == nil {
		o = l.NewObject(nil, "string", t, n*el.Size, cfg.Pos{})
		o.Const = true
		o.Elem = l.Types.Value(el)
		o.Pos = pos
		l.Statics.Objects[key] = o
		if i := slices.Index(data, 0); i >= 0 && el.Size == 1 {
			l.Statics.Lengths[o] = uint64(i)
		}
		l.static.later(func(g *fn) {
			for i, c := range data {
				if c != 0 {
					addr := g.Offset(&cfg.AddrOf{Obj: o, Bits: l.conf.PtrBits}, uint64(i)*el.Size)
					g.Emit(&cfg.Store{Addr: addr, Val: emit.Const(l.Types.Value(el), c)}, parse.Span{}, cfg.RoleImplicit)
				}
			}
		})
	}
	return emit.Place{Type: t, Addr: &cfg.AddrOf{Obj: o, Bits: l.conf.PtrBits}}
}

// stringData returns the elements of a string literal, with the final zero,
// and their type.
func (f *fn) stringData(x cc.ExpressionNode) ([]uint64, *ctypes.Type) {
	tt := f.l.Types
	out, listed := syntax.ListedText(x)
	if listed {
		return out, tt.ElemOf(f.namedType(syntax.Unparen(x).(*cc.PostfixExpression).TypeName))
	}
	el := tt.Char
	switch v := x.Value().(type) {
	case cc.StringValue:
		for i := range len(v) {
			out = append(out, uint64(v[i]))
		}
	case cc.UTF16StringValue:
		el = tt.UShort
		for _, c := range v {
			out = append(out, uint64(c))
		}
	case cc.UTF32StringValue:
		el = tt.Int
		for _, c := range v {
			out = append(out, uint64(uint32(c)))
		}
	default:
		f.Fail(x, "string literal")
	}
	return out, el
}
