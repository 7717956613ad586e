package frontend

import (
	"cmp"
	"slices"

	"culprit/analysis/address"
	"culprit/analysis/alias"
	"culprit/analysis/passes"
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/premises"
)

// finish resolves merged locations, drops unreachable ones, numbers the rest,
// marks loop heads, and assigns addresses.
func (l *lowerer) finish() {
	p := l.CFG
	for _, f := range p.Procs {
		f.Entry, f.Exit = l.Locations.Find(f.Entry), l.Locations.Find(f.Exit)
	}
	for _, e := range p.Edges {
		e.From, e.To = l.Locations.Find(e.From), l.Locations.Find(e.To)
	}
	l.placeLoops()
	l.RefuseDirected()
	if p.HeapTop != nil || l.allocates() {
		l.initially(l.HeapTop())
	}
	for _, v := range l.Zeroed {
		l.initially(v)
	}
	p.SkipEntries()
	p.Prune()
	for _, x := range p.Locs {
		if !x.Pos.IsValid() {
			for _, e := range x.Out {
				if e.Pos.IsValid() {
					x.Pos = e.Pos
					break
				}
			}
		}
	}
	p.DropUnused()
	l.dropNames()
	for _, e := range p.BackEdges() {
		e.To.LoopHead = true
	}
	p.Slots = l.conf.Checks&safety.Slotted != 0 && !l.conf.Execute // executions have a table of objects
	p.Initialised = l.conf.Checks&safety.Uninit != 0 && !l.conf.Execute
	u := passes.Of(p)
	if l.conf.Execute {
		u.Run(slices.Concat(l.early(), l.late()))
		return
	}
	u.Run(slices.Concat(l.early(), l.assuming()))
	var fewer *passes.Unit
	if v := l.vector; v != nil && v.Others {
		u.Run([]passes.Pass{{Name: "arguments", Needs: passes.Laid | passes.Regions, Before: passes.Checked, Run: func(u *passes.Unit) bool {
			fewer = v.Elements(u)
			return true
		}}})
	}
	if fewer != nil {
		fewer.Run(slices.Concat(l.abstracting(), l.late()))
		p.Fewer = fewer.Prog
	}
	if !p.Slots && u.Points().Outside() {
		simpler, _ := u.Clone()
		p.Simpler = simpler.Prog
		p.Simpler.Apart = true
		simpler.Run(slices.Concat(l.abstracting(), l.late()))
	}
	u.Run(slices.Concat(l.abstracting(), l.late()))
}

// early are the passes that every program has: what is asked about conversions and
// alignments comes before premises, which copy expressions.
func (l *lowerer) early() []passes.Pass {
	return []passes.Pass{
		{Name: "distances", Before: passes.Laid, Run: func(u *passes.Unit) bool {
			if !l.conf.Execute { // executions check by themselves
				safety.Distances(u.Prog, l.conf.Checks)
			}
			return true
		}},
		{Name: "lossy conversions", Before: passes.Laid, Run: func(u *passes.Unit) bool {
			safety.Conversions(u.Prog, l.Lossy)
			return true
		}},
		{Name: "indices", Before: passes.Laid, Run: func(u *passes.Unit) bool {
			l.boundsUnchecked()
			safety.Indices(u.Prog, l.indexed)
			return true
		}},
		{Name: "layout", Gives: passes.Laid, Run: layout},
		{Name: "alignments", Needs: passes.Laid | passes.Regions, Before: passes.Checked, Run: func(u *passes.Unit) bool {
			safety.Alignments(u.Prog, l.Followed, safety.Aligning{Multiple: u.Points().Multiple, Targets: l.targets(u), Stricter: l.stricter()})
			return false
		}},
	}
}

// assuming are the passes for what a proof assumes of the program.
func (l *lowerer) assuming() []passes.Pass {
	return []passes.Pass{
		{Name: "premises", Needs: passes.Regions, Before: passes.Checked, Run: func(u *passes.Unit) bool { return l.premises(u.Points()) }},
	}
}

// abstracting are the passes that let the addresses of objects be any, and memory
// outside of the program.
func (l *lowerer) abstracting() []passes.Pass {
	return []passes.Pass{
		{Name: "addresses", Needs: passes.Laid | passes.Regions, Before: passes.Checked, Run: func(u *passes.Unit) bool {
			return address.Abstract(u.Prog, u.Points(), l.conf.Checks&safety.Overflow != 0, l.conf.Checks&safety.Compare != 0)
		}},
		{Name: "outside", Needs: passes.Laid | passes.Regions, Before: passes.Checked, Run: func(u *passes.Unit) bool {
			if u.Prog.Slots || !u.Points().Outside() {
				return false
			}
			outside(u.Prog, u.Points())
			return layout(u)
		}},
	}
}

