package localization

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"culprit/bench"
)

// The averages that paper 000 reports, for the rows that compare.
const (
	paperShare   = "8.8"  // C% of table III
	paperLevel   = "2.3"  // L of table III
	paperLines   = "8.51" // table IV
	paperRatio   = "0.86" // table IV
	paperShare5  = "6.6"  // C% of the programs of table V without tcas
	paperSlice   = "48.5" // table V
	paperRelev   = "82.3" // table V
	paperLevel5  = "2.1"  // table V
	paperSeconds = "0.053"
)

// answered are the runs with an answer.
func answered(runs []CascadeRun) []CascadeRun {
	return slices.DeleteFunc(slices.Clone(runs), func(r CascadeRun) bool { return r.Err != "" })
}

// byKey groups runs in order of appearance.
func byKey[T any](runs []T, key func(*T) string) (names []string, groups map[string][]T) {
	groups = map[string][]T{}
	for i := range runs {
		k := key(&runs[i])
		if groups[k] == nil {
			names = append(names, k)
		}
		groups[k] = append(groups[k], runs[i])
	}
	return names, groups
}

// average is a mean over runs.
func average(runs []CascadeRun, f func(*CascadeRun) float64) float64 {
	sum := 0.0
	for i := range runs {
		sum += f(&runs[i])
	}
	return ratio(sum, float64(len(runs)))
}

// meanOf is a mean over numbers.
func meanOf(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return ratio(sum, float64(len(xs)))
}

func countRuns(runs []CascadeRun, f func(*CascadeRun) bool) int {
	n := 0
	for i := range runs {
		if f(&runs[i]) {
			n++
		}
	}
	return n
}

func medianTime(runs []CascadeRun) time.Duration {
	if len(runs) == 0 {
		return 0
	}
	var ts []time.Duration
	for i := range runs {
		ts = append(ts, runs[i].Time)
	}
	slices.Sort(ts)
	return ts[len(ts)/2]
}

func share100(x float64) string { return fmt.Sprintf("%.1f", 100*x) }

func took(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// TableIII is table III of paper 000: cause trees of the failing tests of each
// version.
func TableIII(runs []CascadeRun) *bench.Table {
	t := &bench.Table{
		Title:   "Table III: cause trees of all failing tests",
		Columns: []string{"version", "E#", "TC#", "run", "det", "C%", "own%", "lines%", "level C%", "tree C%", "L", "levels", "median s", "mean s"},
		Notes: []string{
			"E#: faults; TC#: failing tests; run: those that execute a faulty statement; det: those in whose tree all executed faults are.",
			"C%: instances of the run in the tree when it gets the cause that completes the faults; own%: the same for statements of the user",
			"(without library code and implicit instances); lines%: source lines; level C%: in the tree down to that cause's level L; tree C%: in the",
			"whole tree. Averages are over versions. Of undefined behaviour of a faulty statement this is the only fault.",
		},
	}
	sums := make([][]float64, 9)
	row := func(name string, runs []CascadeRun, e int) {
		found := slices.DeleteFunc(slices.Clone(runs), func(r CascadeRun) bool { return !r.Tree.All })
		cells := []float64{
			average(found, func(r *CascadeRun) float64 { return r.To.Share }),
			average(found, func(r *CascadeRun) float64 { return r.To.Own }),
			average(found, func(r *CascadeRun) float64 { return ratio(float64(r.To.Lines), float64(r.Lines)) }),
			average(found, func(r *CascadeRun) float64 { return r.Upper.Share }),
			average(runs, func(r *CascadeRun) float64 { return r.Tree.Share }),
			average(found, func(r *CascadeRun) float64 { return float64(r.Level) }),
			average(runs, func(r *CascadeRun) float64 { return float64(r.Levels) }),
			medianTime(runs).Seconds(),
			average(runs, func(r *CascadeRun) float64 { return r.Time.Seconds() }),
		}
		for k, x := range cells {
			if len(found) > 0 || k == 4 || k >= 6 {
				sums[k] = append(sums[k], x)
			}
		}
		t.Add(name, e, len(runs), countRuns(runs, func(r *CascadeRun) bool { return r.Executed }), len(found), share100(cells[0]), share100(cells[1]), share100(cells[2]),
			share100(cells[3]), share100(cells[4]), fmt.Sprintf("%.1f", cells[5]), fmt.Sprintf("%.1f", cells[6]), fmt.Sprintf("%.3f", cells[7]), fmt.Sprintf("%.3f", cells[8]))
	}
	ok := answered(runs)
	names, groups := byKey(ok, func(r *CascadeRun) string { return r.ID })
	for _, n := range names {
		row(n, groups[n], groups[n][0].Faults)
	}
	det := countRuns(ok, func(r *CascadeRun) bool { return r.Tree.All })
	t.Add("average", "", len(ok), countRuns(ok, func(r *CascadeRun) bool { return r.Executed }), det, share100(meanOf(sums[0])), share100(meanOf(sums[1])), share100(meanOf(sums[2])),
		share100(meanOf(sums[3])), share100(meanOf(sums[4])), fmt.Sprintf("%.1f", meanOf(sums[5])), fmt.Sprintf("%.1f", meanOf(sums[6])),
		took(medianTime(ok)), fmt.Sprintf("%.3f", meanOf(sums[8])))
	t.Add("paper 000", "", "", "", "all", paperShare, "", "", "", "", paperLevel, "", "", paperSeconds)
	t.Foot = 2
	noteErrors(t, runs)
	return t
}

// noteErrors adds a note for each reason why a run has no answer.
func noteErrors(t *bench.Table, runs []CascadeRun) {
	n := map[string]int{}
	for i := range runs {
		if e := runs[i].Err; e != "" {
			n[runs[i].Program+": "+e]++
		}
	}
	for _, e := range sortedKeys(n) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d times %s", n[e], e))
	}
}

