package interp

import (
	"fmt"
	"slices"

	"culprit/cfg"
)

// Leaks (RunConfig.Leaks). When the program ends, heap blocks that nothing
// reachable points to are leaks. A word of reachable memory that holds an
// address inside a block makes the block reachable, whatever its type: an
// integer that happens to look like one hides a leak, but no block that the
// program can still free is called one.

// LeakMode says which heap blocks that are not freed at the end are leaks.
type LeakMode uint8

// The leak modes.
const (
	NoLeaks LeakMode = iota
	Lost             // blocks that nothing reachable points to
	Unfreed          // all blocks
)

// leaks returns a fault for each place whose blocks leak, by position.
func (m *machine) leaks(mode LeakMode) []Fault {
	reached := make([]bool, len(m.heap))
	if mode == Lost {
		m.markReachable(reached)
	}
	type group struct {
		first        int
		blocks, size uint64
	}
	groups := make(map[int]*group) // by id of the allocating edge, -1 if unknown
	var order []int
	for i := range m.heap {
		b := &m.heap[i]
		if b.dead || b.stack || reached[i] {
			continue
		}
		id := -1
		if b.alloc != nil {
			id = b.alloc.ID
		}
		g := groups[id]
		if g == nil {
			g = &group{first: i}
			groups[id] = g
			order = append(order, id)
		}
		g.blocks++
		g.size += b.size
	}
	slices.Sort(order)
	var out []Fault
	for _, id := range order {
		g := groups[id]
		b := &m.heap[g.first]
		f := Fault{Kind: Leak, Edge: b.alloc, Alloc: b.alloc, Step: int(m.steps), Addr: b.addr}
		if b.alloc != nil {
			f.At = b.alloc.Pos
		}
		f.Text = fmt.Sprintf("%s in %s allocated here %s never freed", count(g.size, "byte"), count(g.blocks, "block"), isAre(g.blocks))
		if mode == Lost {
			f.Text += ", and nothing points to " + itThem(g.blocks)
		}
		out = append(out, f)
	}
	return out
}

// active reports whether an activation of a procedure is open.
func (m *machine) active(f *cfg.Proc) bool {
	if m.own != nil {
		return m.own.open[f.ID] > 0
	}
	for _, x := range m.frames {
		if int(x.proc) == f.ID {
			return true
		}
	}
	return f == m.code.prog.Main
}

func isAre(n uint64) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func itThem(n uint64) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// markReachable marks the heap blocks that the globals, the objects and locals
// of open activations, and reachable blocks point to. Once main has returned
// its locals are gone, too.
func (m *machine) markReachable(reached []bool) {
	var work []int
	visit := func(v uint64) {
		i := m.heap.index(v)
		if i < 0 || reached[i] {
			return
		}
		if b := &m.heap[i]; !b.dead && (b.contains(v, 1) || v == b.addr) {
			reached[i] = true
			work = append(work, i)
		}
	}
	for _, v := range m.code.prog.Vars {
		switch {
		case v.Ghost() || v == m.code.prog.HeapTop:
		case v.Proc == nil || !m.mainEnded && m.active(v.Proc) && m.holds(v):
			visit(m.reg[v.ID])
		}
	}
	if !m.mainEnded && m.own != nil {
		for _, v := range m.own.saved {
			visit(v)
		}
	}
	for i := range m.statics {
		b := &m.statics[i]
		if !b.dead && (b.obj.Proc == nil || !m.mainEnded) && (m.here == nil || !m.dies(b)) {
			m.words(b, visit)
		}
	}
	if !m.mainEnded {
		for _, t := range []objectTable{m.stack, m.args} {
			for i := range t {
				m.words(&t[i], visit)
			}
		}
		if m.own != nil {
			for _, i := range m.own.allocas {
				if i >= 0 {
					m.words(&m.heap[i], visit)
				}
			}
		}
		for _, b := range m.allocas {
			if !m.heap[b.index].dead {
				m.words(&m.heap[b.index], visit)
			}
		}
	}
	for len(work) > 0 {
		b := &m.heap[work[len(work)-1]]
		work = work[:len(work)-1]
		m.words(b, visit)
	}
}

// words calls visit with the aligned words of a block. Untouched memory holds
// no addresses.
func (m *machine) words(b *block, visit func(v uint64)) {
	word := uint64(m.code.prog.PtrBits / 8)
	mask := maskOf(m.code.prog.PtrBits)
	for off := (word - b.addr%word) % word; off+word <= b.size; {
		a := b.addr + off
		if m.mem.read(a&m.mem.mask) == &zeroPage {
			off += (a | (pageSize - 1) + 1) - a
			continue
		}
		visit(m.mem.load(a, mask))
		off += word
	}
}
