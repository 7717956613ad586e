package flow

import (
	"maps"
	"slices"

	"culprit/cfg"
)

// Influence answers which branches may have kept a definition of a slot from
// reaching a use: paper 000 calls it indirect influence (definition 3.3),
// paper 001 summary control dependence (definition 3.1, Algorithm 2).
//
// Paper 001 finds the definitions that compete for a use by the phi nodes of
// the static single assignment form: a phi node selects among exactly those
// definitions that reach its location. Here they are found directly, by a
// search backward from the use, which gives the same branches without another
// form of the program, and serve memory regions as well. Deviations:
//
//   - The answer names edges. A branch B controls a definition T through some
//     of its edges; an execution of B that took one of these and still did not
//     execute T was kept from it by a branch further in. So an edge e out of B
//     counts if T depends, by any number of control dependences, on an edge
//     out of B other than e.
//   - That the use itself must not be control dependent on B (condition 1) is
//     left to the run, where it can be seen for each instance.
//   - With the effects of calls in Whole mode: T may be in any procedure, B in
//     any on the way. A search that has entered a callee from its end does not
//     leave it for other callers. In the other mode a call that may define the
//     slot is a definition like any other, as in the paper's experiments.
//
// Calls, and statements on regions, may define but never certainly define,
// except that where the texts of a use and a definition name the object, they
// are distinguished by object and offset (Cell). So a region (package alias) is as
// precise as it is small; the run narrows it down to the instances after the
// last writer of the cells it reads.
type Influence struct {
	m     *ModRef
	c     *Control
	whole bool
	defs  [][]Slot         // by Edge.ID, without what calls do
	own   []bool           // by slot: a local variable, which calls leave alone
	memo  []answers        // by Loc.ID
	procs map[place][]bool // procedures that may define a place, callees included

	stamp   int
	visited []int // by 2*Loc.ID + phase
	up      []int // by Loc.ID, of the walk along control dependences
}

type answers map[place][]*cfg.Edge

// place is what a use reads: a slot or, if it is a region, a cell of it.
type place struct {
	slot Slot
	cell Cell
}

// NewInfluence prepares the analysis. Nothing is computed before it is asked.
func NewInfluence(m *ModRef, c *Control, whole bool) *Influence {
	p := m.Prog
	in := &Influence{
		m: m, c: c, whole: whole,
		defs:    make([][]Slot, len(p.Edges)),
		own:     make([]bool, m.slots()+2), // and OutputSlot, InputSlot
		memo:    make([]answers, len(p.Locs)),
		procs:   map[place][]bool{},
		visited: make([]int, 2*len(p.Locs)),
		up:      make([]int, len(p.Locs)),
	}
	for _, e := range p.Edges {
		if _, ok := e.Stmt.(*cfg.Call); !ok {
			in.defs[e.ID] = m.Defs(e.Stmt)
		}
		if s, ok := e.Stmt.(*cfg.Lib); ok && Prints(s) {
			in.defs[e.ID] = append(in.defs[e.ID], OutputSlot(p))
		}
		if s, ok := e.Stmt.(*cfg.Lib); ok && Consumes(s) {
			in.defs[e.ID] = append(in.defs[e.ID], InputSlot(p))
		}
	}
	for _, v := range p.Vars {
		in.own[v.ID] = v.Proc != nil && v != v.Proc.Ret
	}
	return in
}

// Local reports whether u belongs to one activation of a procedure.
func (in *Influence) Local(u Slot) bool { return in.own[u] }

// SkippingCell lists the branch edges that may have kept a definition of c in u from
// reaching l, by id. The result must not be changed.
func (in *Influence) SkippingCell(l *cfg.Loc, u Slot, c Cell) []*cfg.Edge {
	p := place{u, c}
	if out, ok := in.memo[l.ID][p]; ok {
		return out
	}
	if in.memo[l.ID] == nil {
		in.memo[l.ID] = answers{}
	}
	out := in.others(in.controlling(in.definitions(l, p)))
	in.memo[l.ID][p] = out
	return out
}

// defines reports whether an edge, calls apart, may define p and whether it
// then leaves nothing of the value before.
func (in *Influence) defines(e *cfg.Edge, p place) (may, must bool) {
	if !slices.Contains(in.defs[e.ID], p.slot) {
		return false, false
	}
	if int(p.slot) < len(in.m.Prog.Vars) {
		return true, true
	}
	return in.m.writes(e.Stmt, p.cell)
}

