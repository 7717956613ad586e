package cascade

import (
	"slices"

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
