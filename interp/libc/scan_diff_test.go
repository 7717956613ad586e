package libc

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/internal/rounds"
)

const (
	scanBuffers = 6
	scanSize    = 400
)

// runScan executes fscanf as testdata/scan.c does. made says of each buffer how long a text
// is that it gets a pointer to.
func runScan(ptr int, format, input, made string, list bool) string {
	m := newMemory(ptr)
	lib := New(Config{Files: map[string][]byte{"in": []byte(input)}})
	open, _ := lib.Call(Lookup("fopen"), m, m.values("in", "r"))
	var vs []Value
	var bufs []uint64
	for range scanBuffers {
		a := m.bytes([]byte(strings.Repeat("\xaa", scanSize)))
		bufs = append(bufs, a)
		vs = append(vs, Value{Bits: a, Width: 8 * ptr})
	}
	name := "fscanf"
	if list {
		name = "vfscanf"
		vs = []Value{{Bits: m.slots(vs), Width: 8 * ptr}}
	}
	m.errno = 0
	r, err := lib.Call(Lookup(name), m, append(m.values(open.Bits, format), vs...))
	if err != nil {
		return err.Error()
	}
	s := lib.streams[3]
	out := fmt.Sprintf("%d %d r", int32(r.Bits), m.errno)
	eof := 0
	if s.eof {
		eof = 1
	}
	c := &call{lib: lib, mem: m, fn: Lookup(name), ptr: ptr}
	for ch := c.getc(s); ch >= 0; ch = c.getc(s) {
		out += fmt.Sprintf("%02x", ch)
	}
	out += fmt.Sprintf(" %d", eof)
	for i, a := range bufs {
		b := m.at(a, scanSize)
		if p := cfg.Mask(binary.LittleEndian.Uint64(b), 8*ptr); made[i] != '0' && p&0xffff != 0xaaaa {
			if p == 0 {
				out += " null"
				continue
			}
			text := m.at(p, 1)
			n := uint64(made[i] - '0')
			for n == 9 && text[len(text)-1] != 0 {
				text = m.at(p, uint64(len(text)+1))
			}
			if n < 9 {
				text = m.at(p, n)
			}
			out += fmt.Sprintf(" t%x", text)
			continue
		}
		for len(b) > 0 && b[len(b)-1] == 0xaa {
			b = b[:len(b)-1]
		}
		out += fmt.Sprintf(" b%x", b)
	}
	return out
}

func pick(r *rand.Rand, words ...string) string { return words[r.Intn(len(words))] }

// randomScan makes a format and an input that has a chance to match.
func randomScan(r *rand.Rand) (format, input, made string) {
	n, kinds := 0, []byte("000000") // n arguments so far
	for range 1 + r.Intn(4) {
		if r.Intn(3) == 0 {
			format += pick(r, " ", "\n", ",", "x", "%%", "a b", ":")
		}
		d := "%"
		suppress := r.Intn(6) == 0
		if suppress {
			d += "*"
		}
		if r.Intn(3) == 0 {
			d += fmt.Sprint(r.Intn(8))
		}
		switch r.Intn(9) {
		case 0, 1, 2:
			d += pick(r, "", "", "hh", "h", "l", "ll", "j", "z", "t") + pick(r, "d", "d", "i", "u", "x", "X", "o")
		case 3, 4:
			d += pick(r, "", "l") + pick(r, "f", "e", "g", "a", "F", "G")
		case 5:
			d += pick(r, "s", "c", "s", "ls", "lc", "p")
		case 6:
			d += pick(r, "[a-z]", "[^,]", "[0-9x]", "[]a-c]", "[^]\n]", "[-+0-9]", "[a-]", "[z-a]", "[abc-]", "[%d]", "l[a-f]", "[^-x]")
		case 7:
			d += pick(r, "n", "hhn", "ln", "d", "i", "%", "y", "[abc")
		case 8:
			d = strings.TrimRight(d, "01234567") + pick(r, "ms", "ms", "m[a-z]", "m[^ ]", "mc", "m[abc", "3ms", "2m[a-z]", "1ms")
			if !suppress {
				kinds[n] = '9'
				if strings.HasSuffix(d, "c") {
					kinds[n] = '1'
				}
			}
		}
		format += d
		if !suppress && !strings.HasSuffix(d, "%") {
			n++
		}
		if strings.HasSuffix(d, "[abc") { // what follows would be of the set
			break
		}
	}
	for range r.Intn(7) {
		input += pick(r, "1", "42", "-7", "+3", "0", "0x1f", "0x", "0xg", "017", "09", "3.25", ".5", "5.", "-.5e-3", "1e", "1e+", "1e5", "1e400", "-1e-400", "4.9e-324", "1e39",
			"0x1.8p3", "0x.8", "0xp1", "0x1p", "nan", "NaN", "nax", "inf", "-infinity", "infinit", "INF", "in", "(nil)", "(ni", "abc", "hello", "x", "%", "99999999999999999999", "-99999999999999999999",
			"4294967296", "2147483648", "-2147483649", "18446744073709551615", "-", "+", "--1", ",", ":", "]", "a b", "deadbeef", "1.5.2", "e5", "\x01", "3e-5", "0e0", "00012", "0x0001", "1_000")
		input += pick(r, "", " ", " ", "\n", ",", "  \t", "x")
	}
	return format, input, string(kinds)
}

func TestScanAgainstGcc(t *testing.T) {
	models(t, func(t *testing.T, ptr int) {
		d := compile(t, "scan.c", ptr)
		r := rand.New(rand.NewSource(int64(ptr)))
		var lines []string
		var all [][3]string
		for range rounds.Of(12000) {
			f, in, made := randomScan(r)
			all = append(all, [3]string{f, in, made})
			lines = append(lines, fmt.Sprintf("x%x x%x %s", f, in, made))
		}
		bad := 0
		for i, want := range d.ask(t, lines) {
			for _, list := range []bool{false, true} {
				if got := runScan(ptr, all[i][0], all[i][1], all[i][2], list); got != want {
					bad++
					if bad <= 20 {
						t.Errorf("%q of %q, list %v:\n got %s\nwant %s", all[i][0], all[i][1], list, show(got), show(want))
					}
				}
			}
		}
		t.Logf("%d formats compared, %d mismatches", len(all), bad)
	})
}
