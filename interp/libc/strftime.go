package libc

import (
	"strconv"
	"strings"
)

// strftimeCall formats a struct tm in the C locale.
func strftimeCall(c *call) Value {
	buf, max, format := c.wordArg(0), c.wordArg(1), c.text(2)
	p := c.wordArg(3)
	f := timeFormat{c: c, at: p}
	out := f.format(string(format), 0)
	if uint64(len(out)) >= max {
		return c.size(0)
	}
	c.storeString(buf, []byte(out))
	return c.size(uint64(len(out)))
}

// timeFormat reads the fields of a struct tm when a conversion needs them.
type timeFormat struct {
	c  *call
	at uint64
}

// field reads int number i of the structure.
func (f *timeFormat) field(i int) int64 { return int64(int32(f.c.loadWord(f.at+4*uint64(i), 4))) }

func (f *timeFormat) hour12() int64 {
	if h := f.field(2) % 12; h != 0 {
		return h
	}
	return 12
}

// timeSpec is one conversion: flags, width.
type timeSpec struct {
	pad   byte // '_', '-', '0', or 0
	upper bool
	swap  bool
	width int
}

// refusedBy are the conversions that glibc does not take with a modifier.
var refusedBy = map[byte]string{'E': "aAbBhdDeFGgHIjklmMSUVwW", 'O': "aAcDFxXY"}

// format executes a format; formats within formats have no deeper ones.
func (f *timeFormat) format(format string, depth int) string {
	var out strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out.WriteByte(format[i])
			continue
		}
		start := i
		var s timeSpec
		i++
		for ; i < len(format) && strings.IndexByte("_-0^#+", format[i]) >= 0; i++ {
			switch format[i] {
			case '^':
				s.upper = true
			case '#':
				s.swap = true
			default:
				s.pad = format[i]
			}
		}
		for ; i < len(format) && isDigit(format[i]); i++ {
			s.width = min(s.width*10+int(format[i]-'0'), 1<<20)
		}
		refused := ""
		if i < len(format) && (format[i] == 'E' || format[i] == 'O') {
			refused = refusedBy[format[i]]
			i++
		}
		if i == len(format) {
			out.WriteString(format[start:])
			break
		}
		text, ok := f.conversion(format[i], &s, depth)
		if !ok || strings.IndexByte(refused, format[i]) >= 0 {
			text = format[start : i+1]
		}
		out.WriteString(text)
	}
	return out.String()
}

// number prints a number with a usual width and padding.
func (s *timeSpec) number(v int64, width int, pad byte) string {
	if s.pad == '0' || s.pad == '_' || s.pad == '-' {
		pad = s.pad
	}
	if s.pad == '+' {
		pad = '0'
	}
	if pad == '_' {
		pad = ' '
	}
	d := strconv.FormatInt(v, 10)
	if pad == '-' {
		return s.padded(d, 0, ' ')
	}
	return s.padded(d, max(width, s.width), pad)
}

func (s *timeSpec) padded(d string, width int, pad byte) string {
	n := max(width, s.width) - len(d)
	if n <= 0 {
		return d
	}
	if pad == '0' && strings.HasPrefix(d, "-") {
		return "-" + strings.Repeat("0", n) + d[1:]
	}
	return strings.Repeat(string(pad), n) + d
}

// word prints text.
func (s *timeSpec) word(w string) string {
	if s.upper || s.swap {
		w = strings.ToUpper(w)
	}
	pad := byte(' ')
	if s.pad == '0' || s.pad == '+' {
		pad = '0'
	}
	if s.pad == '-' {
		return s.padded(w, 0, ' ')
	}
	return s.padded(w, 0, pad)
}

func name(table []string, i int64, short bool) string {
	if i < 0 || i >= int64(len(table)) {
		return "?"
	}
	if short {
		return table[i][:3]
	}
	return table[i]
}

