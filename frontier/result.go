package frontier

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// name is that of the method.
const name = "frontier"

// Result lists the statements of the failing run that the failure depends on:
// the suspected root causes first, then the others, both in the order of what
// speaks for them (order.go). The path leads from the root causes over the
// transitive causes to the failure.
func (a *Analysis) Result() *fault.Result {
	gr := a.gr
	res := &fault.Result{Method: name, Notes: slices.Clone(a.Notes)}
	dist := a.distances(a.roots())
	order := a.newOrder()
	best := make([]ranked, len(gr.g.Prog.Edges))
	for v := range int32(len(gr.inst)) {
		if !gr.shown(v) || dist[v] == math.MaxInt32 {
			continue
		}
		score := order.score(v, dist[v], a.root(dist[v]))
		switch b := &best[gr.edge(v).ID]; {
		case b.nodes == nil || score > b.score:
			*b = ranked{score, append(b.nodes[:0], v)}
		case score == b.score:
			b.nodes = append(b.nodes, v)
		}
	}
	for _, b := range best {
		if len(b.nodes) > 0 {
			v := b.nodes[0]
			l := a.location(order, v, dist[v])
			l.Instances = gr.instances(b.nodes)
			res.Locations = append(res.Locations, l)
		}
	}
	res.Locations = fault.Rank(res.Locations)
	res.Path = a.path(order)
	if len(a.Roots) == 0 {
		res.Notes = append(res.Notes, "no altered state makes the failure disappear: the statements nearest to the failure come first")
	}
	combinations := 0
	for _, s := range a.Steps {
		combinations += len(s.Polluted)
	}
	res.Stats = fault.Stats{Instances: gr.g.N(), Reruns: a.reruns, Time: a.time, More: []fault.Count{
		{Key: fault.DomainInstances, N: len(gr.inst)}, {Key: fault.Frontiers, N: len(a.Steps)},
		{Key: fault.Altered, N: a.Altered}, {Key: fault.Tried, N: a.Tried}, {Key: fault.Polluted, N: combinations},
	}}
	return res
}

// ranked are the nodes of a statement with the highest score.
type ranked struct {
	score float64
	nodes []int32
}

// root reports whether a node at a distance from the suspected root causes is one.
func (a *Analysis) root(dist int32) bool { return dist == 0 && len(a.Roots) > 0 }

// roots are the nodes of the suspected root causes; the failure, where there
// are none.
func (a *Analysis) roots() []int32 {
	if out := a.nodes(a.Roots); len(out) > 0 {
		return out
	}
	return []int32{0}
}

// nodes are those of instances, which are ascending.
func (a *Analysis) nodes(instances []int) (out []int32) {
	for v, i := range a.gr.inst {
		if _, ok := slices.BinarySearch(instances, int(i)); ok {
			out = append(out, int32(v))
		}
	}
	return out
}

// location is what the user reads about a node.
func (a *Analysis) location(order *order, v, dist int32) fault.Location {
	gr := a.gr
	e := gr.edge(v)
	l := fault.Location{Edge: e, Pos: e.Pos, Role: fault.Value, Instances: []int{int(gr.inst[v])}}
	if gr.kind[v] == branch {
		l.Role = fault.Predicate
	}
	f, altered := a.how[v]
	root := a.root(dist)
	l.Score = order.score(v, dist, root)
	l.Hint = !root && !altered
	switch {
	case root:
		l.Reason = "may be the fault"
		if altered {
			l.Reason += ": " + gr.outcome(v, f) + a.together(v)
		}
		if g, ok := a.Ground(int(gr.inst[v])); ok {
			l.Comparable = Calibration[g]
		}
	case altered:
		l.Reason = "passes the fault on: " + gr.outcome(v, f) + a.together(v)
	case v == 0:
		l.Reason = "the failure shows here"
	case len(a.Roots) == 0:
		l.Reason = fmt.Sprintf("the failure depends on it in %s", steps(dist))
	default:
		l.Reason = fmt.Sprintf("%s from what may be the fault", steps(dist))
	}
	if !altered && dist > 0 {
		l.Role = fault.Suspect
	}
	return l
}

func steps(n int32) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// outcome says what makes the property hold.
func (gr *graph) outcome(v int32, f interp.Force) string {
	e := gr.edge(v)
	switch {
	case f.Take != nil:
		return "the failure disappears if this " + fault.Turned(e, f.Take)
	case f.SetValue:
		return "the failure disappears with " + fault.Instead(e, f.Value, gr.value[v])
	}
	return "the failure disappears with other values"
}

// together names what has to be altered together with a node.
func (a *Analysis) together(v int32) string {
	var lines []string
	for _, u := range a.with[v] {
		if text := strconv.Itoa(a.gr.edge(u).Pos.Line); u != v && !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return ", together with another state at line " + lines[0]
	}
	return ", together with other states at lines " + strings.Join(lines, " and ")
}

// path are the suspected root causes, the transitive causes in the order of the
// run, and the failure.
func (a *Analysis) path(order *order) []fault.Location {
	if len(a.Roots) == 0 {
		return nil
	}
	var out []fault.Location
	add := func(i int, d int32) {
		if v, ok := slices.BinarySearchFunc(a.gr.inst, i, func(at int32, i int) int { return i - int(at) }); ok {
			out = append(out, a.location(order, int32(v), d))
		}
	}
	for _, i := range a.Roots {
		add(i, 0)
	}
	for _, i := range a.Transitive {
		add(i, 1)
	}
	add(int(a.gr.inst[0]), 1)
	return out
}

// Distance is the number of dependences between the suspected root causes and
// the nearest statement that is a fault, -1 if the failure depends on none
// (table 2 of the paper). Without root causes it is that from the failure. With
// transitive it is counted from the transitive causes, too.
func (a *Analysis) Distance(faulty func(*cfg.Edge) bool, transitive bool) int {
	from := a.roots()
	if transitive {
		from = append(from, a.nodes(a.Transitive)...)
	}
	return a.nearestOf(from, faulty)
}

// DistanceFrom is the same from statements of the result.
func (a *Analysis) DistanceFrom(locs []fault.Location, faulty func(*cfg.Edge) bool) int {
	var from []int
	for _, l := range locs {
		from = append(from, l.Instances...)
	}
	slices.Sort(from)
	return a.nearestOf(a.nodes(from), faulty)
}

// nearestOf is the distance between some nodes and the nearest fault, -1 if there
// is none.
func (a *Analysis) nearestOf(from []int32, faulty func(*cfg.Edge) bool) int {
	out := -1
	for v, d := range a.distances(from) {
		if d != math.MaxInt32 && (out < 0 || int(d) < out) && a.gr.shown(int32(v)) && faulty(a.gr.edge(int32(v))) {
			out = int(d)
		}
	}
	return out
}
