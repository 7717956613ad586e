package values

import "culprit/cfg"

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
