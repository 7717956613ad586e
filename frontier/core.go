package frontier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"culprit/fault"
	"culprit/interp"
)

// Strategy says which nodes of a domain are altered next.
type Strategy uint8

// The strategies of paper 001, table 7.
const (
	MinimumCut Strategy = iota // a minimum debugging frontier set
	SingleStep                 // what V_end depends on directly
	Bisection                  // what lies half the way
)

// Config says how the analysis works. The zero value is the method of the
// paper.
type Config struct {
	Strategy        Strategy
	NoSummary       bool // no summary control dependences
	Interprocedural bool // those on branches of other procedures, too
	// Exhaustive explores all paths, where the method of the paper stops at the
	// first one that makes a combination polluted.
	Exhaustive bool
}

// Analysis is what the core algorithm found.
type Analysis struct {
	Steps []Step // one for each frontier
	// Roots are the suspected root causes, instances ascending; Transitive are
	// the other polluted entities.
	Roots, Transitive []int
	Altered           int // nodes and combinations that were altered (#StateAlter)
	Tried             int // with so many values
	Notes             []string

	gr     *graph
	final  *domain
	how    map[int32]interp.Force // what made the property hold, by node
	reruns int
	time   time.Duration
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

// search is the state of the core algorithm.
type search struct {
	gr             *graph
	prop           *property
	exhaustive     bool
	altered, tried int
}

// Analyse is the core algorithm (Algorithm 4). When ctx ends or the budget of
// re-executions is exhausted, it says what is known so far.
func Analyse(ctx context.Context, in *fault.Input, c Config) (*Analysis, error) {
	start := time.Now()
	r, err := fault.NewRerunner(ctx, in)
	if err != nil {
		return nil, err
	}
	gr, err := newGraph(ctx, in, c)
	if err != nil {
		return nil, err
	}
	gr.correct = make([]bool, len(gr.inst))
	for v := range int32(len(gr.inst)) {
		gr.correct[v] = in.Known.Correct(gr.g.Prog, gr.edge(v))
	}
	prop, err := newProperty(ctx, in, gr.g, r)
	if err != nil {
		return nil, err
	}
	// What is known is to be told in time: on long runs that takes a while.
	inner, cancel := early(ctx, start)
	defer cancel()
	s := &search{gr: gr, prop: prop, exhaustive: c.Exhaustive}
	a := &Analysis{gr: gr, how: map[int32]interp.Force{}}
	err = s.core(inner, c.Strategy, a)
	if err != nil && !errors.Is(err, fault.ErrBudget) && inner.Err() == nil {
		return nil, err
	}
	if err != nil {
		a.Notes = append(a.Notes, fmt.Sprintf("%v after %d altered states", err, s.altered))
	}
	if gr.cut > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("%d summary control dependences on earlier instances of a branch are left out", gr.cut))
	}
	a.Altered, a.Tried, a.reruns, a.time = s.altered, s.tried, r.Runs, time.Since(start)
	return a, nil
}

// early ends when two thirds of the time are over, if there is a limit.
func early(ctx context.Context, start time.Time) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, start.Add(end.Sub(start)*2/3))
}

// core narrows the analysis domain until it has no frontier any more.
func (s *search) core(ctx context.Context, strategy Strategy, a *Analysis) (err error) {
	gr := s.gr
	d := newDomain(gr, nil, []int32{0}, true)
	var begin, roots []int32 // roots: V_end of branches of the search that have ended
	inputs := true
	defer func() { a.conclude(gr, d, append(roots, d.ends...)) }()
	for ctx.Err() == nil {
		front := d.frontier(ctx, strategy)
		if len(front) == 0 || ctx.Err() != nil {
			break
		}
		step := Step{Frontier: gr.instances(front)}
		for v := range d.in {
			if d.in[v] {
				step.Domain++
			}
		}
		found, err := s.pollution(front)
		if len(found) == 0 {
			a.Steps = append(a.Steps, step)
			if err != nil {
				return err
			}
			begin = front // claim 3.2
			d = newDomain(gr, begin, d.ends, inputs)
			continue
		}
		// Claim 3.3.
		var ends []int32
		for _, p := range found {
			step.Polluted = append(step.Polluted, gr.instances(p.nodes))
			for k, v := range p.nodes {
				a.how[v] = p.forces[k]
				if !slices.Contains(ends, v) {
					ends = append(ends, v)
				}
			}
		}
		// What nothing of the frontier leads to has ended before.
		for _, e := range d.ends {
			if above := gr.ancestors(e); e != 0 && !slices.ContainsFunc(front, func(v int32) bool { return above[v] }) {
				roots = append(roots, e)
			}
		}
		ends, heads := s.heads(ends, a)
		roots = append(roots, heads...)
		inputs = false
		step.Branches = len(ends) > 0 && !slices.ContainsFunc(ends, func(v int32) bool { return gr.kind[v] != branch })
		if step.Branches && gr.g.N() <= maxAligned {
			s.prop.instead = gr.among(ends, found)
		}
		a.Steps = append(a.Steps, step)
		next := ends
		d = newDomain(gr, begin, next, inputs)
		if err != nil {
			return err
		}
	}
	return context.Cause(ctx)
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

// heads takes out of polluted entities those at the head of a dependence
// chain, which depend on inputs alone: these are root causes. Inputs themselves
// are correct, and their first use is suspected.
func (s *search) heads(ends []int32, a *Analysis) (rest, heads []int32) {
	gr := s.gr
	for _, v := range ends {
		switch {
		case gr.input[v]:
			v = gr.firstUse(v)
			if _, known := a.how[v]; !known {
				a.how[v] = interp.Force{At: -1}
			}
			heads = append(heads, v)
		case !gr.derived[v]:
			heads = append(heads, v)
		default:
			rest = append(rest, v)
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