func (f *timeFormat) conversion(conv byte, s *timeSpec, depth int) (string, bool) {
	sub := func(format string) (string, bool) {
		if depth > 1 {
			return "", false
		}
		w := f.format(format, depth+1)
		if s.upper {
			w = strings.ToUpper(w)
		}
		pad := byte(' ')
		if s.pad == '0' || s.pad == '+' {
			pad = '0'
		}
		return s.padded(w, 0, pad), true
	}
	switch conv {
	case '%':
		return s.word("%"), true
	case 'n':
		return s.word("\n"), true
	case 't':
		return s.word("\t"), true
	case 'a', 'A':
		return s.word(name(dayNames[:], f.field(6), conv == 'a')), true
	case 'b', 'h', 'B':
		return s.word(name(monthNames[:], f.field(4), conv != 'B')), true
	case 'c':
		return sub("%a %b %e %H:%M:%S %Y")
	case 'D', 'x':
		return sub("%m/%d/%y")
	case 'F':
		return sub("%Y-%m-%d")
	case 'r':
		return sub("%I:%M:%S %p")
	case 'R':
		return sub("%H:%M")
	case 'T', 'X':
		return sub("%H:%M:%S")
	case 'p':
		w := "AM"
		if f.field(2) > 11 {
			w = "PM"
		}
		if s.swap {
			return (&timeSpec{pad: s.pad, width: s.width}).word(strings.ToLower(w)), true
		}
		return s.word(w), true
	case 'P':
		w := "am"
		if f.field(2) > 11 {
			w = "pm"
		}
		return (&timeSpec{pad: s.pad, width: s.width}).word(w), true
	case 'Z':
		w := ""
		if z := f.c.loadWord(f.at+f.c.tmTail()+uint64(f.c.ptr), f.c.ptr); z != 0 {
			w = string(f.c.cstring(z, -1))
		}
		if s.swap {
			return (&timeSpec{pad: s.pad, width: s.width}).word(strings.ToLower(w)), true
		}
		return s.word(w), true
	}
	return f.numeric(conv, s)
}

// numeric executes the conversions to numbers.
func (f *timeFormat) numeric(conv byte, s *timeSpec) (string, bool) {
	switch conv {
	case 'C':
		q, _ := floorDiv(f.field(5)+1900, 100)
		return s.number(q, 2, '0'), true
	case 'd':
		return s.number(f.field(3), 2, '0'), true
	case 'e':
		return s.number(f.field(3), 2, '_'), true
	case 'G', 'g', 'V':
		year, week := isoWeek(f.field(5)+1900, f.field(7), f.field(6))
		switch conv {
		case 'G':
			return s.number(year, 4, '0'), true
		case 'g':
			_, r := floorDiv(year, 100)
			return s.number(r, 2, '0'), true
		}
		return s.number(week, 2, '0'), true
	case 'H':
		return s.number(f.field(2), 2, '0'), true
	case 'I':
		return s.number(f.hour12(), 2, '0'), true
	case 'k':
		return s.number(f.field(2), 2, '_'), true
	case 'l':
		return s.number(f.hour12(), 2, '_'), true
	case 'j':
		return s.number(f.field(7)+1, 3, '0'), true
	case 'm':
		return s.number(f.field(4)+1, 2, '0'), true
	case 'M':
		return s.number(f.field(1), 2, '0'), true
	case 's':
		t := f.c.loadTm(f.at, 6)
		return s.number(t.join(), 1, '0'), true
	case 'S':
		return s.number(f.field(0), 2, '0'), true
	case 'u':
		_, d := floorDiv(f.field(6)+6, 7)
		return s.number(d+1, 1, '0'), true
	case 'U':
		return s.number((f.field(7)-f.field(6)+7)/7, 2, '0'), true
	case 'w':
		return s.number(f.field(6), 1, '0'), true
	case 'W':
		return s.number((f.field(7)-(f.field(6)-1+7)%7+7)/7, 2, '0'), true
	case 'y':
		_, r := floorDiv(f.field(5), 100)
		return s.number(r, 2, '0'), true
	case 'Y':
		return s.number(f.field(5)+1900, 4, '0'), true
	case 'z':
		if f.field(8) < 0 {
			return "", true
		}
		off := signed(f.c.loadWord(f.at+f.c.tmTail(), f.c.ptr), 8*f.c.ptr)
		sign := "+"
		if off < 0 {
			sign, off = "-", -off
		}
		d := s.number(off/3600*100+off/60%60, 4, '0')
		return sign + d, true
	}
	return "", false
}

// isoWeek is the ISO 8601 week that a day belongs to.
func isoWeek(year, yday, wday int64) (isoYear, week int64) {
	// The Thursday of the same week decides.
	_, sinceMonday := floorDiv(wday+6, 7)
	thursday := yday - sinceMonday + 3
	days := int64(365)
	if leap(year) {
		days++
	}
	switch {
	case thursday < 0:
		year--
		thursday += 365
		if leap(year) {
			thursday++
		}
	case thursday >= days:
		year++
		thursday -= days
	}
	return year, thursday/7 + 1
}
