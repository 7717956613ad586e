package frontier

import (
	"slices"

	"culprit/cfg"
	"culprit/interp"
)

// With a rule that sets all runs right, the failing run is what it should have
// been. Then a state is wrong if it is another one there, whether or not altering
// it alone makes the failure disappear.

// compare decides which of the altered states are wrong by the run with the rule
// of a statement, if there is one that sets all runs right.
func (a *Analysis) compare(e *cfg.Edge) {
	x := a.ruled[e]
	if x == nil || x.first == "" || x.rule.to != nil || a.prop == nil {
		return
	}
	r, u := a.ruling, &x.rule
	var forces []interp.Force
	r.watch(&r.failing[0], e, nil, false, func(o *operands) {
		if (u.where == nil || u.where(o)) && len(forces) <= maxForces {
			if f := o.force(u); u.take == nil || f.Take != nil {
				forces = append(forces, f)
			}
			o.alter(u)
		}
	})
	if len(forces) == 0 || len(forces) > maxForces {
		return
	}
	rec, err := a.prop.rerun.Record(0, forces...)
	if err != nil {
		return
	}
	defer rec.Close()
	other, al, err := a.prop.aligned(rec)
	if err != nil || other == nil {
		return
	}
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
