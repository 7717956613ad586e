package report

import "strings"

// Words of the text form that printers of other packages use.

// Headline is the first line without the verdict: what fails and where, what is
// proved, or why nothing is known.
func (r *Report) Headline() string {
	p := &printer{r: r}
	switch r.Verdict {
	case "TRUE":
		return p.proved()
	case "FALSE":
		if failed := r.failed(); len(failed) > 0 {
			return p.errorText(failed[0])
		}
		return r.File
	}
	if r.Reason == nil {
		return "no reason given"
	}
	return r.Reason.Text
}

// Says is what happens at an error location.
func (e *Error) Says() string { return e.says(60) }

// says is what happens at an error location, where its own words take at most so many
// characters.
func (e *Error) says(most int) string {
	what := clip(e.What, most)
	switch {
	case what == "":
		what = "error reached"
	case strings.HasPrefix(what, "assertion") && !strings.HasSuffix(what, "violated"):
		what += " violated"
	}
	return what
}

// Work says how long the run took and, of FALSE, what its traces cover.
func (r *Report) Work() string {
	text := seconds(r.Stats.Wall)
	if r.Verdict == "FALSE" {
		text += ", " + (&printer{r: r}).coverage()
	}
	return text
}

// Says is what is known about a statement that is relevant in so many traces: what
// to assign instead, and which values keep the program off them.
func (st *Statement) Says(traces int) string {
	right, below := (&printer{r: &Report{}}).fix(st, traces, "", 0)
	return strings.TrimPrefix(strings.TrimSuffix(right+"; "+below, "; "), "; ")
}

// Says is what another value at a step does, "" if none is known.
func (m *Mark) Says() string {
	if m == nil || m.Fix == nil {
		return ""
	}
	return assign(m.Target, m.Fix.Value) + " " + m.Fix.effect()
}
