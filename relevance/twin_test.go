package relevance_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/relevance"
	"culprit/smt/bitblast"
)

// randomTrace makes a trace of small variables with inputs at any place.
func randomTrace(r *rand.Rand) *tracer {
	g := &tracer{Rand: r, p: &cfg.Program{File: "random.c", PtrBits: ptrBits}, free: 10}
	g.main = g.p.NewProc("main", cfg.Pos{})
	g.f = g.p.NewProc("f", cfg.Pos{})
	g.p.Main = g.main
	g.at = g.p.NewLoc(g.main, cfg.Pos{})
	g.main.Entry = g.at
	for i := range 3 {
		v := g.p.NewVar(nil, fmt.Sprintf("v%d", i), cfg.BV(2+g.IntN(2)))
		v.Signed = g.IntN(2) == 0
		if i == 2 && g.IntN(3) == 0 {
			v.Type = cfg.BoolType
		}
		g.vars = append(g.vars, v)
	}
	g.ptr = g.p.NewVar(nil, "p", cfg.BV(ptrBits))
	g.ptr.CType = cfg.PointerTo(nil, 64)
	a := g.p.NewVar(g.f, "a", cfg.BV(2))
	b := g.p.NewVar(g.f, "b", cfg.BV(2))
	g.f.Params = []*cfg.Var{a, b}
	g.p.HeapTop = g.p.NewVar(nil, "#heap", cfg.BV(ptrBits))
	g.obj = g.p.NewObject(nil, "o", cells, 1)
	g.obj.Addr = objAddr
	for i := range 2 {
		g.p.Regions = append(g.p.Regions, &cfg.Region{ID: i, Cell: 8})
	}
	g.mem, g.heap = g.p.Regions[0], g.p.Regions[1]
	for _, v := range g.p.Vars[:6] {
		g.role(&cfg.Assign{Dst: v, Src: &cfg.Const{T: v.Type}}, cfg.RoleImplicit)
	}
	for range 3 + g.IntN(12) {
		g.stmt()
	}
	g.do(&cfg.Assume{Cond: g.cond()})
	return g
}

func (g *tracer) role(s cfg.Stmt, role cfg.Role) {
	to := g.p.NewLoc(g.main, cfg.Pos{})
	e := g.p.NewEdge(g.at, to, s, cfg.Pos{}, fmt.Sprintf("%d", len(g.p.Edges)), role)
	g.at = to
	g.tr.Edges = append(g.tr.Edges, e)
}

func (g *tracer) do(s cfg.Stmt) {
	role := cfg.RoleUser
	if g.IntN(8) == 0 {
		role = cfg.RoleImplicit
	}
	g.role(s, role)
}

func (g *tracer) scope() []*cfg.Var {
	if g.IntN(4) == 0 {
		return append(g.vars[:3:3], g.f.Params...)
	}
	return g.vars
}

func (g *tracer) cond() cfg.Expr {
	if g.IntN(10) == 0 {
		return &cfg.Binary{
			Op: []cfg.Op{cfg.Eq, cfg.ULt, cfg.Ne}[g.IntN(3)], T: cfg.BoolType,
			X: &cfg.VarRef{V: g.ptr}, Y: &cfg.Const{T: g.ptr.Type, V: uint64(g.IntN(6)) * 16},
		}
	}
	return gen.Expr(g.Rand, g.scope(), cfg.BoolType, 1+g.IntN(2))
}

func (g *tracer) pick() *cfg.Var { return g.vars[g.IntN(len(g.vars))] }

// addr is an address in the object.
func (g *tracer) addr() cfg.Expr {
	o := &cfg.AddrOf{Obj: g.obj, Bits: ptrBits}
	if g.IntN(2) == 0 {
		return o
	}
	off := &cfg.Binary{Op: cfg.And, T: cfg.BV(ptrBits), X: gen.Resize(&cfg.VarRef{V: g.vars[0]}, cfg.BV(ptrBits), false), Y: &cfg.Const{T: cfg.BV(ptrBits), V: 1}}
	return &cfg.Binary{Op: cfg.PtrAdd, T: cfg.BV(ptrBits), X: o, Y: off}
}

