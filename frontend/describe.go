package frontend

import (
	"strings"

	"culprit/cfg"
)

// C types as package cfg describes them.

// described is the description of t. Structures and unions that are only
// pointed to are described without their members.
func (tt *types) described(t *ctype) *cfg.CType {
	d := tt.outline(t)
	tt.fill(t, d)
	return d
}

// outline describes t without the members of structures.
func (tt *types) outline(t *ctype) *cfg.CType {
	if t.seen != nil {
		return t.seen
	}
	d := &cfg.CType{Kind: ckinds[t.k], Text: t.name, Size: t.size, Signed: t.signed}
	t.seen = d
	switch {
	case t.isBool:
		d.Kind = cfg.CBool
	case t.k == kVoid || t.k == kFunc:
		d.Size = 0
	case t.k == kInt:
		d.Char = tt.canon(t) == tt.char || t.name == tt.char.name
	case t.k == kPtr:
		d.Elem = tt.outline(tt.elemOf(t))
	case t.k == kArray:
		elem := tt.outline(tt.elemOf(t))
		*d = *cfg.ArrayOf(elem, uint64(max(t.n, 0)))
		if !strings.HasSuffix(t.name, "]") { // it has a name of its own
			d.Text = t.name
		}
	case t.record():
		d.Size = tt.sizeOf(t)
	}
	return d
}

// fill adds the members of the structures that t contains.
func (tt *types) fill(t *ctype, d *cfg.CType) {
	switch {
	case t.k == kArray:
		tt.fill(tt.elemOf(t), d.Elem)
	case t.record() && d.Members == nil:
		tt.layout(t)
		for _, f := range t.fields {
			d.Members = append(d.Members, cfg.Member{Name: f.name, Offset: f.off, Bits: f.width, Type: tt.outline(f.t)})
		}
		for _, f := range t.fields {
			tt.fill(f.t, tt.outline(f.t))
		}
	}
}

// objectType describes an object of size bytes: an array whose type leaves its
// length open has the one that fits.
func (tt *types) objectType(t *ctype, size uint64) *cfg.CType {
	d := tt.described(t)
	if e := d.Elem; t.k == kArray && t.n < 0 && e != nil && e.Size > 0 {
		return cfg.ArrayOf(e, size/e.Size)
	}
	return d
}

var ckinds = map[kind]cfg.CKind{
	kInvalid: cfg.COpaque, kVoid: cfg.CVoid, kInt: cfg.CInt, kFloat: cfg.CFloat, kPtr: cfg.CPointer, kArray: cfg.CArray,
	kStruct: cfg.CStruct, kUnion: cfg.CUnion, kFunc: cfg.CFunction, kWide: cfg.CComposite, kExtended: cfg.CComposite, kComplex: cfg.CComposite,
	kVector: cfg.CComposite,
}
