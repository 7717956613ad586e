package libc

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
)

// Memory is the memory of the program that calls the library, and its errno.
// Slices passed to its methods belong to the library.
// An implementation that refuses an access remembers why: Call then returns
// at once with an *Error of kind MemoryFault.
type Memory interface {
	// Load reads len(p) bytes that the call uses.
	Load(addr uint64, p []byte) bool
	// LoadRaw reads bytes that are only passed on (fwrite, write), so that
	// padding and other uninitialised bytes are not a fault.
	LoadRaw(addr uint64, p []byte) bool
	Store(addr uint64, p []byte) bool
	// PtrBytes is the size of pointers, long and size_t: 4 or 8.
	PtrBytes() int
	// Alloc makes a heap block that the program may free; ok is false if
	// there is no memory left.
	Alloc(size uint64) (addr uint64, ok bool)
	// Free ends the life of a heap block (getline grows its buffer).
	Free(addr uint64) bool
	// Static makes an object that belongs to the library and is not a leak: the
	// struct tm of localtime, the text of strerror.
	Static(size uint64) (addr uint64, ok bool)
	Errno() int32
	SetErrno(v int32)
}

// Value is an argument or a result: integers and pointers in the low bits,
// floats as IEEE bit patterns. Bits above Width are ignored in arguments and
// zero in results.
type Value struct {
	Bits  uint64
	Float bool
	Width int // 8, 16, 32 or 64
}

// Kind classifies why a call did not return.
type Kind uint8

// The reasons why a call does not return.
const (
	MemoryFault Kind = iota + 1 // a Memory method refused; it knows why
	Undefined                   // the call itself has undefined behaviour
	Mismatch                    // the same: its format takes another argument than it gets
	Overlap                     // the same: it copies between objects that overlap
	Unsupported                 // a use that this library does not offer
	OutputLimit                 // more output than Config.Output
)

func (k Kind) String() string {
	switch k {
	case MemoryFault:
		return "memory fault"
	case Undefined, Mismatch, Overlap:
		return "undefined behaviour"
	case Unsupported:
		return "unsupported"
	}
	return "output limit"
}

// Error says why a call did not return.
type Error struct {
	Kind Kind
	Func string
	Text string // names the object and the value; empty for a MemoryFault
}

func (e *Error) Error() string {
	if e.Text == "" {
		return e.Func + ": " + e.Kind.String()
	}
	return e.Func + ": " + e.Text
}

// Config describes the world that the program sees. The zero value is a world
// without files in which stdin is empty and output is discarded.
type Config struct {
	Stdin io.Reader
	// Pipe makes stdin a pipe, in which no seek is possible, not a file.
	Pipe           bool
	Stdout, Stderr io.Writer
	Files          map[string][]byte // by path; not modified
	Env            map[string]uint64 // where the values of the variables of the environment are in memory
	// Output limits the bytes written to stdout and stderr together, and
	// those of all files together; 0 means 1 GB.
	Output int64
	// Clock is the time of the first look at the clock, in seconds since
	// 1970; 0 means 1000000000. Every look advances it by a millisecond.
	Clock int64
}

// Lib is the state of the library in one execution: streams, files, random
// numbers, the clock.
type Lib struct {
	stdout, stderr io.Writer
	in             *source
	pipe           bool
	outLeft        int64
	room           int64 // most bytes of all files
	stored         int64 // at least the bytes of all files but those given

	files   map[string]*node
	given   map[string][]byte // contents of the files at the start
	missing []string          // names of files that the program wanted to read and that are not there
	descs   []*desc           // by file descriptor; nil is free
	streams []*stream         // by handle; closed ones stay
	temps   int               // temporary files made so far

	random  additive
	drand   drand48
	micros  int64 // time now, in microseconds since 1970
	start   int64
	statics map[string]uint64      // objects of the library in the program's memory
	env     map[string]uint64      // as Config.Env
	regex   map[regKey]*regProgram // compiled expressions, which only cost time to make again

	call call
}

// New makes the library for one execution.
func New(conf Config) *Lib {
	l := &Lib{stdout: orDiscard(conf.Stdout), stderr: orDiscard(conf.Stderr), pipe: conf.Pipe, outLeft: conf.Output}
	if l.outLeft == 0 {
		l.outLeft = 1 << 30
	}
	l.room = l.outLeft
	if conf.Clock == 0 {
		conf.Clock = 1000000000
	}
	l.micros = conf.Clock * 1000000
	l.start = l.micros
	l.in = &source{r: conf.Stdin}
	l.files, l.given = make(map[string]*node), make(map[string][]byte)
	for name, data := range conf.Files {
		name = cleanPath(name)
		l.files[name], l.given[name] = &node{data: data, shared: true}, data
	}
	l.openStandard()
	l.random.seed(1)
	l.drand = drand48{x: 0, a: drandA, c: drandC}
	l.statics, l.env = make(map[string]uint64), maps.Clone(conf.Env)
	l.regex = make(map[regKey]*regProgram)
	if l.env == nil {
		l.env = map[string]uint64{}
	}
	return l
}

