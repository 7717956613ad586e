package interp

import (
	"bytes"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/interp/libc"
	"culprit/interp/texts"
)

// reader is an InputSource that has the program read a text: the inputs of a program
// of the verifier say what each call reads, and here follow from the text, the reverse
// of what package harness does. What is not read from it is random, and all streams
// are the one input. A value that does not go with the text ends the execution at the
// assumption behind it, or in a trace that is not believed.
type reader struct {
	Random
	m       *machine
	text    texts.Text
	lib     *libc.Lib // reads the input
	mem     scratch
	known   bounds        // of the inputs of the program
	element uint64        // of argv whose text comes next
	chosen  bool          // there is one
	call    *cfg.CallSite // the last one
	stage   int           // inputs of it so far
	pending [][]byte      // what it has yet to store
	more    bool          // of it, what is longer is read
}

// readsFormat is the function that reads the input by a format, whatever the program calls.
const readsFormat = "scanf"

// newReader is a reader that is to be given texts.
func newReader() *reader { return &reader{known: bounds{}, lib: libc.New(libc.Config{})} }

// begin begins with a text, for a machine.
func (r *reader) begin(t texts.Text, m *machine) {
	*r = reader{Random: NewRandom(uint64(len(t.Stdin))), m: m, text: t, lib: r.lib, known: r.known}
	r.lib.Feed(t.Stdin)
}

// next is the next byte of the input, -1 at its end.
func (r *reader) next() int32 { return r.lib.Next() }

// Value implements InputSource.
func (r *reader) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	b := r.known.of(r.m, e, h)
	switch {
	case h.Kind == cfg.Uninit:
		return 0, true
	case h.Kind == cfg.Unknown:
		return b.clamp(b.equal), true
	case h.Func == "main":
		return b.clamp(uint64(len(r.text.Args) + 1)), true
	case h.Func == cfg.ArgumentChosen:
		r.element, r.chosen = b.equal/uint64(r.m.code.Prog.PtrBits/8), true
		return b.equal, true
	case h.Func == cfg.ArgumentSize:
		if !r.chosen { // whether all are short
			return uint64(longest(r.text.Args) / cfg.ShortArgument), true
		}
		r.chosen = false
		return uint64(len(r.argument(r.element)) + 1), true
	}
	if e.Call == nil {
		return r.free(e, h, b)
	}
	f := clib.Lookup(e.Call.Func)
	if f == nil {
		return r.free(e, h, b)
	}
	if r.call != e.Call || len(r.pending) == 0 {
		r.call, r.stage, r.pending, r.more = e.Call, 0, nil, false
	}
	r.stage++
	switch {
	case f.Model == clib.Environment && e.Call.Variable != "":
		return r.variable(e.Call.Variable), true
	case !f.Input:
		return r.free(e, h, b)
	case f.Model == clib.NoModel:
		return uint64(r.next()), true
	case r.stage > 1: // the length of what is stored next
		return b.clamp(uint64(len(r.pending[0]))), true
	case f.Model == clib.Gets:
		return r.gets(e, b), true
	case f.Model == clib.GetLine:
		line := r.line(maxBytes)
		if line == nil {
			return ^uint64(0), true
		}
		r.pending = [][]byte{line}
		return uint64(len(line)), true
	case f.Model == clib.ReadBlock:
		r.pending = [][]byte{r.block(uint64(max(0, min(b.most, int64(maxBytes)))))}
		r.more = true
		return b.clamp(uint64(len(r.pending[0]))), true
	case f.Model == clib.Scan && e.Call.Formatted:
		return b.clamp(uint64(r.scan(e.Call.Format))), true
	}
	return r.free(e, h, b)
}

// free is an input that is not read from the text.
func (r *reader) free(e *cfg.Edge, h *cfg.Havoc, b bound) (uint64, bool) {
	v, ok := r.Random.Value(e, h)
	if h.Dst.Pointer() {
		v = 1
	}
	return b.clamp(v), ok
}

// variable is whether a variable of the environment is set, and then the length of its
// value.
func (r *reader) variable(name string) uint64 {
	if r.stage > 1 {
		return uint64(len(r.pending[0]))
	}
	for _, v := range r.text.Env {
		if is, value, _ := strings.Cut(v, "="); is == name {
			r.pending = [][]byte{[]byte(value)}
			return 1
		}
	}
	return 0
}

// gets is the result of fgets or gets.
func (r *reader) gets(e *cfg.Edge, b bound) uint64 {
	f := clib.Lookup(e.Call.Func)
	whole := f.Params[f.Buffer()].Factor == nil
	room, ok := r.known.room(r.m, e)
	if !ok {
		room = maxBytes
	}
	line := r.line(room)
	if line == nil {
		return 0
	}
	if whole { // gets drops the newline
		line = bytes.TrimSuffix(line, []byte("\n"))
	}
	r.pending = [][]byte{line}
	return b.equal
}

// line is the next line with its newline, of at most n bytes; nil at the end.
func (r *reader) line(n uint64) (line []byte) {
	for uint64(len(line)) < n {
		c := r.next()
		if c < 0 {
			break
		}
		line = append(line, byte(c))
		if c == '\n' {
			break
		}
	}
	return line
}

// block is what follows, at most n bytes.
func (r *reader) block(n uint64) (b []byte) {
	b = []byte{}
	for uint64(len(b)) < n {
		c := r.next()
		if c < 0 {
			break
		}
		b = append(b, byte(c))
	}
	return b
}

