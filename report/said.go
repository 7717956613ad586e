package report

import (
	"fmt"
	"strings"

	"culprit/analysis/safety"
)

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

// noun is what an error location is called under the property.
func (r *Report) noun() string {
	if r.Property == safety.UnreachCall {
		return "assertion"
	}
	return "check"
}

// words are what was looked at; nothing of nil.
func (c *Checked) words() (counts []string) {
	if c == nil {
		return nil
	}
	for _, x := range []struct {
		n         int
		one, more string
	}{{c.Accesses, "access", "accesses"}, {c.Operations, "operation", "operations"}, {c.Blocks, "allocation or free", "allocations and frees"}} {
		if x.n == 1 {
			counts = append(counts, "1 "+x.one)
		} else if x.n > 1 {
			counts = append(counts, fmt.Sprintf("%d %s", x.n, x.more))
		}
	}
	return counts
}

// checked says what was looked at for a property that has no error location in the
// program, and if that is nothing, which property asks something else.
func (r *Report) checked() string {
	counts := r.Checked.words()
	switch {
	case len(counts) > 0:
		return r.holds + ": " + strings.Join(counts, ", ") + " checked"
	case r.every():
		return "nothing was checked: no assertion, access, operation or block"
	case r.Property != safety.UnreachCall:
		return "nothing was checked: no access, operation or block (--property unreach-call asks about assertions)"
	}
	return "nothing can fail: no assertion could be false, and no call of reach_error or __VERIFIER_error could be reached (--property ub asks about undefined behaviour)"
}
