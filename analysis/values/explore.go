package values

import (
	"cmp"

	"culprit/cfg"
	"culprit/internal/work"

	"github.com/emirpasic/gods/queues/priorityqueue"
)

// analysis is one run.
type analysis struct {
	domain
	arena
	precision
	live      *liveness
	lim       Limits
	stuck     []*cfg.Loc  // synthetic recursion locations, by Proc.ID
	coarsened int         // times precision was given up at a merge point
	end       work.Amount // on the clock; 0: none
}

// arena is the graph under construction.
type arena struct {
	order   *order
	stacks  map[stackKey]*Stack
	points  map[pointKey]*point
	byOrder []*point             // points in the order of their creation
	nodes   []*gnode             // all, also dead ones
	queue   *priorityqueue.Queue // those to be expanded, *gnode
	entry   *gnode
	alive   int
	held    int // facts in the states of nodes that are alive
}

// precision says which states are kept apart. It is reduced as the graph grows.
type precision struct {
	limit  int            // states per merge point
	coarse []map[key]bool // keys that are not kept apart, by Loc.ID
	strict bool           // give up instead of reducing it
	epoch  int            // nodes created when it was last reduced
	thr    map[*cfg.Proc]*thresholds
}

type stackKey struct {
	parent *Stack
	edge   *cfg.Edge
}

type pointKey struct {
	loc   *cfg.Loc
	stack *Stack
}

// point is a location with a return stack.
type point struct {
	pointKey
	nodes []*gnode // the live ones
}

// gnode is a node under construction.
type gnode struct {
	id     int
	p      *point
	s      *state
	out    []garc
	in     []inArc // may be stale
	nin    int     // arcs that lead here
	rounds int     // times its state was widened
	dead   bool
	mark   bool
}

type garc struct {
	edge *cfg.Edge
	to   *gnode
}

type inArc struct {
	from *gnode
	idx  int
}

func newAnalysis(prog *cfg.Program, lim Limits) *analysis {
	lim = lim.withDefaults()
	a := &analysis{
		domain:    newDomain(prog, lim),
		arena:     arena{order: newOrder(prog), stacks: map[stackKey]*Stack{}, points: map[pointKey]*point{}},
		precision: precision{limit: lim.MaxPerLoc, coarse: make([]map[key]bool, len(prog.Locs)), thr: map[*cfg.Proc]*thresholds{}},
		lim:       lim, stuck: make([]*cfg.Loc, len(prog.Procs)),
	}
	a.queue = priorityqueue.NewWith(func(x, y any) int { return a.order.compare(x.(*gnode), y.(*gnode)) })
	a.live = newLiveness(&a.domain)
	if lim.Work > 0 {
		a.end = lim.Clock.Now() + lim.Work
	}
	return a
}

func (g *arena) point(loc *cfg.Loc, st *Stack) *point {
	k := pointKey{loc, st}
	p := g.points[k]
	if p == nil {
		p = &point{pointKey: k}
		g.points[k] = p
		g.byOrder = append(g.byOrder, p)
	}
	return p
}

// push is the stack st with a call; procs is the number of procedures.
func (g *arena) push(st *Stack, e *cfg.Edge, procs int) *Stack {
	k := stackKey{st, e}
	if s := g.stacks[k]; s != nil {
		return s
	}
	s := &Stack{CallEdge: e, Parent: st, depth: 1, active: newBitset(max(1, procs))}
	if st != nil {
		s.depth = st.depth + 1
		s.path = append(s.path, st.path...)
		s.active.or(st.active)
	}
	s.path = append(s.path, g.order.pos[e.From.ID])
	s.active.add(e.Stmt.(*cfg.Call).Proc.ID)
	g.stacks[k] = s
	return s
}

