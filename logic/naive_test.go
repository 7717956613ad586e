package logic

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
)

// ast is a term without any simplification: the naive twin of the table. Its evaluator follows the text of SMT-LIB in
// arbitrary precision and shares no code with the package.
type ast struct {
	op   string
	sort Sort
	args []*ast
	val  uint64 // const
	name string // var
	i, j int    // extract
}

func (a *ast) String() string {
	switch a.op {
	case "const":
		return fmt.Sprintf("%d:%d", a.val, a.sort.W)
	case "var":
		return a.name
	}
	var b strings.Builder
	b.WriteString("(" + a.op)
	if a.op == "extract" {
		fmt.Fprintf(&b, " %d %d", a.i, a.j)
	}
	if a.op == "zext" || a.op == "sext" {
		fmt.Fprintf(&b, " %d", a.sort.W)
	}
	for _, x := range a.args {
		b.WriteString(" " + x.String())
	}
	b.WriteString(")")
	return b.String()
}

// env gives values to variables by name.
type env struct {
	val map[string]uint64
	arr map[string]*ArrayVal
}

func two(w uint8) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(w)) }

func toSigned(w uint8, v uint64) *big.Int {
	x := new(big.Int).SetUint64(v)
	if x.Bit(int(w)-1) == 1 {
		x.Sub(x, two(w))
	}
	return x
}

// wrap reduces modulo 2^w.
func wrap(w uint8, x *big.Int) uint64 { return new(big.Int).Mod(x, two(w)).Uint64() }

func (a *ast) eval(e *env) uint64 {
	arg := func(i int) uint64 { return a.args[i].eval(e) }
	u := func(i int) *big.Int { return new(big.Int).SetUint64(arg(i)) }
	s := func(i int) *big.Int { return toSigned(a.args[i].sort.W, arg(i)) }
	truth := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	w := a.sort.W
	z := new(big.Int)
	switch a.op {
	case "const":
		return a.val
	case "var":
		return e.val[a.name]
	case "not":
		return truth(arg(0) == 0)
	case "and", "or":
		r := a.op == "and"
		for i := range a.args {
			if v := arg(i) == 1; a.op == "and" {
				r = r && v
			} else {
				r = r || v
			}
		}
		return truth(r)
	case "implies":
		return truth(arg(0) == 0 || arg(1) == 1)
	case "eq":
		return truth(arg(0) == arg(1))
	case "ne":
		return truth(arg(0) != arg(1))
	case "ite":
		if arg(0) == 1 {
			return arg(1)
		}
		return arg(2)
	case "add":
		return wrap(w, z.Add(u(0), u(1)))
	case "sub":
		return wrap(w, z.Sub(u(0), u(1)))
	case "mul":
		return wrap(w, z.Mul(u(0), u(1)))
	case "neg":
		return wrap(w, z.Neg(u(0)))
	case "bvnot":
		return wrap(w, z.Not(u(0)))
	case "udiv":
		if arg(1) == 0 {
			return wrap(w, big.NewInt(-1))
		}
		return wrap(w, z.Quo(u(0), u(1)))
	case "urem":
		if arg(1) == 0 {
			return arg(0)
		}
		return wrap(w, z.Rem(u(0), u(1)))
	case "sdiv":
		if arg(1) == 0 {
			if s(0).Sign() < 0 {
				return 1
			}
			return wrap(w, big.NewInt(-1))
		}
		return wrap(w, z.Quo(s(0), s(1)))
	case "srem":
		if arg(1) == 0 {
			return arg(0)
		}
		return wrap(w, z.Rem(s(0), s(1)))
	case "and.":
		return wrap(w, z.And(u(0), u(1)))
	case "or.":
		return wrap(w, z.Or(u(0), u(1)))
	case "xor.":
		return wrap(w, z.Xor(u(0), u(1)))
	case "shl":
		if arg(1) > 64 {
			return 0
		}
		return wrap(w, z.Lsh(u(0), uint(arg(1))))
	case "lshr":
		if arg(1) > 64 {
			return 0
		}
		return wrap(w, z.Rsh(u(0), uint(arg(1))))
	case "ashr":
		return wrap(w, z.Rsh(s(0), uint(min(arg(1), 100))))
	case "concat":
		return wrap(w, z.Add(z.Lsh(u(0), uint(a.args[1].sort.W)), u(1)))
	case "extract":
		return wrap(w, z.Rsh(u(0), uint(a.j)))
	case "zext":
		return arg(0)
	case "sext":
		return wrap(w, s(0))
	case "ult":
		return truth(u(0).Cmp(u(1)) < 0)
	case "ule":
		return truth(u(0).Cmp(u(1)) <= 0)
	case "slt":
		return truth(s(0).Cmp(s(1)) < 0)
	case "sle":
		return truth(s(0).Cmp(s(1)) <= 0)
	case "select":
		return a.args[0].read(e, arg(1))
	}
	panic(a.op)
}

