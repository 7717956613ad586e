package contracts

import (
	"slices"

	"culprit/analysis/contract"
	"culprit/cfg"
	"culprit/internal/work"
)

// Clauses for the contracts of recursive procedures, guessed from activations
// that were observed (contract.Runs). Like candidates of loops they are
// proposals: a wrong one costs work and nothing else.
//
// Templates: what the entry says of arguments and globals: bounds and order;
// and of results, under each condition that the procedure decides on about its
// arguments, and two of these: equations over products, remainders and powers
// of two, found by elimination, bounds, order; and, where few arguments occur,
// the table of the results.

// Mine guesses clauses for all procedures, the strongest first.
func Mine(pl *contract.Plan, runs *contract.Runs, clock *work.Clock) []contract.Clause {
	var out []contract.Clause
	for _, fr := range pl.Frames {
		m := &miner{prog: pl.Prog, fr: fr, rows: runs.Rows[fr], pool: runs.Constants(), seen: map[string]bool{}}
		m.findGuards()
		m.pre()
		if pre := len(m.out); pre > maxClauses/4 {
			m.out = m.out[:maxClauses/4]
		}
		m.post()
		if len(m.out) > maxClauses {
			m.out = m.out[:maxClauses]
		}
		out = append(out, m.out...)
		clock.Count(m.asked, work.Step/8)
	}
	return out
}

// findGuards collects the conditions about the arguments, as they are at the
// call, on which the procedure branches.
func (m *miner) findGuards() {
	f := m.fr.Proc
	set := map[*cfg.Var]bool{}
	var conds []cfg.Expr
	for _, e := range m.prog.Edges {
		if e.From.Proc != f {
			continue
		}
		if v := cfg.Defined(e.Stmt); v != nil {
			set[v] = true
		}
		if s, ok := e.Stmt.(*cfg.Assume); ok {
			conds = append(conds, s.Cond)
		}
	}
	seen := map[string]bool{}
	add := func(x cfg.Expr) {
		if key := cfg.Key(x); !seen[key] && len(m.guards) < maxGuards {
			seen[key] = true
			m.guards = append(m.guards, x)
		}
	}
	for _, x := range conds {
		ok, reads := true, false
		for x := range cfg.Parts(x) {
			switch x := x.(type) {
			case *cfg.VarRef:
				ok = ok && !set[x.V] && slices.Contains(f.Params, x.V)
				reads = true
			case *cfg.Load:
				ok = false
			}
		}
		if ok && reads {
			add(x)
		}
	}
	for i, v := range f.Params {
		values := map[uint64]bool{}
		for _, r := range m.rows {
			if r.InMain {
				values[r.Args[i]] = true
			}
		}
		if v.Type.Kind == cfg.Bits && len(values) > 1 && len(values) <= maxVars {
			for _, r := range m.rows {
				if r.InMain {
					add(cfg.Compare(cfg.Eq, &cfg.VarRef{V: v}, &cfg.Const{T: v.Type, V: r.Args[i]}))
				}
			}
		}
	}
}

// pre proposes what holds at all calls of runs from main.
func (m *miner) pre() {
	var rows []*contract.Row
	for i := range m.rows {
		if m.rows[i].InMain {
			rows = append(rows, &m.rows[i])
		}
	}
	if len(rows) == 0 {
		return
	}
	vars := numbers(append(slices.Clone(m.fr.Proc.Params), m.fr.Globals...))
	m.bounds(false, nil, vars, rows)
	for i, v := range vars {
		for _, u := range vars[i+1:] {
			m.order(false, nil, v, u, rows)
		}
	}
	// Bounds of one argument for each of few values of another one.
	for _, g := range m.guards {
		if part := m.part(g, rows); len(part) > 2 && len(part) < len(rows) {
			m.bounds(false, g, vars, part)
		}
	}
}

func (m *miner) part(g cfg.Expr, rows []*contract.Row) []*contract.Row {
	if g == nil {
		return rows
	}
	var out []*contract.Row
	for _, r := range rows {
		if m.value(g, r, true) != 0 {
			out = append(out, r)
		}
	}
	return out
}

// bounds proposes intervals of variables.
func (m *miner) bounds(post bool, guard cfg.Expr, vars []*cfg.Var, rows []*contract.Row) {
	for _, v := range vars {
		w := v.Type.Width()
		x := &cfg.VarRef{V: v}
		least, most := int64(1)<<62, -(int64(1) << 62)
		for _, r := range rows {
			s := cfg.SignExtend(m.value(x, r, post), w)
			least, most = min(least, s), max(most, s)
		}
		number := func(n int64) cfg.Expr { return &cfg.Const{T: v.Type, V: cfg.Mask(uint64(n), w)} }
		if least == most {
			m.add(post, cfg.Implies(guard, cfg.Compare(cfg.Eq, x, number(least))))
		}
		// Of the constants the nearest, and the bounds that everyone uses.
		below, above := int64(-1)<<62, int64(1)<<62
		for _, c := range m.pool {
			for _, k := range []int64{int64(c) - 1, int64(c), int64(c) + 1} {
				if k <= least {
					below = max(below, k)
				}
				if k >= most {
					above = min(above, k)
				}
			}
		}
		lower, upper := []int64{below, least, 0, 1, -1}, []int64{above, most, 0, -1}
		for _, k := range lower {
			if k <= least && fits(k, w) {
				m.add(post, cfg.Implies(guard, cfg.Compare(cfg.SLe, number(k), x)))
			}
		}
		for _, k := range upper {
			if k >= most && fits(k, w) {
				m.add(post, cfg.Implies(guard, cfg.Compare(cfg.SLe, x, number(k))))
				if !v.Signed && k >= 0 {
					m.add(post, cfg.Implies(guard, cfg.Compare(cfg.ULe, x, number(k))))
				}
			}
		}
	}
}

