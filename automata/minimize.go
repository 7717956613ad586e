package automata

import "slices"

// Minimize returns the smallest deterministic automaton with the language and
// the labels of the deterministic n: n is trimmed, and two states are merged
// iff they have the same label, and from both the same words are accepted by
// runs with the same labels. The numbering is breadth first. The second result
// maps old states to new ones, Dead where the state was not useful.
//
// Minimize panics if n is not deterministic.
//
// The algorithm of Valmari and Lehtinen refines two partitions against each
// other: blocks of states, and cords of edges that agree in letter and block
// of the target. A cord splits the blocks of its sources; a new block splits
// the cords of its incoming edges. A split always makes the smaller half new,
// so that an edge is looked at O(log m) times.
func Minimize(n *NFA) (*NFA, []State) {
	if err := CheckDeterministic(n); err != nil {
		panic(err)
	}
	t, to := Trim(n)
	if t.NumStates() == 0 {
		return t, to
	}
	block := refine(t)
	m, canonical := quotient(t, block)
	for q, p := range to {
		if p != Dead {
			to[q] = canonical[block[p]]
		}
	}
	return m, to
}

// refine returns the block of each state in the coarsest stable refinement of
// the partition by finality and label.
func refine(n *NFA) []int32 {
	blocks := newPartition(initialBlocks(n))
	tail, letter := flatEdges(n)
	letters := alphabet(n)
	class := make([]int32, len(letter))
	for i, a := range letter {
		class[i] = letterIndex(letters, a)
	}
	cords := newPartition(class, len(letters))
	start, in := incoming(n)
	// Splitting by all blocks but one is enough: it is their complement.
	for b, c := int32(1), int32(0); int(c) < cords.sets(); c++ {
		for _, e := range cords.members(c) {
			blocks.mark(tail[e])
		}
		blocks.split()
		for ; int(b) < blocks.sets(); b++ {
			for _, q := range blocks.members(b) {
				for _, e := range in[start[q]:start[q+1]] {
					cords.mark(e)
				}
			}
			cords.split()
		}
	}
	return blocks.set
}

// initialBlocks numbers the pairs of finality and label.
func initialBlocks(n *NFA) (block []int32, blocks int) {
	var ids pairTable
	block = make([]int32, len(n.Out))
	for q, final := range n.Final {
		f, label := int32(0), int32(0)
		if final {
			f = 1
		}
		if n.Label != nil {
			label = n.Label[q]
		}
		block[q] = ids.intern(pairKey(f, label), int32(ids.used))
	}
	return block, ids.used
}

// flatEdges numbers the edges in the order of their sources, and returns
// source and letter of each.
func flatEdges(n *NFA) (tail []State, letter []Letter) {
	m := n.NumEdges()
	tail, letter = make([]State, 0, m), make([]Letter, 0, m)
	for q, out := range n.Out {
		for _, e := range out {
			tail = append(tail, State(q))
			letter = append(letter, e.Letter)
		}
	}
	return tail, letter
}

// letterIndex returns the position of a in the ascending letters.
func letterIndex(letters []Letter, a Letter) int32 {
	if int(a) < len(letters) && letters[a] == a {
		return a // no gaps below a
	}
	i, _ := slices.BinarySearch(letters, a)
	return int32(i)
}

// incoming returns the numbers of the edges into q as in[start[q]:start[q+1]].
func incoming(n *NFA) (start, in []int32) {
	start = make([]int32, len(n.Out)+2)
	for _, out := range n.Out {
		for _, e := range out {
			start[e.To+2]++
		}
	}
	for q := range n.Out {
		start[q+2] += start[q+1]
	}
	in = make([]int32, start[len(n.Out)+1])
	i := int32(0)
	for _, out := range n.Out {
		for _, e := range out {
			in[start[e.To+1]] = i
			start[e.To+1]++
			i++
		}
	}
	return start[:len(n.Out)+1], in
}

