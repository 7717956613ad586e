package libc

import (
	"fmt"

	"culprit/internal/extended"
	"slices"
	"strconv"
)

// The printf family.

const (
	lenNone length = iota
	lenChar
	lenShort
	lenLong
	lenLongLong // also L, which means long double before a floating conversion
	lenMax      // j
	lenSize     // z
	lenDiff     // t
)

// output collects what a call prints. It keeps at most limit bytes and counts
// the rest, so that an absurd width costs no memory.
type output struct {
	buf   []byte
	limit int64
	n     int64
}

func (o *output) write(p ...byte) {
	if keep := min(int64(len(p)), o.limit-int64(len(o.buf))); keep > 0 {
		o.buf = append(o.buf, p[:keep]...)
	}
	o.n += int64(len(p))
}

func (o *output) pad(b byte, n int) {
	if n <= 0 {
		return
	}
	if keep := min(int64(n), o.limit-int64(len(o.buf))); keep > 0 {
		old := len(o.buf)
		o.buf = slices.Grow(o.buf, int(keep))[:old+int(keep)]
		for i := range o.buf[old:] {
			o.buf[old+i] = b
		}
	}
	o.n += int64(n)
}

// formatter executes one format.
type formatter struct {
	c    *call
	out  *output
	args *varargs
	all  []Value                 // the arguments, if they are numbered
	long map[int]extended.Number // of these the long doubles, by index
}

// format prints to out; ok is false if the call is to return -1.
func (c *call) format(out *output, format []byte, args *varargs) (ok bool) {
	f := &formatter{c: c, out: out, args: args}
	f.collect(format)
	for len(format) > 0 {
		i := 0
		for i < len(format) && format[i] != '%' {
			i++
		}
		out.write(format[:i]...)
		if format = format[i:]; len(format) == 0 {
			break
		}
		var s spec
		s, format = parseSpec(format[1:])
		if !f.conversion(&s) {
			return false
		}
		if out.n > maxInt {
			c.mem.SetErrno(eoverflow)
			return false
		}
	}
	return true
}

// collect fetches the arguments of a format that numbers them.
func (f *formatter) collect(format []byte) {
	var kinds []*spec // by argument; nil: an int
	numbered := false
	note := func(n int, s *spec) {
		numbered = numbered || n > 0
		for len(kinds) < n {
			kinds = append(kinds, nil)
		}
		if n > 0 && s != nil {
			kinds[n-1] = s
		}
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		s, rest := parseSpec(format[i+1:])
		i = len(format) - len(rest) - 1
		note(s.arg, &s)
		note(s.widthArg, nil)
		note(s.precArg, nil)
	}
	if !numbered {
		return
	}
	for i, s := range kinds {
		what := fmt.Appendf(nil, "%d$", i+1)
		switch {
		case s == nil:
			f.all = append(f.all, Value{Bits: f.args.integer(4, what), Width: 32})
		case isFloatConv(s.conv) && s.length == lenLongLong:
			if f.long == nil {
				f.long = map[int]extended.Number{}
			}
			f.long[i] = f.args.ext(s.text)
			f.all = append(f.all, Value{})
		case isFloatConv(s.conv):
			f.all = append(f.all, doubleValue(f.args.float(s.text)))
		default:
			size := max(4, s.argBytes(f.c.ptr))
			f.all = append(f.all, Value{Bits: f.args.integer(size, s.text), Width: 8 * size})
		}
	}
}

// argBytes is the size of the integer argument, before promotion, of a
// conversion that is not floating.
func (s *spec) argBytes(ptr int) int {
	switch s.conv {
	case 'p', 's', 'S', 'n':
		return ptr
	case 'c', 'C':
		return 4
	}
	return s.length.bytes(ptr)
}

func isFloatConv(b byte) bool {
	switch b {
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		return true
	}
	return false
}

// integer returns argument n, or the next one if n is 0.
func (f *formatter) integer(n, size int, s *spec) uint64 {
	if n > 0 {
		return f.all[n-1].Bits & mask(8*size)
	}
	if size < 4 {
		return f.args.integer(4, s.text) & mask(8*size)
	}
	return f.args.integer(size, s.text)
}

// real returns the argument of a floating conversion.
func (f *formatter) real(s *spec) printed {
	switch {
	case s.length == lenLongLong && s.arg > 0:
		return printed{l: f.long[s.arg-1], long: true}
	case s.length == lenLongLong:
		return printed{l: f.args.ext(s.text), long: true}
	case s.arg > 0:
		return printed{d: f.all[s.arg-1].float()}
	}
	return printed{d: f.args.float(s.text)}
}

