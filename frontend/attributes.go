package frontend

import (
	"culprit/frontend/cpp"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Attributes, __attribute__((...)) of gcc. Where one stands decides little in
// practice: gcc moves an attribute that only declarations can have from a type
// or a pointer to what is declared, and so does the index below.

// Attributes that change types: mode and, on the name of a type, aligned.
// cc knows no mode, and keeps one alignment for a name and what is declared with
// it, so that both come from the index.

// named applies the attributes of the name of a type.
func (tt *types) named(t *ctype, d *cc.Declarator) *ctype {
	if d == nil || tt.index == nil {
		return t
	}
	if p := tt.index.Parent[d]; p != nil {
		t = tt.named(t, p)
	}
	t = tt.ofMode(t, tt.index.Of[d])
	if t.k == kUnion && !t.transparent && tt.index.Find(d, "transparent_union") != nil {
		c := *t
		c.transparent = true
		t = &c
	}
	if a := max(tt.declaredAlign(d), tt.atomicAlign(d, t)); a > 0 && t.k != kVoid && t.k != kFunc {
		c := *t
		c.aligned = a
		t = &c
	}
	return t
}

// ofDecl is the type of what d declares.
func (tt *types) ofDecl(d *cc.Declarator) *ctype {
	t := tt.of(d.Type())
	if tt.index == nil {
		return t
	}
	return tt.ofMode(t, tt.index.Of[d])
}

// ofMode applies attribute mode.
func (tt *types) ofMode(t *ctype, attrs []syntax.Attribute) *ctype {
	for _, a := range attrs {
		if a.Name == "mode" {
			t = tt.mode(t, cpp.AttributeName(a.Word()))
		}
	}
	return t
}

// mode is the type with the representation that a machine mode names and the
// sign of t.
func (tt *types) mode(t *ctype, mode string) *ctype {
	switch mode {
	case "word", "unwind_word", "libgcc_cmp_return", "libgcc_shift_count":
		mode = map[int]string{32: "SI", 64: "DI"}[tt.ptrBits]
	case "pointer":
		mode = map[int]string{32: "SI", 64: "DI"}[tt.ptrBits]
	case "byte":
		mode = "QI"
	}
	if t.k == kPtr && mode == map[int]string{32: "SI", 64: "DI"}[tt.ptrBits] {
		return t
	}
	if t.k == kVector {
		return tt.vector(tt.mode(tt.elemOf(t), mode), tt.sizeOf(t))
	}
	long := [2]*ctype{tt.long, tt.ulong}
	if tt.ptrBits == 32 {
		long = [2]*ctype{tt.llong, tt.ullong}
	}
	if pair, ok := map[string][2]*ctype{"QI": {tt.schar, tt.uchar}, "HI": {tt.short, tt.ushort}, "SI": {tt.intT, tt.uintT},
		"DI": long, "TI": {tt.int128, tt.uint128}}[mode]; ok && (t.k == kInt || t.k == kWide) {
		if t.signed {
			return pair[0]
		}
		return pair[1]
	}
	if f := map[string]*ctype{"SF": tt.float, "DF": tt.double, "XF": tt.ldouble}[mode]; f != nil && t.k == kFloat {
		return f
	}
	if part := map[string]*ctype{"SC": tt.float, "DC": tt.double, "XC": tt.ldouble}[mode]; part != nil && t.k == kComplex {
		return tt.complexOf(part)
	}
	name := t.name + " of mode " + mode
	if mode == "TF" && t.k == kFloat {
		name = "_Float128"
	}
	return &ctype{k: kInvalid, name: name, size: t.size, align: t.align}
}

// maxAlign is that of attribute aligned without argument.
const maxAlign = 16

// declaredAlign is the alignment that attributes give what d declares, 0
// without any. Of several the largest counts.
func (tt *types) declaredAlign(d *cc.Declarator) (align uint64) {
	if tt.index == nil || d == nil {
		return 0
	}
	for _, a := range tt.index.Of[d] {
		if a.Name != "aligned" {
			continue
		}
		n := int64(maxAlign)
		if len(a.Args) > 0 && tt.constOf != nil {
			if v, ok := tt.constOf(a.Args[0]); ok {
				n = v
			}
		}
		if n > 0 && n&(n-1) == 0 {
			align = max(align, uint64(n))
		}
	}
	return max(align, uint64(max(d.Alignas(), 0)))
}

// atomicAlign is the alignment of an object of type t that d declares if it is atomic,
// 0 for others: that of a number as large, as operations of the processor ask for.
func (tt *types) atomicAlign(d *cc.Declarator, t *ctype) uint64 {
	if d == nil || !d.IsAtomic() {
		return 0
	}
	for t.k == kArray {
		t = tt.elemOf(t)
	}
	if t.k == kPtr || t.k == kFunc || t.k == kVoid { // what it leads to is atomic
		return 0
	}
	if size := tt.sizeOf(t); size > 0 && size <= 16 && size&(size-1) == 0 {
		return size
	}
	return 0
}

// alignment is declaredAlign over all declarations of what d declares.
func (l *lowerer) alignment(d *cc.Declarator) uint64 {
	align := max(l.tt.declaredAlign(d), l.tt.atomicAlign(d, l.tt.ofDecl(d)))
	if !syntax.FileScope(d) {
		return align
	}
	for _, unit := range l.u.sym.attrs.Linked {
		for _, e := range unit {
			if e.Declarator.Name() == d.Name() && l.u.nameOf(e.Declarator) == l.u.nameOf(d) {
				align = max(align, l.tt.declaredAlign(e.Declarator))
			}
		}
	}
	return align
}
