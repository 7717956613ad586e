package cascade

import (
	"slices"

	"culprit/cfg"
	"culprit/interp"
)

// condition is a critical condition: a branch, a call or an access.
type condition struct {
	inst int
	kind Kind
	part int // of a Rest
}

// open is a critical condition that is not explained yet.
type open struct {
	condition
	parent *Cause
	level  int
	behind *Cause // the portion that a Rest continues from
}

// queue is S_cc of Algorithm 3, level by level. Within a level, conditions of
// branches that the tree does not show yet come before further instances of
// those that it shows; otherwise those of earlier causes come first.
type queue struct {
	g     *interp.Graph
	list  []open
	next  int // those of the level before this one are of branches that the tree shows
	shown map[*cfg.Loc]bool
}

func (q *queue) len() int { return len(q.list) }

// level is the one that is being explained.
func (q *queue) level() int { return q.list[0].level }

// take removes the next condition.
func (q *queue) take() open {
	at := func(k int) *cfg.Loc { return q.g.Edge(q.list[k].inst).From }
	level := q.level()
	for q.next < len(q.list) && q.list[q.next].level == level && q.shown[at(q.next)] {
		q.next++
	}
	k := 0
	if q.next < len(q.list) && q.list[q.next].level == level {
		k = q.next
	}
	o := q.list[k]
	q.shown[at(k)] = true
	if k == 0 {
		q.list = q.list[1:]
		q.next = max(0, q.next-1)
	} else {
		q.list = slices.Delete(q.list, k, k+1)
	}
	if len(q.list) > 0 && q.level() != level {
		q.next = 0
	}
	return o
}
