package relevance

import (
	"slices"

	"culprit/cfg"
)

// Executions that take the same path differ in what depends on the replaced
// value, and on inputs that a condition or a value compares with it. All other
// inputs the executions may share, since the conditions about them hold for one
// execution as for the other.

// flows is what depends on what in a program, by dense numbers of variables and
// regions, whatever the order of statements.
type flows struct {
	to    [][]int // what a place flows into
	input []int   // places with inputs
	tests [][]int // the places that one condition reads
}

// memoryPlace is the number of a region; variables have their ids.
func memoryPlace(p *cfg.Program, r *cfg.Region) int {
	if r == nil {
		return len(p.Vars) + len(p.Regions)
	}
	return len(p.Vars) + r.ID
}

// newFlows reads the statements of a program.
func newFlows(p *cfg.Program) *flows {
	f := &flows{to: make([][]int, len(p.Vars)+len(p.Regions)+1)}
	flow := func(to int, from ...cfg.Expr) {
		for _, x := range from {
			for _, a := range placesIn(p, x) {
				f.to[a] = append(f.to[a], to)
			}
		}
	}
	for _, e := range p.Edges {
		r, at, _ := cfg.Written(e.Stmt)
		if at != nil {
			cfg.Exprs(e.Stmt, func(x cfg.Expr) { flow(memoryPlace(p, r), x) })
		}
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			flow(s.Dst.ID, s.Src)
		case *cfg.Havoc:
			f.input = append(f.input, s.Dst.ID)
		case *cfg.Assume:
			f.tests = append(f.tests, placesIn(p, s.Cond))
		case *cfg.MemCopy:
			from := memoryPlace(p, s.SrcRegion)
			f.to[from] = append(f.to[from], memoryPlace(p, r))
		case *cfg.MemHavoc:
			f.input = append(f.input, memoryPlace(p, r))
		case *cfg.Alloc:
			if s.Dst != nil {
				flow(s.Dst.ID, s.Size, ref(p.HeapTop))
			}
			flow(p.HeapTop.ID, s.Size)
			flow(memoryPlace(p, s.Region), s.Size, ref(p.HeapTop))
			if !s.Zero {
				f.input = append(f.input, memoryPlace(p, s.Region))
			}
		case *cfg.Call:
			for i, v := range s.Proc.Params[:min(len(s.Args), len(s.Proc.Params))] {
				flow(v.ID, s.Args[i])
			}
		}
	}
	slices.Sort(f.input)
	f.input = slices.Compact(f.input)
	return f
}

// placesIn are those that an expression reads.
func placesIn(p *cfg.Program, x cfg.Expr) (out []int) {
	for x := range cfg.Parts(x) {
		switch x := x.(type) {
		case *cfg.VarRef:
			out = append(out, x.V.ID)
		case *cfg.Load:
			out = append(out, memoryPlace(p, x.Region))
		}
	}
	return out
}

// reach adds what a place flows into to a set.
func (f *flows) reach(in []bool, from int) {
	if in[from] {
		return
	}
	in[from] = true
	for _, to := range f.to[from] {
		f.reach(in, to)
	}
}

// compare finds what differs. It reports false if that is memory, or a float, whose
// operations leave something open.
func (l *lockstepper) compare() bool {
	p := l.p
	f := newFlows(p)
	differs := make([]bool, len(f.to))
	f.reach(differs, l.target.ID)
	left := map[int][]bool{}
	for _, in := range f.input {
		left[in] = make([]bool, len(f.to))
		f.reach(left[in], in)
	}
	for again := true; again; {
		again = false
		for in, from := range left {
			if !f.meet(differs, from) {
				continue
			}
			for i, is := range from {
				differs[i] = differs[i] || is
			}
			delete(left, in)
			again = true
		}
	}
	for i, is := range differs {
		switch {
		case !is:
		case i >= len(p.Vars), p.Vars[i] == p.HeapTop, p.Vars[i].Type.Kind == cfg.Float:
			return false
		}
	}
	l.differs = differs[:len(p.Vars)]
	return true
}

// meet reports whether two sets of places share one, or a condition reads of both.
func (f *flows) meet(a, b []bool) bool {
	for i := range a {
		if a[i] && b[i] {
			return true
		}
	}
	return slices.ContainsFunc(f.tests, func(t []int) bool {
		return slices.ContainsFunc(t, func(i int) bool { return a[i] }) && slices.ContainsFunc(t, func(i int) bool { return b[i] })
	})
}

// reads reports whether an expression reads what differs.
func (l *lockstepper) reads(x cfg.Expr) bool {
	found := false
	for x := range cfg.Parts(x) {
		r, ok := x.(*cfg.VarRef)
		found = found || ok && l.differs[r.V.ID]
	}
	return found
}

// modelled reports whether all statements that read what differs are ones that
// lockstep follows: no memory is read at an address that differs, no procedure
// begins with a value that an earlier activation left, and no result waits while
// another procedure is called.
func (l *lockstepper) modelled() bool {
	if l.calls.Recursive(l.p.Main) || len(l.others)*count(l.differs) > maxFollowed {
		return false
	}
	for _, e := range l.p.Edges {
		known := false
		switch s := e.Stmt.(type) {
		case *cfg.Assign, *cfg.Assume, *cfg.Call:
			known = true
		case *cfg.Havoc:
			known = s.Asks == nil
		}
		ok := true
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			ok = ok && (known || !l.reads(x))
			for x := range cfg.Parts(x) {
				m, load := x.(*cfg.Load)
				ok = ok && !(load && l.reads(m.Addr))
			}
		})
		if d := cfg.Defined(e.Stmt); !ok || !known && d != nil && l.differs[d.ID] {
			return false
		}
	}
	for i, v := range l.p.Vars {
		f := v.Proc
		if !l.differs[i] || f == nil {
			continue
		}
		if v == f.Ret && l.waits(f) || v != f.Ret && f != l.p.Main && !slices.Contains(f.Params, v) && cfg.ReadFrom(f.Entry, v) {
			return false
		}
	}
	return true
}

// waits reports whether a procedure may execute a call, or the statement, after it
// has set its result.
func (l *lockstepper) waits(f *cfg.Proc) bool {
	seen := map[*cfg.Loc]bool{}
	var from func(at *cfg.Loc) bool
	from = func(at *cfg.Loc) bool {
		if seen[at] || at == f.Exit {
			return false
		}
		seen[at] = true
		return slices.ContainsFunc(at.Out, func(e *cfg.Edge) bool {
			if cfg.Defined(e.Stmt) == f.Ret {
				return false
			}
			_, call := e.Stmt.(*cfg.Call)
			return call || e == l.e || from(e.To)
		})
	}
	return slices.ContainsFunc(l.p.Edges, func(e *cfg.Edge) bool { return cfg.Defined(e.Stmt) == f.Ret && from(e.To) })
}

func count(set []bool) (n int) {
	for _, is := range set {
		if is {
			n++
		}
	}
	return n
}
