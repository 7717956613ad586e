package interp

import (
	"errors"
	"io"
	"slices"

	"culprit/cfg"
	"culprit/interp/code"
	"culprit/interp/libc"
)

// Calls of the C library (Run only). Package libc executes them on the memory
// of the machine, through accesses that are checked like the program's own.

// callLib executes code.Lib.
func (m *machine) callLib(pc int32, in *code.Instr) {
	site := &m.code.Libs[in.Dst]
	if m.lib == nil || site.Fn == nil {
		m.noLib(pc, site.Stmt.Func)
		return
	}
	args := append(m.libArgs[:0], site.Vals...)
	m.libArgs = args
	for i, a := range site.Args {
		args[i].Bits = m.reg[a]
	}
	m.libCalls++
	if m.libCalls%64 == 0 && m.ctx != nil && m.ctx.Err() != nil {
		m.limit = m.steps // calls may be slow: ask soon
	}
	m.libPC, m.libFunc = pc, site.Stmt.Func
	v, err := m.lib.Call(site.Fn, libMemory{m}, args)
	if err != nil {
		m.libFailed(pc, err)
	}
	if m.mem.full {
		m.outOfMemory(pc)
	}
	m.libFunc = ""
	if m.status == Running && site.Dst >= 0 {
		m.reg[site.Dst] = v.Bits & in.Mask
	}
	if m.status == Running && m.printed != nil && !m.printed(m.output[0].text()) {
		m.stopAt(pc, Stopped, "")
	}
}

// noLib stops at a call of a function that the library does not have.
func (m *machine) noLib(pc int32, name string) {
	m.stopAt(pc, Unsupported, name+" is not modelled")
}

// libFailed deals with a call that did not return.
func (m *machine) libFailed(pc int32, err error) {
	var le *libc.Error
	if !errors.As(err, &le) {
		panic(err)
	}
	switch le.Kind {
	case libc.MemoryFault: // is recorded already
	case libc.Undefined:
		m.fault(pc, LibraryError, textual("%s", le.Text))
	case libc.Mismatch:
		m.fault(pc, BadFormat, textual("%s", le.Text))
	case libc.Overlap:
		m.fault(pc, Overlapping, func(f *Fault) { f.Func, f.Text = "", le.Text })
	case libc.OutputLimit:
		m.stopAt(pc, OutputLimit, le.Text)
	default:
		m.stopAt(pc, Unsupported, le.Error())
	}
}

// errnoName is the variable or object that the library sets.
const errnoName = "errno"

// errno finds where the program keeps errno; both are nil if it has none.
func errno(p *cfg.Program) (*cfg.Var, *cfg.Object) {
	for _, v := range p.Vars {
		if v.Proc == nil && v.Name == errnoName {
			return v, nil
		}
	}
	for _, o := range p.Objects {
		if o.Proc == nil && o.Name == errnoName && o.Size >= 4 {
			return nil, o
		}
	}
	return nil, nil
}

// libMemory is the memory of a library function.
type libMemory struct{ m *machine }

var _ libc.Memory = libMemory{}

// Load implements libc.Memory. All bytes must be initialised.
func (l libMemory) Load(addr uint64, p []byte) bool { return l.load(addr, p, true) }

// LoadRaw implements libc.Memory. Padding and the rest of a buffer need not be
// initialised, but something must be.
func (l libMemory) LoadRaw(addr uint64, p []byte) bool {
	m := l.m
	if !l.load(addr, p, false) {
		return false
	}
	if m.shadow == nil || len(p) == 0 {
		return true
	}
	for i := range p {
		if m.shadow.byteAt(addr+uint64(i)) == 0 {
			return true
		}
	}
	m.uninitialisedBytes(m.libPC, addr, uint64(len(p)))
	return !m.strict
}

