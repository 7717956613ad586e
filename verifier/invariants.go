package verifier

import (
	"context"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/graph"
	"culprit/logic"
	"culprit/verifier/inductive"
)

// The annotation of a proof that was rechecked, for witnesses.
//
// The control of the program runs together with all Floyd-Hoare automata of
// the proof. Whenever an execution is at a state of the product, the
// predicates of its parts hold, and where a part accepts no execution is. With
// the facts of the value analysis, the states over one location are a
// disjunction that holds whenever control is there.

// annotate reads the annotation off the proof.
func (v *run) annotate(ctx context.Context) *Annotation {
	a := &annotator{enc: v.checker.Enc, ctl: v.proof.Control, stop: func() bool { return ctx.Err() != nil },
		states: map[*cfg.Loc][]State{}, seen: map[int32]bool{}}
	if v.proof.Unrolling == nil {
		a.parts = v.proof.Automata
	}
	if !a.explore() {
		a.parts, a.states, a.seen = nil, map[*cfg.Loc][]State{}, map[int32]bool{}
		if !a.explore() {
			return &Annotation{Enc: v.checker.Enc}
		}
	}
	a.rest()
	a.joint(v.proof.Joint)
	out := &Annotation{Enc: v.checker.Enc}
	for _, l := range v.task.prog.Locs {
		if s := a.states[l]; len(s) > 0 && (a.ctl.Graph != nil || !a.ctl.Dropped[l]) {
			out.At = append(out.At, Invariant{l, s})
		}
	}
	return out
}

type annotator struct {
	enc    *hoare.Encoder
	ctl    *hoare.Control
	parts  []annotated
	stop   func() bool
	states map[*cfg.Loc][]State
	seen   map[int32]bool // nodes of the graph that the automaton passes
}

// product is a state of the control with one state of each part.
type product struct {
	control automata.State
	parts   []automata.State
}

// explore visits the product breadth first; false if it is too large.
func (a *annotator) explore() bool {
	start := product{control: a.ctl.Auto.Initial[0], parts: make([]automata.State, len(a.parts))}
	for i, p := range a.parts {
		start.parts[i] = p.Stored().Initial()
	}
	queue := []product{start}
	met := map[string]bool{productKey(start): true}
	for n := 0; n < len(queue); n++ {
		if len(queue) > hoare.MaxInlined/2 || n%256 == 0 && a.stop() {
			return false
		}
		p := queue[n]
		preds := a.preds(p)
		if n > 0 {
			a.add(a.ctl.Locs[p.control], a.ctl.Nodes[p.control], preds)
		}
		for _, e := range a.ctl.Auto.Out[p.control] {
			a.inside(a.ctl.Letters[e.Letter], a.ctl.Nodes[p.control], preds)
			next := product{e.To, make([]automata.State, len(a.parts))}
			if !a.step(&next, p, e.Letter) {
				continue
			}
			if k := productKey(next); !met[k] {
				met[k] = true
				queue = append(queue, next)
			}
		}
	}
	return true
}

// step moves the parts; false if one of them accepts, so that no execution
// gets there.
func (a *annotator) step(next *product, from product, l automata.Letter) bool {
	for i, p := range a.parts {
		next.parts[i] = automata.Dead
		if q := from.parts[i]; q != automata.Dead {
			next.parts[i] = p.Stored().Step(q, l)
		}
		if q := next.parts[i]; q != automata.Dead && p.Stored().AcceptsAll(q) {
			return false
		}
	}
	return true
}

func productKey(p product) string {
	b := make([]byte, 0, 4*len(p.parts)+4)
	for _, q := range append([]automata.State{p.control}, p.parts...) {
		b = append(b, byte(q), byte(q>>8), byte(q>>16), byte(q>>24))
	}
	return string(b)
}

