package interp

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/interp/code"
)

// The heap. Execute and Replay have the bump allocator of package cfg. Run has
// a gap after every block, so that an access out of bounds does not land in a
// neighbour, and uses the room of freed blocks again, but only after a while,
// so that uses after free are noticed.

// retire lets a block that was freed wait, and ends the wait of older ones.
func (m *machine) retire(i int32) {
	p := m.pool
	if p == nil {
		return
	}
	b := &m.heap[i]
	p.held += room(b.size)
	p.waiting = append(p.waiting, i)
	if b.size >= pageSize {
		m.mem.release(b.addr, b.size)
		if m.shadow != nil {
			m.shadow.release(b.addr, b.size)
		}
	}
	if p.held <= p.maxHeld && len(p.waiting) <= p.maxWaiting {
		return
	}
	first := 0 // half of them at once, so that the rest seldom moves
	for p.held > p.maxHeld/2 || len(p.waiting)-first > p.maxWaiting/2 {
		j := p.waiting[first]
		first++
		n := room(m.heap[j].size)
		p.held -= n
		p.free[n] = append(p.free[n], j)
	}
	p.waiting = append(p.waiting[:0], p.waiting[first:]...)
}

// footprint is about what the memory of the program takes of ours.
func (m *machine) footprint() uint64 {
	const blockBytes = 72
	n := uint64(m.mem.count)<<pageBits + uint64(cap(m.heap))*blockBytes
	if m.shadow != nil {
		n += uint64(m.shadow.count) << pageBits
	}
	return n
}

// heapTop is the end of the heap. Where the program never allocates, the
// library still may.
func (m *machine) heapTop() *uint64 {
	if v := m.code.Prog.HeapTop; v != nil {
		return &m.reg[v.ID]
	}
	if m.libTop == 0 {
		m.libTop = m.code.Prog.HeapBase()
	}
	return &m.libTop
}

// newBlock finds room for a heap block. It returns its address and index; ok
// is false if the address space or the memory is exhausted. In an execution align,
// 0 for that of all blocks, divides the address.
func (m *machine) newBlock(pc int32, size, align uint64, stack bool) (addr uint64, i int32, ok bool) {
	edge := m.userEdge(pc)
	if m.pool != nil {
		if size > m.mem.mask>>1 { // more than PTRDIFF_MAX
			return 0, 0, false
		}
		if align > cfg.HeapAlign {
			*m.heapTop() = (*m.heapTop() + align - 1) &^ (align - 1)
		} else if i := m.pool.take(size); i >= 0 {
			b := &m.heap[i]
			*b = block{addr: b.addr, size: size, stack: stack, alloc: edge, name: m.argument(pc, size)}
			return b.addr, i, true
		}
	}
	top := *m.heapTop()
	p := (top + cfg.HeapAlign - 1) &^ (cfg.HeapAlign - 1) & m.mem.mask
	end := (p + max(size, 1)) & m.mem.mask
	last := m.mem.mask
	if m.pool != nil {
		end = (p + room(size)) & m.mem.mask
		last = stackBase(m.code.Prog.PtrBits)
	}
	if p < top || end < p || size > m.mem.mask || end > last {
		return 0, 0, false
	}
	*m.heapTop() = end
	m.heap = append(m.heap, block{addr: p, size: size, stack: stack, alloc: edge, name: m.argument(pc, size)})
	m.lastBlock = nil // the table may have moved
	if m.pool != nil {
		if m.footprint() > m.mem.bytes() {
			m.outOfMemory(pc)
		}
	}
	return p, int32(len(m.heap) - 1), true
}

// argument names a block that holds what main is given, else it is "".
func (m *machine) argument(pc int32, size uint64) string {
	id := m.code.EdgeAt[pc]
	if id < 0 {
		return ""
	}
	a, ok := m.code.Prog.Edges[id].Stmt.(*cfg.Alloc)
	if !ok {
		return ""
	}
	switch list, text := a.Dst.Argument(); {
	case list:
		return "argv of " + count(size, "byte")
	case text:
		return "an argument of " + count(size, "byte")
	}
	return ""
}

// alloc executes code.Alloc.
func (m *machine) alloc(pc int32, in *code.Instr) {
	e := m.code.Prog.Edges[in.Dst]
	s := e.Stmt.(*cfg.Alloc)
	size := m.reg[in.A]
	p, i, ok := m.newBlock(pc, size, s.Align, s.Stack || s.Lib)
	if !ok {
		switch {
		case m.pool == nil:
			m.stop(Blocked, "the address space is exhausted")
		case s.Stack:
			m.stopAt(pc, MemoryLimit, "no room for a stack block of "+count(size, "byte"))
		default:
			m.reg[in.B] = 0 // as malloc says it
		}
		return
	}
	m.reg[in.B] = p
	if m.tr != nil {
		defer func() { m.gaveBlock(p, size, !s.Zero) }()
	}
	m.heap[i].lib = s.Lib
	if s.Stack && strings.HasPrefix(s.Dst.Name, "&") {
		m.heap[i].local = s.Dst
	}
	switch {
	case s.Stack && m.own != nil:
		m.own.allocas = append(m.own.allocas, i)
	case s.Stack:
		m.allocas = append(m.allocas, stackBlock{int32(len(m.frames)), i})
	}
	if s.Zero {
		m.mem.fill(p, 0, size)
		m.setShadow(p, size, false)
	} else {
		m.setShadow(p, size, true)
		m.havocMemory(e, p, size)
	}
}

