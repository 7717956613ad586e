package code

import (
	"culprit/cfg"
	"culprit/cfg/clib"
)

// Which variables may be without value (a forward may-analysis), so that code
// checks and keeps flags only where they can matter. A variable can be without
// value if a Havoc makes it so, or if it is a copy of memory or of such a
// variable. It has one after every statement that surely uses it, since such
// a use of an uninitialised value stops a strict execution; and after every
// assignment of a computed value. Globals, and results of other procedures,
// are not followed through the program.
//
// The flags of all variables stay exact: code that leaves out a flag's write
// knows that the flag has this value already.

// initialised holds the result of the analysis.
type initialised struct {
	strict bool
	prog   *cfg.Program
	Bit    []int32    // per variable: its bit in the sets of its procedure; open, or never
	in     [][]uint64 // per location: locals that may be without value; nil if not reached
	words  []int      // per procedure: length of the sets
}

// The bits of variables outside of the sets.
const (
	NeverOpen  = -1 // the variable always has a value
	alwaysOpen = -2 // it may be without anywhere
)

// withoutValue reports whether a Havoc leaves its variable without a value that
// an execution has: one that is uninitialised, or that is not known. The
// arguments of main are given.
func withoutValue(s *cfg.Havoc) bool {
	return s.Kind == cfg.Uninit || s.Kind == cfg.Unknown && s.Func != "main" && !spelled(s)
}

// newInitialised analyses p. In a strict execution uses of uninitialised
// values are fatal.
func newInitialised(p *cfg.Program, strict bool) *initialised {
	a := &initialised{strict: strict, prog: p, Bit: make([]int32, len(p.Vars)), in: make([][]uint64, len(p.Locs)), words: make([]int, len(p.Procs))}
	open, outside := a.candidates(), a.setOutside()
	count := make([]int32, len(p.Procs))
	for i, v := range p.Vars {
		switch {
		case !open[i]:
			a.Bit[i] = NeverOpen
		case v.Proc == nil || v == v.Proc.Ret || outside[i]:
			a.Bit[i] = alwaysOpen
		default:
			a.Bit[i] = count[v.Proc.ID]
			count[v.Proc.ID]++
		}
	}
	for i, n := range count {
		a.words[i] = int(n+63) / 64
	}
	for _, f := range p.Procs {
		if f.Entry != nil {
			a.procedure(f)
		}
	}
	return a
}

// openAll forgets what the analysis found.
func (a *initialised) openAll() {
	a.strict = false
	for i := range a.Bit {
		a.Bit[i] = alwaysOpen
	}
}

// candidates are the variables that may be without value somewhere.
func (a *initialised) candidates() []bool {
	open := make([]bool, len(a.prog.Vars))
	copies := make([][]*cfg.Var, len(a.prog.Vars))
	var work []*cfg.Var
	add := func(v *cfg.Var) {
		if !open[v.ID] {
			open[v.ID] = true
			work = append(work, v)
		}
	}
	copied := func(dst *cfg.Var, src cfg.Expr) {
		switch e := src.(type) {
		case *cfg.VarRef:
			copies[e.V.ID] = append(copies[e.V.ID], dst)
		case *cfg.Load:
			add(dst)
		}
	}
	for _, e := range a.prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			if withoutValue(s) {
				add(s.Dst)
			}
		case *cfg.Assign:
			copied(s.Dst, s.Src)
		case *cfg.Call:
			for i, v := range s.Proc.Params {
				if i < len(s.Args) {
					if _, ok := s.Args[i].(*cfg.VarRef); ok { // a Load is used, not copied
						copied(v, s.Args[i])
					}
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, w := range copies[v.ID] {
			add(w)
		}
	}
	return open
}

// setOutside are the variables that an edge of another procedure sets.
func (a *initialised) setOutside() []bool {
	out := make([]bool, len(a.prog.Vars))
	for _, e := range a.prog.Edges {
		if v := cfg.Defined(e.Stmt); v != nil && v.Proc != e.From.Proc {
			out[v.ID] = true
		}
	}
	return out
}

// procedure computes the sets of one procedure. At its entry all locals may be
// without value.
func (a *initialised) procedure(f *cfg.Proc) {
	n := a.words[f.ID]
	top := make([]uint64, n)
	for i := range top {
		top[i] = ^uint64(0)
	}
	a.in[f.Entry.ID] = top
	work := []*cfg.Loc{f.Entry}
	queued := map[*cfg.Loc]bool{f.Entry: true}
	out := make([]uint64, n)
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		queued[l] = false
		for _, e := range l.Out {
			if _, ok := e.Stmt.(*cfg.Return); ok {
				continue
			}
			copy(out, a.in[l.ID])
			a.transfer(f, e, out)
			if a.join(e.To, out) && !queued[e.To] {
				queued[e.To] = true
				work = append(work, e.To)
			}
		}
	}
}

