package invariants

import (
	"cmp"
	"context"
	"slices"

	"culprit/cfg"
	"culprit/fault"
)

// expression lists the statements that compute the values of a candidate in the
// failing run without a load, a store or the result of a function (section 6),
// in the order of the text. The conditions for executing one of them belong to it, as
// far as they are decided in the same activation. A value that is loaded goes on to
// the statement that stored it if that one cannot be a candidate itself: it
// stores the same in all runs, such as a wrong entry of a table.
func (r *run) expression(ctx context.Context, nodes []violation) []*cfg.Edge {
	w := newWalk(r)
	for _, v := range nodes {
		w.root(v)
		w.under(v)
	}
	w.all(ctx)
	return w.statements()
}

// inside is the part of an expression that a second pass leaves, over the values
// of local variables within it (section 6): what computes only a value that keeps
// its invariant is right, and what depends on one that breaks it follows from
// that. A branch that goes as it always did may be wrong all the same. r has these
// invariants.
func (r *run) inside(ctx context.Context, nodes []violation) []*cfg.Edge {
	w := newWalk(r)
	w.within = true
	for _, v := range nodes {
		w.root(v)
	}
	w.all(ctx)
	inner := newWalk(r)
	inner.within = true
	for _, at := range w.done {
		if r.flags[at.node]&(failed|given|tainted) == failed && !w.roots[at.node] {
			inner.root(violation{node: at.node, instance: int32(at.instance)})
		}
	}
	if len(inner.roots) > 0 {
		inner.all(ctx)
		w = inner
	}
	return w.statements()
}

func newWalk(r *run) *walk {
	return &walk{r: r, seen: map[uint32]bool{}, roots: map[uint32]bool{}, edges: map[*cfg.Edge]bool{}}
}

// all expands nodes until there are no more.
func (w *walk) all(ctx context.Context) {
	for len(w.todo) > 0 && len(w.seen) < maxNodes && (len(w.seen)&0xff != 0 || ctx.Err() == nil) {
		n := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.done = append(w.done, n)
		w.expand(n)
	}
}

// statements lists those of the expression in the order of the text.
func (w *walk) statements() []*cfg.Edge {
	var out []*cfg.Edge
	for _, e := range w.r.t.prog.Edges {
		if w.edges[e] {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b *cfg.Edge) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return out
}

type walk struct {
	r     *run
	seen  map[uint32]bool
	roots map[uint32]bool // the nodes that break the invariant
	todo  []spot
	done  []spot
	edges map[*cfg.Edge]bool
	// within passes stores of local variables, but for those that keep their
	// invariants.
	within bool
}

func (w *walk) add(n uint32, i int) {
	if !w.seen[n] {
		w.seen[n] = true
		w.todo = append(w.todo, spot{n, i})
	}
}

// root begins with a node that breaks an invariant, which is the end of other
// expressions.
func (w *walk) root(v violation) {
	w.seen[v.node], w.roots[v.node] = true, true
	w.todo = append(w.todo, spot{v.node, int(v.instance)})
	w.shown(w.r.g.Edge(int(v.instance)))
}

// under adds what the way of a branch leads to, in the slice and the same
// function, if no good run takes the way: nothing is known of the values there.
func (w *walk) under(v violation) {
	r := w.r
	if r.flags[v.node]&strayed == 0 {
		return
	}
	top := int(v.instance)
	for i := top + 1; i < len(r.base)-1; i++ {
		if r.g.Control(i) == top && r.flags[r.main(i)]&sliced != 0 {
			w.shown(r.g.Edge(i))
		}
	}
}

func (w *walk) shown(e *cfg.Edge) {
	if e.Pos.Line > 0 && (fault.Shown(e) || monitored(e)) {
		w.edges[e] = true
	}
}

// expand adds what a node of the expression is computed from.
func (w *walk) expand(at spot) {
	r, i := w.r, at.instance
	e := r.g.Edge(i)
	s := r.shape(i, nil)
	k := int(at.node - s.first)
	_, isCall := e.Stmt.(*cfg.Call)
	if k == s.reads+s.params || isCall && k >= s.reads {
		w.shown(e)
	}
	// Loads end the expression; other reads go on to what was written.
	loads := make([]bool, s.reads)
	site := r.t.siteOf(e)
	ops, odd := r.odd[int32(i)]
	for n := range s.reads {
		o := int32(n)
		if odd {
			o = ops[n]
		}
		loads[n] = o < 0 || site.points[o] >= 0
	}
	for n := range s.reads {
		if n != k && int(s.user[n]) == k && !loads[n] {
			w.add(s.first+uint32(n), i)
		}
	}
	if k < s.reads && (!loads[k] || w.roots[at.node]) {
		r.g.Reads(i, func(n int, v *cfg.Var, from []int32) {
			if n != k {
				return
			}
			for _, j := range from {
				if !loads[k] {
					w.written(r.writer(int(j), v), int(j))
				} else if p := r.t.sites[r.g.Edge(int(j)).ID].stored; p >= 0 && !r.t.varies(p) {
					w.add(r.writer(int(j), v), int(j))
				}
			}
		})
	}
	// The decision of the same activation that it depends on.
	if c := r.g.Control(i); c >= 0 && c != r.g.Call(i) {
		w.add(r.main(c), c)
	}
}

// right reports whether a second pass takes a node for right.
func (w *walk) right(n uint32) bool { return w.within && w.r.flags[n]&hasInvariant == passed }

// written adds the statement that wrote a value, unless it ends the expression.
func (w *walk) written(n uint32, j int) {
	e := w.r.g.Edge(j)
	c, isCall := e.Stmt.(*cfg.Call)
	if !isCall {
		if p := w.r.t.sites[e.ID].stored; p < 0 || w.within && w.r.t.all[p].local && !w.right(n) {
			w.add(n, j)
		}
		return
	}
	// An argument that is a load ends the expression.
	a := len(c.Proc.Params) - int(w.r.main(j)-n)
	if a < 0 || a >= len(c.Args) {
		return
	}
	switch x := c.Args[a].(type) {
	case *cfg.Load:
		return
	case *cfg.VarRef:
		if global(x.V) {
			return
		}
	}
	w.add(n, j)
}
