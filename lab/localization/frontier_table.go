package localization

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"culprit/bench"
	"culprit/frontier"
)

// FrontierTable compares frontier sets with their rivals: the rows
// of tables 2, 4, 5 and 7 and of figure 5 of paper 001, scored as lines read.
func FrontierTable(rows []FrontierRow) *bench.Table {
	t := &bench.Table{
		Title: "Frontier sets (paper 001)",
		Columns: []string{"suite", "row", "versions", "found", "read", "median", "EXAM %", "top-1", "top-5", "top-10", "dist 0-1 %", "roots", "right %", "two 0-1 %", "cause 0-1 %", "read<=2 %",
			"altered", "right as wrong %", "wrong as right %", "runs", "mean s", "median s", "total s", "over"},
		Notes: []string{
			"read: lines read until all executed faults are seen, ties by expectation, all executed lines where one is missed; a version weighs one.",
			"dist: dependences between the suspected root causes and the nearest fault; roots: lines of these; right: versions in which the likeliest of them is a fault; two: from the first two statements listed instead; cause: from the root causes or",
			"the transitive causes reported with them; read<=2: versions with at most two lines to read. altered: altered states in total. s: processor time.",
			"right as wrong, wrong as right: misjudged ones of the altered states, by the correct version.",
			"frontier is given other failing and passing tests; one run has the failing run alone, as in the paper, whose 16 faults are of grep, gdb, sed, Make and tar, and which counts statements. Its rivals list what they find in an hour, in no order.",
		},
	}
	suites := map[string][]FrontierRow{}
	for _, r := range rows {
		suite, _, _ := strings.Cut(r.ID, "/")
		suites[suite] = append(suites[suite], r)
	}
	names := slices.Sorted(maps.Keys(suites))
	if len(names) > 1 {
		for _, suite := range names {
			addFrontier(t, suite, suites[suite])
		}
	}
	each := len(t.Rows)
	addFrontier(t, "all", rows)
	if each == 0 {
		each = len(t.Rows)
	}
	paper001(t)
	t.Foot = len(t.Rows) - each
	errs := map[string]int{}
	for _, r := range rows {
		if r.Err != "" {
			errs[r.Row+": "+r.Err]++
		}
	}
	for _, e := range sortedKeys(errs) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d times %s", errs[e], e))
	}
	return t
}

// paper001 adds what the paper has: tables 2 and 3, and of its rivals table 5.
func paper001(t *bench.Table) {
	t.Add("paper 001", "one run", 16, "1.00", "2.9", "2.0", "", "0.38", "0.94", "0.94", "87.5", "", "", "", "", "62.5", 203, "3.4", "2.5", "", "124.78", "94.56", "1996.6", "")
	for _, rival := range []struct{ name, found, dist string }{{"predicate switching", "0.44", "37.5"}, {"value replacement", "0.00", "0.0"}} {
		t.Add("paper 001", rival.name, 16, rival.found, "", "", "", "", "", "", rival.dist, "", "", "", "", "", "", "", "", "", "", "", "", "")
	}
}

