package frontier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// Analysis is what the core algorithm found.
type Analysis struct {
	Steps []Step // one for each frontier
	// Roots are the suspected root causes, instances ascending; Transitive are
	// the other polluted entities.
	Roots, Transitive []int
	Altered           int // nodes and combinations that were altered (#StateAlter)
	Tried             int // with so many values
	// Judged are the instances whose states were altered, and whether they were
	// taken for wrong in the end.
	Judged map[int]bool
	Notes  []string

	gr      *graph
	final   *domain
	how     map[int32]interp.Force // what made the property hold, by node
	with    map[int32][]int32      // and together with which nodes, itself among them
	found   []pollution
	heads   []pollution    // that were taken for correct
	against map[int32]bool // passing runs speak against all values known to make the property hold, by node
	judged  map[int32]bool // nodes that were altered
	others  *evidence
	prop    *property
	votes   map[*cfg.Edge]int // other failing runs in which a statement is polluted
	voters  int
	reruns  int
	time    time.Duration
}

// Step is one iteration of the core algorithm.
type Step struct {
	Domain   int     // instances in the analysis domain
	Frontier []int   // instances
	Polluted [][]int // combinations of instances
	// Branches: those that are not root causes are all branches, so that the
	// property became that one of the combinations goes the other way.
	Branches bool
}

// oneRun is the core algorithm (Algorithm 4) on one failing run, with a bound on the
// search for minimum cuts.
func (gr *graph) oneRun(ctx context.Context, in *fault.Input, others *evidence, cutting int) (*Analysis, error) {
	gr.correct = make([]bool, len(gr.inst))
	for v := range int32(len(gr.inst)) {
		gr.correct[v] = in.Known.Correct(gr.g.Prog, gr.edge(v))
	}
	a := &Analysis{gr: gr, how: map[int32]interp.Force{}, with: map[int32][]int32{}, against: map[int32]bool{}}
	r, err := fault.NewRerunner(ctx, in)
	var prop *property
	if err == nil {
		prop, err = newProperty(ctx, in, gr.g, r)
	}
	if err != nil && ctx.Err() != nil {
		a.conclude(gr, newDomain(gr, nil, []int32{0}, nil), nil)
		a.Notes = append(a.Notes, fmt.Sprintf("%v before any state was altered", err))
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	s := &search{gr: gr, prop: prop, others: others, cutting: cutting, judged: map[int32]bool{}}
	err = s.core(ctx, a)
	if err == nil && len(a.found) == 0 && prop.weaken() {
		a.Steps = nil
		err = s.core(ctx, a)
	}
	if err != nil && !errors.Is(err, fault.ErrBudget) && !errors.Is(err, errCutting) && ctx.Err() == nil {
		return nil, err
	}
	if err != nil {
		a.Notes = append(a.Notes, fmt.Sprintf("%v after %d altered states", err, s.altered))
	}
	if gr.cut > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("of %d instances only the latest summary control dependences are followed", gr.cut))
	}
	a.Altered, a.Tried, a.reruns = s.altered, s.tried, r.Runs
	a.heads, a.judged, a.prop = s.heads, s.judged, prop
	return a, nil
}

// doubt is an iteration in which all polluted entities are implausible. If they
// are correct after all, the fault comes after the frontier.
type doubt struct {
	front, ends, roots []int32
	polluted           []int32
	instead            [][]int
}

// narrowing is where Algorithm 4 stands.
type narrowing struct {
	s      *search
	a      *Analysis
	d      *domain
	spare  *domain // the one before
	begin  []int32 // V_begin
	roots  []int32 // V_end of branches of the search that have ended
	doubts []doubt
	ended  bool
	// A loop is a chain of instances of the same statements, each of them a frontier.
	// Once a statement was polluted often, the next frontier is twice as far away as
	// the last one was, in instances; if nothing is polluted there, what lies between is
	// looked at.
	away     int32
	polluted map[*cfg.Edge]int // frontiers with a polluted instance of a statement
}

// core narrows the analysis domain until it has no frontier any more; then it
// takes back what is doubtful, the last decision first.
func (s *search) core(ctx context.Context, a *Analysis) error {
	n := &narrowing{s: s, a: a, d: newDomain(s.gr, nil, []int32{0}, nil), polluted: map[*cfg.Edge]int{}}
	defer n.end()
	for ctx.Err() == nil {
		front := n.d.frontier(ctx, n.away, &s.flow)
		if ctx.Err() != nil {
			break
		}
		if s.flow.seen > s.cutting {
			return errCutting
		}
		if len(front) > 0 {
			if err := n.step(ctx, front); err != nil {
				return err
			}
			continue
		}
		n.end()
		if len(n.doubts) == 0 || s.altered > maxDoubtful {
			break
		}
		n.takeBack()
	}
	return context.Cause(ctx)
}

