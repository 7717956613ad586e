package frontier

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/interp/dependence"
)

// Where the failing run is right with a rule, or with other states of the root
// cause, it is what it should have been, and stands for the run of the correct
// program. Then a state is wrong if it is another one there, whether or not
// altering it alone makes the failure disappear.

// compare decides which of the altered states are wrong by a run that is right, as
// far as one is known: with a rule for the statement of the root cause, best one
// that sets all runs right, then with other values for the instance of the root cause
// that is nearest to the failure, with which the whole output is right, then with a
// rule that sets the failing run and at least half of all others right, then with
// other values with which the failure disappears.
func (a *Analysis) compare(ctx context.Context, in *fault.Input, e *cfg.Edge) error {
	// The search may have used up its runs, and the rules their time.
	if a.ruling != nil {
		a.ruling.ctx = ctx
	}
	var forces []interp.Force
	x := a.ruled[e]
	if x != nil && x.first != "" {
		forces = a.forces(e, &x.rule)
	}
	one, whole := a.nearest(e)
	if len(forces) == 0 && !whole && x != nil && x.fits > 0 && share(x.mended, a.failing-1) >= 0.5 && x.kept >= 0.5 {
		forces = a.forces(e, &x.near)
	}
	if len(forces) == 0 {
		forces = one
	}
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

// forces are what a rule for a statement does to the failing run, nil if that is
// too much.
func (a *Analysis) forces(e *cfg.Edge, u *rule) (out []interp.Force) {
	r := a.ruling
	r.watch(&r.failing[0], e, nil, u.to != nil, func(o *operands) {
		if u.where != nil && !u.where(o) || len(out) > maxForces {
			return
		}
		if f := o.force(u); u.take == nil || f.Take != nil {
			out = append(out, f)
		}
		o.alter(u)
	})
	if len(out) > maxForces {
		return nil
	}
	return out
}

// nearest is the pollution of a statement that is nearest to the failure, best one
// with which the whole output is right.
func (a *Analysis) nearest(e *cfg.Edge) (forces []interp.Force, whole bool) {
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
		return nil, false
	}
	return best.forces, best.whole
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
