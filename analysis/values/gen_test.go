package values

import (
	"math/rand/v2"

	"culprit/cfg"
)

// generator builds small random programs: a few procedures over globals,
// locals and two memory objects, with bounded and unbounded loops.
type generator struct {
	r    *rand.Rand
	prog *cfg.Program
	objs []*cfg.Object
	regs []*cfg.Region // nil without alias analysis
	vars []*cfg.Var    // usable in the current procedure
	proc *cfg.Proc
	lows []*cfg.Proc // callable
	left int
}

var widths = []int{8, 8, 16, 32, 32, 64}

func generate(seed uint64) *cfg.Program {
	r := rand.New(rand.NewPCG(seed, 77))
	p := &cfg.Program{File: "gen.c", PtrBits: 32}
	g := &generator{r: r, prog: p}
	for i := range 2 {
		o := p.NewObject(nil, "obj", 16, 4)
		g.objs = append(g.objs, o)
		if seed%2 == 0 {
			reg := &cfg.Region{ID: i, Cell: 8}
			p.Regions = append(p.Regions, reg)
			g.regs = append(g.regs, reg)
		}
	}
	if len(g.regs) > 0 {
		heap := &cfg.Region{ID: 2, Cell: 8}
		p.Regions = append(p.Regions, heap)
		g.regs = append(g.regs, heap)
	}
	p.Layout()
	if r.IntN(2) == 0 {
		p.HeapTop = p.NewVar(nil, "heapTop", cfg.BV(32))
	}
	var globals []*cfg.Var
	for range 3 {
		globals = append(globals, p.NewVar(nil, "g", cfg.BV(widths[r.IntN(len(widths))])))
	}
	globals = append(globals, p.NewVar(nil, "b", cfg.BoolType))
	n := 1 + r.IntN(3)
	for i := range n {
		f := p.NewProc("f", cfg.Pos{})
		g.proc = f
		g.vars = append([]*cfg.Var(nil), globals...)
		for range 2 {
			v := p.NewVar(f, "l", cfg.BV(widths[r.IntN(len(widths))]))
			g.vars = append(g.vars, v)
		}
		if i < n-1 {
			v := p.NewVar(f, "p", cfg.BV(widths[r.IntN(len(widths))]))
			f.Params = append(f.Params, v)
			g.vars = append(g.vars, v)
			f.Ret = p.NewVar(f, "ret", cfg.BV(32))
			g.vars = append(g.vars, f.Ret)
		}
		f.Entry = p.NewLoc(f, cfg.Pos{})
		at := f.Entry
		for _, v := range f.Locals {
			if len(f.Params) == 0 || v != f.Params[0] {
				at = g.edge(at, &cfg.Havoc{Dst: v, Kind: cfg.Uninit})
			}
		}
		if i == n-1 {
			for _, v := range globals {
				at = g.edge(at, &cfg.Assign{Dst: v, Src: &cfg.Const{T: v.Type}})
			}
			p.Main = f
		}
		g.left = 14
		at = g.block(at, 3)
		f.Exit = at
		p.NewEdge(at, at, &cfg.Return{}, cfg.Pos{}, "", cfg.RoleUser)
		g.lows = append(g.lows, f)
	}
	return p
}

func (g *generator) edge(from *cfg.Loc, s cfg.Stmt) *cfg.Loc {
	to := g.prog.NewLoc(g.proc, cfg.Pos{})
	g.prog.NewEdge(from, to, s, cfg.Pos{}, "", cfg.RoleUser)
	return to
}

func (g *generator) block(at *cfg.Loc, depth int) *cfg.Loc {
	for n := 1 + g.r.IntN(5); n > 0 && g.left > 0; n-- {
		g.left--
		at = g.stmt(at, depth)
	}
	return at
}

func (g *generator) anyVar() *cfg.Var { return g.vars[g.r.IntN(len(g.vars))] }