// Feed makes text all that stdin has, from its begin on. It must not be changed.
func (l *Lib) Feed(text []byte) {
	l.in.r, l.in.buf, l.in.end = nil, text, true
	d := l.descs[0]
	d.off = 0
	*l.streams[0] = stream{d: d, name: d.name, back: l.streams[0].back[:0]}
}

// Next is the next byte of stdin, as getchar gives it.
func (l *Lib) Next() int32 {
	l.call.lib = l
	return int32(l.call.getc(l.streams[0]))
}

func orDiscard(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	return w
}

// Clone copies the library as it is now. The copy writes to the given
// writers; what one of them reads from stdin the other will read, too.
func (l *Lib) Clone(stdout, stderr io.Writer) *Lib {
	n := *l
	n.stdout, n.stderr = orDiscard(stdout), orDiscard(stderr)
	n.call = call{}
	n.random.state = append([]int32(nil), l.random.state...)
	n.statics = make(map[string]uint64, len(l.statics))
	maps.Copy(n.statics, l.statics)
	n.env = maps.Clone(l.env)
	n.regex = make(map[regKey]*regProgram)
	n.cloneFiles(l)
	return &n
}

// stopped carries an *Error from the depth of a call to Call.
type stopped struct{ err *Error }

// call is one call in progress.
type call struct {
	lib  *Lib
	mem  Memory
	fn   *Func
	args []Value
	ptr  int // bytes of a pointer

	word [8]byte // what is loaded or stored
	out  []byte  // what is printed, kept for the next call
}

// Call executes a function. The result has the type of the C function's
// result; a function of type void gives the zero Value.
func (l *Lib) Call(f *Func, mem Memory, args []Value) (res Value, err error) {
	c := &l.call // calls do not nest
	c.lib, c.mem, c.fn, c.args, c.ptr = l, mem, f, args, mem.PtrBytes()
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(stopped)
			if !ok {
				panic(r)
			}
			res, err = Value{}, s.err
		}
	}()
	if len(args) < f.params {
		c.undefined("called with %d arguments instead of %d", len(args), f.params)
	}
	return f.run(c), nil
}

func (c *call) stop(k Kind, text string) {
	panic(stopped{&Error{Kind: k, Func: c.fn.Name, Text: text}})
}

func (c *call) undefined(format string, args ...any) { c.stop(Undefined, fmt.Sprintf(format, args...)) }

func (c *call) mismatch(format string, args ...any) { c.stop(Mismatch, fmt.Sprintf(format, args...)) }

func (c *call) unsupported(format string, args ...any) {
	c.stop(Unsupported, fmt.Sprintf(format, args...))
}

// Missing are the names of the files that the program wanted to read and that are not
// there, in order.
func (l *Lib) Missing() []string { return l.missing }

// Written returns the files that the program made or changed, by path. The
// contents must not be modified.
func (l *Lib) Written() map[string][]byte {
	out := make(map[string][]byte)
	for name, n := range l.files {
		if old, ok := l.given[name]; !ok || !bytes.Equal(old, n.data) {
			out[name] = n.data
		}
	}
	return out
}

// State is a number for the state of the library except for what was printed: two
// libraries in the same state have the same number.
func (l *Lib) State() uint64 {
	h := fnv.New64a()
	var word [8]byte
	put := func(xs ...int64) {
		for _, x := range xs {
			binary.LittleEndian.PutUint64(word[:], uint64(x))
			_, _ = h.Write(word[:])
		}
	}
	flag := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	for _, d := range l.descs {
		if d != nil && d.read {
			put(d.off)
		}
	}
	put(int64(len(l.descs)), int64(len(l.streams)))
	for _, s := range l.streams {
		put(flag(s.eof)|flag(s.err)<<1|flag(s.closed)<<2, int64(len(s.back)))
		_, _ = h.Write(s.back)
	}
	for _, name := range slices.Sorted(maps.Keys(l.env)) {
		_, _ = h.Write([]byte(name))
		put(int64(l.env[name]))
	}
	names := make([]string, 0, len(l.files))
	for name := range l.files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		n := l.files[name]
		if g, ok := l.given[name]; ok && len(g) == len(n.data) && (len(g) == 0 || &g[0] == &n.data[0]) {
			continue
		}
		_, _ = h.Write([]byte(name))
		put(int64(len(n.data)))
		_, _ = h.Write(n.data[:min(len(n.data), maxHashed)])
	}
	put(int64(l.random.f), int64(l.random.r), int64(l.drand.x), int64(l.drand.a), int64(l.drand.c))
	for _, x := range l.random.state {
		put(int64(x))
	}
	return h.Sum64()
}

// With is a copy of l in the state of another library, except for what was
// printed and where that goes.
func (l *Lib) With(other *Lib) *Lib {
	n := other.Clone(l.stdout, l.stderr)
	n.outLeft, n.statics = l.outLeft, l.statics
	for i, d := range l.descs { // what was printed stays
		if i < len(n.descs) && d != nil && n.descs[i] != nil && d.dev == n.descs[i].dev && !d.read {
			n.descs[i].off = d.off
		}
	}
	return n
}

// Func is a function of the library.
type Func struct {
	Name   string
	params int  // values that must be passed
	list   bool // the variable arguments come as a va_list
	run    func(*call) Value
}

// adder adds the implementation of functions.
type adder func(run func(*call) Value, names ...string)
