package interp

import (
	"math/bits"

	"culprit/cfg"
)

// liveness knows which locals of its procedure some way from a location reads
// before it sets them. Results of procedures are always live.
type liveness struct {
	vars [][]*cfg.Var // by Proc.ID: the locals
	sets [][]uint64   // by Loc.ID: of these by index; nil: all
}

func newLiveness(prog *cfg.Program) *liveness {
	l := &liveness{vars: make([][]*cfg.Var, len(prog.Procs)), sets: make([][]uint64, len(prog.Locs))}
	index := make([]int, len(prog.Vars))
	for _, v := range prog.Vars {
		if v.Proc != nil {
			index[v.ID] = len(l.vars[v.Proc.ID])
			l.vars[v.Proc.ID] = append(l.vars[v.Proc.ID], v)
		}
	}
	locs := make([][]*cfg.Loc, len(prog.Procs))
	for _, x := range prog.Locs {
		if x.Proc != nil {
			locs[x.Proc.ID] = append(locs[x.Proc.ID], x)
		}
	}
	for _, p := range prog.Procs {
		if words := (len(l.vars[p.ID]) + 63) / 64; 8*len(locs[p.ID])*words <= maxStateBytes/16 {
			l.solve(p, locs[p.ID], words, index)
		}
	}
	return l
}

// solve computes the sets of a procedure backwards, until nothing changes.
func (l *liveness) solve(p *cfg.Proc, locs []*cfg.Loc, words int, index []int) {
	sets := make([]uint64, len(locs)*words)
	reads := map[*cfg.Edge][]int{}
	for i, x := range locs {
		l.sets[x.ID] = sets[i*words:][:words:words]
		if p.Ret != nil {
			l.sets[x.ID][index[p.Ret.ID]/64] |= 1 << (index[p.Ret.ID] % 64)
		}
		for _, e := range x.Out {
			for y := range cfg.StmtParts(e.Stmt) {
				if r, ok := y.(*cfg.VarRef); ok && r.V.Proc == p {
					reads[e] = append(reads[e], index[r.V.ID])
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(locs) - 1; i >= 0; i-- {
			at := l.sets[locs[i].ID]
			for _, e := range locs[i].Out {
				if e.To.Proc != p { // a return
					continue
				}
				set := -1
				if v := cfg.Defined(e.Stmt); v != nil && v.Proc == p && v != p.Ret {
					set = index[v.ID]
				}
				for w, x := range l.sets[e.To.ID] {
					if set>>6 == w {
						x &^= 1 << (set & 63)
					}
					changed = changed || x&^at[w] != 0
					at[w] |= x
				}
				for _, r := range reads[e] {
					changed = changed || at[r/64]>>(r%64)&1 == 0
					at[r/64] |= 1 << (r % 64)
				}
			}
		}
	}
}

// at calls f with the variables that are live at a location.
func (l *liveness) at(x *cfg.Loc, f func(v *cfg.Var)) {
	vars := l.vars[x.Proc.ID]
	set := l.sets[x.ID]
	if set == nil {
		for _, v := range vars {
			f(v)
		}
		return
	}
	for w, b := range set {
		for ; b != 0; b &= b - 1 {
			f(vars[w*64+bits.TrailingZeros64(b)])
		}
	}
}