// free executes code.Free.
func (m *machine) free(pc int32, p uint64) bool {
	if p == 0 {
		return true
	}
	i := m.heap.index(p)
	var b *block
	if i >= 0 {
		b = &m.heap[i]
	}
	switch {
	case b == nil || b.addr != p || b.stack:
		if m.checks {
			m.badFree(pc, p)
		}
		return false
	case b.dead:
		if m.checks {
			m.doubleFree(pc, b)
		}
		return false
	}
	m.died()
	b.dead, b.freed = true, m.userEdge(pc)
	m.retire(int32(i))
	return true
}

// endBlock ends the life of a stack block whose scope is left.
func (m *machine) endBlock(p uint64) {
	i := m.heap.index(p)
	if i < 0 || m.heap[i].addr != p || !m.heap[i].stack || m.heap[i].dead {
		return
	}
	m.died()
	m.heap[i].dead, m.heap[i].left = true, true
	if m.own != nil {
		m.own.forget(int32(i), int(m.frameBase()))
		m.retire(int32(i))
	}
}

// frameBase is where the stack blocks of the innermost activation begin.
func (m *machine) frameBase() int32 {
	if n := len(m.frames); n > 0 {
		return m.frames[n-1].allocas
	}
	return 0
}

// forget takes a stack block that has ended from the list of those that end
// with an activation; the innermost one begins at base.
func (a *activations) forget(block int32, base int) {
	for k := len(a.allocas) - 1; k >= 0; k-- {
		if a.allocas[k] != block {
			continue
		}
		a.allocas[k] = -1
		if k >= base {
			a.allocas = append(a.allocas[:k], a.allocas[k+1:]...)
		}
		return
	}
}

// Leaks (RunConfig.Leaks). When the program ends, heap blocks that nothing
// reachable points to are leaks. A word of reachable memory that holds an
// address inside a block makes the block reachable, whatever its type: an
// integer that happens to look like one hides a leak, but no block that the
// program can still free is called one.

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
		if b.dead || b.stack || reached[i] || mode == Unfreed && b.alloc != nil && m.code.Prog.Gives(b.alloc) {
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
	for _, v := range m.code.Prog.Vars {
		switch {
		case v.Ghost() || v == m.code.Prog.HeapTop:
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
	word := uint64(m.code.Prog.PtrBits / 8)
	mask := code.MaskOf(m.code.Prog.PtrBits)
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

// endStackBlocks ends the blocks of activations deeper than depth.
func (m *machine) endStackBlocks(depth int) {
	n := len(m.allocas)
	for n > 0 && int(m.allocas[n-1].depth) > depth {
		n--
		m.heap[m.allocas[n].index].dead = true
		m.died()
		m.lastBlock = nil
	}
	m.allocas = m.allocas[:n]
}

// dies reports whether the life of a block has ended, also if it is a local
// object of a procedure that has no activation.
func (m *machine) dies(b *block) bool {
	return b.dead || b.obj != nil && b.obj.Proc != nil && (m.ended[b.obj] || !m.active(b.obj.Proc))
}

// holds reports whether a local variable of an active procedure can keep a
// block: variables of the user do, since the program forgets what they point
// to when they go out of scope, and temporaries as long as they are needed.
func (m *machine) holds(v *cfg.Var) bool {
	if m.here == nil || !v.Temp && v != v.Proc.Ret {
		return true
	}
	if v == v.Proc.Ret {
		return false // set right before the end of the procedure
	}
	at := m.here
	for i := len(m.frames) - 1; i >= 0 && at.Proc != v.Proc; i-- {
		at = m.caller(i).To
	}
	return at.Proc != v.Proc || cfg.ReadFrom(at, v)
}

// placeText places a text and the zero after it.
func (m *machine) placeText(text, name string) uint64 {
	at := m.place(uint64(len(text))+1, name)
	for j := range len(text) {
		m.mem.setByte(at+uint64(j), text[j])
	}
	return at
}

// place makes a block that belongs to the environment of the program, above
// the objects of nested activations.
func (m *machine) place(size uint64, name string) uint64 {
	at := m.nextArg
	m.args = append(m.args, block{addr: at, size: size, name: name, stack: true})
	m.nextArg = (at + size + 31) &^ 15
	m.lastBlock = nil // the table may have moved
	return at
}
