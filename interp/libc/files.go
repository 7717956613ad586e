package libc

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
)

// The file tree and file descriptors. A node is the content of a file, a desc
// an open file with its position. Nothing here reaches the real file system.

const (
	enoent    = 2
	ebadf     = 9
	enomem    = 12
	eacces    = 13
	eexist    = 17
	eisdir    = 21
	einval    = 22
	emfile    = 24
	enotty    = 25
	enospc    = 28
	espipe    = 29
	edom      = 33
	erange    = 34
	enosys    = 38
	eoverflow = 75
	eilseq    = 84
)

// The descriptors that the system gives a process, and the files that there are.
const (
	numDescs = 1024
	numFiles = 1 << 12
)

// source is the standard input: read on demand and kept, so that it can be
// read again after a seek and by copies of the library.
type source struct {
	mu  sync.Mutex
	r   io.Reader
	buf []byte
	end bool
}

// fill makes the byte at position off available, if there is one.
func (s *source) fill(off int64) bool {
	if off < int64(len(s.buf)) {
		return true
	}
	for !s.end && off >= int64(len(s.buf)) {
		if s.r == nil {
			s.end = true
			break
		}
		var b [4096]byte
		n, err := s.r.Read(b[:])
		s.buf = append(s.buf, b[:n]...)
		s.end = err != nil
	}
	return off < int64(len(s.buf))
}

// ahead is what has been read from position off on, at least a byte unless
// it is the end. The bytes do not change.
func (s *source) ahead(off int64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.fill(off) {
		return nil
	}
	return s.buf[off:]
}

// read copies what is there from position off on, at most len(p) bytes.
func (s *source) read(p []byte, off int64) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for n < len(p) && s.fill(off+int64(n)) {
		n += copy(p[n:], s.buf[off+int64(n):])
	}
	return n
}

// size reads all there is.
func (s *source) size() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.fill(int64(len(s.buf))) {
	}
	return int64(len(s.buf))
}

// node is the content of a file.
type node struct {
	data   []byte
	shared bool // data also belongs to someone else: copy before a change
}

func (n *node) writeAt(p []byte, off int64) {
	end := off + int64(len(p))
	if n.shared || end > int64(cap(n.data)) {
		grown := make([]byte, max(end, int64(len(n.data))), max(2*end, int64(len(n.data))))
		copy(grown, n.data)
		n.data, n.shared = grown, false
	} else if end > int64(len(n.data)) {
		old := len(n.data)
		n.data = n.data[:end]
		clear(n.data[old:])
	}
	copy(n.data[off:], p)
}

func (n *node) truncate(size int64) {
	if size < int64(len(n.data)) {
		n.data, n.shared = append([]byte(nil), n.data[:size]...), false
	} else if size > int64(len(n.data)) {
		n.writeAt(nil, size)
	}
}

// device says what a descriptor is connected to.
type device uint8

const (
	regular device = iota
	stdinDev
	stdoutDev
	stderrDev
	nullDev
	zeroDev
	randomDev
)

// desc is an open file description.
type desc struct {
	dev         device
	node        *node // regular files
	name        string
	off         int64
	read, write bool
	append      bool
}

// cleanPath gives files one name: relative to the starting directory.
func cleanPath(name string) string { return path.Clean(strings.TrimSuffix(name, "\x00")) }

// isDir reports whether a directory of this name exists: the starting
// directory, the usual places for temporary files, and what holds a file.
func (l *Lib) isDir(name string) bool {
	switch name {
	case ".", "/", "/tmp", "/dev", "/var/tmp":
		return true
	}
	for f := range l.files {
		if strings.HasPrefix(f, name+"/") {
			return true
		}
	}
	return false
}

type openMode struct {
	read, write, append, create, truncate, exclusive bool
}

