package gen

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"culprit/cfg"
)

// Options shapes random programs. The zero value is a good mix.
type Options struct {
	Stmts       int  // statements to generate, about; default 12
	Vars        int  // global variables; default 3
	MaxWidth    int  // of variables, 2 to 8; default 4
	Errors      int  // error locations; default 2
	NoMemory    bool // no arrays, pointers and heap objects
	NoCalls     bool
	NoLoops     bool
	Terminating bool // all loops are bounded by a counter
}

func (o Options) withDefaults() Options {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&o.Stmts, 12)
	def(&o.Vars, 3)
	def(&o.MaxWidth, 4)
	def(&o.Errors, 2)
	return o
}

// ptrBits is the pointer width of all programs.
const ptrBits = 32

type generator struct {
	*rand.Rand
	opt     Options
	p       *cfg.Program
	f       *cfg.Proc
	at      *cfg.Loc
	vars    []*cfg.Var // in scope, bit-vectors
	globals []*cfg.Var
	ptr     *cfg.Var // points to an object or is null; nil without memory
	objs    []*cfg.Object
	helpers []*cfg.Proc // procedures that may be called
	budget  int
	errors  int // error locations still to make
	depth   int // of loops and branches
	loops   int // of loops only
	line    int
}

// Program makes a random program.
func Program(r *rand.Rand, opt Options) *cfg.Program {
	g := &generator{Rand: r, opt: opt.withDefaults(), p: &cfg.Program{File: "random.c", PtrBits: ptrBits}}
	g.errors = g.opt.Errors
	main := g.proc("main")
	g.p.Main = main
	for i := range g.opt.Vars {
		g.globals = append(g.globals, g.variable(nil, fmt.Sprintf("g%d", i)))
	}
	if !g.opt.NoMemory && g.IntN(3) > 0 {
		g.memory()
	}
	if !g.opt.NoCalls {
		for i := range g.IntN(3) {
			g.helper(i)
		}
	}
	g.f, g.at = main, main.Entry
	g.budget = g.opt.Stmts
	g.vars = append([]*cfg.Var(nil), g.globals...)
	if g.ptr != nil {
		g.do(&cfg.Assign{Dst: g.ptr, Src: g.target()})
	}
	for _, v := range g.globals {
		g.assign(v)
	}
	l := g.variable(main, "l")
	g.vars = append(g.vars, l)
	g.do(&cfg.Havoc{Dst: l, Kind: cfg.Uninit})
	g.block()
	for g.errors > 0 {
		g.assertion()
		g.stmt()
	}
	g.finish()
	g.p.Layout()
	return g.p
}

func (g *generator) proc(name string) *cfg.Proc {
	f := g.p.NewProc(name, g.pos())
	f.Entry, f.Exit = g.p.NewLoc(f, g.pos()), g.p.NewLoc(f, g.pos())
	g.p.NewEdge(f.Exit, f.Exit, &cfg.Return{}, g.pos(), "return", cfg.RoleImplicit)
	return f
}

func (g *generator) pos() cfg.Pos {
	g.line++
	return cfg.Pos{File: "random.c", Line: g.line, Col: 1, EndLine: g.line, EndCol: 2}
}

func (g *generator) variable(f *cfg.Proc, name string) *cfg.Var {
	v := g.p.NewVar(f, name, cfg.BV(2+g.IntN(g.opt.MaxWidth-1)))
	v.Signed = g.IntN(2) == 0
	v.CType = &cfg.CType{Kind: cfg.CInt, Text: fmt.Sprintf("_BitInt(%d)", v.Type.Width())}
	return v
}

// memory makes the objects and the pointer of the program. Accesses have 1
// or 2 bytes; objects have 2 or 4.
func (g *generator) memory() {
	for i := range 1 + g.IntN(2) {
		g.objs = append(g.objs, g.p.NewObject(nil, fmt.Sprintf("a%d", i), 2<<g.IntN(2), 2))
	}
	g.ptr = g.p.NewVar(nil, "p", cfg.BV(ptrBits))
	g.ptr.CType = cfg.PointerTo(nil, 64)
	if g.IntN(2) == 0 {
		g.p.HeapTop = g.p.NewVar(nil, "heapTop", cfg.BV(ptrBits))
		g.p.HeapTop.Temp = true
	}
}

// helper makes a small procedure with up to two parameters and a result.
func (g *generator) helper(i int) {
	f := g.proc(fmt.Sprintf("f%d", i))
	g.f, g.at = f, f.Entry
	for j := range g.IntN(3) {
		f.Params = append(f.Params, g.variable(f, fmt.Sprintf("x%d", j)))
	}
	f.Ret = g.variable(f, "result")
	l := g.variable(f, "l")
	g.vars = append(append(append([]*cfg.Var(nil), g.globals...), f.Params...), l)
	g.do(&cfg.Havoc{Dst: l, Kind: cfg.Uninit})
	g.budget = 3
	g.block()
	g.assign(f.Ret)
	g.finish()
	g.helpers = append(g.helpers, f)
}

