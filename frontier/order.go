package frontier

import (
	"math"
	"slices"

	"culprit/cfg"
)

// The order of statements is a sum of logarithms of odds: how much more often the
// fault is where that is so. Fitted as doc/design/frontier.md says, and rounded.
const (
	refutedOdds  = -0.9 // of what was altered: passing runs refute each alteration that helps
	wholeOdds    = -0.2 // the whole output is right then
	votesOdds    = 0.8  // for the share of the other failing runs that agree
	alteredOdds  = -0.3 // of what was altered so that the failure disappears, besides these
	judgedOdds   = 0.25 // altered in vain
	finalOdds    = 0.4  // in the last analysis domain, and not altered
	coveredOdds  = -1.5 // for the share of the passing runs that execute it, where no alteration helps
	inputOdds    = -0.5 // it comes from outside
	distanceOdds = -0.8 // for each unit of log(1+steps) from a suspected root cause
	failureOdds  = -0.5 // for each unit of log(1+steps) from the failure
)

// The order in which a user reads statements is that of the odds that they are
// the fault. An altered statement has odds by the facts about its alterations: whether
// the whole output is right then, how many of the other failing runs agree, and
// whether passing runs speak against it. A statement that was not altered is less
// likely the fault the more passing runs execute it. For all statements the
// distances from the suspected root causes and from the failure count.

// order is what is known of the statements of a run.
type order struct {
	a   *Analysis
	end []int32 // dependences from the failure, by node
	by  map[*cfg.Edge]alteration
}

// alteration is the best of what is known of the polluted combinations that a
// statement is in.
type alteration struct {
	whole bool
	votes int
	says  verdict
}

func (a *Analysis) newOrder() *order {
	o := &order{a: a, end: a.distances([]int32{0}), by: map[*cfg.Edge]alteration{}}
	for _, p := range slices.Concat(a.found, a.heads) {
		agree := a.voters
		for _, v := range p.nodes {
			agree = min(agree, a.votes[statement(a.gr.edge(v))])
		}
		for _, v := range p.nodes {
			e := a.gr.edge(v)
			x, known := o.by[e]
			if !known {
				x.says = p.says
			}
			o.by[e] = alteration{x.whole || p.whole, max(x.votes, agree), min(x.says, p.says)}
		}
	}
	return o
}

// score is between 0 and 1, of suspected root causes above one half.
func (o *order) score(v, dist int32, root bool) float64 {
	s := 0.5 / (1 + math.Exp(-o.odds(v, dist)))
	if root {
		s += 0.5
	}
	return s
}

// odds is the logarithm of how much more likely the fault is at a node, dist
// dependences from a suspected root cause, than at one of which nothing is known.
func (o *order) odds(v, dist int32) float64 {
	a, e := o.a, o.a.gr.edge(v)
	w := distanceOdds*math.Log1p(float64(dist)) + failureOdds*math.Log1p(float64(o.end[v]))
	if a.gr.input[v] {
		w += inputOdds
	}
	x, altered := o.by[e]
	if !altered {
		switch {
		case a.judged[v]:
			w += judgedOdds
		case a.final.mark[v]&(inside|begins) == inside && !a.gr.correct[v]:
			w += finalOdds
		}
		return w + coveredOdds*a.others.covered(e)
	}
	w += alteredOdds
	if x.says == refuted {
		w += refutedOdds
	}
	if x.whole {
		w += wholeOdds
	}
	if a.voters > 0 {
		return w + votesOdds*float64(x.votes)/float64(a.voters)
	}
	return w + votesOdds/2
}

// distances are those from the nearest of some nodes, along dependences in
// either direction. Each sweep finds those that turn once more.
func (a *Analysis) distances(from []int32) []int32 {
	gr := a.gr
	n := int32(len(gr.inst))
	dist := make([]int32, n)
	for v := range dist {
		dist[v] = math.MaxInt32
	}
	for _, v := range from {
		dist[v] = 0
	}
	for turned := true; turned; {
		turned = false
		for v := range n {
			for _, u := range gr.preds(v) {
				if d := dist[v]; d < math.MaxInt32 && d+gr.length[u] < dist[u] {
					dist[u], turned = d+gr.length[u], true
				}
			}
		}
		for v := n - 1; v >= 0; v-- {
			for _, u := range gr.preds(v) {
				if d := dist[u]; d < math.MaxInt32 && d+gr.length[v] < dist[v] {
					dist[v], turned = d+gr.length[v], true
				}
			}
		}
	}
	return dist
}