// open opens a file and returns its descriptor, or an errno.
func (l *Lib) open(name string, m openMode) (fd int, errno int32) {
	if name == "" {
		return -1, enoent
	}
	clean := cleanPath(name)
	d := &desc{name: name, read: m.read, write: m.write, append: m.append}
	switch clean {
	case "/dev/stdin", "/dev/fd/0":
		d.dev = stdinDev
	case "/dev/stdout", "/dev/fd/1":
		d.dev = stdoutDev
	case "/dev/stderr", "/dev/fd/2":
		d.dev = stderrDev
	case "/dev/null":
		d.dev = nullDev
	case "/dev/zero":
		d.dev = zeroDev
	case "/dev/random", "/dev/urandom":
		d.dev = randomDev
	default:
		if d.node, errno = l.lookup(clean, name, m); errno != 0 {
			if errno == enoent && !slices.Contains(l.missing, name) && len(l.missing) < numFiles {
				l.missing = append(slices.Clip(l.missing), name)
			}
			return -1, errno
		}
	}
	return l.install(d)
}

func (l *Lib) lookup(clean, name string, m openMode) (*node, int32) {
	n := l.files[clean]
	switch {
	case n == nil && l.isDir(clean):
		if m.write {
			return nil, eisdir
		}
		return nil, eacces
	case n == nil && !m.create, strings.HasSuffix(name, "/"), n == nil && !l.isDir(path.Dir(clean)):
		return nil, enoent
	case n == nil && len(l.files) >= numFiles:
		return nil, enospc
	case n == nil:
		n = &node{}
		l.files[clean] = n
	case m.exclusive && m.create:
		return nil, eexist
	}
	if m.truncate {
		n.truncate(0)
	}
	return n, 0
}

// install gives a description the lowest free descriptor.
func (l *Lib) install(d *desc) (fd int, errno int32) {
	for i, o := range l.descs {
		if o == nil {
			l.descs[i] = d
			return i, 0
		}
	}
	if len(l.descs) >= numDescs {
		return -1, emfile
	}
	l.descs = append(l.descs, d)
	return len(l.descs) - 1, 0
}

func (l *Lib) openStandard() {
	l.descs = []*desc{
		{dev: stdinDev, name: "stdin", read: true},
		{dev: stdoutDev, name: "stdout", write: true},
		{dev: stderrDev, name: "stderr", write: true},
	}
	for fd, d := range l.descs {
		l.streams = append(l.streams, &stream{fd: fd, d: d, name: d.name})
	}
}

// descriptor returns the description of an open file.
func (l *Lib) descriptor(fd int32) *desc {
	if fd < 0 || int(fd) >= len(l.descs) {
		return nil
	}
	return l.descs[fd]
}

// readDesc reads at the position of d and moves it.
func (l *Lib) readDesc(d *desc, p []byte) int {
	n := 0
	switch d.dev {
	case regular:
		if d.off < int64(len(d.node.data)) {
			n = copy(p, d.node.data[d.off:])
		}
	case stdinDev:
		n = l.in.read(p, d.off)
	case zeroDev, randomDev:
		for ; n < len(p); n++ {
			p[n] = d.endless(d.off + int64(n))
		}
	}
	d.off += int64(n)
	return n
}

