package values

import (
	"slices"

	"culprit/cfg"
)

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset    { return make(bitset, (n+63)/64) }
func (b bitset) has(i int) bool { return b[i/64]>>uint(i%64)&1 != 0 }
func (b bitset) add(i int)      { b[i/64] |= 1 << uint(i%64) }
func (b bitset) remove(i int)   { b[i/64] &^= 1 << uint(i%64) }
func (b bitset) or(c bitset) (changed bool) {
	for i, x := range c {
		if n := b[i] | x; n != b[i] {
			b[i], changed = n, true
		}
	}
	return changed
}

// liveness computes for each location the variables and regions whose value
// may still matter: strong liveness, where the operands of an assignment count
// only if its target is live. Regions are the numbers from nvars on, the
// region of accesses without alias analysis first. It runs over the whole
// program: what is live at a procedure's exit is what is live at any of its
// return sites, which makes the locals of callers live in their callees.
type liveness struct {
	a     *analysis
	at    []bitset // by Loc.ID
	size  int
	calls [][]*cfg.Edge // by Proc.ID: the calls of it
}

func (l *liveness) region(r *cfg.Region) int { return l.a.nvars + 1 + int(regionID(r)) }

func (a *analysis) computeLiveness() {
	l := &liveness{a: a, size: a.nvars + 1 + len(a.prog.Regions)}
	l.calls = make([][]*cfg.Edge, len(a.prog.Procs))
	for _, e := range a.prog.Edges {
		if c, ok := e.Stmt.(*cfg.Call); ok {
			l.calls[c.Proc.ID] = append(l.calls[c.Proc.ID], e)
		}
	}
	l.at = make([]bitset, len(a.prog.Locs))
	for i := range l.at {
		l.at[i] = newBitset(l.size)
	}
	l.solve()
	a.live = l.at
	a.liveness = l
}

func (l *liveness) solve() {
	prog := l.a.prog
	queued := make([]bool, len(prog.Locs))
	var work []*cfg.Loc
	push := func(loc *cfg.Loc) {
		if loc != nil && !queued[loc.ID] {
			queued[loc.ID] = true
			work = append(work, loc)
		}
	}
	for _, loc := range prog.Locs {
		push(loc)
	}
	for len(work) > 0 {
		loc := work[len(work)-1]
		work = work[:len(work)-1]
		queued[loc.ID] = false
		if !l.update(loc) {
			continue
		}
		for _, e := range loc.In {
			push(e.From)
			if c, ok := e.Stmt.(*cfg.Call); ok {
				push(c.Proc.Exit)
			}
		}
		if p := loc.Proc; p != nil && loc == p.Entry {
			for _, e := range l.calls[p.ID] {
				push(e.From)
			}
		}
	}
}

func (l *liveness) update(loc *cfg.Loc) bool {
	if loc.Kind != cfg.Plain {
		return false
	}
	changed := false
	for _, e := range loc.Out {
		if l.a.irrelevant(e) {
			if _, ok := e.Stmt.(*cfg.Assume); ok {
				changed = l.at[loc.ID].or(l.at[e.To.ID]) || changed
				continue
			}
		}
		changed = l.at[loc.ID].or(l.before(e)) || changed
	}
	return changed
}