func (g *tracer) size() cfg.Expr { return &cfg.Const{T: cfg.BV(ptrBits), V: uint64(1 + g.IntN(2))} }

func (g *tracer) stmt() {
	v := g.pick()
	switch k := g.IntN(20); {
	case k < 5:
		if g.free >= v.Type.Width() {
			g.free -= v.Type.Width()
			g.do(&cfg.Havoc{Dst: v, Kind: []cfg.HavocKind{cfg.Nondet, cfg.Nondet, cfg.Uninit}[g.IntN(3)]})
			return
		}
		fallthrough
	case k < 10:
		g.do(&cfg.Assign{Dst: v, Src: gen.Expr(g.Rand, g.scope(), v.Type, 1+g.IntN(2))})
	case k < 13:
		g.do(&cfg.Assume{Cond: g.cond()})
	case k < 15:
		val := gen.Expr(g.Rand, g.vars[:2], cfg.BV(8), 1)
		g.do(&cfg.Store{Addr: g.addr(), Val: val, Region: g.mem})
	case k < 16:
		if v.Type.Kind == cfg.Bool {
			v = g.vars[0]
		}
		load := &cfg.Cast{Op: cfg.Trunc, T: cfg.BV(memBits), X: &cfg.Load{T: cfg.BV(8), Addr: g.addr(), Region: g.mem}}
		g.do(&cfg.Assign{Dst: v, Src: gen.Resize(load, v.Type, g.IntN(2) == 0)})
	case k < 18:
		g.block()
	case k == 18:
		size := gen.Resize(&cfg.VarRef{V: g.vars[1]}, cfg.BV(ptrBits), false)
		g.do(&cfg.Alloc{Dst: g.ptr, Zero: true, Region: g.heap,
			Size: &cfg.Binary{Op: cfg.Mul, T: cfg.BV(ptrBits), X: size, Y: &cfg.Const{T: cfg.BV(ptrBits), V: 37}}})
	default:
		arg := func() cfg.Expr { return gen.Expr(g.Rand, g.vars, cfg.BV(2), 1) }
		g.do(&cfg.Call{Proc: g.f, Args: []cfg.Expr{arg(), arg()}})
	}
}

func (g *tracer) block() {
	switch g.IntN(3) {
	case 0:
		g.do(&cfg.MemSet{Dst: g.addr(), Val: gen.Expr(g.Rand, g.vars[:2], cfg.BV(8), 1), Size: g.size(), Region: g.mem})
	case 1:
		g.do(&cfg.MemCopy{Dst: g.addr(), Src: g.addr(), Size: g.size(), DstRegion: g.mem, SrcRegion: g.mem})
	default:
		if g.free >= 2*memBits {
			g.free -= 2 * memBits
			g.do(&cfg.MemHavoc{Dst: g.addr(), Size: g.size(), Kind: []cfg.HavocKind{cfg.Nondet, cfg.Uninit}[g.IntN(2)], Region: g.mem})
		}
	}
}

// tally counts what the comparison saw.
type tally struct {
	traces, relevant, irrelevant, undecided, blocks, exact, inexact, avoids, nofix int
}

func TestNaiveTwin(t *testing.T) {
	n := rounds.Of(3000)
	var c tally
	for seed := uint64(0); c.traces < n; seed++ {
		g := randomTrace(rand.New(rand.NewPCG(seed, 3)))
		if msg := compare(g, &c); msg != "" {
			t.Fatalf("seed %d: %s\n%s", seed, msg, g)
		}
	}
	t.Logf("%+v", c)
	if c.undecided*200 > c.relevant+c.irrelevant {
		t.Errorf("%d of %d undecided", c.undecided, c.relevant+c.irrelevant+c.undecided)
	}
}

func (g *tracer) String() string {
	var b strings.Builder
	for i, e := range g.tr.Edges {
		fmt.Fprintf(&b, "%d: %v %v\n", i, cfg.StmtString(e.Stmt), e.Role)
	}
	return b.String()
}

