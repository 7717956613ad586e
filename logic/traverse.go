package logic

import (
	"slices"

	"culprit/internal/work"
)

// newEpoch starts a traversal: afterwards visit gives true once per term.
func (tb *Table) newEpoch() {
	if len(tb.seen) < len(tb.nodes) {
		tb.seen = slices.Grow(tb.seen, len(tb.nodes)-len(tb.seen))
		n := len(tb.seen)
		tb.seen = tb.seen[:len(tb.nodes)]
		clear(tb.seen[n:])
	}
	tb.epoch++
	if tb.epoch == 0 {
		clear(tb.seen[:cap(tb.seen)])
		tb.epoch = 1
	}
}

func (tb *Table) visit(t T) bool {
	if tb.seen[t] == tb.epoch {
		return false
	}
	tb.seen[t] = tb.epoch
	return true
}

// cone appends the terms below roots whose signature meets sig (all if sig is 0), arguments before users.
func (tb *Table) cone(dst []T, sig uint64, roots ...T) []T {
	tb.newEpoch()
	before := len(dst)
	st := append(tb.stack[:0], roots...)
	for len(st) > 0 {
		t := st[len(st)-1]
		st = st[:len(st)-1]
		if t < 0 {
			dst = append(dst, ^t)
			continue
		}
		if sig != 0 && tb.nodes[t].sig&sig == 0 || !tb.visit(t) {
			continue
		}
		nd := &tb.nodes[t]
		if nd.n == 0 {
			dst = append(dst, t)
			continue
		}
		st = append(st, ^t)
		for i := nd.n; i > 0; i-- {
			if a := tb.arena[nd.off+i-1]; tb.seen[a] != tb.epoch {
				st = append(st, a)
			}
		}
	}
	tb.stack = st
	tb.Clock.Count(len(dst)-before, work.Visit)
	return dst
}

// Cone gives the terms that occur in roots, each once, arguments before users.
func (tb *Table) Cone(roots ...T) []T { return tb.cone(nil, 0, roots...) }

// Size counts the terms that occur in t, shared ones once.
func (tb *Table) Size(t T) int {
	if n := len(tb.nodes) - len(tb.size); n > 0 {
		tb.size = append(tb.size, make([]int32, n)...)
	}
	if tb.size[t] == 0 {
		tb.newEpoch()
		n := int32(0)
		st := append(tb.stack[:0], t)
		for len(st) > 0 {
			t := st[len(st)-1]
			st = st[:len(st)-1]
			if !tb.visit(t) {
				continue
			}
			n++
			nd := &tb.nodes[t]
			for _, a := range tb.arena[nd.off : nd.off+nd.n] {
				if tb.seen[a] != tb.epoch {
					st = append(st, a)
				}
			}
		}
		tb.stack = st
		tb.size[t] = n
		tb.Clock.Count(int(n), work.Visit)
	}
	return int(tb.size[t])
}

// Vars gives the variables that occur in t, sorted; cached. The caller must not modify the slice.
func (tb *Table) Vars(t T) []T {
	if tb.nodes[t].sig == 0 {
		return nil
	}
	if vars, known := tb.vars.of(t, len(tb.nodes)); known {
		return vars
	}
	tb.newEpoch()
	var vars []T
	st := append(tb.stack[:0], t)
	for len(st) > 0 {
		t := st[len(st)-1]
		st = st[:len(st)-1]
		nd := &tb.nodes[t]
		if nd.sig == 0 || !tb.visit(t) {
			continue
		}
		if nd.op == OpVar {
			vars = append(vars, t)
			continue
		}
		if known, ok := tb.vars.of(t, len(tb.nodes)); ok {
			for _, v := range known {
				if tb.visit(v) {
					vars = append(vars, v)
				}
			}
			continue
		}
		for _, a := range tb.arena[nd.off : nd.off+nd.n] {
			if tb.seen[a] != tb.epoch {
				st = append(st, a)
			}
		}
	}
	tb.stack = st
	tb.Clock.Count(len(vars)+1, work.Visit)
	slices.Sort(vars)
	vars = slices.Clip(vars)
	tb.vars.keep(t, vars)
	return vars
}

// Occurs tells whether the variable v occurs in t.
func (tb *Table) Occurs(v, t T) bool {
	if v == t {
		return true
	}
	if tb.nodes[t].sig&tb.nodes[v].sig == 0 {
		return false
	}
	_, ok := slices.BinarySearch(tb.Vars(t), v)
	return ok
}
