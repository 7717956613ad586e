package cascade

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// spec is a conversion specification of printf.
type spec struct {
	flags string // with width and precision, as package fmt reads them
	conv  byte   // d for i and u, too
	size  int    // bytes of an integer
	sign  bool
}

// readSpec reads a specification after its '%'. A width or a precision that
// is an argument is asked for.
func readSpec(format string, ptr int, arg func() (uint64, bool)) (s spec, rest string, ok bool) {
	d, tail := clib.ReadPrint([]byte(format))
	if d.Conv == 0 || strings.IndexByte("%diuxXocsfFeEgG", d.Conv) < 0 || d.Overflow || d.Arg+d.WidthArg+d.PrecArg > 0 || d.Group {
		return s, "", false
	}
	for _, f := range []struct {
		set  bool
		flag string
	}{{d.Minus, "-"}, {d.Plus, "+"}, {d.Space, " "}, {d.Alt, "#"}, {d.Zero, "0"}} {
		if f.set {
			s.flags += f.flag
		}
	}
	amount := func(n int) bool {
		if n == clib.Star {
			v, ok := arg()
			if n = int(int32(v)); !ok || n < 0 {
				return false
			}
		}
		s.flags += strconv.Itoa(n)
		return true
	}
	if d.Width != clib.None && !amount(d.Width) {
		return s, "", false
	}
	if d.Prec != clib.None {
		s.flags += "."
		if !amount(d.Prec) {
			return s, "", false
		}
	}
	s.size = d.Length.Bytes(ptr)
	switch s.conv = d.Conv; s.conv {
	case 'd', 'i':
		s.conv, s.sign = 'd', true
	case 'u':
		s.conv = 'd'
	}
	return s, string(tail), true
}

// render prints a value by a specification. For a string it says where that
// begins after padding.
func (b *Builder) render(s spec, v uint64) (text string, begin int, ok bool) {
	switch s.conv {
	case 's':
		most := -1
		if _, p, found := strings.Cut(s.flags, "."); found {
			most, _ = strconv.Atoi(p)
		}
		t, ok := b.text(v, most)
		text = fmt.Sprintf("%"+s.flags+"s", t)
		if len(text) > len(t) && !strings.Contains(s.flags, "-") {
			begin = len(text) - len(t)
		}
		return text, begin, ok
	case 'c':
		text = fmt.Sprintf("%"+s.flags+"s", string([]byte{byte(v)}))
		if !strings.Contains(s.flags, "-") {
			begin = len(text) - 1
		}
		return text, begin, true
	case 'd', 'x', 'X', 'o':
		return s.integer(v), 0, true
	}
	return fmt.Sprintf("%"+s.flags+string(s.conv), math.Float64frombits(v)), 0, true
}

// integer prints an integer.
func (s spec) integer(v uint64) string {
	v = cfg.Mask(v, 8*s.size)
	if s.sign {
		return fmt.Sprintf("%"+s.flags+"d", cfg.SignExtend(v, 8*s.size))
	}
	return fmt.Sprintf("%"+strings.NewReplacer("+", "", " ", "").Replace(s.flags)+string(s.conv), v)
}

// parse reads the integer that printed the beginning of a text, of n bytes; ok
// is false if none did.
func (s spec) parse(text []byte) (v uint64, n int, ok bool) {
	t := strings.TrimLeft(string(text), " ")
	minus := s.sign && strings.HasPrefix(t, "-")
	t = strings.TrimLeft(t, "+-")
	base, digits := 10, "0123456789"
	switch s.conv {
	case 'x', 'X':
		base, digits = 16, "0123456789abcdefABCDEF"
		if strings.Contains(s.flags, "#") && len(t) > 1 && t[0] == '0' && (t[1] == 'x' || t[1] == 'X') {
			t = t[2:]
		}
	case 'o':
		base, digits = 8, "01234567"
	}
	t = t[:len(t)-len(strings.TrimLeft(t, digits))]
	v, err := strconv.ParseUint(t, base, 64)
	if err != nil {
		return 0, 0, false
	}
	if minus {
		v = -v
	}
	out := s.integer(v)
	return v, len(out), strings.HasPrefix(string(text), out)
}
