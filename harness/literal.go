package harness

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"culprit/cfg"
)

// widthOf is the width of an integer type in bits.
func widthOf(ctype string, ptrBits int) int {
	switch strings.TrimPrefix(strings.TrimPrefix(ctype, "unsigned "), "signed ") {
	case "char", "_Bool":
		return 8
	case "short":
		return 16
	case "int":
		return 32
	case "long", "void *":
		return ptrBits
	}
	return 64
}

// integer is the value of an integer type that the low bits of a variable of
// maybe smaller width stand for.
func integer(ctype string, ptrBits int, dst *cfg.Var, value uint64) uint64 {
	w := dst.Type.Width()
	v := cfg.Mask(value, w)
	if dst.Signed {
		v = uint64(cfg.SignExtend(v, w))
	}
	v = cfg.Mask(v, widthOf(ctype, ptrBits))
	if ctype == "_Bool" && v != 0 {
		return 1
	}
	return v
}

func unsigned(ctype string) bool {
	return strings.HasPrefix(ctype, "unsigned") || ctype == "_Bool" || ctype == "void *"
}

func floating(dst *cfg.Var, value uint64) float64 {
	if dst.Type.Width() == 32 {
		return float64(math.Float32frombits(uint32(value)))
	}
	return math.Float64frombits(value)
}

// plain writes a value as a number.
func plain(ctype string, ptrBits int, dst *cfg.Var, value uint64) string {
	if dst.Type.Kind == cfg.Float {
		f := floating(dst, value)
		switch {
		case math.IsNaN(f):
			return "nan"
		case math.IsInf(f, 0):
			return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(f, 'g', -1, 64)), "+")
		}
		return strconv.FormatFloat(f, 'g', -1, dst.Type.Width())
	}
	v := integer(ctype, ptrBits, dst, value)
	if unsigned(ctype) {
		return strconv.FormatUint(v, 10)
	}
	return strconv.FormatInt(cfg.SignExtend(v, widthOf(ctype, ptrBits)), 10)
}

// floatLiteral writes a float exactly. The payload of NaN is lost.
func floatLiteral(f float64) string {
	switch {
	case math.IsNaN(f):
		return `__builtin_nan("")`
	case math.IsInf(f, 1):
		return "__builtin_inf()"
	case math.IsInf(f, -1):
		return "-__builtin_inf()"
	}
	return strconv.FormatFloat(f, 'x', -1, 64)
}

// number writes the value of a variable for a reader.
func number(v *cfg.Var, value uint64) string {
	switch {
	case v.Type.Kind == cfg.Float:
		return strconv.FormatFloat(floating(v, value), 'g', -1, 64)
	case v.Pointer():
		return fmt.Sprintf("0x%x", value)
	case v.Signed:
		return strconv.FormatInt(cfg.SignExtend(value, v.Type.Width()), 10)
	}
	return strconv.FormatUint(cfg.Mask(value, v.Type.Width()), 10)
}

func bytesText(c []byte) string {
	words := make([]string, len(c))
	for i, x := range c {
		words[i] = fmt.Sprint(x)
	}
	return strings.Join(words, ", ")
}
