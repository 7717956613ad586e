package interp

import (
	"slices"

	"culprit/cfg"
)

// The state of a session at rest, to be compared with that of another run and
// changed (paper 002). Nothing here counts as an instance.

// slot is the place of a variable in the activation at a depth of calls, 0
// being Main. An activation of the same procedure further in has saved it.
func (s *Session) slot(v *cfg.Var, depth int) *uint64 {
	m := s.m
	if v.Proc == nil || v == v.Proc.Ret || m.own == nil {
		return &m.reg[v.ID]
	}
	for _, f := range m.frames[min(max(depth, 0), len(m.frames)):] {
		if int(f.proc) == v.Proc.ID && f.saved >= 0 {
			if k := slices.Index(m.own.locals[f.proc], int32(v.ID)); k >= 0 {
				return &m.own.saved[int(f.saved)+k]
			}
		}
	}
	return &m.reg[v.ID]
}

// Value is what a variable has in the activation at a depth of calls.
func (s *Session) Value(v *cfg.Var, depth int) uint64 {
	return *s.slot(v, depth) & maskOf(v.Type.Width())
}

// SetValue gives a variable of that activation another value.
func (s *Session) SetValue(v *cfg.Var, depth int, x uint64) {
	p := s.slot(v, depth)
	*p = x & maskOf(v.Type.Width())
	if n := len(s.prog.Vars); s.m.code.opt.uninit && p == &s.m.reg[v.ID] {
		s.m.reg[n+v.ID] = 0
	}
}

// Content copies a range of memory.
func (s *Session) Content(addr, size uint64) []byte { return s.m.mem.content(addr, size) }

// Word reads up to 8 bytes of memory as a little-endian number.
func (s *Session) Word(addr, size uint64) uint64 {
	v := uint64(0)
	for i := range min(size, 8) {
		v |= uint64(s.m.mem.byteAt(addr+i)) << (8 * i)
	}
	return v
}

// SetWord writes up to 8 bytes of memory.
func (s *Session) SetWord(addr, size, x uint64) {
	for i := range min(size, 8) {
		s.m.mem.setByte(addr+i, byte(x>>(8*i)))
	}
	if s.m.shadow != nil {
		s.m.shadow.fill(addr, 0, size)
	}
}

// NewBlock makes a block of the heap, which nothing points to. It is false
// where there is no room.
func (s *Session) NewBlock(size uint64) (addr uint64, ok bool) {
	m := s.m
	if m.status != Running || m.pool == nil || size > m.mem.mask>>1 {
		return 0, false
	}
	top := *m.heapTop()
	p := (top + cfg.HeapAlign - 1) &^ (cfg.HeapAlign - 1)
	end := p + room(size)
	if p < top || end < p || end > stackBase(s.prog.PtrBits) {
		return 0, false
	}
	*m.heapTop() = end
	m.heap = append(m.heap, block{addr: p, size: size})
	m.lastBlock = nil // the table may have moved
	m.mem.fill(p, 0, size)
	if m.shadow != nil {
		m.shadow.fill(p, 0, size)
	}
	return p, true
}

// LibraryState is a number for the state of the C library but for what was
// printed: positions and contents of files and streams, random numbers.
func (s *Session) LibraryState() uint64 { return s.m.lib.State() }

// TakeLibrary gives the session the state of the C library in another one, but
// for what was printed.
func (s *Session) TakeLibrary(from *Session) { s.m.lib = s.m.lib.With(from.m.lib) }

// Visit continues to the end of the run, or until visit returns false after an
// instance: the run has the status Stopped then. What an instance reads and
// writes is valid during the call.
func (s *Session) Visit(visit func(*cfg.Instance) bool) RunResult {
	s.run(never, visit)
	return s.m.result()
}
