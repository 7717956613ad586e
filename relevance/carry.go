package relevance

import (
	"cmp"
	"slices"

	"culprit/cfg"
)

// A trace of a loop has as many assignments as rounds, and the rest of the trace
// after one is the rest after the next one and a little more. So what blocks is
// carried back: if after a few steps the only place that differs is one whose
// blocking values are known, the values that block before those steps follow from
// that, as long as the steps add, subtract and compare with constants. All traces
// with such a counter or sum are decided in work that grows with their length.

// blockingSet are the values of a place before a step that reads it, with
// everything else as in the trace, that block the rest for all inputs. With exact
// no other value does.
type blockingSet struct {
	ivs   []interval // ascending, disjoint
	exact bool
}

// linear is a·X + c modulo 2^w, where X is the value that differs.
type linear struct {
	a, c uint64
	w    int
	late int32
}

// constant tells whether the value does not depend on X.
func (f linear) constant() bool { return cfg.Mask(f.a, f.w) == 0 }

// carrier carries sets back through an execution.
type carrier struct {
	*execution
	sets []*blockingSet   // by index into places, of places that are read
	open []bool           // by region: inputs choose where something is read or written in it
	now  map[int32]linear // places that differ
	due  []dueAt          // when they are read or written next
	at   int              // the current step
}

// carry computes the sets of all places that the steps of the trace read.
func (m *marking) carry(x *execution) *carrier {
	c := &carrier{execution: x, sets: make([]*blockingSet, len(x.places)), open: make([]bool, len(x.cells)), now: map[int32]linear{}}
	for r := range c.open {
		c.open[r] = len(x.stray[r]) > 0
	}
	for _, rs := range x.loads {
		for _, r := range rs {
			c.open[r] = true
		}
	}
	for k := len(x.steps) - 1; k >= 0; k-- {
		if m.ctx.Err() != nil || m.conf.MarkWork > 0 && x.clock.Now() > m.conf.MarkWork/4 {
			break
		}
		at := &x.steps[k]
		for i := at.addresses; i < at.writes; i++ {
			if l := x.places[i]; slices.Index(x.places[at.addresses:i], l) < 0 && c.placeWidth(l) > 1 {
				c.sets[i] = c.node(l, int32(k))
			}
		}
	}
	return c
}

// placeWidth is the number of bits of a place, 0 if they are not a number, or if in
// another execution other statements may read and write it.
func (c *carrier) placeWidth(l int32) int {
	if r := c.region[l]; r >= 0 {
		if c.open[r] {
			return 0
		}
		return c.prog.Regions[r].Cell
	}
	if t := c.prog.Vars[l].Type; t.Kind == cfg.Bits {
		return t.Width()
	}
	return 0
}

// set is what is known of place l before step k, which reads it.
func (c *carrier) set(l, k int32) *blockingSet {
	at := &c.steps[k]
	if i := slices.Index(c.places[at.addresses:at.writes], l); i >= 0 {
		return c.sets[int(at.addresses)+i]
	}
	return nil
}

// node computes the set of place l before step k from those of later steps.
func (c *carrier) node(l, k int32) *blockingSet {
	w := c.placeWidth(l)
	clear(c.now)
	c.now[l] = linear{a: 1, w: w, late: -1}
	c.due = append(c.due[:0], dueAt{k, l})
	out := &blockingSet{exact: true}
	for range maxCarried {
		j, ok := c.next()
		if !ok {
			return out
		}
		c.clock.Add(changeCost)
		if !c.step(int(j), w, out) {
			break
		}
		if len(c.due) != 1 || len(c.now) != 1 {
			continue
		}
		d := c.due[0]
		f := c.now[d.place]
		if s := c.set(d.place, d.step); s != nil && f.w == c.placeWidth(d.place) && f.late < 0 {
			if len(out.ivs) == 0 && out.exact && f == (linear{1, 0, w, -1}) {
				return s
			}
			ivs, ok := f.before(s.ivs, w)
			out.exact = out.exact && s.exact && ok
			out.add(ivs)
			return out
		}
	}
	out.exact = false
	return out
}

