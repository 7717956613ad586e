package cascade

import (
	"cmp"
	"maps"
	"slices"

	"culprit/logic"

	"github.com/emirpasic/gods/queues/priorityqueue"
)

// conjunct is a constraint of a weakest precondition: where it comes from and
// its term over the symbols of the run.
type conjunct struct {
	inst int
	term logic.T
	also []logic.T // symbols that an opaque condition is a function of
	// alone: the alias conjuncts of its own instance do not count. Those of an
	// access that fails would contradict that it should have been another.
	alone bool
}

// item is a conjunct on its way back: its term before the current instance. An
// operand of an opaque value is an item, too; it is not a constraint, but says
// when the value is known.
type item struct {
	conjunct
	now     logic.T
	operand bool
	changed bool      // since the last check
	past    []version // ascending; kept where optimised
}

// version is the term of an item from an event on.
type version struct {
	from int
	term logic.T
}

// at is the term of an item after n events, True if it is not a constraint by
// then.
func (it *item) at(n int) logic.T {
	if it.operand {
		return logic.True
	}
	for k := len(it.past) - 1; k >= 0; k-- {
		if v := it.past[k]; v.from <= n {
			return v.term
		}
	}
	return logic.True
}

// walk is Algorithm 1 for one condition: the weakest precondition is carried
// back instance by instance. With constraint independence it goes only to the
// instances that change the conjuncts which transitively share a symbol with
// the condition; all others hold in the run, so that they never decide.
type walk struct {
	b   *Builder
	t   *trace
	k   int // the condition is at this instance
	pos int // the formula is that before this instance
	n   int // events so far

	items   []item
	at      map[logic.T][]int // by symbol: items that mention it, and some that do not any more
	stops   []int             // by number of events: where the formula was
	false   bool              // a conjunct is false
	part    []int             // items that are unsatisfiable together
	witness *witness          // nil if every instance is an event
	*scratch
	pending map[logic.T]bool     // opaque values that are not known yet
	waiting []logic.T            // the same, in order
	operand map[logic.T]int      // items of their operands
	value   map[logic.T]logic.T  // opaque values that are known
	ripe    bool                 // one of them may be known by now
	events  *priorityqueue.Queue // of event, the latest first
	literal bool                 // every instance is an event
	work    int
	limit   int
	over    bool // a limit was reached
	unknown bool // a question was not answered
}

// event is an instance that uses a symbol, with those before it that do. A symbol may
// have as many users as the run has instances, and most walks end early.
type event struct {
	at     int32
	before []int32
}

func newEvents() *priorityqueue.Queue {
	return priorityqueue.NewWith(func(x, y any) int { return cmp.Compare(y.(event).at, x.(event).at) })
}

func (b *Builder) newWalk(k int, wanted conjunct, limit int) *walk {
	w := &walk{
		b: b, t: b.trace, k: k, pos: k, stops: []int{k}, at: map[logic.T][]int{},
		pending: map[logic.T]bool{}, operand: map[logic.T]int{}, value: map[logic.T]logic.T{}, scratch: b.scratch,
		literal: b.conf.NoIndependence || b.conf.NoSkipping,
		limit:   limit,
		events:  newEvents(),
	}
	w.clear()
	if !w.literal {
		w.witness = newWitness(w)
	}
	w.add(wanted)
	if w.literal {
		w.joinAll(k)
	}
	w.settle()
	return w
}

// advance moves the formula before the next instance that may change it; all
// of them without constraint independence.
func (w *walk) advance() bool {
	if w.literal {
		return w.step()
	}
	j, more := w.next()
	if !more {
		return false
	}
	w.move(j)
	w.define(j)
	w.activate(j)
	w.settle()
	return true
}

// next is the next event, each instance once.
func (w *walk) next() (j int, more bool) {
	for {
		x, more := w.events.Dequeue()
		if !more {
			return 0, false
		}
		e := x.(event)
		w.queue(e.before)
		if w.passed.add(int(e.at)) {
			return int(e.at), true
		}
	}
}

// step moves over one instance.
func (w *walk) step() bool {
	k := w.b.at[w.pos]
	if k == 0 {
		return false
	}
	j := w.b.insts[k-1]
	w.move(j)
	w.define(j)
	w.joinAll(j)
	w.settle()
	return true
}

