package libc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/internal/extended"
)

// The printf family.

// output collects what a call prints. It keeps at most limit bytes and counts
// the rest, so that an absurd width costs no memory.
type output struct {
	buf   []byte
	limit int64
	n     int64
	read  []span // strings that were printed
}

// span is n bytes of memory.
type span struct{ addr, n uint64 }

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
		var s clib.PrintSpec
		s, format = clib.ReadPrint(format[1:])
		if !f.conversion(&s) {
			return false
		}
		if out.n > clib.MaxInt {
			c.mem.SetErrno(eoverflow)
			return false
		}
	}
	return true
}

// collect fetches the arguments of a format that numbers them.
func (f *formatter) collect(format []byte) {
	var kinds []*clib.PrintSpec // by argument; nil: an int
	numbered := false
	note := func(n int, s *clib.PrintSpec) {
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
		s, rest := clib.ReadPrint(format[i+1:])
		i = len(format) - len(rest) - 1
		note(s.Arg, &s)
		note(s.WidthArg, nil)
		note(s.PrecArg, nil)
	}
	if !numbered {
		return
	}
	for i, s := range kinds {
		what := fmt.Appendf(nil, "%d$", i+1)
		switch {
		case s == nil:
			f.all = append(f.all, Value{Bits: f.args.integer(4, what), Width: 32})
		case isFloatConv(s.Conv) && s.Length == clib.LenLongLong:
			if f.long == nil {
				f.long = map[int]extended.Number{}
			}
			f.long[i] = f.args.ext(s.Text)
			f.all = append(f.all, Value{})
		case isFloatConv(s.Conv):
			f.all = append(f.all, doubleValue(f.args.float(s.Text)))
		case strings.IndexByte("psSn", s.Conv) >= 0:
			f.all = append(f.all, Value{Bits: f.args.pointer(s.Text), Width: 8 * f.c.ptr})
		default:
			size := max(4, argBytes(s, f.c.ptr))
			f.all = append(f.all, Value{Bits: f.args.integer(size, s.Text), Width: 8 * size})
		}
	}
}

// argBytes is the size of the integer argument, before promotion, of a
// conversion that takes one.
func argBytes(s *clib.PrintSpec, ptr int) int {
	if s.Conv == 'c' || s.Conv == 'C' {
		return 4
	}
	return s.Length.Bytes(ptr)
}

func isFloatConv(b byte) bool {
	switch b {
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		return true
	}
	return false
}

// integer returns argument n, or the next one if n is 0.
func (f *formatter) integer(n, size int, s *clib.PrintSpec) uint64 {
	if n > 0 {
		return f.all[n-1].Bits & mask(8*size)
	}
	if size < 4 {
		return f.args.integer(4, s.Text) & mask(8*size)
	}
	return f.args.integer(size, s.Text)
}

// address returns the argument of a conversion that takes a pointer.
func (f *formatter) address(s *clib.PrintSpec) uint64 {
	if s.Arg > 0 {
		return f.all[s.Arg-1].Bits
	}
	return f.args.pointer(s.Text)
}

// real returns the argument of a floating conversion.
func (f *formatter) real(s *clib.PrintSpec) printed {
	switch {
	case s.Length == clib.LenLongLong && s.Arg > 0:
		return printed{l: f.long[s.Arg-1], long: true}
	case s.Length == clib.LenLongLong:
		return printed{l: f.args.ext(s.Text), long: true}
	case s.Arg > 0:
		return printed{d: f.all[s.Arg-1].float()}
	}
	return printed{d: f.args.float(s.Text)}
}