// next takes the step that is due next.
func (c *carrier) next() (j int32, ok bool) {
	if len(c.due) == 0 {
		return 0, false
	}
	j = slices.MinFunc(c.due, func(a, b dueAt) int { return int(a.step - b.step) }).step
	return j, true
}

// step executes step j with the places that differ, and adds what blocks there. It
// is false if a value is beyond what is carried.
func (c *carrier) step(j, w int, out *blockingSet) bool {
	c.at = j
	e := c.tr.Edges[j]
	at := &c.steps[j]
	if c.idle[j] {
		c.forget(at)
		c.reschedule(j, at)
		return true
	}
	type assigned struct {
		place int32
		linear
	}
	var writes []assigned
	write := func(l int32, x cfg.Expr) bool {
		f, ok := c.eval(x)
		writes = append(writes, assigned{l, f})
		return ok && (f.constant() || f.w == c.placeWidth(l))
	}
	ok := true
	switch st := e.Stmt.(type) {
	case *cfg.Assume:
		ivs, exact := c.violated(st.Cond, w)
		out.exact = out.exact && exact
		out.add(ivs)
	case *cfg.Assign:
		ok = write(int32(st.Dst.ID), st.Src)
	case *cfg.Call:
		for i, a := range st.Args {
			if i < len(st.Proc.Params) && ok {
				ok = write(int32(st.Proc.Params[i].ID), a)
			}
		}
	case *cfg.Store:
		a, known := c.eval(st.Addr)
		ok = known && a.constant() && !at.chosen && at.end == at.writes+1 && write(c.places[at.writes], st.Val)
	case *cfg.Havoc, *cfg.Free, *cfg.Return, *cfg.Skip:
	default:
		// A place that is overwritten there is no longer different; one that is
		// read may do anything.
		for _, d := range c.due {
			if d.step == int32(j) && slices.Contains(c.places[at.addresses:at.writes], d.place) {
				return false
			}
		}
		if at.chosen {
			return false
		}
	}
	if !ok {
		return false
	}
	c.forget(at)
	for _, f := range writes {
		if !f.constant() {
			c.now[f.place] = f.linear
		}
	}
	c.reschedule(j, at)
	return true
}

// forget takes what a step writes off the places that differ.
func (c *carrier) forget(at *stepPlaces) {
	for _, l := range c.places[at.writes:at.end] {
		delete(c.now, l)
	}
}

// reschedule says when the places that differ after step j are due.
func (c *carrier) reschedule(j int, at *stepPlaces) {
	written := c.places[at.writes:at.end]
	c.due = slices.DeleteFunc(c.due, func(d dueAt) bool { return d.step == int32(j) || slices.Contains(written, d.place) })
	for l := range c.now {
		if slices.ContainsFunc(c.due, func(d dueAt) bool { return d.place == l }) {
			continue
		}
		es := c.events[l]
		i, _ := slices.BinarySearch(es, int32(j+1))
		if i == len(es) || c.region[l] < 0 && !slices.Contains(c.reads(es[i]), l) {
			delete(c.now, l) // nothing reads it any more
			continue
		}
		c.due = append(c.due, dueAt{es[i], l})
	}
}

// reads are the places that a step reads.
func (c *carrier) reads(k int32) []int32 {
	return c.places[c.steps[k].addresses:c.steps[k].writes]
}

