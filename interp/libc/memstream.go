package libc

import "bytes"

// Streams over the memory of the program: open_memstream and fmemopen. What is
// written stays with the library until fflush or fclose, as in glibc's buffer;
// what fmemopen reads is taken when the stream is opened. Streams that read and
// write, and moving in those that write, are not offered.

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
