package frontier

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/interp/dependence"
)

// Where the failing run is right with other states of the root cause, it is what it
// should have been, and stands for the run of the correct program. Then a state is
// wrong if it is another one there, whether or not altering it alone makes the
// failure disappear.

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
// that it does not have.
func (a *Analysis) differ(rec *interp.Recording, other *dependence.Graph, al *dependence.Alignment) {
	gr := a.gr
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
}

// writesAs reports whether an instance writes what a node does.
func (gr *graph) writesAs(v int32, i *cfg.Instance) bool {
	if gr.kind[v] == value {
		n := len(i.Writes)
		return n > 0 && i.Writes[n-1].Value == gr.value[v]
	}
	return slices.EqualFunc(gr.writes[v], alterable(i), func(x, y access) bool { return x.Var == y.Var && x.Size == y.Size && x.Value == y.Value })
}
