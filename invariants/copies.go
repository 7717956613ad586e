package invariants

import (
	"culprit/cfg"
	"culprit/cfg/clib"
)

// copies drops the verdicts about values that are copies of inputs: whatever the
// program does with an input, the input itself is not the fault, and a value of
// it that no good run has would hide, by the dependence filter, all that is
// computed from it. Conversions by the C library, such as atoi, are copies, too.
func (r *run) copies() {
	isCopy := make([]bool, len(r.flags))
	var buf []int32
	for i := range len(r.base) - 1 {
		e := r.g.Edge(i)
		s := r.shape(i, buf)
		buf = s.user
		r.g.Reads(i, func(k int, v *cfg.Var, from []int32) {
			if k >= s.reads {
				return
			}
			// Memory that nothing wrote is the environment's: arguments.
			raw := len(from) > 0 || v == nil
			for _, j := range from {
				raw = raw && isCopy[r.writer(int(j), v)]
			}
			isCopy[s.first+uint32(k)] = raw
		})
		for a := range s.params {
			c := e.Stmt.(*cfg.Call)
			isCopy[s.first+uint32(s.reads+a)] = plain(c.Args[a]) && r.last(s, s.reads+a, isCopy)
		}
		n := s.reads + s.params
		at := s.first + uint32(n)
		switch x := e.Stmt.(type) {
		case *cfg.Havoc:
			isCopy[at] = x.Kind == cfg.Nondet
		case *cfg.Assign:
			isCopy[at] = plain(x.Src) && r.last(s, n, isCopy)
		case *cfg.Store:
			isCopy[at] = plain(x.Val) && r.last(s, n, isCopy)
		case *cfg.MemCopy:
			isCopy[at] = s.reads > 0 && isCopy[s.first+uint32(s.reads-1)]
		case *cfg.Lib:
			f := clib.Lookup(x.Func)
			isCopy[at] = f != nil && (f.Input || f.Prints == clib.NoOutput && s.reads > 0)
			for k := range s.reads {
				isCopy[at] = isCopy[at] && (f.Input || isCopy[s.first+uint32(k)])
			}
		}
	}
	for n := range r.flags {
		if isCopy[n] {
			r.flags[n] &^= hasInvariant
		}
	}
	for p, vs := range r.broken {
		kept := vs[:0]
		for _, v := range vs {
			if r.flags[v.node]&(failed|strayed) != 0 {
				kept = append(kept, v)
			}
		}
		r.broken[p] = kept
	}
}

// last reports whether the last read that a node uses is a copy of an input.
func (r *run) last(s shape, user int, isCopy []bool) bool {
	for k := s.reads - 1; k >= 0; k-- {
		if int(s.user[k]) == user {
			return isCopy[s.first+uint32(k)]
		}
	}
	return false
}

// plain reports whether an expression is what it reads, but for its width.
func plain(e cfg.Expr) bool {
	switch x := e.(type) {
	case *cfg.VarRef, *cfg.Load:
		return true
	case *cfg.Cast:
		return plain(x.X)
	}
	return false
}
