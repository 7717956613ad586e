package main

import (
	"context"
	"slices"

	"culprit/fault"
	"culprit/report"
)

// prunings finds out for the trees of a page which causes go where one is benign, by
// asking the method: a cause that leads to others as well stays.
func (e *explaining) prunings(ctx context.Context, x *report.Explanation) {
	e.mu.Lock()
	answers := e.answers
	e.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, pruningTime)
	defer cancel()
	for i, a := range answers {
		if a == nil || a.Result == nil || a.Result.Tree == nil {
			continue
		}
		q := question(a.Result, "prune")
		k := slices.IndexFunc(x.Methods, func(l report.Localization) bool { return l.Method == e.methods[i].Name })
		if q == nil || k < 0 || x.Methods[k].Tree == nil {
			continue
		}
		at := &x.Methods[k]
		asked := 0
		for c := range at.Tree.All() {
			if c == at.Tree || asked == maxPrunings || ctx.Err() != nil {
				continue
			}
			asked++
			if next, _, err := q.Ask(ctx, c.ID); err == nil && ctx.Err() == nil {
				c.Goes = gone(at.Tree, next.Tree)
			}
		}
	}
}

// gone are the causes of a tree that another one does not have.
func gone(tree *report.Cause, next *fault.Node) (ids []int) {
	left := map[int]bool{}
	var visit func(n *fault.Node)
	visit = func(n *fault.Node) {
		left[n.ID] = true
		for _, k := range n.Children {
			visit(k)
		}
	}
	visit(next)
	for c := range tree.All() {
		if !left[c.ID] {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
