package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/bench"
	"culprit/report"
)

// Lines compares the relevant lines of the first trace of each run with those
// that another tool found: a CSV file with the columns program, relevant_lines
// and trace_lines, the lines separated by spaces. Traces of two tools need not
// be the same, so that only lines count that both visit and that assign
// something in ours.
func Lines(runs []bench.Run, file string) (*bench.Table, error) {
	rows, err := bench.ReadRows(file)
	if err != nil {
		return nil, err
	}
	theirs := map[string]map[string]string{}
	for _, row := range rows {
		theirs[bench.First(row, "id", "name", "program")] = row
	}
	t := &bench.Table{
		Title:   "Relevant lines compared with those of another tool, on the lines both traces visit",
		Columns: []string{"program", "ours", "theirs", "shared", "agree", "only ours", "only theirs"},
		Foot:    1,
	}
	shared, agreed := 0, 0
	for i := range runs {
		row := theirs[runs[i].ID]
		if row == nil || runs[i].Report == nil || len(runs[i].Report.Traces) == 0 {
			continue
		}
		relevant, visited, err := parseLines(row)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, runs[i].ID, err)
		}
		ours, assigned := relevantLines(runs[i].Report)
		var both, onlyOurs, onlyTheirs []int
		for _, l := range assigned {
			if !slices.Contains(visited, l) {
				continue
			}
			both = append(both, l)
			a, b := slices.Contains(ours, l), slices.Contains(relevant, l)
			switch {
			case a && !b:
				onlyOurs = append(onlyOurs, l)
			case b && !a:
				onlyTheirs = append(onlyTheirs, l)
			}
		}
		agree := len(both) - len(onlyOurs) - len(onlyTheirs)
		shared += len(both)
		agreed += agree
		t.Add(runs[i].ID, len(ours), len(relevant), len(both), agree, join(onlyOurs), join(onlyTheirs))
	}
	t.Add(fmt.Sprintf("%d programs", len(t.Rows)), "", "", shared, agreed, "", "")
	return t, nil
}

func parseLines(row map[string]string) (relevant, visited []int, err error) {
	for _, f := range strings.Fields(row["relevant_lines"]) {
		n, err := strconv.Atoi(f)
		if err != nil {
			return nil, nil, err
		}
		relevant = append(relevant, n)
	}
	for _, f := range strings.Fields(row["trace_lines"]) {
		n, err := strconv.Atoi(f)
		if err != nil {
			return nil, nil, err
		}
		visited = append(visited, n)
	}
	return relevant, visited, nil
}

// relevantLines returns the relevant lines of the first trace, and all lines
// on which it assigns something, in ascending order.
func relevantLines(rep *report.Report) (relevant, assigned []int) {
	for i := range rep.Traces[0].Steps {
		st := &rep.Traces[0].Steps[i]
		if st.Hidden || st.Mark == nil || st.File != rep.File {
			continue
		}
		assigned = append(assigned, st.Line)
		if st.Mark.Status == "relevant" {
			relevant = append(relevant, st.Line)
		}
	}
	slices.Sort(relevant)
	slices.Sort(assigned)
	return slices.Compact(relevant), slices.Compact(assigned)
}

func join(ns []int) string {
	var parts []string
	for _, n := range ns {
		parts = append(parts, strconv.Itoa(n))
	}
	return strings.Join(parts, " ")
}
