package cascade

import (
	"fmt"

	"culprit/cfg"
	"culprit/fault"
)

// Result is the tree as the answer of a localization method. A statement is
// ranked by the lowest level on which a cause names it; within a level those
// of critical conditions stand before their support.
func (t *Tree) Result() *fault.Result {
	res := &fault.Result{Method: "cascade", Notes: t.Notes}
	at := map[*cfg.Edge]int{}
	add := func(i int, score float64, role fault.Role, reason string) {
		if i = t.Graph.Owner(i); i < 0 {
			return
		}
		e := t.Graph.Edge(i)
		if !fault.Shown(e) {
			return
		}
		k, ok := at[e]
		if !ok {
			k = len(res.Locations)
			at[e] = k
			res.Locations = append(res.Locations, fault.Location{Edge: e, Pos: e.Pos, Score: score, Role: role, Reason: reason})
		}
		if l := &res.Locations[k]; score > l.Score {
			l.Score, l.Role, l.Reason = score, role, reason
		}
		res.Locations[k].Instances = append(res.Locations[k].Instances, i)
	}
	w := t.b.newCone()
	for _, c := range t.Nodes {
		score := 1 / float64(c.Level)
		add(c.Condition, score, fault.Predicate, fmt.Sprintf("level %d", c.Level))
		w.cause(c, func(i int) { add(i, score, fault.Value, fmt.Sprintf("level %d", c.Level)) })
	}
	res.Locations = fault.Rank(res.Locations)
	res.Stats = fault.Stats{Instances: t.Stats.Trace, Time: t.Stats.Total}
	return res
}