// join adds a set to that of a location and reports whether that is news.
func (a *initialised) join(l *cfg.Loc, set []uint64) bool {
	if a.in[l.ID] == nil {
		a.in[l.ID] = append(make([]uint64, 0, len(set)), set...)
		return true
	}
	news := false
	for i, w := range set {
		if w&^a.in[l.ID][i] != 0 {
			a.in[l.ID][i] |= w
			news = true
		}
	}
	return news
}

// transfer turns the set before an edge into the one after it.
func (a *initialised) transfer(f *cfg.Proc, e *cfg.Edge, set []uint64) {
	if a.strict {
		a.uses(f, e.Stmt, set)
	}
	put := func(v *cfg.Var, open bool) {
		if b := a.Bit[v.ID]; v.Proc == f && b >= 0 {
			set[b/64] &^= 1 << (b % 64)
			if open {
				set[b/64] |= 1 << (b % 64)
			}
		}
	}
	dst := cfg.Defined(e.Stmt)
	if dst == nil {
		return
	}
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		switch x := s.Src.(type) {
		case *cfg.VarRef:
			put(dst, a.isOpen(x.V, f, set))
		case *cfg.Load:
			put(dst, true)
		default:
			put(dst, false)
		}
	case *cfg.Havoc:
		put(dst, withoutValue(s))
	default:
		put(dst, false)
	}
}

// isOpen reports whether v may be without value, given the set of a place in f.
func (a *initialised) isOpen(v *cfg.Var, f *cfg.Proc, set []uint64) bool {
	b := a.Bit[v.ID]
	switch {
	case b == NeverOpen:
		return false
	case b == alwaysOpen || v.Proc != f || set == nil:
		return true
	}
	return set[b/64]>>(b%64)&1 == 1
}

// uses removes what a statement surely uses, rather than only copies.
func (a *initialised) uses(f *cfg.Proc, s cfg.Stmt, set []uint64) {
	use := func(x cfg.Expr) { a.used(f, x, set) }
	operand := func(x cfg.Expr) {
		if _, ok := x.(*cfg.VarRef); !ok {
			use(x)
		}
	}
	switch s := s.(type) {
	case *cfg.Assign:
		operand(s.Src)
	case *cfg.Store:
		use(s.Addr)
		operand(s.Val)
	case *cfg.Call:
		for _, x := range s.Args {
			operand(x)
		}
	default:
		cfg.Exprs(s, use)
	}
}

// used removes the variables that an expression reads in any case.
func (a *initialised) used(f *cfg.Proc, x cfg.Expr, set []uint64) {
	switch x := x.(type) {
	case *cfg.VarRef:
		if b := a.Bit[x.V.ID]; x.V.Proc == f && b >= 0 {
			set[b/64] &^= 1 << (b % 64)
		}
	case *cfg.Binary:
		a.used(f, x.X, set)
		if x.Op != cfg.LAnd && x.Op != cfg.LOr {
			a.used(f, x.Y, set)
		}
	case *cfg.Ite:
		a.used(f, x.Cond, set)
	default:
		cfg.Children(x, func(y cfg.Expr) { a.used(f, y, set) })
	}
}

// spelled reports whether a Havoc stands for the number that digits are.
func spelled(s *cfg.Havoc) bool { return s.Asks != nil && s.Asks.Func == clib.Digits }
