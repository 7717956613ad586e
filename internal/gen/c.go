package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Head gives the programs of C a function mix of their own.
const Head = `
#define va 0
extern void reach_error(void);
static unsigned long long mix_sum;
static void mix(unsigned long long v) { mix_sum = mix_sum * 31 + v; }
`

// COptions shapes random C programs. The zero value is a good mix.
type COptions struct {
	Floats   bool // floating types and the C library
	Stmts    int  // statements of main, about; default 14
	Features int  // functions that use one part of C each; default 3, -1 for none
	// Inputs is the number of inputs in0, in1, ... of type int, which main
	// gets from __VERIFIER_nondet_int and restricts to InputRange.
	Inputs int
}

// InputRange is the number of values of input i: from 0 on.
func InputRange(i int) int { return 2 + 3*(i%2) }

// cgen writes random C programs.
type cgen struct {
	*rand.Rand
	opt    COptions
	b      strings.Builder
	floats bool    // and the C library
	ints   []clval // integer lvalues in scope
	flts   []clval // floating lvalues in scope
	funcs  []cfunc
	indent int
	depth  int
}

// clval is an lvalue; write tells whether statements may assign to it.
type clval struct {
	text  string
	typ   string
	write bool
}

type cfunc struct {
	name, ret string
	params    []string
}

var cints = []string{
	"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
	"long", "unsigned long", "long long", "unsigned long long", "_Bool", "enum color", "int", "unsigned",
}

const cprelude = `
enum color { RED = -1, GREEN = 5, BLUE };
union bits { float f; double d; unsigned u; unsigned long long ull; unsigned char b[8]; short s[4]; };
typedef __WCHAR_TYPE__ wch;
struct point { char c; int x; short s; long long y; };
struct outer { unsigned char tag; struct point p[2]; unsigned a : 3; int b : 5; unsigned short c : 9; signed char d : 2; unsigned e : 32; struct { int in; unsigned char z; } q; };
`

// C makes a random C program without undefined behaviour (given -fwrapv) and
// without unspecified evaluation order. It reports values by calling
// mix(unsigned long long), which the caller has to supply together with
// reach_error. Indices, divisors and shift counts are guarded. The last
// "return 0;" of the text ends main.
func C(seed uint64, opt COptions) string {
	if opt.Stmts == 0 {
		opt.Stmts = 14
	}
	if opt.Features == 0 {
		opt.Features = 3
	}
	opt.Features = max(opt.Features, 0)
	g := &cgen{Rand: rand.New(rand.NewPCG(seed, 99)), opt: opt, floats: opt.Floats}
	g.b.WriteString(cprelude)
	for i := range opt.Inputs {
		g.line("int in%d;", i)
		in := clval{fmt.Sprintf("in%d", i), "int", false}
		g.ints = append(g.ints, in, in)
	}
	g.globals()
	for i := range 1 + g.IntN(3) {
		g.function(i)
	}
	g.line("static int apply(int (*h)(int, int), int a, int b) { return h(a, b) + 1; }")
	g.line("static int addf(int a, int b) { return a + b; }")
	g.line("static int xorf(int a, int b) { return a ^ (b << 1); }")
	g.line("static struct point twist(struct point p, int k) { p.x = p.x * k; p.y = p.y - p.c; p.c = p.c + 1; return p; }")
	calls := g.features()
	if opt.Inputs > 0 {
		g.line("extern int __VERIFIER_nondet_int(void);")
	}
	g.line("int main(void) {")
	g.indent++
	for i := range opt.Inputs {
		g.line("in%d = __VERIFIER_nondet_int(); if (in%d < 0 || in%d >= %d) return 1;", i, i, i, InputRange(i))
	}
	g.locals()
	g.stmts(opt.Stmts)
	for _, c := range calls {
		g.line("%s(%s, %s);", c, g.expr(1), g.expr(1))
		g.line("%s(%s, %s);", c, g.pick("0", "-1", "100", "0x7fffffff", "7"), g.pick("3", "-5", "255", "1000000"))
	}
	g.report()
	g.line("return 0;")
	g.indent--
	g.line("}")
	return g.b.String()
}