// end concludes at the first domain without a frontier.
func (n *narrowing) end() {
	if !n.ended {
		n.a.conclude(n.s.gr, n.d, append(n.roots, n.d.ends...))
	}
	n.ended = true
}

// takeBack goes on below the frontier of the last doubt.
func (n *narrowing) takeBack() {
	k := len(n.doubts) - 1
	back := n.doubts[k]
	n.doubts = n.doubts[:k]
	for _, v := range back.polluted {
		n.s.gr.correct[v] = true
	}
	n.begin, n.roots, n.s.prop.instead = back.front, back.roots, back.instead
	n.restrict(back.ends)
	n.away = 0
}

// step is an iteration with one frontier.
func (n *narrowing) step(ctx context.Context, front []int32) error {
	gr := n.s.gr
	step := Step{Frontier: gr.instances(front), Domain: n.d.size}
	found, err := n.s.pollution(ctx, front, n.d)
	if len(found) == 0 {
		n.a.Steps = append(n.a.Steps, step)
		n.begin = front // claim 3.2
		n.restrict(n.d.ends)
		n.away = 0
		return err
	}
	// Claim 3.3.
	ends := n.a.polluted(&step, found)
	n.recur(ends)
	if !slices.ContainsFunc(found, func(p pollution) bool { return p.plausible() }) {
		n.doubts = append(n.doubts, doubt{front, n.d.ends, slices.Clone(n.roots), ends, n.s.prop.instead})
	}
	// Ends that nothing of the frontier leads to have ended before.
	for _, e := range n.d.ends {
		if e != 0 && !gr.dependsOn(e, front) {
			n.roots = append(n.roots, e)
		}
	}
	ends, heads := n.s.divide(ends)
	n.roots = append(n.roots, heads...)
	step.Branches = len(ends) > 0 && !slices.ContainsFunc(ends, func(v int32) bool { return gr.kind[v] != branch })
	if step.Branches && !n.s.prop.weak && gr.g.N() <= maxAligned {
		n.s.prop.instead = gr.among(ends, found)
	}
	n.a.Steps = append(n.a.Steps, step)
	n.restrict(ends)
	return err
}

// restrict goes on with the domain between V_begin and new ends.
func (n *narrowing) restrict(ends []int32) {
	old := n.d
	n.d = newDomain(n.s.gr, n.begin, ends, n.spare)
	n.spare = old
	if old == n.a.final {
		n.spare = nil
	}
}

// recur decides how far away the next frontier is.
func (n *narrowing) recur(polluted []int32) {
	often := true
	seen := map[*cfg.Edge]bool{}
	for _, v := range polluted {
		e := statement(n.s.gr.edge(v))
		often = often && n.polluted[e] >= maxCells
		seen[e] = true
	}
	for e := range seen {
		n.polluted[e]++
	}
	n.away = 2 * max(min(n.away, n.d.reach), 1)
	if !often {
		n.away = 0
	}
}

// polluted notes what was found, and returns its entities.
func (a *Analysis) polluted(step *Step, found []pollution) (ends []int32) {
	a.found = append(a.found, found...)
	for _, p := range found {
		step.Polluted = append(step.Polluted, a.gr.instances(p.nodes))
		for k, v := range p.nodes {
			a.how[v], a.with[v] = p.forces[k], p.nodes
			a.against[v] = !p.plausible()
			if !slices.Contains(ends, v) {
				ends = append(ends, v)
			}
		}
	}
	return ends
}

// conclude lists the root causes, without the failure itself (node 0), and the
// transitive causes.
func (a *Analysis) conclude(gr *graph, final *domain, roots []int32) {
	a.final = final
	for _, v := range roots {
		if v != 0 {
			a.Roots = append(a.Roots, int(gr.inst[v]))
		}
	}
	slices.Sort(a.Roots)
	a.Roots = slices.Compact(a.Roots)
	for v := range a.how {
		if i := int(gr.inst[v]); !slices.Contains(a.Roots, i) {
			a.Transitive = append(a.Transitive, i)
		}
	}
	slices.Sort(a.Transitive)
}

// divide takes out of polluted entities those at the head of a dependence
// chain, which depend on inputs alone: these are root causes.
func (s *search) divide(ends []int32) (rest, heads []int32) {
	for _, v := range ends {
		if s.gr.derived[v] {
			rest = append(rest, v)
		} else {
			heads = append(heads, v)
		}
	}
	return rest, heads
}

// among are the combinations within a set of nodes, as instances.
func (gr *graph) among(nodes []int32, found []pollution) (out [][]int) {
	for _, p := range found {
		if contains(nodes, p.nodes) {
			out = append(out, gr.instances(p.nodes))
		}
	}
	return out
}

// instances are those of nodes, ascending.
func (gr *graph) instances(nodes []int32) []int {
	out := make([]int, len(nodes))
	for k, v := range nodes {
		out[k] = int(gr.inst[v])
	}
	slices.Sort(out)
	return out
}
