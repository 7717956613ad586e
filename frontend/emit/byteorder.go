package emit

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
func (f *Emitter) inOrder(p Place) Place {
	t := f.Program.Types.ULongLong
	switch p.Type.Bits {
	case 16:
		t = f.Program.Types.UShort
	case 32:
		t = f.Program.Types.UInt
	}
	if p.Type.Kind == ctypes.Int {
		t = p.Type.Reverse
	}
	return Place{Type: t, Addr: p.Addr, BitField: &ctypes.Field{Type: t, Bit: true, Width: t.Bits, Parts: ctypes.ReverseBits(0, uint64(t.Bits))}}
}

// loadReversed reads a big-endian number.
func (f *Emitter) loadReversed(p Place) Value {
	v := f.loadBits(f.inOrder(p))
	if p.Type.Kind == ctypes.Float {
		v.Expr = Cast(cfg.BitsToF, f.Program.Types.Value(p.Type), v.Expr)
	}
	v.Type = p.Type.Reverse
	return v
}

// storeReversed writes a big-endian number.
func (f *Emitter) storeReversed(p Place, e cfg.Expr, at parse.Span, role cfg.Role) {
	if p.Type.Kind == ctypes.Float {
		e = Cast(cfg.FToBits, cfg.BV(p.Type.Bits), e)
	}
	f.storeBits(f.inOrder(p), e, at, role)
}
