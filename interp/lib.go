package interp

import (
	"errors"
	"fmt"

	"culprit/cfg"
)

// library is the C library as the machine sees it: it executes the functions
// that a Lib statement names.
type library interface {
	// Call runs a function on the bits of its arguments and returns the bits
	// of its result.
	Call(name string, args []uint64) (uint64, error)
}

// errFaulted is returned by the memory of a library function after a fault,
// which is recorded already.
var errFaulted = errors.New("fault in a library function")

// libSite is the static part of a Lib.
type libSite struct {
	stmt *cfg.Lib
	edge int32
	args []int32 // slots of the values
	dst  int32   // slot of the result, -1 if it is not used
}

// lib emits a call of the C library.
func (c *compiler) lib(e *cfg.Edge, s *cfg.Lib) {
	site := libSite{stmt: s, edge: int32(e.ID), dst: -1}
	for _, a := range s.Args {
		site.args = append(site.args, c.value(a))
	}
	in := instr{op: opLib, dst: int32(len(c.libs))}
	if s.Dst != nil {
		site.dst = int32(s.Dst.ID)
		in.mask = maskOf(s.Dst.Type.Width())
	}
	c.libs = append(c.libs, site)
	c.emit(in)
	if s.Dst != nil {
		c.define(s.Dst, false)
	}
}

// callLib executes opLib.
func (m *machine) callLib(pc int32, in *instr) {
	site := &m.code.libs[in.dst]
	if m.lib == nil {
		m.stop(Unsupported, "call of "+site.stmt.Func+" without a C library")
		return
	}
	m.scratch = m.scratch[:0]
	for _, a := range site.args {
		m.scratch = append(m.scratch, m.reg[a])
	}
	m.libPC, m.libFunc = pc, site.stmt.Func
	v, err := m.lib.Call(site.stmt.Func, m.scratch)
	switch {
	case m.mem.full && m.status == Running:
		m.stop(MemoryLimit, "")
	case err == nil || errors.Is(err, errFaulted):
	default:
		m.fault(pc, LibraryError, textual("%v", err))
	}
	m.libFunc = ""
	if m.status == Running && site.dst >= 0 {
		m.reg[site.dst] = v & in.mask
	}
}

// libMemory is the memory of a library function. Its accesses are checked
// like those of the program.
type libMemory struct{ m *machine }

// Read returns n bytes from addr on. All of them must be initialised.
func (l libMemory) Read(addr, n uint64) ([]byte, error) {
	m := l.m
	if m.checks && !m.access(m.libPC, addr, n, false) {
		return nil, errFaulted
	}
	if n > uint64(m.mem.limit)<<pageBits { // only if the checks are off
		return nil, fmt.Errorf("read of %d bytes", n)
	}
	out := make([]byte, n)
	for i := range out {
		a := addr + uint64(i)
		if m.shadow != nil && m.shadow.byteAt(a) != 0 {
			m.uninitialisedBytes(m.libPC, a, 1)
			if m.strict {
				return nil, errFaulted
			}
		}
		out[i] = m.mem.byteAt(a)
	}
	return out, nil
}

// Write stores bytes from addr on and makes them initialised.
func (l libMemory) Write(addr uint64, data []byte) error {
	m := l.m
	if m.checks && !m.access(m.libPC, addr, uint64(len(data)), true) {
		return errFaulted
	}
	for i, b := range data {
		m.mem.setByte(addr+uint64(i), b)
	}
	m.shade(addr, uint64(len(data)), false)
	return nil
}