// before is what is live before an edge.
func (l *liveness) before(e *cfg.Edge) bitset {
	out := newBitset(l.size)
	switch st := e.Stmt.(type) {
	case *cfg.Return:
		for _, c := range l.calls[e.From.Proc.ID] {
			out.or(l.at[c.To.ID])
		}
		return out
	case *cfg.Call:
		if st.Proc.Entry == nil {
			return out
		}
		entry := l.at[st.Proc.Entry.ID]
		out.or(entry)
		for _, p := range st.Proc.Params {
			out.remove(p.ID)
		}
		for i, x := range st.Args {
			if i < len(st.Proc.Params) && entry.has(st.Proc.Params[i].ID) {
				l.use(out, x)
			}
		}
		return out
	}
	out.or(l.at[e.To.ID])
	switch st := e.Stmt.(type) {
	case *cfg.Assign:
		if out.has(st.Dst.ID) {
			out.remove(st.Dst.ID)
			l.use(out, st.Src)
		}
	case *cfg.Havoc:
		out.remove(st.Dst.ID)
	case *cfg.Assume:
		l.use(out, st.Cond)
	case *cfg.Store:
		if out.has(l.region(st.Region)) {
			l.use(out, st.Addr)
			l.use(out, st.Val)
		}
	case *cfg.MemCopy:
		if out.has(l.region(st.DstRegion)) {
			out.add(l.region(st.SrcRegion))
			l.use(out, st.Dst)
			l.use(out, st.Src)
			l.use(out, st.Size)
		}
	case *cfg.MemSet:
		if out.has(l.region(st.Region)) {
			l.use(out, st.Dst)
			l.use(out, st.Val)
			l.use(out, st.Size)
		}
	case *cfg.MemHavoc:
		if out.has(l.region(st.Region)) {
			l.use(out, st.Dst)
			l.use(out, st.Size)
		}
	case *cfg.Alloc:
		l.beforeAlloc(out, st)
	case *cfg.Lib:
		if st.Dst != nil {
			out.remove(st.Dst.ID)
		}
		for _, x := range st.Args {
			l.use(out, x)
		}
		for _, r := range st.Regions {
			out.add(l.region(r))
		}
	}
	return out
}

func (l *liveness) beforeAlloc(out bitset, st *cfg.Alloc) {
	need := out.has(l.region(st.Region)) || out.has(st.Dst.ID)
	out.remove(st.Dst.ID)
	top := l.a.prog.HeapTop
	if top == nil {
		return
	}
	need = need || out.has(top.ID)
	out.remove(top.ID)
	if need {
		out.add(top.ID)
		l.use(out, st.Size)
	}
}

// use adds the variables and regions e reads.
func (l *liveness) use(out bitset, e cfg.Expr) {
	cfg.Walk(e, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.VarRef:
			out.add(x.V.ID)
		case *cfg.Load:
			out.add(l.region(x.Region))
		}
	})
}

// varsOf lists the variables of e by id, once each.
func (a *analysis) varsOf(e cfg.Expr) []key {
	if ks, ok := a.exprVars[e]; ok {
		return ks
	}
	var ks []key
	cfg.Walk(e, func(x cfg.Expr) {
		if v, ok := x.(*cfg.VarRef); ok {
			ks = append(ks, key(v.V.ID))
		}
	})
	slices.Sort(ks)
	ks = slices.Compact(ks)
	a.exprVars[e] = ks
	return ks
}

// lasting finds the variables whose value survives their procedure's return:
// globals, results, and locals that are live at their procedure's entry or
// used by another procedure (static variables).
func (a *analysis) lasting() bitset {
	out := newBitset(max(a.nvars, 1))
	for _, v := range a.prog.Vars {
		if v.Proc == nil || v.Proc.Ret == v || v == a.prog.HeapTop {
			out.add(v.ID)
		}
	}
	params := newBitset(max(a.nvars, 1))
	for _, p := range a.prog.Procs {
		for _, v := range p.Params {
			params.add(v.ID)
		}
	}
	for _, p := range a.prog.Procs {
		if p.Entry == nil {
			continue
		}
		for i, word := range a.live[p.Entry.ID] {
			for b := 0; b < 64 && word>>uint(b) != 0; b++ {
				id := 64*i + b
				if word>>uint(b)&1 != 0 && id < a.nvars && a.prog.Vars[id].Proc == p && !params.has(id) {
					out.add(id)
				}
			}
		}
	}
	mark := func(p *cfg.Proc, v *cfg.Var) {
		if v.Proc != nil && v.Proc != p {
			out.add(v.ID)
		}
	}
	for _, e := range a.prog.Edges {
		p := e.From.Proc
		if d := cfg.Defined(e.Stmt); d != nil {
			mark(p, d)
		}
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			for _, k := range a.varsOf(x) {
				mark(p, a.prog.Vars[k])
			}
		})
	}
	return out
}
