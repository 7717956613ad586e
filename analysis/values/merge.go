package values

import (
	"slices"

	"culprit/cfg"
	"culprit/internal/work"
)

// add finds or makes a node at (loc, st) whose state is implied by s.
func (a *analysis) add(loc *cfg.Loc, st *Stack, s *state) *gnode {
	s = a.restrict(s, loc, st)
	p := a.point(loc, st)
	rounds := 0
	for {
		for _, n := range p.nodes {
			if a.leq(s, n.s) {
				return n
			}
		}
		if loc.ID >= 0 && a.order.merges[loc.ID] {
			w, old := a.mergeWith(p, s)
			if old != nil {
				rounds = old.rounds + 1
				return a.install(p, w, rounds)
			}
			if len(p.nodes) >= a.limit {
				a.coarsen(p, s)
				continue
			}
		}
		return a.install(p, s, rounds)
	}
}

// install makes a node for s that replaces every node whose state implies s.
func (a *analysis) install(p *point, s *state, rounds int) *gnode {
	var covered []*gnode
	for _, n := range p.nodes {
		if a.leq(n.s, s) {
			covered = append(covered, n)
			rounds = max(rounds, n.rounds)
		}
	}
	w := a.newNode(p, s, rounds)
	w.nin++ // keep it while nothing leads to it
	for _, n := range covered {
		if !n.dead {
			a.replace(n, w)
		}
	}
	w.nin--
	return w
}

// mergeWith looks for a node to unite s with: one that agrees outside the
// coarse keys, or if there are many, one that differs in one key only and
// whose union with s is exact.
func (a *analysis) mergeWith(p *point, s *state) (*state, *gnode) {
	c := a.coarse[p.loc.ID]
	if len(c) > 0 {
		for _, n := range p.nodes {
			if a.agree(n.s, s, c) {
				widen := n.rounds >= maxRounds && a.order.head[p.loc.ID] || n.rounds >= maxJoins
				return a.unite(p.loc.Proc, n.s, s, widen), n
			}
		}
	}
	if len(p.nodes) >= min(maxFree, a.limit) && !a.order.head[p.loc.ID] {
		for _, n := range p.nodes {
			if w := a.exactUnion(n.s, s); w != nil {
				return w, n
			}
		}
	}
	return nil, nil
}

func (a *analysis) unite(proc *cfg.Proc, old, s *state, widen bool) *state {
	if !widen {
		return a.joinStates(old, s, func(_ key, x, y *val) *val { return join(x, y) })
	}
	t := a.thresholdsOf(a.prog, proc)
	w := a.joinStates(old, s, func(_ key, x, y *val) *val { return t.widen(x, y) })
	return w
}

// runsKey stands for the runs of a state among the coarse keys.
const runsKey key = -1

// agree reports whether s and t have the same entries outside the coarse keys.
func (d *domain) agree(s, t *state, coarse map[key]bool) bool {
	i, j := 0, 0
	defer func() { d.clock.Count(1+i, work.Fact) }()
	for i < len(s.e) || j < len(t.e) {
		switch {
		case j == len(t.e) || i < len(s.e) && s.e[i].k < t.e[j].k:
			if !d.isCoarse(coarse, s.e[i].k) {
				return false
			}
			i++
		case i == len(s.e) || t.e[j].k < s.e[i].k:
			if !d.isCoarse(coarse, t.e[j].k) {
				return false
			}
			j++
		default:
			if !s.e[i].v.equal(t.e[j].v) && !d.isCoarse(coarse, s.e[i].k) {
				return false
			}
			i++
			j++
		}
	}
	return coarse[runsKey] || slices.Equal(s.runs, t.runs)
}

// exactUnion is the union of two states that differ in one key, if a val can
// hold it.
func (d *domain) exactUnion(s, t *state) *state {
	d.clock.Add(work.Fact)
	if len(s.e) != len(t.e) || !slices.Equal(s.runs, t.runs) {
		return nil
	}
	at := -1
	d.clock.Count(len(s.e), work.Fact)
	for i := range s.e {
		if s.e[i].k != t.e[i].k {
			return nil
		}
		if !s.e[i].v.equal(t.e[i].v) {
			if at >= 0 {
				return nil
			}
			at = i
		}
	}
	if at < 0 {
		return s
	}
	v, ok := exactJoin(s.e[at].v, t.e[at].v)
	if !ok {
		return nil
	}
	return s.with(s.e[at].k, v)
}

// coarsen gives up keeping some keys apart at p, whose states and s are too
// many: first those keys that unite most states.
func (a *analysis) coarsen(p *point, s *state) {
	a.coarsened++
	states := make([]*state, 0, len(p.nodes)+1)
	for _, n := range p.nodes {
		states = append(states, n.s)
	}
	if s != nil {
		states = append(states, s)
	}
	c := a.coarse[p.loc.ID]
	if c == nil {
		c = map[key]bool{}
		a.coarse[p.loc.ID] = c
	}
	cols, totals := a.columns(states, c)
	goal := max(1, a.limit/reducePart)
	for distinct(totals, nil) > goal && len(cols) > 0 {
		a.lim.Clock.Count(len(states)*len(cols), work.Fact)
		best, bestGroups := 0, -1
		for i := range cols {
			g := distinct(totals, cols[i].hash)
			if bestGroups < 0 || g < bestGroups || g == bestGroups && cols[i].values > cols[best].values {
				best, bestGroups = i, g
			}
		}
		for i, h := range cols[best].hash {
			totals[i] -= h
		}
		c[cols[best].class] = true
		cols = slices.Delete(cols, best, best+1)
	}
	a.regroup(p)
}

