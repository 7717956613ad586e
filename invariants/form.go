package invariants

import (
	"fmt"
	"math"

	"culprit/cfg"
)

// form is how the bits of a value are read as a number. The width is in the
// upper bits.
type form uint16

const (
	signed form = iota
	unsigned
	floating
	pointer

	formMask form = 3
	widthAt  form = 2
)

func (f form) of(width int) form { return f&formMask | form(width)<<widthAt }

func (f form) base() form { return f & formMask }

func (f form) width() int { return int(f >> widthAt) }

func varForm(v *cfg.Var) form {
	f := unsigned
	switch {
	case v.Type.Kind == cfg.Float:
		f = floating
	case v.Pointer():
		f = pointer
	case v.Signed:
		f = signed
	}
	return f.of(max(v.Type.Width(), 1))
}

// formOf is the form of the value of an expression, as far as it shows.
func formOf(e cfg.Expr, ptrBits int) form {
	w := max(e.Type().Width(), 1)
	f := signed
	switch x := e.(type) {
	case *cfg.VarRef:
		return varForm(x.V)
	case *cfg.AddrOf, *cfg.FuncAddr:
		f = pointer
	case *cfg.Binary:
		if x.Op == cfg.PtrAdd {
			f = pointer
		}
	case *cfg.Cast:
		if x.Op == cfg.ZExt {
			f = unsigned
		}
	}
	if e.Type().Kind == cfg.Float {
		f = floating
	}
	if f == pointer && w != ptrBits {
		f = unsigned
	}
	return f.of(w)
}

// key is the number that bits are, as an unsigned one in the same order. NaN is
// above all others; of pointers there are two values.
func (f form) key(bits uint64) uint64 {
	w := f.width()
	bits = cfg.Mask(bits, w)
	switch f.base() {
	case signed:
		return uint64(cfg.SignExtend(bits, w)) ^ 1<<63
	case floating:
		x := math.Float64frombits(bits)
		if w == 32 {
			x = float64(math.Float32frombits(uint32(bits)))
		}
		b := math.Float64bits(x)
		switch {
		case math.IsNaN(x):
			return math.MaxUint64
		case x < 0:
			return ^b
		case x == 0:
			return 1 << 63 // both zeros are equal
		}
		return b | 1<<63
	case pointer:
		if bits != 0 {
			return 1
		}
	}
	return bits
}

// show writes the number of a key.
func (f form) show(key uint64) string {
	switch f.base() {
	case signed:
		return fmt.Sprint(int64(key ^ 1<<63))
	case floating:
		switch {
		case key == math.MaxUint64:
			return "NaN"
		case key>>63 != 0:
			return fmt.Sprint(math.Float64frombits(key &^ (1 << 63)))
		}
		return fmt.Sprint(math.Float64frombits(^key))
	case pointer:
		if key == 0 {
			return "NULL"
		}
		return "a pointer other than NULL"
	}
	return fmt.Sprint(key)
}
