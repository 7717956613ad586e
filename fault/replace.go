package fault

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"culprit/cfg"
	"culprit/interp"
)

// ValueReplacement is the method of Jeffrey, Gupta and Gupta: a statement
// instance and a pair of values, the one it had and another one, are an
// interesting value mapping pair if the run passes once the instance has the
// other value. Other values are those that the statement took elsewhere in
// the failing and the passing runs: the least and the greatest, those next to
// the original; and 0, 1, -1 and the original's neighbours. Branches have
// their other outcomes.
func ValueReplacement() Method {
	return Method{
		Name:  nameReplacement,
		Doc:   "statements where another value makes the run pass",
		Paper: "Jeffrey, Gupta, Gupta: Fault localization using value replacement, ISSTA 2008",
		Needs: NeedsRun | NeedsExpectation,
		Run:   runReplacement,
	}
}

// change is one replacement at an instance.
type change struct {
	at   int
	edge *cfg.Edge
	from uint64 // the value it had
}

// Written is the type of what a statement writes and a change replaces.
func Written(e *cfg.Edge) (t cfg.Type, signed, pointer, ok bool) {
	var dst *cfg.Var
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		dst = s.Dst
	case *cfg.Havoc:
		if s.Kind != cfg.Nondet {
			return t, false, false, false
		}
		dst = s.Dst
	case *cfg.Lib:
		dst = s.Dst
	case *cfg.Store:
		t = s.Val.Type()
		return t, s.Signed(), s.Pointer() || s.CType == nil && t == cfg.BV(64), true
	}
	if dst == nil {
		return t, false, false, false
	}
	return dst.Type, dst.Signed, dst.Pointer(), true
}

// ShowWritten writes a value that a statement writes, as the user would: the number
// of an address is ours.
func ShowWritten(e *cfg.Edge, v uint64) string {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		if s.Dst.Pointer() {
			return cfg.ShowPointer(v)
		}
	case *cfg.Store:
		if s.Pointer() {
			return cfg.ShowPointer(v)
		}
	}
	t, signed, _, _ := Written(e)
	return cfg.FormatValue(t, signed, v)
}

// Instead says with which value a run that had another one passes.
func Instead(e *cfg.Edge, to, from uint64) string {
	now, was := ShowWritten(e, to), ShowWritten(e, from)
	if now == was { // addresses
		return "another address"
	}
	return now + " instead of " + was
}

func runReplacement(ctx context.Context, in *Input) (*Result, error) {
	start := time.Now()
	r, err := NewRerunner(ctx, in)
	if err != nil {
		return nil, err
	}
	profile, last, err := profileValues(in, r)
	if err != nil {
		return nil, err
	}
	instances := last.all(func(c change) int { return c.at })
	check, err := in.checked(ctx)
	if err != nil {
		return nil, err
	}
	v := replacing{r: r, check: check, tried: map[*cfg.Edge]int{}}
	instances = slices.DeleteFunc(instances, func(c change) bool { return check.finds(c.at) })
	for _, c := range rounds(byLocation(instances, func(c change) *cfg.Edge { return statement(c.edge) })) {
		if !v.instance(c, profile[c.edge]) {
			break
		}
	}
	res := v.result(last.n)
	res.Stats.Instances, res.Stats.Reruns, res.Stats.Time = r.N, r.Runs, time.Since(start)
	res.Stats.More = []Count{{ValueInstances, last.n}, {Tried, v.seen}, {Pairs, len(v.found)}}
	return res, nil
}

// statement is one edge for all edges of a statement: of a branch the first.
func statement(e *cfg.Edge) *cfg.Edge {
	if IsBranch(e) {
		return e.From.Out[0]
	}
	return e
}

// profileValues collects the values each statement took, and the last
// instances in the failing run.
func profileValues(in *Input, r *Rerunner) (map[*cfg.Edge][]uint64, *recent[*cfg.Edge, change], error) {
	seen := map[*cfg.Edge]map[uint64]bool{}
	kept := newRecent[*cfg.Edge, change](r.most)
	read := func(rec *interp.Recording, failing bool) {
		for inst := range instances(r.ctx, rec, 0) {
			e := inst.Edge
			if !Shown(e) {
				continue
			}
			if IsBranch(e) {
				if failing {
					kept.add(statement(e), change{at: inst.Index, edge: e})
				}
				continue
			}
			if _, _, _, ok := Written(e); !ok || len(inst.Writes) == 0 {
				continue
			}
			v := inst.Writes[len(inst.Writes)-1].Value
			if seen[e] == nil {
				seen[e] = map[uint64]bool{}
			}
			if len(seen[e]) < maxValues {
				seen[e][v] = true
			}
			if failing {
				kept.add(e, change{at: inst.Index, edge: e, from: v})
			}
		}
	}
	rec, err := in.Recording(r.ctx)
	if err != nil {
		return nil, nil, err
	}
	read(rec, true)
	for _, t := range in.Passing[:min(len(in.Passing), maxProfiled)] {
		rec, err := record(r.ctx, in, t)
		if err != nil {
			return nil, nil, err
		}
		read(rec, false)
		rec.Close()
	}
	if r.ctx.Err() != nil {
		return nil, nil, context.Cause(r.ctx)
	}
	profile := map[*cfg.Edge][]uint64{}
	for e, vs := range seen {
		for v := range vs {
			profile[e] = append(profile[e], v)
		}
		SortValues(e, profile[e])
	}
	return profile, kept, nil
}

