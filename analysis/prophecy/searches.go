package prophecy

import (
	"slices"

	"culprit/cfg"
)

// Searches: a loop leaves the place at which it found an element in a variable, and
// that it found one in a flag. The property it looked for is then true of no element
// before that place, as long as nothing was found of none before the counter.

// places are the variables to which counters are copied.
func (b *builder) places() []*cfg.Var {
	var out []*cfg.Var
	for _, e := range b.t.Prog.Edges {
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
	for _, v := range b.t.Prog.Vars {
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
