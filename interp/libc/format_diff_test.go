package libc

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"culprit/cfg/clib"
	"culprit/internal/extended"
	"culprit/internal/rounds"
)

// formatCase is one call of snprintf: a format with at most two stars before
// its one value.
type formatCase struct {
	kind   byte // as in testdata/format.c
	format string
	stars  []int32
	value  uint64
	text   string
}

func (k *formatCase) line() string {
	s := [2]int32{}
	copy(s[:], k.stars)
	v := fmt.Sprintf("%x", k.value)
	if k.kind == 's' || k.kind == 'w' {
		v = "x" + hex.EncodeToString([]byte(k.text))
	}
	return fmt.Sprintf("%c x%x %d %d %d %s", k.kind, k.format, len(k.stars), s[0], s[1], v)
}

// values makes the arguments of the call.
func (k *formatCase) values(m *fakeMemory) []Value {
	var vs []Value
	for _, s := range k.stars {
		vs = append(vs, intValue(s))
	}
	word := func(v uint64) Value { return Value{Bits: v & mask(8*m.ptr), Width: 8 * m.ptr} }
	switch k.kind {
	case 'i':
		vs = append(vs, intValue(int32(k.value)))
	case 'l', 'p':
		vs = append(vs, word(k.value))
	case 'q':
		vs = append(vs, llongValue(int64(k.value)))
	case 'D': // a third of it: with all 64 bits
		vs = append(vs, longValues(third(k.value))...)
	case 'd':
		vs = append(vs, Value{Bits: k.value, Float: true, Width: 64})
	case 's':
		vs = append(vs, word(m.str(k.text)))
	case 'N':
		vs = append(vs, word(0))
	case 'w':
		var b []byte
		for i := range len(k.text) {
			b = append(b, k.text[i], 0, 0, 0)
		}
		vs = append(vs, word(m.bytes(append(b, 0, 0, 0, 0))))
	case 'm':
		vs = mixedValues(k.value)
	}
	return vs
}

// third divides a double by three, as long doubles.
func third(v uint64) extended.Number {
	n := extended.OfFloat64(math.Float64frombits(v))
	if n.IsNaN() || n.IsInf() || n.IsZero() {
		return n
	}
	return extended.Of(new(big.Float).SetPrec(300).Quo(n.Big(), big.NewFloat(3)))
}

// longValues are the values by which a long double is passed.
func longValues(n extended.Number) []Value {
	return []Value{{Bits: n.Sig, Width: 64}, {Bits: uint64(n.SE), Width: 16}}
}

// mixedValues are the sixteen arguments of kind m.
func mixedValues(x uint64) (vs []Value) {
	var ds []Value
	for range 8 {
		x = x*6364136223846793005 + 1442695040888963407
		vs = append(vs, llongValue(int64(x>>(x>>58))))
		ds = append(ds, doubleValue(float64(int64(x))/math.Ldexp(1, int(x&63))*map[bool]float64{true: -1, false: 1}[x&63 == 63]))
	}
	return append(vs, ds...)
}

// run makes the call in this library and answers as the driver does.
func (k *formatCase) run(t *testing.T, ptr int, list bool) string {
	m := newMemory(ptr)
	vs := k.values(m)
	if k.kind == 'm' {
		vs = inOrder(k.format, vs)
	}
	size := 1 << 12
	buf, _ := m.Alloc(uint64(size))
	fixed := m.values(buf, uint64(size), k.format)
	name := "snprintf"
	if list {
		name = "vsnprintf"
		vs = []Value{{Bits: m.slots(vs), Width: 8 * ptr}}
	}
	r, err := New(Config{}).Call(Lookup(name), m, append(fixed, vs...))
	if err != nil {
		return err.Error()
	}
	var out []byte
	if int32(r.Bits) >= 0 {
		out = m.at(buf, uint64(size))
		out = out[:bytes.IndexByte(out, 0)]
	}
	return fmt.Sprintf("%d %d %x", int32(r.Bits), m.errno, out)
}

// inOrder picks integers and doubles, which registers pass separately, in the
// order of the conversions.
func inOrder(format string, vs []Value) (out []Value) {
	ints, floats := vs[:8], vs[8:]
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		s, rest := clib.ReadPrint([]byte(format[i+1:]))
		i = len(format) - len(rest) - 1
		switch {
		case isFloatConv(s.Conv):
			out, floats = append(out, floats[0]), floats[1:]
		case s.Conv != '%':
			out, ints = append(out, ints[0]), ints[1:]
		}
	}
	return out
}

var interesting = []uint64{0, 1, 7, 8, 9, 10, 255, 256, 32767, 32768, 65535, 65536, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, math.MaxUint64}

func randomInt(r *rand.Rand) uint64 {
	switch r.Intn(3) {
	case 0:
		return interesting[r.Intn(len(interesting))]
	case 1:
		return -uint64(r.Intn(1000))
	}
	return r.Uint64() >> uint(r.Intn(64))
}