// SortValues puts values that a statement writes in ascending order.
func SortValues(e *cfg.Edge, vs []uint64) {
	t, signed, _, _ := Written(e)
	slices.SortFunc(vs, func(a, b uint64) int { return compareValues(t, signed, a, b) })
}

// compareValues orders the values of a type.
func compareValues(t cfg.Type, signed bool, a, b uint64) int {
	switch {
	case t.Kind == cfg.Float:
		return cmp.Or(cmp.Compare(float(t, a), float(t, b)), cmp.Compare(a, b))
	case signed:
		return cmp.Compare(cfg.SignExtend(a, t.Width()), cfg.SignExtend(b, t.Width()))
	}
	return cmp.Compare(a, b)
}

func float(t cfg.Type, v uint64) float64 {
	if t.Bits == 32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

func floatBits(t cfg.Type, f float64) uint64 {
	if t.Bits == 32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// Alternatives are the values to try instead of v, given those observed in
// ascending order.
func Alternatives(e *cfg.Edge, v uint64, observed []uint64) []uint64 {
	t, signed, pointer, _ := Written(e)
	var out []uint64
	add := func(x uint64) {
		x = cfg.Mask(x, t.Width())
		if x != cfg.Mask(v, t.Width()) && !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	if n := len(observed); n > 0 {
		i, _ := slices.BinarySearchFunc(observed, v, func(a, b uint64) int { return compareValues(t, signed, a, b) })
		if i > 0 {
			add(observed[i-1])
		}
		if i < n && observed[i] == v {
			i++
		}
		if i < n {
			add(observed[i])
		}
		add(observed[0])
		add(observed[n-1])
	}
	switch {
	case t.Kind == cfg.Bool:
		add(1 - v)
	case t.Kind == cfg.Float:
		for _, f := range []float64{0, 1, -1, float(t, v) + 1, float(t, v) - 1} {
			add(floatBits(t, f))
		}
	case pointer:
		add(0)
	default:
		for _, x := range []uint64{0, 1, ^uint64(0), v + 1, v - 1} {
			add(x)
		}
	}
	return out
}

// pair is an interesting value mapping pair.
type pair struct {
	change
	to     uint64
	take   *cfg.Edge // of a branch
	evades bool      // the run passes by going around the check that failed
}

// replacing is the state of the search.
type replacing struct {
	r       *Rerunner
	check   *check
	seen    int               // instances tried
	tried   map[*cfg.Edge]int // of them, by statement
	found   []pair
	stopped error
}

// instance tries all replacements at one instance, false if the search ends.
func (v *replacing) instance(c change, observed []uint64) bool {
	var forces []interp.Force
	if IsBranch(c.edge) {
		for _, other := range c.edge.From.Out {
			if other != c.edge {
				forces = append(forces, interp.Force{At: c.at, Take: other})
			}
		}
	} else {
		for _, x := range Alternatives(c.edge, c.from, observed) {
			forces = append(forces, interp.Force{At: c.at, SetValue: true, Value: x})
		}
	}
	for _, f := range forces {
		o, _, err := v.r.Try(f)
		if err != nil {
			v.stopped = err
			return false
		}
		if o == Pass {
			p := pair{change: c, to: f.Value, take: f.Take}
			if p.evades, err = v.r.evades(v.check, f); err != nil {
				v.stopped = err
				return false
			}
			v.found = append(v.found, p)
		}
	}
	v.seen++
	v.tried[statement(c.edge)]++
	return true
}

// result ranks statements by the share of their tried instances that have a
// pair.
func (v *replacing) result(all int) *Result {
	res := &Result{Method: nameReplacement}
	byEdge := map[*cfg.Edge][]pair{}
	var order []*cfg.Edge
	for _, p := range v.found {
		e := statement(p.edge)
		if byEdge[e] == nil {
			order = append(order, e)
		}
		byEdge[e] = append(byEdge[e], p)
	}
	for _, e := range order {
		res.Locations = append(res.Locations, v.location(e, byEdge[e]))
	}
	res.Locations = Rank(res.Locations)
	switch {
	case v.stopped != nil:
		res.Notes = append(res.Notes, fmt.Sprintf("%v after %d of %d executed statements", v.stopped, v.seen, all))
	case len(res.Locations) == 0:
		res.Notes = append(res.Notes, fmt.Sprintf("replacing values in %d executed statements does not make the run pass", v.seen))
	}
	return res
}

func (v *replacing) location(e *cfg.Edge, ps []pair) Location {
	var at []int
	for _, p := range ps {
		at = append(at, p.at)
	}
	l := Location{Edge: e, Pos: e.Pos, Role: Value, Instances: compact(at)}
	// A pair that does not go around the check says more than others.
	slices.SortStableFunc(ps, func(a, b pair) int {
		switch {
		case a.evades == b.evades:
			return 0
		case b.evades:
			return -1
		}
		return 1
	})
	l.Evades = ps[0].evades
	tried := max(v.tried[e], len(l.Instances))
	l.Score = float64(len(l.Instances)) / float64(tried)
	times := ""
	if tried > 1 {
		times = fmt.Sprintf(" in %d of %d executions", len(l.Instances), tried)
	}
	if l.Evades {
		times += ", without reaching the check again"
	}
	if IsBranch(e) {
		l.Role = Predicate
		l.Reason = "the run passes if this " + Turned(ps[0].edge, ps[0].take) + times
		return l
	}
	l.Reason = fmt.Sprintf("the run passes with %s%s", Instead(e, ps[0].to, ps[0].from), times)
	return l
}