// column holds, for one class of keys, a hash of what each state says.
type column struct {
	class  key
	hash   []uint64
	values int
}

// regionClass is the class of all cells of a region.
func regionClass(region int32) key { return -3 - region }

// isCoarse reports whether k is among the coarse keys or classes.
func (d *domain) isCoarse(c map[key]bool, k key) bool {
	return c[k] || d.isCell(k) && c[regionClass(d.cellOf(k).region)]
}

// columns lists the classes of keys outside c about which states differ, and
// for each state the sum of its columns.
func (d *domain) columns(states []*state, c map[key]bool) ([]column, []uint64) {
	byClass := map[key][]uint64{}
	note := func(class key, i int, h uint64) {
		if byClass[class] == nil {
			byClass[class] = make([]uint64, len(states))
		}
		byClass[class][i] += h
	}
	cells := map[key]bool{}
	for _, s := range states {
		d.clock.Count(4*len(s.e), work.Fact)
		for _, e := range s.e {
			if d.isCell(e.k) {
				cells[e.k] = true
			}
		}
	}
	for i, s := range states {
		for _, e := range s.e {
			if d.isCoarse(c, e.k) {
				continue
			}
			class := e.k
			if d.isCell(e.k) && len(cells) > maxCells {
				class = regionClass(d.cellOf(e.k).region)
			}
			note(class, i, mix(mix(5, uint64(e.k)), e.v.hash))
		}
		if !c[runsKey] {
			h := uint64(3)
			for _, r := range s.runs {
				h = mix(mix(mix(mix(h, uint64(r.region)), r.lo), r.hi), uint64(r.b))
			}
			note(runsKey, i, h)
		}
	}
	var cols []column
	totals := make([]uint64, len(states))
	for class, hs := range byClass {
		if n := distinct(hs, nil); n > 1 {
			cols = append(cols, column{class, hs, n})
		}
	}
	slices.SortFunc(cols, func(x, y column) int { return int(x.class) - int(y.class) })
	for _, col := range cols {
		for i, h := range col.hash {
			totals[i] += h
		}
	}
	return cols, totals
}

// distinct counts the values of totals, less the given column.
func distinct(totals, less []uint64) int {
	seen := make(map[uint64]bool, len(totals))
	for i, h := range totals {
		if less != nil {
			h -= less[i]
		}
		seen[h] = true
	}
	return len(seen)
}

// regroup unites the nodes of p that agree outside its coarse keys.
func (a *analysis) regroup(p *point) {
	c := a.coarse[p.loc.ID]
	for i := 0; i < len(p.nodes); i++ {
		n := p.nodes[i]
		w := n.s
		var members []*gnode
		for _, m := range p.nodes[i+1:] {
			if a.agree(n.s, m.s, c) {
				w = a.unite(p.loc.Proc, w, m.s, len(members) >= maxRounds && a.order.head[p.loc.ID])
				members = append(members, m)
			}
		}
		if len(members) == 0 {
			continue
		}
		rounds := min(len(members), maxRounds)
		a.drop(a.install(p, w, rounds))
		i = -1 // the list changed
	}
	a.collect()
}

// collect kills what the entry no longer reaches; cycles keep each other
// alive otherwise.
func (g *arena) collect() {
	if g.entry == nil {
		return
	}
	work := []*gnode{g.entry}
	g.entry.mark = true
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, arc := range n.out {
			if !arc.to.mark {
				arc.to.mark = true
				work = append(work, arc.to)
			}
		}
	}
	for _, p := range g.byOrder {
		for _, n := range slices.Clone(p.nodes) {
			if !n.mark && !n.dead && n.nin > 0 {
				g.kill(n)
			}
		}
		for _, n := range p.nodes {
			n.mark = false
		}
	}
}

// reduce lowers the number of states per merge point until the graph is well
// below its limit; false if that is impossible.
func (a *analysis) reduce() bool {
	if a.limit == 1 {
		return false
	}
	a.limit = max(1, a.limit/reducePart)
	a.epoch = len(a.nodes)
	for i := 0; i < len(a.byOrder); i++ {
		if p := a.byOrder[i]; p.loc.ID >= 0 && a.order.merges[p.loc.ID] && len(p.nodes) > a.limit {
			a.coarsen(p, nil)
		}
	}
	return true
}

// thresholdsOf collects the constants of a procedure and their neighbours.
func (c *precision) thresholdsOf(prog *cfg.Program, p *cfg.Proc) *thresholds {
	if t := c.thr[p]; t != nil {
		return t
	}
	t := &thresholds{s: []int64{0, 1, -1}}
	for _, e := range prog.Edges {
		if e.From.Proc != p {
			continue
		}
		for _, k := range cfg.Constants(e.Stmt) {
			v := cfg.SignExtend(k.V, k.T.Width())
			t.s = append(t.s, v, v-1, v+1, int64(k.V))
		}
	}
	slices.Sort(t.s)
	t.s = slices.Compact(t.s)
	if n := len(t.s); n > maxThresholds { // an even sample
		var out []int64
		for i := 0; i < n; i += n/(maxThresholds/2) + 1 {
			out = append(out, t.s[i])
		}
		t.s = out
	}
	c.thr[p] = t
	return t
}
