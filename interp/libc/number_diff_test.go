package libc

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"culprit/internal/rounds"
)

// runNumber executes a line of testdata/number.c.
func runNumber(w *world, name string, base int, text string) string {
	m := w.mem
	p, end := m.str(text), m.bytes(make([]byte, 8))
	c := &call{mem: m, ptr: m.ptr}
	c.storeWord(end, m.ptr, p)
	m.errno = 0
	var v uint64
	switch name {
	case "strtod", "strtof":
		v = w.call(name, p, end).Bits
	case "atof":
		v = w.call(name, p).Bits
	case "rand":
		w.call("srand", base)
		for range 100 {
			v = v*31 + w.call("rand").Bits
		}
	case "rand_r":
		s := m.bytes(make([]byte, 4))
		c.storeWord(s, 4, uint64(uint32(base)))
		for range 100 {
			v = v*31 + w.call("rand_r", s).Bits
		}
	case "lrand48":
		w.call("srand48", base)
		for range 100 {
			a := w.call("lrand48").Bits
			v = v*31 + a + w.call("mrand48").Bits&255
		}
	case "drand48":
		w.call("srand48", base)
		for range 10 {
			v = w.call("drand48").Bits
		}
	}
	off := c.loadWord(end, m.ptr) - p
	return fmt.Sprintf("%x %d %d", v, m.errno, int32(off))
}

func randomNumber(r *rand.Rand) string {
	s := pick(r, "", "", " ", "\t\n ") + pick(r, "", "", "-", "+", "--")
	switch r.Intn(8) {
	case 0:
		return s + pick(r, "nan", "NaN(0x12)", "nan(123", "nan(abc)", "inf", "INFINITY", "infinit", "i", "na", "nan()", "nan(08)")
	case 1:
		return s + pick(r, "0x", "0X", "0x.", "0x1.8p", "0xp3", "0x.8p-3", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1p1024", "0x1.fffffffffffff8p1023", "0x1.fffffffffffffp-1023",
			"0x1.0000000000000801p0", "0x12345678901234567890", "0x1.ffffffp-127", "0x1.ffffffp127", "0x1p-150", "0x0p-9999999999")
	case 2: // halfway and almost halfway between two doubles
		x := math.Float64frombits(r.Uint64())
		if !finite(x) {
			x = 1
		}
		b := bigOf(math.Abs(x))
		b.Add(b, bigOf(math.Nextafter(math.Abs(x), 0)))
		return s + shift(b, -1).Text('g', 770) + pick(r, "", "0", "1")
	case 3:
		return s + fmt.Sprintf("%d", randomInt(r)) + pick(r, "", "x", "0", ".5e1")
	case 4:
		return s + fmt.Sprintf("%#x", randomInt(r)) + pick(r, "", "g", "p5", ".8")
	case 5:
		return s + fmt.Sprintf("%g", randomDouble(r)) + pick(r, "", "e", "e+", "e-5", "1")
	case 6:
		return s + pick(r, "2.2250738585072011e-308", "2.2250738585072014e-308", "2.2250738585072009e-308", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400", "1e400",
			"1.7976931348623158e308", "1.7976931348623159e308", "1.17549435e-38", "1.1754943e-38", "3.4028235e38", "3.4028236e38", "1e-45", "7e-46", ".", ".e5", "0e5", "00", "1.e2", ".5", "1e99999999999")
	}
	var b []byte
	for range r.Intn(25) {
		b = append(b, "0123456789abcdefxz.+-"[r.Intn(21)])
	}
	return s + string(b)
}

func TestNumbersAgainstGcc(t *testing.T) {
	models(t, func(t *testing.T, ptr int) {
		d := compile(t, "number.c", ptr)
		r := rand.New(rand.NewSource(int64(ptr)))
		type one struct {
			name, text string
			base       int
		}
		var all []one
		var lines []string
		for i := range rounds.Of(30000) {
			k := one{name: pick(r, "strtod", "strtod", "strtof", "atof"), text: randomNumber(r), base: []int{0, 10, 16, 8, 2, 36, 1, 37}[r.Intn(8)]}
			if i%100 == 0 {
				k = one{name: pick(r, "rand", "rand_r", "lrand48", "drand48"), base: r.Intn(1 << uint(r.Intn(31)))}
			}
			all = append(all, k)
			lines = append(lines, fmt.Sprintf("%s %d x%x", k.name, k.base, k.text))
		}
		bad := 0
		for i, want := range d.ask(t, lines) {
			k := all[i]
			if got := runNumber(newWorld(t, ptr, "", nil), k.name, k.base, k.text); got != want {
				bad++
				if bad <= 10 {
					t.Errorf("%s(%q, %d): got %s, want %s", k.name, k.text, k.base, got, want)
				}
			}
		}
		t.Logf("%d conversions compared, %d mismatches", len(all), bad)
	})
}

// TestRand has the first numbers that every glibc program gets.
func TestRand(t *testing.T) {
	w := newWorld(t, 8, "", nil)
	for _, want := range []int64{1804289383, 846930886, 1681692777, 1714636915, 1957747793} {
		if got := w.int("rand"); got != want {
			t.Errorf("rand() = %d, want %d", got, want)
		}
	}
	c := w.lib.Clone(nil, nil)
	if a, b := w.lib.random.next(), c.random.next(); a != b || a != 424238335 {
		t.Errorf("after a copy: %d and %d", a, b)
	}
}
