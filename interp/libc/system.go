package libc

import "fmt"

// Functions of unistd.h, fcntl.h and stdlib.h on the world around the
// program, of which there is little.

func addSystem(add adder) {
	add(openCall, "open")
	add(creatCall, "creat")
	add(closeCall, "close")
	add(readCall, "read")
	add(writeCall, "write")
	add(lseekCall, "lseek")
	add(isattyCall, "isatty")
	add(accessCall, "access")
	add(dupCall, "dup")
	add(dup2Call, "dup2")
	add(ftruncateCall, "ftruncate")
	add(getenvCall, "getenv")
	add(systemCall, "system")
	add(pidCall, "getpid", "getppid")
	add(zeroCall, "fsync", "getuid", "geteuid", "getgid", "getegid")
}

// fail sets errno and gives -1.
func (c *call) fail(errno int32) Value {
	c.mem.SetErrno(errno)
	return intValue(-1)
}

func openCall(c *call) Value {
	flags := c.intArg(1)
	var m openMode
	switch flags & 3 {
	case 0:
		m.read = true
	case 1:
		m.write = true
	case 2:
		m.read, m.write = true, true
	default:
		return c.fail(einval)
	}
	m.create = flags&0100 != 0
	m.exclusive = flags&0200 != 0
	m.truncate = flags&01000 != 0
	m.append = flags&02000 != 0
	return c.openFile(m)
}

func creatCall(c *call) Value { return c.openFile(openMode{write: true, create: true, truncate: true}) }

func (c *call) openFile(m openMode) Value {
	fd, e := c.lib.open(string(c.text(0)), m)
	if e != 0 {
		return c.fail(e)
	}
	return intValue(int32(fd))
}

func closeCall(c *call) Value {
	fd := c.intArg(0)
	if c.lib.descriptor(fd) == nil {
		return c.fail(ebadf)
	}
	c.lib.descs[fd] = nil
	return intValue(0)
}

func readCall(c *call) Value {
	d := c.lib.descriptor(c.intArg(0))
	if d == nil || !d.read {
		c.mem.SetErrno(ebadf)
		return c.long(-1)
	}
	want := min(c.wordArg(2), endless)
	var out []byte
	for uint64(len(out)) < want {
		p := make([]byte, min(want-uint64(len(out)), 1<<16))
		n := c.lib.readDesc(d, p)
		out = append(out, p[:n]...)
		if n < len(p) {
			break
		}
	}
	c.store(c.wordArg(1), out)
	return c.long(int64(len(out)))
}

func writeCall(c *call) Value {
	d := c.lib.descriptor(c.intArg(0))
	if d == nil || !d.write {
		c.mem.SetErrno(ebadf)
		return c.long(-1)
	}
	p := c.loadRaw(c.wordArg(1), c.product(c.wordArg(2), 1))
	c.writeDesc(d, p)
	return c.long(int64(len(p)))
}

func lseekCall(c *call) Value {
	d := c.lib.descriptor(c.intArg(0))
	if d == nil {
		c.mem.SetErrno(ebadf)
		return c.long(-1)
	}
	if e := c.lib.seek(d, c.longArg(1), c.intArg(2)); e != 0 {
		c.mem.SetErrno(e)
		return c.long(-1)
	}
	return c.long(d.off)
}

func isattyCall(c *call) Value {
	c.mem.SetErrno(enotty)
	if c.lib.descriptor(c.intArg(0)) == nil {
		c.mem.SetErrno(ebadf)
	}
	return intValue(0)
}

func accessCall(c *call) Value {
	name := cleanPath(string(c.text(0)))
	if c.lib.files[name] == nil && !c.lib.isDir(name) {
		return c.fail(enoent)
	}
	return intValue(0)
}

func dupCall(c *call) Value {
	d := c.lib.descriptor(c.intArg(0))
	if d == nil {
		return c.fail(ebadf)
	}
	fd, e := c.lib.install(d)
	if e != 0 {
		return c.fail(e)
	}
	return intValue(int32(fd))
}

func dup2Call(c *call) Value {
	from, to := c.intArg(0), c.intArg(1)
	d := c.lib.descriptor(from)
	if d == nil || to < 0 || to >= numDescs {
		return c.fail(ebadf)
	}
	for int(to) >= len(c.lib.descs) {
		c.lib.descs = append(c.lib.descs, nil)
	}
	c.lib.descs[to] = d
	for _, s := range c.lib.streams {
		if s.fd == int(to) && !s.closed {
			s.d = d
		}
	}
	return intValue(to)
}

func ftruncateCall(c *call) Value {
	d, size := c.lib.descriptor(c.intArg(0)), c.longArg(1)
	switch {
	case d == nil || !d.write:
		return c.fail(ebadf)
	case d.dev != regular || size < 0:
		return c.fail(einval)
	case size > c.lib.outLeft:
		c.stop(OutputLimit, fmt.Sprintf("the file %q grows beyond the limit on output", d.name))
	}
	d.node.truncate(size)
	return intValue(0)
}

// getenvCall finds what the environment has.
func getenvCall(c *call) Value { return c.size(c.lib.env[string(c.text(0))]) }

// systemCall has no command processor.
func systemCall(c *call) Value {
	if p := c.wordArg(0); p != 0 {
		c.cstring(p, -1)
		return intValue(-1)
	}
	return intValue(0)
}

func zeroCall(c *call) Value { return c.size(0) }

func pidCall(*call) Value { return intValue(1000) }
