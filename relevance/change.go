package relevance

import (
	"container/heap"
	"slices"

	"culprit/cfg"
)

// change follows the rest of an execution after another value at one step, from
// one step that reads what differs to the next one.
type change struct {
	*execution
	quiet
	at   int              // the step that is executed
	now  map[int32]number // places that differ, and what they hold
	due  map[int32]int32  // by place that differs: the next step that reads or writes it
	next schedule
	late int32      // on inputs up to which it depends where the changed rest writes
	near []nearness // of the first conditions that differ

	eff    effect           // of the current step
	writes map[int32]number // of the current step
	met    []int32          // places due at the current step

	taken  []uint64 // addresses of objects that the trace takes
	allocs []int    // steps that allocate
}

// newChange prepares for changes of an execution.
func newChange(x *execution) *change {
	c := &change{execution: x, writes: map[int32]number{}}
	for k, e := range x.tr.Edges {
		if _, ok := e.Stmt.(*cfg.Alloc); ok && len(c.allocs) < 2*maxObjects {
			c.allocs = append(c.allocs, k)
		}
	}
	c.taken = takenObjects(x.tr)
	return c
}

// nearness says how far the operands of a condition are from each other, and how
// far the changed one is from what it was.
type nearness struct{ distance, moved int64 }

// schedule orders places that differ by the steps at which they are due.
type schedule []dueAt

type dueAt struct{ step, place int32 }

func (s schedule) Len() int           { return len(s) }
func (s schedule) Less(i, j int) bool { return s[i].step < s[j].step }
func (s schedule) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *schedule) Push(x any)        { *s = append(*s, x.(dueAt)) }
func (s *schedule) Pop() any {
	n := len(*s) - 1
	x := (*s)[n]
	*s = (*s)[:n]
	return x
}

// outcome says how the rest of the trace ends with another value.
type outcome uint8

const (
	passes     outcome = iota // in the given execution every condition holds
	avoids                    // a condition is false, whatever the inputs after the step
	blocks                    // a condition is false, whatever the inputs
	unclear                   // it is beyond what is modelled
	unfinished                // it is beyond the limit
)

// read implements memory.
func (c *change) read(l int32) number {
	if n, ok := c.now[l]; ok {
		n.late = max(n.late, c.strayLate(l, c.at)) // other inputs may write it in between
		return n
	}
	return c.before(l, c.at)
}

// all implements memory.
func (c *change) all() bool { return false }

// try executes the rest of the trace from step k on with another value there,
// for at most limit steps that read what differs.
func (c *change) try(k int, with replacement, limit int) outcome {
	c.now, c.due, c.next = map[int32]number{}, map[int32]int32{}, c.next[:0]
	c.near, c.at, c.late = c.near[:0], k, -1
	if !c.run(c, k, c.tr.Edges[k].Stmt, &with, &c.eff) {
		return unclear
	}
	c.apply()
	for n := 0; len(c.next) > 0; n++ {
		switch {
		case c.late > int32(k):
			return unclear
		case n > limit:
			return unfinished
		}
		j := c.next[0].step
		c.met = c.met[:0]
		for len(c.next) > 0 && c.next[0].step == j {
			l := heap.Pop(&c.next).(dueAt).place
			if d, ok := c.due[l]; ok && d == j {
				c.met = append(c.met, l)
			}
		}
		if len(c.met) == 0 {
			continue
		}
		c.clock.Add(changeCost)
		c.at = int(j)
		if c.idle[j] {
			c.forget(&c.steps[j])
			c.again(j)
			continue
		}
		st := c.tr.Edges[j].Stmt
		if !c.run(c, int(j), st, nil, &c.eff) {
			return unclear
		}
		if n := c.eff.cond; n != nil {
			switch late := max(n.late, c.late); {
			case n.v == 0 && late < 0:
				return blocks
			case n.v == 0 && late <= int32(k):
				return avoids
			}
			if len(c.near) < maxNear {
				c.compare(st.(*cfg.Assume).Cond)
			}
		}
		c.apply()
		c.again(j)
	}
	return passes
}

// forget takes what a step writes off the places that differ.
func (c *change) forget(at *stepPlaces) {
	for _, l := range c.places[at.writes:at.end] {
		delete(c.now, l)
		delete(c.due, l)
	}
}

// again schedules the places that were due at step j and still differ.
func (c *change) again(j int32) {
	for _, l := range c.met {
		if d, ok := c.due[l]; ok && d == j {
			c.schedule(l)
		}
	}
}

// apply makes what the step wrote the state, beside what it writes in the trace.
func (c *change) apply() {
	c.late = max(c.late, c.eff.late)
	clear(c.writes)
	for _, w := range c.eff.writes {
		c.writes[w.place] = w.number
	}
	at := &c.steps[c.at]
	for _, l := range c.places[at.writes:at.end] {
		if _, ok := c.writes[l]; !ok {
			c.writes[l] = c.read(l) // the trace writes it, the changed one does not
		}
	}
	for l, n := range c.writes {
		was := c.before(l, c.at+1)
		if n.v == was.v && n.late <= was.late {
			delete(c.now, l)
			delete(c.due, l)
			continue
		}
		c.now[l] = n
		c.schedule(l)
	}
}

