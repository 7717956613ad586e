package fault

import (
	"context"
	"fmt"
	"slices"
	"time"

	"culprit/cfg"
	"culprit/interp"
)

// nameSwitching and nameReplacement are the names on the command line.
const (
	nameSwitching   = "predicate-switching"
	nameReplacement = "value-replacement"
)

// PredicateSwitching is the method of Zhang, Gupta and Gupta: a branch
// instance is critical if the run passes once the branch is taken the other
// way.
func PredicateSwitching() Method {
	return Method{
		Name:  nameSwitching,
		Doc:   "branches that, taken the other way, make the run pass",
		Paper: "Zhang, Gupta, Gupta: Locating faults through automated predicate switching, ICSE 2006",
		Needs: NeedsRun | NeedsExpectation,
		Run:   runSwitching,
	}
}

// branch is one way a branch instance could have gone instead.
type branch struct {
	at   int
	took *cfg.Edge
	take *cfg.Edge
}

// critical is a change that makes the run pass.
type critical struct {
	branch
	evades bool // the run passes by going around the check that failed
}

func runSwitching(ctx context.Context, in *Input) (*Result, error) {
	start := time.Now()
	r, err := NewRerunner(ctx, in)
	if err != nil {
		return nil, err
	}
	instances, all, err := branches(in, r)
	if err != nil {
		return nil, err
	}
	c, err := in.checked(ctx)
	if err != nil {
		return nil, err
	}
	s := switching{r: r, all: all, check: c}
	near, far := bySlice(ctx, in, instances, func(b branch) int { return b.at })
	s.search(near, far)
	res := s.result()
	res.Stats.Instances, res.Stats.Reruns, res.Stats.Time = r.N, r.Runs, time.Since(start)
	res.Stats.More = []Count{{BranchInstances, s.all}, {Switched, s.tried}, {Critical, len(s.found)}}
	return res, nil
}

// branches lists the branch instances of the failing run, first to last; of
// each branch as many of the last ones as can be tried. It also counts all.
func branches(in *Input, r *Rerunner) (out []branch, all int, err error) {
	rec, err := in.Recording(r.ctx)
	if err != nil {
		return nil, 0, err
	}
	last := newRecent[*cfg.Edge, branch](r.most)
	for inst := range instances(r.ctx, rec, 0) {
		e := inst.Edge
		if !IsBranch(e) {
			continue
		}
		for _, other := range e.From.Out {
			if other != e {
				last.add(other, branch{inst.Index, e, other})
			}
		}
	}
	if r.ctx.Err() != nil {
		return nil, 0, context.Cause(r.ctx)
	}
	return last.all(func(b branch) int { return b.at }), last.n, nil
}

// IsBranch reports whether an edge is one of several ways out of a location
// that the user's conditions choose among.
func IsBranch(e *cfg.Edge) bool {
	_, ok := e.Stmt.(*cfg.Assume)
	return ok && len(e.From.Out) > 1 && Shown(e)
}

// switching is the state of the search.
type switching struct {
	r          *Rerunner
	check      *check
	all, tried int
	tries      map[*cfg.Loc]int
	found      []critical
	stopped    error
}

// bySlice tells the instances that the failure depends on, summary control
// dependences included, from the others. Without a graph there are only others.
func bySlice[T any](ctx context.Context, in *Input, all []T, at func(T) int) (near, far []T) {
	g, err := in.Graph(ctx)
	if err != nil || in.Failure.At < 0 || in.Failure.At >= g.N() {
		return nil, all
	}
	set := g.Relevant([]int{in.Failure.At})
	for _, b := range all {
		if at(b) < g.N() && set.Has(at(b)) {
			near = append(near, b)
		} else {
			far = append(far, b)
		}
	}
	return near, far
}

// search switches branch instances, those near the failure before those far
// from it. Of each kind the last instance of every branch comes first, the
// branches executed last in front, then the last but one of each, and so on:
// the instances of one loop must not keep the others waiting.
func (s *switching) search(kinds ...[]branch) {
	s.tries = map[*cfg.Loc]int{}
	var order []branch
	for _, bs := range kinds {
		order = append(order, rounds(byLocation(bs, func(b branch) *cfg.Loc { return b.took.From }))...)
	}
	for _, b := range order {
		if s.check.finds(b.at) {
			continue
		}
		force := interp.Force{At: b.at, Take: b.take}
		o, _, err := s.r.Try(force)
		if err != nil {
			s.stopped = err
			return
		}
		s.tried++
		s.tries[b.took.From]++
		if o != Pass {
			continue
		}
		c := critical{branch: b}
		if c.evades, err = s.r.evades(s.check, force); err != nil {
			s.stopped = err
			return
		}
		s.found = append(s.found, c)
	}
}

