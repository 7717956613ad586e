package values

import (
	"slices"
	"sort"

	"culprit/cfg"
	"culprit/internal/work"
)

// domain is what abstract states of a program are about, and what statements
// do to them. It knows nothing of the graph that is explored.
type domain struct {
	prog     *cfg.Program
	clock    *work.Clock
	noFloats bool
	nvars    int
	tracked  bitset // variables about which facts are kept
	cells    []cell
	cellIDs  map[cell]key
	// Of expressions: their variables, which are not worth refining, and values.
	exprVars map[cfg.Expr][]key
	opaques  map[cfg.Expr]bool
	consts   map[*cfg.Const]*val
}

// A key names what a state has facts about: a variable by its id, or a memory
// cell by the number of variables plus its index in domain.cells.
type key = int32

type entry struct {
	k key
	v *val // never nil
}

// run says that every byte of a region from lo to hi inclusive is b, except
// where a cell entry says otherwise (they never overlap).
type run struct {
	region int32
	lo, hi uint64
	b      byte
}

// state is an abstract state: the conjunction of its entries and runs. It is
// immutable once shared; edit returns a copy.
type state struct {
	e    []entry // sorted by key
	runs []run   // sorted by region, lo
	h    uint64  // hash, 0 if not computed
}

func (s *state) clone() *state {
	return &state{e: slices.Clone(s.e), runs: s.runs}
}

func (s *state) find(k key) (int, bool) {
	lo, hi := 0, len(s.e)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if s.e[m].k < k {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo, lo < len(s.e) && s.e[lo].k == k
}

func (s *state) get(k key) *val {
	if i, ok := s.find(k); ok {
		return s.e[i].v
	}
	return nil
}

// set changes s in place; only its owner may call it.
func (s *state) set(k key, v *val) {
	s.h = 0
	i, ok := s.find(k)
	switch {
	case ok && v == nil:
		s.e = slices.Delete(s.e, i, i+1)
	case ok:
		s.e[i].v = v
	case v != nil:
		s.e = slices.Insert(s.e, i, entry{k, v})
	}
}

// with is a copy of s with one entry replaced.
func (s *state) with(k key, v *val) *state {
	c := s.clone()
	c.set(k, v)
	return c
}

func (s *state) hash() uint64 {
	if s.h == 0 {
		h := uint64(1)
		for _, e := range s.e {
			h = mix(mix(h, uint64(e.k)), e.v.hash)
		}
		for _, r := range s.runs {
			h = mix(mix(mix(mix(h, uint64(r.region)), r.lo), r.hi), uint64(r.b))
		}
		s.h = h | 1
	}
	return s.h
}

func (s *state) equal(t *state) bool {
	if s.hash() != t.hash() || len(s.e) != len(t.e) || !slices.Equal(s.runs, t.runs) {
		return false
	}
	for i := range s.e {
		if s.e[i].k != t.e[i].k || !s.e[i].v.equal(t.e[i].v) {
			return false
		}
	}
	return true
}

// leq reports whether s implies t. A cell of t within a run of s is decided
// by its bytes.
func (d *domain) leq(s, t *state) bool {
	i := 0
	defer func() { d.clock.Count(1+i, work.Fact) }()
	for _, e := range t.e {
		for i < len(s.e) && s.e[i].k < e.k {
			i++
		}
		if i < len(s.e) && s.e[i].k == e.k {
			if !s.e[i].v.leq(e.v) {
				return false
			}
			continue
		}
		if !d.isCell(e.k) {
			return false
		}
		c := d.cellOf(e.k)
		if v := d.loadCell(s, c.region, c.addr, c.bytes); !v.leq(e.v) {
			return false
		}
	}
	return d.runsLeq(s, t)
}

// runsLeq reports whether s knows every run of t.
func (d *domain) runsLeq(s, t *state) bool {
	if slices.Equal(s.runs, t.runs) {
		return true
	}
	return !slices.ContainsFunc(t.runs, func(r run) bool { return !d.coversRun(s, r) })
}

func (d *domain) coversRun(s *state, r run) bool {
	at := r.lo
	for _, q := range s.runs {
		if q.region == r.region && q.b == r.b && q.lo <= at && q.hi >= at {
			if q.hi >= r.hi {
				return true
			}
			at = q.hi + 1
		}
	}
	return false
}

// joinStates is an upper bound of s and t, combining entries by f (join or
// widening).
func (d *domain) joinStates(s, t *state, f func(k key, x, y *val) *val) *state {
	d.clock.Count(1+len(s.e)+len(t.e), work.Fact)
	out := &state{e: make([]entry, 0, min(len(s.e), len(t.e)))}
	i, j := 0, 0
	add := func(k key, x, y *val) {
		if x == nil || y == nil {
			return
		}
		if x.equal(y) {
			out.e = append(out.e, entry{k, x})
		} else if v := f(k, x, y); v != nil {
			out.e = append(out.e, entry{k, v})
		}
	}
	for i < len(s.e) || j < len(t.e) {
		switch {
		case j == len(t.e) || i < len(s.e) && s.e[i].k < t.e[j].k:
			if k := s.e[i].k; d.isCell(k) {
				c := d.cellOf(k)
				add(k, s.e[i].v, d.loadCell(t, c.region, c.addr, c.bytes))
			}
			i++
		case i == len(s.e) || t.e[j].k < s.e[i].k:
			if k := t.e[j].k; d.isCell(k) {
				c := d.cellOf(k)
				add(k, d.loadCell(s, c.region, c.addr, c.bytes), t.e[j].v)
			}
			j++
		default:
			add(s.e[i].k, s.e[i].v, t.e[j].v)
			i++
			j++
		}
	}
	out.e = d.disjointCells(out.e)
	out.runs = meetRuns(s.runs, t.runs)
	return out
}

// disjointCells drops cells that overlap an earlier one: loads and kills
// assume that no two cells of a state overlap.
func (d *domain) disjointCells(es []entry) []entry {
	first := sort.Search(len(es), func(i int) bool { return d.isCell(es[i].k) })
	if len(es)-first < 2 {
		return es
	}
	order := make([]int, 0, len(es)-first)
	for i := first; i < len(es); i++ {
		order = append(order, i)
	}
	slices.SortFunc(order, func(x, y int) int {
		return cmpCell(d.cellOf(es[x].k), d.cellOf(es[y].k))
	})
	drop := map[int]bool{}
	var last *cell
	for _, i := range order {
		c := d.cellOf(es[i].k)
		if last != nil && last.region == c.region && last.addr+uint64(last.bytes)-1 >= c.addr {
			drop[i] = true
			continue
		}
		last = c
	}
	if len(drop) == 0 {
		return es
	}
	out := es[:0]
	for i, e := range es {
		if !drop[i] {
			out = append(out, e)
		}
	}
	return out
}

// meetRuns is what both lists of runs say.
func meetRuns(s, t []run) []run {
	if slices.Equal(s, t) {
		return s
	}
	var out []run
	for _, p := range s {
		for _, q := range t {
			if p.region == q.region && p.b == q.b {
				if lo, hi := max(p.lo, q.lo), min(p.hi, q.hi); lo <= hi {
					out = append(out, run{p.region, lo, hi, p.b})
				}
			}
		}
	}
	slices.SortFunc(out, cmpRun)
	return out
}

func cmpRun(p, q run) int {
	switch {
	case p.region != q.region:
		return int(p.region) - int(q.region)
	case p.lo < q.lo:
		return -1
	case p.lo > q.lo:
		return 1
	}
	return 0
}
