package prophecy

import (
	"slices"

	"culprit/cfg"
)

// Blocks proposes what is known of addresses: the heap only grows, so that a new
// block is none that a pointer leads to. A loop that appends to a list and never
// changes its first node keeps what the first node holds by that alone.

// Limits of this vocabulary.
const (
	maxPointed = 8
	maxSizes   = 3 // of blocks
)

// Blocks are facts about a program as it is: where its heap begins, that pointers lead
// to what was allocated, and which of them lead to the same block or to later ones.
func Blocks(p *cfg.Program) []cfg.Expr {
	b := &builder{t: &Told{Prog: p}, loops: loopsOf(p), seen: map[string]bool{}}
	out := b.heap(nil)
	if len(out) == 0 {
		return nil
	}
	top := ref(p.HeapTop)
	sizes := b.sizes()
	var ptrs []*cfg.Var
	for _, v := range p.Vars {
		if v.Pointer() && v != p.HeapTop && !v.Temp && len(ptrs) < maxPointed {
			ptrs = append(ptrs, v)
		}
	}
	after := func(v *cfg.Var, n *cfg.Const) cfg.Expr {
		return &cfg.Binary{Op: cfg.PtrAdd, T: v.Type, X: ref(v), Y: n}
	}
	for _, v := range ptrs {
		null := &cfg.Const{T: v.Type}
		out = b.add(out, cfg.Compare(cfg.Ne, ref(v), null))
		for _, n := range sizes {
			within := cfg.Conjunction(cfg.Compare(cfg.ULt, ref(v), after(v, n)), cfg.Compare(cfg.ULe, after(v, n), top))
			out = b.add(out, within)
			out = b.add(out, cfg.Disjunction(cfg.Compare(cfg.Eq, ref(v), null), within))
			for _, u := range ptrs {
				if u != v && b.loops.stable(v) && u.Type == v.Type {
					out = b.add(out, cfg.Disjunction(cfg.Compare(cfg.Eq, ref(u), ref(v)), cfg.Compare(cfg.ULe, after(v, n), ref(u))))
				}
			}
		}
	}
	return out
}

// heap says that the heap begins where it does, if it grows in a loop.
func (b *builder) heap(out []cfg.Expr) []cfg.Expr {
	top := b.t.Prog.HeapTop
	if top == nil || !slices.ContainsFunc(b.t.Prog.Edges, func(e *cfg.Edge) bool {
		_, ok := e.Stmt.(*cfg.Alloc)
		return ok && b.loops.repeats(e)
	}) {
		return out
	}
	for _, e := range b.t.Prog.Edges {
		if a, ok := e.Stmt.(*cfg.Assign); ok && a.Dst == top {
			if k, ok := a.Src.(*cfg.Const); ok {
				out = b.add(out, cfg.Compare(cfg.ULe, k, ref(top)))
			}
		}
	}
	return out
}

// sizes are those of the blocks that the program allocates.
func (b *builder) sizes() []*cfg.Const {
	var out []*cfg.Const
	for _, e := range b.t.Prog.Edges {
		if a, ok := e.Stmt.(*cfg.Alloc); ok && len(out) < maxSizes {
			if n, ok := a.Size.(*cfg.Const); ok && n.V > 0 && !hasText(asExprs(out), n) {
				out = append(out, n)
			}
		}
	}
	return out
}