func (g *generator) stmt(at *cfg.Loc, depth int) *cfg.Loc {
	switch k := g.r.IntN(14); {
	case k < 4:
		v := g.anyVar()
		return g.edge(at, &cfg.Assign{Dst: v, Src: g.expr(v.Type, 2)})
	case k == 4:
		return g.edge(at, &cfg.Havoc{Dst: g.anyVar()})
	case k < 7 && depth > 0:
		c := g.expr(cfg.BoolType, 2)
		join := g.prog.NewLoc(g.proc, cfg.Pos{})
		a := g.block(g.edge(at, &cfg.Assume{Cond: c}), depth-1)
		b := g.edge(at, &cfg.Assume{Cond: &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: c}})
		if g.r.IntN(2) == 0 {
			b = g.block(b, depth-1)
		}
		g.prog.NewEdge(a, join, &cfg.Skip{}, cfg.Pos{}, "", cfg.RoleUser)
		g.prog.NewEdge(b, join, &cfg.Skip{}, cfg.Pos{}, "", cfg.RoleUser)
		return join
	case k < 9 && depth > 0:
		return g.loop(at, depth)
	case k == 9 && len(g.lows) > 0:
		f := g.lows[g.r.IntN(len(g.lows))]
		at = g.edge2(at, f)
		v := g.anyVar()
		if v.Type == cfg.BV(32) {
			return g.edge(at, &cfg.Assign{Dst: v, Src: &cfg.VarRef{V: f.Ret}})
		}
		return at
	case k < 12:
		return g.memory(at)
	case k == 12:
		e := g.prog.NewLoc(g.proc, cfg.Pos{})
		e.Kind = cfg.Error
		g.prog.NewEdge(at, e, &cfg.Assume{Cond: g.expr(cfg.BoolType, 2)}, cfg.Pos{}, "", cfg.RoleUser)
		return g.edge(at, &cfg.Skip{})
	}
	return g.edge(at, &cfg.Assume{Cond: g.expr(cfg.BoolType, 1)})
}

func (g *generator) edge2(at *cfg.Loc, f *cfg.Proc) *cfg.Loc {
	to := g.prog.NewLoc(g.proc, cfg.Pos{})
	c := &cfg.Call{Proc: f}
	for _, p := range f.Params {
		c.Args = append(c.Args, g.expr(p.Type, 2))
	}
	g.prog.NewEdge(at, to, c, cfg.Pos{}, "", cfg.RoleUser)
	return to
}

func (g *generator) loop(at *cfg.Loc, depth int) *cfg.Loc {
	v := g.anyVar()
	if v.Type.Kind != cfg.Bits {
		return at
	}
	w := v.Type.Width()
	lit := func(n uint64) cfg.Expr { return &cfg.Const{T: v.Type, V: cfg.Mask(n, w)} }
	ref := &cfg.VarRef{V: v}
	at = g.edge(at, &cfg.Assign{Dst: v, Src: lit(uint64(g.r.IntN(3)))})
	head := g.edge(at, &cfg.Skip{})
	op := []cfg.Op{cfg.ULt, cfg.SLt, cfg.Ne, cfg.SLe}[g.r.IntN(4)]
	cond := &cfg.Binary{Op: op, T: cfg.BoolType, X: ref, Y: lit([]uint64{5, 9, 100, 1000}[g.r.IntN(4)])}
	body := g.block(g.edge(head, &cfg.Assume{Cond: cond}), depth-1)
	step := &cfg.Binary{Op: cfg.Add, T: v.Type, X: ref, Y: lit(uint64(1 + g.r.IntN(2)))}
	g.prog.NewEdge(body, head, &cfg.Assign{Dst: v, Src: step}, cfg.Pos{}, "", cfg.RoleUser)
	return g.edge(head, &cfg.Assume{Cond: &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: cond}})
}

// place picks an address expression with its region.
func (g *generator) place() (cfg.Expr, *cfg.Region) {
	i := g.r.IntN(len(g.objs))
	var reg *cfg.Region
	if g.regs != nil {
		reg = g.regs[i]
	}
	var off cfg.Expr = &cfg.Const{T: cfg.BV(32), V: uint64(g.r.IntN(4) * 4)}
	switch g.r.IntN(6) {
	case 0:
		off = &cfg.Binary{Op: cfg.And, T: cfg.BV(32), X: g.expr(cfg.BV(32), 1), Y: &cfg.Const{T: cfg.BV(32), V: 7}}
	case 1:
		off = &cfg.Const{T: cfg.BV(32), V: uint64(g.r.IntN(13))}
	}
	return &cfg.Binary{Op: cfg.PtrAdd, T: cfg.BV(32), X: &cfg.AddrOf{Obj: g.objs[i], Bits: 32}, Y: off}, reg
}