// finish leads to the exit of the current procedure.
func (g *generator) finish() {
	g.edge(g.at, g.f.Exit, &cfg.Skip{}, "return;")
}

func (g *generator) edge(from, to *cfg.Loc, s cfg.Stmt, text string) *cfg.Edge {
	return g.p.NewEdge(from, to, s, g.pos(), text, cfg.RoleUser)
}

func (g *generator) loc() *cfg.Loc { return g.p.NewLoc(g.f, g.pos()) }

func (g *generator) do(s cfg.Stmt) {
	to := g.loc()
	g.edge(g.at, to, s, fmt.Sprintf("statement %d;", len(g.p.Edges)))
	g.at = to
}

func (g *generator) cond() cfg.Expr { return Expr(g.Rand, g.vars, cfg.BoolType, 1+g.IntN(2)) }

// split adds the two edges of a branch on cond.
func (g *generator) split(cond cfg.Expr) (then, els *cfg.Loc) {
	then, els = g.loc(), g.loc()
	g.edge(g.at, then, &cfg.Assume{Cond: cond}, "if")
	g.edge(g.at, els, &cfg.Assume{Cond: &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: cond}}, "else")
	return then, els
}

// assign gives v the value of an expression, of memory or of an input.
func (g *generator) assign(v *cfg.Var) {
	switch k := g.IntN(10); {
	case k < 3:
		g.do(&cfg.Havoc{Dst: v, Kind: cfg.Nondet, Func: "__VERIFIER_nondet_int"})
	case k < 5 && g.ptr != nil:
		t := cfg.BV(8 + 8*g.IntN(2))
		g.do(&cfg.Assign{Dst: v, Src: Resize(&cfg.Load{T: t, Addr: g.address(t.Bytes())}, v.Type, v.Signed)})
	default:
		g.do(&cfg.Assign{Dst: v, Src: Expr(g.Rand, g.vars, v.Type, 1+g.IntN(2))})
	}
}

// target is the address of some object.
func (g *generator) target() cfg.Expr {
	return &cfg.AddrOf{Obj: g.objs[g.IntN(len(g.objs))], Bits: ptrBits}
}

// address is an address at which n bytes may be accessed: the pointer, or an
// object plus an offset that is a random expression cut to its size. The
// pointer always points to the start of a block of at least 2 bytes.
func (g *generator) address(n int) cfg.Expr {
	if g.IntN(3) == 0 {
		return &cfg.VarRef{V: g.ptr}
	}
	o := g.objs[g.IntN(len(g.objs))]
	i := Expr(g.Rand, g.vars, cfg.BV(8), g.IntN(2))
	mask := &cfg.Const{T: cfg.BV(8), V: (o.Size - 1) &^ uint64(n-1)}
	off := &cfg.Binary{Op: cfg.And, T: cfg.BV(8), X: i, Y: mask}
	return &cfg.Binary{
		Op: cfg.PtrAdd, T: cfg.BV(ptrBits),
		X: &cfg.AddrOf{Obj: o, Bits: ptrBits}, Y: Resize(off, cfg.BV(ptrBits), false),
	}
}

func (g *generator) size(n uint64) cfg.Expr { return &cfg.Const{T: cfg.BV(ptrBits), V: n} }

// memoryStmt writes memory or moves the pointer.
func (g *generator) memoryStmt() {
	switch k := g.IntN(12); {
	case k < 6:
		t := cfg.BV(8 + 8*g.IntN(2))
		g.do(&cfg.Store{Addr: g.address(t.Bytes()), Val: Expr(g.Rand, g.vars, t, 1)})
	case k < 8:
		g.do(&cfg.Assign{Dst: g.ptr, Src: g.target()})
	case k == 8:
		g.do(&cfg.MemCopy{Dst: g.target(), Src: g.target(), Size: g.size(uint64(1 + g.IntN(2)))})
	case k == 9:
		g.do(&cfg.MemSet{Dst: g.target(), Val: Expr(g.Rand, g.vars, cfg.BV(8), 0), Size: g.size(2)})
	case k == 10 && g.loops == 0:
		g.do(&cfg.MemHavoc{Dst: g.target(), Size: g.size(1), Kind: cfg.Uninit})
	case g.p.HeapTop != nil && g.loops == 0 && g.f == g.p.Main:
		g.do(&cfg.Alloc{Dst: g.ptr, Size: g.size(2), Zero: true})
	}
}

// block makes statements until the budget of the procedure is used, or a few
// inside a loop or branch.
func (g *generator) block() {
	n := g.budget
	if g.depth > 0 {
		n = 1 + g.IntN(3)
	}
	for range n {
		if g.budget <= 0 {
			return
		}
		g.stmt()
	}
}

