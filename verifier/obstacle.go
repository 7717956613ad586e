package verifier

import (
	"cmp"
	"math/bits"
	"slices"

	"culprit/automata"
	"culprit/cfg"
)

// obstacle finds what the run is held up by, with the numbers so far; nil if
// that is not known.
func (v *run) obstacle() *Obstacle {
	o := v.stuck
	switch {
	case v.res.Unchecked:
		return &Obstacle{Kind: RecheckObstacle, Steps: v.rechecked}
	case v.rest.nfa == nil:
		return o
	case v.rest.empty():
		return v.undecided()
	}
	if n := bits.Len(uint(v.stats.Iterations)) + bits.Len(uint(v.stats.Depth)); o == nil || n != v.stuckAt {
		o = v.look()
		v.stuck, v.stuckAt = o, n
	}
	if o == nil {
		return nil
	}
	now := *o
	st := v.stats
	now.Unrolled, now.Refined, now.Predicates, now.States = st.Depth, st.Refined, st.Predicates, v.rest.nfa.NumStates()
	now.Terms = v.unroll.undecided
	return &now
}

// undecided is a trace that was set aside since the solver did not decide it; nil
// if there is none.
func (v *run) undecided() *Obstacle {
	for _, g := range v.known.gaps {
		if g.loc != nil && g.kind == "solver" {
			st := v.stats
			return &Obstacle{Kind: FormulaObstacle, Pos: v.task.from.Loc(g.loc).Pos, Unrolled: st.Depth, Refined: st.Refined, Predicates: st.Predicates}
		}
	}
	return nil
}

// look finds the construct that the error traces that remain have in common.
func (v *run) look() *Obstacle {
	rest := &v.rest
	if l := v.beyond(); l != nil {
		return &Obstacle{Kind: RecursionObstacle, Pos: l.Pos, Name: l.Reason.Name, Copies: int(l.Reason.Size)}
	}
	order := automata.TopologicalOrder(rest.nfa)
	head := map[automata.State]bool{}
	for _, q := range automata.LoopHeads(rest.nfa) {
		head[q] = true
	}
	rounds := map[*cfg.Loc]int{}
	var loops []*cfg.Loc // in the order in which they are entered
	for _, q := range order {
		if !head[q] {
			continue
		}
		l := v.task.from.Loc(rest.loc(q))
		if _, known := rounds[l]; !known {
			loops = append(loops, l)
		}
		rounds[l] = 0
	}
	for label, n := range v.refiner.rounds {
		l := v.task.from.Loc(rest.ctl.At(label))
		if _, head := rounds[l]; head {
			rounds[l] += n
		}
	}
	if len(loops) == 0 {
		for _, q := range order {
			if rest.nfa.Final[q] {
				return &Obstacle{Kind: FormulaObstacle, Pos: v.task.from.Loc(rest.loc(q)).Pos}
			}
		}
		return nil
	}
	o := &Obstacle{Kind: LoopObstacle, Others: len(loops) - 1}
	if ahead := v.ahead(loops); len(ahead) > 0 {
		loops = ahead
	}
	most := loops[0]
	for _, l := range loops {
		if rounds[l] > rounds[most] {
			most = l
		}
	}
	o.Pos = most.Pos
	if n := len(most.Loops); n > 0 {
		o.Name, o.Pos = most.Loops[n-1].Keyword, most.Loops[n-1].Pos
	}
	return o
}

// ahead are those of the loops that the unrolling has not left: another may be
// one that ends after a few rounds.
func (v *run) ahead(loops []*cfg.Loc) (out []*cfg.Loc) {
	u := v.unroll.u
	if u == nil || u.GivenUp() {
		return nil
	}
	at := map[*cfg.Loc]bool{}
	for _, l := range u.Ahead() {
		at[v.task.from.Loc(l)] = true
	}
	for _, l := range loops {
		if at[l] {
			out = append(out, l)
		}
	}
	return out
}

// beyond is a location that stands for deeper recursion, if a trace that
// remains leads to one, or one is known to be reached; else nil.
func (v *run) beyond() *cfg.Loc {
	for q, f := range v.rest.nfa.Final {
		if l := v.rest.loc(automata.State(q)); f && l.Kind == cfg.Unsupported && l.Reason.Kind == cfg.Recursion {
			return l
		}
	}
	for _, g := range v.known.gaps {
		if g.loc != nil && g.loc.Reason.Kind == cfg.Recursion {
			return g.loc
		}
	}
	return nil
}

// inlined is the procedure whose copies, those of recursion included, take most of
// the locations of a program without recursion when calls are inlined.
func inlined(p *cfg.Program, from *cfg.Origin) *Obstacle {
	const plenty = 1 << 40
	calls := p.CallGraph()
	order := slices.Clone(p.Procs) // callers before callees
	slices.SortStableFunc(order, func(f, g *cfg.Proc) int { return cmp.Compare(calls.Component(f), calls.Component(g)) })
	locs := make([]int, len(p.Procs)) // by id
	for _, l := range p.Locs {
		locs[l.Proc.ID]++
	}
	copies := make([]int, len(p.Procs))
	copies[p.Main.ID] = 1
	size, times := map[string]int{}, map[string]int{}
	o := &Obstacle{Kind: SizeObstacle}
	for _, f := range order {
		for _, e := range calls.Calls[f.ID] {
			g := e.Stmt.(*cfg.Call).Proc
			copies[g.ID] = min(copies[g.ID]+copies[f.ID], plenty)
		}
		name := from.Loc(f.Entry).Proc.Name
		times[name] += copies[f.ID]
		size[name] += copies[f.ID] * locs[f.ID]
		if o.Name == "" || size[name] > size[o.Name] {
			o.Name, o.Pos = name, f.Pos
		}
	}
	o.Copies = times[o.Name]
	return o
}