// result ranks the critical branches: those first that do not go around the
// failed check, then by the share of the switched instances that are critical,
// then the later ones, as the search of the paper finds them.
func (s *switching) result() *Result {
	res := &Result{Method: nameSwitching}
	groups := map[*cfg.Loc][]critical{}
	var order []*cfg.Loc
	for _, c := range s.found {
		l := c.took.From
		if groups[l] == nil {
			order = append(order, l)
		}
		groups[l] = append(groups[l], c)
	}
	for _, l := range order {
		res.Locations = append(res.Locations, s.location(groups[l], s.tries[l]))
	}
	res.Locations = Rank(res.Locations)
	switch {
	case s.stopped != nil:
		res.Notes = append(res.Notes, fmt.Sprintf("%v after %d of %d executed branches", s.stopped, s.tried, s.all))
	case len(res.Locations) == 0:
		res.Notes = append(res.Notes, fmt.Sprintf("none of %d executed branches makes the run pass when it is switched", s.tried))
	}
	return res
}

func (s *switching) location(cs []critical, tried int) Location {
	last, evades := cs[0], true
	var at []int
	for i := len(cs) - 1; i >= 0; i-- {
		at = append(at, cs[i].at)
		evades = evades && cs[i].evades
	}
	for _, c := range cs {
		if c.at > last.at {
			last = c
		}
	}
	e := last.took
	l := Location{Edge: e, Pos: e.Pos, Role: Predicate, Instances: compact(at), Evades: evades}
	l.Score = float64(len(cs))/float64(tried) + 0.01*float64(last.at)/float64(max(s.r.N, 1))
	if !evades {
		l.Score += 2
	}
	times := ""
	if tried > 1 {
		times = fmt.Sprintf(" in %d of %d executions", len(l.Instances), tried)
	}
	l.Reason = "the run passes if this " + Turned(e, last.take) + times
	if evades {
		l.Reason += ", without reaching the check again"
	}
	return l
}

// Turned says how the run continues if a branch takes another edge: of a
// two-way condition its other value, else what is taken.
func Turned(took, take *cfg.Edge) string {
	switch {
	case len(took.From.Out) > 2:
		return "goes to “" + clip(take.Text, 40) + "”"
	case took == took.From.Out[0]:
		return "is false"
	}
	return "is true"
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// The order in which searches over the instances of a run try them.

// recent keeps the last instances of each statement: a search goes backwards
// and has a limit, and a run may have millions of them.
type recent[K comparable, T any] struct {
	n    int // all that were added
	most int // kept of each
	keys []K // in order of appearance
	last map[K][]T
}

func newRecent[K comparable, T any](most int) *recent[K, T] {
	return &recent[K, T]{most: most, last: map[K][]T{}}
}

func (r *recent[K, T]) add(k K, t T) {
	r.n++
	if r.last[k] == nil {
		r.keys = append(r.keys, k)
	}
	l := append(r.last[k], t)
	if len(l) >= 2*r.most {
		l = append(l[:0], l[len(l)-r.most:]...)
	}
	r.last[k] = l
}

// all lists what was kept by instance.
func (r *recent[K, T]) all(at func(T) int) []T {
	var out []T
	for _, k := range r.keys {
		l := r.last[k]
		out = append(out, l[max(0, len(l)-r.most):]...)
	}
	slices.SortStableFunc(out, func(a, b T) int { return at(a) - at(b) })
	return out
}

// byLocation groups things in run order; groups and their members are in
// reverse order of execution.
func byLocation[T any, K comparable](all []T, key func(T) K) [][]T {
	var out [][]T
	index := map[K]int{}
	for i := len(all) - 1; i >= 0; i-- {
		k := key(all[i])
		j, ok := index[k]
		if !ok {
			j = len(out)
			index[k] = j
			out = append(out, nil)
		}
		out[j] = append(out[j], all[i])
	}
	return out
}

// rounds takes the first of each group, then the second of each, and so on.
func rounds[T any](groups [][]T) []T {
	var out []T
	for k, more := 0, true; more; k++ {
		more = false
		for _, g := range groups {
			if k < len(g) {
				out = append(out, g[k])
				more = true
			}
		}
	}
	return out
}
