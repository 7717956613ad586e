package libc

import "bytes"

// Streams over the memory of the program: open_memstream and fmemopen. What is
// written stays with the library until fflush or fclose, as in glibc's buffer;
// what fmemopen reads is taken when the stream is opened. Streams that read and
// write, and moving in those that write, are not offered.

// memory is what such a stream writes to.
type memory struct {
	written int // bytes of the stream's node that the program's memory has

	// open_memstream: where the program's pointer and size are, the block that the
	// pointer leads to, and its size.
	pointer, size uint64
	block, room   uint64

	// fmemopen: the buffer, how much of it may be written, the position behind the
	// furthest byte written.
	buffer, limit, furthest uint64
	append                  bool
}

func addMemoryStreams(add adder) {
	add(openMemstreamCall, "open_memstream")
	add(fmemopenCall, "fmemopen")
}

func openMemstreamCall(c *call) Value {
	m := &memory{pointer: c.wordArg(0), size: c.wordArg(1)}
	return c.size(c.lib.addStream(&stream{fd: -1, d: &desc{node: &node{}, write: true}, name: "open_memstream", mem: m}))
}

func fmemopenCall(c *call) Value {
	buf, size := c.wordArg(0), c.wordArg(1)
	mode, ok := parseMode(c.text(2))
	switch {
	case !ok:
		c.mem.SetErrno(einval)
		return c.size(0)
	case buf == 0 || mode.read && mode.write:
		c.unsupported("a stream of fmemopen that reads and writes")
	}
	s := &stream{fd: -1, d: &desc{node: &node{}, read: mode.read, write: mode.write}, name: "fmemopen", mem: &memory{}}
	if !mode.write {
		s.d.node.data = c.loadRaw(buf, size)
		return c.size(c.lib.addStream(s))
	}
	s.mem = &memory{buffer: buf, limit: size, append: mode.append}
	if mode.append {
		text := c.loadRaw(buf, size)
		if i := bytes.IndexByte(text, 0); i >= 0 {
			text = text[:i]
		}
		s.d.node.data, s.d.off = text, int64(len(text))
		s.mem.written, s.mem.furthest = len(text), uint64(len(text))
	}
	return c.size(c.lib.addStream(s))
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
