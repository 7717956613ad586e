package prophecy

import (
	"slices"

	"culprit/cfg"
)

// key stands for what loops count.
type key struct {
	x      cfg.Expr
	signed bool
}

// findKeys collects the prophecy variables, indices that are computed from
// them, and the constant index of a site that reads a[3] where loops store to
// a[i].
func (b *builder) findKeys() {
	for _, v := range b.t.prophecies() {
		b.keys = append(b.keys, key{ref(v), v.Signed})
	}
	for _, s := range b.t.sites {
		for _, c := range s.cells {
			if x := indexOf(c.Addr); x != nil {
				b.key(key{x, true})
			}
			base, off, ok := constantOffset(c.Addr)
			if !ok {
				continue
			}
			for _, e := range b.prog.Edges {
				st, ok := e.Stmt.(*cfg.Store)
				if !ok {
					continue
				}
				v, scale := b.scaled(st.Addr, base)
				if v == nil || scale == 0 || off%scale != 0 {
					continue
				}
				b.key(key{&cfg.Const{T: v.Type, V: off / scale}, v.Signed})
			}
		}
	}
}

func (b *builder) key(k key) {
	if len(b.keys) < maxEach && !slices.ContainsFunc(b.keys, func(o key) bool { return cfg.Key(o.x) == cfg.Key(k.x) }) {
		b.keys = append(b.keys, k)
	}
}

// indexOf is the index that an address is computed from, such as N - k - 1 of
// a[N - k - 1], if it is not a single variable; or nil.
func indexOf(addr cfg.Expr) cfg.Expr {
	a, ok := addr.(*cfg.Binary)
	if !ok || a.Op != cfg.PtrAdd {
		return nil
	}
	x := a.Y
	if m, ok := x.(*cfg.Binary); ok && m.Op == cfg.Mul {
		x = m.X
	}
	if c, ok := x.(*cfg.Cast); ok && (c.Op == cfg.SExt || c.Op == cfg.ZExt) {
		x = c.X
	}
	if i, ok := x.(*cfg.Binary); ok && i.T.Kind == cfg.Bits {
		return i
	}
	return nil
}

// constantOffset splits an address into a base and a constant.
func constantOffset(addr cfg.Expr) (base string, off uint64, ok bool) {
	if off, ok = cfg.Distance(addr); ok {
		base = cfg.Key(cfg.Base(addr))
	}
	return base, off, ok
}

// scaled recognizes base + v * scale.
func (b *builder) scaled(addr cfg.Expr, base string) (*cfg.Var, uint64) {
	a, ok := addr.(*cfg.Binary)
	if !ok || a.Op != cfg.PtrAdd || cfg.Key(a.X) != base {
		return nil, 0
	}
	x, scale := a.Y, uint64(1)
	if m, ok := x.(*cfg.Binary); ok && m.Op == cfg.Mul {
		c, ok := m.Y.(*cfg.Const)
		if !ok {
			return nil, 0
		}
		x, scale = m.X, c.V
	}
	if c, ok := x.(*cfg.Cast); ok && (c.Op == cfg.SExt || c.Op == cfg.ZExt) {
		x = c.X
	}
	if r, ok := x.(*cfg.VarRef); ok && slices.Contains(b.counters, r.V) {
		return r.V, scale
	}
	return nil, 0
}

// moved is x with keys in place of its counters, in every way; nil if
// something else changes in it.
func (b *builder) moved(x cfg.Expr) []cfg.Expr {
	var free []*cfg.Var
	ok := true
	for x := range cfg.Parts(x) {
		if r, is := x.(*cfg.VarRef); is && !slices.Contains(free, r.V) && !b.loops.stable(r.V) {
			if slices.Contains(b.counters, r.V) {
				free = append(free, r.V)
			} else {
				ok = false
			}
		}
	}
	if !ok || len(free) == 0 || len(free) > 2 {
		return nil
	}
	var out []cfg.Expr
	var choose func(i int, m map[*cfg.Var]cfg.Expr)
	choose = func(i int, m map[*cfg.Var]cfg.Expr) {
		if i == len(free) {
			out = append(out, cfg.ReplaceVars(x, func(v *cfg.Var) cfg.Expr { return m[v] }))
			return
		}
		for _, k := range b.keys {
			if k.x.Type() == free[i].Type {
				m[free[i]] = k.x
				choose(i+1, m)
				delete(m, free[i])
			}
		}
	}
	choose(0, map[*cfg.Var]cfg.Expr{})
	return out
}