// eval is an expression of the current step as a function of X. ok is false if it
// is not of this form.
func (c *carrier) eval(e cfg.Expr) (f linear, ok bool) {
	w := e.Type().Width()
	switch e := e.(type) {
	case *cfg.VarRef:
		if f, ok := c.now[int32(e.V.ID)]; ok {
			return f, f.w == w
		}
	case *cfg.Unary:
		if e.Op == cfg.Neg {
			f, ok = c.eval(e.X)
			f.a, f.c = -f.a, -f.c
			return f, ok
		}
	case *cfg.Cast:
		f, ok = c.eval(e.X)
		if ok && !f.constant() {
			if e.Op == cfg.Trunc {
				f.w = min(f.w, w)
				return f, true
			}
			return f, e.Op == cfg.SExt || e.Op == cfg.ZExt // modulo the smaller width
		}
	case *cfg.Binary:
		return c.sum(e)
	case *cfg.Load:
		a, ok := c.eval(e.Addr)
		if !ok || !a.constant() || e.Region == nil {
			return f, false
		}
		n := a.late
		if l := c.execution.cell(e.Region, c.address(a.c)); e.Region.Cell == w {
			if f, ok := c.now[l]; ok {
				return linear{f.a, f.c, f.w, max(f.late, n)}, true
			}
		} else if c.differs(e.Region, a.c, w) {
			return f, false
		}
	}
	return c.plain(e)
}

// differs tells whether a part of what is read differs.
func (c *carrier) differs(r *cfg.Region, addr uint64, w int) bool {
	for i := 0; i < w; i += r.Cell {
		if _, ok := c.now[c.execution.cell(r, c.address(addr+uint64(i/8)))]; ok {
			return true
		}
	}
	return false
}

// plain is an expression without a place that differs.
func (c *carrier) plain(e cfg.Expr) (linear, bool) {
	m := &plainReader{carrier: c}
	n, ok := c.execution.eval(m, e)
	return linear{0, n.v, e.Type().Width(), n.late}, ok && !m.met
}

// plainReader reads the trace at the step of a carrier, and notes what differs.
type plainReader struct {
	*carrier
	quiet
	met bool
}

// read implements memory.
func (m *plainReader) read(l int32) number {
	if _, ok := m.now[l]; ok {
		m.met = true
	}
	return m.before(l, m.at)
}

// all implements memory: an operand without effect here may have one in another
// execution.
func (m *plainReader) all() bool { return true }

// sum is a sum, a difference, or a product with a constant.
func (c *carrier) sum(e *cfg.Binary) (linear, bool) {
	switch e.Op {
	case cfg.Add, cfg.PtrAdd, cfg.Sub, cfg.Mul, cfg.Shl:
	default:
		return c.plain(e)
	}
	x, ok := c.eval(e.X)
	y, ok2 := c.eval(e.Y)
	f := linear{w: min(x.w, y.w), late: max(x.late, y.late)}
	if x.constant() && y.constant() {
		return c.plain(e)
	}
	if !ok || !ok2 {
		return f, false
	}
	switch e.Op {
	case cfg.Add, cfg.PtrAdd:
		f.a, f.c = x.a+y.a, x.c+y.c
	case cfg.Sub:
		f.a, f.c = x.a-y.a, x.c-y.c
	case cfg.Mul:
		if x.constant() {
			x, y = y, x
		}
		f.a, f.c = x.a*y.c, x.c*y.c
		return f, y.constant() && y.late < 0
	case cfg.Shl:
		f.a, f.c = x.a<<y.c, x.c<<y.c
		return f, y.constant() && y.late < 0 && y.c < uint64(f.w)
	}
	return f, true
}

