package report

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
)

// printer writes the text form.
type printer struct {
	*bufio.Writer
	r *Report
	s Style
	// aside is what did not fit into the first line.
	aside string
}

// rendered is what f writes, and how many lines that are.
func (p *printer) rendered(f func(*printer)) (text string, lines int) {
	var b bytes.Buffer
	q := &printer{Writer: bufio.NewWriter(&b), r: p.r, s: p.s, aside: p.aside}
	f(q)
	q.Flush()
	p.aside = q.aside
	return b.String(), bytes.Count(b.Bytes(), []byte{'\n'})
}

func (p *printer) errorText(i int) string {
	if i < 0 {
		return p.r.File
	}
	e := &p.r.Errors[i]
	return place(e.Range) + " " + e.Says()
}

// weakness names the number of a kind of failure, and how to read about it.
func weakness(cwe int, kind string) string {
	if cwe == 0 {
		return ""
	}
	return fmt.Sprintf(" (CWE-%d, see verify help %s)", cwe, kind)
}

func place(r Range) string {
	switch {
	case r.Line == 0:
		return r.File
	case r.Col == 0:
		return fmt.Sprintf("%s:%d", r.File, r.Line)
	}
	return fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Col)
}

func (p *printer) coverage() string {
	n := len(p.r.Traces)
	out := count(n, "trace")
	them := "them"
	if n == 1 {
		them = "it"
	}
	switch {
	case p.r.Coverage == CoverExact:
		out += " (no other error path exists)"
	case p.r.Coverage == CoverCovered:
		out += " (every other error path is covered by " + them + ")"
	case p.r.MultiTrace:
		out += " (more may exist)"
	}
	return out
}

func (p *printer) proved() string {
	n := len(p.r.Errors)
	if n == 0 {
		return p.r.File + ": " + p.r.checked()
	}
	if p.r.holds == "" {
		return fmt.Sprintf("%s: %d of %s proved", p.r.File, n, count(n, p.r.noun()))
	}
	holds := p.r.holds
	if counts := p.r.Checked.words(); len(counts) > 0 {
		holds += " (" + strings.Join(counts, ", ") + ")"
	}
	return fmt.Sprintf("%s: %s: %d of %s proved", p.r.File, holds, n, count(n, p.r.noun()))
}
