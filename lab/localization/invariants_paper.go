package localization

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"culprit/bench"
	"culprit/cfg"
	"culprit/fault"
	"culprit/interp/dependence"
)

// Way is the shortest way along dependences from the symptom of a failing run to
// an instance of the fault: the columns of paper 004's table 2.
type Way struct {
	Executed  int // lines of the run
	Found     bool
	Instances int // statement instances on the way, the two ends included
	Lines     int // and their source lines
	Functions int
}

// wayTo measures the way of a failing run; isFault says which statements are the
// fault.
func wayTo(ctx context.Context, in *fault.Input, isFault func(*cfg.Edge) bool) (Way, error) {
	g, err := in.Graph(ctx)
	if err != nil {
		return Way{}, err
	}
	from := map[int]int{} // where the search came from
	var now []int
	for _, i := range fault.Criterion(g, in.Failure) {
		if _, seen := from[i]; !seen {
			from[i] = -1
			now = append(now, i)
		}
	}
	var buf []int32
	for k := 0; k < len(now) && ctx.Err() == nil; k++ {
		i := now[k]
		if e := g.Edge(i); fault.Shown(e) && isFault(e) {
			return along(g, from, i), nil
		}
		buf = g.AppendData(buf[:0], i)
		if c := g.Control(i); c >= 0 {
			buf = append(buf, int32(c))
		}
		for _, j := range buf {
			if _, seen := from[int(j)]; !seen {
				from[int(j)] = i
				now = append(now, int(j))
			}
		}
	}
	return Way{}, context.Cause(ctx)
}

// along counts what lies on the way from an instance to the symptom.
func along(g *dependence.Graph, from map[int]int, i int) Way {
	w := Way{Found: true}
	lines, functions := map[fault.Line]bool{}, map[*cfg.Proc]bool{}
	for ; i >= 0; i = from[i] {
		w.Instances++
		if e := g.Edge(i); fault.Shown(e) {
			lines[fault.LineOf(e.Pos)] = true
			functions[e.From.Proc] = true
		}
	}
	w.Lines, w.Functions = len(lines), len(functions)
	return w
}

// randomOrder is the row that is measured once for each test.
const randomOrder = "random order"

// TableDistance is table 2 of paper 004: how far the symptom is from the fault.
func TableDistance(runs []InvariantRun) *bench.Table {
	t := &bench.Table{
		Title:   "Distance from the symptom to the fault, along dependences",
		Columns: []string{"program", "versions", "executed lines", "on a slice %", "instances", "median", "lines", "functions"},
	}
	var programs []string
	by := map[string][]*InvariantRun{}
	for i := range runs {
		if r := &runs[i]; r.Method == randomOrder {
			if by[r.Program] == nil {
				programs = append(programs, r.Program)
			}
			by[r.Program] = append(by[r.Program], r)
			by["all"] = append(by["all"], r)
		}
	}
	for _, p := range append(programs, "all") {
		rs := by[p]
		found := func(r *InvariantRun) bool { return r.Way.Found }
		num := func(only func(*InvariantRun) bool, f func(*InvariantRun) int) []float64 {
			return byVersion(rs, only, func(r *InvariantRun) float64 { return float64(f(r)) })
		}
		instances := num(found, func(r *InvariantRun) int { return r.Way.Instances })
		t.Add(p, len(num(nil, func(*InvariantRun) int { return 0 })),
			fmt.Sprintf("%.1f", meanValue(num(nil, func(r *InvariantRun) int { return r.Way.Executed }))),
			fmt.Sprintf("%.0f", 100*meanValue(byVersion(rs, nil, func(r *InvariantRun) float64 { return share(found(r)) }))),
			fmt.Sprintf("%.1f", meanValue(instances)), fmt.Sprintf("%.1f", middleValue(instances)),
			fmt.Sprintf("%.1f", meanValue(num(found, func(r *InvariantRun) int { return r.Way.Lines }))),
			fmt.Sprintf("%.1f", meanValue(num(found, func(r *InvariantRun) int { return r.Way.Functions }))))
	}
	t.Add("paper 004", 8, "8725.0", 100, "4195.9", "100.0", "17.9", "7.2")
	t.Foot = 2
	t.Notes = append(t.Notes, "Of the shortest way, in the paper in instructions of LLVM; instances, lines and functions are means over the versions whose fault the symptom depends on.")
	return t
}

