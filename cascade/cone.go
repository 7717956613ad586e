package cascade

import (
	"math/bits"
	"slices"

	"culprit/internal/work"
	"culprit/logic"
)

// cone walks the transforming instances of causes. Instances that one cause has shown
// are not walked again for another that goes back as far or less, so that all
// causes of a tree together cost little more than the instances they show.
type cone struct {
	t    *trace
	low  []int32  // by symbol: it was followed back to this instance
	walk []uint32 // by symbol: in this walk
	now  uint32   // the current walk
	buf  []logic.T
}

func (b *Builder) newCone() *cone {
	n := len(b.trace.owner)
	return &cone{t: b.trace, low: make([]int32, n), walk: make([]uint32, n), now: 1}
}

// forget begins a new walk.
func (w *cone) forget() { w.now++ }

// cause calls show on the instances of a cause that are new, and on some that
// are not.
func (w *cone) cause(c *Cause, show func(i int)) {
	if c.part != nil {
		for _, i := range c.part.list {
			show(i)
		}
		return
	}
	show(c.Condition)
	for _, i := range c.Core {
		show(i)
	}
	for _, i := range c.own {
		show(i)
	}
	for _, k := range c.core {
		w.term(k.term, c.Stop, show)
		for _, s := range k.also {
			w.term(s, c.Stop, show)
		}
	}
}

// has reports whether a symbol was followed back at least to an instance.
func (w *cone) has(s logic.T, stop int) bool { return w.walk[s] == w.now && int(w.low[s]) <= stop }

// term follows a term over the symbols of the run back to instance stop.
func (w *cone) term(x logic.T, stop int, show func(i int)) {
	t := w.t
	w.buf = append(w.buf[:0], x)
	for len(w.buf) > 0 {
		x := w.buf[len(w.buf)-1]
		w.buf = w.buf[:len(w.buf)-1]
		for _, s := range t.tb.Vars(x) {
			i := t.ownerOf(s)
			if i < stop {
				continue
			}
			if w.has(s, stop) {
				continue
			}
			w.low[s], w.walk[s] = int32(stop), w.now
			show(i)
			if deps, ok := t.opaque[i]; ok {
				w.buf = append(w.buf, deps...)
			} else if d, ok := t.run.Def(s); ok {
				w.buf = append(w.buf, d.Def)
			}
		}
	}
}

// support lists the instances of a cause, ascending.
func (b *Builder) support(c *Cause) []int {
	var out []int
	b.whole.forget()
	b.whole.cause(c, func(i int) { out = append(out, i) })
	slices.Sort(out)
	return slices.Compact(out)
}

// withCalls adds the calls of the activations that instances belong to: without
// the call, they would not have been executed. The result is ascending.
func (b *Builder) withCalls(is []int) []int {
	seen := map[int]bool{}
	for _, i := range slices.Clone(is) {
		for j := b.g.Call(i); j >= 0 && !seen[j]; j = b.g.Call(j) {
			seen[j] = true
			is = append(is, j)
		}
	}
	slices.Sort(is)
	return slices.Compact(is)
}

// summaries are terms for what stretches of the run compute: the value of a
// symbol over what was before a position. A position is the number of
// instances of the trace that come before it.
//
// A stretch is made of shorter ones, as a loop is of rounds: from position p it
// goes to the farthest multiple of a power of two that p is one of, too, before
// the symbol is defined, and the rest is a stretch from there. So the summary of
// a stretch is used again for everything that comes after it, whichever question
// was first, and a value that was carried through n instances is known before
// another position in about log n steps.
//
// Values without terms are functions of what their instances read: their
// symbols stay until all of that is constant. So do symbols whose terms would
// be large, and all that a search has no work left for. A constant is
// known without a term: it has its value in the run.
type summaries struct {
	t    *trace
	memo map[spot]logic.T
	made []spot // since the last mark
	mark logic.Mark

	limit work.Amount // by the clock of the terms: until when there is work left
}

// spot is a symbol seen from a position.
type spot struct {
	p int32
	s logic.T
}

// begin and end enclose the use for one cause. Terms stay for the next one
// unless there are too many.
func (m *summaries) begin(most work.Amount) {
	m.made, m.mark, m.limit = m.made[:0], m.t.tb.Mark(), m.t.tb.Clock.Now()+most
}

// left is the work that is left for this cause.
func (m *summaries) left() work.Amount { return m.limit - m.t.tb.Clock.Now() }

// over reports whether the work for this cause is done.
func (m *summaries) over() bool { return m.left() < 0 }

func (m *summaries) end() {
	if m.t.tb.Len()-m.t.size < maxKept {
		return
	}
	m.t.tb.Release(m.mark)
	for _, s := range m.made {
		delete(m.memo, s)
	}
}

// position is that of the instance which defines a symbol, -1 for a free one.
func (m *summaries) position(s logic.T) int {
	if i := m.t.ownerOf(s); i >= 0 {
		return int(m.t.at[i])
	}
	return -1
}

// of is the value of a symbol before position p.
func (m *summaries) of(p int, s logic.T) logic.T {
	i := m.position(s)
	if i < p {
		return s
	}
	switch {
	case int32(p) <= m.t.low[s]:
		return m.t.value(s)
	case m.t.isOpaque(m.t.ownerOf(s)) || m.over():
		return s
	}
	key := spot{int32(p), s}
	if x, ok := m.memo[key]; ok {
		return x
	}
	x := s
	if q := halfway(p, i); q > p {
		x = m.of(q, s)
	}
	if x == s { // not a stretch of its own, or one with a large term
		d, _ := m.t.run.Def(s)
		x = d.Def
	}
	if x = m.term(p, x); m.t.tb.Size(x) > maxSize {
		x = s
	}
	if !m.over() {
		m.memo[key] = x
		m.made = append(m.made, key)
	}
	return x
}

// halfway is the position where the summary of a stretch from p to i is cut.
func halfway(p, i int) int {
	if i == p {
		return p
	}
	step := 1 << (bits.Len(uint(i-p)) - 1)
	if p > 0 {
		step = min(step, p&-p)
	}
	return p + step
}

// term is a term over the symbols of the run before position p.
func (m *summaries) term(p int, x logic.T) logic.T {
	tb := m.t.tb
	var small map[logic.T]logic.T
	for _, v := range tb.Vars(x) {
		if m.position(v) < p {
			continue
		}
		y := m.of(p, v)
		if v == x {
			return y
		}
		if y != v {
			if small == nil {
				small = map[logic.T]logic.T{}
			}
			small[v] = y
		}
	}
	tb.Clock.Add(work.Term)
	if small == nil {
		return x
	}
	return tb.Subst(x, small)
}