// TableIV is table IV: lines that are read until the faults are known, in
// cause trees and in correction sets.
func TableIV(runs []CascadeRun) *bench.Table {
	t := &bench.Table{
		Title:   "Table IV: lines inspected, cause tree against MAX-SAT",
		Columns: []string{"version", "tests", "lines", "cascade", "by cause", "on path", "LLVM", "MAX-SAT", "mid", "random", "Ochiai", "ratio", "mid", "found", "by MAX-SAT", "median s", "MAX-SAT s"},
		Notes: []string{
			"cascade: lines read in the order of the answer, ties in any order, until all executed faults are seen; by cause: lines of whole causes, level by",
			"level, those first with which an altered run passes, and inputs after all, up to the one that completes them; on path: of the causes from the failure to that one;",
			"LLVM: of these without copies of constants and locals to locals, which are no instructions there. MAX-SAT: lines of the correction sets up to the size that completes them; mid:",
			"in the middle between luck and bad luck among sets of equal size. Ratios are of cascade. A method that misses a fault counts with all",
			"executed lines. Ochiai has passing tests; the others have the failing run alone. Tests that execute no faulty statement are left out.",
		},
	}
	ok := slices.DeleteFunc(answered(runs), func(r CascadeRun) bool { return !r.Executed })
	names, groups := byKey(ok, func(r *CascadeRun) string { return r.ID })
	cells := []func(*CascadeRun) float64{
		func(r *CascadeRun) float64 { return float64(r.Lines) },
		func(r *CascadeRun) float64 { return r.Read },
		func(r *CascadeRun) float64 { return float64(r.ByCause) },
		func(r *CascadeRun) float64 { return float64(r.Path) },
		func(r *CascadeRun) float64 { return float64(r.PathLLVM) },
		func(r *CascadeRun) float64 { return float64(r.MaxSATRead) },
		func(r *CascadeRun) float64 { return r.MaxSATMid },
		func(r *CascadeRun) float64 { return r.Random },
		func(r *CascadeRun) float64 { return r.Ochiai },
	}
	const cascade, whole, mid = 1, 5, 6
	sums := make([][]float64, len(cells)+2)
	row := func(head []any, xs []float64, tail ...any) {
		for _, x := range xs {
			head = append(head, x)
		}
		t.Add(append(head, tail...)...)
	}
	for _, n := range names {
		g := groups[n]
		var xs []float64
		for _, f := range cells {
			xs = append(xs, average(g, f))
		}
		xs = append(xs, ratio(xs[cascade], xs[whole]), ratio(xs[cascade], xs[mid]))
		for k, x := range xs {
			sums[k] = append(sums[k], x)
		}
		row([]any{n, len(g)}, xs, countRuns(g, func(r *CascadeRun) bool { return r.Tree.All }), countRuns(g, func(r *CascadeRun) bool { return r.MaxSAT.All }),
			took(medianTime(g)), fmt.Sprintf("%.3f", average(g, func(r *CascadeRun) float64 { return r.MaxSAT.Time.Seconds() })))
	}
	var means []float64
	for _, xs := range sums {
		means = append(means, meanOf(xs))
	}
	row([]any{"average", len(ok)}, means, countRuns(ok, func(r *CascadeRun) bool { return r.Tree.All }),
		countRuns(ok, func(r *CascadeRun) bool { return r.MaxSAT.All }), "", "")
	t.Add("paper 000", "", "", paperLines, "", "", "", "9.93", "", "", "", paperRatio, "", "", "", "", "")
	t.Foot = 2
	errs := map[string]int{}
	for i := range runs {
		if e := runs[i].MaxSATErr; e != "" {
			errs[e]++
		}
	}
	for _, e := range sortedKeys(errs) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d times MAX-SAT: %s", errs[e], e))
	}
	noteErrors(t, runs)
	return t
}

