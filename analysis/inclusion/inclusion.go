package inclusion

import (
	"errors"
	"fmt"
	"slices"

	"culprit/cfg"
)

// ErrBudget says that the regions are neither confirmed nor refuted.
var ErrBudget = errors.New("the analysis that confirms the regions of memory reached its limit")

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
