package interp

import (
	"slices"

	"culprit/cfg"
)

// Dependences that no slice follows, as in the papers, unless asked for: what
// might have been written had another address been computed, and that the run
// might have ended earlier.

// Instances lists the instances of a statement, ascending. The result must not
// be changed.
func (g *Graph) Instances(e *cfg.Edge) []int32 {
	g.makeAt.Do(func() {
		n := make([]int32, len(g.Prog.Edges)+1)
		for _, e := range g.edge {
			n[e+1]++
		}
		for k := 1; k < len(n); k++ {
			n[k] += n[k-1]
		}
		g.from, g.at = slices.Clone(n), make([]int32, len(g.edge))
		for i, e := range g.edge {
			g.at[n[e]] = int32(i)
			n[e]++
		}
	})
	return g.at[g.from[e.ID]:g.from[e.ID+1]]
}

// Elsewhere lists the instances behind the last definition of what i reads in
// memory that wrote to something else, and may have written there had their
// address been another one. Ranges are those of Instances; they may overlap.
func (g *Graph) Elsewhere(i int) []Range {
	var out []Range
	info := &g.info[g.edge[i]]
	g.each(i, func(_ int, r *read) {
		if r.state || info.variable(r) != nil || g.constant(r) {
			return
		}
		low := r.oldest()
		info.usesOf(r, func(u *use) {
			if u.slot < 0 || u.v != nil {
				return
			}
			for _, e := range g.elsewhere(u) {
				list := g.Instances(e)
				from, _ := slices.BinarySearch(list, int32(low)+1)
				to, _ := slices.BinarySearch(list, int32(i))
				if from < to {
					out = append(out, Range{e, from, to})
				}
			}
		})
	})
	return out
}

// elsewhere asks once for each use.
func (g *Graph) elsewhere(u *use) []*cfg.Edge {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !u.asked {
		u.asked = true
		u.others = g.inf.Elsewhere(u.slot, u.cell)
	}
	return u.others
}

// Ending lists the branch edges that may have kept the run from ending: all
// that comes behind one of their instances depends on it.
func (g *Graph) Ending() []*cfg.Edge {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inf.Ending()
}
