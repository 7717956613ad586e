package interp

import (
	"slices"

	"culprit/cfg"
	"culprit/interp/code"
)

// readBlock records the read of a range of memory.
func (m *machine) readBlock(addr, size uint64) {
	if t := m.tr; t != nil && t.on && size > 0 {
		t.inst.Reads = append(t.inst.Reads, m.blockAccess(addr, size, false, size))
	}
}

// wroteBlock records that a range of memory was written; data says that the
// bytes do not follow from the operands.
func (m *machine) wroteBlock(addr, size uint64, data bool) {
	if t := m.tr; t != nil && t.on && size > 0 {
		t.inst.Writes = append(t.inst.Writes, m.blockAccess(addr, size, data, size))
	}
}

// gaveBlock records what an allocation leaves in a block, as far as maxBytes.
func (m *machine) gaveBlock(addr, size uint64, data bool) {
	if t := m.tr; t != nil && t.on && size > 0 {
		t.inst.Writes = append(t.inst.Writes, m.blockAccess(addr, size, data, maxBytes))
	}
}

// blockAccess is an access with the data of so many bytes at most.
func (m *machine) blockAccess(addr, size uint64, data bool, most uint64) cfg.Access {
	a := cfg.Access{Addr: addr, Size: size}
	switch {
	case size <= 8:
		for i := range size {
			a.Value |= uint64(m.mem.byteAt(addr+i)) << (8 * i)
		}
	case data:
		a.Data = m.mem.content(addr, min(size, most))
	}
	return a
}

// take is the edge that is forced on the next instance, or nil.
func (m *machine) take() *cfg.Edge {
	if m.steps == m.tr.next {
		return m.tr.forced(m.steps).Take
	}
	return nil
}

// switchTraced is where a switch without a case goes: code.Begin turns to a
// forced edge, whichever it is at.
func (m *machine) switchTraced(t *code.Table, def int32) int32 {
	if e := m.take(); e != nil && e.From == t.Loc {
		return m.code.Begin[e.ID]
	}
	return def
}

// pickTraced is pick with the reads of one condition only.
func (m *machine) pickTraced(in *code.Instr, ch *code.Choice) int32 {
	i := -1
	if e := m.take(); e != nil {
		i = slices.Index(ch.Edges, e)
	}
	if i < 0 {
		i = m.decide(in, ch)
	}
	if m.status == Running {
		m.tr.keep(i)
	}
	return ch.Pcs[i]
}

// begin starts an instance of an edge at pc where something may be special; it
// returns where to continue.
func (m *machine) begin(pc, id int32) int32 {
	t := m.tr
	if m.status != Running {
		return pc
	}
	if m.steps >= m.limit && !m.more(pc-1) {
		return pc
	}
	if e := m.take(); e != nil && e.ID != int(id) {
		if e.From != m.code.Prog.Edges[id].From {
			m.stop(Stopped, "the forced edge does not leave the location reached")
			return pc
		}
		return m.code.Begin[e.ID]
	}
	m.steps++
	t.inst.Index = int(m.steps) - 1
	t.inst.Edge = m.code.Prog.Edges[id]
	t.open = true
	return pc
}

// done ends the current instance with control at a location, and reports
// whether the run continues.
func (m *machine) done(next int32) bool {
	t := m.tr
	if m.steps-1 == t.next {
		m.override()
	}
	m.next = next
	t.open = false
	if t.visit != nil && t.seen(t.inst.Edge) && !t.visit(&t.inst) {
		m.stop(Stopped, "")
		return false
	}
	if t.only != nil {
		t.on = t.visit != nil && t.only[next]
	}
	t.inst.Reads, t.inst.Writes = t.inst.Reads[:0], t.inst.Writes[:0]
	return t.to == nil && m.steps != t.pause && (t.heads == nil || !t.heads[next])
}

// called ends the instance of a call after its parameters were set.
func (m *machine) called(site *code.CallSite) bool {
	for _, p := range site.Call.Proc.Params {
		m.tr.writeVar(m, int32(p.ID))
	}
	return m.done(int32(site.Call.Proc.Entry.ID))
}

// last hands out the instance during which the run ended.
func (m *machine) last() {
	t := m.tr
	if m.status == Running || m.status == Stopped {
		return
	}
	if !t.open && m.status == Faulted && len(m.notes) > 0 {
		if e := m.notes[len(m.notes)-1].Edge; e != nil && e.From.ID == int(m.next) { // in a condition
			t.inst.Edge, t.inst.Index, t.open = e, int(m.steps), true
			m.steps++
			if len(t.marks) > 0 {
				t.keep(len(t.marks) - 1)
			}
		}
	}
	if t.open && t.visit != nil && t.seen(t.inst.Edge) {
		t.open = false
		t.visit(&t.inst)
	}
}