// scan is the result of scanf. What it stores is pending: nil where it does not come
// there.
func (r *reader) scan(format string) int32 {
	parts, ok := clib.ScanParts(format)
	if !ok {
		return -1
	}
	r.mem = scratch{format: []byte(format + "\x00"), ptr: r.m.code.Prog.PtrBits / 8}
	args := []libc.Value{{Bits: scratchFormat, Width: 8 * r.mem.ptr}}
	for _, p := range parts {
		if p.Conv != 0 && !p.Suppress {
			args = append(args, libc.Value{Bits: scratchArea * uint64(len(args)), Width: 8 * r.mem.ptr})
		}
	}
	r.mem.areas = make([][]byte, len(args)-1)
	v, err := r.lib.Call(libc.Lookup(readsFormat), &r.mem, args)
	if err != nil {
		return -1
	}
	i := 0
	for _, p := range parts {
		if p.Conv == 0 || p.Suppress {
			continue
		}
		stored := r.mem.areas[i]
		if p.Conv == 's' || p.Conv == '[' {
			stored = bytes.TrimSuffix(stored, []byte{0})
		}
		r.pending = append(r.pending, stored)
		i++
	}
	return int32(v.Bits)
}

// Memory implements InputSource.
func (r *reader) Memory(e *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	s, ok := e.Stmt.(*cfg.MemHavoc)
	if !ok || s.Kind == cfg.Uninit {
		return nil, true
	}
	if d, ok := s.Dst.(*cfg.VarRef); ok {
		if _, text := d.V.Argument(); text {
			return placed(addr, size, []byte(r.argument(r.element))), true
		}
	}
	if e.Call == nil {
		if a, ok := cfg.Base(s.Dst).(*cfg.AddrOf); ok && a.Obj.ShortArguments() {
			mem := map[uint64]byte{}
			for i := range size / cfg.ShortArgument {
				for k, b := range []byte(r.argument(i)) {
					mem[addr+i*cfg.ShortArgument+uint64(k)] = b
				}
			}
			return mem, true
		}
	}
	if len(r.pending) == 0 || r.call != e.Call {
		return nil, true
	}
	b := r.pending[0]
	r.pending = r.pending[1:]
	switch {
	case b == nil: // what was there stays
		b = make([]byte, min(size, maxBytes))
		for i := range b {
			b[i] = r.m.mem.byteAt(addr + uint64(i))
		}
	case r.more && uint64(len(b)) < size:
		b = append(b, r.block(min(size, maxBytes)-uint64(len(b)))...)
	}
	return placed(addr, size, b), true
}

// Fill implements Filler.
func (r *reader) Fill(e *cfg.Edge) (byte, bool) {
	_, block := e.Stmt.(*cfg.Alloc)
	return 0, block
}

// placed are bytes in memory, at most size.
func placed(addr, size uint64, b []byte) map[uint64]byte {
	mem := make(map[uint64]byte, len(b))
	for i, c := range b[:min(uint64(len(b)), size)] {
		mem[addr+uint64(i)] = c
	}
	return mem
}

// argument is the i-th element of argv.
func (r *reader) argument(i uint64) string {
	switch {
	case i == 0:
		return "main"
	case i <= uint64(len(r.text.Args)):
		return r.text.Args[i-1]
	}
	return ""
}

func longest(list []string) (n int) {
	for _, s := range list {
		n = max(n, len(s))
	}
	return n
}

// scratch is the memory of a call of scanf: its format, and an area for each argument.
type scratch struct {
	format []byte
	areas  [][]byte
	ptr    int
	errno  int32
}

// The addresses of the format and, counted from 1, of the areas.
const (
	scratchFormat = 0x1000
	scratchArea   = 1 << 24
)

// Load implements libc.Memory.
func (m *scratch) Load(addr uint64, p []byte) bool {
	i := addr - scratchFormat
	if i > uint64(len(m.format)) || uint64(len(p)) > uint64(len(m.format))-i {
		return false
	}
	copy(p, m.format[i:])
	return true
}

// LoadRaw implements libc.Memory.
func (m *scratch) LoadRaw(addr uint64, p []byte) bool { return m.Load(addr, p) }

// Store implements libc.Memory.
func (m *scratch) Store(addr uint64, p []byte) bool {
	k, at := addr/scratchArea-1, addr%scratchArea
	if k >= uint64(len(m.areas)) {
		return false
	}
	for uint64(len(m.areas[k])) < at+uint64(len(p)) {
		m.areas[k] = append(m.areas[k], 0)
	}
	copy(m.areas[k][at:], p)
	return true
}

// PtrBytes implements libc.Memory.
func (m *scratch) PtrBytes() int { return max(m.ptr, 4) }

// Alloc implements libc.Memory.
func (m *scratch) Alloc(uint64) (uint64, bool) { return 0, false }

// Free implements libc.Memory.
func (m *scratch) Free(uint64) bool { return false }

// Static implements libc.Memory.
func (m *scratch) Static(uint64) (uint64, bool) { return 0, false }

// Errno implements libc.Memory.
func (m *scratch) Errno() int32 { return m.errno }

// SetErrno implements libc.Memory.
func (m *scratch) SetErrno(v int32) { m.errno = v }