// features writes some of the functions of the table and returns their names.
func (g *cgen) features() []string {
	var names []string
	for i, k := range g.Perm(len(cfeatures))[:g.opt.Features] {
		f := cfeatures[k]
		if f.lib && !g.floats {
			continue
		}
		name := fmt.Sprintf("feat%d", i)
		g.line("%s", strings.ReplaceAll(f.code, "void feat(", "void "+name+"("))
		names = append(names, name)
	}
	return names
}

func (g *cgen) line(f string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, f, args...)
	g.b.WriteByte('\n')
}

func (g *cgen) pick(s ...string) string { return s[g.IntN(len(s))] }

func (g *cgen) ftype() string { return g.pick("float", "double") }

func (g *cgen) globals() {
	for i := range 3 + g.IntN(3) {
		t := cints[g.IntN(len(cints))]
		if g.IntN(3) == 0 {
			g.line("static %s g%d;", t, i)
		} else {
			g.line("%s g%d = %s;", t, i, g.literal())
		}
		g.addInt(fmt.Sprintf("g%d", i), t)
	}
	t := cints[g.IntN(11)]
	g.line("%s ga[5] = {%s, %s, %s};", t, g.literal(), g.literal(), g.literal())
	g.addInt("ga[%]5", t)
	g.line("static short gm[2][3] = {{1, 2, 3}, {[1] = %d}};", g.IntN(100))
	g.addInt("gm[%]2[%]3", "short")
	g.line(`static const char *gs = "h\x81llo\0w%d";`, g.IntN(10))
	g.ints = append(g.ints, clval{"gs[%]8", "char", false})
	g.line("struct outer go = {7, {{1, 2, 3, 4}, {.y = -9}}, .a = 5, .q = {%d, 200}};", g.IntN(1000)-500)
	g.structLvals("go.")
	g.line("struct outer *gp = &go;")
	g.structLvals("gp->")
	g.line("union bits gu;")
	for _, f := range []string{"gu.u|unsigned", "gu.ull|unsigned long long", "gu.b[%]8|unsigned char", "gu.s[%]4|short"} {
		n, t, _ := strings.Cut(f, "|")
		g.addInt(n, t)
	}
	if g.floats {
		g.line("float gf = 1.5f; double gd = -0.1;")
		g.flts = append(g.flts, clval{"gf", "float", true}, clval{"gd", "double", true})
	}
}

func (g *cgen) addInt(text, typ string) { g.ints = append(g.ints, clval{text, typ, true}) }

func (g *cgen) structLvals(prefix string) {
	for _, f := range []string{"tag|unsigned char", "p[%]2.c|char", "p[%]2.x|int", "p[1].s|short", "p[%]2.y|long long", "a|unsigned", "b|int", "c|unsigned short", "d|signed char", "e|unsigned", "q.in|int", "q.z|unsigned char"} {
		n, t, _ := strings.Cut(f, "|")
		g.addInt(prefix+n, t)
	}
}

// lval instantiates an lvalue: every [%]N becomes a guarded index.
func (g *cgen) lval(l clval, depth int) string {
	s := l.text
	for {
		i := strings.Index(s, "[%]")
		if i < 0 {
			return s
		}
		n := s[i+3 : i+4]
		idx := fmt.Sprint(g.IntN(int(n[0] - '0')))
		if depth > 0 && g.IntN(2) == 0 {
			idx = fmt.Sprintf("(unsigned)(%s) %% %s", g.expr(depth-1), n)
		}
		s = s[:i] + "[" + idx + "]" + s[i+4:]
	}
}