// late are the passes when there is no further object; they make error locations of
// what the property asks for.
func (l *lowerer) late() []passes.Pass {
	return []passes.Pass{
		{Name: "heap", Needs: passes.Laid, Gives: passes.Heap, Run: func(u *passes.Unit) bool {
			u.Prog.SetHeap()
			return false
		}},
		{Name: "checks", Needs: passes.Heap | passes.Regions, Gives: passes.Checked, Run: func(u *passes.Unit) bool {
			if !l.conf.Execute { // executions check by themselves
				safety.Instrument(u.Prog, l.conf.Checks, l.targets(u))
			}
			return false
		}},
		{Name: "depth", Needs: passes.Checked, Run: func(u *passes.Unit) bool {
			l.depth(u.Prog)
			return false
		}},
	}
}

// stricter are the pointers that become ones to types of a larger alignment.
func (l *lowerer) stricter() (list []cfg.Expr) {
	align := func(pointer *ctypes.Type) uint64 {
		el := l.Types.ElemOf(pointer)
		if el.Kind == ctypes.Void || el.Kind == ctypes.Func || el.Kind == ctypes.Invalid {
			return 1
		}
		return l.Types.AlignOf(el)
	}
	for _, c := range l.Typing.Conversions {
		if align(c.From) < align(c.To) {
			list = append(list, c.E)
		}
	}
	return list
}

// layout gives procedures and objects their addresses.
func layout(u *passes.Unit) bool {
	u.Prog.Layout()
	return true
}

// targets says what addresses may point to; nil where memory outside is taken to be
// apart.
func (l *lowerer) targets(u *passes.Unit) safety.Targets {
	if u.Prog.Apart {
		return nil
	}
	points := u.Points()
	return func(x cfg.Expr) ([]*cfg.Object, bool) {
		objects, others, _ := points.Objects(x, x)
		return objects, others
	}
}

// depth counts what is taken of the stack, if the property asks for it.
func (l *lowerer) depth(p *cfg.Program) {
	if l.conf.Checks&safety.Stack != 0 {
		safety.Depth(p, cmp.Or(l.conf.Stack, safety.UsualStack))
	}
}

// outside lets the program begin with arbitrary contents of all memory that
// pointers from outside lead to, and then zero in its own static objects.
func outside(p *cfg.Program, points *alias.Result) {
	o := p.NewObject(nil, "#outside", 1, 1)
	o.Outside = true
	ptr := cfg.BV(p.PtrBits)
	start := []cfg.Stmt{&cfg.MemHavoc{Dst: &cfg.AddrOf{Obj: o, Bits: p.PtrBits}, Size: emit.Const(ptr, ^uint64(0)), Kind: cfg.Uninit}}
	for _, o := range p.Objects {
		if o.Region != nil && o.Proc == nil && points.Beyond(o) {
			start = append(start, &cfg.MemSet{Dst: &cfg.AddrOf{Obj: o, Bits: p.PtrBits}, Val: emit.Const(cfg.BV(8), 0), Size: emit.Const(ptr, max(o.Size, 1))})
		}
	}
	slices.Reverse(start)
	if !p.Apart {
		p.Assume(p.Main.Pos, "assumes that pointers from outside do not point to variables whose address the program does not take")
	}
	for _, s := range start {
		at := p.NewLoc(p.Main, p.Main.Pos)
		p.NewEdge(at, p.Main.Entry, s, cfg.Pos{}, "", cfg.RoleImplicit)
		p.Main.Entry = at
	}
}

func (l *lowerer) allocates() bool {
	for _, e := range l.CFG.Edges {
		if _, ok := e.Stmt.(*cfg.Alloc); ok {
			return true
		}
	}
	return false
}

// initially puts the initialisation of a variable of the lowering before
// everything.
func (l *lowerer) initially(v *cfg.Var) {
	p := l.CFG
	start := p.NewLoc(p.Main, p.Main.Pos)
	p.NewEdge(start, p.Main.Entry, &cfg.Assign{Dst: v, Src: emit.Const(v.Type, 0)}, cfg.Pos{}, "", cfg.RoleImplicit)
	p.Main.Entry = start
}

// premises notes what is assumed of the types of accesses, and lets a _Bool have
// any value where its byte may be another one than 0 and 1. It reports whether it
// changed the program.
func (l *lowerer) premises(points *alias.Result) (changed bool) {
	p := premises.Premised{Program: &l.Program}
	p.OfTypes(points)
	p.OfLocals(l.unwinding.setjmps)
	p.OfClaims(points)
	l.Precise()
	return p.Bools()
}