// endless gives the byte at a position of a device without end. Those of the random one
// are a fixed sequence, so that executions can be repeated: SplitMix64 by position.
func (d *desc) endless(off int64) byte {
	if d.dev == zeroDev {
		return 0
	}
	x := (uint64(off) + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return byte(x ^ x>>31)
}

// peek gives the byte at a position, or -1 where there is none.
func (l *Lib) peek(d *desc, off int64) int {
	switch {
	case d.dev == regular && off < int64(len(d.node.data)):
		return int(d.node.data[off])
	case d.dev == stdinDev:
		if b := l.in.ahead(off); len(b) > 0 {
			return int(b[0])
		}
	case d.dev == zeroDev || d.dev == randomDev:
		return int(d.endless(off))
	}
	return -1
}

// writeDesc writes at the position of d and moves it.
func (c *call) writeDesc(d *desc, p []byte) {
	l := c.lib
	switch d.dev {
	case regular:
		if d.append {
			d.off = int64(len(d.node.data))
		}
		if !l.fits(d.node, d.off+int64(len(p))) {
			c.stop(OutputLimit, fmt.Sprintf("the file %q grows beyond the limit on output", d.name))
		}
		d.node.writeAt(p, d.off)
	case stdoutDev, stderrDev:
		w := l.stdout
		if d.dev == stderrDev {
			w = l.stderr
		}
		over := int64(len(p)) > l.outLeft
		if over {
			p = p[:l.outLeft]
		}
		l.outLeft -= int64(len(p))
		w.Write(p)
		if over {
			c.stop(OutputLimit, "the limit on output is reached")
		}
	}
	d.off += int64(len(p))
}

// fits reports whether there is room for a file to have size bytes. All files
// together may have as many bytes as the output.
func (l *Lib) fits(n *node, size int64) bool {
	grow := size - int64(len(n.data))
	if grow <= 0 {
		return true
	}
	l.stored += grow
	if l.stored > l.room {
		// Files were made shorter or removed meanwhile: count again.
		l.stored = grow
		seen := make(map[*node]bool)
		count := func(n *node) {
			if n != nil && !seen[n] {
				seen[n] = true
				l.stored += int64(len(n.data))
			}
		}
		for _, n := range l.files {
			count(n)
		}
		for _, d := range l.descs {
			if d != nil {
				count(d.node)
			}
		}
		for _, s := range l.streams {
			if !s.closed {
				count(s.d.node)
			}
		}
	}
	return l.stored <= l.room
}

// seek moves d, and reports an errno.
func (l *Lib) seek(d *desc, off int64, whence int32) int32 {
	size := int64(0)
	switch {
	case d.dev == regular:
		size = int64(len(d.node.data))
	case d.dev == stdinDev && !l.pipe:
		if whence == 2 {
			size = l.in.size()
		}
	case d.dev == nullDev || d.dev == zeroDev:
		d.off = 0
		return 0
	case d.dev == randomDev: // stays where it is
		return 0
	case d.dev == stdinDev:
		return espipe
	default: // the outputs are taken for pipes
		return espipe
	}
	switch whence {
	case 0:
	case 1:
		off += d.off
	case 2:
		off += size
	default:
		return einval
	}
	if off < 0 {
		return einval
	}
	d.off = off
	return 0
}

// cloneFiles gives l its own copy of what the program can change in from.
func (l *Lib) cloneFiles(from *Lib) {
	nodes := make(map[*node]*node)
	copyNode := func(n *node) *node {
		if n == nil {
			return nil
		}
		if nodes[n] == nil {
			n.shared = true
			nodes[n] = &node{data: n.data, shared: true}
		}
		return nodes[n]
	}
	l.files = make(map[string]*node, len(from.files))
	for name, n := range from.files {
		l.files[name] = copyNode(n)
	}
	descs := make(map[*desc]*desc)
	copyDesc := func(d *desc) *desc {
		if d == nil {
			return nil
		}
		if descs[d] == nil {
			n := *d
			n.node = copyNode(d.node)
			descs[d] = &n
		}
		return descs[d]
	}
	l.descs = make([]*desc, len(from.descs))
	for i, d := range from.descs {
		l.descs[i] = copyDesc(d)
	}
	l.streams = make([]*stream, len(from.streams))
	for i, s := range from.streams {
		n := *s
		n.back = append([]byte(nil), s.back...)
		n.d = copyDesc(s.d)
		if s.mem != nil {
			m := *s.mem
			n.mem = &m
		}
		l.streams[i] = &n
	}
}

// stream is a FILE. It has no buffer of its own: it reads and writes at the
// position of its descriptor, so that a program sees the same whichever way
// it mixes the functions.
type stream struct {
	fd       int
	d        *desc
	name     string
	back     []byte // pushed back characters, last first to read
	eof, err bool
	closed   bool
	mem      *memory // of streams over the program's memory, which have no descriptor
}

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