func (g *cgen) literal() string {
	switch g.IntN(9) {
	case 0:
		return fmt.Sprint(g.IntN(10))
	case 1:
		return fmt.Sprintf("-%d", g.IntN(300))
	case 2:
		return fmt.Sprintf("0x%xu", g.Uint32())
	case 3:
		return fmt.Sprintf("%dL", g.IntN(1<<31))
	case 4:
		return fmt.Sprintf("0x%xULL", g.Uint64())
	case 5:
		return fmt.Sprintf("%d", g.Uint32())
	case 6:
		return g.pick("'a'", `'\n'`, `'\377'`, "GREEN", "RED", "BLUE", "0x7fffffff", "0x80000000", "2147483648", "-2147483647-1", "0xffff", "~0", "!5", "sizeof(int)", "sizeof(struct outer)", "sizeof(struct point[2])")
	case 7:
		return fmt.Sprintf("%dLL", g.Int64())
	}
	return fmt.Sprint(g.IntN(100) - 50)
}

// expr is an integer expression without side effects.
func (g *cgen) expr(depth int) string {
	if depth <= 0 || g.IntN(10) == 0 {
		if g.IntN(3) == 0 {
			return "(" + g.literal() + ")"
		}
		return g.lval(g.ints[g.IntN(len(g.ints))], 0)
	}
	a := func() string { return g.expr(depth - 1) }
	switch g.IntN(20) {
	case 0, 1:
		return fmt.Sprintf("(%s)(%s)", cints[g.IntN(len(cints))], a())
	case 2:
		return fmt.Sprintf("(%s %s)", g.pick("-", "~", "!", "+"), a())
	case 3:
		return fmt.Sprintf("(%s ? %s : %s)", a(), a(), a())
	case 4:
		b := a()
		return fmt.Sprintf("(%s %s ((%s) == 0 || (%s) == -1 ? 3 : (%s)))", a(), g.pick("/", "%"), b, b, b)
	case 5, 6:
		return fmt.Sprintf("(%s %s (%s & %s))", a(), g.pick("<<", ">>"), a(), g.pick("7", "31", "15u"))
	case 7:
		return g.lval(g.ints[g.IntN(len(g.ints))], depth)
	case 8:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("&&", "||"), a())
	case 9, 10:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("<", "<=", ">", ">=", "==", "!="), a())
	case 11:
		if g.floats {
			return fmt.Sprintf("(%s %s %s)", g.fexpr(depth-1), g.pick("<", "<=", ">", ">=", "==", "!="), g.fexpr(depth-1))
		}
	case 12:
		if g.floats {
			f := g.fexpr(depth - 1)
			return fmt.Sprintf("(%s)((%s) > -100.0 && (%s) < 100.0 ? (%s) : 1)", g.pick("int", "signed char", "long", "long long", "short", "_Bool"), f, f, f)
		}
	}
	return fmt.Sprintf("(%s %s %s)", a(), g.pick("+", "-", "*", "&", "|", "^", "+", "-"), a())
}

