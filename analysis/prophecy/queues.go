package prophecy

import (
	"slices"

	"culprit/cfg"
)

// Queues in arrays: what was stored at the tail is read at the head, so that the
// place of an element counts from there, and goes round at the end of the array:
// with h the head, n the number of elements and N the size of the array, an element
// k is in the queue if (k + N - h) % N < n. The values that the program
// compares it with may depend on its distance from the head, as sequence numbers do.

// queued proposes that.
func (b *builder) queued() []cfg.Expr {
	f := factsOf(b.prog, b.t.others)
	f.collect()
	var out []cfg.Expr
	for _, s := range b.t.sites {
		for _, c := range s.cells {
			k, h := s.counts(c, f)
			if k == nil {
				continue
			}
			for _, d := range f.sizes(h) {
				out = b.inQueue(out, f, s, c, k, h, d)
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	f.noSums = true // where the tail is was said without division
	for _, group := range f.groups()[:1] {
		out = append(group, out...)
	}
	return out
}

// sizes are those of the array in which an index goes round: what it is divided by, or
// compared with, if it is more than the counter of a loop. They become divisors.
func (f *facts) sizes(index cfg.Expr) []*cfg.Const {
	candidates := slices.Clone(f.divisor)
	if v, ok := index.(*cfg.VarRef); !ok || v.V.Proc == nil {
		candidates = append(candidates, f.number(index).own...)
	} else if !slices.ContainsFunc(f.loops.defs[v.V], remainder) {
		return nil
	}
	var out []*cfg.Const
	for _, k := range candidates {
		if k.T == index.Type() && k.V > 1 && !hasText(asExprs(out), k) {
			out = append(out, k)
		}
	}
	for _, k := range out {
		if len(f.divisor) < maxPerLoop && !hasText(asExprs(f.divisor), k) {
			f.divisor = append(f.divisor, k)
		}
	}
	return out
}

// remainder reports whether an edge divides.
func remainder(e *cfg.Edge) bool {
	found := false
	for x := range cfg.StmtParts(e.Stmt) {
		b, ok := x.(*cfg.Binary)
		found = found || ok && (b.Op == cfg.URem || b.Op == cfg.SRem)
	}
	return found
}

// counts gives the foretold index of a cell, and what it is foretold of.
func (s *site) counts(c *cfg.Load, f *facts) (k, h cfg.Expr) {
	reads(s.edge, func(x cfg.Expr) {
		for x := range cfg.Parts(x) {
			if k != nil || x.Type().Kind != cfg.Bits {
				continue
			}
			var g *cfg.Var
			switch x := x.(type) {
			case *cfg.Load:
				g = s.told.loads[cfg.Key(x)]
			case *cfg.VarRef:
				g = s.told.vars[x.V]
			}
			if g != nil && cfg.Mentions(c.Addr, g) && f.number(f.at(x)) != nil {
				k, h = ref(g), f.at(x)
			}
		}
	})
	return k, h
}

// inQueue says of a cell at k, in a queue of at most d elements from h on, how it lies to
// numbers of the program, that it is as the assertion wants it, and where the tail is.
func (b *builder) inQueue(out []cfg.Expr, f *facts, s *site, c *cfg.Load, k, h cfg.Expr, d *cfg.Const) []cfg.Expr {
	t := k.Type()
	sum := func(x, y cfg.Expr) cfg.Expr { return &cfg.Binary{Op: cfg.Add, T: t, X: x, Y: y} }
	far := &cfg.Binary{Op: cfg.Sub, T: t, X: &cfg.Ite{Cond: cfg.Compare(cfg.ULe, h, k), Then: k, Else: sum(k, d)}, Y: h}
	atoms := b.wanted(f, s, c)
	for _, a := range b.strong {
		if reading(a, c) {
			atoms = append(atoms, a)
		}
	}
	for _, n := range f.numbers {
		if n.lasting && n.x.Type() == c.T {
			atoms = append(atoms, cfg.Compare(cfg.Eq, c, &cfg.Binary{Op: cfg.Add, T: c.T, X: n.x, Y: resize(far, c.T)}))
		}
	}
	for _, n := range f.numbers {
		if n.x.Type() != t || !n.lasting || len(out) > 2*maxSize {
			continue
		}
		in := cfg.Conjunction(cfg.Compare(cfg.ULt, k, d), cfg.Compare(cfg.ULt, far, n.x))
		for _, a := range atoms {
			out = b.add(out, cfg.Implies(in, a))
		}
		for _, m := range f.numbers {
			if m.x.Type() == t && m.lasting {
				end := sum(h, n.x)
				out = b.add(out, cfg.Disjunction(cfg.Compare(cfg.Eq, m.x, end), cfg.Compare(cfg.Eq, sum(m.x, d), end)))
			}
		}
	}
	return out
}

// reading reports whether x reads a cell.
func reading(x cfg.Expr, c *cfg.Load) bool {
	text, found := cfg.Key(c), false
	for x := range cfg.Parts(x) {
		found = found || cfg.Key(x) == text
	}
	return found
}

// wanted is what the error location wants of the variable to which a site hands a
// cell.
func (b *builder) wanted(f *facts, s *site, c *cfg.Load) []cfg.Expr {
	st, ok := s.edge.Stmt.(*cfg.Store)
	if !ok || st.Val.Type() != c.T {
		return nil
	}
	to := cfg.Key(f.at(st.Addr))
	var out []cfg.Expr
	for _, e := range conditions(b.t.Error) {
		found := false
		var put func(cfg.Expr) cfg.Expr
		put = func(x cfg.Expr) cfg.Expr {
			if l, ok := x.(*cfg.Load); ok && l.T == c.T && cfg.Key(l.Addr) == to {
				found = true
				return c
			}
			return descend(x, put)
		}
		if x := put(f.at(e.Stmt.(*cfg.Assume).Cond)); found {
			out = append(out, cfg.Negate(x))
		}
	}
	return out
}

// resize cuts a number off, or extends it without sign.
func resize(x cfg.Expr, t cfg.Type) cfg.Expr {
	switch w := x.Type().Width(); {
	case w < t.Width():
		return &cfg.Cast{Op: cfg.ZExt, T: t, X: x}
	case w > t.Width():
		return &cfg.Cast{Op: cfg.Trunc, T: t, X: x}
	}
	return x
}

// Searches: a loop leaves the place at which it found an element in a variable, and
// that it found one in a flag. The property it looked for is then true of no element
// before that place, as long as nothing was found of none before the counter.

// places are the variables to which counters are copied.
func (b *builder) places() []*cfg.Var {
	var out []*cfg.Var
	for _, e := range b.prog.Edges {
		a, ok := e.Stmt.(*cfg.Assign)
		if !ok || len(out) == maxPerLoop || b.ghost(a.Dst) || slices.Contains(b.counters, a.Dst) || slices.Contains(out, a.Dst) {
			continue
		}
		if r, ok := a.Src.(*cfg.VarRef); ok && slices.Contains(b.counters, r.V) {
			out = append(out, a.Dst)
		}
	}
	return out
}

// flags are conditions that say which constant a variable has that loops set to
// constants alone.
func (b *builder) flags() []cfg.Expr {
	var out []cfg.Expr
	n := 0
	for _, v := range b.prog.Vars {
		if n == maxPerLoop || v.Type.Kind != cfg.Bits || b.ghost(v) || b.loops.stable(v) {
			continue
		}
		var ks []cfg.Expr
		constant := true
		for _, d := range b.loops.defs[v] {
			a, ok := d.Stmt.(*cfg.Assign)
			if !ok {
				constant = false
				break
			}
			k, ok := a.Src.(*cfg.Const)
			constant = constant && ok
			if ok && !hasText(ks, k) {
				ks = append(ks, k)
			}
		}
		if !constant || len(ks) < 2 || len(ks) > maxSites {
			continue
		}
		n++
		for _, k := range ks {
			out = append(out, cfg.Compare(cfg.Eq, ref(v), k))
		}
	}
	return out
}

// searched says of elements before a place, and before the counter, what is true of
// them whatever a flag says, and where the counter is then.
func (b *builder) searched() []cfg.Expr {
	places, flags := b.places(), b.flags()
	if len(places) == 0 {
		return nil
	}
	out, before := slices.Clone(flags), []cfg.Expr(nil)
	for _, k := range b.keys {
		lt, _ := order(k.signed)
		for _, v := range slices.Concat(places, b.counters) {
			if v.Type == k.x.Type() {
				before = append(before, cfg.Conjunction(cfg.Compare(cfg.SLe, &cfg.Const{T: v.Type}, k.x), cfg.Compare(lt, k.x, ref(v))))
			}
		}
	}
	for _, p := range places {
		for _, c := range b.counters {
			if p.Type != c.Type {
				continue
			}
			_, le := order(p.Signed)
			for _, f := range append(flags, nil) {
				for _, x := range []cfg.Expr{
					cfg.Compare(le, ref(p), ref(c)),
					cfg.Compare(cfg.Eq, &cfg.Binary{Op: cfg.Add, T: p.Type, X: ref(p), Y: &cfg.Const{T: p.Type, V: 1}}, ref(c)),
				} {
					out = b.add(out, cfg.Implies(f, x))
				}
			}
		}
	}
	return append(out, b.clauses(append(flags, nil), before, b.own)...)
}