// conversion executes one specification.
func (f *formatter) conversion(s *spec) bool {
	if s.overflow {
		f.c.mem.SetErrno(eoverflow)
		return false
	}
	s.zero = s.zero && !s.minus
	if s.width == star {
		w := int(int32(f.integer(s.widthArg, 4, s)))
		if w < 0 {
			w, s.minus = -w, true
		}
		s.width = w
		if w > maxInt {
			f.c.mem.SetErrno(eoverflow)
			return false
		}
	}
	if s.prec == star {
		if s.prec = int(int32(f.integer(s.precArg, 4, s))); s.prec < 0 {
			s.prec = -1
		}
	}
	switch s.conv {
	case '%':
		f.out.write('%')
	case 'd', 'i', 'u', 'o', 'x', 'X', 'b', 'B':
		f.number(s)
	case 'p':
		f.pointer(s)
	case 'c':
		if s.length == lenLong {
			return f.wide(s, []int32{int32(f.integer(s.arg, 4, s))})
		}
		f.field(s, []byte{byte(f.integer(s.arg, 4, s))})
	case 'C':
		return f.wide(s, []int32{int32(f.integer(s.arg, 4, s))})
	case 's', 'S':
		return f.str(s)
	case 'm':
		if s.alt {
			f.c.unsupported("%%%s is not supported", s.text)
		}
		f.precise(s, []byte(strerror(f.c.mem.Errno())))
	case 'n':
		f.c.unsupported("%%n is not supported")
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		f.float(s)
	case 0:
		f.c.mem.SetErrno(einval)
		return false
	default:
		f.unknown(s)
	}
	return true
}

// field prints text padded with spaces.
func (f *formatter) field(s *spec, text []byte) {
	if !s.minus {
		f.out.pad(' ', s.width-len(text))
	}
	f.out.write(text...)
	if s.minus {
		f.out.pad(' ', s.width-len(text))
	}
}

// precise prints text cut to the precision.
func (f *formatter) precise(s *spec, text []byte) {
	if s.prec >= 0 && s.prec < len(text) {
		text = text[:s.prec]
	}
	f.field(s, text)
}

func (f *formatter) str(s *spec) bool {
	p := f.integer(s.arg, f.c.ptr, s)
	switch {
	case p == 0 && (s.prec < 0 || s.prec >= 6):
		f.field(s, []byte("(null)"))
	case p == 0:
		f.field(s, nil)
	case s.conv == 'S' || s.length == lenLong:
		return f.wide(s, f.c.wstring(p, s.prec))
	default:
		f.field(s, f.c.cstring(p, s.prec))
	}
	return true
}

// wide prints wide characters, which the C locale knows up to 127.
func (f *formatter) wide(s *spec, text []int32) bool {
	var b []byte
	for _, w := range text {
		if w < 0 || w > 127 {
			f.c.mem.SetErrno(eilseq)
			return false
		}
		b = append(b, byte(w))
	}
	f.field(s, b)
	return true
}

// unknown prints a specification that has no meaning, as glibc does.
func (f *formatter) unknown(s *spec) {
	f.out.write('%')
	for _, x := range []struct {
		on bool
		b  byte
	}{{s.alt, '#'}, {s.group, '\''}, {s.plus, '+'}, {s.space && !s.plus, ' '}, {s.minus, '-'}, {s.zero, '0'}} {
		if x.on {
			f.out.write(x.b)
		}
	}
	if s.width > 0 {
		f.out.write(strconv.AppendInt(nil, int64(s.width), 10)...)
	}
	if s.prec >= 0 {
		f.out.write(strconv.AppendInt([]byte{'.'}, int64(s.prec), 10)...)
	}
	f.out.write(s.conv)
}

// number prints an integer.
func (f *formatter) number(s *spec) {
	size := s.length.bytes(f.c.ptr)
	v := f.integer(s.arg, size, s)
	sign := byte(0)
	base := 10
	switch s.conv {
	case 'd', 'i':
		if x := signed(v, 8*size); x < 0 {
			sign, v = '-', uint64(-x)
		} else if s.plus {
			sign = '+'
		} else if s.space {
			sign = ' '
		}
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	case 'b', 'B':
		base = 2
	}
	f.digits(s, v, base, sign)
}

// digits prints a magnitude with its sign, prefix and padding.
func (f *formatter) digits(s *spec, v uint64, base int, sign byte) {
	var buf [64]byte
	d := strconv.AppendUint(buf[:0], v, base)
	if v == 0 && s.prec == 0 {
		d = nil
	}
	if s.conv == 'X' {
		upper(d)
	}
	var start [3]byte
	prefix := start[:0]
	if sign != 0 {
		prefix = append(prefix, sign)
	}
	if s.alt && (base == 16 || base == 2) && v != 0 {
		prefix = append(prefix, '0', s.conv)
	}
	zeros := max(0, s.prec-len(d))
	if s.alt && base == 8 && zeros == 0 && (len(d) == 0 || d[0] != '0') {
		zeros = 1
	}
	pad := s.width - len(prefix) - zeros - len(d)
	if s.zero && !s.minus && s.prec < 0 && pad > 0 {
		zeros, pad = zeros+pad, 0
	}
	if !s.minus {
		f.out.pad(' ', pad)
	}
	f.out.write(prefix...)
	f.out.pad('0', zeros)
	f.out.write(d...)
	if s.minus {
		f.out.pad(' ', pad)
	}
}

func upper(d []byte) {
	for i, b := range d {
		if 'a' <= b && b <= 'z' {
			d[i] = b - 32
		}
	}
}

func (f *formatter) pointer(s *spec) {
	p := f.integer(s.arg, f.c.ptr, s)
	if p == 0 {
		s.prec = -1
		f.field(s, []byte("(nil)"))
		return
	}
	sign := byte(0)
	if s.plus {
		sign = '+'
	} else if s.space {
		sign = ' '
	}
	s.alt, s.conv = true, 'x'
	f.digits(s, p, 16, sign)
}