// fexpr is a floating expression without side effects.
func (g *cgen) fexpr(depth int) string {
	if depth <= 0 {
		if g.IntN(3) == 0 {
			return g.pick("0.5", "1.0f", "3", "-2.25", "1e10f", "1e-3", "0x1.8p3", "100000.0")
		}
		return g.lval(g.flts[g.IntN(len(g.flts))], 0)
	}
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("(%s)(%s)", g.ftype(), g.expr(depth-1))
	case 1:
		return fmt.Sprintf("(%s)(%s)", g.ftype(), g.fexpr(depth-1))
	case 2:
		return fmt.Sprintf("(- %s)", g.fexpr(depth-1))
	case 3:
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(depth-1), g.fexpr(depth-1), g.fexpr(depth-1))
	case 4:
		return fmt.Sprintf("(%s + (float)%s)", g.fexpr(depth-1), g.expr(depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", g.fexpr(depth-1), g.pick("+", "-", "*", "/"), g.fexpr(depth-1))
}

// function writes a function of integer parameters.
func (g *cgen) function(i int) {
	f := cfunc{name: fmt.Sprintf("f%d", i), ret: cints[g.IntN(len(cints))]}
	saved := len(g.ints)
	var ps []string
	for j := range g.IntN(4) {
		t := cints[g.IntN(len(cints))]
		f.params = append(f.params, t)
		ps = append(ps, fmt.Sprintf("%s x%d", t, j))
		g.addInt(fmt.Sprintf("x%d", j), t)
	}
	if len(ps) == 0 {
		ps = []string{"void"}
	}
	g.line("%s %s(%s) {", f.ret, f.name, strings.Join(ps, ", "))
	g.indent++
	g.line("static %s calls;", g.pick("int", "unsigned char", "long"))
	g.line("calls++;")
	g.addInt("calls", "int")
	g.stmts(3)
	if g.IntN(2) == 0 {
		g.line("if (%s) return %s;", g.expr(2), g.expr(2))
	}
	g.line("mix(calls);")
	g.line("return %s;", g.expr(3))
	g.indent--
	g.line("}")
	g.ints = g.ints[:saved]
	g.funcs = append(g.funcs, f)
}

func (g *cgen) locals() {
	for i := range 3 {
		t := cints[g.IntN(len(cints))]
		g.line("%s l%d = %s;", t, i, g.expr(2))
		g.addInt(fmt.Sprintf("l%d", i), t)
	}
	t := cints[g.IntN(11)]
	g.line("%s la[4] = {%s, %s};", t, g.expr(1), g.expr(1))
	g.line("%s *lp = &la[%d];", t, g.IntN(2))
	g.addInt("la[%]4", t)
	g.addInt("lp[%]2", t)
	g.addInt("(*lp)", t)
	g.line("struct point lq = {1, %s, .y = %s};", g.expr(1), g.expr(1))
	for _, f := range []string{"c|char", "x|int", "s|short", "y|long long"} {
		n, t, _ := strings.Cut(f, "|")
		g.addInt("lq."+n, t)
	}
	g.line("int *li = &lq.x; struct outer lo; union bits lu; int i0, i1, i2;")
	g.line("lo = go; lu.ull = %s;", g.literal())
	g.addInt("(*li)", "int")
	g.structLvals("lo.")
	g.addInt("lu.s[%]4", "short")
	g.addInt("lu.u", "unsigned")
	if g.floats {
		g.line("double ld = %s; float lf[2] = {%s, 2};", g.fexpr(2), g.fexpr(1))
		g.flts = append(g.flts, clval{"ld", "double", true}, clval{"lf[%]2", "float", true})
	}
}

func (g *cgen) stmts(n int) {
	for range n {
		g.stmt()
	}
}

// target is a random writable integer lvalue with index expressions up to
// the depth: 0 where the right-hand side has side effects.
func (g *cgen) target(depth int) string {
	for {
		if l := g.ints[g.IntN(len(g.ints))]; l.write {
			return g.lval(l, depth)
		}
	}
}

func (g *cgen) block(head string, args ...any) {
	g.line(head+" {", args...)
	g.indent++
	g.depth++
	g.stmts(1 + g.IntN(2))
	g.depth--
	g.indent--
	g.line("}")
}

func (g *cgen) stmt() {
	inMain := g.indent > 0 && len(g.flts) != 1 && strings.Contains(g.b.String(), "int main(")
	switch k := g.IntN(24); {
	case k < 2 && g.depth < 2:
		g.block("if (%s)", g.expr(2))
		if g.IntN(2) == 0 {
			g.block("else")
		}
	case k < 4 && g.depth < 2 && inMain:
		v := fmt.Sprintf("i%d", g.depth)
		switch g.IntN(3) {
		case 0:
			g.block("for (%s = 0; %s < %d; %s++)", v, v, 1+g.IntN(5), v)
		case 1:
			g.line("%s = %d;", v, 1+g.IntN(4))
			g.block("while (%s-- > 0)", v)
		case 2:
			g.line("%s = 0;", v)
			g.block("do")
			g.line("while (++%s < %d);", v, 1+g.IntN(4))
		}
	case k == 4 && g.depth < 2:
		g.switching()
	case k < 7 && len(g.funcs) > 0 && inMain:
		f := g.funcs[g.IntN(len(g.funcs))]
		var args []string
		for range f.params {
			args = append(args, g.expr(2))
		}
		g.line("%s = %s(%s);", g.target(0), f.name, strings.Join(args, ", "))
	case k == 7:
		g.line("%s%s;", g.target(1), g.pick("++", "--"))
	case k == 8:
		g.line("%s = %s%s;", g.lval(g.ints[2*g.opt.Inputs+0], 0), g.pick("++", "--"), g.lval(g.ints[2*g.opt.Inputs+1], 0))
	case k < 12:
		g.line("%s %s %s;", g.target(1), g.pick("+=", "-=", "*=", "&=", "|=", "^="), g.expr(2))
	case k == 12:
		g.line("%s %s (%s & 7);", g.target(1), g.pick("<<=", ">>="), g.expr(2))
	case k == 13:
		g.line("%s %s ((%s & 15) + 2);", g.target(1), g.pick("/=", "%="), g.expr(1))
	case k == 14 && inMain:
		g.special()
	case k == 15 && g.floats:
		f := g.flts[g.IntN(len(g.flts))]
		g.line("%s %s %s;", g.lval(f, 1), g.pick("=", "=", "+=", "*=", "-="), g.fexpr(3))
	case k == 16:
		g.line("if (%s && (%s = %s, %s)) mix(1);", g.expr(1), g.target(1), g.expr(2), g.expr(1))
	case k == 17:
		g.line("mix(%s);", g.expr(3))
	case k == 18:
		g.line("%s = %s = %s;", g.lval(g.ints[2*g.opt.Inputs+0], 0), g.lval(g.ints[2*g.opt.Inputs+2], 0), g.expr(2))
	default:
		g.line("%s = %s;", g.target(1), g.expr(3))
	}
}

func (g *cgen) switching() {
	g.line("switch (%s) {", g.expr(2)+g.pick("", " & 3", " & 3"))
	perm := g.Perm(5)
	for _, c := range perm[:3] {
		g.line("case %d:", c-1)
		g.indent++
		g.depth++
		g.stmt()
		g.depth--
		if g.IntN(3) > 0 {
			g.line("break;")
		}
		g.indent--
	}
	if g.IntN(3) > 0 {
		g.line("default:")
		g.line("  mix(77);")
	}
	g.line("}")
}

func (g *cgen) special() {
	switch g.IntN(8) {
	case 0:
		g.line("lo.p[%d] = lq;", g.IntN(2))
	case 1:
		g.line("lq = twist(go.p[%s & 1], %s);", g.expr(1), g.expr(1))
	case 2:
		g.line("lp = &la[(unsigned)%s %% 3]; mix(lp - la); mix(*lp++); lp--;", g.expr(1))
	case 3:
		g.line("mix(apply(%s ? addf : xorf, %s, %s));", g.expr(1), g.expr(1), g.expr(1))
	case 4:
		g.line("gp = %s ? &lo : &go;", g.expr(1))
	case 5:
		g.line("*gp = lo; lo.q.z--;")
	case 6:
		if !g.floats {
			g.line(";")
		} else {
			g.line("lu.f = %s; mix(lu.f != lu.f ? 1 : lu.u); if (lu.f != lu.f) lu.f = 1; lu.d = %s; mix(lu.d != lu.d ? 2 : lu.ull); if (lu.d != lu.d) lu.d = 1;", g.fexpr(2), g.fexpr(2))
		}
	case 7:
		g.line("{ int vla = (%s & 3) + 1; int a[4]; for (i2 = 0; i2 < vla; i2++) a[i2] = i2 * %s; mix(a[vla - 1]); }", g.expr(1), g.expr(1))
	}
}

// report mixes everything in scope.
func (g *cgen) report() {
	for _, l := range g.ints {
		g.line("mix(%s);", g.lval(l, 0))
	}
	for _, l := range g.flts {
		s := g.lval(l, 0)
		g.line("{ union bits u; u.ull = 0; u.%s = %s; mix(%s != %s ? 9 : u.ull); }", l.typ[:1], s, s, s)
	}
}