// TableV is table V: cause trees compared with slices, by program.
func TableV(runs []CascadeRun) *bench.Table {
	t := &bench.Table{
		Title: "Table V: cause trees compared with dynamic (DS) and relevant (RS) slices",
		Columns: []string{"program", "LoC", "trace", "V#", "TC#", "DS V#", "DS C%", "DS s", "RS V#", "RS C%", "RS s",
			"V# found", "C%", "level C%", "tree C%", "s", "L", "tests found", "lines", "read", "read %", "random", "Ochiai", "MAX-SAT", "lines", "MAX-SAT s"},
		Notes: []string{
			"A version is found if the answer has all executed faults in each of its failing tests that execute one. C%: instances of the run; of",
			"the cause tree when it gets the cause that completes the faults, down to the level L of that cause, and of the whole tree. Means over",
			"versions. lines: executed ones; read: in the order of the answer, ties in any order, until all executed faults are seen; read %: their",
			"share; random, Ochiai: the same in other orders. MAX-SAT: tests whose correction sets have all executed faults, where it was asked for;",
			"lines: read until then. Where a fault is missed, all executed lines count.",
		},
	}
	names, groups := byKey(answered(runs), func(r *CascadeRun) string { return r.Program })
	sum := make([][]float64, 14)
	for _, n := range names {
		g := slices.DeleteFunc(groups[n], func(r CascadeRun) bool { return !r.Executed })
		if len(g) == 0 {
			continue
		}
		versions, byVersion := byKey(g, func(r *CascadeRun) string { return r.ID })
		each := func(f func(*CascadeRun) float64) float64 {
			var xs []float64
			for _, v := range versions {
				xs = append(xs, average(byVersion[v], f))
			}
			return meanOf(xs)
		}
		all := func(f func(*CascadeRun) bool) int {
			k := 0
			for _, v := range versions {
				if countRuns(byVersion[v], f) == len(byVersion[v]) {
					k++
				}
			}
			return k
		}
		trees := slices.DeleteFunc(slices.Clone(g), func(r CascadeRun) bool { return !r.Tree.All })
		cells := []float64{
			each(func(r *CascadeRun) float64 { return r.Slice.Share }), each(func(r *CascadeRun) float64 { return r.Slice.Time.Seconds() }),
			each(func(r *CascadeRun) float64 { return r.Relevant.Share }), each(func(r *CascadeRun) float64 { return r.Relevant.Time.Seconds() }),
			each(func(r *CascadeRun) float64 { return r.To.Share }), each(func(r *CascadeRun) float64 { return r.Upper.Share }),
			each(func(r *CascadeRun) float64 { return r.Tree.Share }), each(func(r *CascadeRun) float64 { return r.Time.Seconds() }), average(trees, func(r *CascadeRun) float64 { return float64(r.Level) }),
			each(func(r *CascadeRun) float64 { return float64(r.Lines) }), each(func(r *CascadeRun) float64 { return r.Read }),
			each(func(r *CascadeRun) float64 { return ratio(r.Read, float64(r.Lines)) }), each(func(r *CascadeRun) float64 { return r.Random }),
			each(func(r *CascadeRun) float64 { return r.Ochiai }),
		}
		for k, x := range cells {
			sum[k] = append(sum[k], x)
		}
		t.Add(n, g[0].Length, fmt.Sprintf("%.0f", each(func(r *CascadeRun) float64 { return float64(r.Trace) })), len(versions), len(g),
			all(func(r *CascadeRun) bool { return r.Slice.All }), share100(cells[0]), cells[1],
			all(func(r *CascadeRun) bool { return r.Relevant.All }), share100(cells[2]), cells[3],
			all(func(r *CascadeRun) bool { return r.Tree.All }), share100(cells[4]), share100(cells[5]), share100(cells[6]), cells[7], cells[8], len(trees),
			cells[9], cells[10], share100(cells[11]), cells[12], cells[13],
			asked(g, countRuns(g, func(r *CascadeRun) bool { return r.MaxSAT.All })),
			asked(g, each(func(r *CascadeRun) float64 { return float64(r.MaxSATRead) })),
			asked(g, each(func(r *CascadeRun) float64 { return r.MaxSAT.Time.Seconds() })))
	}
	t.Add("average", "", "", "", "", "", share100(meanOf(sum[0])), meanOf(sum[1]), "", share100(meanOf(sum[2])), meanOf(sum[3]), "",
		share100(meanOf(sum[4])), share100(meanOf(sum[5])), share100(meanOf(sum[6])), meanOf(sum[7]), meanOf(sum[8]), "",
		meanOf(sum[9]), meanOf(sum[10]), share100(meanOf(sum[11])), meanOf(sum[12]), meanOf(sum[13]), "", "", "")
	t.Add("paper 000", "", "5946", "", "", "", paperSlice, "1.78", "all", paperRelev, "2.06", "all", paperShare5, "", "", "6.16", paperLevel5, "", "", "", "", "", "", "", "", "")
	t.Foot = 2
	noteErrors(t, runs)
	return t
}