// compare analyses the trace both ways; it returns a difference.
func compare(g *tracer, c *tally) string {
	n := newNaive(&g.tr, g.p.HeapTop)
	complete, prefix := n.reach(st{})
	res, err := relevance.Analyze(context.Background(), g.p, &g.tr, nil, bitblast.New(bitblast.Config{}), relevance.Config{})
	if len(complete[0]) == 0 {
		if !errors.Is(err, relevance.ErrInfeasible) {
			return fmt.Sprintf("infeasible, but %v", err)
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	c.traces++
	avoids := slices.ContainsFunc(res.Marks, func(m relevance.Mark) bool { return m.Kind == relevance.AvoidsRun })
	if avoids || c.traces%8 == 0 {
		re := relevance.Confirm(context.Background(), g.p, &res, bitblast.New(bitblast.Config{}), 20, relevance.Config{})
		if len(re.Wrong) > 0 || re.Unknown > 0 {
			return fmt.Sprint(re.Wrong, re.Unknown)
		}
	}
	for i := range res.Marks {
		if msg := n.check(&res.Marks[i], complete, prefix, c); msg != "" {
			return fmt.Sprintf("step %d: %+v: %s", res.Marks[i].Step, res.Marks[i], msg)
		}
	}
	return ""
}

// check compares one mark with the definition.
func (n *naive) check(m *relevance.Mark, complete, prefix []map[st]bool, c *tally) string {
	k := m.Step
	relevant := false
search:
	for s := range complete[k] {
		for _, r := range n.replacements(k, s) {
			if !n.completes(k+1, n.replace(k, s, r)) {
				relevant = true
				break search
			}
		}
	}
	switch m.Status {
	case relevance.Undecided:
		c.undecided++
		return ""
	case relevance.Irrelevant:
		c.irrelevant++
	default:
		c.relevant++
	}
	if relevant != (m.Status == relevance.Relevant) {
		return fmt.Sprintf("naive twin says relevant = %v", relevant)
	}
	if !relevant {
		return ""
	}
	blocks := func(v uint64) bool {
		for s := range prefix[k] {
			if n.completes(k+1, n.replace(k, s, replacement{v: m.Var, value: v})) {
				return false
			}
		}
		return true
	}
	switch m.Kind {
	case relevance.NoFix:
		c.nofix++
		switch n.edges[k].Stmt.(type) {
		case *cfg.MemCopy, *cfg.MemSet, *cfg.MemHavoc:
		default:
			return "no fix"
		}
	case relevance.BlocksTrace:
		c.blocks++
		if !blocks(m.Fix) {
			return "the fix does not block the trace"
		}
	case relevance.AvoidsRun:
		c.avoids++
		avoids := false
		for s := range complete[k] {
			avoids = avoids || !n.completes(k+1, n.replace(k, s, replacement{v: m.Var, value: m.Fix}))
		}
		if !avoids {
			return "the fix avoids no run"
		}
		if m.Var != nil && m.Exact && len(m.Blocking) == 0 {
			for v := range values(m.Var) {
				if blocks(uint64(v)) {
					return fmt.Sprintf("%d blocks", v)
				}
			}
		}
	}
	return n.checkRanges(m, blocks, c)
}

// checkRanges compares the blocking values.
func (n *naive) checkRanges(m *relevance.Mark, blocks func(uint64) bool, c *tally) string {
	if len(m.Blocking) == 0 {
		return ""
	}
	w := 8
	if m.Var != nil {
		w = m.Var.Type.Width()
	}
	if m.Exact {
		c.exact++
	} else {
		c.inexact++
	}
	for v := range uint64(1) << w {
		in := false
		for _, r := range m.Blocking {
			if r.Signed {
				s := cfg.SignExtend(v, w)
				in = in || cfg.SignExtend(r.Lo, w) <= s && s <= cfg.SignExtend(r.Hi, w)
			} else {
				in = in || r.Lo <= v && v <= r.Hi
			}
		}
		b := blocks(v)
		if in && !b {
			return fmt.Sprintf("%d does not block", v)
		}
		if m.Exact && !in && b {
			return fmt.Sprintf("%d blocks", v)
		}
	}
	return ""
}