func (g *generator) stmt() {
	g.budget--
	k := g.IntN(20)
	switch {
	case k < 3 && g.depth < 3:
		g.conditional()
	case k < 5 && g.depth < 2 && !g.opt.NoLoops:
		g.loop()
	case k == 5 && g.depth < 2:
		g.switching()
	case k == 6:
		g.do(&cfg.Assume{Cond: g.cond()})
	case k < 9 && g.f == g.p.Main && len(g.helpers) > 0:
		g.call()
	case k < 10 && g.errors > 0:
		g.assertion()
	case k < 14 && g.ptr != nil:
		g.memoryStmt()
	default:
		g.assign(g.vars[g.IntN(len(g.vars))])
	}
}

func (g *generator) conditional() {
	then, els := g.split(g.cond())
	g.depth++
	g.at = then
	g.block()
	end := g.at
	g.at = els
	if g.IntN(2) == 0 {
		g.block()
	}
	g.depth--
	join := g.loc()
	g.edge(end, join, &cfg.Skip{}, "")
	g.edge(g.at, join, &cfg.Skip{}, "")
	g.at = join
}

// switching makes a location with three ways out.
func (g *generator) switching() {
	v := g.vars[g.IntN(len(g.vars))]
	from, join := g.at, g.loc()
	test := func(op cfg.Op, k uint64) cfg.Expr {
		return &cfg.Binary{Op: op, T: cfg.BoolType, X: &cfg.VarRef{V: v}, Y: &cfg.Const{T: v.Type, V: k}}
	}
	rest := &cfg.Binary{Op: cfg.LAnd, T: cfg.BoolType, X: test(cfg.Ne, 0), Y: test(cfg.Ne, 1)}
	g.depth++
	for i, c := range []cfg.Expr{test(cfg.Eq, 0), test(cfg.Eq, 1), rest} {
		g.at = g.loc()
		g.edge(from, g.at, &cfg.Assume{Cond: c}, fmt.Sprintf("case %d", i))
		g.block()
		g.edge(g.at, join, &cfg.Skip{}, "break;")
	}
	g.depth--
	g.at = join
}

// loop makes a loop with a random condition, one that never ends, or one
// with a counter.
func (g *generator) loop() {
	var count *cfg.Var
	if g.opt.Terminating || g.IntN(2) == 0 {
		count = g.p.NewVar(g.f, fmt.Sprintf("i%d", len(g.p.Vars)), cfg.BV(3))
		g.do(&cfg.Assign{Dst: count, Src: &cfg.Const{T: count.Type}})
	}
	head := g.at
	head.LoopHead = true
	var after *cfg.Loc
	switch {
	case count != nil:
		k := &cfg.Const{T: count.Type, V: uint64(1 + g.IntN(4))}
		g.at, after = g.split(&cfg.Binary{Op: cfg.ULt, T: cfg.BoolType, X: &cfg.VarRef{V: count}, Y: k})
	case g.IntN(6) > 0:
		g.at, after = g.split(g.cond())
	default: // for ever
		g.at, after = g.split(cfg.True)
	}
	g.depth++
	g.loops++
	g.block()
	if count != nil {
		one := &cfg.Const{T: count.Type, V: 1}
		g.do(&cfg.Assign{Dst: count, Src: &cfg.Binary{Op: cfg.Add, T: count.Type, X: &cfg.VarRef{V: count}, Y: one}})
	} else if g.IntN(4) == 0 { // the way out of the middle
		then, els := g.split(g.cond())
		g.edge(then, after, &cfg.Skip{}, "break;")
		g.at = els
	}
	g.depth--
	g.loops--
	g.edge(g.at, head, &cfg.Skip{}, "")
	g.at = after
}

func (g *generator) call() {
	f := g.helpers[g.IntN(len(g.helpers))]
	c := &cfg.Call{Proc: f}
	for _, x := range f.Params {
		c.Args = append(c.Args, Expr(g.Rand, g.vars, x.Type, 1))
	}
	g.do(c)
	if g.IntN(4) > 0 {
		v := g.vars[g.IntN(len(g.vars))]
		g.do(&cfg.Assign{Dst: v, Src: Resize(&cfg.VarRef{V: f.Ret}, v.Type, f.Ret.Signed)})
	}
}

// assertion branches to a new error location.
func (g *generator) assertion() {
	cond := g.cond()
	if g.IntN(2) == 0 { // rarer, so that many programs are safe
		cond = &cfg.Binary{Op: cfg.LAnd, T: cfg.BoolType, X: cond, Y: g.cond()}
	}
	then, els := g.split(cond)
	then.Kind = cfg.Error
	then.Reason = cfg.Reason{Kind: cfg.Assertion, Text: strconv.Itoa(g.errors)}
	g.errors--
	g.at = els
}
