package gen

import "fmt"

// uses says which variables an expression reads and which it changes, one bit
// each.
type uses struct{ read, written uint64 }

func (u uses) and(v uses) uses { return uses{u.read | v.read, u.written | v.written} }

// effectVar is a variable of the part about side effects: text designates it,
// bit is its bit in uses, and also holds what designating it reads.
type effectVar struct {
	text  string
	bit   uint64
	also  uint64
	array bool // text is followed by an index below 4
}

// effector writes expressions with side effects such that no two of them that
// are unsequenced meet: what an expression may not read or write, since an
// unsequenced one changes or reads it, is handed down.
type effector struct {
	*edges
	vars    []effectVar
	pointer uint64 // the bit of p
	array   uint64 // the bit of what p points into
	trace   uint64 // the bit of what the function called changes
}

// effects writes statements of expressions with many side effects.
func (g *edges) effects() {
	s, f := g.fresh("S"), g.fresh("step")
	a := g.intType()
	g.top("struct %s { %s a; unsigned b : %d; %s c : %d; struct { short x[4]; } in; };", s, g.intType(), 1+g.IntN(31), g.pick("int", "signed char", "long long", "unsigned long long"), 2+g.IntN(6))
	g.top("static int trace%d; static int %s(int x) { trace%d = trace%d * 3 + x; return trace%d; }", g.part, f, g.part, g.part, g.part)
	g.line("struct %s s = { 1, 2, 3, { { 4, 5, 6, 7 } } }, *r = &s; %s big[64] = { [30] = 1, 2, 3, [33] = n }, *p = big + 32;", s, a)
	e := &effector{edges: g}
	bit := uint64(1)
	add := func(text string, also uint64, array bool) uint64 {
		e.vars = append(e.vars, effectVar{text, bit, also, array})
		bit <<= 1
		return bit >> 1
	}
	for i := range 4 {
		g.line("%s v%d = %s;", g.intType(), i, g.number())
		add(fmt.Sprint("v", i), 0, false)
	}
	for _, m := range []string{"a", "b", "c"} {
		add(g.pick("s.", "r->")+m, 0, false)
	}
	add("s.in.x", 0, true)
	g.line("%s t[4] = { 3, 2, 1, 0 };", g.intType())
	add("t", 0, true)
	e.pointer, e.array, e.trace = bit, bit<<1, bit<<2
	for range 6 {
		e.statement(f)
		g.line("p = big + 32;")
		g.line("mix(v0); mix(v1); mix(v2); mix(v3); mix(s.a); mix(s.b); mix(s.c); for (int i = 0; i < 4; i++) mix(s.in.x[i] * 7 + t[i]); for (int i = 0; i < 64; i++) if (big[i]) mix(big[i] + i); mix(trace%d);", g.part)
	}
}

func (e *effector) statement(f string) {
	x, _ := e.expr(3, uses{}, f)
	y, _ := e.expr(2, uses{}, f)
	switch e.IntN(8) {
	case 0:
		e.line("%s;", x)
	case 1:
		e.line("if (%s) { %s; } else mix(p - big);", x, y)
	case 2:
		e.line("for (int k = 0; k < 2 && (%s, 1); k++, p = big + 32) mix(%s);", x, y)
	case 3:
		e.line("switch ((int)(%s) & 3) { case 0: mix(0); case 1: %s; break; default: mix(2); }", x, y)
	case 4:
		e.line("{ %s w = %s, z[2] = { %s }; mix(w); mix(z[0]); }", e.intType(), x, y)
	case 5:
		e.line("(void)(%s); (void)sizeof(+(%s));", x, y)
	default:
		e.line("mix(%s);", x)
	}
	e.line("mix(p - big);")
}

