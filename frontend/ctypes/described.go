package ctypes

import (
	"strings"

	"culprit/cfg"
)

// Described is the description of t. Structures and unions that are only
// pointed to are described without their members.
func (tt *Types) Described(t *Type) *cfg.CType {
	d := tt.outline(t)
	tt.fill(t, d)
	return d
}

// outline describes t without the members of structures.
func (tt *Types) outline(t *Type) *cfg.CType {
	if t.seen != nil {
		return t.seen
	}
	d := &cfg.CType{Kind: kindsInCFG[t.Kind], Text: t.Name, Size: t.Size, Signed: t.Signed}
	t.seen = d
	switch {
	case t.Bool:
		d.Kind = cfg.CBool
	case t.Kind == Void || t.Kind == Func:
		d.Size = 0
	case t.Kind == Int:
		d.Char = tt.Canon(t) == tt.Char || t.Name == tt.Char.Name
	case t.Kind == Pointer:
		d.Elem = tt.outline(tt.ElemOf(t))
	case t.Kind == Array:
		elem := tt.outline(tt.ElemOf(t))
		*d = *cfg.ArrayOf(elem, uint64(max(t.Len, 0)))
		if !strings.HasSuffix(t.Name, "]") { // it has a name of its own
			d.Text = t.Name
		}
	case t.Record():
		d.Size = tt.SizeOf(t)
	}
	return d
}

// fill adds the members of the structures that t contains.
func (tt *Types) fill(t *Type, d *cfg.CType) {
	switch {
	case t.Kind == Array:
		tt.fill(tt.ElemOf(t), d.Elem)
	case t.Record() && d.Members == nil:
		tt.Layout(t)
		for _, f := range t.Fields {
			d.Members = append(d.Members, cfg.Member{Name: f.Name, Offset: f.Offset, Bits: f.Width, Type: tt.outline(f.Type)})
		}
		for _, f := range t.Fields {
			tt.fill(f.Type, tt.outline(f.Type))
		}
	}
}

// ObjectType describes an object of size bytes: an array whose type leaves its
// length open has the one that fits.
func (tt *Types) ObjectType(t *Type, size uint64) *cfg.CType {
	d := tt.Described(t)
	if e := d.Elem; t.Kind == Array && t.Len < 0 && e != nil && e.Size > 0 {
		return cfg.ArrayOf(e, size/e.Size)
	}
	return d
}

var kindsInCFG = map[Kind]cfg.CKind{
	Invalid: cfg.COpaque, Void: cfg.CVoid, Int: cfg.CInt, Float: cfg.CFloat, Pointer: cfg.CPointer, Array: cfg.CArray,
	Struct: cfg.CStruct, Union: cfg.CUnion, Func: cfg.CFunction, Wide: cfg.CComposite, Extended: cfg.CComposite, Half: cfg.CComposite,
	Complex: cfg.CComposite, Vector: cfg.CComposite,
}
