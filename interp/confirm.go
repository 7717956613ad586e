package interp

import "culprit/cfg"

import (
	"culprit/interp/code"
)

// Memory checks of error locations (cfg.Loc.Checks). The condition that leads
// to such a location is computed from what package safety keeps about live
// blocks. Here the same question is answered by the table of objects alone:
// only if it, too, finds a fault is the location reached.

// confirm executes code.Confirm.
func (m *machine) confirm(pc int32, in *code.Instr) {
	if m.confirmed || m.foreign() {
		return
	}
	s := &m.code.Sites[in.B]
	switch s.Check.Kind {
	case cfg.LostCheck:
		m.mainEnded = true
		m.leaking(Lost)
	case cfg.LostHereCheck, cfg.LostForeverCheck:
		m.here = s.From
		m.leaking(Lost)
	case cfg.UnfreedCheck:
		m.leaking(Unfreed)
	case cfg.FreeCheck:
		m.badlyFreed(pc, m.reg[s.Addr])
	default:
		m.badlyAccessed(pc, s)
	}
}

// foreign reports whether a pointer came from outside the program. The memory
// behind it is not known, so that nothing that follows is confirmed.
func (m *machine) foreign() bool {
	for _, e := range m.unknown {
		if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Dst.Pointer() {
			return true
		}
	}
	return false
}

// lives executes a Skip that is about lives.
func (m *machine) lives(in *code.Instr) {
	s := m.code.Prog.Edges[in.Dst].Stmt.(*cfg.Skip)
	if m.own != nil {
		for _, o := range s.Begins {
			m.scope(o, false)
		}
		for _, o := range s.Ends {
			m.scope(o, true)
		}
		return
	}
	if m.ended == nil {
		m.ended = map[*cfg.Object]bool{}
	}
	for _, o := range s.Begins {
		delete(m.ended, o)
	}
	for _, o := range s.Ends {
		m.ended[o] = true
	}
}

// badlyAccessed looks at an access, which must lie within the block that its
// base points into, and not merely in some block.
func (m *machine) badlyAccessed(pc int32, s *code.ConfirmSite) {
	base, addr, n := m.reg[s.Base], m.reg[s.Addr], m.reg[s.Size]
	write := s.Check.Kind == cfg.WriteCheck
	if n == 0 {
		return
	}
	if b := m.blockAt(base); b != nil && base-b.addr <= b.size {
		switch {
		case m.dies(b):
			m.wrong(pc, UseAfterFree, addr, n, write, b)
		case !b.contains(addr, n):
			m.wrong(pc, OutOfBounds, addr, n, write, b)
		case write && b.obj != nil && b.obj.Protected():
			m.wrong(pc, ConstWrite, addr, n, write, b)
		}
		return
	}
	m.lastBlock = nil
	k, b := m.classify(addr, n, false)
	switch {
	case k != NoFault:
		m.wrong(pc, k, addr, n, write, b)
	case m.lastBlock != nil && m.dies(m.lastBlock):
		m.wrong(pc, UseAfterFree, addr, n, write, m.lastBlock)
	}
}

func (m *machine) wrong(pc int32, k FaultKind, addr, n uint64, write bool, b *block) {
	m.confirmed = true
	m.badAccess(pc, k, addr, n, write, b)
}

// badlyFreed looks at a free.
func (m *machine) badlyFreed(pc int32, p uint64) {
	if p == 0 {
		return
	}
	i := m.heap.index(p)
	switch {
	case i < 0 || m.heap[i].addr != p || m.heap[i].stack:
		m.confirmed = true
		m.badFree(pc, p)
	case m.heap[i].dead:
		m.confirmed = true
		m.doubleFree(pc, &m.heap[i])
	}
}

// leaking looks for blocks that leak.
func (m *machine) leaking(mode LeakMode) {
	if faults := m.leaks(mode); len(faults) > 0 {
		m.confirmed = true
		m.notes = append(m.notes, faults...)
	}
}
