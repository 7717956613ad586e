package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"culprit/analysis/safety"
)

// WriteText writes the text form.
func WriteText(w io.Writer, r *Report, s Style) error {
	p := &printer{Writer: bufio.NewWriter(&plain{w: w}), r: r, s: s}
	switch r.Verdict {
	case "TRUE":
		p.head(p.proved())
		p.later()
	case "FALSE":
		p.violated()
	default:
		p.unknown()
	}
	p.notes()
	if s.Stats {
		p.stats()
	}
	return p.Flush()
}

// later shows what is known to those who wait for the verdict, and gets the rest.
// The rest is written even if one part cannot be.
func (p *printer) later() {
	if p.r.Later != nil {
		_ = p.Flush() // the printer keeps the error
		p.r.Later()
	}
}

// head writes the first line: the stable part, what was found, the time.
func (p *printer) head(what string) {
	line := p.r.answered() + "  " + what
	tail := seconds(p.r.Stats.Wall)
	if p.r.Verdict == "FALSE" {
		tail += ", " + p.coverage()
	}
	const column = 60
	line = pad(line, column)
	if p.s.Lines > 0 && utf8.RuneCountInString(p.r.Verdict+" "+line+tail) > p.s.width() {
		p.aside, tail, line = tail, "", strings.TrimRight(line, " ")
	}
	fmt.Fprintf(p, "%s %s%s\n", p.s.verdict(p.r.Verdict), line, p.s.paint(dim, tail))
}

// title writes the first line of what follows the verdict, with what did not fit
// behind that.
func (p *printer) title(text string) {
	if p.aside != "" && text != "" {
		const column = 30
		text = pad(text, column)
	}
	text += p.s.paint(dim, p.aside)
	if text != "" {
		fmt.Fprintf(p, "  %s\n", text)
	}
	p.aside = ""
}

// states counts the error locations that are proved and those that are open.
func (p *printer) states() (proved, open int) {
	for _, e := range p.r.Errors {
		switch e.Status {
		case "proved":
			proved++
		case "violated", "covered":
		default:
			open++
		}
	}
	return
}

func (p *printer) unknown() {
	proved, open := p.states()
	reason := "no reason given"
	if p.r.Reason != nil && p.r.Reason.Text != "" {
		reason = p.r.Reason.Text
	}
	switch n := len(p.r.Errors); {
	case n < 2:
		if !strings.HasPrefix(reason, p.r.File+":") {
			reason = p.r.File + ": " + reason
		}
		p.head(reason)
	case proved == n:
		p.head(fmt.Sprintf("%s: %d of %s proved, but the proof was not rechecked", p.r.File, proved, count(n, p.r.noun())))
		fmt.Fprintf(p, "  reason: %s\n", reason)
	default:
		p.head(fmt.Sprintf("%s: %d of %s proved, %d open", p.r.File, proved, count(n, p.r.noun()), open))
		fmt.Fprintf(p, "  reason: %s\n", reason)
	}
	p.later()
	p.open()
	if p.r.Reason == nil {
		return
	}
	if o := p.r.Reason.Obstacle; o != nil {
		fmt.Fprintf(p, "  why:    %s\n", o.Text)
	}
	for _, t := range p.r.Reason.Try {
		fmt.Fprintf(p, "  try:    %s\n", t)
	}
}