// asked is a cell on MAX-SAT, empty if it was not asked.
func asked(runs []CascadeRun, cell any) any {
	if countRuns(runs, func(r *CascadeRun) bool { return r.MaxSATRead > 0 }) == 0 {
		return ""
	}
	return cell
}

// CascadeDetails has one row for each failing test.
func CascadeDetails(runs []CascadeRun) *bench.Table {
	t := &bench.Table{Columns: []string{
		"version", "test", "failure", "faults", "executed", "trace", "own", "lines", "found", "level", "levels", "nodes", "to_share", "to_own", "to_lines", "upper_share",
		"tree_share", "tree_own", "tree_lines", "read", "by_cause", "path", "path_llvm", "random", "ochiai", "seconds", "maxsat_found", "maxsat_lines", "maxsat_read", "maxsat_mid", "maxsat_seconds",
		"slice_found", "slice_share", "relevant_found", "relevant_share", "notes", "error", "maxsat_error",
	}}
	f := func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
	for i := range runs {
		r := &runs[i]
		t.Add(r.ID, r.Test, r.Failure, r.Faults, r.Executed, r.Trace, r.Own, r.Lines, r.Tree.All, r.Level, r.Levels, r.Nodes, f(r.To.Share), f(r.To.Own), r.To.Lines, f(r.Upper.Share),
			f(r.Tree.Share), f(r.Tree.Own), r.Tree.Lines, f(r.Read), r.ByCause, r.Path, r.PathLLVM, f(r.Random), f(r.Ochiai), took(r.Time), r.MaxSAT.All, r.MaxSAT.Lines, r.MaxSATRead, f(r.MaxSATMid), took(r.MaxSAT.Time),
			r.Slice.All, f(r.Slice.Share), r.Relevant.All, f(r.Relevant.Share), fmt.Sprint(r.Notes), r.Err, r.MaxSATErr)
	}
	return t
}