// ranges are the places of keys: below what loops count and within bounds, nil
// being anywhere; and others.
func (b *builder) ranges() (below, others []cfg.Expr) {
	below = []cfg.Expr{nil}
	for _, g := range b.keys {
		lt, le := order(g.signed)
		var lower, upper, counted, above []cfg.Expr
		for _, x := range b.bounds[g.x.Type()] {
			lower = append(lower, cfg.Compare(le, x, g.x))
			upper = append(upper, cfg.Compare(lt, g.x, x))
		}
		for _, v := range b.counters {
			if v.Type == g.x.Type() {
				counted = append(counted, cfg.Compare(lt, g.x, ref(v)))
				above = append(above, cfg.Compare(le, ref(v), g.x), cfg.Compare(lt, ref(v), g.x))
			}
		}
		start := append(counted, upper...)
		below = append(below, start...)
		for _, x := range b.moving(g.x.Type()) {
			c := cfg.Compare(lt, x, g.x)
			below = append(below, c)
			for _, u := range upper {
				below = append(below, cfg.Conjunction(c, u))
			}
		}
		for _, l := range lower {
			for _, x := range start {
				below = append(below, cfg.Conjunction(l, x))
			}
		}
		others = append(others, above...)
		for _, a := range above {
			for _, x := range upper {
				others = append(others, cfg.Conjunction(a, x))
			}
		}
		others = append(others, lower...)
	}
	return append(below, b.together()...), others
}

// together says that all keys of a type lie within the same bounds.
func (b *builder) together() []cfg.Expr {
	if len(b.keys) < 2 {
		return nil
	}
	var out []cfg.Expr
	for _, x := range b.bounds[b.keys[0].x.Type()] {
		var all []cfg.Expr
		for _, k := range b.keys {
			if k.x.Type() == x.Type() {
				lt, _ := order(k.signed)
				all = append(all, cfg.Compare(cfg.SLe, &cfg.Const{T: x.Type()}, k.x), cfg.Compare(lt, k.x, x))
			}
		}
		out = append(out, cfg.Conjunction(all...))
	}
	return out
}

// moving are the indices that stores compute from counters, such as N - i.
func (b *builder) moving(t cfg.Type) []cfg.Expr {
	var out []cfg.Expr
	for _, e := range b.prog.Edges {
		s, ok := e.Stmt.(*cfg.Store)
		if !ok || len(out) == maxPerLoop {
			continue
		}
		if x := indexOf(s.Addr); x != nil && x.Type() == t && len(b.moved(x)) > 0 && !hasText(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// builder makes the templates of a copy.
type builder struct {
	proposals
	t *Told
	// The vocabulary of the program.
	counters []*cfg.Var // variables that loops count
	keys     []key
	scalars  []*cfg.Var // others that meet elements of arrays
	consts   map[cfg.Type][]cfg.Expr
	bounds   map[cfg.Type][]cfg.Expr   // what counters start from or are compared with
	starts   map[cfg.Type][]*cfg.Const // values of elements less their index
	// Claims about foretold elements.
	values  []cfg.Expr // elements, and what is computed from elements
	atoms   []cfg.Expr
	own     []cfg.Expr    // of these, assertions and stores
	stores  []*cfg.Binary // elements and what is stored there
	strong  []cfg.Expr    // those of the atoms that are the program's own
	choices []cfg.Expr    // conditions of the program on foretold elements or indices
}

// ours reports whether the statement of an edge is one of the program.
func (b *builder) ours(e *cfg.Edge) bool {
	if v := cfg.Defined(e.Stmt); v != nil && b.ghost(v) {
		return false
	}
	own := true
	for x := range cfg.StmtParts(e.Stmt) {
		if r, ok := x.(*cfg.VarRef); ok && b.ghost(r.V) {
			own = false
		}
	}
	return own
}

// clauses are the implications from a choice and a range to an atom.
func (b *builder) clauses(choices, ranges, atoms []cfg.Expr) []cfg.Expr {
	var out []cfg.Expr
	for _, c := range choices {
		for _, a := range atoms {
			for _, g := range ranges {
				if len(out) < maxClauses {
					out = b.add(out, cfg.Implies(given(g, c), a))
				}
			}
		}
	}
	return out
}

// given is the conjunction of two conditions, either of which may be nil.
func given(x, y cfg.Expr) cfg.Expr {
	if x == nil {
		return y
	}
	return cfg.Conjunction(x, y)
}
