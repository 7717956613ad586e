package spectrum

import (
	"cmp"
	"slices"

	"culprit/logic"
)

// state is what variables and memory hold, as terms, with a journal so that
// the two sides of a branch can be tried one after the other.
type state struct {
	tb   *logic.Table
	vars []logic.T           // by Var.ID; 0 if it is not known
	mem  map[uint64]byteTerm // bytes that are known
	log  []change
}

// byteTerm is byte number k of a term.
type byteTerm struct {
	term logic.T
	k    uint8
}

// cell is a variable, or a byte of memory.
type cell struct {
	v    int32 // -1 for memory
	addr uint64
}

// change is an entry of the journal: what a cell held before.
type change struct {
	cell
	old byteTerm
}

func newState(tb *logic.Table, vars int) *state {
	return &state{tb: tb, vars: make([]logic.T, vars), mem: map[uint64]byteTerm{}}
}

func (s *state) get(c cell) byteTerm {
	if c.v >= 0 {
		return byteTerm{term: s.vars[c.v]}
	}
	return s.mem[c.addr]
}

// put sets a cell without noting it.
func (s *state) put(c cell, b byteTerm) {
	switch {
	case c.v >= 0:
		s.vars[c.v] = b.term
	case b.term == 0:
		delete(s.mem, c.addr)
	default:
		s.mem[c.addr] = b
	}
}

func (s *state) set(c cell, b byteTerm) {
	if old := s.get(c); old != b {
		s.log = append(s.log, change{c, old})
		s.put(c, b)
	}
}

func (s *state) setVar(id int, t logic.T) { s.set(cell{v: int32(id)}, byteTerm{term: t}) }

// write puts the bytes of a term at addr; the term 0 forgets them.
func (s *state) write(addr, size uint64, t logic.T) {
	for k := range size {
		b := byteTerm{t, uint8(k)}
		if t == 0 {
			b = byteTerm{}
		}
		s.set(cell{-1, addr + k}, b)
	}
}

// load is the term of size bytes at addr. Bytes that are not known come from
// unknown, which gets their address and number.
func (s *state) load(addr, size uint64, unknown func(addr, n uint64) logic.T) logic.T {
	var v logic.T
	for k := uint64(0); k < size; {
		b := s.mem[addr+k]
		n := uint64(1)
		for k+n < size {
			c := s.mem[addr+k+n]
			if c.term != b.term || b.term != 0 && c.k != b.k+uint8(n) {
				break
			}
			n++
		}
		var part logic.T
		switch lo := 8 * int(b.k); {
		case b.term == 0:
			part = unknown(addr+k, n)
		case lo == 0 && 8*int(n) == s.tb.Width(b.term):
			part = b.term
		default:
			part = s.tb.Extract(lo+8*int(n)-1, lo, b.term)
		}
		if k == 0 {
			v = part
		} else {
			v = s.tb.Concat(part, v)
		}
		k += n
	}
	return v
}

// values are what cells hold, by cell.
type values map[cell]byteTerm

// undo takes back all changes since mark and returns what they had made.
func (s *state) undo(mark int) values {
	made := values{}
	for _, c := range s.log[mark:] {
		made[c.cell] = s.get(c.cell)
	}
	for _, c := range slices.Backward(s.log[mark:]) {
		s.put(c.cell, c.old)
	}
	s.log = s.log[:mark]
	return made
}

// merge joins two outcomes of a branch: here is what it made of the state if
// t holds, there if not; the state is that before the branch.
func (s *state) merge(t logic.T, here, there values, fresh func(bits int) logic.T) {
	cells := make([]cell, 0, len(here)+len(there))
	for c := range here {
		cells = append(cells, c)
	}
	for c := range there {
		if _, ok := here[c]; !ok {
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Or(cmp.Compare(a.v, b.v), cmp.Compare(a.addr, b.addr)) })
	side := func(vs values, c cell) byteTerm {
		if b, ok := vs[c]; ok {
			return b
		}
		return s.get(c)
	}
	for k := 0; k < len(cells); {
		c := cells[k]
		a, b := side(here, c), side(there, c)
		k++
		switch {
		case a == b:
			s.set(c, a)
			continue
		case c.v >= 0:
			s.setVar(int(c.v), s.either(t, a.term, b.term, fresh))
			continue
		}
		// The following bytes that belong to the same two terms.
		n := 1
		for k < len(cells) && cells[k].addr == c.addr+uint64(n) && n < 8 {
			a2, b2 := side(here, cells[k]), side(there, cells[k])
			if !follows(a, a2, n) || !follows(b, b2, n) {
				break
			}
			n++
			k++
		}
		s.write(c.addr, uint64(n), s.either(t, s.stretch(a, n, fresh), s.stretch(b, n, fresh), fresh))
	}
}

func follows(a, b byteTerm, n int) bool {
	return a.term == b.term && (a.term == 0 || b.k == a.k+uint8(n))
}

// stretch is the value of n bytes of a term.
func (s *state) stretch(b byteTerm, n int, fresh func(bits int) logic.T) logic.T {
	if b.term == 0 {
		return fresh(8 * n)
	}
	lo := 8 * int(b.k)
	if lo == 0 && 8*n == s.tb.Width(b.term) {
		return b.term
	}
	return s.tb.Extract(lo+8*n-1, lo, b.term)
}

// either is a term that is a if t holds, else b. What is not known on one side
// is not known at all.
func (s *state) either(t, a, b logic.T, fresh func(bits int) logic.T) logic.T {
	switch {
	case a == 0 && b == 0:
		return 0
	case a == 0:
		return s.either(t, s.like(b, fresh), b, fresh)
	case b == 0:
		return s.either(t, a, s.like(a, fresh), fresh)
	}
	return s.tb.Ite(t, a, b)
}

func (s *state) like(t logic.T, fresh func(bits int) logic.T) logic.T {
	if s.tb.Sort(t).Kind == logic.SBool {
		return s.tb.Eq(fresh(1), s.tb.BV(1, 1))
	}
	return fresh(s.tb.Width(t))
}
