package gen

import "fmt"

// operators evaluates the same operation on literals, in constants, on
// variables and by compound assignment: the compiler folds some of them.
func (g *edges) operators() {
	for range 5 {
		a, b := g.intType(), g.intType()
		x, y := g.number(), g.number()
		op := g.pick("+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "/", "%", "<<", ">>", "&&", "||", "+", "-", "*")
		switch op {
		case "/", "%":
			y = g.pick("3", "7", "127", "-3", "5u", "100ull")
			if b == "_Bool" {
				b = "int"
			}
		case "<<", ">>":
			y = fmt.Sprint(g.IntN(32))
			if b == "_Bool" {
				b = "char"
			}
		}
		x, y = "("+a+")"+x, "("+b+")"+y
		g.line("{ %s x = %s; %s y = %s;", a, x, b, y)
		g.line("VALUE(x %s y); VALUE((%s) %s (%s)); VALUE(x %s (%s)); VALUE((%s) %s y);", op, x, op, y, op, y, x, op)
		g.line("static const __typeof__((%s) %s (%s)) s = (%s) %s (%s); VALUE(s);", x, op, y, x, op, y)
		u := g.pick("-", "~", "!", "+")
		g.line("VALUE(%sx); VALUE(%s(%s)); VALUE(%s(x %s y));", u, u, x, u, op)
		switch op {
		case "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>":
			c := g.intType()
			g.line("%s z = (%s)%s; VALUE(z %s= y); VALUE(z); z = (%s)(%s); VALUE(z %s= %s); VALUE(z);", c, c, g.safeLeft(op), op, c, g.safeLeft(op), op, y)
		}
		i := g.pick("x++", "++x", "x--", "--x")
		g.line("VALUE(%s); VALUE(x); VALUE((%s, y)); VALUE(x %s y ? x : y); }", i, i, g.pick("<", ">", "==", "!="))
	}
	g.expressions()
}

// safeLeft is a left operand for a compound assignment.
func (g *edges) safeLeft(op string) string {
	if op == "<<" || op == ">>" {
		return g.pick("1", "100", "-7", "65", "0x7fffffff")
	}
	return g.number()
}

// expressions evaluates larger expressions on literals and on variables.
func (g *edges) expressions() {
	for range 2 {
		vars := make([]string, 4)
		lits := make([]string, 4)
		g.line("{")
		for i := range vars {
			t, x := g.intType(), g.number()
			vars[i], lits[i] = fmt.Sprint("v", i), fmt.Sprintf("((%s)%s)", t, x)
			g.line("%s v%d = %s;", t, i, lits[i])
		}
		for range 3 {
			v, l := g.pureExpr(3, vars, lits)
			g.line("VALUE(%s); VALUE(%s);", v, l)
			t := g.intType()
			g.line("{ %s r = %s, q = %s; static %s s = %s; mix(r); mix(q); mix(s); }", t, v, l, t, l)
			g.line("if (%s) mix(1); else mix(2);", v)
			g.line("switch (%s) { case (%s) %s 0: mix(3); break; default: mix(4); }", v, l, g.pick("+", "-", "|"))
		}
		g.line("}")
	}
}

// pureExpr is an expression on variables, and the same one on literals.
func (g *edges) pureExpr(depth int, vars, lits []string) (string, string) {
	if depth == 0 || g.IntN(8) == 0 {
		i := g.IntN(len(vars))
		return vars[i], lits[i]
	}
	av, al := g.pureExpr(depth-1, vars, lits)
	both := func(format string) (string, string) { return fmt.Sprintf(format, av), fmt.Sprintf(format, al) }
	switch g.IntN(9) {
	case 0:
		return both("(" + g.pick("-", "~", "!", "+") + "%s)")
	case 1:
		return both("((" + g.intType() + ")%s)")
	case 2:
		return both("(%s " + g.pick("/", "%%") + " " + g.pick("3", "7u", "100ll", "-5") + ")")
	case 3:
		return both("(%s " + g.pick("<<", ">>") + " " + fmt.Sprint(g.IntN(32)) + ")")
	case 4:
		bv, bl := g.pureExpr(depth-1, vars, lits)
		cv, cl := g.pureExpr(depth-1, vars, lits)
		return fmt.Sprintf("(%s ? %s : %s)", av, bv, cv), fmt.Sprintf("(%s ? %s : %s)", al, bl, cl)
	}
	bv, bl := g.pureExpr(depth-1, vars, lits)
	op := g.pick("+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||")
	return "(" + av + " " + op + " " + bv + ")", "(" + al + " " + op + " " + bl + ")"
}