func (l libMemory) load(addr uint64, p []byte, initialised bool) bool {
	m, n := l.m, uint64(len(p))
	if m.checks && !m.access(m.libPC, addr, n, false) {
		return false
	}
	if initialised && m.shadow != nil {
		for i := range n {
			if m.shadow.byteAt(addr+i) == 0 {
				continue
			}
			m.uninitialisedBytes(m.libPC, addr+i, 1)
			if m.strict {
				return false
			}
			break
		}
	}
	for i := range p {
		p[i] = m.mem.byteAt(addr + uint64(i))
	}
	m.readBlock(addr, n)
	return true
}

// Store implements libc.Memory. The bytes are initialised afterwards.
func (l libMemory) Store(addr uint64, p []byte) bool {
	m, n := l.m, uint64(len(p))
	if m.checks && !m.access(m.libPC, addr, n, true) {
		return false
	}
	for i, b := range p {
		m.mem.setByte(addr+uint64(i), b)
	}
	m.setShadow(addr, n, false)
	m.wroteBlock(addr, n, true)
	return true
}

// PtrBytes implements libc.Memory.
func (l libMemory) PtrBytes() int { return l.m.code.Prog.PtrBits / 8 }

// Alloc implements libc.Memory.
func (l libMemory) Alloc(size uint64) (uint64, bool) {
	m := l.m
	addr, _, ok := m.newBlock(m.libPC, size, 0, false)
	if ok {
		m.mem.fill(addr, 0, size)
		m.setShadow(addr, size, true)
	}
	return addr, ok
}

// Free implements libc.Memory.
func (l libMemory) Free(addr uint64) bool { return l.m.free(l.m.libPC, addr) || !l.m.strict }

// Static implements libc.Memory.
func (l libMemory) Static(size uint64) (uint64, bool) {
	return l.m.place(size, "an object of the C library"), true
}

// Errno implements libc.Memory.
func (l libMemory) Errno() int32 {
	m := l.m
	switch {
	case m.errnoVar != nil:
		return int32(m.reg[m.errnoVar.ID])
	case m.errnoObj != nil:
		return int32(m.mem.load(m.errnoObj.Addr, code.MaskOf(32)))
	}
	return m.errno
}

// SetErrno implements libc.Memory.
func (l libMemory) SetErrno(v int32) {
	m := l.m
	m.errno = v
	switch {
	case m.errnoVar != nil:
		m.reg[m.errnoVar.ID] = uint64(uint32(v))
		if m.tr != nil {
			m.tr.writeVar(m, int32(m.errnoVar.ID))
		}
	case m.errnoObj != nil:
		m.mem.store(m.errnoObj.Addr, 4, uint64(uint32(v)))
		m.wroteBlock(m.errnoObj.Addr, 4, true)
	}
}

// Write implements io.Writer.
func (c *capture) Write(p []byte) (int, error) {
	c.data = append(c.data, p...)
	return len(p), nil
}

func (c *capture) text() []byte {
	if c == nil {
		return nil
	}
	return c.data
}

// fork returns a copy that continues by itself.
func (c *capture) fork() *capture {
	c.data = slices.Clip(c.data)
	return &capture{c.data}
}

// setOutput lets the library write to other writers from now on; nil keeps the
// output.
func (m *machine) setOutput(stdout, stderr io.Writer) {
	out := [2]io.Writer{stdout, stderr}
	for i := range out {
		if m.output[i] = nil; out[i] == nil {
			m.output[i] = &capture{}
			out[i] = m.output[i]
		}
	}
	m.lib = m.lib.Clone(out[0], out[1])
}

// byteCount counts output and forgets it.
type byteCount int64

// Write implements io.Writer.
func (n *byteCount) Write(p []byte) (int, error) {
	*n += byteCount(len(p))
	return len(p), nil
}

// countOutput makes a machine forget its output from now on, and returns where
// the bytes of standard output are counted.
func (m *machine) countOutput() *int64 {
	n := new(int64)
	if m.lib != nil {
		m.output = [2]*capture{}
		m.lib = m.lib.Clone((*byteCount)(n), io.Discard)
		m.libArgs = nil
	}
	return n
}
