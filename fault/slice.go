package fault

import (
	"context"
	"fmt"
	"time"

	"culprit/cfg"
	"culprit/interp/dependence"
)

// Slice is dynamic backward slicing: the statements that the failure depends
// on by data and control.
func Slice() Method {
	return Method{
		Name:  "slice",
		Doc:   "statements that the failure depends on by data and control",
		Paper: "Korel, Laski: Dynamic program slicing, 1988; Agrawal, Horgan: Dynamic program slicing, PLDI 1990",
		Needs: NeedsRun,
		Run: func(ctx context.Context, in *Input) (*Result, error) {
			return runSlice(ctx, in, "slice", dependence.DataDep|dependence.ControlDep)
		},
	}
}

// RelevantSlice is relevant slicing: the dynamic slice, and branches that, had
// they gone another way, might have changed what the slice reads.
func RelevantSlice() Method {
	return Method{
		Name:  "relevant-slice",
		Doc:   "the slice, and the branches that may have kept a definition from it",
		Paper: "Gyimothy, Beszedes, Forgacs: An efficient relevant slicing method for debugging, FSE 1999",
		Needs: NeedsRun,
		Run: func(ctx context.Context, in *Input) (*Result, error) {
			return runSlice(ctx, in, "relevant-slice", dependence.DataDep|dependence.ControlDep|dependence.SummaryDep)
		},
	}
}

func runSlice(ctx context.Context, in *Input, name string, kinds dependence.DepKind) (*Result, error) {
	start := time.Now()
	g, err := in.Graph(ctx)
	if err != nil {
		return nil, err
	}
	at := in.Failure.At
	if at < 0 || at >= g.N() {
		return nil, ErrNoInstance
	}
	from := Criterion(g, in.Failure)
	set := g.Slice(from, kinds)
	dist := distances(ctx, g, from, set, kinds)
	res := &Result{Method: name, Locations: nearest(g, set, dist)}
	if ctx.Err() != nil {
		res.Notes = append(res.Notes, fmt.Sprintf("%v before all distances were known", context.Cause(ctx)))
	}
	res.Stats = Stats{Instances: g.N(), Time: time.Since(start), More: []Count{{SlicedInstances, set.Len()}}}
	return res, nil
}

// Criterion lists the instances that a slice begins with: that at which the
// failure shows, first; for a wrong output that which printed before it, for it
// may have printed too little or too much; for the use of freed memory the call
// that freed it, the last one of that statement.
func Criterion(g *dependence.Graph, f *Failure) []int {
	from := []int{f.At}
	if f.Kind == WrongOutput {
		for _, i := range g.WrongOutput(int64(f.Offset)) {
			if i != f.At {
				from = append(from, i)
			}
		}
	}
	if f.Freed != nil {
		for i := f.At - 1; i >= 0; i-- {
			if g.Edge(i) == f.Freed {
				return append(from, i)
			}
		}
	}
	return from
}