// explore builds the graph; false if a limit was hit.
func (a *analysis) explore() bool {
	if a.prog.Main == nil || a.prog.Main.Entry == nil {
		return false
	}
	a.entry = a.add(a.prog.Main.Entry, nil, a.initial())
	for steps := 0; ; steps++ {
		next, more := a.queue.Dequeue()
		if !more {
			break
		}
		n := next.(*gnode)
		if n.dead {
			continue
		}
		if a.end > 0 && a.lim.Clock.Now() > a.end || steps%64 == 0 && a.lim.Ctx.Err() != nil {
			return false
		}
		a.lim.Clock.Add(work.Node)
		a.expand(n)
		if a.held > a.lim.MaxFacts {
			return false
		}
		if a.alive > a.lim.MaxNodes || len(a.nodes)-a.epoch > reducePart*a.lim.MaxNodes {
			if a.strict || !a.reduce() {
				return false
			}
		}
	}
	return true
}

// initial is the state at the program's start: all memory is zero.
func (a *analysis) initial() *state {
	s := &state{runs: []run{{-1, 0, a.lastAddress(), 0}}}
	for _, r := range a.prog.Regions {
		s.runs = append(s.runs, run{int32(r.ID), 0, a.lastAddress(), 0})
	}
	if h := a.prog.HeapTop; h != nil {
		s.set(key(h.ID), konst(a.prog.PtrBits, a.prog.HeapBase()))
	}
	return s
}

// expand adds the successors of n.
func (a *analysis) expand(n *gnode) {
	loc, st := n.p.loc, n.p.stack
	if loc.Kind != cfg.Plain {
		return
	}
	for _, e := range loc.Out {
		if n.dead {
			return // a successor replaced n itself
		}
		switch c := e.Stmt.(type) {
		case *cfg.Return:
			if st != nil {
				a.link(n, e, a.add(st.CallEdge.To, st.Parent, n.s))
			}
		case *cfg.Call:
			if why := a.tooDeep(c.Proc, st); why != cfg.NoReason {
				a.link(n, e, a.add(a.stuckLoc(c.Proc, why), a.push(st, e, len(a.prog.Procs)), &state{}))
				continue
			}
			s, _ := a.post(n.s, e)
			a.link(n, e, a.add(c.Proc.Entry, a.push(st, e, len(a.prog.Procs)), s))
		default:
			if s, ok := a.post(n.s, e); ok {
				a.link(n, e, a.add(e.To, st, s))
			}
		}
	}
}

// tooDeep says why a call is not followed.
func (a *analysis) tooDeep(p *cfg.Proc, st *Stack) cfg.ReasonKind {
	if p.Entry == nil {
		return cfg.NoBody
	}
	if st != nil && st.depth >= a.lim.MaxDepth {
		return cfg.DeepCall
	}
	if a.open(p, st) {
		return cfg.Recursion
	}
	return cfg.NoReason
}

// open reports whether there is an activation of a procedure.
func (a *analysis) open(p *cfg.Proc, st *Stack) bool {
	return p == a.prog.Main || st != nil && st.active.has(p.ID)
}

// stuckLoc is the synthetic location a call that is not followed leads to.
func (a *analysis) stuckLoc(p *cfg.Proc, why cfg.ReasonKind) *cfg.Loc {
	if a.stuck[p.ID] == nil {
		a.stuck[p.ID] = &cfg.Loc{ID: -1 - p.ID, Proc: p, Kind: cfg.Unsupported, Reason: cfg.Reason{Kind: why, Name: p.Name}, Pos: p.Pos}
	}
	return a.stuck[p.ID]
}

// link adds the arc n -e-> to, unless n or to were replaced meanwhile.
func (g *arena) link(n *gnode, e *cfg.Edge, to *gnode) {
	if n.dead {
		g.drop(to)
		return
	}
	n.out = append(n.out, garc{e, to})
	to.in = append(to.in, inArc{n, len(n.out) - 1})
	to.nin++
}

// drop kills a node that nothing leads to.
func (g *arena) drop(n *gnode) {
	if n.nin == 0 && n != g.entry && !n.dead {
		g.kill(n)
	}
}

// kill removes n and what only n led to.
func (g *arena) kill(n *gnode) {
	work := []*gnode{n}
	n.dead = true
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		g.alive--
		g.held -= len(n.s.e)
		for i, m := range n.p.nodes {
			if m == n {
				n.p.nodes = append(n.p.nodes[:i], n.p.nodes[i+1:]...)
				break
			}
		}
		for _, arc := range n.out {
			t := arc.to
			t.nin--
			if t.nin == 0 && !t.dead && t != g.entry {
				t.dead = true
				work = append(work, t)
			}
		}
		n.out, n.in, n.s = nil, nil, nil
	}
}