// conversion executes one specification.
func (f *formatter) conversion(s *clib.PrintSpec) bool {
	if s.Overflow {
		f.c.mem.SetErrno(eoverflow)
		return false
	}
	s.Zero = s.Zero && !s.Minus
	if s.Width == clib.Star {
		w := int(int32(f.integer(s.WidthArg, 4, s)))
		if w < 0 {
			w, s.Minus = -w, true
		}
		s.Width = w
		if w > clib.MaxInt {
			f.c.mem.SetErrno(eoverflow)
			return false
		}
	}
	if s.Prec == clib.Star {
		if s.Prec = int(int32(f.integer(s.PrecArg, 4, s))); s.Prec < 0 {
			s.Prec = -1
		}
	}
	switch s.Conv {
	case '%':
		f.out.write('%')
	case 'd', 'i', 'u', 'o', 'x', 'X', 'b', 'B':
		f.number(s)
	case 'p':
		f.pointer(s)
	case 'c':
		if s.Length == clib.LenLong {
			return f.wide(s, []int32{int32(f.integer(s.Arg, 4, s))})
		}
		f.field(s, []byte{byte(f.integer(s.Arg, 4, s))})
	case 'C':
		return f.wide(s, []int32{int32(f.integer(s.Arg, 4, s))})
	case 's', 'S':
		return f.str(s)
	case 'm':
		if s.Alt {
			f.c.unsupported("%%%s is not supported", s.Text)
		}
		f.precise(s, []byte(strerror(f.c.mem.Errno())))
	case 'n':
		f.c.storeWord(f.address(s), s.Length.Bytes(f.c.ptr), uint64(f.out.n))
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
func (f *formatter) field(s *clib.PrintSpec, text []byte) {
	if !s.Minus {
		f.out.pad(' ', s.Width-len(text))
	}
	f.out.write(text...)
	if s.Minus {
		f.out.pad(' ', s.Width-len(text))
	}
}

// precise prints text cut to the precision.
func (f *formatter) precise(s *clib.PrintSpec, text []byte) {
	if s.Prec >= 0 && s.Prec < len(text) {
		text = text[:s.Prec]
	}
	f.field(s, text)
}

func (f *formatter) str(s *clib.PrintSpec) bool {
	p := f.address(s)
	switch {
	case p == 0 && (s.Prec < 0 || s.Prec >= 6):
		f.field(s, []byte("(null)"))
	case p == 0:
		f.field(s, nil)
	case s.Conv == 'S' || s.Length == clib.LenLong:
		return f.wide(s, f.c.wstring(p, s.Prec))
	default:
		text := f.c.cstring(p, s.Prec)
		n := uint64(len(text))
		if s.Prec < 0 || len(text) < s.Prec {
			n++ // its end
		}
		f.out.read = append(f.out.read, span{p, n})
		f.field(s, text)
	}
	return true
}

// wide prints wide characters, which the C locale knows up to 127.
func (f *formatter) wide(s *clib.PrintSpec, text []int32) bool {
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
func (f *formatter) unknown(s *clib.PrintSpec) {
	f.out.write('%')
	for _, x := range []struct {
		on bool
		b  byte
	}{{s.Alt, '#'}, {s.Group, '\''}, {s.Plus, '+'}, {s.Space && !s.Plus, ' '}, {s.Minus, '-'}, {s.Zero, '0'}} {
		if x.on {
			f.out.write(x.b)
		}
	}
	if s.Width > 0 {
		f.out.write(strconv.AppendInt(nil, int64(s.Width), 10)...)
	}
	if s.Prec >= 0 {
		f.out.write(strconv.AppendInt([]byte{'.'}, int64(s.Prec), 10)...)
	}
	f.out.write(s.Conv)
}

// number prints an integer.
func (f *formatter) number(s *clib.PrintSpec) {
	size := s.Length.Bytes(f.c.ptr)
	v := f.integer(s.Arg, size, s)
	sign := byte(0)
	base := 10
	switch s.Conv {
	case 'd', 'i':
		if x := signed(v, 8*size); x < 0 {
			sign, v = '-', uint64(-x)
		} else if s.Plus {
			sign = '+'
		} else if s.Space {
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
func (f *formatter) digits(s *clib.PrintSpec, v uint64, base int, sign byte) {
	var buf [64]byte
	d := strconv.AppendUint(buf[:0], v, base)
	if v == 0 && s.Prec == 0 {
		d = nil
	}
	if s.Conv == 'X' {
		upper(d)
	}
	var start [3]byte
	prefix := start[:0]
	if sign != 0 {
		prefix = append(prefix, sign)
	}
	if s.Alt && (base == 16 || base == 2) && v != 0 {
		prefix = append(prefix, '0', s.Conv)
	}
	zeros := max(0, s.Prec-len(d))
	if s.Alt && base == 8 && zeros == 0 && (len(d) == 0 || d[0] != '0') {
		zeros = 1
	}
	pad := s.Width - len(prefix) - zeros - len(d)
	if s.Zero && !s.Minus && s.Prec < 0 && pad > 0 {
		zeros, pad = zeros+pad, 0
	}
	if !s.Minus {
		f.out.pad(' ', pad)
	}
	f.out.write(prefix...)
	f.out.pad('0', zeros)
	f.out.write(d...)
	if s.Minus {
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

func (f *formatter) pointer(s *clib.PrintSpec) {
	p := f.address(s)
	if p == 0 {
		s.Prec = -1
		f.field(s, []byte("(nil)"))
		return
	}
	sign := byte(0)
	if s.Plus {
		sign = '+'
	} else if s.Space {
		sign = ' '
	}
	s.Alt, s.Conv = true, 'x'
	f.digits(s, p, 16, sign)
}
