package libc

import "bytes"

// Functions of stdio.h other than formatted input and output.

func addStdio(add adder) {
	add(putsCall, "puts")
	add(putcharCall, "putchar")
	add(putcCall, "putc", "fputc")
	add(fputsCall, "fputs")
	add(fwriteCall, "fwrite")
	add(freadCall, "fread")
	add(getcharCall, "getchar")
	add(getcCall, "getc", "fgetc")
	add(ungetcCall, "ungetc")
	add(fgetsCall, "fgets")
	add(getsCall, "gets")
	add(getlineCall, "getline")
	add(getdelimCall, "getdelim")
	add(fopenCall, "fopen")
	add(freopenCall, "freopen")
	add(fdopenCall, "fdopen")
	add(fcloseCall, "fclose")
	add(fflushCall, "fflush")
	add(feofCall, "feof")
	add(ferrorCall, "ferror")
	add(clearerrCall, "clearerr")
	add(fseekCall, "fseek")
	add(ftellCall, "ftell")
	add(rewindCall, "rewind")
	add(fgetposCall, "fgetpos")
	add(fsetposCall, "fsetpos")
	add(removeCall, "remove")
	add(renameCall, "rename")
	add(tmpfileCall, "tmpfile")
	add(tmpnamCall, "tmpnam")
	add(perrorCall, "perror")
	add(setvbufCall, "setvbuf")
	add(setbufCall, "setbuf", "setbuffer", "setlinebuf")
	add(filenoCall, "fileno")
	add(strerrorCall, "strerror")
}

func putsCall(c *call) Value {
	s := c.text(0)
	if !c.put(c.stdout(), append(s, '\n')) {
		return intValue(-1)
	}
	return intValue(int32(len(s) + 1))
}

func putcharCall(c *call) Value { return c.putOne(c.stdout()) }
func putcCall(c *call) Value    { return c.putOne(c.stream(1)) }

func (c *call) putOne(s *stream) Value {
	b := byte(c.intArg(0))
	c.word[0] = b
	if !c.put(s, c.word[:1]) {
		return intValue(-1)
	}
	return intValue(int32(b))
}

func fputsCall(c *call) Value {
	f, s := c.stream(1), c.text(0)
	if !c.put(f, s) {
		return intValue(-1)
	}
	return intValue(1)
}

func fwriteCall(c *call) Value {
	size, n := c.wordArg(1), c.wordArg(2)
	s := c.stream(3)
	if size == 0 || n == 0 {
		return c.size(0)
	}
	p := c.loadRaw(c.wordArg(0), c.product(size, n))
	if !c.put(s, p) {
		return c.size(0)
	}
	return c.size(n)
}

// endless is far above what a program can have: no call moves more.
const endless = 1 << 31

// product multiplies the sizes of fread and fwrite.
func (c *call) product(size, n uint64) uint64 {
	if size > endless || n > endless || size*n > endless {
		c.undefined("%d objects of %d bytes do not fit into memory", n, size)
	}
	return size * n
}

// loadRaw reads a block piece by piece, so that a wild size does not ask for
// the memory before the access fails.
func (c *call) loadRaw(addr, n uint64) []byte {
	var out []byte
	for done := uint64(0); done < n; {
		p := make([]byte, min(n-done, 1<<16))
		if !c.mem.LoadRaw(addr+done, p) {
			c.stop(MemoryFault, "")
		}
		done += uint64(len(p))
		out = append(out, p...)
	}
	return out
}

func freadCall(c *call) Value {
	size, n := c.wordArg(1), c.wordArg(2)
	s := c.stream(3)
	if size == 0 || n == 0 {
		return c.size(0)
	}
	want := uint64(endless) // at most: more than any input has
	if size <= endless && n <= endless && size*n < want {
		want = size * n
	}
	p := c.getBytes(s, want)
	c.store(c.wordArg(0), p)
	return c.size(uint64(len(p)) / size)
}

func getcharCall(c *call) Value { return intValue(int32(c.getc(c.stdin()))) }
func getcCall(c *call) Value    { return intValue(int32(c.getc(c.stream(0)))) }

func ungetcCall(c *call) Value {
	s, ch := c.stream(1), c.intArg(0)
	if ch == -1 {
		return intValue(-1)
	}
	c.unread(s, int(byte(ch)))
	return intValue(int32(byte(ch)))
}