// quotient merges the blocks of a trimmed deterministic automaton, numbering
// them breadth first; canonical maps blocks to new states.
func quotient(n *NFA, block []int32) (m *NFA, canonical []State) {
	blocks := int32(0)
	for _, b := range block {
		blocks = max(blocks, b+1)
	}
	canonical = make([]State, blocks)
	for b := range canonical {
		canonical[b] = Dead
	}
	queue := make([]State, 0, blocks) // one state per block, in the new order
	visit := func(q State) State {
		b := block[q]
		if canonical[b] == Dead {
			canonical[b] = State(len(queue))
			queue = append(queue, q)
		}
		return canonical[b]
	}
	m = &NFA{Initial: []State{visit(n.Initial[0])}, Final: make([]bool, blocks), Out: make([][]Edge, blocks)}
	if n.Label != nil {
		m.Label = make([]int32, blocks)
	}
	var arena []Edge
	end := make([]int, 0, blocks)
	for i := 0; i < len(queue); i++ {
		q := queue[i]
		for _, e := range n.Out[q] {
			arena = append(arena, Edge{e.Letter, visit(e.To)})
		}
		end = append(end, len(arena))
		m.Final[i] = n.Final[q]
		if n.Label != nil {
			m.Label[i] = n.Label[q]
		}
	}
	lo := 0
	for i, hi := range end {
		m.Out[i] = arena[lo:hi:hi]
		lo = hi
	}
	return m, canonical
}

// partition is a refinable partition of 0 … n-1 (Valmari and Lehtinen 2008).
// The elements of set s are elems[first[s]:past[s]], the marked ones in front:
//
//	elems  │ m m m · · · · │ m · · │ …
//	        ↑first[0]       ↑past[0] = first[1]
//	              ↑first[0]+marked[0]
//
// Marking is O(1); split costs as much as was marked.
type partition struct {
	elems   []int32
	where   []int32 // per element: index in elems
	set     []int32 // per element: set it is in
	first   []int32 // per set
	past    []int32 // per set
	marked  []int32 // per set: number of marked elements
	touched []int32 // sets with marked elements
}

// newPartition groups elements by class; classes are 0 … classes-1, none empty.
func newPartition(class []int32, classes int) *partition {
	p := &partition{
		elems:  make([]int32, len(class)),
		where:  make([]int32, len(class)),
		set:    class,
		first:  make([]int32, classes, len(class)),
		past:   make([]int32, classes, len(class)),
		marked: make([]int32, classes, len(class)),
	}
	for _, c := range class {
		p.past[c]++
	}
	sum := int32(0)
	for c := range classes {
		p.first[c] = sum
		sum += p.past[c]
		p.past[c] = p.first[c]
	}
	for e, c := range class {
		i := p.past[c]
		p.elems[i] = int32(e)
		p.where[e] = i
		p.past[c]++
	}
	return p
}

// sets returns the number of sets.
func (p *partition) sets() int { return len(p.first) }

// members returns the elements of a set; mark and split reorder them.
func (p *partition) members(s int32) []int32 { return p.elems[p.first[s]:p.past[s]] }

// mark marks an element that is not marked.
func (p *partition) mark(e int32) {
	s := p.set[e]
	i, j := p.where[e], p.first[s]+p.marked[s]
	other := p.elems[j]
	p.elems[i], p.where[other] = other, i
	p.elems[j], p.where[e] = e, j
	if p.marked[s] == 0 {
		p.touched = append(p.touched, s)
	}
	p.marked[s]++
}

// split separates the marked from the unmarked elements of every set and
// unmarks all. The smaller part becomes a new set.
func (p *partition) split() {
	for _, s := range p.touched {
		first, mid, past := p.first[s], p.first[s]+p.marked[s], p.past[s]
		p.marked[s] = 0
		if mid == past {
			continue
		}
		fresh := int32(len(p.first))
		if mid-first <= past-mid {
			p.first = append(p.first, first)
			p.past = append(p.past, mid)
			p.first[s] = mid
		} else {
			p.first = append(p.first, mid)
			p.past = append(p.past, past)
			p.past[s] = mid
		}
		p.marked = append(p.marked, 0)
		for _, e := range p.members(fresh) {
			p.set[e] = fresh
		}
	}
	p.touched = p.touched[:0]
}
