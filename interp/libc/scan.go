package libc

import "culprit/cfg/clib"

// The scanf family. The order in which characters are read and put back is
// that of glibc, because it shows: in what a failed conversion consumes, and
// in when the end of the input is noticed.

// scanner executes one format over an input.
type scanner struct {
	c      *call
	get    func() int
	unget  func(ch int)
	args   *varargs
	format []byte

	ch    int // character read last; -1 stays
	read  int // characters consumed
	done  int // conversions stored
	space bool
	tok   []byte // the number being read
	errno int32  // when the end was reached
}

// directive is one conversion specification, with the pointer that it stores
// through once that is fetched.
type directive struct {
	clib.ScanSpec
	dst uint64
}

// scanned is the outcome of a directive.
type scanned uint8

const (
	matched    scanned = iota
	inputEnd           // input failure
	mismatched         // matching failure
)

// next reads a character. Once the end was seen it is not read again, and
// errno returns to what it was then.
func (s *scanner) next() int {
	if s.ch == -1 {
		s.c.mem.SetErrno(s.errno)
		return -1
	}
	if s.ch = s.get(); s.ch == -1 {
		s.errno = s.c.mem.Errno()
		return -1
	}
	s.read++
	return s.ch
}

func (s *scanner) back() {
	if s.ch != -1 {
		s.read--
		s.unget(s.ch)
	}
}

func (s *scanner) isSpace() bool { return s.ch >= 0 && isSpace(byte(s.ch)) }

// run executes the format and gives scanf's result.
func (s *scanner) run() int {
	for len(s.format) > 0 {
		r := matched
		switch b := s.format[0]; {
		case isSpace(b):
			s.space = true
			s.format = s.format[1:]
		case b == '%':
			var d directive
			d.ScanSpec, s.format = clib.ReadScan(s.format[1:])
			r = s.convert(&d)
		default:
			s.format = s.format[1:]
			r = s.literal(b)
		}
		switch {
		case r == inputEnd && s.done == 0:
			return -1
		case r != matched:
			return s.done
		}
	}
	if s.space {
		s.skipSpace()
	}
	return s.done
}

func (s *scanner) skipSpace() {
	for s.next(); s.isSpace(); s.next() {
	}
	s.back()
	s.space = false
}

func (s *scanner) literal(b byte) scanned {
	if s.next() == -1 {
		return inputEnd
	}
	if s.space {
		for s.isSpace() {
			if s.next() == -1 {
				return inputEnd
			}
		}
		s.space = false
	}
	if s.ch != int(b) {
		s.back()
		return mismatched
	}
	return matched
}

// convert executes a conversion specification.
func (s *scanner) convert(d *directive) scanned {
	if s.space || d.Conv != '[' && d.Conv != 'c' && d.Conv != 'C' && d.Conv != 'n' {
		errno := s.c.mem.Errno()
		s.c.mem.SetErrno(0)
		if s.ch != -1 {
			s.skipSpace()
		}
		s.space = false
		s.c.mem.SetErrno(errno)
	}
	switch d.Conv {
	case '%':
		if s.next() == -1 {
			return inputEnd
		}
		if s.ch != '%' {
			s.back()
			return mismatched
		}
		return matched
	case 'n':
		if !d.Suppress {
			s.storeInt(d, uint64(s.read))
		}
		return matched
	case 'c', 'C', 's', 'S', '[':
		return s.text(d)
	case 'd', 'u', 'i', 'x', 'X', 'o', 'p':
		return s.integer(d)
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		return s.float(d)
	}
	return mismatched
}

// target fetches the pointer that a directive stores through.
func (s *scanner) target(d *directive) uint64 {
	if d.dst == 0 {
		if d.dst = s.args.pointer(d.Text); d.dst == 0 {
			s.c.undefined("%%%s stores through a null pointer", d.Text)
		}
	}
	return d.dst
}

func (s *scanner) storeInt(d *directive, v uint64) {
	size := d.Length.Bytes(s.c.ptr)
	if d.Conv == 'p' {
		size = s.c.ptr
	}
	s.c.storeWord(s.target(d), size, v)
}

// textSink stores the characters of %c, %s and %[ as they are read.
type textSink struct {
	s    *scanner
	d    *directive
	wide bool
	n    uint64
	buf  []byte // for m: kept until the end
}

func (t *textSink) add(ch int) {
	if t.d.Suppress {
		return
	}
	size := 1
	if t.wide {
		size = 4
	}
	if t.d.Alloc {
		for i := range size {
			t.buf = append(t.buf, byte(ch>>(8*i)))
		}
		return
	}
	t.s.c.storeWord(t.s.target(t.d)+t.n, size, uint64(ch))
	t.n += uint64(size)
}

// finish ends the text, with a NUL unless it is that of %c.
func (t *textSink) finish() {
	if t.d.Suppress {
		return
	}
	if t.d.Conv != 'c' && t.d.Conv != 'C' {
		t.add(0)
	}
	if t.d.Alloc {
		c := t.s.c
		p := c.alloc(uint64(len(t.buf)))
		if p != 0 {
			c.store(p, t.buf)
		}
		c.storeWord(t.s.target(t.d), c.ptr, p)
	}
	t.s.done++
}

// text executes %c, %s and %[.
func (s *scanner) text(d *directive) scanned {
	if d.Alloc && !d.Suppress { // null if nothing is read
		s.c.storeWord(s.target(d), s.c.ptr, 0)
	}
	if d.Broken {
		return mismatched
	}
	t := &textSink{s: s, d: d, wide: d.Length == clib.LenLong || d.Conv == 'C' || d.Conv == 'S'}
	if !d.Suppress {
		s.target(d)
	}
	if s.next() == -1 {
		return inputEnd
	}
	width := d.Width
	switch d.Conv {
	case 'c', 'C':
		width = max(width, 1)
	default:
		if width < 0 {
			width = clib.MaxInt
		}
	}
	n := 0
	for {
		if d.Set != nil && !d.Set[s.ch] || (d.Conv == 's' || d.Conv == 'S') && s.isSpace() {
			s.back()
			break
		}
		t.add(s.ch)
		n++
		width--
		if width == 0 || s.next() == -1 {
			break
		}
	}
	if n == 0 {
		return mismatched
	}
	t.finish()
	return matched
}

// addScanf adds the scanf family.
func addScanf(add adder) {
	add(scanfCall, "scanf", "vscanf")
	add(fscanfCall, "fscanf", "vfscanf")
	add(sscanfCall, "sscanf", "vsscanf")
}

func scanfCall(c *call) Value { return c.scanStream(c.stdin(), 0) }

func fscanfCall(c *call) Value { return c.scanStream(c.stream(0), 1) }

func (c *call) scanStream(s *stream, i int) Value {
	if !s.d.read {
		c.mem.SetErrno(ebadf)
		return intValue(-1)
	}
	sc := &scanner{c: c, format: c.text(i), args: c.variadic(i + 1)}
	sc.get = func() int { return c.getc(s) }
	sc.unget = func(ch int) { c.unread(s, ch) }
	return intValue(int32(sc.run()))
}

func sscanfCall(c *call) Value {
	text, pos := c.text(0), 0
	sc := &scanner{c: c, format: c.text(1), args: c.variadic(2)}
	sc.get = func() int {
		if pos == len(text) {
			return -1
		}
		pos++
		return int(text[pos-1])
	}
	sc.unget = func(int) { pos-- }
	return intValue(int32(sc.run()))
}