// line reads up to and including a delimiter, at most max bytes.
func (c *call) line(s *stream, max int64, delim int) []byte {
	var p []byte
	for int64(len(p)) < max {
		if chunk := c.ahead(s); len(chunk) > 0 {
			chunk = chunk[:min(int64(len(chunk)), max-int64(len(p)))]
			i := bytes.IndexByte(chunk, byte(delim))
			if i >= 0 {
				chunk = chunk[:i+1]
			}
			p = append(p, chunk...)
			s.d.off += int64(len(chunk))
			if i >= 0 {
				break
			}
			continue
		}
		ch := c.getc(s)
		if ch < 0 {
			break
		}
		p = append(p, byte(ch))
		if ch == delim {
			break
		}
	}
	return p
}

func fgetsCall(c *call) Value {
	buf, n, s := c.wordArg(0), c.intArg(1), c.stream(2)
	if n <= 0 {
		return c.size(0)
	}
	if n == 1 {
		c.storeString(buf, nil)
		return c.size(buf)
	}
	before := s.err
	s.err = false
	p := c.line(s, int64(n)-1, '\n')
	failed := s.err
	s.err = s.err || before
	if len(p) == 0 || failed {
		return c.size(0)
	}
	c.storeString(buf, p)
	return c.size(buf)
}

func getsCall(c *call) Value {
	buf, s := c.wordArg(0), c.stdin()
	p := c.line(s, 1<<40, '\n')
	if len(p) == 0 {
		return c.size(0)
	}
	c.storeString(buf, bytes.TrimSuffix(p, []byte{'\n'}))
	return c.size(buf)
}

func getlineCall(c *call) Value {
	return c.getdelim(c.wordArg(0), c.wordArg(1), '\n', c.stream(2))
}

func getdelimCall(c *call) Value {
	return c.getdelim(c.wordArg(0), c.wordArg(1), int(c.intArg(2)), c.stream(3))
}

// getdelim grows the buffer as glibc does: 120 bytes first, then double.
func (c *call) getdelim(linep, sizep uint64, delim int, s *stream) Value {
	if linep == 0 || sizep == 0 {
		c.mem.SetErrno(einval)
		return c.long(-1)
	}
	if s.err {
		return c.long(-1)
	}
	buf, size := c.loadWord(linep, c.ptr), uint64(0)
	if buf != 0 {
		size = c.loadWord(sizep, c.ptr)
	}
	if buf == 0 || size == 0 {
		if buf != 0 && !c.mem.Free(buf) {
			c.stop(MemoryFault, "")
		}
		size = 120
		if buf = c.alloc(size); buf == 0 {
			return c.long(-1)
		}
		c.storeWord(linep, c.ptr, buf)
		c.storeWord(sizep, c.ptr, size)
	}
	p := c.line(s, 1<<40, delim)
	if len(p) == 0 || s.err {
		return c.long(-1)
	}
	if need := uint64(len(p)) + 1; need > size {
		size = max(2*size, need)
		if !c.mem.Free(buf) {
			c.stop(MemoryFault, "")
		}
		if buf = c.alloc(size); buf == 0 {
			return c.long(-1)
		}
		c.storeWord(linep, c.ptr, buf)
		c.storeWord(sizep, c.ptr, size)
	}
	c.storeString(buf, p)
	return c.long(int64(len(p)))
}

func fopenCall(c *call) Value {
	name, mode := c.text(0), c.text(1)
	m, ok := parseMode(mode)
	if !ok {
		c.mem.SetErrno(einval)
		return c.size(0)
	}
	fd, e := c.lib.open(string(name), m)
	if e != 0 {
		c.mem.SetErrno(e)
		return c.size(0)
	}
	return c.size(c.lib.newStream(fd, string(name)))
}

func freopenCall(c *call) Value {
	h := c.wordArg(2)
	s := c.stream(2)
	if s.mem != nil {
		c.unsupported("freopen of a stream of %s", s.name)
	}
	m, ok := parseMode(c.text(1))
	name := s.d.name
	if p := c.wordArg(0); p != 0 {
		name = string(c.cstring(p, -1))
	} else if ok && s.d.dev != regular {
		s.d.read, s.d.write = s.d.read && m.read, s.d.write && m.write
		s.eof, s.err = false, false
		return c.size(h)
	}
	c.closeStream(s)
	if !ok {
		c.mem.SetErrno(einval)
		return c.size(0)
	}
	fd, e := c.lib.open(name, m)
	if e != 0 {
		c.mem.SetErrno(e)
		return c.size(0)
	}
	if old := s.fd; fd != old && c.lib.descs[old] == nil {
		c.lib.descs[old], c.lib.descs[fd] = c.lib.descs[fd], nil
		fd = old
	}
	*s = *makeStream(fd, c.lib.descs[fd], name)
	return c.size(h)
}