func (a *ast) read(e *env, i uint64) uint64 {
	switch a.op {
	case "var":
		v := e.arr[a.name]
		if x, ok := v.M[i]; ok {
			return x
		}
		return v.Default
	case "ite":
		if a.args[0].eval(e) == 1 {
			return a.args[1].read(e, i)
		}
		return a.args[2].read(e, i)
	case "store":
		if a.args[1].eval(e) == i {
			return a.args[2].eval(e)
		}
		return a.args[0].read(e, i)
	case "constarray":
		return a.args[0].eval(e)
	case "copy":
		rel := wrap(a.sort.W, new(big.Int).Sub(new(big.Int).SetUint64(i), new(big.Int).SetUint64(a.args[1].eval(e))))
		if rel < a.args[2].eval(e) {
			return a.args[3].read(e, wrap(a.sort.W, new(big.Int).Add(new(big.Int).SetUint64(rel), new(big.Int).SetUint64(a.args[4].eval(e)))))
		}
		return a.args[0].read(e, i)
	}
	panic(a.op)
}

// build gives the term of a in the table.
func (a *ast) build(tb *Table) T {
	var t []T
	for _, x := range a.args {
		t = append(t, x.build(tb))
	}
	switch a.op {
	case "const":
		if a.sort.Kind == SBool {
			return tb.Bool(a.val == 1)
		}
		return tb.BV(int(a.sort.W), a.val)
	case "var":
		return tb.Var(a.name, a.sort)
	case "and":
		return tb.And(t...)
	case "or":
		return tb.Or(t...)
	case "not":
		return tb.Not(t[0])
	case "neg":
		return tb.Neg(t[0])
	case "bvnot":
		return tb.BvNot(t[0])
	case "ite":
		return tb.Ite(t[0], t[1], t[2])
	case "extract":
		return tb.Extract(a.i, a.j, t[0])
	case "zext":
		return tb.ZExt(t[0], int(a.sort.W))
	case "sext":
		return tb.SExt(t[0], int(a.sort.W))
	case "store":
		return tb.Store(t[0], t[1], t[2])
	case "constarray":
		return tb.ConstArray(a.sort, t[0])
	case "copy":
		return tb.Copy(t[0], t[1], t[2], t[3], t[4])
	}
	return map[string]func(a, b T) T{
		"implies": tb.Implies, "eq": tb.Eq, "ne": tb.Ne, "add": tb.Add, "sub": tb.Sub, "mul": tb.Mul, "udiv": tb.UDiv,
		"urem": tb.URem, "sdiv": tb.SDiv, "srem": tb.SRem, "and.": tb.BvAnd, "or.": tb.BvOr, "xor.": tb.BvXor, "shl": tb.Shl,
		"lshr": tb.LShr, "ashr": tb.AShr, "concat": tb.Concat, "ult": tb.ULt, "ule": tb.ULe, "slt": tb.SLt, "sle": tb.SLe,
		"select": tb.Select}[a.op](t[0], t[1])
}

// gen makes random terms; subterms are reused often, so that rules about equal subterms fire.
type gen struct {
	r      *rand.Rand
	widths []int
	arrays bool
	pool   map[Sort][]*ast
	vars   map[Sort]int // variables per sort; 2 where missing
}

func newGen(r *rand.Rand, arrays bool, widths ...int) *gen {
	return &gen{r: r, widths: widths, arrays: arrays, pool: map[Sort][]*ast{}}
}

func (g *gen) width() int { return g.widths[g.r.IntN(len(g.widths))] }

func (g *gen) leaf(s Sort) *ast {
	if s.Kind == SBV && g.r.IntN(3) == 0 {
		m := mask(s.W)
		vals := []uint64{0, 1, 2, m, m - 1, m >> 1, m>>1 + 1, m>>1 + 2, 3, 1 << g.r.IntN(int(s.W)), g.r.Uint64(), g.r.Uint64() >> g.r.IntN(64)}
		return &ast{op: "const", sort: s, val: vals[g.r.IntN(len(vals))] & m}
	}
	if s.Kind == SBool && g.r.IntN(12) == 0 {
		return &ast{op: "const", sort: s, val: g.r.Uint64N(2)}
	}
	n := 2
	if v, ok := g.vars[s]; ok {
		n = v
	}
	return &ast{op: "var", sort: s, name: fmt.Sprintf("v%d_%d_%d_%d", s.Kind, s.W, s.E, g.r.IntN(n))}
}

func (g *gen) term(s Sort, depth int) *ast {
	if p := g.pool[s]; len(p) > 0 && (depth < 3 || len(p) > 3) && g.r.IntN(4) == 0 {
		return p[g.r.IntN(len(p))]
	}
	if depth <= 0 || depth < 3 && g.r.IntN(6) == 0 {
		return g.leaf(s)
	}
	var a *ast
	switch s.Kind {
	case SBool:
		a = g.boolean(depth - 1)
	case SBV:
		a = g.vector(s, depth-1)
	default:
		a = g.array(s, depth-1)
	}
	g.pool[s] = append(g.pool[s], a)
	return a
}