// preds are the predicates that hold at a state.
func (a *annotator) preds(p product) []logic.T {
	var out []logic.T
	for i, h := range a.parts {
		if p.parts[i] != automata.Dead {
			out = append(out, h.Conjuncts(p.parts[i])...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// add notes a state at a location of a loop.
func (a *annotator) add(l *cfg.Loc, node int32, preds []logic.T) {
	if a.ctl.Graph != nil && node >= 0 {
		a.seen[node] = true
	}
	if len(l.Loops) == 0 {
		return
	}
	s := State{Preds: preds}
	if a.ctl.Graph != nil && node >= 0 {
		s.Facts = a.ctl.Graph.Nodes[node].Facts
	}
	for _, x := range a.states[l] {
		if slices.Equal(x.Preds, preds) && len(x.Facts) == len(s.Facts) && (len(s.Facts) == 0 || &x.Facts[0] == &s.Facts[0]) {
			return
		}
	}
	a.states[l] = append(a.states[l], s)
}

// inside notes what holds at the locations within a block: the facts there,
// and those predicates that the statements before do not touch.
func (a *annotator) inside(l *hoare.Letter, node int32, preds []logic.T) {
	if node < 0 && a.ctl.Graph != nil {
		node = int32(a.ctl.Graph.Entry)
	}
	for i, e := range l.Edges {
		if i > 0 || l.Init {
			var kept []logic.T
			if len(e.From.Loops) > 0 && len(preds) > 0 {
				f := a.enc.EffectOf(&hoare.Letter{Edges: l.Edges[:i], Init: l.Init})
				for _, p := range preds {
					if a.enc.TB.Subst(p, f.Writes) == p {
						kept = append(kept, p)
					}
				}
			}
			a.add(e.From, node, kept)
		}
		if a.ctl.Graph == nil {
			continue
		}
		to := int32(-1)
		for _, arc := range a.ctl.Graph.Nodes[node].Out {
			if arc.Edge == e {
				to = int32(arc.To)
			}
		}
		if to < 0 {
			return
		}
		node = to
	}
}

// rest adds the nodes of the value analysis from which no error can be
// reached, and those that only the value analysis distinguishes.
func (a *annotator) rest() {
	if a.ctl.Graph == nil {
		return
	}
	useful := a.useful()
	for i, n := range a.ctl.Graph.Nodes {
		if !a.seen[int32(i)] && !useful[i] {
			a.add(n.Loc, int32(i), nil)
		}
	}
}

// joint adds what the invariants of the program say at the heads of loops: what
// holds at all occurrences of a location, if all are in the control.
func (a *annotator) joint(js []inductive.Joint) {
	for _, j := range js {
		known := map[*cfg.Loc][]logic.T{}
		met := map[*cfg.Loc]bool{}
		for q, l := range j.Ctl.Locs {
			inv := j.Inv[automata.State(q)]
			if j.Elements != nil {
				inv = j.Elements.Without(j.TB, inv)
			}
			if met[l] {
				inv = slices.DeleteFunc(known[l], func(t logic.T) bool { return !slices.Contains(inv, t) })
			}
			met[l], known[l] = true, slices.Clone(inv)
		}
		for l, inv := range known {
			if j.Ctl.Dropped[l] || len(inv) == 0 || len(l.Loops) == 0 {
				continue
			}
			if len(a.states[l]) == 0 {
				a.states[l] = []State{{}}
			}
			for i := range a.states[l] {
				s := &a.states[l][i]
				s.Preds = append(slices.Clone(s.Preds), inv...)
			}
		}
	}
}

// useful marks the nodes from which an error can be reached. Those that the
// product does not pass are unreachable.
func (a *annotator) useful() []bool {
	nodes := a.ctl.Graph.Nodes
	in := make([][]int, len(nodes))
	var errors []int
	for i, n := range nodes {
		for _, arc := range n.Out {
			in[arc.To] = append(in[arc.To], i)
		}
		if n.Loc.Kind != cfg.Plain {
			errors = append(errors, i)
		}
	}
	return graph.Reach(len(nodes), errors, graph.Lists(in), nil)
}
