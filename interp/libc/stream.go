package libc

import (
	"fmt"

	"culprit/cfg/clib"
)

func handleOf(i int) uint64 { return clib.Stdin + clib.StreamStep*uint64(i) }

// stream returns the open stream that argument i denotes.
func (c *call) stream(i int) *stream {
	h := c.wordArg(i)
	n := (h - clib.Stdin) / clib.StreamStep
	switch {
	case h == 0:
		c.undefined("the stream is a null pointer")
	case h < clib.Stdin || (h-clib.Stdin)%clib.StreamStep != 0 || n >= uint64(len(c.lib.streams)):
		c.undefined("%#x is not a valid FILE handle", h)
	}
	s := c.lib.streams[n]
	if s.closed {
		c.undefined("the stream %q is closed", s.name)
	}
	return s
}

func (c *call) stdin() *stream  { return c.standard(0) }
func (c *call) stdout() *stream { return c.standard(1) }

func (c *call) standard(i int) *stream {
	s := c.lib.streams[i]
	if s.closed {
		c.undefined("the stream %q is closed", s.name)
	}
	return s
}

// getc reads a character, or gives -1. The end of a file is sticky.
func (c *call) getc(s *stream) int {
	if n := len(s.back); n > 0 {
		b := s.back[n-1]
		s.back = s.back[:n-1]
		return int(b)
	}
	if s.eof {
		return -1
	}
	if !c.readable(s) {
		return -1
	}
	if b := c.lib.peek(s.d, s.d.off); b >= 0 {
		s.d.off++
		return b
	}
	s.eof = true
	return -1
}

func (c *call) readable(s *stream) bool {
	if s.d.read {
		return true
	}
	s.err = true
	c.mem.SetErrno(ebadf)
	return false
}

// unread pushes a character back. If it is the one that was read, the
// position moves back instead, as in glibc's buffer: unlike others it then
// survives a seek that fails.
func (c *call) unread(s *stream, ch int) {
	s.eof = false
	if d := s.d; len(s.back) == 0 && d.off > 0 && c.lib.peek(d, d.off-1) == ch {
		d.off--
		return
	}
	s.back = append(s.back, byte(ch))
}

// ahead shows input that getc would give, without reading it: as much as is
// at hand, nothing where getc has more to do.
func (c *call) ahead(s *stream) []byte {
	d := s.d
	switch {
	case len(s.back) > 0 || s.eof || !d.read:
	case d.dev == regular && d.off < int64(len(d.node.data)):
		return d.node.data[d.off:]
	case d.dev == stdinDev:
		return c.lib.in.ahead(d.off)
	}
	return nil
}

// getBytes reads up to n bytes.
func (c *call) getBytes(s *stream, n uint64) []byte {
	var p []byte
	for uint64(len(p)) < n {
		if chunk := c.ahead(s); len(chunk) > 0 {
			chunk = chunk[:min(uint64(len(chunk)), n-uint64(len(p)))]
			p = append(p, chunk...)
			s.d.off += int64(len(chunk))
			continue
		}
		ch := c.getc(s)
		if ch < 0 {
			break
		}
		p = append(p, byte(ch))
	}
	return p
}

// put writes to a stream and reports success.
func (c *call) put(s *stream, p []byte) bool {
	if !s.d.write {
		s.err = true
		c.mem.SetErrno(ebadf)
		return false
	}
	c.dropBack(s)
	c.writeDesc(s.d, p)
	return true
}

// dropBack forgets pushed back characters and takes the position they stand
// for.
func (c *call) dropBack(s *stream) {
	if n := int64(len(s.back)); n > 0 {
		if s.d.dev == regular || s.d.dev == stdinDev && !c.lib.pipe {
			s.d.off = max(0, s.d.off-n)
		}
		s.back = nil
	}
}

func (c *call) tell(s *stream) int64 { return s.d.off - int64(len(s.back)) }

