package libc

import (
	"fmt"
	"strings"
)

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
	add(setenvCall, "setenv")
	add(unsetenvCall, "unsetenv")
	add(putenvCall, "putenv")
	add(func(c *call) Value { clear(c.lib.env); return intValue(0) }, "clearenv")
	add(systemCall, "system")
	add(pidCall, "getpid", "getppid")
	add(sysconfCall, "sysconf")
	add(func(*call) Value { return intValue(pageSize) }, "getpagesize")
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

// variable is the name of a variable of the environment that is the first argument.
func (c *call) variable() (name string, ok bool) {
	name = string(c.text(0))
	return name, name != "" && !strings.Contains(name, "=")
}

// setenvCall copies the value, which stays where it is: the program may still have it
// from getenv.
func setenvCall(c *call) Value {
	name, ok := c.variable()
	value := c.text(1)
	switch {
	case !ok:
		return c.fail(einval)
	case c.lib.env[name] != 0 && c.intArg(2) == 0:
		return intValue(0)
	}
	at, ok := c.mem.Static(uint64(len(value) + 1))
	if !ok {
		return c.fail(enomem)
	}
	c.storeString(at, value)
	c.lib.env[name] = at
	return intValue(0)
}

func unsetenvCall(c *call) Value {
	name, ok := c.variable()
	if !ok {
		return c.fail(einval)
	}
	delete(c.lib.env, name)
	return intValue(0)
}

// putenvCall makes the text itself a part of the environment; one without a value takes
// the variable out of it.
func putenvCall(c *call) Value {
	name, _, given := strings.Cut(string(c.text(0)), "=")
	delete(c.lib.env, name)
	if given {
		c.lib.env[name] = c.wordArg(0) + uint64(len(name)) + 1
	}
	return intValue(0)
}

// systemCall has no command processor.
func systemCall(c *call) Value {
	if p := c.wordArg(0); p != 0 {
		c.cstring(p, -1)
		return intValue(-1)
	}
	return intValue(0)
}

func zeroCall(c *call) Value { return c.size(0) }

const pageSize = 4096

// sysconfCall answers what programs ask of the machine, which has one processor.
func sysconfCall(c *call) Value {
	switch what := c.intArg(0); what {
	case 2: // _SC_CLK_TCK
		return c.long(100)
	case 4: // _SC_OPEN_MAX
		return c.long(numDescs)
	case 30: // _SC_PAGESIZE
		return c.long(pageSize)
	case 83, 84: // _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN
		return c.long(1)
	default:
		c.unsupported("sysconf(%d)", what)
		return c.long(-1)
	}
}

func pidCall(*call) Value { return intValue(1000) }
