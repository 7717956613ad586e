package frontier

import (
	"context"
	"maps"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/interp/dependence"
)

// Where the failing run is right with other states of the root cause, it is what it
// should have been, and stands for the run of the correct program. Then a state is
// wrong if it is another one there, whether or not altering it alone makes the
// failure disappear. Where no other run says which root cause that is, both have to
// speak against a state.

// compare decides which of the altered states are wrong by a run that is right, as
// far as one is known: with other values for the instance of the root cause that is
// nearest to the failure, best with ones with which the whole output is right.
func (a *Analysis) compare(ctx context.Context, in *fault.Input, e *cfg.Edge) error {
	forces := a.nearest(e)
	if len(forces) == 0 || a.prop == nil {
		return nil
	}
	r, err := fault.NewRerunner(ctx, in)
	if err != nil {
		return err
	}
	rec, err := r.Record(0, forces...)
	if err != nil {
		return err
	}
	defer rec.Close()
	if rec.N > 2*maxAligned {
		return nil
	}
	other, err := a.gr.g.Regions(ctx, rec)
	if err != nil {
		return err
	}
	a.differ(rec, other, dependence.Align(a.gr.g, other, nil))
	return nil
}

// nearest is the pollution of a statement that is nearest to the failure, best one
// with which the whole output is right.
func (a *Analysis) nearest(e *cfg.Edge) []interp.Force {
	var best *pollution
	all := slices.Concat(a.found, a.heads)
	for k := range all {
		p := &all[k]
		if !slices.ContainsFunc(p.nodes, func(v int32) bool { return statement(a.gr.edge(v)) == e }) {
			continue
		}
		if best == nil || p.whole && !best.whole || p.whole == best.whole && slices.Min(p.nodes) < slices.Min(best.nodes) {
			best = p
		}
	}
	if best == nil {
		return nil
	}
	return best.forces
}

// differ takes the altered states for wrong that are other ones in the right run, or
// that it does not have; without other runs only those that were taken for wrong
// before.
func (a *Analysis) differ(rec *interp.Recording, other *dependence.Graph, al *dependence.Alignment) {
	gr := a.gr
	before := maps.Clone(a.Judged)
	there := map[int][]int32{} // by instance of the other run: the nodes that it stands for
	for v := range a.judged {
		i := int(gr.inst[v])
		j, ok := al.There(i)
		a.Judged[i] = !ok || gr.kind[v] == branch && other.Edge(j) != gr.edge(v)
		if ok && gr.kind[v] != branch {
			there[j] = append(there[j], v)
		}
	}
	for i := range rec.All(0) {
		for _, v := range there[i.Index] {
			a.Judged[int(gr.inst[v])] = !gr.writesAs(v, i)
		}
	}
	a.Transitive = slices.DeleteFunc(a.Transitive, func(i int) bool { return !a.Judged[i] })
	if a.others.none() {
		for i, wrong := range before {
			a.Judged[i] = a.Judged[i] && wrong
		}
	}
}

// writesAs reports whether an instance writes what a node does.
func (gr *graph) writesAs(v int32, i *cfg.Instance) bool {
	if gr.kind[v] == value {
		n := len(i.Writes)
		return n > 0 && i.Writes[n-1].Value == gr.value[v]
	}
	return slices.EqualFunc(gr.writes[v], alterable(i), func(x, y access) bool { return x.Var == y.Var && x.Size == y.Size && x.Value == y.Value })
}

// poll analyses other failing runs, and counts in how many of them a statement
// is polluted: a fault is where all of them can be set right.
func (a *Analysis) poll(ctx context.Context, in *fault.Input, others *evidence) {
	a.votes = map[*cfg.Edge]int{}
	budget := in.Budget.WithDefaults()
	budget.Runs, budget.Work = max(1, budget.Runs/maxAlternates), max(1, budget.Work/maxAlternates)
	instances := 0
	for _, t := range in.Others[:min(len(in.Others), maxAlternates)] {
		if ctx.Err() != nil {
			return
		}
		other := &fault.Input{Prog: in.Prog, Failing: t, Oracle: in.Oracle, Budget: budget, Known: in.Known, Engine: in.Engine}
		b, err := (*Analysis)(nil), fault.Locate(ctx, other)
		if err == nil && instances < maxPolled {
			var gr *graph
			if gr, err = newGraph(ctx, other); err == nil {
				instances += gr.g.N()
				b, err = gr.oneRun(ctx, other, others, maxCutting/maxAlternates)
			}
		}
		other.Close()
		if err != nil || b == nil || len(b.found) == 0 {
			continue
		}
		a.voters++
		a.reruns += b.reruns
		seen := map[*cfg.Edge]bool{}
		for _, p := range slices.Concat(b.found, b.heads) {
			for _, v := range p.nodes {
				if e := statement(b.gr.edge(v)); !seen[e] {
					seen[e] = true
					a.votes[e]++
				}
			}
		}
	}
}

// choose takes for root causes those of the polluted entities with which the
// whole output is as expected, of these those that most other failing runs agree
// on, of these those that no passing run speaks against, of these those that
// are not arguments, which only hand something on, of these those that depend on no
// other one.
func (a *Analysis) choose(ctx context.Context, in *fault.Input) error {
	weight := func(p *pollution) (w [5]int) {
		w[1] = a.voters
		for _, v := range p.nodes {
			w[1] = min(w[1], a.votes[statement(a.gr.edge(v))])
		}
		if p.whole {
			w[0] = 1
		}
		if p.plausible() {
			w[2] = 1
		}
		if !p.head {
			w[3] = 1
		}
		if !slices.ContainsFunc(p.nodes, func(v int32) bool { return a.gr.kind[v] == args }) {
			w[4] = 1
		}
		return w
	}
	all := slices.Concat(a.found, a.heads)
	var most [5]int
	for k := range all {
		if w := weight(&all[k]); slices.Compare(w[:], most[:]) > 0 {
			most = w
		}
	}
	chosen := map[int32]bool{}
	for k := range all {
		if p := &all[k]; weight(p) == most {
			for i, v := range p.nodes {
				chosen[v], a.how[v], a.with[v], a.against[v] = true, p.forces[i], p.nodes, !p.plausible()
			}
		}
	}
	a.settle(chosen)
	if len(a.Roots) > 0 {
		return a.compare(ctx, in, statement(a.gr.g.Edge(slices.Max(a.Roots))))
	}
	return nil
}

// settle takes nodes for the root causes, without those that depend on another one. Entities that depend on none of them are not
// taken for wrong any more, nor are arguments: what was computed for them is.
func (a *Analysis) settle(chosen map[int32]bool) {
	gr := a.gr
	under := make([]bool, len(gr.inst)) // it depends on one of them
	a.Roots, a.Transitive, a.Judged = nil, nil, map[int]bool{}
	for v := int32(len(gr.inst)) - 1; v >= 0; v-- {
		under[v] = slices.ContainsFunc(gr.preds(v), func(u int32) bool { return under[u] || chosen[u] })
		_, altered := a.how[v]
		switch {
		case chosen[v] && !under[v]:
			a.Roots = append(a.Roots, int(gr.inst[v]))
		case altered:
			a.Transitive = append(a.Transitive, int(gr.inst[v]))
		}
		if a.judged[v] {
			a.Judged[int(gr.inst[v])] = altered && (chosen[v] || under[v] && gr.kind[v] != args)
		}
	}
	slices.Sort(a.Roots)
	slices.Sort(a.Transitive)
}