// ofInvariants reports whether a row is one of likely invariants.
func ofInvariants(r *InvariantRun) bool { return strings.HasPrefix(r.Method, "invariants") }

// TableLost shows which step loses the faults that are not in the final set, of
// those that are not missing code.
func TableLost(runs []InvariantRun) *bench.Table {
	t := &bench.Table{Title: "Faults that are not missing code: which step loses them, in percent", Columns: append([]string{"program", "method", "versions", "in final"}, lostAt...)}
	var keys [][2]string
	by := map[[2]string][]*InvariantRun{}
	for i := range runs {
		r := &runs[i]
		if !ofInvariants(r) || r.Missing {
			continue
		}
		for _, k := range [][2]string{{r.Program, r.Method}, {"all", r.Method}} {
			if by[k] == nil {
				keys = append(keys, k)
			}
			by[k] = append(by[k], r)
		}
	}
	slices.SortStableFunc(keys, func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(share(a[0] == "all"), share(b[0] == "all")), cmp.Compare(a[0], b[0]))
	})
	for _, k := range keys {
		rs := by[k]
		percent := func(is func(*InvariantRun) bool) string {
			return fmt.Sprintf("%.0f", 100*meanValue(byVersion(rs, nil, func(r *InvariantRun) float64 { return share(is(r)) })))
		}
		row := []any{k[0], k[1], len(byVersion(rs, nil, func(*InvariantRun) float64 { return 0 })),
			percent(func(r *InvariantRun) bool { return r.InEnd })}
		for _, at := range lostAt {
			row = append(row, percent(func(r *InvariantRun) bool { return r.lost() == at }))
		}
		t.Add(row...)
		t.Foot += int(share(k[0] == "all"))
	}
	t.Add("paper 004", "invariants, made", 8, 88, 0, 0, 0, 0, 12, 0) // the set of the step before was looked at then
	t.Foot++
	t.Notes = append(t.Notes, "Filter: follows from another candidate. All good runs: only what fewer of them have is broken, or locals are that no compiler keeps in memory.")
	return t
}

// sizes are the upper ends of the classes of TableShares, in executed lines.
var sizes = []int{20, 50, 100}

// TableShares shows how much the slice and the dependence filter remove, by the
// number of lines that the failing run executes: nearly all that a small program
// does leads to what it prints.
func TableShares(runs []InvariantRun) *bench.Table {
	t := &bench.Table{
		Title:   "What the slice and the dependence filter remove, by the size of the run",
		Columns: []string{"executed lines", "method", "versions", "failed", "the slice removes %", "the filter removes of the rest %"},
	}
	type class struct{ size, method string }
	var classes []class
	by := map[class][]*InvariantRun{}
	for i := range runs {
		r := &runs[i]
		if !ofInvariants(r) || r.Failed == 0 {
			continue
		}
		size := fmt.Sprintf("%d and more", sizes[len(sizes)-1])
		for k := len(sizes) - 1; k >= 0 && r.Metrics.Lines < sizes[k]; k-- {
			size = fmt.Sprintf("below %d", sizes[k])
		}
		for _, c := range []class{{size, r.Method}, {"all", r.Method}} {
			if by[c] == nil {
				classes = append(classes, c)
			}
			by[c] = append(by[c], r)
		}
	}
	order := func(c class) int {
		if c.size == "all" {
			return len(sizes) + 1
		}
		k := slices.IndexFunc(sizes, func(n int) bool { return c.size == fmt.Sprintf("below %d", n) })
		return (k + len(sizes) + 1) % (len(sizes) + 1)
	}
	slices.SortStableFunc(classes, func(a, b class) int { return cmp.Compare(order(a), order(b)) })
	for _, c := range classes {
		mean := func(f func(*InvariantRun) int) float64 {
			return meanValue(byVersion(by[c], nil, func(r *InvariantRun) float64 { return float64(f(r)) }))
		}
		failed, sliced := mean(func(r *InvariantRun) int { return r.Failed }), mean(func(r *InvariantRun) int { return r.Sliced })
		unmarked := mean(func(r *InvariantRun) int { return r.Unmarked })
		t.Add(c.size, c.method, len(byVersion(by[c], nil, func(*InvariantRun) float64 { return 0 })), fmt.Sprintf("%.1f", failed),
			fmt.Sprintf("%.0f", 100*(1-sliced/failed)), fmt.Sprintf("%.0f", 100*(1-unmarked/max(sliced, 1e-9))))
		t.Foot += int(share(c.size == "all"))
	}
	t.Add("6217 and more", "paper 004", 8, "148.4", 81, 58)
	t.Foot++
	t.Notes = append(t.Notes, "Of the sums over versions, those without a failed invariant left out.")
	return t
}

