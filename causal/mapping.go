package causal

import (
	"culprit/cfg"
	"culprit/interp"
)

// mapping relates the failing run (F) and the reference run (P): procedures,
// variables, statements, and addresses.
type mapping struct {
	f, p   *run
	al     *interp.Alignment
	vars   []*cfg.Var     // by Var.ID of F: that of P, nil for none
	varsP  []*cfg.Var     // by Var.ID of P
	edges  []*cfg.Edge    // by Edge.ID of F: the edge of P with the same place
	same   []bool         // by Edge.ID of F: and the same statement
	ranges []addrs        // of objects and procedures, if they are elsewhere in P
	moved  bool           // addresses of objects or of heap blocks differ
	blocks map[int]*block // of P, by the instance that made it
	mine   map[int]*block // of F
}

// addrs says where P has what F has at an address.
type addrs struct{ f, p, size uint64 }

// identity relates two runs of one program.
func identity(f, p *run) *mapping {
	m := &mapping{f: f, p: p, al: interp.Align(f.g, p.g, nil), vars: f.prog.Vars, varsP: f.prog.Vars, edges: f.prog.Edges}
	m.same = make([]bool, len(m.edges))
	for i := range m.same {
		m.same[i] = true
	}
	m.alignHeap()
	return m
}

// alignHeap finds out whether heap blocks of the same index are at the same
// addresses.
func (m *mapping) alignHeap() {
	m.blocks, m.mine = map[int]*block{}, map[int]*block{}
	for i := range m.p.heap {
		m.blocks[m.p.heap[i].at] = &m.p.heap[i]
	}
	for i := range m.f.heap {
		b := &m.f.heap[i]
		m.mine[b.at] = b
		if o := m.counterpart(b); o == nil || o.addr != b.addr {
			m.moved = true
		}
	}
	m.moved = m.moved || len(m.ranges) > 0 || len(m.f.heap) != len(m.p.heap)
}

// counterpart is the heap block of P that has the index of one of F.
func (m *mapping) counterpart(b *block) *block {
	if j, ok := m.al.There(b.at); ok {
		return m.blocks[j]
	}
	return nil
}

// before says that the states before a pair are meant: which blocks there are.
func (m *mapping) before(at pair) { m.f.now, m.p.now = at.f, at.p }

// toP is the address in P of what F has at an address. It is false where P has
// nothing of the kind.
func (m *mapping) toP(addr uint64) (uint64, bool) {
	if !m.moved {
		return addr, true
	}
	if b := m.f.blockAt(addr); b != nil {
		if o := m.counterpart(b); o != nil && addr-b.addr <= o.size {
			return o.addr + (addr - b.addr), true
		}
		return addr, false
	}
	for i := range m.ranges {
		if r := &m.ranges[i]; addr-r.f < max(r.size, 1) {
			return r.p + (addr - r.f), true
		}
	}
	return addr, true
}

// toF is the opposite.
func (m *mapping) toF(addr uint64) (uint64, bool) {
	if !m.moved {
		return addr, true
	}
	if b := m.p.blockAt(addr); b != nil {
		if i, ok := m.al.Back(b.at); ok {
			if o := m.mine[i]; o != nil {
				return o.addr + (addr - b.addr), true
			}
		}
		return addr, false
	}
	for i := range m.ranges {
		if r := &m.ranges[i]; addr-r.p < max(r.size, 1) {
			return r.f + (addr - r.p), true
		}
	}
	return addr, true
}

// value is the value of P that is equal to one of F: the same number, or a
// pointer to the same place in a block of the same index (paper 002, rule
// Equivalence). It is false for a pointer to what P does not have.
func (m *mapping) value(x uint64, size uint32, pointer bool) (uint64, bool) {
	if !m.moved || !pointer && int(size)*8 != m.f.prog.PtrBits {
		return x, true
	}
	return m.toP(x)
}

// act returns the act of P for one of F; false if there is none.
func (m *mapping) act(a int32) (int32, bool) {
	if a < 0 {
		return a, true
	}
	j, ok := m.al.There(int(a))
	return int32(j), ok
}

func (m *mapping) actBack(a int32) (int32, bool) {
	if a < 0 {
		return a, true
	}
	i, ok := m.al.Back(int(a))
	return int32(i), ok
}
