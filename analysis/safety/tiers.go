package safety

import (
	"slices"

	"culprit/cfg"
	"culprit/internal/graph"
)

// tiersOf guesses the tiers of the allocations of the heap: those to whose
// blocks others point come after these, and those that point to each other
// share one. It looks at what variables and words of blocks may point to, by
// the offsets of the words, and takes each pointer for one to the start of its
// block.
func tiersOf(p *cfg.Program) (tiers map[*cfg.Alloc]int, n int) {
	a := targets{vars: map[*cfg.Var]pieces{}, words: map[any]map[uint64]pieces{}}
	for a.changed = true; a.changed; {
		a.changed = false
		for _, e := range p.Edges {
			a.edge(e.Stmt)
		}
	}
	var sites []*cfg.Alloc
	index := map[any]int{}
	for _, e := range p.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok && s.Own() {
			index[s] = len(sites)
			sites = append(sites, s)
		}
	}
	succ := make([][]int, len(sites))
	for i, s := range sites {
		for _, held := range a.words[s] {
			for t := range held {
				if k, ok := index[t]; ok {
					succ[i] = append(succ[i], k)
				}
			}
		}
		slices.Sort(succ[i])
	}
	component, n := graph.Components(len(sites), graph.Lists(succ))
	tiers = map[*cfg.Alloc]int{}
	for i, s := range sites {
		tiers[s] = component[i]
	}
	return tiers, n
}

// pieces is a set of allocations and objects.
type pieces map[any]bool

// targets is what variables, and words of memory by their offset, may point to.
type targets struct {
	vars    map[*cfg.Var]pieces
	words   map[any]map[uint64]pieces
	changed bool
}

// somewhere is the offset of words whose offset is not known.
const somewhere = ^uint64(0)

func (a *targets) edge(s cfg.Stmt) {
	switch s := s.(type) {
	case *cfg.Alloc:
		a.point(s.Dst, pieces{s: true})
	case *cfg.Assign:
		a.point(s.Dst, a.value(s.Src))
	case *cfg.Call:
		for i, x := range s.Args {
			a.point(s.Proc.Params[i], a.value(x))
		}
	case *cfg.Store:
		off := offsetOf(s.Addr)
		val := a.value(s.Val)
		for at := range a.value(cfg.Base(s.Addr)) {
			a.hold(at, off, val)
		}
	case *cfg.MemCopy:
		from := a.value(cfg.Base(s.Src))
		for at := range a.value(cfg.Base(s.Dst)) {
			for b := range from {
				for off, val := range a.words[b] {
					a.hold(at, off, val)
				}
			}
		}
	}
}

// point adds what a variable may point to.
func (a *targets) point(v *cfg.Var, to pieces) {
	if len(to) > 0 && a.vars[v] == nil {
		a.vars[v] = pieces{}
	}
	a.add(a.vars[v], to)
}

// hold adds what a word of a piece of memory may point to.
func (a *targets) hold(at any, off uint64, to pieces) {
	if len(to) == 0 {
		return
	}
	if a.words[at] == nil {
		a.words[at] = map[uint64]pieces{}
	}
	if a.words[at][off] == nil {
		a.words[at][off] = pieces{}
	}
	a.add(a.words[at][off], to)
}

func (a *targets) add(set, more pieces) {
	for x := range more {
		if !set[x] {
			set[x] = true
			a.changed = true
		}
	}
}

// value is what the value of e may point to.
func (a *targets) value(e cfg.Expr) pieces {
	switch e := e.(type) {
	case *cfg.VarRef:
		return a.vars[e.V]
	case *cfg.AddrOf:
		return pieces{e.Obj: true}
	case *cfg.Cast:
		return a.value(e.X)
	case *cfg.Binary:
		if e.Op == cfg.PtrAdd {
			return a.value(e.X)
		}
	case *cfg.Ite:
		return union(a.value(e.Then), a.value(e.Else))
	case *cfg.Load:
		off := offsetOf(e.Addr)
		out := pieces{}
		for at := range a.value(cfg.Base(e.Addr)) {
			for k, to := range a.words[at] {
				if k == off || k == somewhere || off == somewhere {
					out = union(out, to)
				}
			}
		}
		return out
	}
	return nil
}

func union(a, b pieces) pieces {
	out := pieces{}
	for _, s := range []pieces{a, b} {
		for x := range s {
			out[x] = true
		}
	}
	return out
}

// offsetOf is the distance of an address from its base.
func offsetOf(addr cfg.Expr) uint64 {
	b, ok := addr.(*cfg.Binary)
	if !ok || b.Op != cfg.PtrAdd {
		return 0
	}
	k, ok := b.Y.(*cfg.Const)
	if rest := offsetOf(b.X); ok && rest != somewhere {
		return rest + k.V
	}
	return somewhere
}
