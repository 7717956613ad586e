package alias

import (
	"strconv"

	"culprit/analysis/inclusion"
	"culprit/cfg"
	"culprit/cfg/clib"
)

// close joins what follows from the constraints, and tells the program.
func (a *analysis) close() {
	for again := true; again; {
		again = a.outside()
		a.constants()
	}
	a.regions()
}

// both joins what the second analysis does not keep apart: a proof that rests
// on regions which it does not confirm is none.
func (a *analysis) both(clashes []*inclusion.Clash) {
	for _, c := range clashes {
		to := a.wild
		switch {
		case c.Object != nil:
			to = a.objects[c.Object.ID]
		case c.Block != nil:
			to = a.allocs[c.Block.Stmt.(*cfg.Alloc)]
		}
		if c.Region != nil {
			a.join(a.ofRegion[c.Region.ID], to)
		}
	}
}

// edge applies the constraints of a statement.
func (a *analysis) edge(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		if s.Dst.Ghost() { // nobody accesses memory through it
			a.ghost(s.Src)
			return
		}
		a.assign(s.Dst, s.Src)
	case *cfg.Assume:
		a.value(s.Cond)
	case *cfg.Havoc:
		a.havoc(e, s)
	case *cfg.Store:
		if s.Region.Ghost() {
			a.ghostAt(s.Region, s.Addr, func(r *cfg.Region) { s.Region = r })
			a.ghost(s.Val)
			return
		}
		m := a.address(s.Addr)
		a.access(access{at: m, addr: s.Addr, width: 8 * s.Val.Type().Bytes(), set: func(r *cfg.Region) { s.Region = r }})
		if v := a.value(s.Val); v != none {
			a.join(a.pointee(m), v)
		} else {
			a.counts(m, s.Val)
		}
	case *cfg.MemCopy:
		if s.DstRegion.Ghost() {
			a.ghostAt(s.DstRegion, s.Dst, func(r *cfg.Region) { s.DstRegion = r })
			a.ghostAt(s.SrcRegion, s.Src, func(r *cfg.Region) { s.SrcRegion = r })
			a.ghost(s.Size)
			return
		}
		d, f := a.address(s.Dst), a.address(s.Src)
		a.value(s.Size)
		a.block(d, s.Dst, s.Size, false, func(r *cfg.Region) { s.DstRegion = r })
		a.block(f, s.Src, s.Size, false, func(r *cfg.Region) { s.SrcRegion = r })
		a.join(a.pointee(d), a.pointee(f))
		a.copies = append(a.copies, [2]node{d, f})
	case *cfg.MemSet:
		if s.Region.Ghost() {
			a.ghostAt(s.Region, s.Dst, func(r *cfg.Region) { s.Region = r })
			a.ghost(s.Size)
			return
		}
		m := a.address(s.Dst)
		a.value(s.Size)
		if v := a.value(s.Val); v != none {
			a.join(a.pointee(m), v)
		}
		a.block(m, s.Dst, s.Size, false, func(r *cfg.Region) { s.Region = r })
	case *cfg.MemHavoc:
		a.memHavoc(s)
	case *cfg.Alloc:
		a.value(s.Size)
		m := a.fresh()
		a.memory[m] = true
		a.allocs[s] = m
		a.join(a.pointee(a.vars[s.Dst.ID]), m)
		a.block(m, &cfg.VarRef{V: s.Dst}, s.Size, true, func(r *cfg.Region) { s.Region = r })
		if !s.Zero {
			a.unset(a.pointee(m))
		}
	case *cfg.Free:
		a.value(s.Ptr)
	case *cfg.Lib:
		a.lib(s)
	case *cfg.Call:
		for i, x := range s.Args {
			a.assign(s.Proc.Params[i], x)
		}
	}
}

func (a *analysis) assign(v *cfg.Var, e cfg.Expr) {
	if x := a.value(e); x != none {
		a.join(a.pointee(a.vars[v.ID]), x)
	} else {
		a.counts(a.vars[v.ID], e)
	}
	if v.Converted && v.CType.Pointer() {
		a.converted = append(a.converted, a.pointee(a.vars[v.ID]))
	}
}

// regions numbers the classes that are accessed or hold an object, and tells
// the statements.
func (a *analysis) regions() {
	a.prog.Regions, a.ofRegion = nil, nil
	byNode := map[node]*cfg.Region{}
	region := func(n node, name string) *cfg.Region {
		n = a.find(n)
		if byNode[n] == nil {
			byNode[n] = a.newRegion(name, 8)
			a.ofRegion = append(a.ofRegion, n)
		}
		return byNode[n]
	}
	errno := a.errno()
	used := a.usedNodes(errno)
	if errno != none && used[a.find(errno)] {
		region(errno, clib.Errno)
	}
	for _, o := range a.prog.Objects {
		o.Region = nil
		if used[a.find(a.objects[o.ID])] {
			o.Region = region(a.objects[o.ID], o.Name)
		}
	}
	for _, e := range a.prog.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok {
			name := "heap"
			if e.Pos.Line > 0 {
				name += strconv.Itoa(e.Pos.Line)
			}
			region(a.allocs[s], name)
		}
	}
	for _, x := range a.accesses {
		x.set(region(x.at, "mem"+strconv.Itoa(len(a.prog.Regions))))
	}
	for _, set := range a.everything {
		set(byNode[a.find(a.wild)])
	}
	a.libRegions(region)
	if len(a.ghosts) > 0 {
		g := a.newRegion(cfg.SizesRegion, a.prog.PtrBits)
		for _, set := range a.ghosts {
			set(g)
		}
	}
	for n, w := range a.cells() {
		if r := byNode[n]; r != nil {
			r.Cell = w
		}
	}
	a.shadowRegions(byNode)
}

// shadowRegions gives each region that package safety watches its shadow.
func (a *analysis) shadowRegions(byNode map[node]*cfg.Region) {
	of := map[node]*cfg.Region{}
	for _, x := range a.shadows {
		n := a.find(x.at)
		if of[n] == nil {
			cell := 8
			if r := byNode[n]; r != nil {
				cell = r.Cell
			}
			of[n] = a.newRegion(cfg.ShadowRegion, cell)
		}
		x.set(of[n])
	}
}

func (a *analysis) newRegion(name string, cell int) *cfg.Region {
	r := &cfg.Region{ID: len(a.prog.Regions), Name: name, Cell: cell}
	a.prog.Regions = append(a.prog.Regions, r)
	return r
}

// usedNodes are the classes that the program or the library accesses.
func (a *analysis) usedNodes(errno node) map[node]bool {
	used := map[node]bool{}
	for _, x := range a.accesses {
		used[a.find(x.at)] = true
	}
	a.libUsed = map[node]bool{}
	for i, u := range a.libs {
		a.libs[i].at = a.reached(u, used, errno)
		for _, n := range a.libs[i].at {
			a.libUsed[n] = true
		}
	}
	for n := range a.libUsed {
		used[n] = true
	}
	return used
}