// violated are the values of X, of w bits, for which a condition is false for all
// inputs; with exact it holds for all others.
func (c *carrier) violated(e cfg.Expr, w int) (ivs []interval, exact bool) {
	negated := false
	for {
		u, ok := e.(*cfg.Unary)
		if !ok || u.Op != cfg.LNot {
			break
		}
		e, negated = u.X, !negated
	}
	var x, y cfg.Expr
	op := cfg.Ne
	switch e := e.(type) {
	case *cfg.Binary:
		x, y, op = e.X, e.Y, e.Op
	case *cfg.Cast:
		if e.Op == cfg.BitsToBool {
			x, y = e.X, &cfg.Const{T: e.X.Type()}
		}
	}
	if x == nil || x.Type().Kind != cfg.Bits {
		return nil, c.unchanged(e)
	}
	f, ok := c.eval(x)
	g, ok2 := c.eval(y)
	if ok && ok2 && f.constant() && g.constant() {
		return nil, true
	}
	if ok && ok2 && f.constant() { // a < b is not b ≤ a
		f, g, x = g, f, y
		if turned, ok := map[cfg.Op]cfg.Op{cfg.ULt: cfg.ULe, cfg.ULe: cfg.ULt, cfg.SLt: cfg.SLe, cfg.SLe: cfg.SLt}[op]; ok {
			op, negated = turned, !negated
		}
	}
	if !ok || !ok2 || !g.constant() || f.w != w || max(f.late, g.late) >= 0 {
		return nil, false
	}
	wide := x.Type().Width()
	out, ok := falsifying(op, cfg.Mask(g.c, wide), wide)
	if !ok {
		return nil, false
	}
	if negated {
		out = complement(out, wide)
	}
	if wide != w {
		if out, ok = unextended(x, out, w); !ok {
			return nil, false
		}
	}
	return f.before(out, w)
}

// unextended are the values of w bits whose extension by a cast is in some intervals.
func unextended(e cfg.Expr, ivs []interval, w int) (out []interval, ok bool) {
	x, ok := e.(*cfg.Cast)
	if !ok || x.X.Type().Width() != w || x.Op != cfg.SExt && x.Op != cfg.ZExt {
		return nil, false
	}
	half := uint64(1) << uint(w-1)
	images := []interval{{0, half - 1}, {half, 2*half - 1}}
	if x.Op == cfg.SExt {
		top := cfg.Mask(^uint64(0), x.T.Width())
		images[1] = interval{top - half + 1, top}
	}
	for _, m := range images {
		for _, iv := range ivs {
			if lo, hi := max(iv.lo, m.lo), min(iv.hi, m.hi); lo <= hi {
				out = unite(out, []interval{{cfg.Mask(lo, w), cfg.Mask(hi, w)}})
			}
		}
	}
	return out, true
}

// unchanged tells whether nothing that an expression reads differs.
func (c *carrier) unchanged(e cfg.Expr) bool {
	_, ok := c.plain(e)
	return ok
}

// falsifying are the values y of w bits for which y op k is false.
func falsifying(op cfg.Op, k uint64, w int) ([]interval, bool) {
	top, sign := cfg.Mask(^uint64(0), w), uint64(1)<<uint(w-1)
	switch op {
	case cfg.Eq:
		return complement([]interval{{k, k}}, w), true
	case cfg.Ne:
		return []interval{{k, k}}, true
	case cfg.ULt:
		return []interval{{k, top}}, true
	case cfg.ULe:
		return complement([]interval{{0, k}}, w), true
	case cfg.SLt:
		return arc(k, sign-1, w), true
	case cfg.SLe:
		if k == sign-1 {
			return nil, true
		}
		return arc(k+1, sign-1, w), true
	}
	return nil, false
}

// arc are the values from lo upwards to hi, past zero if need be.
func arc(lo, hi uint64, w int) []interval {
	lo, hi = cfg.Mask(lo, w), cfg.Mask(hi, w)
	if lo <= hi {
		return []interval{{lo, hi}}
	}
	return []interval{{0, hi}, {lo, cfg.Mask(^uint64(0), w)}}
}

// complement are the values of w bits in none of some ascending intervals.
func complement(ivs []interval, w int) (out []interval) {
	next, top := uint64(0), cfg.Mask(^uint64(0), w)
	for _, iv := range ivs {
		if next < iv.lo {
			out = append(out, interval{next, iv.lo - 1})
		}
		if iv.hi == top {
			return out
		}
		next = iv.hi + 1
	}
	return append(out, interval{next, top})
}

