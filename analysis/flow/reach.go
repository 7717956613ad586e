package flow

import "culprit/cfg"

// Reaching holds the definitions that reach the locations of one procedure.
// A definition is an edge that may change a slot.
type Reaching struct {
	m *ModRef

	at    map[*cfg.Loc]Set
	defs  []definition
	bySlt map[Slot][]int // indices into defs
}

type definition struct {
	edge *cfg.Edge
	slot Slot
	must bool
}

// ReachingDefs computes the definitions within f that reach its locations.
// Values at the entry of f count as no definition.
func ReachingDefs(m *ModRef, f *cfg.Proc) *Reaching {
	r := &Reaching{m: m, at: map[*cfg.Loc]Set{}, bySlt: map[Slot][]int{}}
	gen := map[*cfg.Edge][]int{}
	add := func(e *cfg.Edge, s Slot, must bool) {
		i := len(r.defs)
		r.defs = append(r.defs, definition{e, s, must})
		r.bySlt[s] = append(r.bySlt[s], i)
		gen[e] = append(gen[e], i)
	}
	for _, e := range m.Prog.Edges {
		if e.From.Proc != f {
			continue
		}

		own := map[Slot]bool{}
		for _, s := range m.Defs(e.Stmt) {
			if !own[s] {
				own[s] = true
				_, call := e.Stmt.(*cfg.Call)
				add(e, s, int(s) < len(m.Prog.Vars) && !call)
			}
		}
		if c, ok := e.Stmt.(*cfg.Call); ok {
			for _, i := range m.Mod[c.Proc.ID].Members() {
				if !own[Slot(i)] {
					add(e, Slot(i), false)
				}
			}
		}
	}
	for _, l := range m.Prog.Locs {
		if l.Proc == f {
			r.at[l] = newSet(len(r.defs))
		}
	}
	work := []*cfg.Loc{f.Entry}
	visited := map[*cfg.Loc]bool{f.Entry: true}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			out := append(Set(nil), r.at[l]...)
			for _, i := range gen[e] {
				if d := r.defs[i]; d.must {
					for _, j := range r.bySlt[d.slot] {
						out.remove(j)
					}
				}
			}
			for _, i := range gen[e] {
				out.add(i)
			}
			if r.at[e.To].union(out) || !visited[e.To] {
				visited[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return r
}

// At lists the edges whose definition of s may reach location l, by id.
func (r *Reaching) At(l *cfg.Loc, s Slot) []*cfg.Edge {
	var out []*cfg.Edge
	set := r.at[l]
	for _, i := range r.bySlt[s] {
		if set.Has(i) {
			out = append(out, r.defs[i].edge)
		}
	}
	return out
}
