package prophecy

import (
	"slices"

	"culprit/cfg"
)

// Blocks proposes what is known of addresses: the heap only grows, so that a new
// block is none that a pointer leads to. A loop that appends to a list and never
// changes its first node keeps what the first node holds by that alone.

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
		if v.Pointer() && v != p.HeapTop && !v.Temp && len(ptrs) < maxEach {
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
		if a, ok := e.Stmt.(*cfg.Alloc); ok && len(out) < maxSites {
			if n, ok := a.Size.(*cfg.Const); ok && n.V > 0 && !hasText(asExprs(out), n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// apart says of blocks whose size is fixed that they do not wrap, and that others
// begin behind them: an element of one is none of another.
func (b *builder) apart(out []cfg.Expr) []cfg.Expr {
	var blocks []*cfg.Alloc
	for _, e := range b.t.Prog.Edges {
		if a, ok := e.Stmt.(*cfg.Alloc); ok && len(blocks) < maxEach && b.loops.stable(a.Dst) && b.fixed(a.Size) {
			blocks = append(blocks, a)
		}
	}
	for _, v := range blocks {
		end := &cfg.Binary{Op: cfg.PtrAdd, T: v.Dst.Type, X: ref(v.Dst), Y: b.computed(v.Size)}
		out = b.add(out, cfg.Compare(cfg.ULe, ref(v.Dst), end))
		for _, u := range blocks {
			if u.Dst != v.Dst {
				out = b.add(out, cfg.Compare(cfg.ULe, end, ref(u.Dst)))
			}
		}
	}
	return out
}

// computed is what the only statement that sets a variable sets it to, if that
// stays what it is; else x.
func (b *builder) computed(x cfg.Expr) cfg.Expr {
	r, ok := x.(*cfg.VarRef)
	if !ok || len(b.loops.defs[r.V]) != 1 {
		return x
	}
	if a, ok := b.loops.defs[r.V][0].Stmt.(*cfg.Assign); ok && b.fixed(a.Src) {
		return a.Src
	}
	return x
}
