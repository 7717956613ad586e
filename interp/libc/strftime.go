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
	if s.pad == '-' {
		return s.padded(w, 0, ' ')
	}
	return s.filled(w)
}

// formatted prints what a format made.
func (s *timeSpec) formatted(w string) string {
	if s.upper {
		w = strings.ToUpper(w)
	}
	return s.filled(w)
}

func (s *timeSpec) filled(w string) string {
	if s.pad == '0' || s.pad == '+' {
		return s.padded(w, 0, '0')
	}
	return s.padded(w, 0, ' ')
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

// timeFormats are the conversions that stand for others.
var timeFormats = map[byte]string{
	'c': "%a %b %e %H:%M:%S %Y", 'D': "%m/%d/%y", 'x': "%m/%d/%y", 'F': "%Y-%m-%d",
	'r': "%I:%M:%S %p", 'R': "%H:%M", 'T': "%H:%M:%S", 'X': "%H:%M:%S",
}

// timeNumber is a conversion to a number, with its usual width and padding.
type timeNumber struct {
	width int
	pad   byte
	value func(f *timeFormat) int64
}

var timeNumbers = map[byte]timeNumber{
	'C': {2, '0', func(f *timeFormat) int64 { q, _ := floorDiv(f.year(), 100); return q }},
	'd': {2, '0', member(3, 0)},
	'e': {2, '_', member(3, 0)},
	'G': {4, '0', func(f *timeFormat) int64 { year, _ := f.isoWeek(); return year }},
	'g': {2, '0', func(f *timeFormat) int64 { year, _ := f.isoWeek(); return rest(year, 100) }},
	'H': {2, '0', member(2, 0)},
	'I': {2, '0', (*timeFormat).hour12},
	'k': {2, '_', member(2, 0)},
	'l': {2, '_', (*timeFormat).hour12},
	'j': {3, '0', member(7, 1)},
	'm': {2, '0', member(4, 1)},
	'M': {2, '0', member(1, 0)},
	's': {1, '0', func(f *timeFormat) int64 { t := f.c.loadTm(f.at, 6); return t.join() }},
	'S': {2, '0', member(0, 0)},
	'u': {1, '0', func(f *timeFormat) int64 { return rest(f.field(6)+6, 7) + 1 }},
	'U': {2, '0', func(f *timeFormat) int64 { return (f.field(7) - f.field(6) + 7) / 7 }},
	'V': {2, '0', func(f *timeFormat) int64 { _, week := f.isoWeek(); return week }},
	'w': {1, '0', member(6, 0)},
	'W': {2, '0', func(f *timeFormat) int64 { return (f.field(7) - (f.field(6)-1+7)%7 + 7) / 7 }},
	'y': {2, '0', func(f *timeFormat) int64 { return rest(f.field(5), 100) }},
	'Y': {4, '0', (*timeFormat).year},
}

// member is int number i of the structure, and more.
func member(i int, more int64) func(*timeFormat) int64 {
	return func(f *timeFormat) int64 { return f.field(i) + more }
}

// rest is what is left of a division with a floor.
func rest(x, y int64) int64 { _, r := floorDiv(x, y); return r }

func (f *timeFormat) year() int64 { return f.field(5) + 1900 }

func (f *timeFormat) isoWeek() (year, week int64) {
	return isoWeek(f.year(), f.field(7), f.field(6))
}

// conversion executes one; ok is false if there is none of that name.
func (f *timeFormat) conversion(conv byte, s *timeSpec, depth int) (text string, ok bool) {
	if format, is := timeFormats[conv]; is {
		if depth > 1 {
			return "", false
		}
		return s.formatted(f.format(format, depth+1)), true
	}
	if n, is := timeNumbers[conv]; is {
		return s.number(n.value(f), n.width, n.pad), true
	}
	plain := timeSpec{pad: s.pad, width: s.width}
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
	case 'p', 'P':
		w := "AM"
		if f.field(2) > 11 {
			w = "PM"
		}
		if conv == 'P' || s.swap {
			return plain.word(strings.ToLower(w)), true
		}
		return s.word(w), true
	case 'Z':
		w := ""
		if z := f.c.loadWord(f.at+f.c.tmTail()+uint64(f.c.ptr), f.c.ptr); z != 0 {
			w = string(f.c.cstring(z, -1))
		}
		if s.swap {
			return plain.word(strings.ToLower(w)), true
		}
		return s.word(w), true
	case 'z':
		if f.field(8) < 0 {
			return "", true
		}
		off := signed(f.c.loadWord(f.at+f.c.tmTail(), f.c.ptr), 8*f.c.ptr)
		sign := "+"
		if off < 0 {
			sign, off = "-", -off
		}
		return sign + s.number(off/3600*100+off/60%60, 4, '0'), true
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