func fdopenCall(c *call) Value {
	fd := c.intArg(0)
	d := c.lib.descriptor(fd)
	_, ok := parseMode(c.text(1))
	if d == nil || !ok {
		c.mem.SetErrno(map[bool]int32{true: ebadf, false: einval}[ok])
		return c.size(0)
	}
	return c.size(c.lib.newStream(int(fd), d.name))
}

func fcloseCall(c *call) Value {
	if !c.closeStream(c.stream(0)) {
		return intValue(-1)
	}
	return intValue(0)
}

func fflushCall(c *call) Value {
	streams := c.lib.streams
	if c.wordArg(0) != 0 {
		streams = []*stream{c.stream(0)}
	}
	r := intValue(0)
	for _, s := range streams {
		if c.wordArg(0) == 0 && !s.closed && s.mem != nil && s.mem.pointer != 0 {
			c.unsupported("fflush of all streams, one of which is of open_memstream") // glibc writes the text, but not its size
		}
		if !s.closed && !c.flush(s) {
			r = intValue(-1)
		}
	}
	return r
}

func feofCall(c *call) Value { return boolValue(c.stream(0).eof) }

func ferrorCall(c *call) Value { return boolValue(c.stream(0).err) }

func clearerrCall(c *call) Value {
	s := c.stream(0)
	s.eof, s.err = false, false
	return void()
}

func fseekCall(c *call) Value {
	s := c.stream(0)
	if w := c.intArg(2); w < 0 || w > 2 || !c.seekStream(s, c.longArg(1), w) {
		if w < 0 || w > 2 {
			c.mem.SetErrno(einval)
		}
		return intValue(-1)
	}
	return intValue(0)
}

func ftellCall(c *call) Value {
	s := c.stream(0)
	if !c.seekable(s) {
		c.mem.SetErrno(espipe)
		return c.long(-1)
	}
	return c.long(c.tell(s))
}

func (c *call) seekable(s *stream) bool {
	switch s.d.dev {
	case regular, nullDev, zeroDev, randomDev:
		return true
	case stdinDev:
		return !c.lib.pipe
	}
	return false
}

func rewindCall(c *call) Value {
	s := c.stream(0)
	c.seekStream(s, 0, 0)
	s.err = false
	return void()
}

func fgetposCall(c *call) Value {
	s := c.stream(0)
	if !c.seekable(s) {
		c.mem.SetErrno(espipe)
		return intValue(-1)
	}
	c.storeWord(c.wordArg(1), c.ptr, uint64(c.tell(s)))
	return intValue(0)
}

func fsetposCall(c *call) Value {
	s := c.stream(0)
	if !c.seekStream(s, signed(c.loadWord(c.wordArg(1), c.ptr), 8*c.ptr), 0) {
		return intValue(-1)
	}
	return intValue(0)
}

func removeCall(c *call) Value {
	name := cleanPath(string(c.text(0)))
	if c.lib.files[name] == nil {
		c.mem.SetErrno(enoent)
		return intValue(-1)
	}
	delete(c.lib.files, name)
	return intValue(0)
}

func renameCall(c *call) Value {
	from, to := cleanPath(string(c.text(0))), cleanPath(string(c.text(1)))
	n := c.lib.files[from]
	if n == nil {
		c.mem.SetErrno(enoent)
		return intValue(-1)
	}
	if c.lib.isDir(to) {
		c.mem.SetErrno(eisdir)
		return intValue(-1)
	}
	delete(c.lib.files, from)
	c.lib.files[to] = n
	return intValue(0)
}

func tmpfileCall(c *call) Value {
	name := c.lib.tempName()
	fd, e := c.lib.install(&desc{node: &node{}, name: name, read: true, write: true})
	if e != 0 {
		c.mem.SetErrno(e)
		return c.size(0)
	}
	return c.size(c.lib.newStream(fd, name))
}

func tmpnamCall(c *call) Value {
	buf := c.wordArg(0)
	if buf == 0 {
		buf = c.static("tmpnam", 20)
	}
	c.storeString(buf, []byte(c.lib.tempName()))
	return c.size(buf)
}

func setvbufCall(c *call) Value {
	c.stream(0)
	return intValue(0)
}

func setbufCall(c *call) Value {
	c.stream(0)
	return void()
}

func filenoCall(c *call) Value {
	s := c.stream(0)
	if s.fd < 0 {
		c.mem.SetErrno(ebadf)
	}
	return intValue(int32(s.fd))
}

func perrorCall(c *call) Value {
	text := strerror(c.mem.Errno()) + "\n"
	if p := c.wordArg(0); p != 0 {
		if s := c.cstring(p, -1); len(s) > 0 {
			text = string(s) + ": " + text
		}
	}
	c.put(c.standard(2), []byte(text))
	return void()
}
