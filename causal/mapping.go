package causal

import (
	"fmt"
	"slices"
	"sort"

	"culprit/cfg"
	"culprit/interp"
	"culprit/interp/dependence"
)

// mapping relates the failing run (F) and the reference run (P): procedures,
// variables, statements, and addresses.
type mapping struct {
	f, p   *run
	al     *dependence.Alignment
	vars   []*cfg.Var        // by Var.ID of F: that of P, nil for none
	varsP  []*cfg.Var        // by Var.ID of P
	edges  []*cfg.Edge       // by Edge.ID of F: the edge of P with the same place
	same   []bool            // by Edge.ID of F: and the same statement
	ranges []addrs           // of objects and procedures, if they are elsewhere in P
	moved  bool              // addresses of objects or of heap blocks differ
	locsP  map[*cfg.Loc]bool // of P, those that correspond to some of F
	blocks map[int]*block    // of P, by the instance that made it
	mine   map[int]*block    // of F
}

// addrs says where P has what F has at an address.
type addrs struct{ f, p, size uint64 }

// identity relates two runs of one program.
func identity(f, p *run) *mapping {
	m := &mapping{f: f, p: p, al: dependence.Align(f.g, p.g, nil), vars: f.prog.Vars, varsP: f.prog.Vars, edges: f.prog.Edges}
	m.same = make([]bool, len(m.edges))
	for i := range m.same {
		m.same[i] = true
	}
	m.alignHeap()
	return m
}

// known reports whether the statement that an edge of P belongs to has one in F.
func (m *mapping) known(e *cfg.Edge) bool {
	if m.locsP == nil {
		m.locsP = map[*cfg.Loc]bool{}
		for _, o := range m.edges {
			if o != nil {
				m.locsP[o.From] = true
			}
		}
	}
	return m.locsP[e.From]
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

// words calls f with the offsets of the words of a block that are pointers into
// blocks of the heap, in a session of a run.
func words(r *run, s *interp.Session, b *block, f func(off, x uint64) bool) bool {
	size := uint64(r.prog.PtrBits / 8)
	for off := uint64(0); off+size <= b.size; off += size {
		if x := s.Word(b.addr+off, size); r.blockAt(x) != nil && !f(off, x) {
			return false
		}
	}
	return true
}

// equivalent reports whether pointers of F and P lead to blocks of the same
// size and content at the same distance, where pointers in them do so in turn.
func (w *walk) equivalent(f, p *interp.Session, x, y uint64, known map[[2]uint64]bool) bool {
	if z, ok := w.m.toP(x); ok && z == y {
		return true
	}
	a, b := w.f.blockAt(x), w.p.blockAt(y)
	if a == nil || b == nil || a.size != b.size || x-a.addr != y-b.addr || a.size > maxCopied {
		return false
	}
	key := [2]uint64{a.addr, b.addr}
	if known[key] {
		return true
	}
	if known[key] = true; len(known) > maxBlocks {
		return false
	}
	pointers := map[uint64]bool{}
	size := uint64(w.f.prog.PtrBits / 8)
	ok := words(w.f, f, a, func(off, u uint64) bool {
		pointers[off] = true
		return w.equivalent(f, p, u, p.Word(b.addr+off, size), known)
	})
	for off := uint64(0); ok && off < a.size; off++ {
		if pointers[off/size*size] {
			continue
		}
		ok = f.Word(a.addr+off, 1) == p.Word(b.addr+off, 1)
	}
	return ok
}

// copier gives a session of P blocks of F that P does not have (paper 002, rule
// Val-Replacement).
type copier struct {
	w        *walk
	from, to *interp.Session
	made     map[uint64]uint64 // by the address in F
}

// pointer is the address in P of what F has at x, made if needed.
func (c *copier) pointer(x uint64) (uint64, bool) {
	if y, ok := c.w.m.toP(x); ok {
		return y, true
	}
	b := c.w.f.blockAt(x)
	if b == nil || b.size > maxCopied || len(c.made) > maxBlocks {
		return 0, false
	}
	if y, ok := c.made[b.addr]; ok {
		return y + (x - b.addr), true
	}
	y, ok := c.to.NewBlock(b.size)
	if !ok {
		return 0, false
	}
	c.made[b.addr] = y
	for off := uint64(0); off < b.size; off++ {
		c.to.SetWord(y+off, 1, c.from.Word(b.addr+off, 1))
	}
	words(c.w.f, c.from, b, func(off, u uint64) bool {
		if z, ok := c.pointer(u); ok {
			c.to.SetWord(y+off, uint64(c.w.f.prog.PtrBits/8), z)
		}
		return true
	})
	return y + (x - b.addr), true
}

// elements divides a range of memory into the scalars of the object that it
// lies in: the elements of arrays, the members of structures. Where no type is
// known these are words of the size of pointers, and bytes at the ends.
func (w *walk) elements(c cell) []cell {
	o := w.objectAt(c.addr)
	var out []cell
	for at, end := c.addr, c.addr+uint64(c.size); at < end; {
		size := uint64(1)
		switch {
		case o != nil && at-o.Addr < o.Size:
			start, t := scalarAt(o.CType, at-o.Addr)
			if t != nil && start == at-o.Addr && t.Size <= 8 && at+t.Size <= end {
				size = max(t.Size, 1)
			}
		case o == nil && at%4 == 0 && at+4 <= end && w.f.blockAt(at) != nil:
			size = 4
			if p := uint64(w.f.prog.PtrBits / 8); at%p == 0 && at+p <= end && w.f.blockAt(w.f.points[len(w.f.points)-1].Word(at, p)) != nil {
				size = p
			}
		}
		out = append(out, cell{v: inMemory, act: -1, addr: at, size: uint32(size)})
		at += size
	}
	return out
}

// scalarAt is the scalar of a type that contains an offset, and where it begins;
// nil if that is not known.
func scalarAt(t *cfg.CType, off uint64) (start uint64, scalar *cfg.CType) {
	return walkType(t, off, func(string) {})
}

// walkType is scalarAt; it calls f with the parts on the way, .member and [3].
func walkType(t *cfg.CType, off uint64, f func(part string)) (start uint64, scalar *cfg.CType) {
	for base := uint64(0); t != nil; {
		switch t.Kind {
		case cfg.CArray:
			if t.Elem == nil || t.Elem.Size == 0 {
				return 0, nil
			}
			k := (off - base) / t.Elem.Size
			f(fmt.Sprintf("[%d]", k))
			base, t = base+k*t.Elem.Size, t.Elem
		case cfg.CStruct:
			k := slices.IndexFunc(t.Members, func(m cfg.Member) bool {
				return m.Type != nil && off-base >= m.Offset && off-base < m.Offset+m.Type.Size
			})
			if k < 0 {
				return 0, nil
			}
			f("." + t.Members[k].Name)
			base, t = base+t.Members[k].Offset, t.Members[k].Type
		case cfg.CBool, cfg.CInt, cfg.CFloat, cfg.CPointer:
			return base, t
		default:
			return 0, nil
		}
	}
	return 0, nil
}

// objectAt is the object of F with a fixed address that an address lies in.
func (w *walk) objectAt(addr uint64) *cfg.Object {
	os := w.f.prog.Objects // ascending, as Layout has it
	k := sort.Search(len(os), func(k int) bool { return os[k].Addr > addr }) - 1
	if k < 0 || addr-os[k].Addr >= max(os[k].Size, 1) {
		return nil
	}
	return os[k]
}