// fits reports whether k is a number of w bits that is worth a bound.
func fits(k int64, w int) bool {
	return k == cfg.SignExtend(cfg.Mask(uint64(k), w), w) && k > -(1<<61) && k < 1<<61
}

// order proposes the order of two variables.
func (m *miner) order(post bool, guard cfg.Expr, v, u *cfg.Var, rows []*contract.Row) {
	if v.Type != u.Type {
		return
	}
	x, y := &cfg.VarRef{V: v}, &cfg.VarRef{V: u}
	ops := []cfg.Op{cfg.SLt, cfg.SLe}
	if !v.Signed && !u.Signed {
		ops = []cfg.Op{cfg.ULt, cfg.ULe}
	}
	if c := cfg.Compare(cfg.Eq, x, y); m.holds(c, rows, post) {
		m.add(post, cfg.Implies(guard, c))
	}
	for _, op := range ops {
		for _, c := range []cfg.Expr{cfg.Compare(op, x, y), cfg.Compare(op, y, x)} {
			if m.holds(c, rows, post) {
				m.add(post, cfg.Implies(guard, c))
			}
		}
	}
}

// post proposes what holds at returns, of all activations and then of those in
// runs from main.
func (m *miner) post() {
	var all, inMain []*contract.Row
	for i := range m.rows {
		if r := &m.rows[i]; r.Ended {
			all = append(all, r)
			if r.InMain {
				inMain = append(inMain, r)
			}
		}
	}
	guards := append([]cfg.Expr{nil}, m.guards...)
	for i, g := range m.guards[:min(len(m.guards), maxGuards/2)] {
		for _, h := range m.guards[i+1 : min(len(m.guards), maxGuards/2)] {
			guards = append(guards, cfg.Conjunction(g, h))
		}
	}
	entry, outs := m.entry(), m.outputs()
	single := 1 + len(m.guards)
	for _, rows := range [][]*contract.Row{all, inMain} {
		for i, g := range guards {
			part := m.part(g, rows)
			if len(part) == 0 || i > 0 && len(part) == len(rows) || m.asked > maxMined {
				continue
			}
			for k, o := range outs {
				if e := m.equation(o, entry, outs[k+1:], part); e != nil {
					m.add(true, cfg.Implies(g, e))
				}
			}
			if i >= single {
				continue
			}
			m.bounds(true, g, outs, part)
			if g == nil {
				m.bounds(true, g, entry, part) // that the call returned says something of them
			}
			for _, o := range outs {
				for _, v := range entry {
					m.order(true, g, o, v, part)
				}
			}
		}
	}
	m.table(inMain, outs)
	m.never(inMain)
}

// called is the condition that the arguments are those of a row; nil if it
// cannot be said.
func (m *miner) called(r *contract.Row) cfg.Expr {
	var cond cfg.Expr
	for i, v := range m.fr.Proc.Params {
		if v.Type.Kind == cfg.Float {
			return nil
		}
		cond = cfg.Conjunction(cond, cfg.Compare(cfg.Eq, &cfg.VarRef{V: v}, &cfg.Const{T: v.Type, V: r.Args[i]}))
	}
	return cond
}

// never proposes that calls with arguments of which none returned do not
// return.
func (m *miner) never(ended []*contract.Row) {
	returned := map[string]bool{}
	for _, r := range ended {
		if x := m.called(r); x != nil {
			returned[cfg.Key(x)] = true
		}
	}
	n := 0
	for i := range m.rows {
		r := &m.rows[i]
		if x := m.called(r); x != nil && r.InMain && !r.Ended && n < maxTable && !returned[cfg.Key(x)] {
			n++
			m.add(true, cfg.Negate(x))
		}
	}
}

// table proposes the outputs for each of the arguments, if these determine
// them and are few.
func (m *miner) table(rows []*contract.Row, outs []*cfg.Var) {
	byArgs := map[string]*contract.Row{}
	var keys []cfg.Expr
	var first []*contract.Row
	for _, r := range rows {
		cond := m.called(r)
		if cond == nil {
			return
		}
		key := cfg.Key(cond)
		if byArgs[key] == nil {
			byArgs[key] = r
			keys, first = append(keys, cond), append(first, r)
		}
		for _, o := range outs {
			if x := (&cfg.VarRef{V: o}); m.value(x, r, true) != m.value(x, byArgs[key], true) {
				return
			}
		}
		if len(keys) > maxTable {
			return
		}
	}
	for i, cond := range keys {
		for _, o := range outs {
			x := &cfg.VarRef{V: o}
			m.add(true, cfg.Implies(cond, cfg.Compare(cfg.Eq, x, &cfg.Const{T: o.Type, V: m.value(x, first[i], true)})))
		}
	}
}