// TableRanks is table 4 of paper 004: the range of the lines that are read up to
// the fault, with luck and without.
func TableRanks(runs []InvariantRun) *bench.Table {
	t := &bench.Table{Title: "Lines read up to the fault, in the best and in the worst order of ties", Columns: []string{"version", "executed"}}
	var ids, methods []string
	by := map[[2]string][]*InvariantRun{}
	for i := range runs {
		r := &runs[i]
		if r.Method == "none" {
			continue
		}
		if !slices.Contains(methods, r.Method) {
			methods = append(methods, r.Method)
		}
		if !slices.Contains(ids, r.ID) {
			ids = append(ids, r.ID)
		}
		by[[2]string{r.ID, r.Method}] = append(by[[2]string{r.ID, r.Method}], r)
	}
	t.Columns = append(t.Columns, methods...)
	for _, id := range ids {
		row := []any{id, fmt.Sprintf("%.0f", ofRuns(by[[2]string{id, methods[0]}], func(r *InvariantRun) int { return r.Metrics.Lines }))}
		for _, m := range methods {
			rs := by[[2]string{id, m}]
			row = append(row, fmt.Sprintf("[%.0f - %.0f]", ofRuns(rs, func(r *InvariantRun) int { return r.Best }), ofRuns(rs, func(r *InvariantRun) int { return r.Worst })))
		}
		t.Add(row...)
	}
	paper := []any{"paper 004", "8725"}
	for _, m := range methods {
		paper = append(paper, map[string]string{"tarantula": "[824 - 5361]", "ochiai": "[809 - 5346]", "invariants, made": "78"}[m])
	}
	t.Add(paper...)
	t.Foot = 1
	return t
}

func ofRuns(rs []*InvariantRun, f func(*InvariantRun) int) float64 {
	var xs []float64
	for _, r := range rs {
		xs = append(xs, float64(f(r)))
	}
	return meanValue(xs)
}

// byVersion are means over the runs of each version.
func byVersion(rs []*InvariantRun, only func(*InvariantRun) bool, f func(*InvariantRun) float64) []float64 {
	sum, n := map[string]float64{}, map[string]int{}
	var ids []string
	for _, r := range rs {
		if only != nil && !only(r) {
			continue
		}
		if n[r.ID] == 0 {
			ids = append(ids, r.ID)
		}
		n[r.ID]++
		sum[r.ID] += f(r)
	}
	out := make([]float64, len(ids))
	for i, id := range ids {
		out[i] = sum[id] / float64(n[id])
	}
	return out
}

func meanValue(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(max(len(xs), 1))
}

func middleValue(xs []float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	xs = slices.Sorted(slices.Values(xs))
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}