// before are the values of X for which the function's value is in some intervals,
// all of them if ok is set.
func (f linear) before(ivs []interval, w int) (out []interval, ok bool) {
	if f.w != w || f.a&1 == 0 {
		return nil, len(ivs) == 0
	}
	shift := func(ivs []interval) (out []interval) {
		for _, iv := range ivs {
			lo, hi := iv.lo-f.c, iv.hi-f.c
			if cfg.Mask(f.a, w) != 1 {
				lo, hi = hi*inverse(f.a), lo*inverse(f.a)
			}
			out = unite(out, arc(lo, hi, w))
		}
		return out
	}
	if a := cfg.Mask(f.a, w); a == 1 || a == cfg.Mask(^uint64(0), w) {
		return shift(ivs), true
	}
	point := func(iv interval) bool { return iv.lo == iv.hi }
	if all := func(ivs []interval) bool {
		return !slices.ContainsFunc(ivs, func(iv interval) bool { return !point(iv) })
	}; all(ivs) {
		return shift(ivs), true
	} else if rest := complement(ivs, w); all(rest) {
		return complement(shift(rest), w), true
	}
	return nil, false
}

// inverse is that of an odd number modulo a power of two.
func inverse(a uint64) uint64 {
	x := a
	for range 6 {
		x *= 2 - a*x
	}
	return x
}

// add adds values. Beyond maxCarried/2 it leaves some out.
func (s *blockingSet) add(ivs []interval) {
	if len(ivs) == 0 {
		return
	}
	s.ivs = unite(s.ivs, ivs)
	if len(s.ivs) > maxCarried/2 {
		s.ivs, s.exact = s.ivs[:maxCarried/2], false
	}
}

// unite gives the values in one of two lists of intervals.
func unite(a, b []interval) (out []interval) {
	all := append(slices.Clone(a), b...)
	slices.SortFunc(all, func(a, b interval) int { return cmp.Compare(a.lo, b.lo) })
	for _, iv := range all {
		if n := len(out); n > 0 && (iv.lo <= out[n-1].hi || iv.lo == out[n-1].hi+1) {
			out[n-1].hi = max(out[n-1].hi, iv.hi)
			continue
		}
		out = append(out, iv)
	}
	return out
}

// mark is what the sets say about target t of step k, unless it has more than most
// ranges; ok is false if that is not all.
func (c *carrier) mark(k int, t *target, most int) (m Mark, ok bool) {
	m = Mark{Step: k, Var: t.v}
	at := &c.steps[k]
	var l int32
	switch _, alloc := c.tr.Edges[k].Stmt.(*cfg.Alloc); {
	case alloc || !t.scalar() || t.typ.Kind != cfg.Bits:
		return m, false
	case t.v != nil:
		l = int32(t.v.ID)
	case t.store != nil && !at.chosen && at.end == at.writes+1:
		l = c.places[at.writes]
	default:
		return m, false
	}
	es := c.events[l]
	i, _ := slices.BinarySearch(es, int32(k+1))
	if i == len(es) || t.width() != c.placeWidth(l) {
		return m, false
	}
	s := c.set(l, es[i])
	if s == nil || len(s.ivs) > most {
		return m, false
	}
	if len(s.ivs) > 0 {
		m.Status, m.Kind, m.Exact = Relevant, BlocksTrace, s.exact
		m.Blocking = rangesOf(s.ivs, t.width(), t.signed())
		m.Fix = t.simplestIn(m.Blocking)
	}
	return m, s.exact
}

// rangesOf are intervals of values of w bits as ranges.
func rangesOf(ivs []interval, w int, signed bool) (out []Range) {
	sign := uint64(0)
	if signed {
		sign = 1 << uint(w-1)
	}
	var keys []interval
	for _, iv := range ivs {
		keys = unite(keys, arc(iv.lo^sign, iv.hi^sign, w))
	}
	for _, iv := range keys {
		out = append(out, Range{Lo: iv.lo ^ sign, Hi: iv.hi ^ sign, Signed: signed})
	}
	return out
}
