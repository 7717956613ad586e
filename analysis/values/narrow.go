package values

import (
	"slices"

	"culprit/cfg"
)

// narrow recomputes every state from its predecessors, which takes back what
// widening lost needlessly, and removes arcs that become impossible.
func (a *analysis) narrow() {
	list := a.reachable()
	widened := false
	for _, n := range list {
		widened = widened || n.rounds > maxRounds
	}
	for i := 0; widened && i < maxRounds; i++ {
		if !a.descend(list) {
			return
		}
		list = a.reachable()
	}
}

// reachable lists the nodes from the entry, breadth first.
func (g *arena) reachable() []*gnode {
	for _, n := range g.nodes {
		n.mark = false
	}
	list := []*gnode{g.entry}
	g.entry.mark = true
	for i := 0; i < len(list); i++ {
		for _, arc := range list[i].out {
			if !arc.to.mark {
				arc.to.mark = true
				list = append(list, arc.to)
			}
		}
	}
	return list
}

// after is the state at the end of an arc.
func (a *analysis) after(s *state, arc garc) (*state, bool) {
	if arc.to.p.loc.ID < 0 {
		return &state{}, true
	}
	if _, ok := arc.edge.Stmt.(*cfg.Return); ok {
		return a.restrict(s, arc.to.p.loc, arc.to.p.stack), true
	}
	s, ok := a.post(s, arc.edge)
	if !ok {
		return nil, false
	}
	return a.restrict(s, arc.to.p.loc, arc.to.p.stack), true
}

// descend replaces all states by the join over their arcs at once. Transfer
// functions are not monotone in every case, so the result is checked and
// repaired, or given up.
func (a *analysis) descend(list []*gnode) (changed bool) {
	next := map[*gnode]*state{}
	plain := func(_ key, x, y *val) *val { return join(x, y) }
	merge := func(n *gnode, s *state) {
		if old := next[n]; old != nil {
			s = a.joinStates(old, s, plain)
		}
		next[n] = s
	}
	merge(a.entry, a.restrict(a.initial(), a.entry.p.loc, nil))
	for _, n := range list {
		for _, arc := range n.out {
			if s, ok := a.after(n.s, arc); ok {
				merge(arc.to, s)
			}
		}
	}
	for _, n := range list {
		if next[n] == nil {
			next[n] = n.s
		}
	}
	if !a.settle(list, next) {
		return false
	}
	for _, n := range list {
		if !n.s.equal(next[n]) {
			changed = true
		}
		n.s = next[n]
	}
	for _, n := range list {
		keep := n.out[:0]
		for _, arc := range n.out {
			if _, ok := a.after(n.s, arc); ok {
				keep = append(keep, arc)
			} else {
				changed = true
			}
		}
		n.out = keep
	}
	return changed
}

// settle weakens next until every arc holds; false if that takes long.
func (a *analysis) settle(list []*gnode, next map[*gnode]*state) bool {
	for range 5 {
		ok := true
		for _, n := range list {
			for _, arc := range n.out {
				s, possible := a.after(next[n], arc)
				if possible && !a.leq(s, next[arc.to]) {
					ok = false
					next[arc.to] = a.joinStates(next[arc.to], s, func(_ key, x, y *val) *val { return join(x, y) })
				}
			}
		}
		if ok {
			return true
		}
	}
	return false
}

// order computes for every procedure a weak topological order (Bourdoncle
// 1993): components are contiguous, so that exploring in this order finishes a
// loop before what follows it. It marks the heads, which cut every cycle.
type order struct {
	pos    []int  // by Loc.ID
	head   []bool // by Loc.ID
	merges []bool // by Loc.ID: paths meet, states may be merged here

	num   []int
	stack []*cfg.Loc
	count int
	seq   []*cfg.Loc // in reverse
}

func newOrder(prog *cfg.Program) *order {
	n := len(prog.Locs)
	o := &order{pos: make([]int, n), head: make([]bool, n), merges: make([]bool, n), num: make([]int, n)}
	for _, p := range prog.Procs {
		if p.Entry == nil {
			continue
		}
		o.seq, o.count = nil, 0
		o.visit(p.Entry)
		for i, l := range o.seq {
			o.pos[l.ID] = len(o.seq) - i
		}
	}
	for _, l := range prog.Locs {
		afterCall := slices.ContainsFunc(l.In, func(e *cfg.Edge) bool {
			_, call := e.Stmt.(*cfg.Call)
			return call
		})
		o.merges[l.ID] = len(l.In) > 1 || o.head[l.ID] || afterCall || l.Proc != nil && l.Proc.Entry == l
	}
	return o
}

const done = int(^uint(0) >> 1)

// visit is Bourdoncle's procedure; seq collects the order backwards.
func (o *order) visit(v *cfg.Loc) int {
	o.stack = append(o.stack, v)
	o.count++
	o.num[v.ID] = o.count
	low, loop := o.count, false
	for _, e := range v.Out {
		if _, ok := e.Stmt.(*cfg.Return); ok {
			continue
		}
		m := o.num[e.To.ID]
		if m == 0 {
			m = o.visit(e.To)
		}
		if m <= low {
			low, loop = m, true
		}
	}
	if low != o.num[v.ID] {
		return low
	}
	o.num[v.ID] = done
	top := o.pop()
	if loop {
		for top != v {
			o.num[top.ID] = 0
			top = o.pop()
		}
		o.component(v)
	}
	o.seq = append(o.seq, v)
	return low
}

func (o *order) pop() *cfg.Loc {
	l := o.stack[len(o.stack)-1]
	o.stack = o.stack[:len(o.stack)-1]
	return l
}

func (o *order) component(v *cfg.Loc) {
	o.head[v.ID] = true
	for _, e := range v.Out {
		if _, ok := e.Stmt.(*cfg.Return); !ok && o.num[e.To.ID] == 0 {
			o.visit(e.To)
		}
	}
}
