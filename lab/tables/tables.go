package tables

import (
	"fmt"
	"slices"

	"culprit/bench"
	"culprit/report"
)

// short is the verdict of a run with the reason of an UNKNOWN or ERROR, and a
// mark if it contradicts the expected one.
func short(r *bench.Run) string {
	s := r.Verdict
	if r.Reason != "" {
		s += " " + r.Reason
	}
	if r.Wrong() {
		s += " WRONG"
	}
	return s
}

// addReference appends the figures of others to the columns and rows of a table.
func addReference(t *bench.Table, ref *Reference, runs []bench.Run) {
	if ref == nil {
		return
	}
	t.Columns = append(t.Columns, ref.Columns...)
	for i := range t.Rows {
		for _, c := range ref.Columns {
			cell := ""
			if i < len(runs) {
				cell = ref.Rows[runs[i].ID][c]
			}
			t.Rows[i] = append(t.Rows[i], cell)
		}
	}
}

// Table1 is the table of the analysis of single traces: what the paper's
// Table 1 has, per program.
func Table1(runs []bench.Run, ref *Reference) *bench.Table {
	t := &bench.Table{
		Title:   "Table 1: single-trace analysis",
		Columns: []string{"program", "verdict", "CPU s", "wall s", "MiB", "statements", "relevant", "iterations"},
	}
	cpu, wall, solved := 0.0, 0.0, 0
	for i := range runs {
		r := &runs[i]
		statements, relevant, iterations := "", "", ""
		if r.Report != nil {
			iterations = fmt.Sprint(r.Report.Stats.Iterations)
			if len(r.Report.Traces) > 0 {
				n, k := instances(&r.Report.Traces[0])
				statements, relevant = fmt.Sprint(n), fmt.Sprint(k)
			}
		}
		t.Add(r.ID, short(r), r.CPU, r.Wall, r.Peak>>20, statements, relevant, iterations)
		cpu += r.CPU
		wall += r.Wall
		if r.Solved() {
			solved++
		}
	}
	t.Add(fmt.Sprintf("%d programs", len(runs)), fmt.Sprintf("%d solved", solved), cpu, wall, "", "", "", "")
	t.Foot = 1
	addReference(t, ref, runs)
	return t
}

// instances counts the statements a user sees in a trace, and the relevant
// ones among them; a statement counts each time it is executed.
func instances(tr *report.Trace) (all, relevant int) {
	for i := range tr.Steps {
		st := &tr.Steps[i]
		if st.Hidden {
			continue
		}
		all++
		if st.Mark != nil && st.Mark.Status == "relevant" {
			relevant++
		}
	}
	if tr.Omitted != nil {
		all += tr.Omitted.Visible
	}
	return all, relevant
}

// Table2 is the table of the analysis of several traces: what the paper's
// Table 2 has, per program.
func Table2(runs []bench.Run, ref *Reference) *bench.Table {
	t := &bench.Table{
		Title: "Table 2: multi-trace analysis",
		Columns: []string{
			"program", "verdict", "ended", "relevant", "statements", "sets", "localization s", "automata s",
			"total s", "CPU s", "iterations", "traces",
		},
	}
	rows := bench.Results(runs)
	ended := 0
	for i := range runs {
		r := &runs[i]
		if r.Report == nil {
			t.Add(r.ID, short(r), "", "", "", "", "", "", r.Wall, r.CPU, "", "")
			continue
		}
		rep := r.Report
		end := rep.Coverage
		if end == report.CoverOpen || end == "" {
			end = "no"
		} else {
			ended++
		}
		t.Add(r.ID, short(r), end, rows[i].Relevant, distinct(rep), relevantSets(rep), phase(rep, "relevance"),
			phase(rep, "danger"), r.Wall, r.CPU, rep.Stats.Iterations, len(rep.Traces))
	}
	t.Add(fmt.Sprintf("%d programs", len(runs)), "", fmt.Sprintf("%d ended", ended), "", "", "", "", "", "", "", "", "")
	t.Foot = 1
	addReference(t, ref, runs)
	return t
}

// distinct counts the statements that occur in some trace; what a report
// leaves out of a very long one is not seen.
func distinct(rep *report.Report) int {
	seen := map[int]bool{}
	for i := range rep.Traces {
		for j := range rep.Traces[i].Steps {
			if st := &rep.Traces[i].Steps[j]; !st.Hidden {
				seen[st.Edge] = true
			}
		}
	}
	return len(seen)
}

// relevantSets counts how many different sets of relevant statements the
// traces have.
func relevantSets(rep *report.Report) int {
	seen := map[string]bool{}
	for i := range rep.Traces {
		var set []int
		for j := range rep.Traces[i].Steps {
			if st := &rep.Traces[i].Steps[j]; !st.Hidden && st.Mark != nil && st.Mark.Status == "relevant" {
				set = append(set, st.Edge)
			}
		}
		slices.Sort(set)
		seen[fmt.Sprint(slices.Compact(set))] = true
	}
	return len(seen)
}

func phase(rep *report.Report, name string) float64 {
	for _, p := range rep.Stats.Phases {
		if p.Phase == name {
			return p.Time
		}
	}
	return 0
}

// Parse is what became of a program that was only lowered.
type Parse struct {
	ID     string
	CPU    float64 // seconds
	Reason string  // why it was not lowered, as a short key; "" if it was
	Text   string  // the reason in words
}

// Parsed is the table of programs that the front end does not lower.
func Parsed(runs []Parse) *bench.Table {
	t := &bench.Table{Title: "Front end: programs that were not lowered", Columns: []string{"program", "reason", "CPU s", "what"}, Foot: 1}
	cpu := 0.0
	for _, r := range runs {
		cpu += r.CPU
		if r.Reason != "" {
			t.Add(r.ID, r.Reason, r.CPU, r.Text)
		}
	}
	refused := len(t.Rows)
	t.Add(fmt.Sprintf("%d of %d", refused, len(runs)), fmt.Sprintf("%.2f %%", 100*float64(refused)/float64(max(len(runs), 1))), cpu, "")
	return t
}