// move counts an event.
func (w *walk) move(j int) {
	w.n++
	w.pos = j
	w.stops = append(w.stops, j)
}

// define replaces the symbols that an instance defines.
func (w *walk) define(j int) {
	opaque := w.t.isOpaque(j)
	var m map[logic.T]logic.T
	if s, ok := w.t.conds[j]; ok && w.known.has(int(s)) {
		w.await(s)
	}
	for _, d := range w.t.run.Writes(j) {
		switch {
		case !w.known.has(int(d.Sym)):
		case opaque:
			w.await(d.Sym)
		default:
			if m == nil {
				m = map[logic.T]logic.T{}
			}
			m[d.Sym] = d.Def
		}
	}
	w.substitute(m)
	w.settle()
}

// await follows the operands of an opaque value until all are constants.
func (w *walk) await(s logic.T) {
	if w.value[s] != 0 || w.pending[s] {
		return
	}
	w.pending[s], w.ripe = true, true
	w.waiting = append(w.waiting, s)
	for _, o := range w.t.opaque[w.t.ownerOf(s)] {
		if _, ok := w.operand[o]; ok || w.tooMany() {
			continue
		}
		w.operand[o] = len(w.items)
		w.items = append(w.items, item{conjunct: conjunct{term: o}, now: logic.True, operand: true})
		w.back(len(w.items) - 1)
	}
}

// settle gives opaque values whose operands are all constants their value.
func (w *walk) settle() {
	for w.ripe && !w.over {
		w.ripe = false
		m := map[logic.T]logic.T{}
		rest := w.waiting[:0]
		for _, s := range w.waiting {
			if w.settled(s) {
				delete(w.pending, s)
				w.value[s] = w.t.value(s)
				m[s] = w.value[s]
			} else {
				rest = append(rest, s)
			}
		}
		w.waiting = rest
		if len(m) == 0 {
			return
		}
		w.substitute(m)
	}
}

// settled reports whether all operands of an opaque value are constants.
func (w *walk) settled(s logic.T) bool {
	for _, o := range w.t.opaque[w.t.ownerOf(s)] {
		if !w.t.tb.IsConst(w.items[w.operand[o]].now) {
			return false
		}
	}
	return true
}

// tooMany notes that a limit is reached. Without optimisations there is none
// but time.
func (w *walk) tooMany() bool {
	if !w.literal {
		w.over = w.over || len(w.items) > mostItems || w.work > w.limit || w.active.n > mostActive
	}
	return w.over
}

// substitute replaces symbols in all items.
func (w *walk) substitute(m map[logic.T]logic.T) {
	if len(m) == 0 {
		return
	}
	var which []int
	for _, s := range slices.Sorted(maps.Keys(m)) {
		which = append(which, w.at[s]...)
		delete(w.at, s)
		if w.witness != nil {
			w.witness.lift(s, m[s])
		}
	}
	slices.Sort(which)
	var fresh []logic.T
	for _, k := range slices.Compact(which) {
		it := &w.items[k]
		if w.over || !w.mentions(it.now, m) {
			continue
		}
		x := w.t.tb.Subst(it.now, m)
		w.set(k, x)
		w.grew(x)
		fresh = append(fresh, x)
	}
	for _, x := range fresh {
		w.enterAll(x)
	}
}

// set gives an item a new term.
func (w *walk) set(k int, x logic.T) {
	it := &w.items[k]
	for _, v := range w.t.tb.Vars(x) {
		if !w.t.tb.Occurs(v, it.now) {
			w.at[v] = append(w.at[v], k)
		}
	}
	it.now, it.changed = x, true
	switch {
	case it.operand:
		w.ripe = w.ripe || w.t.tb.IsConst(x)
		return
	case x == logic.False:
		w.false = true
	}
	if w.witness == nil {
		return
	}
	w.witness.dirty = append(w.witness.dirty, k)
	if n := len(it.past); n > 0 && it.past[n-1].from == w.n {
		it.past[n-1].term = x
	} else {
		it.past = append(it.past, version{w.n, x})
	}
}

// grew counts a new term and reports whether that reached a limit.
func (w *walk) grew(x logic.T) bool {
	if w.literal {
		return false
	}
	n := w.t.tb.Size(x)
	w.work += n
	w.over = w.over || n > mostSize
	return w.tooMany()
}