// Elsewhere lists the statements, calls apart, that may write to cell c of a
// region u or miss it, by id: their addresses depend on the run.
func (in *Influence) Elsewhere(u Slot, c Cell) []*cfg.Edge {
	var out []*cfg.Edge
	for _, e := range in.m.Prog.Edges {
		may, must := in.defines(e, place{u, c})
		if _, alloc := e.Stmt.(*cfg.Alloc); may && !must && !alloc && !written(e.Stmt).Exact {
			out = append(out, e)
		}
	}
	return out
}

// Ending lists the branch edges that may have kept the run from ending, by id:
// another edge out of their location leads to an end, errors left out, by any
// number of control dependences, in their procedure or in what that calls.
func (in *Influence) Ending() []*cfg.Edge {
	in.stamp++
	var ends []*cfg.Loc
	procs := map[*cfg.Proc]bool{}
	reached := func(l *cfg.Loc) {
		ends = append(ends, l)
		procs[l.Proc] = true
	}
	for _, l := range in.m.Prog.Locs {
		if len(l.Out) == 0 && l.Kind == cfg.Plain {
			reached(l)
		}
	}
	for work := slices.Collect(maps.Keys(procs)); len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range in.c.Calls(f) {
			if g := e.From.Proc; !procs[g] {
				work = append(work, g)
			}
			reached(e.From)
		}
	}
	return in.others(in.controlling(ends))
}

// definers marks the procedures that may define p, callees included.
func (in *Influence) definers(p place) []bool {
	if out, ok := in.procs[p]; ok {
		return out
	}
	out := make([]bool, len(in.m.Prog.Procs))
	in.procs[p] = out
	if p.cell.Obj == nil && p.slot < OutputSlot(in.m.Prog) {
		for f := range out {
			out[f] = in.m.Mod[f].Has(int(p.slot))
		}
		return out
	}
	var work []*cfg.Proc
	mark := func(f *cfg.Proc) {
		if !out[f.ID] {
			out[f.ID] = true
			work = append(work, f)
		}
	}
	for _, e := range in.m.Prog.Edges {
		if may, _ := in.defines(e, p); may {
			mark(e.From.Proc)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range in.c.Calls(f) {
			mark(e.From.Proc)
		}
	}
	return out
}

// Phases of the search: inside a callee it must not leave for the callers.
const (
	outward = iota
	inward
)

// definitions lists the locations whose statements may define p such that the
// definition reaches l, calls on the way to one included.
func (in *Influence) definitions(l *cfg.Loc, p place) []*cfg.Loc {
	in.stamp++
	own := in.own[p.slot]
	defining := in.definers(p)
	var out, work []*cfg.Loc
	var phases []int
	visit := func(l *cfg.Loc, phase int) {
		if at := &in.visited[2*l.ID+phase]; *at != in.stamp {
			*at = in.stamp
			work, phases = append(work, l), append(phases, phase)
		}
	}
	visit(l, outward)
	for len(work) > 0 {
		n := len(work) - 1
		x, phase := work[n], phases[n]
		work, phases = work[:n], phases[:n]
		for _, e := range x.In {
			switch s := e.Stmt.(type) {
			case *cfg.Return:
				continue
			case *cfg.Call:
				if !own && defining[s.Proc.ID] {
					out = append(out, e.From)
					if in.whole {
						visit(s.Proc.Exit, inward)
					}
				}
			default:
				may, must := in.defines(e, p)
				if may {
					out = append(out, e.From)
				}
				if must {
					continue
				}
			}
			visit(e.From, phase)
		}
		if in.whole && phase == outward && x == x.Proc.Entry && !own {
			for _, e := range in.c.Calls(x.Proc) {
				visit(e.From, outward)
			}
		}
	}
	return out
}

// controlling lists the edges that the locations depend on through control
// dependences within procedures.
func (in *Influence) controlling(work []*cfg.Loc) map[*cfg.Edge]bool {
	out := map[*cfg.Edge]bool{}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if in.up[l.ID] == in.stamp {
			continue
		}
		in.up[l.ID] = in.stamp
		for _, e := range in.c.Of(l) {
			out[e] = true
			work = append(work, e.From)
		}
	}
	return out
}

// others lists the branch edges that have a sibling in the set.
func (in *Influence) others(set map[*cfg.Edge]bool) []*cfg.Edge {
	var out []*cfg.Edge
	seen := map[*cfg.Loc]bool{}
	for e := range set {
		if seen[e.From] {
			continue
		}
		seen[e.From] = true
		n := 0
		for _, x := range e.From.Out {
			if set[x] {
				n++
			}
		}
		for _, x := range e.From.Out {
			if n > 1 || !set[x] {
				out = append(out, x)
			}
		}
	}
	slices.SortFunc(out, func(a, b *cfg.Edge) int { return a.ID - b.ID })
	return out
}
