package libc

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

// directive is one conversion specification of scanf.
type directive struct {
	text     []byte // as written, without the '%'
	suppress bool
	alloc    bool
	width    int // -1 for none
	length   length
	conv     byte
	set      *[256]bool // characters that a '[' accepts
	dst      uint64
	broken   bool // unterminated set
}

// outcome of a directive.
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
			d, s.format = parseDirective(s.format[1:])
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

// parseDirective parses a specification after its '%'.
func parseDirective(f []byte) (d directive, rest []byte) {
	start := f
	d.width = -1
	for len(f) > 0 && (f[0] == '*' || f[0] == '\'' || f[0] == 'I') {
		d.suppress = d.suppress || f[0] == '*'
		f = f[1:]
	}
	if len(f) > 0 && isDigit(f[0]) {
		var n spec
		d.width, f = n.number(f)
		if d.width == 0 {
			d.width = -1
		}
	}
	if len(f) > 0 && f[0] == 'm' {
		d.alloc = true
		f = f[1:]
	}
	d.length, f = parseLength(f)
	if len(f) > 0 {
		d.conv, f = f[0], f[1:]
	}
	if d.conv == '[' {
		f = d.parseSet(f)
	}
	d.text = start[:len(start)-len(f)]
	return d, f
}

// parseSet parses the set of a '['.
func (d *directive) parseSet(f []byte) []byte {
	d.set = new([256]bool)
	not := false
	if len(f) > 0 && f[0] == '^' {
		not, f = true, f[1:]
	}
	first := true
	for i := 0; ; i++ {
		if i >= len(f) {
			d.broken = true
			return nil
		}
		b := f[i]
		switch {
		case b == ']' && !first:
			if not {
				for j := range d.set {
					d.set[j] = !d.set[j]
				}
			}
			return f[i+1:]
		case b == '-' && !first && i+1 < len(f) && f[i+1] != ']' && f[i-1] <= f[i+1]:
			for x := int(f[i-1]); x < int(f[i+1]); x++ {
				d.set[x] = true
			}
		default:
			d.set[b] = true
		}
		first = false
	}
}

// convert executes a conversion specification.
func (s *scanner) convert(d *directive) scanned {
	if s.space || d.conv != '[' && d.conv != 'c' && d.conv != 'C' && d.conv != 'n' {
		errno := s.c.mem.Errno()
		s.c.mem.SetErrno(0)
		if s.ch != -1 {
			s.skipSpace()
		}
		s.space = false
		s.c.mem.SetErrno(errno)
	}
	switch d.conv {
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
		if !d.suppress {
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
		if d.dst = s.args.pointer(d.text); d.dst == 0 {
			s.c.undefined("%%%s stores through a null pointer", d.text)
		}
	}
	return d.dst
}

func (s *scanner) storeInt(d *directive, v uint64) {
	size := d.length.bytes(s.c.ptr)
	if d.conv == 'p' {
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
	if t.d.suppress {
		return
	}
	size := 1
	if t.wide {
		size = 4
	}
	if t.d.alloc {
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
	if t.d.suppress {
		return
	}
	if t.d.conv != 'c' && t.d.conv != 'C' {
		t.add(0)
	}
	if t.d.alloc {
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
	if d.broken {
		return mismatched
	}
	t := &textSink{s: s, d: d, wide: d.length == lenLong || d.conv == 'C' || d.conv == 'S'}
	if !d.suppress {
		s.target(d)
	}
	if s.next() == -1 {
		return inputEnd
	}
	width := d.width
	switch d.conv {
	case 'c', 'C':
		width = max(width, 1)
	default:
		if width < 0 {
			width = maxInt
		}
	}
	n := 0
	for {
		if d.set != nil && !d.set[s.ch] || (d.conv == 's' || d.conv == 'S') && s.isSpace() {
			s.back()
			break
		}
		t.add(s.ch)
		n++
		if width--; width == 0 || s.next() == -1 {
			break
		}
	}
	if n == 0 {
		return mismatched
	}
	t.finish()
	return matched
}