// schedule says when a place that differs is looked at next.
func (c *change) schedule(l int32) {
	es := c.events[l]
	i, _ := slices.BinarySearch(es, int32(c.at+1))
	if i == len(es) {
		c.due[l] = never
		return
	}
	c.due[l] = es[i]
	heap.Push(&c.next, dueAt{es[i], l})
}

// compare notes how far a condition is from another outcome.
func (c *change) compare(e cfg.Expr) {
	for {
		u, ok := e.(*cfg.Unary)
		if !ok || u.Op != cfg.LNot {
			break
		}
		e = u.X
	}
	var x, y cfg.Expr
	switch e := e.(type) {
	case *cfg.Binary:
		if t := e.X.Type(); t.Kind != cfg.Bits || t.Width() > 64 {
			return
		}
		switch e.Op {
		case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
			x, y = e.X, e.Y
		default:
			return
		}
	case *cfg.Cast:
		if e.Op != cfg.BitsToBool || e.X.Type().Width() > 64 {
			return
		}
		x, y = e.X, &cfg.Const{T: e.X.Type()}
	default:
		return
	}
	w := x.Type().Width()
	distance := func(m memory) int64 {
		a, _ := c.eval(m, x)
		b, _ := c.eval(m, y)
		return cfg.SignExtend(b.v-a.v, w)
	}
	now := distance(c)
	c.near = append(c.near, nearness{now, now - distance(unchanged{c})})
}

// unchanged is the trace at the step of a change.
type unchanged struct{ *change }

func (u unchanged) read(l int32) number { return u.before(l, u.at) }

// screen says whether a target of step k is relevant, as far as executions on
// numbers tell: they show that a value blocks, never that none does. No execution
// has more than limit steps; more says that one had.
func (c *change) screen(k int, t *target, limit int) (m Mark, ok, more bool) {
	m = Mark{Step: k, Var: t.v}
	try := func(v uint64) {
		out := c.try(k, replacement{t, v}, limit)
		more = more || out == unfinished
		switch {
		case out == blocks && m.Kind != BlocksTrace:
			m.Status, m.Kind, m.Fix, ok = Relevant, BlocksTrace, v, true
		case out == avoids && !ok:
			m.Status, m.Kind, m.Fix, ok = Relevant, AvoidsRun, v, true
		}
	}
	vs, was, known := c.firstValues(k, t)
	for i := 0; i < len(vs) && m.Kind != BlocksTrace; i++ {
		v := vs[i]
		try(v)
		if !known || len(vs) > maxTried {
			continue
		}
		for _, n := range c.near { // where the conditions change that it came past
			vs = append(vs, n.values(v, was, t.width())...)
		}
		vs = dedupe(vs)
	}
	return m, ok, more
}

// values are those at which a condition would change if what it compares depended
// on the changed value v, which was was, by a factor.
func (n nearness) values(v, was uint64, w int) (vs []uint64) {
	moved := cfg.SignExtend(v-was, w)
	if moved == 0 || n.moved == 0 || n.moved%moved != 0 {
		return nil
	}
	d := uint64(n.distance / (n.moved / moved))
	for _, x := range []uint64{v - d, v - d - 1, v - d + 1} {
		vs = append(vs, cfg.Mask(x, w))
	}
	return vs
}

// firstValues are the values that are tried first in place of what target t of
// step k assigns, and what that is, if it is one number.
func (c *change) firstValues(k int, t *target) (vs []uint64, was uint64, known bool) {
	w := t.width()
	switch {
	case t.block != nil:
		return []uint64{0, 0xff}, 0, false
	case t.typ.Kind == cfg.Bool:
		return []uint64{0, 1}, 0, false
	}
	at := &c.steps[k]
	switch ws := c.places[at.writes:at.end]; {
	case t.store != nil:
		for i, l := range ws {
			was |= c.before(l, k+1).v << uint(i*t.store.Region.Cell)
		}
		was, known = cfg.Mask(was, w), len(ws) > 0
	case t.v != nil:
		was, known = c.before(int32(t.v.ID), k+1).v, true
	}
	if t.typ.Kind == cfg.Float {
		return []uint64{0, floatBits(1, w), floatBits(-1, w)}, was, false
	}
	vs = []uint64{0}
	if t.pointer() {
		return append(vs, c.objects(k)...), was, false
	}
	return dedupe(append(vs, 1, cfg.Mask(^uint64(0), w), cfg.Mask(was+1, w), cfg.Mask(was-1, w), 1<<uint(w-1)-1, 1<<uint(w-1))), was, known
}

// objects lists addresses of objects known before a step.
func (c *change) objects(step int) []uint64 {
	vs := slices.Clone(c.taken)
	before, _ := slices.BinarySearch(c.allocs, step)
	for _, k := range c.allocs[:before] {
		if len(vs) == 2*maxObjects {
			break
		}
		d := cfg.Defined(c.tr.Edges[k].Stmt)
		vs = append(vs, c.before(int32(d.ID), k+1).v)
	}
	return vs
}
