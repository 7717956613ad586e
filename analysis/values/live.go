package values

import (
	"slices"

	"culprit/cfg"
)

// liveness computes for each location the variables and regions whose value
// may still matter: strong liveness, where the operands of an assignment count
// only if its target is live. Regions are the numbers from nvars on, the
// region of accesses without alias analysis first. It runs over the whole
// program: what is live at a procedure's exit is what is live at any of its
// return sites, which makes the locals of callers live in their callees.
type liveness struct {
	prog    *cfg.Program
	nvars   int
	calls   *cfg.CallGraph
	reaches []bool   // by Loc.ID: an error location may be reachable
	at      []bitset // by Loc.ID
	keeps   bitset   // variables that outlive their procedure's return
}

func (l *liveness) region(r *cfg.Region) int { return l.nvars + 1 + int(regionID(r)) }

// newLiveness computes it for the program of a domain.
func newLiveness(d *domain) *liveness {
	l := &liveness{prog: d.prog, nvars: d.nvars, calls: d.prog.CallGraph()}
	l.computeReach()
	l.at = make([]bitset, len(l.prog.Locs))
	for i := range l.at {
		l.at[i] = l.none()
	}
	l.solve()
	l.keeps = l.lasting(d)
	return l
}

func (l *liveness) none() bitset { return newBitset(l.nvars + 1 + len(l.prog.Regions)) }

// computeReach finds the locations from which an error or unsupported
// location may be reachable, calls and returns matched only locally.
func (l *liveness) computeReach() {
	l.reaches = make([]bool, len(l.prog.Locs))
	var work []*cfg.Loc
	push := func(x *cfg.Loc) {
		if x != nil && !l.reaches[x.ID] {
			l.reaches[x.ID] = true
			work = append(work, x)
		}
	}
	for _, x := range l.prog.Locs {
		if x.Kind != cfg.Plain {
			push(x)
		}
	}
	for _, p := range l.prog.Procs {
		if l.calls.Recursive(p) {
			for _, e := range l.calls.Callers[p.ID] {
				push(e.From)
			}
		}
	}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range x.In {
			if c, ok := e.Stmt.(*cfg.Call); ok {
				push(c.Proc.Exit)
			} else {
				push(e.From)
			}
		}
		if p := x.Proc; p != nil && p.Entry == x {
			for _, e := range l.calls.Callers[p.ID] {
				push(e.From)
			}
		}
	}
}

func (l *liveness) solve() {
	prog := l.prog
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
			for _, e := range l.calls.Callers[p.ID] {
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
		if !l.reaches[e.To.ID] { // no error
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
	out := l.none()
	switch st := e.Stmt.(type) {
	case *cfg.Return:
		for _, c := range l.calls.Callers[e.From.Proc.ID] {
			out.or(l.at[c.To.ID])
		}
		return out
	case *cfg.Call:
		l.beforeCall(out, st)
		return out
	}
	out.or(l.at[e.To.ID])
	if r, at, _ := cfg.Written(e.Stmt); at != nil && !out.has(l.region(r)) {
		return out
	}
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
	case *cfg.MemCopy:
		out.add(l.region(st.SrcRegion))
		l.uses(out, st)
	case *cfg.Store, *cfg.MemSet:
		l.uses(out, st)
	case *cfg.MemHavoc: // not what it asks
		l.use(out, st.Dst)
		l.use(out, st.Size)
	case *cfg.Alloc:
		l.beforeAlloc(out, st)
	case *cfg.Lib:
		if st.Dst != nil {
			out.remove(st.Dst.ID)
		}
		l.uses(out, st)
		for _, r := range st.Regions {
			out.add(l.region(r))
		}
	}
	return out
}

// uses adds what all expressions of a statement use.
func (l *liveness) uses(out bitset, s cfg.Stmt) {
	cfg.Exprs(s, func(x cfg.Expr) { l.use(out, x) })
}

func (l *liveness) beforeCall(out bitset, st *cfg.Call) {
	if st.Proc.Entry == nil {
		return
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
}

func (l *liveness) beforeAlloc(out bitset, st *cfg.Alloc) {
	need := out.has(l.region(st.Region)) || out.has(st.Dst.ID)
	out.remove(st.Dst.ID)
	top := l.prog.HeapTop
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
	for x := range cfg.Parts(e) {
		switch x := x.(type) {
		case *cfg.VarRef:
			out.add(x.V.ID)
		case *cfg.Load:
			out.add(l.region(x.Region))
		}
	}
}

// varsOf lists the variables of e by id, once each.
func (d *domain) varsOf(e cfg.Expr) []key {
	if ks, ok := d.exprVars[e]; ok {
		return ks
	}
	var ks []key
	for x := range cfg.Parts(e) {
		if v, ok := x.(*cfg.VarRef); ok {
			ks = append(ks, key(v.V.ID))
		}
	}
	slices.Sort(ks)
	ks = slices.Compact(ks)
	d.exprVars[e] = ks
	return ks
}

// lasting finds the variables whose value survives their procedure's return:
// globals, results, and locals that are live at their procedure's entry or
// used by another procedure (static variables).
func (l *liveness) lasting(d *domain) bitset {
	out := newBitset(max(l.nvars, 1))
	for _, v := range l.prog.Vars {
		if v.Proc == nil || v.Proc.Ret == v || v == l.prog.HeapTop {
			out.add(v.ID)
		}
	}
	params := newBitset(max(l.nvars, 1))
	for _, p := range l.prog.Procs {
		for _, v := range p.Params {
			params.add(v.ID)
		}
	}
	for _, p := range l.prog.Procs {
		if p.Entry == nil {
			continue
		}
		for i, word := range l.at[p.Entry.ID] {
			for b := 0; b < 64 && word>>uint(b) != 0; b++ {
				id := 64*i + b
				if word>>uint(b)&1 != 0 && id < l.nvars && l.prog.Vars[id].Proc == p && !params.has(id) {
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
	for _, e := range l.prog.Edges {
		p := e.From.Proc
		if v := cfg.Defined(e.Stmt); v != nil {
			mark(p, v)
		}
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			for _, k := range d.varsOf(x) {
				mark(p, l.prog.Vars[k])
			}
		})
	}
	return out
}
