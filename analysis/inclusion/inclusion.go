package inclusion

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"culprit/cfg"
)

// ErrBudget says that the regions are neither confirmed nor refuted.
var ErrBudget = errors.New("the analysis that confirms the regions of memory reached its limit")

// setCost is the work of having a set, per word: the budget bounds the memory
// to 256 MiB, too.
const setCost = 16

// A Clash is an access to memory of another region than its own: to an object,
// a block that Block allocates or, where both are nil, memory outside of the
// program.
type Clash struct {
	Edge   *cfg.Edge
	Region *cfg.Region // of the access
	Object *cfg.Object
	Block  *cfg.Edge
}

func (c *Clash) Error() string {
	what := "memory outside of the program"
	switch {
	case c.Object != nil:
		what = c.Object.Name
	case c.Block != nil:
		what = fmt.Sprintf("the block allocated at %v", c.Block.Pos)
	}
	return fmt.Sprintf("%v: a statement may access %s, which is in another region of memory", c.Edge.Pos, what)
}

// Sets are bit sets of targets: objects and allocations by index, and these.
const (
	outside = iota // memory that is not the program's, and all that is
	unset          // whatever uninitialised memory holds
	number         // an address that the program did not compute
	firstTarget
)

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

// Confirm returns nil if no statement may access memory of two regions, a
// *Clash if one may, and ErrBudget if the work is exceeded.
func Confirm(prog *cfg.Program, work int) error {
	a, err := analyse(prog, work)
	if err != nil {
		return err
	}
	for c := range a.clashes {
		return c
	}
	return nil
}

// Clashes lists the accesses to memory of another region, one for each region and
// what its accesses may touch: nil if the regions are right or that is not known.
func Clashes(prog *cfg.Program, work int) []*Clash {
	a, err := analyse(prog, work)
	if err != nil {
		return nil
	}
	return slices.Collect(a.clashes)
}

// Observes lists the statements that may write to what asked says shall stay, or compute
// with two addresses of what is hidden; known is false if that took too much work.
func Observes(prog *cfg.Program, work int, asked func(*cfg.Object, *cfg.Alloc) (stays, hidden bool)) (edges []*cfg.Edge, known bool) {
	a, err := analyse(prog, work)
	if err != nil {
		return nil, false
	}
	stay, hide := map[int]bool{}, map[int]bool{}
	for i, o := range prog.Objects {
		stay[a.objects[i]], hide[a.objects[i]] = asked(o, nil)
	}
	for s, t := range a.allocs {
		stay[t], hide[t] = asked(nil, s)
	}
	leads := func(n node, at map[int]bool) bool {
		if n == none {
			return false
		}
		found := a.has(n, outside) && !prog.Apart
		a.each(a.set[n], func(t int) { found = found || at[t] })
		return found
	}
	for _, u := range a.uses {
		if u.writes && leads(u.addr, stay) {
			edges = append(edges, u.edge)
		}
	}
	for _, p := range a.pairs {
		if leads(p.x, hide) && leads(p.y, hide) {
			edges = append(edges, p.edge)
		}
	}
	return edges, true
}

// analyse computes what each access may touch.
func analyse(prog *cfg.Program, work int) (*analysis, error) {
	a := &analysis{prog: prog, work: work, allocs: map[*cfg.Alloc]int{}, literals: map[uint64]node{}}
	a.targets()
	for range prog.Vars {
		a.vars = append(a.vars, a.node())
	}
	a.any = a.node()
	for i := firstTarget; i < len(a.cont); i++ {
		a.cont[i] = a.node()
	}
	a.cont[outside] = a.node()
	a.add(a.cont[outside], outside)
	for _, e := range prog.Edges {
		if a.edge(e); a.err != nil {
			return nil, a.err
		}
	}
	for {
		if !a.solve() {
			return nil, ErrBudget
		}
		if !a.bases() {
			return a, nil
		}
	}
}

// targets numbers objects and allocations.
func (a *analysis) targets() {
	a.regions, a.blocks = make([]*cfg.Region, firstTarget), make([]*cfg.Edge, firstTarget)
	for _, o := range a.prog.Objects {
		a.objects, a.addrs = append(a.objects, len(a.regions)), append(a.addrs, none)
		a.regions, a.blocks = append(a.regions, o.Region), append(a.blocks, nil)
	}
	for _, e := range a.prog.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok {
			a.allocs[s] = len(a.regions)
			a.heap = append(a.heap, len(a.regions))
			a.regions, a.blocks = append(a.regions, s.Region), append(a.blocks, e)
		}
	}
	a.words = len(a.regions)/64 + 1
	a.cont = make([]node, len(a.regions))
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

// bases looks at what only the final sets tell: offsets where the base is no
// address, and memory that is not initialised and holds no address. It reports
// whether something was added.
func (a *analysis) bases() bool {
	changed := false
	for _, x := range a.offsets {
		if a.empty(x[0]) && !a.empty(x[1]) && !a.covers(x[2], x[1]) {
			a.include(x[1], x[2])
			changed = true
		}
	}
	for _, u := range a.uses {
		if u.addr != none && a.has(u.addr, unset) && !a.has(u.addr, outside) && (a.prog.Apart || a.empty(u.addr)) {
			a.add(u.addr, outside)
			changed = true
		}
	}
	return changed
}

// empty reports whether a set has no memory in it.
func (a *analysis) empty(n node) bool {
	for i, w := range a.set[n] {
		if i == 0 {
			w &^= 1<<unset | 1<<number
		}
		if w != 0 {
			return false
		}
	}
	return true
}

func (a *analysis) covers(x, y node) bool {
	for i, w := range a.set[y] {
		if w != 0 && (a.set[x] == nil || w&^a.set[x][i] != 0) {
			return false
		}
	}
	return true
}

func (a *analysis) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// clashes passes on the accesses to memory of another region, each region and
// target once.
func (a *analysis) clashes(yield func(*Clash) bool) {
	type touched struct {
		region *cfg.Region
		target int
	}
	seen := map[touched]bool{}
	more := true
	clash := func(u *use, t int) {
		if p := (touched{u.region, t}); more && !seen[p] {
			seen[p] = true
			c := &Clash{Edge: u.edge, Region: u.region, Block: a.blocks[t]}
			if i, found := slices.BinarySearch(a.objects, t); found {
				c.Object = a.prog.Objects[i]
			}
			more = yield(c)
		}
	}
	var all *use // the first access of memory outside
	for i := range a.uses {
		u := &a.uses[i]
		if u.addr == none {
			continue
		}
		target := func(t int) {
			if t >= firstTarget && a.regions[t] != u.region {
				clash(u, t)
			}
		}
		a.each(a.set[u.addr], target)
		if a.has(u.addr, outside) {
			for t := firstTarget; t < len(a.regions) && !a.prog.Apart; t++ {
				target(t)
			}
			if all == nil {
				all = u
			} else if all.region != u.region {
				clash(u, outside)
				clash(all, outside)
			}
		}
		if !more {
			return
		}
	}
}
