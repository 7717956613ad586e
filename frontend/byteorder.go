package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
)

// Attribute and pragma scalar_storage_order: the numbers in a structure lie in
// memory with the most significant byte first, as do those of its arrays, and
// bit-fields begin at the most significant bit. Pointers and members that are
// structures themselves stay as they are. A number so stored has a type of its
// own, which only places have: its value is one of the ordinary type.

// inOrder is a big-endian number seen as a bit-field of bytes.
func (f *emitter) inOrder(p place) place {
	t := f.l.tt.ULongLong
	switch p.t.Bits {
	case 16:
		t = f.l.tt.UShort
	case 32:
		t = f.l.tt.UInt
	}
	if p.t.Kind == ctypes.Int {
		t = p.t.Reverse
	}
	return place{t: t, addr: p.addr, bf: &ctypes.Field{Type: t, Bit: true, Width: t.Bits, Parts: ctypes.ReverseBits(0, uint64(t.Bits))}}
}

// loadReversed reads a big-endian number.
func (f *emitter) loadReversed(p place) val {
	v := f.loadBits(f.inOrder(p))
	if p.t.Kind == ctypes.Float {
		v.e = cast(cfg.BitsToF, f.l.tt.Value(p.t), v.e)
	}
	v.t = p.t.Reverse
	return v
}

// storeReversed writes a big-endian number.
func (f *emitter) storeReversed(p place, e cfg.Expr, at parse.Span, role cfg.Role) {
	if p.t.Kind == ctypes.Float {
		e = cast(cfg.FToBits, cfg.BV(p.t.Bits), e)
	}
	f.storeBits(f.inOrder(p), e, at, role)
}