func (c *call) seekStream(s *stream, off int64, whence int32) bool {
	if whence == 1 {
		off -= int64(len(s.back))
	}
	if s.mem != nil && s.d.write {
		c.unsupported("moving in a stream of %s", s.name)
	}
	s.back = nil // even if the seek fails
	if e := c.lib.seek(s.d, off, whence); e != 0 {
		c.mem.SetErrno(e)
		return false
	}
	s.eof = false
	return true
}

// parseMode reads the mode of fopen.
func parseMode(mode []byte) (m openMode, ok bool) {
	if len(mode) == 0 {
		return m, false
	}
	switch mode[0] {
	case 'r':
		m.read = true
	case 'w':
		m.write, m.create, m.truncate = true, true, true
	case 'a':
		m.write, m.create, m.append = true, true, true
	default:
		return m, false
	}
	for _, b := range mode[1:] {
		switch b {
		case '+':
			m.read, m.write = true, true
		case 'x':
			m.exclusive = true
		case ',':
			return m, true
		}
	}
	return m, true
}

// makeStream makes a stream; one that only appends starts at the end.
func makeStream(fd int, d *desc, name string) *stream {
	if d.append && !d.read && d.dev == regular {
		d.off = int64(len(d.node.data))
	}
	return &stream{fd: fd, d: d, name: name}
}

// newStream makes a stream for a descriptor and returns its handle.
func (l *Lib) newStream(fd int, name string) uint64 {
	return l.addStream(makeStream(fd, l.descs[fd], name))
}

// addStream returns the handle of a new stream.
func (l *Lib) addStream(s *stream) uint64 {
	l.streams = append(l.streams, s)
	return handleOf(len(l.streams) - 1)
}

// closeStream closes a stream and its descriptor.
func (c *call) closeStream(s *stream) bool {
	c.dropBack(s)
	s.closed = true
	if s.mem != nil {
		return c.flush(s)
	}
	if c.lib.descs[s.fd] != s.d {
		c.mem.SetErrno(ebadf) // closed behind the stream's back
		return false
	}
	c.lib.descs[s.fd] = nil
	return true
}

// tempName makes a name for a temporary file.
func (l *Lib) tempName() string {
	l.temps++
	return fmt.Sprintf("/tmp/file%06d", l.temps)
}

// flush hands over to the program's memory what has been written to a stream, and
// reports success.
func (c *call) flush(s *stream) bool {
	m := s.mem
	if m == nil || !s.d.write {
		return true
	}
	data := s.d.node.data
	if m.pointer != 0 {
		if need := uint64(len(data)) + 1; need > m.room {
			if m.room > 0 && !c.mem.Free(m.block) {
				c.stop(MemoryFault, "")
			}
			if m.block = c.alloc(need); m.block == 0 {
				m.room = 0
				return false
			}
			m.room = need
		}
		c.storeString(m.block, data)
		c.storeWord(m.pointer, c.ptr, m.block)
		c.storeWord(m.size, c.ptr, uint64(len(data)))
		return true
	}
	for m.written < len(data) {
		n := c.writeBuffer(m, data[m.written:])
		if n == 0 {
			s.err = true // glibc leaves errno as it was
			return false
		}
		m.written += n
	}
	return true
}

// writeBuffer writes to the buffer of fmemopen, as glibc 2.22 and later do, and
// returns how many bytes fitted. A null byte ends them if there is room for it;
// without room it takes the place of the last byte, except in append mode.
func (c *call) writeBuffer(m *memory, p []byte) int {
	ends := uint64(1)
	if p[len(p)-1] == 0 {
		ends = 0
	}
	at := uint64(m.written)
	if at+uint64(len(p)) > m.limit {
		if at+ends >= m.limit {
			return 0
		}
		p = p[:m.limit-at]
	}
	c.store(m.buffer+at, p)
	if end := at + uint64(len(p)); end > m.furthest {
		m.furthest = end
		switch {
		case end < m.limit && ends > 0:
			c.store(m.buffer+end, []byte{0})
		case !m.append && ends > 0:
			c.store(m.buffer+m.limit-1, []byte{0})
		}
	}
	return len(p)
}