func (w *walk) mentions(x logic.T, m map[logic.T]logic.T) bool {
	for _, v := range w.t.tb.Vars(x) {
		if _, ok := m[v]; ok {
			return true
		}
	}
	return false
}

// enterAll makes the symbols of a term known.
func (w *walk) enterAll(x logic.T) {
	for _, v := range w.t.tb.Vars(x) {
		w.enter(v)
	}
}

// enter makes a symbol known: its definition changes the formula, and whatever
// else depends on it is connected with the condition.
func (w *walk) enter(v logic.T) {
	if !w.known.add(int(v)) || w.literal {
		return
	}
	w.witness.enter(v)
	if i := w.t.ownerOf(v); i >= 0 && i < w.pos {
		w.events.Enqueue(event{at: int32(i)})
	}
	w.spread(v)
}

// spread visits the users of a symbol: those after the position at once, the
// others when the formula gets there.
func (w *walk) spread(v logic.T) {
	users := w.t.usersOf(v)
	n, _ := slices.BinarySearch(users, int32(w.pos))
	w.queue(users[:n])
	for _, u := range users[n:] {
		if int(u) > w.k || w.over {
			return
		}
		w.activate(int(u))
	}
}

// queue makes events of instances, which are ascending.
func (w *walk) queue(users []int32) {
	if n := len(users); n > 0 {
		w.events.Enqueue(event{users[n-1], users[:n-1]})
	}
}

// activate looks at an instance that uses a known symbol: its conjuncts are
// connected with the condition, and so is what uses its values.
func (w *walk) activate(u int) {
	if w.tooMany() {
		return
	}
	w.active.add(u)
	if w.touches(u) {
		w.joinAll(u)
	}
	opaque := w.uses(w.t.opaque[u])
	for _, d := range w.t.run.Writes(u) {
		if w.tainted.has(int(d.Sym)) || !opaque && !w.uses(w.t.tb.Vars(d.Def)) {
			continue
		}
		w.tainted.add(int(d.Sym))
		if u >= w.pos {
			w.spread(d.Sym)
		}
	}
	if s, ok := w.t.conds[u]; ok && opaque && w.tainted.add(int(s)) {
		w.joinAll(u)
	}
}

// touches reports whether a conjunct of an instance mentions what is
// connected.
func (w *walk) touches(u int) bool {
	for _, c := range w.t.conjuncts(u) {
		if w.uses(w.t.tb.Vars(c)) {
			return true
		}
	}
	return false
}

// uses reports whether one of the symbols is connected with the condition.
func (w *walk) uses(vars []logic.T) bool {
	for _, v := range vars {
		if w.known.has(int(v)) || w.tainted.has(int(v)) {
			return true
		}
	}
	return false
}

// joinAll adds the conjuncts of an instance; of that of the condition only
// the alias conjuncts.
func (w *walk) joinAll(u int) {
	if !w.joined.add(u) {
		return
	}
	cs := w.t.conjuncts(u)
	if u == w.k {
		if cs = w.t.run.Alias(u); w.items[0].alone {
			return
		}
	}
	for _, c := range cs {
		if w.over {
			return
		}
		w.add(conjunct{inst: u, term: c})
	}
}

// add adds a conjunct, carried back to the current position.
func (w *walk) add(c conjunct) {
	if w.tooMany() {
		return
	}
	w.items = append(w.items, item{conjunct: c, now: logic.True})
	w.back(len(w.items) - 1)
}

// back carries a new item back from where it was to the current position.
func (w *walk) back(k int) {
	fs, err := w.t.run.Expand(w.pos, w.t.isOpaque, w.items[k].term)
	if err != nil {
		w.over = true
		return
	}
	x := fs[0]
	if w.grew(x) {
		return
	}
	var m map[logic.T]logic.T
	for _, v := range w.t.tb.Vars(x) {
		if c := w.value[v]; c != 0 {
			if m == nil {
				m = map[logic.T]logic.T{}
			}
			m[v] = c
		}
	}
	if m != nil {
		x = w.t.tb.Subst(x, m)
	}
	w.set(k, x)
	for _, v := range w.t.tb.Vars(x) {
		if i := w.t.ownerOf(v); i >= w.pos && w.t.isOpaque(i) && !w.over {
			w.await(v)
		}
	}
	w.enterAll(x)
}