// addFrontier adds the rows of a group of versions.
func addFrontier(t *bench.Table, suite string, rows []FrontierRow) {
	for k := range frontierRows {
		name := frontierRows[k].name
		var of []FrontierRow
		for _, r := range rows {
			if r.Row == name && r.Lines > 0 {
				of = append(of, r)
			}
		}
		if len(of) == 0 {
			continue
		}
		var versions []string
		by := map[string][]FrontierRow{}
		for _, r := range of {
			if by[r.ID] == nil {
				versions = append(versions, r.ID)
			}
			by[r.ID] = append(by[r.ID], r)
		}
		each := func(f func(FrontierRow) float64) []float64 {
			var out []float64
			for _, v := range versions {
				var xs []float64
				for _, r := range by[v] {
					xs = append(xs, f(r))
				}
				out = append(out, meanOf(xs))
			}
			return out
		}
		is := func(b bool) float64 {
			if b {
				return 1
			}
			return 0
		}
		read := each(func(r FrontierRow) float64 { return r.Read })
		times := each(func(r FrontierRow) float64 { return r.Time.Seconds() })
		altered, runs, over, total := 0, 0, 0, 0.0
		states, first, second := 0, 0, 0
		for _, r := range of {
			states, first, second = states+r.States, first+r.RightAsWrong, second+r.WrongAsRight
			altered, runs, total = altered+r.Altered, runs+r.Reruns, total+r.Time.Seconds()
			if r.Over {
				over++
			}
		}
		dist, near, one, two, roots, firstTwo, right := "-", "-", "-", "-", "-", "-", "-"
		if frontierRows[k].config != nil {
			dist = share100(meanOf(each(func(r FrontierRow) float64 { return is(r.Dist == 0 || r.Dist == 1) })))
			roots = fmt.Sprintf("%.1f", meanOf(each(func(r FrontierRow) float64 { return float64(r.Roots) })))
			right = share100(meanOf(each(func(r FrontierRow) float64 { return is(r.First) })))
			firstTwo = share100(meanOf(each(func(r FrontierRow) float64 { return is(r.Two == 0 || r.Two == 1) })))
			near = share100(meanOf(each(func(r FrontierRow) float64 { return is(r.Near == 0 || r.Near == 1) })))
		}
		if states > 0 {
			one, two = share100(ratio(float64(first), float64(states))), share100(ratio(float64(second), float64(states)))
		}
		top := func(i int) string {
			return fmt.Sprintf("%.2f", meanOf(each(func(r FrontierRow) float64 { return r.Top[i] })))
		}
		t.Add(suite, name, len(versions), fmt.Sprintf("%.2f", meanOf(each(func(r FrontierRow) float64 { return is(r.Found) }))),
			fmt.Sprintf("%.1f", meanOf(read)), fmt.Sprintf("%.1f", medianOf(read)),
			share100(meanOf(each(func(r FrontierRow) float64 { return ratio(r.Read, float64(r.Lines)) }))), top(0), top(1), top(2), dist, roots, right, firstTwo, near,
			share100(meanOf(each(func(r FrontierRow) float64 { return is(r.Found && r.Read <= 2) }))),
			altered, one, two, runs, fmt.Sprintf("%.2f", meanOf(times)), fmt.Sprintf("%.2f", medianOf(times)), fmt.Sprintf("%.1f", total), over)
	}
}

func medianOf(xs []float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	xs = slices.Sorted(slices.Values(xs))
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}

// FrontierDetails has a row for each run.
func FrontierDetails(rows []FrontierRow) *bench.Table {
	t := &bench.Table{Columns: []string{"version", "test", "row", "lines", "read", "found", "dist", "roots", "first", "two", "cause", "altered", "states", "right as wrong", "wrong as right", "runs", "s", "error"}}
	for _, r := range rows {
		t.Add(r.ID, r.Test, r.Row, r.Lines, r.Read, r.Found, r.Dist, r.Roots, r.First, r.Two, r.Near, r.Altered, r.States, r.RightAsWrong, r.WrongAsRight, r.Reruns, fmt.Sprintf("%.3f", r.Time.Seconds()), r.Err)
	}
	return t
}

// CalibrationTable compares how often suspected root causes have a wrong value with
// what is printed beside them. On the versions that were counted it gives the
// numbers of frontier.Calibration, on others it is the check.
func CalibrationTable(rows []FrontierRow) *bench.Table {
	t := &bench.Table{
		Title:   "How often the value of a suspected root cause is wrong",
		Columns: []string{"what speaks for it", "versions", "wrong here", "% here", "printed", "% printed"},
	}
	squares, mean, n := 0.0, 0.0, 0
	for g, printed := range frontier.Calibration {
		versions, wrong, of := map[string]bool{}, 0, 0
		p := ratio(float64(printed.N), float64(printed.Of))
		for _, r := range rows {
			for _, x := range r.roots {
				if x.ground != frontier.Ground(g) {
					continue
				}
				versions[r.ID] = true
				of++
				y := 0.0
				if x.wrong {
					wrong++
					y = 1
				}
				squares, mean, n = squares+(y-p)*(y-p), mean+y, n+1
			}
		}
		t.Add(frontier.Ground(g).String(), len(versions), fmt.Sprintf("%d of %d", wrong, of), share100(ratio(float64(wrong), float64(of))),
			fmt.Sprintf("%d of %d", printed.N, printed.Of), share100(p))
	}
	if n > 0 {
		m := mean / float64(n)
		t.Notes = append(t.Notes, fmt.Sprintf("Mean square of the error of what is printed: %.3f; of the one share of all %d root causes here: %.3f.", squares/float64(n), n, m*(1-m)))
	}
	return t
}