func (g *gen) boolean(d int) *ast {
	b := BoolSort()
	mk := func(op string, args ...*ast) *ast { return &ast{op: op, sort: b, args: args} }
	switch k := g.r.IntN(14); k {
	case 0:
		return mk("not", g.term(b, d))
	case 1, 2, 3, 4:
		op := []string{"and", "or"}[k&1]
		var args []*ast
		for range g.r.IntN(4) + 1 {
			args = append(args, g.term(b, d))
		}
		return mk(op, args...)
	case 5:
		return mk("implies", g.term(b, d), g.term(b, d))
	case 6:
		return mk("ite", g.term(b, d), g.term(b, d), g.term(b, d))
	case 7:
		return mk([]string{"eq", "ne"}[g.r.IntN(2)], g.term(b, d), g.term(b, d))
	}
	s := BVSort(g.width())
	ops := []string{"eq", "ne", "ult", "ule", "slt", "sle"}
	return mk(ops[g.r.IntN(len(ops))], g.term(s, d), g.term(s, d))
}

func (g *gen) vector(s Sort, d int) *ast {
	mk := func(op string, args ...*ast) *ast { return &ast{op: op, sort: s, args: args} }
	w := int(s.W)
	k := g.r.IntN(24)
	switch {
	case k == 0:
		return mk("neg", g.term(s, d))
	case k == 1:
		return mk("bvnot", g.term(s, d))
	case k <= 3:
		return mk("ite", g.term(BoolSort(), d), g.term(s, d), g.term(s, d))
	case k == 4 && w > 1:
		lo := 1 + g.r.IntN(w-1)
		return mk("concat", g.term(BVSort(w-lo), d), g.term(BVSort(lo), d))
	case k <= 6:
		if big := g.width(); big >= w {
			lo := g.r.IntN(big - w + 1)
			if g.r.IntN(3) == 0 {
				lo = 0
			}
			return &ast{op: "extract", sort: s, args: []*ast{g.term(BVSort(big), d)}, i: lo + w - 1, j: lo}
		}
	case k <= 9:
		small := 1 + g.r.IntN(w)
		return mk([]string{"zext", "sext"}[g.r.IntN(2)], g.term(BVSort(small), d))
	case k == 10 && g.arrays:
		as := ArraySort(g.width(), w)
		return mk("select", g.term(as, d), g.term(BVSort(int(as.W)), d))
	}
	ops := []string{"add", "sub", "mul", "add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "and.", "or.", "xor.", "shl", "lshr", "ashr"}
	return mk(ops[g.r.IntN(len(ops))], g.term(s, d), g.term(s, d))
}

func (g *gen) array(s Sort, d int) *ast {
	mk := func(op string, args ...*ast) *ast { return &ast{op: op, sort: s, args: args} }
	i, e := BVSort(int(s.W)), BVSort(int(s.E))
	switch g.r.IntN(8) {
	case 0:
		return mk("ite", g.term(BoolSort(), d), g.term(s, d), g.term(s, d))
	case 1:
		return mk("constarray", g.term(e, d))
	case 2:
		return mk("copy", g.term(s, d), g.term(i, d), g.term(i, d), g.term(s, d), g.term(i, d))
	}
	return mk("store", g.term(s, d), g.term(i, d), g.term(e, d))
}

// value gives a random value, often a special one.
func randValue(r *rand.Rand, w uint8) uint64 {
	m := mask(w)
	switch r.IntN(4) {
	case 0:
		return []uint64{0, 1, m, m >> 1, m>>1 + 1, 2}[r.IntN(6)] & m
	case 1:
		return r.Uint64() >> (63 - r.IntN(64)) & m
	}
	return r.Uint64() & m
}

// vars collects the variables of a by name.
func (a *ast) vars(into map[string]Sort) {
	if a.op == "var" {
		into[a.name] = a.sort
	}
	for _, x := range a.args {
		x.vars(into)
	}
}

func randArray(r *rand.Rand, s Sort) *ArrayVal {
	av := &ArrayVal{Default: randValue(r, s.E), M: map[uint64]uint64{}}
	for range 4 {
		av.M[randValue(r, s.W)] = randValue(r, s.E)
	}
	return av
}

// model translates e to a model of the table.
func (e *env) model(tb *Table, vars map[string]Sort) *Model {
	m := NewModel()
	for n, s := range vars {
		if s.Kind == SArray {
			m.Arr[tb.Var(n, s)] = e.arr[n]
		} else {
			m.BV[tb.Var(n, s)] = e.val[n]
		}
	}
	return m
}
