package alias

import "culprit/cfg"

// node is a variable or a piece of memory. Its class, of which find is the
// representative, has one node that the values it holds point to.
type node int32

const none node = -1

// analysis is the state of one run.
type analysis struct {
	prog *cfg.Program
	ptr  cfg.Type

	// By node, valid at representatives.
	parent []node
	rank   []uint8
	points []node // what the values in it point to, or none
	memory []bool // holds an object or an allocation site
	number []bool // what points to it may be any number
	uninit []bool // what points to it may be uninitialised memory

	vars     []node // by Var.ID
	objects  []node // by Object.ID
	allocs   map[*cfg.Alloc]node
	inObject map[int]node // by Object.ID: constants inside the object
	inHeap   node         // constants that may be heap addresses
	wild     node         // what pointers from outside the program point to
	heapBase uint64
	accesses []access
	copies   [][2]node // pairs of classes that a MemCopy connects
	libs     []libUse
	libUsed  map[node]bool          // classes that library calls reach
	owned    map[string]node        // objects of the C library
	texts    map[*cfg.Object][]byte // contents of string literals, if asked for
	ghosts   []func(*cfg.Region)    // accesses of the sizes of blocks
	shadows  []shadow
	// converted are the classes that pointers made of numbers point to,
	// everything the statements about all memory outside of the program.
	converted  []node
	everything []func(*cfg.Region)
	touched    map[node]bool // classes with an access, by representative; nil if out of date
	ofRegion   []node        // by Region.ID
	divisors   *cellAnalysis
}

// access is one read or write of memory.
type access struct {
	at    node
	addr  cfg.Expr
	size  cfg.Expr // of block operations, else nil
	width int      // of loads and stores in bits, else 0
	loose bool     // a new heap object: aligned, and the rest of its last cell is nobody's
	set   func(*cfg.Region)
}

// shadow is an access of what says whether the memory of a class has a value.
type shadow struct {
	at  node
	set func(*cfg.Region)
}

// libUse is one call and what its arguments point to.
type libUse struct {
	stmt *cfg.Lib
	args []node
	at   []node // the classes it may read or write, once all are known
}

func (a *analysis) fresh() node {
	n := node(len(a.parent))
	a.parent = append(a.parent, n)
	a.rank = append(a.rank, 0)
	a.points = append(a.points, none)
	a.memory = append(a.memory, false)
	a.number = append(a.number, false)
	a.uninit = append(a.uninit, false)
	return n
}

func (a *analysis) find(n node) node {
	for a.parent[n] != n {
		a.parent[n] = a.parent[a.parent[n]]
		n = a.parent[n]
	}
	return n
}

// join unites two classes and, transitively, what they point to.
func (a *analysis) join(x, y node) {
	if x == none || y == none {
		return
	}
	type pair struct{ x, y node }
	work := []pair{{x, y}}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		x, y := a.find(p.x), a.find(p.y)
		if x == y {
			continue
		}
		if a.rank[x] < a.rank[y] {
			x, y = y, x
		}
		if a.rank[x] == a.rank[y] {
			a.rank[x]++
		}
		a.parent[y] = x
		a.memory[x] = a.memory[x] || a.memory[y]
		a.number[x] = a.number[x] || a.number[y]
		a.uninit[x] = a.uninit[x] || a.uninit[y]
		a.touched = nil
		switch px, py := a.points[x], a.points[y]; {
		case px == none:
			a.points[x] = py
		case py != none:
			work = append(work, pair{px, py})
		}
	}
}

// pointee is what the values in n point to.
func (a *analysis) pointee(n node) node {
	n = a.find(n)
	if a.points[n] == none {
		p := a.fresh()
		a.points[n] = p
	}
	return a.points[n]
}

// accessed reports whether some statement accesses memory of a class.
func (a *analysis) accessed(n node) bool {
	if a.touched == nil {
		a.touched = make(map[node]bool, len(a.accesses))
		for _, x := range a.accesses {
			a.touched[a.find(x.at)] = true
		}
	}
	return a.touched[a.find(n)]
}

func (a *analysis) holdsOrAccessed(n node) bool { return a.memory[a.find(n)] || a.accessed(n) }
