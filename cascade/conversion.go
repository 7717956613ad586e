package cascade

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"culprit/cfg"
)

// spec is a conversion specification of printf.
type spec struct {
	flags string // with width and precision, as package fmt reads them
	conv  byte   // d for i and u, too
	size  int    // bytes of an integer
	sign  bool
}

// readSpec reads a specification behind its '%'. A width or a precision that
// is an argument is asked for.
func readSpec(format string, ptr int, arg func() (uint64, bool)) (s spec, rest string, ok bool) {
	n := len(format) - len(strings.TrimLeft(format, "-+ #0"))
	s.flags, format = format[:n], format[n:]
	for strings.HasPrefix(format, "*") || format != "" && strings.IndexByte(".0123456789", format[0]) >= 0 {
		if format[0] != '*' {
			s.flags, format = s.flags+format[:1], format[1:]
			continue
		}
		v, ok := arg()
		if !ok || int32(v) < 0 {
			return s, "", false
		}
		s.flags, format = s.flags+strconv.Itoa(int(int32(v))), format[1:]
	}
	s.size = 4
	for _, m := range []struct {
		text string
		size int
	}{{"hh", 1}, {"h", 2}, {"ll", 8}, {"l", ptr}, {"j", 8}, {"z", ptr}, {"t", ptr}, {"q", 8}} {
		if strings.HasPrefix(format, m.text) {
			s.size, format = m.size, format[len(m.text):]
			break
		}
	}
	if format == "" || strings.IndexByte("%diuxXocsfFeEgG", format[0]) < 0 {
		return s, "", false
	}
	switch s.conv = format[0]; s.conv {
	case 'd', 'i':
		s.conv, s.sign = 'd', true
	case 'u':
		s.conv = 'd'
	}
	return s, format[1:], true
}

// render prints a value by a specification. For a string it says where that
// begins behind padding.
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
