package frontend

import "culprit/cfg"

// Attribute and pragma scalar_storage_order: the numbers in a structure lie in
// memory with the most significant byte first, as do those of its arrays, and
// bit-fields begin at the most significant bit. Pointers and members that are
// structures themselves stay as they are. A number so stored has a type of its
// own, which only places have: its value is one of the ordinary type.

// reversed is the type of a member t of a big-endian structure.
func (tt *types) reversed(t *ctype) *ctype {
	switch {
	case t.k == kInt && t.bits > 8, t.k == kFloat:
		r := *t
		r.reverse = t
		return &r
	case t.k == kArray:
		r := *t
		r.elem = tt.reversed(tt.elemOf(t))
		return &r
	case t.composite():
		return &ctype{k: kInvalid, name: t.name + " in big-endian order", size: t.size, align: t.align}
	}
	return t
}

// reverseBits cuts a big-endian bit-field, whose bits are numbered from the most
// significant one of each byte, into the bytes that it lies in.
func reverseBits(bit, width uint64) (parts []bitPart) {
	end := bit + width
	for hi := end; hi > bit; {
		lo := max((hi-1)/8*8, bit)
		parts = append(parts, bitPart{off: lo / 8, unit: 8, shift: int((lo/8+1)*8 - hi), width: int(hi - lo), at: int(end - hi)})
		hi = lo
	}
	return parts
}

// inOrder is a big-endian number seen as a bit-field of bytes.
func (f *emitter) inOrder(p place) place {
	t := f.l.tt.ullong
	switch p.t.bits {
	case 16:
		t = f.l.tt.ushort
	case 32:
		t = f.l.tt.uintT
	}
	if p.t.k == kInt {
		t = p.t.reverse
	}
	return place{t: t, addr: p.addr, bf: &field{t: t, bit: true, width: t.bits, parts: reverseBits(0, uint64(t.bits))}}
}

// loadReversed reads a big-endian number.
func (f *emitter) loadReversed(p place) val {
	v := f.loadBits(f.inOrder(p))
	if p.t.k == kFloat {
		v.e = cast(cfg.BitsToF, f.l.tt.value(p.t), v.e)
	}
	v.t = p.t.reverse
	return v
}

// storeReversed writes a big-endian number.
func (f *emitter) storeReversed(p place, e cfg.Expr, at span, role cfg.Role) {
	if p.t.k == kFloat {
		e = cast(cfg.FToBits, cfg.BV(p.t.bits), e)
	}
	f.storeBits(f.inOrder(p), e, at, role)
}