func (g *generator) memory(at *cfg.Loc) *cfg.Loc {
	addr, reg := g.place()
	size := &cfg.Const{T: cfg.BV(32), V: uint64(1 + g.r.IntN(8))}
	switch k := g.r.IntN(10); {
	case k < 6:
		t := cfg.BV(widths[g.r.IntN(len(widths))])
		return g.edge(at, &cfg.Store{Addr: addr, Val: g.expr(t, 2), Region: reg})
	case k == 6:
		src, sreg := g.place()
		return g.edge(at, &cfg.MemCopy{Dst: addr, Src: src, Size: size, DstRegion: reg, SrcRegion: sreg})
	case k == 7:
		return g.edge(at, &cfg.MemSet{Dst: addr, Val: g.expr(cfg.BV(8), 1), Size: size, Region: reg})
	case k == 8 && g.prog.HeapTop != nil:
		v := g.prog.NewVar(g.proc, "h", cfg.BV(32))
		var hr *cfg.Region
		if g.regs != nil {
			hr = g.regs[2]
		}
		at = g.edge(at, &cfg.Alloc{Dst: v, Size: g.expr(cfg.BV(32), 1), Zero: g.r.IntN(2) == 0, Region: hr})
		ref := &cfg.VarRef{V: v}
		at = g.edge(at, &cfg.Store{Addr: ref, Val: g.expr(cfg.BV(32), 1), Region: hr})
		if x := g.anyVar(); x.Type == cfg.BV(32) {
			at = g.edge(at, &cfg.Assign{Dst: x, Src: &cfg.Load{T: cfg.BV(32), Addr: ref, Region: hr}})
		}
		return at
	}
	return g.edge(at, &cfg.MemHavoc{Dst: addr, Size: size, Region: reg})
}

func (g *generator) expr(t cfg.Type, depth int) cfg.Expr {
	if depth == 0 || g.r.IntN(5) == 0 {
		return g.leaf(t)
	}
	if t.Kind == cfg.Bool {
		switch g.r.IntN(8) {
		case 0:
			return &cfg.Unary{Op: cfg.LNot, T: t, X: g.expr(t, depth-1)}
		case 1:
			return &cfg.Binary{Op: cfg.LAnd, T: t, X: g.expr(t, depth-1), Y: g.expr(t, depth-1)}
		case 2:
			return &cfg.Binary{Op: cfg.LOr, T: t, X: g.expr(t, depth-1), Y: g.expr(t, depth-1)}
		case 3:
			return &cfg.Cast{Op: cfg.BitsToBool, T: t, X: g.expr(cfg.BV(widths[g.r.IntN(6)]), depth-1)}
		}
		ops := []cfg.Op{cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe}
		u := cfg.BV(widths[g.r.IntN(6)])
		return &cfg.Binary{Op: ops[g.r.IntN(6)], T: t, X: g.expr(u, depth-1), Y: g.expr(u, depth-1)}
	}
	w := t.Width()
	switch g.r.IntN(9) {
	case 0:
		return &cfg.Unary{Op: []cfg.Op{cfg.Neg, cfg.Not}[g.r.IntN(2)], T: t, X: g.expr(t, depth-1)}
	case 1:
		return &cfg.Ite{Cond: g.expr(cfg.BoolType, depth-1), Then: g.expr(t, depth-1), Else: g.expr(t, depth-1)}
	case 2:
		u := cfg.BV(widths[g.r.IntN(6)])
		switch {
		case u.Width() < w:
			return &cfg.Cast{Op: []cfg.Op{cfg.ZExt, cfg.SExt}[g.r.IntN(2)], T: t, X: g.expr(u, depth-1)}
		case u.Width() > w:
			return &cfg.Cast{Op: cfg.Trunc, T: t, X: g.expr(u, depth-1)}
		}
		return &cfg.Cast{Op: cfg.BoolToBits, T: t, X: g.expr(cfg.BoolType, depth-1)}
	case 3:
		addr, reg := g.place()
		return &cfg.Load{T: t, Addr: addr, Region: reg}
	}
	ops := []cfg.Op{cfg.Add, cfg.Add, cfg.Sub, cfg.Mul, cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem, cfg.And, cfg.Or, cfg.Xor, cfg.Shl, cfg.LShr, cfg.AShr}
	return &cfg.Binary{Op: ops[g.r.IntN(len(ops))], T: t, X: g.expr(t, depth-1), Y: g.expr(t, depth-1)}
}

func (g *generator) leaf(t cfg.Type) cfg.Expr {
	for range 4 {
		if v := g.anyVar(); v.Type == t {
			return &cfg.VarRef{V: v}
		}
	}
	if t.Kind == cfg.Bool {
		return &cfg.Const{T: t, V: uint64(g.r.IntN(2))}
	}
	if v := g.anyVar(); v.Type.Kind == cfg.Bits {
		switch {
		case v.Type.Width() < t.Width():
			return &cfg.Cast{Op: []cfg.Op{cfg.ZExt, cfg.SExt}[g.r.IntN(2)], T: t, X: &cfg.VarRef{V: v}}
		case v.Type.Width() > t.Width():
			return &cfg.Cast{Op: cfg.Trunc, T: t, X: &cfg.VarRef{V: v}}
		}
	}
	vals := []uint64{0, 1, 2, 3, 5, 10, 100, ^uint64(0), 1 << 7, 1 << 15, 1 << 31, 1<<31 - 1, 127, g.r.Uint64()}
	return &cfg.Const{T: t, V: cfg.Mask(vals[g.r.IntN(len(vals))], t.Width())}
}
