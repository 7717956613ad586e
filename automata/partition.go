package automata

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
