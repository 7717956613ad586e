package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// printer writes the text form.
type printer struct {
	*bufio.Writer
	r *Report
	s Style
}

// WriteText writes the text form.
func WriteText(w io.Writer, r *Report, s Style) error {
	p := &printer{bufio.NewWriter(w), r, s}
	switch r.Verdict {
	case "TRUE":
		p.head(p.proved())
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

// head writes the first line: the stable part, what was found, the time.
func (p *printer) head(what string) {
	line := p.r.answered() + "  " + what
	tail := seconds(p.r.Stats.Wall)
	if p.r.Verdict == "FALSE" {
		tail += ", " + p.coverage()
	}
	const column = 60
	fmt.Fprintf(p, "%s %s%s\n", p.s.verdict(p.r.Verdict), pad(line, column), p.s.paint(dim, tail))
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

// states counts the error locations by status.
func (p *printer) states() (proved, violated, open int) {
	for _, e := range p.r.Errors {
		switch e.Status {
		case "proved":
			proved++
		case "violated", "covered":
			violated++
		default:
			open++
		}
	}
	return
}

func (p *printer) proved() string {
	n := len(p.r.Errors)
	if n == 0 {
		return p.r.File + ": nothing can fail: no assertion and no error call is in the program"
	}
	return fmt.Sprintf("%s: %d of %s proved", p.r.File, n, count(n, "assertion"))
}

func (p *printer) unknown() {
	proved, _, open := p.states()
	reason := "no reason given"
	if p.r.Reason != nil && p.r.Reason.Text != "" {
		reason = p.r.Reason.Text
	}
	if len(p.r.Errors) < 2 {
		if !strings.HasPrefix(reason, p.r.File+":") {
			reason = p.r.File + ": " + reason
		}
		p.head(reason)
	} else {
		p.head(fmt.Sprintf("%s: %d of %s proved, %d open", p.r.File, proved, count(len(p.r.Errors), "assertion"), open))
		fmt.Fprintf(p, "  reason: %s\n", reason)
	}
	p.open()
	if t := p.advice(); t != "" {
		fmt.Fprintf(p, "  try:    %s\n", t)
	}
}

// open lists the error locations without an answer.
func (p *printer) open() {
	const most = 10
	n := 0
	for _, e := range p.r.Errors {
		if e.Status != "open" {
			continue
		}
		if n++; n <= most {
			text := e.What
			if e.Reason != "" {
				text = strings.TrimSpace(text + ": " + e.Reason)
			}
			fmt.Fprintf(p, "  open:   %s %s\n", place(e.Range), text)
		}
	}
	if n > most {
		fmt.Fprintf(p, "  open:   %d more (see --format json)\n", n-most)
	}
}

func (p *printer) advice() string {
	if p.r.Reason == nil {
		return ""
	}
	switch p.r.Reason.Kind {
	case "time":
		return "a longer --timeout"
	case "memory":
		return "a larger --memory"
	}
	return ""
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

// violated writes the answer FALSE: one section for each error location.
func (p *printer) violated() {
	first, more := -1, 0
	for i, e := range p.r.Errors {
		if e.Status == "violated" || e.Status == "covered" {
			if first < 0 {
				first = i
			} else {
				more++
			}
		}
	}
	what := p.r.File
	if first >= 0 {
		what = p.errorText(first)
		if more > 0 {
			what += fmt.Sprintf(" (and %d more)", more)
		}
	}
	p.head(what)
	for i, e := range p.r.Errors {
		if e.Detail != "" && more > 0 {
			fmt.Fprintf(p, "  %s\n    %s\n", p.errorText(i), e.Detail)
		} else if e.Detail != "" {
			fmt.Fprintf(p, "  %s\n", e.Detail)
		}
	}
	for i := range p.r.Summaries {
		s := &p.r.Summaries[i]
		if len(p.r.Summaries) > 1 {
			fmt.Fprintf(p, " %s: %s\n", p.s.paint(bold, p.errorText(s.Error)), count(len(s.Traces), "trace"))
		}
		p.summary(s)
	}
	if len(p.r.Summaries) == 0 {
		if !p.unmarked(nil) {
			fmt.Fprintf(p, "  the run ended before the relevance of statements was known\n")
		}
		p.inputs(nil)
	}
	if p.s.Trace {
		for i := range p.r.Traces {
			p.trace(&p.r.Traces[i])
		}
	}
	p.replays()
	if proved, _, open := p.states(); proved+open > 0 {
		fmt.Fprintf(p, "  other assertions: %d proved, %d open\n", proved, open)
	}
}

func (p *printer) errorText(i int) string {
	if i < 0 {
		return p.r.File
	}
	e := p.r.Errors[i]
	what := clip(e.What, 60)
	switch {
	case what == "":
		what = "error reached"
	case strings.HasPrefix(what, "assertion") && !strings.HasSuffix(what, "violated"):
		what += " violated"
	}
	return place(e.Range) + " " + what
}

// these names the traces of a summary.
func these(n int) string {
	switch n {
	case 1:
		return "the trace"
	case 2:
		return "both traces"
	}
	return fmt.Sprintf("all %d traces", n)
}

// summary writes what is relevant in all traces, in some, and what the inputs
// were.
func (p *printer) summary(s *Summary) {
	if p.s.Invert {
		p.inverted(s)
		p.inputs(s.Traces)
		return
	}
	all := bySource(s.Statements, InAll)
	unmarked := p.unmarked(s.Traces)
	switch {
	case unmarked:
	case len(all) == 0:
		p.nothingInAll(s)
	default:
		fmt.Fprintf(p, "  %s\n", p.s.paint(bold, "relevant in "+these(len(s.Traces))))
		p.statements(all, len(s.Traces))
	}
	if unmarked && len(s.Statements) == 0 {
		p.inputs(s.Traces)
		return
	}
	dimmed := fmt.Sprintf("%d of %s dimmed", s.Dimmed, count(s.Steps, "step"))
	const column = 48
	if some := bySource(s.Statements, InSome); len(some) > 0 {
		fmt.Fprintf(p, "  %s%s\n", pad("relevant in some: "+whereRelevant(some), column), p.s.paint(dim, dimmed))
	} else {
		fmt.Fprintf(p, "  %s\n", p.s.paint(dim, dimmed))
	}
	if u := bySource(s.Statements, IsUndecided); len(u) > 0 {
		fmt.Fprintf(p, "  undecided: %s\n", lines(u))
	}
	p.inputs(s.Traces)
}

// unmarked says why statements of some trace among ids (nil: all) have no
// relevance, and returns false if all have.
func (p *printer) unmarked(ids []int) bool {
	n, of := 0, len(p.r.Traces)
	if ids != nil {
		of = len(ids)
	}
	first := ""
	for i := range p.r.Traces {
		t := &p.r.Traces[i]
		if t.Unmarked == "" || ids != nil && !slices.Contains(ids, t.ID) {
			continue
		}
		if n++; n == 1 {
			first = t.Unmarked
		}
	}
	switch {
	case n == 0:
		return false
	case of == 1:
		fmt.Fprintf(p, "  relevance unknown: %s\n", first)
	default:
		fmt.Fprintf(p, "  relevance unknown in %d of %s: %s\n", n, count(of, "trace"), first)
	}
	return true
}

func (p *printer) nothingInAll(s *Summary) {
	for i := range s.Statements {
		if s.Statements[i].Relevant == IsUndecided {
			fmt.Fprintf(p, "  no assignment is known to be relevant in %s\n", these(len(s.Traces)))
			return
		}
	}
	fmt.Fprintf(p, "  no simple bug fix exists: no assignment is relevant in %s\n", these(len(s.Traces)))
}

// bySource returns the statements of one class in source order, one for each
// source range: several edges may come from one statement of the user.
func bySource(sts []Statement, class string) []*Statement {
	var out []*Statement
	for i := range sts {
		if sts[i].Relevant == class {
			out = append(out, &sts[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *Statement) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	return slices.CompactFunc(out, func(a, b *Statement) bool { return a.Range == b.Range && a.Target == b.Target })
}

// whereRelevant writes "line 10 (trace 1), line 12 (traces 1, 3)".
func whereRelevant(sts []*Statement) string {
	const most = 8
	var lines []int
	in := map[int][]int{} // the traces of each line
	for _, st := range sts {
		if in[st.Line] == nil {
			lines = append(lines, st.Line)
		}
		in[st.Line] = append(in[st.Line], st.RelevantIn...)
	}
	var parts []string
	for _, l := range lines[:min(len(lines), most)] {
		traces := slices.Clone(in[l])
		slices.Sort(traces)
		traces = slices.Compact(traces)
		word := "traces"
		if len(traces) == 1 {
			word = "trace"
		}
		parts = append(parts, fmt.Sprintf("line %d (%s %s)", l, word, numbers(traces)))
	}
	if len(lines) > most {
		parts = append(parts, fmt.Sprintf("%d more", len(lines)-most))
	}
	return strings.Join(parts, ", ")
}

// numbers writes ascending numbers with runs joined: 1-4, 7.
func numbers(ns []int) string {
	var parts []string
	for i := 0; i < len(ns); {
		j := i
		for j+1 < len(ns) && ns[j+1] == ns[j]+1 {
			j++
		}
		switch {
		case j == i:
			parts = append(parts, strconv.Itoa(ns[i]))
		case j == i+1:
			parts = append(parts, strconv.Itoa(ns[i]), strconv.Itoa(ns[j]))
		default:
			parts = append(parts, fmt.Sprintf("%d-%d", ns[i], ns[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

func lines(sts []*Statement) string {
	var ns []int
	for _, st := range sts {
		ns = append(ns, st.Line)
	}
	slices.Sort(ns)
	ns = slices.Compact(ns)
	if len(ns) == 1 {
		return "line " + numbers(ns)
	}
	return "lines " + numbers(ns)
}

// statements writes each statement under its line number, with its fix on
// the right and below.
func (p *printer) statements(sts []*Statement, traces int) {
	column := 40
	if p.s.width() > 110 {
		column = 56
	}
	gutter := 3
	for _, st := range sts {
		gutter = max(gutter, len(strconv.Itoa(st.Line)))
	}
	file := p.r.File
	note := commonNote(sts)
	for _, st := range sts {
		if st.File != file {
			file = st.File
			fmt.Fprintf(p, "    %s\n", p.s.paint(dim, "in "+file))
		}
		x := p.r.sources.excerpt(st.Range, st.Text, column-2)
		right, below := p.fix(st, traces, note)
		fmt.Fprintf(p, "  %*d │ %s%s\n", gutter+1, st.Line, p.emphasise(x, right, column), right)
		if x.whole && below == "" {
			continue
		}
		line := below
		if !x.whole {
			line = strings.Repeat(" ", x.from) + p.s.paint(red, strings.Repeat("^", max(x.to-x.from, 1))) + " " + below
		}
		fmt.Fprintf(p, "  %*s │ %s\n", gutter+1, "", strings.TrimRight(line, " "))
	}
	if note != "" {
		fmt.Fprintf(p, "  %s\n", p.s.paint(dim, "where nothing else is said: "+note))
	}
}

// commonNote is the remark that at least three fixes have, if it is more than
// half of all: it is printed once.
func commonNote(sts []*Statement) string {
	seen := map[string]int{}
	for _, st := range sts {
		if note := st.remark(); note != "" {
			if seen[note]++; seen[note] >= 3 && 2*seen[note] > len(sts) {
				return note
			}
		}
	}
	return ""
}

// remark is what is to be said about a constant that blocks every trace.
func (st *Statement) remark() string {
	if st.Fix == nil || st.Fix.Validated || st.Fix.Does != "blocks the trace" {
		return ""
	}
	return st.FixNote
}

// emphasise writes an excerpt with its range in bold, padded if something
// stands to the right of it.
func (p *printer) emphasise(x excerpt, right string, column int) string {
	chars := []rune(x.text)
	text := string(chars[:x.from]) + p.s.paint(bold, string(chars[x.from:x.to])) + string(chars[x.to:])
	if right == "" {
		return text
	}
	return text + strings.Repeat(" ", max(column-utf8.RuneCountInString(x.text), 2))
}

// fix says which value to assign instead and what it does, in two places: to
// the right of the statement and below it. The common remark is left out.
func (p *printer) fix(st *Statement, traces int, common string) (right, below string) {
	ranges := blocking(st.Blocking, these(traces))
	f := st.Fix
	switch {
	case f == nil && st.FixNote != "":
		return st.FixNote, ranges
	case f == nil && ranges != "":
		return ranges, ""
	case f == nil && traces > 1:
		return "no single constant blocks " + these(traces), ""
	case f == nil:
		return "", ""
	case f.Validated:
		if len(st.Blocking) == 1 && st.Blocking[0].Text == f.Value {
			ranges = "" // said on the right
		}
		return "fix: " + assign(st.Target, f.Value) + " (validated: with it the program is safe)", ranges
	case f.Does != "blocks the trace":
		return assign(st.Target, f.Value) + " " + f.Does, ranges
	}
	right = ranges
	if right == "" || len(st.Blocking) == 1 && st.Blocking[0].Text == f.Value {
		right = assign(st.Target, f.Value) + " blocks " + these(traces)
	}
	if note := st.remark(); note != "" && note != common {
		right += " (" + note + ")"
	}
	return right, ""
}

func assign(target, value string) string {
	if target == "" {
		return "the value " + value
	}
	return target + " = " + value
}

// inverted lists what is relevant in no trace.
func (p *printer) inverted(s *Summary) {
	if p.unmarked(s.Traces) {
		return
	}
	none := bySource(s.Statements, InNone)
	if len(none) == 0 {
		fmt.Fprintf(p, "  every assignment is relevant in some trace\n")
		return
	}
	fmt.Fprintf(p, "  %s\n", p.s.paint(bold, "relevant in no trace"))
	for _, st := range none {
		x := p.r.sources.excerpt(st.Range, st.Text, p.s.width()-12)
		fmt.Fprintf(p, "  %4d │ %s\n", st.Line, x.text)
	}
}

// inputs writes the values a user would enter to see each trace fail.
func (p *printer) inputs(traces []int) {
	const most = 6
	var parts []string
	for i := range p.r.Traces {
		t := &p.r.Traces[i]
		if traces != nil && !slices.Contains(traces, t.ID) {
			continue
		}
		text := inputText(t)
		if text == "" {
			continue
		}
		if len(p.r.Traces) > 1 {
			text = fmt.Sprintf("trace %d %s", t.ID, text)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return
	}
	if len(parts) > most {
		rest := len(parts) - most
		parts = append(parts[:most], count(rest, "more trace")+" (see --format json)")
	}
	one := strings.Join(parts, ", ")
	if len(one)+10 <= p.s.width() {
		fmt.Fprintf(p, "  inputs: %s\n", one)
		return
	}
	for i, part := range parts {
		head := "inputs:"
		if i > 0 {
			head = "       "
		}
		fmt.Fprintf(p, "  %s %s\n", head, clip(part, p.s.width()-11))
	}
}

// replays writes the commands that show the failures.
func (p *printer) replays() {
	const most = 3
	n := 0
	for i := range p.r.Traces {
		t := &p.r.Traces[i]
		if t.Replay == "" {
			continue
		}
		if n++; n <= most {
			fmt.Fprintf(p, "  replay: %s\n", t.Replay)
		}
	}
	if n > most {
		fmt.Fprintf(p, "  replay: %s\n", count(n-most, "more trace"))
	}
}

// inputText writes "a = 1, 2, b = 0": the values of each input in order. If
// there are many, those that go into a relevant statement are enough.
func inputText(t *Trace) string {
	type input struct {
		name     string
		values   []string
		relevant bool
	}
	var all []*input
	byName := map[string]*input{}
	for _, in := range t.Inputs {
		if in.Kind != "nondet" {
			continue
		}
		x := byName[in.Name]
		if x == nil {
			x = &input{name: in.Name}
			byName[in.Name] = x
			all = append(all, x)
		}
		x.values = append(x.values, in.Value)
		x.relevant = x.relevant || in.Relevant
	}
	const many, most = 6, 12
	var parts []string
	others := 0
	for _, x := range all {
		if len(all) > many && !x.relevant {
			others++
			continue
		}
		text := strings.Join(x.values[:min(len(x.values), most)], ", ")
		if len(x.values) > most {
			text += fmt.Sprintf(", … (%d values)", len(x.values))
		}
		parts = append(parts, x.name+" = "+text)
	}
	out := strings.Join(parts, ", ")
	if others > 0 {
		out = strings.TrimSpace(out + fmt.Sprintf(" and %s not relevant", count(others, "other")))
	}
	return out
}

func (p *printer) notes() {
	if p.r.Verdict == "TRUE" && !p.s.Stats {
		return
	}
	const most = 5
	for i, n := range p.r.Notes {
		if i == most {
			fmt.Fprintf(p, "  note:   %s\n", count(len(p.r.Notes)-most, "more note")+" (see --format json)")
			break
		}
		fmt.Fprintf(p, "  note:   %s %s\n", place(n.Range), n.Text)
	}
}