// open lists the error locations without an answer, those that read the same once.
func (p *printer) open() {
	var lines []string
	for _, e := range p.r.Errors {
		if e.Status != "open" {
			continue
		}
		text := e.What
		if e.Reason != "" {
			text = strings.TrimSpace(text + ": " + e.Reason)
		}
		if l := strings.TrimSpace(place(e.Range) + " " + text); !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	for _, l := range lines[:min(len(lines), maxListed)] {
		fmt.Fprintf(p, "  open:   %s\n", l)
	}
	if n := len(lines) - maxListed; n > 0 {
		fmt.Fprintf(p, "  open:   %d more (see --format json)\n", n)
	}
}

// violated writes the answer FALSE: one section for each error location.
func (p *printer) violated() {
	failed := p.r.failed()
	if p.r.every() && len(failed) > 0 {
		p.answers(failed)
		return
	}
	p.head(p.failures(failed))
	used, lines := p.rendered(func(p *printer) { p.details(len(failed) > 1) })
	p.WriteString(used)
	lines++
	p.later()
	tail, below := p.rendered((*printer).tail)
	_, n := p.rendered((*printer).notes)
	below += n
	_, least := p.rendered(func(p *printer) { p.summaries(p.s.Lines) }) // at least, below the places
	answer, n := p.fitting(lines+below+least, MaxPlaces, (*printer).likeliest)
	p.WriteString(answer)
	lines += n + below
	p.title("")
	p.summaries(lines)
	if p.s.Trace {
		for i := range p.r.Traces {
			p.trace(&p.r.Traces[i])
		}
	}
	p.WriteString(tail)
}

// tail writes what follows the list of what is relevant.
func (p *printer) tail() {
	p.parting()
	p.excepting()
	p.replays()
	if proved, open := p.states(); proved+open > 0 && p.s.Lines == 0 {
		fmt.Fprintf(p, "  other %ss: %d proved, %d not decided, since the search ends here (--multi-trace looks for more)\n", p.r.noun(), proved, open)
	}
}

// fitting is what f writes about at most so many places: fewer, if the page has no room
// below the lines in use, but at least two.
func (p *printer) fitting(used, most int, f func(p *printer, most int)) (text string, lines int) {
	for aside := p.aside; ; most-- {
		p.aside = aside
		text, lines = p.rendered(func(p *printer) { f(p, most) })
		if p.s.Lines == 0 || used+lines <= p.s.Lines || most <= 2 {
			return text, lines
		}
	}
}

// failures names the first of the error locations at which something fails, and says
// how many there are besides.
func (p *printer) failures(failed []int) string {
	if len(failed) == 0 {
		return p.r.File
	}
	text := p.errorText(failed[0])
	if more := len(failed) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// details says what happens at the ends of the traces.
func (p *printer) details(several bool) {
	for i, e := range p.r.Errors {
		text := e.Detail
		if e.Fails() {
			text = strings.TrimSpace(text + weakness(e.CWE, cmp.Or(e.Code, e.Property)))
		}
		indent := 2
		if text != "" && several {
			indent = 4
			fmt.Fprintf(p, "  %s\n    %s\n", p.errorText(i), p.s.wrap(text, 4))
		} else if text != "" {
			fmt.Fprintf(p, "  %s\n", p.s.wrap(text, 2))
		}
		if e.Precondition != "" {
			fmt.Fprintf(p, "%*s%s\n", indent, "", p.s.wrap(unless+e.Precondition, indent))
		}
	}
}

// summaries writes what is relevant, in what is left of the page.
func (p *printer) summaries(used int) {
	n := len(p.r.Summaries)
	for i := range p.r.Summaries {
		s := &p.r.Summaries[i]
		room := unbounded
		if p.s.Lines > 0 {
			room = max((p.s.Lines-used)/(n-i), 0)
			if n > 1 && room < minRoom && i > 0 {
				fmt.Fprintf(p, "  %s\n", p.s.paint(dim, fmt.Sprintf("%s more: %s", count(n-i, p.r.noun()), showAll)))
				return
			}
		}
		text, lines := p.rendered(func(p *printer) {
			if n > 1 {
				fmt.Fprintf(p, " %s: %s\n", p.s.paint(bold, p.errorText(s.Error)), count(len(s.Traces), "trace"))
				room--
			}
			p.summary(s, room)
		})
		p.WriteString(text)
		used += lines
	}
	if len(p.r.Summaries) == 0 {
		if !p.unmarked(nil) {
			fmt.Fprintf(p, "  the run ended before the relevance of statements was computed\n")
		}
		p.inputs(nil)
	}
}

// unbounded is the room of those who want to see everything.
const unbounded = 1 << 30

// minRoom is how many lines a summary of several has at least.
const minRoom = 4

// likeliest writes the likeliest places of the bug, so many unless all are asked for.
func (p *printer) likeliest(most int) {
	if len(p.r.Answer) == 0 {
		return
	}
	p.title("where to look first")
	if p.s.All {
		most = len(p.r.Answer)
	}
	if n := p.places(p.r.Answer, most); n > 0 {
		fmt.Fprintf(p, "     %s\n", p.s.paint(dim, fmt.Sprintf("%d more: %s", n, showAll)))
	}
}

// replays writes the commands that show the failures.
func (p *printer) replays() {
	n := 0
	for i := range p.r.Traces {
		t := &p.r.Traces[i]
		if t.Replay == "" {
			continue
		}
		n++
		if n <= MaxPlaces {
			fmt.Fprintf(p, "  replay: %s\n", t.Replay)
		}
	}
	if n > MaxPlaces {
		fmt.Fprintf(p, "  replay: %s\n", count(n-MaxPlaces, "more trace"))
	}
}

func (p *printer) notes() {
	notes := p.r.Notes
	if !p.s.Stats { // assumptions are for what rests on them, the others for those who look for a reason
		notes = slices.DeleteFunc(slices.Clone(notes), func(n Note) bool { return n.Assumed != (p.r.Verdict == "TRUE") && !n.Failure && !p.r.every() })
	}
	for i, n := range notes {
		if i == MaxPlaces {
			fmt.Fprintf(p, "  note:   %s\n", count(len(notes)-MaxPlaces, "more note")+" (see --format json)")
			break
		}
		text := place(n.Range) + " " + n.Text
		fmt.Fprintf(p, "  note:   %s\n", p.s.wrap(text, 10))
	}
}

// every reports whether each assertion and check has an answer of its own.
func (r *Report) every() bool { return r.Property == safety.AllAsserts }

// answers writes the answer to each error location: what fails, with how to repeat it,
// what is open, and how much is proved.
func (p *printer) answers(failed []int) {
	p.head(p.failures(failed))
	p.later()
	p.title("")
	slices.SortStableFunc(failed, func(i, j int) int { return p.r.Errors[i].compare(p.r.Errors[j].Range) })
	for _, i := range failed {
		e := &p.r.Errors[i]
		text := cmp.Or(e.Detail, e.Says()) + weakness(e.CWE, cmp.Or(e.Code, e.Property))
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
	if answer, _ := p.rendered(func(p *printer) { p.likeliest(MaxPlaces) }); answer != "" {
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
