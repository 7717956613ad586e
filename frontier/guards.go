package frontier

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"culprit/cfg"
)

// A statement that lacks a case is right until the case arises, and so is code
// that lacks a condition. A guard restricts a rule to the instances at which a
// variable, which the statement need not read, or an element of an array compares
// with a number or with another variable. What the variables are at the instances of the statement is
// noted once in all runs, without a rule: guards that hold at the same instances
// of the failing run are tried once there, and a passing run in which a guard
// holds nowhere need not be executed.

// guarding looks for guards of the rules for a statement.
type guarding struct {
	r      *ruling
	e      *cfg.Edge
	before bool // rules apply before the statement, not to what it did
	vars   []variable
	// The values of the variables at the instances of the statement.
	failing moments   // in the analysed run
	others  []moments // in other failing runs
	passing []moments
	guards  []guard // those that hold in the failing run, the most selective ones first
	rules   int     // tried so far
	looked  bool
}

// moments are the different values of the variables at the first instances of a
// statement in a run.
type moments struct {
	all [][]float64
	cut bool // there are more
}

// guard is that variable v compares with variable w, or with the number c if w is
// negative.
type guard struct {
	v, w   int
	op     cfg.Op // Eq, Ne, SLt or SLe
	less   bool   // v is the right operand
	c      float64
	where  string // the moments of the failing run at which it holds
	others string // and those of the other failing runs, "" if not all are known
	always bool   // these are all
	in     []bool // passing runs in which it holds at some moment, or may
	n      int    // of these
}

func (g *guard) holds(x, y float64) bool {
	if g.less {
		x, y = y, x
	}
	switch g.op {
	case cfg.Eq:
		return x == y
	case cfg.Ne:
		return x != y
	case cfg.SLt:
		return x < y
	}
	return x <= y
}

func (g *guard) at(m []float64) bool {
	if g.w >= 0 {
		return g.holds(m[g.v], m[g.w])
	}
	return g.holds(m[g.v], g.c)
}

func (g *guarding) text(u *guard) string {
	ops := map[cfg.Op]string{cfg.Eq: "==", cfg.Ne: "!=", cfg.SLt: "<", cfg.SLe: "<="}
	op := ops[u.op]
	if u.less {
		op = map[cfg.Op]string{cfg.SLt: ">", cfg.SLe: ">="}[u.op]
	}
	if u.w >= 0 {
		return fmt.Sprintf("%s %s %s", g.vars[u.v].name, op, g.vars[u.w].name)
	}
	return fmt.Sprintf("%s %s %g", g.vars[u.v].name, op, u.c)
}

// guard finds a guard with which a rule leaves all runs right, and returns the
// rule with it, nil if there is none. fits says that the failing runs are right with
// the rule at all instances.
func (g *guarding) guard(u *rule, fits bool) *rule {
	if g.rules >= maxWays {
		return nil
	}
	g.rules++
	g.look()
	known, checked := map[string]bool{}, 0
	wrong := map[string]bool{} // in other failing runs, by where and others
	for k := range g.guards {
		c := &g.guards[k]
		if c.always && !fits || checked >= maxAlternates {
			continue
		}
		restricted := g.restricted(u, c)
		right, tried := known[c.where]
		if !tried {
			if len(known) >= maxSituations {
				continue
			}
			right = g.r.passes(&g.r.failing[0], g.e, &restricted)
			known[c.where] = right
		}
		if !right {
			continue
		}
		alike := c.where + c.others
		if c.others != "" && wrong[alike] {
			continue
		}
		checked++
		switch {
		case !g.mends(&restricted):
			wrong[alike] = true
		case g.keeps(&restricted, c):
			return &restricted
		}
	}
	return nil
}

// mends reports whether a rule with a guard sets all other failing runs right, too.
func (g *guarding) mends(u *rule) bool {
	for k := range g.r.failing[1:] {
		if !g.r.passes(&g.r.failing[k+1], g.e, u) {
			return false
		}
	}
	return true
}

// keeps reports whether the passing runs stay right.
func (g *guarding) keeps(u *rule, c *guard) bool {
	for k := range g.r.others.runs {
		if c.in[k] && !g.r.passes(&g.r.others.runs[k], g.e, u) {
			return false
		}
	}
	return true
}

