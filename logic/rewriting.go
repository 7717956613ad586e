package logic

import "culprit/internal/work"

// Rewriting replaces terms by others, all occurrences alike, and simplifies. Replacements may become known
// on the way: of a sequence of definitions, those that turn out to be constants are replaced in the ones that follow.
type Rewriting struct {
	tb *Table
	to []T // 1 + what becomes of a term; 0: not known yet
}

// NewRewriting replaces nothing yet.
func NewRewriting(tb *Table) *Rewriting { return &Rewriting{tb: tb, to: make([]T, len(tb.nodes))} }

// Set has x replaced by y in what is rewritten from now on. No term above x may have been rewritten before.
func (r *Rewriting) Set(x, y T) {
	if r.tb.nodes[x].sort != r.tb.nodes[y].sort {
		r.tb.sortPanic("substitution", x, y)
	}
	r.grow(x)
	r.to[x] = y + 1
}

func (r *Rewriting) grow(t T) {
	if n := int(t) + 1 - len(r.to); n > 0 {
		r.to = append(r.to, make([]T, n)...)
	}
}

// Apply gives what becomes of t.
func (r *Rewriting) Apply(t T) T {
	r.grow(t) // arguments are older than what they are arguments of
	if r.to[t] != 0 {
		return r.to[t] - 1
	}
	var buf []T
	for st := []T{t}; len(st) > 0; {
		x := st[len(st)-1]
		if r.to[x] != 0 {
			st = st[:len(st)-1]
			continue
		}
		n := len(st)
		for _, a := range r.tb.Args(x) {
			if r.to[a] == 0 {
				st = append(st, a)
			}
		}
		if len(st) > n {
			continue
		}
		st = st[:n-1]
		buf = append(buf[:0], r.tb.Args(x)...)
		changed := false
		for i, a := range buf {
			buf[i] = r.to[a] - 1
			changed = changed || buf[i] != a
		}
		r.tb.Clock.Add(work.Visit)
		y := x
		if changed {
			y = r.tb.Rebuild(x, buf)
		}
		r.to[x] = y + 1
	}
	return r.to[t] - 1
}