func randomDouble(r *rand.Rand) float64 {
	switch r.Intn(9) {
	case 0:
		return []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2.5, 0.1, 9.995, 99.5, 999999.5, 9999995, 1e5, 1e6, 123456, 1e-4, 1e-5,
			math.Inf(1), math.Inf(-1), math.NaN(), math.Float64frombits(1 << 63 * 1), 5e-324, 0x1p-1022, math.MaxFloat64, 1e100, 0.00001234}[r.Intn(26)]
	case 1:
		return math.Float64frombits(r.Uint64())
	case 2: // ties in decimal
		return float64(r.Intn(20000)-10000) / float64(int(1)<<uint(r.Intn(8)))
	case 3:
		return math.Ldexp(float64(r.Intn(1<<20)), -r.Intn(1100))
	case 4: // mantissas that end in zeros: ties in hexadecimal
		return math.Float64frombits(r.Uint64() &^ (1<<uint(r.Intn(52)) - 1))
	}
	v := (r.Float64() - 0.5) * math.Pow(10, float64(r.Intn(30)-12))
	return v
}

func randomFormat(r *rand.Rand, ptr int) *formatCase {
	k := &formatCase{}
	spec := "%"
	for range r.Intn(3) {
		spec += string("-+ #0'"[r.Intn(6)])
	}
	star := func(n int32) string {
		k.stars = append(k.stars, n)
		return "*"
	}
	switch r.Intn(5) {
	case 0, 1:
		spec += fmt.Sprint(1 + r.Intn(30))
	case 2:
		spec += star(int32(r.Intn(50) - 25))
	}
	switch r.Intn(6) {
	case 0, 1:
		spec += fmt.Sprintf(".%d", r.Intn(25))
	case 2:
		spec += "." + star(int32(r.Intn(30)-5))
	case 3:
		if r.Intn(4) == 0 {
			spec += "."
		}
	}
	switch r.Intn(8) {
	case 0, 1, 2:
		mods := []string{"", "hh", "h", "l", "ll", "j", "z", "t", "q", "L"}
		i := r.Intn(len(mods))
		k.kind = "iiilqqllqq"[i]
		if k.kind == 'l' && ptr == 8 && r.Intn(2) == 0 {
			k.kind = 'q'
		}
		spec += mods[i] + string("diuoxX"[r.Intn(6)])
		k.value = randomInt(r)
	case 3, 4:
		k.kind = 'd'
		if r.Intn(4) == 0 {
			k.kind = 'D'
			spec += "L"
		} else if r.Intn(4) == 0 {
			spec += "l"
		}
		spec += string("eEfFgGaA"[r.Intn(8)])
		k.value = math.Float64bits(randomDouble(r))
	case 5:
		k.kind = 'i'
		spec += "c"
		k.value = uint64(1 + r.Intn(255))
	case 6:
		k.kind = "sssNw"[r.Intn(5)]
		b := make([]byte, r.Intn(12))
		for i := range b {
			b[i] = byte(1 + r.Intn(126))
		}
		k.text = string(b)
		if k.kind == 'w' {
			spec += "l"
		}
		spec += "s"
	case 7:
		k.kind = 'p'
		if r.Intn(3) == 0 {
			k.kind = 'i'
			spec += string("%mykbB!"[r.Intn(7)]) // also without meaning, or without argument
			if strings.Contains(spec, "#") && strings.HasSuffix(spec, "m") {
				spec += "%" // the name of an errno, which is not supported
				spec = strings.ReplaceAll(spec, "#", "")
			}
			k.value = 1
			break
		}
		spec += "p"
		k.value = randomInt(r)
	}
	k.format = []string{"", "a", "x=%%"}[r.Intn(3)] + spec + []string{"", "z", "\n"}[r.Intn(3)]
	return k
}

// randomMixed makes a format with several conversions without stars.
func randomMixed(r *rand.Rand) *formatCase {
	k := &formatCase{kind: 'm', value: r.Uint64()}
	for range 1 + r.Intn(8) {
		switch r.Intn(5) {
		case 0:
			k.format += fmt.Sprintf("%%%d.%d%c", r.Intn(12), r.Intn(12), "fgeGE"[r.Intn(5)])
		case 1:
			k.format += "lit%% "
		default:
			k.format += fmt.Sprintf("%%%s%s%c", []string{"", "5", "-7", "+", "03"}[r.Intn(5)], []string{"", "hh", "h", "l", "ll", "z"}[r.Intn(6)], "dixuoX"[r.Intn(6)])
		}
	}
	return k
}

func TestFormatAgainstGcc(t *testing.T) {
	models(t, func(t *testing.T, ptr int) {
		d := compile(t, "format.c", ptr)
		r := rand.New(rand.NewSource(int64(ptr)))
		var all []*formatCase
		var lines []string
		for i := range rounds.Of(12000) {
			k := randomFormat(r, ptr)
			if ptr == 8 && i%8 == 0 {
				k = randomMixed(r)
			}
			all = append(all, k)
			lines = append(lines, k.line())
		}
		bad := 0
		for i, want := range d.ask(t, lines) {
			k := all[i]
			for _, list := range []bool{false, true} {
				if got := k.run(t, ptr, list); got != want {
					bad++
					if bad <= 20 {
						t.Errorf("%q stars %v value %#x %q, list %v:\n got %s\nwant %s", k.format, k.stars, k.value, k.text, list, show(got), show(want))
					}
				}
			}
		}
		t.Logf("%d formats compared, %d mismatches", len(all), bad)
	})
}

// show makes the hexadecimal parts of an answer readable.
func show(s string) string {
	out := ""
	for _, w := range bytes.Fields([]byte(s)) {
		if b, err := hex.DecodeString(string(bytes.TrimLeft(w, "rb"))); err == nil && len(w) > 3 {
			out += fmt.Sprintf("%q ", b)
		} else {
			out += string(w) + " "
		}
	}
	return out
}