// look notes the variables at the instances of the statement in all runs, and
// makes the guards.
func (g *guarding) look() {
	if g.looked {
		return
	}
	g.looked = true
	g.vars = g.scope()
	g.failing = g.moments(&g.r.failing[0], maxMoments)
	for k := range g.r.others.runs {
		g.passing = append(g.passing, g.moments(&g.r.others.runs[k], maxSituations))
	}
	if len(g.failing.all) == 0 {
		return
	}
	every := slices.Clone(g.failing.all)
	for k := range g.r.failing[1:] {
		g.others = append(g.others, g.moments(&g.r.failing[k+1], maxSituations))
		every = append(every, g.others[k].all...)
	}
	for v := range g.vars {
		var values []float64
		for _, m := range g.failing.all {
			if !slices.Contains(values, m[v]) && len(values) < maxAlternates {
				values = append(values, m[v])
			}
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, m := range every {
			lo, hi = math.Min(lo, m[v]), math.Max(hi, m[v])
		}
		for _, c := range []float64{lo, hi, 0} {
			if !slices.Contains(values, c) {
				values = append(values, c)
			}
		}
		for _, c := range values {
			g.add(guard{v: v, w: -1, op: cfg.Eq, c: c})
			g.add(guard{v: v, w: -1, op: cfg.Ne, c: c})
			if g.vars[v].pointer {
				continue
			}
			g.add(guard{v: v, w: -1, op: cfg.SLe, c: c})
			g.add(guard{v: v, w: -1, op: cfg.SLe, c: c, less: true})
			if c == 0 {
				g.add(guard{v: v, w: -1, op: cfg.SLt, c: c})
				g.add(guard{v: v, w: -1, op: cfg.SLt, c: c, less: true})
			}
		}
		for w := range min(v, maxOtherVars) {
			if v >= maxOtherVars || g.vars[v].pointer != g.vars[w].pointer || g.vars[v].t.Kind != g.vars[w].t.Kind {
				continue
			}
			g.add(guard{v: v, w: w, op: cfg.Eq})
			g.add(guard{v: v, w: w, op: cfg.Ne})
			if g.vars[v].pointer {
				continue
			}
			for _, less := range []bool{false, true} {
				g.add(guard{v: v, w: w, op: cfg.SLt, less: less})
				g.add(guard{v: v, w: w, op: cfg.SLe, less: less})
			}
		}
	}
	slices.SortStableFunc(g.guards, func(a, b guard) int { return cmp.Compare(a.n, b.n) })
}

// scope are variables that the statement could read, those that it does first.
func (g *guarding) scope() []variable {
	var used []cfg.Expr
	cfg.Exprs(g.e.Stmt, func(x cfg.Expr) {
		cfg.Walk(x, func(y cfg.Expr) { used = append(used, y) })
	})
	reads := func(v variable) bool {
		return slices.ContainsFunc(used, func(x cfg.Expr) bool { return same(v.x, x) })
	}
	prog := g.r.a.gr.g.Prog
	vars := inScope(prog, g.e)
	out := slices.DeleteFunc(slices.Clone(vars), func(v variable) bool { return !reads(v) })
	elements := elementsAt(prog, g.e, out)
	out = append(out, slices.DeleteFunc(vars, reads)...)
	out = out[:min(len(out), maxScope)]
	return append(out, elements[:min(len(elements), maxCells)]...)
}

// elementsAt are the elements of the arrays in scope whose indices are variables
// that a statement reads.
func elementsAt(prog *cfg.Program, e *cfg.Edge, indices []variable) (out []variable) {
	m := mutating{bits: prog.PtrBits}
	for _, b := range arraysInScope(prog, e) {
		for _, v := range indices {
			if !v.pointer && v.t.Kind == cfg.Bits && v.t.Bits > 8 {
				out = append(out, variable{name: fmt.Sprintf("%s[%s]", b.name, v.name), t: b.elem, signed: b.signed,
					x: &cfg.Load{T: b.elem, Addr: m.element(b.addr, v, int64(b.elem.Bytes()))}})
			}
		}
	}
	return out
}

// add notes a guard that holds somewhere in each failing run, and not everywhere
// in all runs.
func (g *guarding) add(c guard) {
	where := make([]byte, len(g.failing.all))
	c.always = true
	some := false
	for k, m := range g.failing.all {
		if c.at(m) {
			where[k], some = 1, true
		} else {
			c.always = false
		}
	}
	if !some || slices.ContainsFunc(g.others, func(m moments) bool { return !m.cut && !slices.ContainsFunc(m.all, c.at) }) {
		return
	}
	c.where = string(where)
	for _, m := range g.others {
		for _, x := range m.all {
			if c.at(x) {
				c.others += "1"
			} else {
				c.others += "0"
			}
		}
	}
	if slices.ContainsFunc(g.others, func(m moments) bool { return m.cut }) {
		c.others = ""
	}
	c.in = make([]bool, len(g.passing))
	everywhere := c.always
	for k, p := range g.passing {
		c.in[k] = p.cut
		for _, m := range p.all {
			if c.at(m) {
				c.in[k] = true
			} else {
				everywhere = false
			}
		}
		if c.in[k] {
			c.n++
		}
	}
	if !everywhere {
		g.guards = append(g.guards, c)
	}
}

func (g *guarding) moments(p *passing, most int) (out moments) {
	if p.first[g.e.From.ID] == 0 {
		return out
	}
	g.r.watch(p, g.e, nil, g.before, func(o *operands) {
		m := make([]float64, len(g.vars))
		for k, v := range g.vars {
			m[k] = fromBits(v.t, v.signed, o.eval(v.x))
		}
		switch {
		case slices.ContainsFunc(out.all, func(n []float64) bool { return slices.Equal(m, n) }):
		case len(out.all) < most:
			out.all = append(out.all, m)
		default:
			out.cut = true
		}
	})
	return out
}

// restricted is a rule at the instances at which a guard holds.
func (g *guarding) restricted(u *rule, c *guard) rule {
	out := *u
	out.class, out.what = guarded, u.what+" where "+g.text(c)
	value := func(o *operands, k int) float64 {
		v := g.vars[k]
		return fromBits(v.t, v.signed, o.eval(v.x))
	}
	out.where = func(o *operands) bool {
		y := c.c
		if c.w >= 0 {
			y = value(o, c.w)
		}
		return c.holds(value(o, c.v), y)
	}
	return out
}