// nearest lists the statements of a slice by the least distance of their
// instances: a user follows the dependences from the failure breadth first.
func nearest(g *dependence.Graph, set *dependence.InstanceSet, dist []int32) []Location {
	least := map[*cfg.Edge]int32{}
	at := map[*cfg.Edge][]int{}
	for i := range set.All() {
		e := g.Edge(i)
		if !Shown(e) || !g.User(i) {
			continue
		}
		d, ok := least[e]
		if n := dist[i]; n >= 0 && (!ok || d < 0 || n < d) || !ok {
			least[e] = n
		}
		at[e] = append(at[e], i)
	}
	var out []Location
	for _, e := range g.Prog.Edges {
		if at[e] == nil {
			continue
		}
		l := Location{Edge: e, Pos: e.Pos, Role: Value, Instances: at[e]}
		if IsBranch(e) {
			l.Role = Predicate
		}
		switch d := least[e]; {
		case d < 0:
			l.Reason = "the failure depends on it"
		case d == 0:
			l.Score, l.Reason = 1, "the failure shows here"
		default:
			l.Score = 1 / float64(1+d)
			l.Reason = fmt.Sprintf("the failure depends on it in %d %s", d, plural(int(d), "step"))
		}
		out = append(out, l)
	}
	return Rank(out)
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// distances counts for each instance of a slice the dependences on a shortest
// way to it from the first instance of from, -1 if none is known. The others of
// from are one step away. Implicit instances do not count: the user does not see
// them. When ctx ends, what is farther is left unknown.
func distances(ctx context.Context, g *dependence.Graph, from []int, set *dependence.InstanceSet, kinds dependence.DepKind) []int32 {
	dist := make([]int32, g.N())
	for i := range dist {
		dist[i] = -1
	}
	var now, next []int
	visit := func(i int, d int32) {
		if i < 0 || !set.Has(i) || dist[i] >= 0 && dist[i] <= d {
			return
		}
		if Shown(g.Edge(i)) && g.User(i) {
			if dist[i] < 0 || dist[i] > d+1 {
				dist[i] = d + 1
				next = append(next, i)
			}
			return
		}
		dist[i] = d
		now = append(now, i)
	}
	dist[from[0]] = 0
	now = append(now, from[0])
	for _, i := range from[1:] {
		visit(i, 0)
	}
	summaries := 0
	var buf []int32
	for d := int32(0); len(now) > 0 && ctx.Err() == nil; d++ {
		for len(now) > 0 {
			i := now[len(now)-1]
			now = now[:len(now)-1]
			if dist[i] != d {
				continue // reached on a shorter way meanwhile
			}
			buf = g.AppendData(buf[:0], i)
			for _, j := range buf {
				visit(int(j), d)
			}
			visit(g.Control(i), d)
			if kinds&dependence.SummaryDep == 0 || summaries >= MaxSummaries {
				continue
			}
			summaries++
			for _, r := range g.Summary(i) {
				for _, j := range g.Branches(r.Edge)[r.From:r.To] {
					summaries++
					visit(int(j), d)
				}
			}
		}
		now, next = next, nil
	}
	return dist
}

// Coverage is which statements the runs of an Input execute.
type Coverage struct {
	Failed, Passed int // runs that fail, that pass; the others do not count
	// InFailed and InPassed are by Loc.ID: in how many of these runs control
	// leaves the location.
	InFailed, InPassed []int
	// Like says of each test of Input.Passing how similar it is to the failing
	// run: the share of the locations that either executes which both do.
	Like []float64
}

// Coverage executes the failing run, the further failing ones and the passing
// ones when it is first asked for. The oracle says which fail.
func (in *Input) Coverage(ctx context.Context) (*Coverage, error) {
	return in.coverage.get(ctx, func(ctx context.Context) (*Coverage, error) {
		n, runs := len(in.Prog.Locs), NewRuns(in.Prog, in.Budget)
		c := &Coverage{InFailed: make([]int, n), InPassed: make([]int, n)}
		failing, err := c.add(ctx, in, runs, in.Failing)
		for _, t := range in.Others {
			if err == nil {
				_, err = c.add(ctx, in, runs, t)
			}
		}
		for _, t := range in.Passing {
			var covered []bool
			if err == nil {
				covered, err = c.add(ctx, in, runs, t)
				c.Like = append(c.Like, alike(failing, covered))
			}
		}
		return c, err
	})
}

// alike is the share of the locations of two runs that are in both.
func alike(a, b []bool) float64 {
	both, any := 0, 0
	for l := range a {
		if a[l] || b[l] {
			any++
		}
		if a[l] && b[l] {
			both++
		}
	}
	if any == 0 {
		return 0
	}
	return float64(both) / float64(any)
}

// add executes one more test. It returns the locations that were executed.
func (c *Coverage) add(ctx context.Context, in *Input, runs *Runs, t *Test) ([]bool, error) {
	covered := make([]bool, len(c.InFailed))
	r := runs.execute(ctx, t, covered)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var counts []int
	switch o, _ := in.Oracle.Judge(ctx, t, r); o {
	case Fail:
		c.Failed++
		counts = c.InFailed
	case Pass:
		c.Passed++
		counts = c.InPassed
	default:
		return covered, nil
	}
	for l, ok := range covered {
		if ok {
			counts[l]++
		}
	}
	return covered, nil
}

// Statements lists the statements of the user, one edge for each; a branch is
// one statement.
func Statements(prog *cfg.Program) []*cfg.Edge {
	var out []*cfg.Edge
	for _, e := range prog.Edges {
		if Shown(e) && statement(e) == e {
			out = append(out, e)
		}
	}
	return out
}
