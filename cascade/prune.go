package cascade

import (
	"context"
	"fmt"
	"slices"

	"culprit/cfg"
	"culprit/interp"
)

// Node returns the cause with a number, nil if there is none.
func (t *Tree) Node(id int) *Cause {
	for _, c := range t.Nodes {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// Prune returns the tree without causes that the user calls benign, and
// without all that leads to them only. A cause that also leads to another one
// stays, with its number; it may move to a deeper level. A node is benign in all
// the instances that it stands for. An instance whose node has gone becomes a
// node itself, with a number after those of the tree.
//
// The tree is built again from what is known of each critical condition, with
// the benign ones left out. So what stays is what Algorithm 3 finds without
// them, and the order of pruning does not matter.
func (t *Tree) Prune(ctx context.Context, ids ...int) (*Tree, error) {
	old := t.b
	for _, c := range old.joined {
		if c.ID < 0 {
			c.ID = old.number()
		}
	}
	b := &Builder{
		analysis: old.analysis, stats: old.stats, next: old.next,
		known: map[condition]*Cause{}, benign: map[condition]bool{}, tree: &Tree{Graph: old.g, altered: t.altered, reruns: t.reruns},
	}
	b.tree.b = b
	b.prepare()
	b.beyond.old, b.beyond.closed = old.beyond.bases, old.beyond.done
	for c := range old.benign {
		b.benign[c] = true
	}
	for _, id := range ids {
		c := t.Node(id)
		switch {
		case c == nil:
			return nil, fmt.Errorf("no node %d in the tree", id)
		case c.Kind == Failure:
			return nil, fmt.Errorf("node %d is the failure itself", id)
		}
		b.benign[condition{c.Condition, c.Kind, c.nth}] = true
		for _, i := range c.Members {
			b.benign[condition{inst: i, kind: c.Kind}] = true
		}
	}
	for c, cause := range old.known {
		b.known[c] = cause
	}
	for _, c := range slices.Concat(t.Nodes, old.joined) {
		b.known[condition{c.Condition, c.Kind, c.nth}] = c
	}
	for c := range b.benign {
		b.seen[c] = true
	}
	b.root()
	for b.Next(ctx) {
	}
	return b.Tree(), nil
}

// user is the statement that a user holds responsible for an instance: the
// call for what is inside a library function, nil if there is none.
func user(g *interp.Graph, i int) *cfg.Edge {
	if i = g.Owner(i); i < 0 {
		return nil
	}
	return g.Edge(i)
}
