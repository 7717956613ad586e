package frontier

import (
	"bytes"
	"math"
	"strconv"

	"culprit/cfg"
	"culprit/fault"
)

// The results of operations on floats are those of the path in a symbolic
// execution, so that no solver finds a float that makes the expected number be
// printed. Where the first wrong word of an output is a number and another one
// was expected, what is printed is taken for a function of the altered value,
// and solved by the secant method: each evaluation is an execution.

// wrongNumber is the number that is printed in place of another one.
type wrongNumber struct {
	before    []byte // what is printed before it
	got, want float64
}

// wrongNumberOf finds it in the output of the failing run; begin is where the
// instance began to print that printed the first wrong byte.
func wrongNumberOf(stdout []byte, begin int, f *fault.Failure) *wrongNumber {
	at := bytes.LastIndexAny(stdout[:min(f.Offset, len(stdout))], " \t\r\n:=,(") + 1
	if at < begin || at-begin > len(f.Expected) {
		return nil
	}
	got, ok := leadingNumber(stdout[at:])
	want, ok2 := leadingNumber(f.Expected[at-begin:])
	if !ok || !ok2 || got == want {
		return nil
	}
	return &wrongNumber{stdout[:at], got, want}
}

// in is the number that a run prints there.
func (n *wrongNumber) in(stdout []byte) (float64, bool) {
	if !bytes.HasPrefix(stdout, n.before) {
		return 0, false
	}
	return leadingNumber(stdout[len(n.before):])
}

// leadingNumber reads a decimal number at the beginning of a text.
func leadingNumber(text []byte) (float64, bool) {
	n := 0
	for n < len(text) && bytes.IndexByte([]byte("+-.0123456789eE"), text[n]) >= 0 {
		n++
	}
	for ; n > 0; n-- {
		if x, err := strconv.ParseFloat(string(text[:n]), 64); err == nil {
			return x, true
		}
	}
	return 0, false
}

// fromBits is the number that a value of a type is.
func fromBits(t cfg.Type, signed bool, v uint64) float64 {
	switch {
	case t.Kind == cfg.Float:
		return cfg.FloatValue(v, t.Width())
	case signed:
		return float64(cfg.SignExtend(v, t.Width()))
	}
	return float64(cfg.Mask(v, t.Width()))
}

// toBits is the value of a type that is nearest to a number.
func toBits(t cfg.Type, x float64) uint64 {
	switch {
	case t.Kind == cfg.Float && t.Width() == 32:
		return uint64(math.Float32bits(float32(x)))
	case t.Kind == cfg.Float:
		return math.Float64bits(x)
	case math.Abs(x) < 1<<62:
		return cfg.Mask(uint64(int64(math.Round(x))), t.Width())
	}
	return 0
}