// replace redirects every arc into h to w, and kills h.
func (g *arena) replace(h, w *gnode) {
	for _, in := range h.in {
		if in.from.dead || in.from.out[in.idx].to != h {
			continue
		}
		in.from.out[in.idx].to = w
		w.in = append(w.in, in)
		w.nin++
		h.nin--
	}
	if g.entry == h {
		g.entry = w
	}
	g.kill(h)
}

func (g *arena) newNode(p *point, s *state, rounds int) *gnode {
	n := &gnode{id: len(g.nodes), p: p, s: s, rounds: rounds}
	g.nodes = append(g.nodes, n)
	g.alive++
	g.held += len(s.e)
	p.nodes = append(p.nodes, n)
	g.queue.Enqueue(n)
	return n
}

// restrict forgets what no longer matters at a location.
func (a *analysis) restrict(s *state, loc *cfg.Loc, st *Stack) *state {
	if loc.ID < 0 || !a.live.reaches[loc.ID] {
		return &state{}
	}
	a.lim.Clock.Count(len(s.e), work.Fact)
	live := a.live.at[loc.ID]
	useful := func(k key) bool {
		if a.isCell(k) {
			return live.has(a.nvars + 1 + int(a.cellOf(k).region))
		}
		if !live.has(int(k)) {
			return false
		}
		p := a.prog.Vars[k].Proc
		return a.live.keeps.has(int(k)) || a.open(p, st)
	}
	drop := 0
	for _, e := range s.e {
		if !useful(e.k) {
			drop++
		}
	}
	dropRuns := 0
	for _, r := range s.runs {
		if !live.has(a.nvars + 1 + int(r.region)) {
			dropRuns++
		}
	}
	if drop+dropRuns == 0 {
		return s
	}
	out := &state{e: make([]entry, 0, len(s.e)-drop), runs: s.runs}
	for _, e := range s.e {
		if useful(e.k) {
			out.e = append(out.e, e)
		}
	}
	if dropRuns > 0 {
		out.runs = make([]run, 0, len(s.runs)-dropRuns)
		for _, r := range s.runs {
			if live.has(a.nvars + 1 + int(r.region)) {
				out.runs = append(out.runs, r)
			}
		}
	}
	return out
}

// compare orders the queue: weak topologically, callees before what follows
// the call, then by age.
func (o *order) compare(x, y *gnode) int {
	if x.p.stack == y.p.stack {
		return cmp.Or(cmp.Compare(locPos(x.p.loc, o.pos), locPos(y.p.loc, o.pos)), cmp.Compare(x.id, y.id))
	}
	var px, py []int
	if x.p.stack != nil {
		px = x.p.stack.path
	}
	if y.p.stack != nil {
		py = y.p.stack.path
	}
	for k := 0; ; k++ {
		a, endA := at(px, k, x.p.loc, o.pos)
		b, endB := at(py, k, y.p.loc, o.pos)
		switch {
		case a != b:
			return cmp.Compare(a, b)
		case endA && endB:
			return cmp.Compare(x.id, y.id)
		case endA:
			return -1
		case endB:
			return 1
		}
	}
}

func at(path []int, k int, loc *cfg.Loc, pos []int) (int, bool) {
	if k < len(path) {
		return path[k], false
	}
	return locPos(loc, pos), true
}

func locPos(l *cfg.Loc, pos []int) int {
	if l.ID < 0 {
		return 0
	}
	return pos[l.ID]
}

func newDomain(prog *cfg.Program, lim Limits) domain {
	d := domain{prog: prog, clock: lim.Clock, noFloats: lim.NoFloats, nvars: len(prog.Vars), cellIDs: map[cell]key{},
		exprVars: map[cfg.Expr][]key{}, opaques: map[cfg.Expr]bool{}, consts: map[*cfg.Const]*val{}}
	d.tracked = newBitset(max(d.nvars, 1))
	for i := range prog.Vars {
		d.tracked.add(i)
	}
	return d
}
