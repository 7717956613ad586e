package inclusion

import (
	"math/bits"

	"culprit/cfg"
)

// Sets are bit sets of targets: objects and allocations by index, and these.
const (
	outside = iota // memory that is not the program's, and all that is
	unset          // whatever uninitialised memory holds
	number         // an address that the program did not compute
	firstTarget
)

// setCost is the work of having a set, per word: the budget bounds the memory
// to 256 MiB, too.
const setCost = 16

// node holds a set of targets: a variable, what is in a target, or a value.
type node int32

const none node = -1

type use struct {
	edge   *cfg.Edge
	addr   node
	region *cfg.Region
	writes bool
}

// pair is a statement that computes with two values, other than as a base and an offset.
type pair struct {
	edge *cfg.Edge
	x, y node
}

type analysis struct {
	prog    *cfg.Program
	words   int
	work    int // that is left
	vars    []node
	regions []*cfg.Region // by target
	blocks  []*cfg.Edge   // by target, of allocations
	cont    []node        // by target: its contents
	heap    []int         // targets that are allocations
	objects []int         // by Object.ID: target
	any     node          // what was stored through pointers from outside: in every object

	// By node.
	set    [][]uint64
	fresh  [][]uint64 // added and not passed on yet
	out    [][]node
	loads  [][]node // nodes that read through this one
	stores [][]node // nodes that are written through this one
	queued []bool

	queue    []node
	uses     []use
	pairs    []pair
	offsets  [][3]node // base, offset and result of pointer additions
	allocs   map[*cfg.Alloc]int
	literals map[uint64]node
	addrs    []node // by Object.ID
	err      error  // what was wrong first
}

func (a *analysis) node() node {
	a.set, a.fresh = append(a.set, nil), append(a.fresh, nil)
	a.out, a.loads, a.stores = append(a.out, nil), append(a.loads, nil), append(a.stores, nil)
	a.queued = append(a.queued, false)
	a.work--
	return node(len(a.set) - 1)
}

func (a *analysis) has(n node, t int) bool { return a.set[n] != nil && a.set[n][t/64]>>(t%64)&1 != 0 }

// grow gives a node sets that can be written.
func (a *analysis) grow(n node) {
	if a.set[n] == nil {
		a.set[n] = make([]uint64, a.words)
		a.work -= setCost * a.words // memory, not time
	}
	if a.fresh[n] == nil {
		a.fresh[n] = make([]uint64, a.words)
	}
}

func (a *analysis) push(n node) {
	if !a.queued[n] {
		a.queued[n] = true
		a.queue = append(a.queue, n)
	}
}

func (a *analysis) add(n node, t int) {
	if !a.has(n, t) {
		a.grow(n)
		a.set[n][t/64] |= 1 << (t % 64)
		a.fresh[n][t/64] |= 1 << (t % 64)
		a.push(n)
	}
}

// include makes to a superset of from.
func (a *analysis) include(from, to node) {
	if from == none || to == none || from == to {
		return
	}
	a.out[from] = append(a.out[from], to)
	a.pass(a.set[from], to)
}

func (a *analysis) pass(set []uint64, to node) {
	a.work -= len(set)
	for i, w := range set {
		if w == 0 {
			continue
		}
		if a.grow(to); w&^a.set[to][i] != 0 {
			w &^= a.set[to][i]
			a.set[to][i] |= w
			a.fresh[to][i] |= w
			a.push(to)
		}
	}
}

// solve passes everything on, and reports whether the budget sufficed.
func (a *analysis) solve() bool {
	for len(a.queue) > 0 {
		if a.work < 0 {
			return false
		}
		n := a.queue[len(a.queue)-1]
		a.queue = a.queue[:len(a.queue)-1]
		a.queued[n] = false
		delta := a.fresh[n]
		a.fresh[n] = nil
		for _, to := range a.out[n] {
			a.pass(delta, to)
		}
		if len(a.loads[n])+len(a.stores[n]) == 0 {
			continue
		}
		a.each(delta, func(t int) {
			for _, to := range a.loads[n] {
				a.load(t, to)
			}
			for _, from := range a.stores[n] {
				a.store(t, from)
			}
		})
	}
	return a.work >= 0
}

func (a *analysis) each(set []uint64, f func(t int)) {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			f(64*i + bits.TrailingZeros64(w))
		}
	}
}

// load makes to what may be read from target t.
func (a *analysis) load(t int, to node) {
	switch t {
	case number, unset:
	case outside:
		a.include(a.cont[outside], to)
		if a.prog.Apart {
			return
		}
		for i := firstTarget; i < len(a.cont); i++ {
			a.include(a.cont[i], to)
		}
		a.include(a.any, to)
	default:
		a.include(a.cont[t], to)
		a.include(a.any, to)
	}
}

// store notes that from is written to target t.
func (a *analysis) store(t int, from node) {
	switch t {
	case number, unset:
	case outside:
		a.include(from, a.cont[outside])
		if !a.prog.Apart {
			a.include(from, a.any)
		}
	default:
		a.include(from, a.cont[t])
	}
}

func (a *analysis) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}
