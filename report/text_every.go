package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/safety"
)

// every reports whether each assertion and check has an answer of its own.
func (r *Report) every() bool { return r.Property == safety.AllAsserts }

// answers writes the answer to each error location: what fails, with how to repeat it,
// what is open, and how much is proved.
func (p *printer) answers(first, more int) {
	what := p.errorText(first)
	if more > 0 {
		what += fmt.Sprintf(" (and %d more)", more)
	}
	p.head(what)
	p.later()
	p.title("")
	var failed []int
	for i, e := range p.r.Errors {
		if e.Status == "violated" || e.Status == "covered" {
			failed = append(failed, i)
		}
	}
	slices.SortStableFunc(failed, func(i, j int) int {
		a, b := p.r.Errors[i].Range, p.r.Errors[j].Range
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	for _, i := range failed {
		e := &p.r.Errors[i]
		text := cmp.Or(e.Detail, e.Says())
		if e.CWE != 0 {
			text += fmt.Sprintf(" (CWE-%d, see verify help %s)", e.CWE, cmp.Or(e.Code, e.Property))
		}
		fmt.Fprintf(p, "  fails:  %s\n", p.s.wrap(place(e.Range)+" "+text, 10))
		if e.Precondition != "" {
			fmt.Fprintf(p, "          %s\n", p.s.wrap(unless+e.Precondition, 10))
		}
		for k := range p.r.Traces {
			if t := &p.r.Traces[k]; t.Error == i && t.Replay != "" {
				fmt.Fprintf(p, "          %s\n", t.Replay)
			}
		}
	}
	p.open()
	if answer, _ := p.rendered(func(p *printer) { p.likeliest(maxPlaces) }); answer != "" {
		p.WriteString(strings.TrimSuffix(answer, "\n") + "\n")
	}
	if proved, _ := p.states(); proved > 0 {
		fmt.Fprintf(p, "  proved: %d of %s, in runs in which nothing fails before\n", proved, count(len(p.r.Errors), "check"))
	}
	if p.r.Reason != nil {
		fmt.Fprintf(p, "  reason: %s\n", p.r.Reason.Text)
	}
}

// unless introduces what callers may keep to.
const unless = "unless every caller sees to it that "