// lvalue chooses a variable that may be read and, if store, changed.
func (e *effector) lvalue(depth int, no uses, store bool, f string) (string, uses, uint64) {
	for range 20 {
		if e.IntN(5) == 0 {
			if text, u, bit, ok := e.deref(no, store); ok {
				return text, u, bit
			}
			continue
		}
		v := e.vars[e.IntN(len(e.vars))]
		if v.bit&no.read != 0 || store && v.bit&no.written != 0 {
			continue
		}
		if !v.array {
			return v.text, uses{}, v.bit
		}
		inner := no
		if store { // what the index reads of it is computed before the store
			inner.written |= v.bit
		}
		i, u := e.expr(depth-1, inner, f)
		return fmt.Sprintf("%s[(%s) & 3]", v.text, i), u, v.bit
	}
	return "*&n", uses{}, 0
}

// deref designates an element that p points to.
func (e *effector) deref(no uses, store bool) (string, uses, uint64, bool) {
	if e.array&no.read != 0 || e.pointer&no.read != 0 || store && e.array&no.written != 0 {
		return "", uses{}, 0, false
	}
	if e.pointer&no.written != 0 || e.IntN(3) == 0 {
		return e.pick("(*p)", "p[1]", "p[-1]", "(*(p + 2))"), uses{read: e.pointer}, e.array, true
	}
	return e.pick("(*p++)", "(*++p)", "(*p--)", "(*--p)"), uses{e.pointer, e.pointer}, e.array, true
}

// expr is an expression that reads nothing of no.read and changes nothing of
// either.
func (e *effector) expr(depth int, no uses, f string) (string, uses) {
	if depth <= 0 || e.IntN(9) == 0 {
		if e.IntN(3) == 0 {
			return e.pick("1", "2", "-1", "n", "7u", "100", "3ll"), uses{}
		}
		l, u, bit := e.lvalue(0, no, false, f)
		return l, u.and(uses{read: bit})
	}
	switch e.IntN(10) {
	case 0, 1, 2:
		return e.assign(depth, no, f)
	case 3:
		l, u, bit := e.lvalue(depth-1, no, true, f)
		if bit == 0 {
			return l, u
		}
		return "(" + fmt.Sprintf(e.pick("%s++", "%s--", "++%s", "--%s"), l) + ")", u.and(uses{bit, bit})
	case 4, 5:
		x, u := e.expr(depth-1, no, f)
		y, v := e.expr(depth-1, no, f)
		return fmt.Sprintf("(%s %s %s)", x, e.pick(",", "&&", "||", ","), y), u.and(v)
	case 6:
		x, u := e.expr(depth-1, no, f)
		y, v := e.expr(depth-1, no, f)
		z, w := e.expr(depth-1, no, f)
		return fmt.Sprintf("(%s ? %s : %s)", x, y, z), u.and(v).and(w)
	case 7:
		if (no.read|no.written)&e.trace == 0 {
			inner := no
			inner.read |= e.trace
			inner.written |= e.trace
			x, u := e.expr(depth-1, inner, f)
			return fmt.Sprintf("%s(%s)", f, x), u.and(uses{e.trace, e.trace})
		}
	case 8:
		x, u := e.expr(depth-1, no, f)
		return e.pick("-", "~", "!", "+", "(char)", "(unsigned short)", "(long)") + "(" + x + ")", u
	}
	x, u := e.expr(depth-1, no, f)
	y, v := e.expr(depth-1, against(no, u), f)
	return fmt.Sprintf("(%s %s %s)", x, e.pick("+", "-", "*", "&", "|", "^", "<", "=="), y), u.and(v)
}

// against is what an expression may not do next to an unsequenced one.
func against(no, other uses) uses {
	return uses{no.read | other.written, no.written | other.read | other.written}
}

// assign is an assignment. Its operands may read what it changes.
func (e *effector) assign(depth int, no uses, f string) (string, uses) {
	l, u, bit := e.lvalue(depth-1, no, true, f)
	if bit == 0 {
		return l, u
	}
	inner := against(no, u)
	inner.written |= bit
	op := e.pick("=", "=", "+=", "-=", "*=", "|=", "^=", "&=")
	x, v := e.expr(depth-1, inner, f)
	return fmt.Sprintf("(%s %s %s)", l, op, x), u.and(v).and(uses{bit, bit})
}
