package libc

// Entry points of the printf family.

// addPrintf adds the printf family; those with a va_list run like the others.
func addPrintf(add adder) {
	add(printfCall, "printf", "vprintf")
	add(fprintfCall, "fprintf", "vfprintf")
	add(dprintfCall, "dprintf", "vdprintf")
	add(sprintfCall, "sprintf", "vsprintf")
	add(snprintfCall, "snprintf", "vsnprintf")
	add(asprintfCall, "asprintf", "vasprintf")
}

func printfCall(c *call) Value { return c.printTo(c.stdout(), 0) }

func fprintfCall(c *call) Value { return c.printTo(c.stream(0), 1) }

// printTo prints the format in argument i to a stream.
func (c *call) printTo(s *stream, i int) Value {
	out := &output{buf: c.out[:0], limit: c.lib.outLeft + 1}
	ok := c.format(out, c.text(i), c.variadic(i+1))
	if len(out.buf) > 0 && !c.put(s, out.buf) {
		return intValue(-1)
	}
	return c.printed(out, ok)
}

func (c *call) printed(out *output, ok bool) Value {
	if cap(out.buf) < 1<<16 {
		c.out = out.buf[:0]
	}
	if !ok {
		return intValue(-1)
	}
	return intValue(int32(out.n))
}

func dprintfCall(c *call) Value {
	d := c.lib.descriptor(c.intArg(0))
	if d == nil || !d.write {
		c.mem.SetErrno(ebadf)
		return intValue(-1)
	}
	out := &output{buf: c.out[:0], limit: c.lib.outLeft + 1}
	ok := c.format(out, c.text(1), c.variadic(2))
	c.writeDesc(d, out.buf)
	return c.printed(out, ok)
}

func sprintfCall(c *call) Value {
	out := &output{buf: c.out[:0], limit: int64(maxString)}
	ok := c.format(out, c.text(1), c.variadic(2))
	c.whole(out)
	c.print(c.wordArg(0), out)
	return c.printed(out, ok)
}

// print stores what sprintf and the like have made, which must not overlap what
// they made it of.
func (c *call) print(dst uint64, out *output) {
	n := uint64(len(out.buf)) + 1
	for _, r := range out.read {
		if r.addr-dst < n || dst-r.addr < r.n {
			c.stop(Overlap, c.fn.Name+" between objects that overlap")
		}
	}
	c.storeString(dst, out.buf)
}

func (c *call) whole(out *output) {
	if out.n > int64(len(out.buf)) {
		c.stop(OutputLimit, "the result is longer than the limit on strings")
	}
}

func snprintfCall(c *call) Value {
	buf, size := c.wordArg(0), c.wordArg(1)
	out := &output{buf: c.out[:0], limit: int64(min(size, uint64(maxString)))}
	ok := c.format(out, c.text(2), c.variadic(3))
	if size > 0 {
		if uint64(len(out.buf)) >= size {
			out.buf = out.buf[:size-1]
		}
		c.print(buf, out)
	}
	return c.printed(out, ok)
}

func asprintfCall(c *call) Value {
	out := &output{buf: c.out[:0], limit: int64(maxString)}
	ok := c.format(out, c.text(1), c.variadic(2))
	c.whole(out)
	if !ok {
		return intValue(-1)
	}
	p := c.alloc(uint64(len(out.buf) + 1))
	if p == 0 {
		return intValue(-1)
	}
	c.storeString(p, out.buf)
	c.storeWord(c.wordArg(0), c.ptr, p)
	return c.printed(out, ok)
}
