package localization

import (
	"fmt"
	"slices"
	"strconv"

	"culprit/bench"
)

// Table shows for each version and method the means over the failing
// tests, and for each program and method the means over its versions. EXAM is
// the share of the executed lines that is read up to the fault; reported is
// the share of the executed lines that the method names.
func Table(runs []Run) *bench.Table {
	t := &bench.Table{
		Title:   "Fault localization: lines read up to the fault",
		Columns: []string{"version", "method", "tests", "lines", "rank", "top-1", "top-5", "EXAM %", "found", "all", "reported %", "re-runs", "s"},
	}
	groups := groupRuns(runs, func(r *Run) string { return r.ID })
	for _, g := range groups {
		addMeans(t, g.name, g.runs)
	}
	for _, g := range groupRuns(runs, func(r *Run) string { return r.Program }) {
		// Every version counts alike, however many of its tests fail.
		addMeans(t, g.name, g.runs)
		t.Foot++
	}
	t.Notes = append(t.Notes, "Means over tests; in the rows of programs over versions. A fault that the failing run does not execute counts with all lines.")
	errs := map[string]int{}
	for i := range runs {
		if runs[i].Err != "" {
			errs[runs[i].Method+": "+runs[i].Err]++
		}
	}
	for _, e := range sortedKeys(errs) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d times %s", errs[e], e))
	}
	return t
}

func sortedKeys(m map[string]int) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// runGroup is what one method says about one version or program.
type runGroup struct {
	name string
	runs []*Run
}

// groupRuns groups by a name and the method, in order of appearance.
func groupRuns(runs []Run, name func(*Run) string) []runGroup {
	var out []runGroup
	index := map[[2]string]int{}
	for i := range runs {
		r := &runs[i]
		k := [2]string{name(r), r.Method}
		j, ok := index[k]
		if !ok {
			j = len(out)
			index[k] = j
			out = append(out, runGroup{name: name(r)})
		}
		out[j].runs = append(out[j].runs, r)
	}
	return out
}

// means averages figures over the tests of each version, then over versions.
type means struct {
	sum map[string]float64
	n   map[string]int
	ids []string
}

func mean(runs []*Run, f func(*Run) float64) float64 {
	m := newMeans()
	for _, r := range runs {
		m.add(r.ID, f(r))
	}
	return m.mean()
}

func newMeans() *means { return &means{map[string]float64{}, map[string]int{}, nil} }

func (m *means) add(id string, x float64) {
	if m.n[id] == 0 {
		m.ids = append(m.ids, id)
	}
	m.n[id]++
	m.sum[id] += x
}

func (m *means) mean() float64 {
	total := 0.0
	for _, id := range m.ids {
		total += m.sum[id] / float64(m.n[id])
	}
	return total / float64(max(len(m.ids), 1))
}

func share(ok bool) float64 {
	if ok {
		return 1
	}
	return 0
}

func addMeans(t *bench.Table, name string, runs []*Run) {
	scored := slices.DeleteFunc(slices.Clone(runs), func(r *Run) bool { return r.Lines == 0 })
	if len(scored) == 0 {
		t.Add(name, runs[0].Method, 0, "", "", "", "", "", "", "", "", "", "")
		return
	}
	m := func(f func(*Run) float64) float64 { return mean(scored, f) }
	percent := func(f func(*Run) float64) string { return fmt.Sprintf("%.1f", 100*m(f)) }
	t.Add(name, runs[0].Method, len(scored),
		fmt.Sprintf("%.0f", m(func(r *Run) float64 { return float64(r.Lines) })),
		fmt.Sprintf("%.1f", m(func(r *Run) float64 { return float64(r.Rank) })),
		m(func(r *Run) float64 { return share(r.Top1) }),
		m(func(r *Run) float64 { return share(r.Top5) }),
		percent(func(r *Run) float64 { return r.Exam() }),
		m(func(r *Run) float64 { return share(r.Found) }),
		m(func(r *Run) float64 { return share(r.FoundAll) }),
		percent(func(r *Run) float64 { return float64(r.ReportedLines) / float64(r.Lines) }),
		fmt.Sprintf("%.0f", m(func(r *Run) float64 { return float64(r.Reruns) })),
		m(func(r *Run) float64 { return r.Time.Seconds() }),
	)
}

// Details has one row for each test and method.
func Details(runs []Run) *bench.Table {
	t := &bench.Table{Columns: []string{
		"version", "test", "method", "failure", "executed", "found", "found_all", "rank", "best", "worst", "lines", "statements",
		"reported_lines", "reported_statements", "exam", "reruns", "seconds", "error",
	}}
	for i := range runs {
		r := &runs[i]
		m := &r.Metrics
		t.Add(r.ID, r.Test, r.Method, r.Failure, m.Executed, m.Found, m.FoundAll, m.Rank, m.Best, m.Worst, m.Lines, m.Statements,
			m.ReportedLines, m.ReportedStatements, strconv.FormatFloat(m.Exam(), 'f', 4, 64), r.Reruns,
			strconv.FormatFloat(r.Time.Seconds(), 'f', 4, 64), r.Err)
	}
	return t
}
