package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"culprit/fault"
	"culprit/relevance"
)

// The relevant statements as text: under each its excerpt, and next to it the
// value that keeps the program off the trace.

// these names so many traces. A statement keeps the program off the path of a trace,
// and says nothing of others to the same failure.
func these(n int) string {
	switch n {
	case 1:
		return "this path"
	case 2:
		return "both paths"
	}
	return fmt.Sprintf("all %d paths", n)
}

// these are the traces of a summary: with several error locations, those found to
// one of them.
func (p *printer) these(s *Summary) string {
	return these(len(s.Traces))
}

// summary writes what is relevant in all traces, in some, and what the inputs
// were, in so many lines.
func (p *printer) summary(s *Summary, room int) {
	if p.s.Invert {
		p.inverted(s)
		p.inputs(s.Traces)
		return
	}
	all, inputs := s.inAll()
	relevant := len(all) + len(inputs)
	shown := func(st *Statement) bool { return p.named(st.Range) }
	all, inputs = slices.DeleteFunc(all, shown), slices.DeleteFunc(inputs, shown)
	unmarked := p.unmarked(s.Traces)
	rest, n := p.rendered(func(p *printer) { p.besides(s, unmarked) })
	switch {
	case unmarked:
	case p.s.IgnoreCommon && len(s.Traces) > 1:
		p.inSomeOnly(s, len(all)+len(inputs), room)
	case relevant == 0:
		p.nothingInAll(s)
	case len(all)+len(inputs) == 0: // the places name them
	default:
		p.inEvery(s, all, inputs, room-n)
	}
	p.WriteString(rest)
}

// elsewhere introduces the lines that are relevant.
const elsewhere = "another value or outcome here avoids "

// named reports whether a line is among the places that the page shows.
func (p *printer) named(r Range) bool {
	if p.s.Lines == 0 {
		return false
	}
	return slices.ContainsFunc(p.r.Answer[:min(len(p.r.Answer), MaxPlaces)], func(a Place) bool { return a.File == r.File && a.Line == r.Line })
}

// inEvery writes what is relevant in all traces of a summary, in so many lines:
// under a heading, or in one line.
func (p *printer) inEvery(s *Summary, all, inputs []*Statement, room int) {
	head := elsewhere + p.these(s)
	proved, whole := s.everywhere()
	switch {
	case whole:
		head = elsewhere + "every path (proved)"
	case len(proved) > 0:
		which := lines(proved)
		if len(proved) > 4 {
			which = fmt.Sprintf("%d of %d lines", len(proved), len(all)+len(inputs))
		}
		head = p.s.wrap(head+" (proved for all error paths: "+which+")", 2)
	}
	and := ""
	if len(inputs) > 0 {
		and = fmt.Sprintf("%s: %s", count(len(inputs), "input"), lines(inputs))
		room--
	}
	if len(all) > 0 && room < 1+min(len(all), 2) {
		text := head + ": " + lines(all)
		if and != "" {
			text += " and " + and
		}
		fmt.Fprintf(p, "  %s\n", p.s.wrap(text, 2))
		return
	}
	if len(all) == 0 {
		fmt.Fprintf(p, "  inputs that matter: %s\n", lines(inputs))
		return
	}
	fmt.Fprintf(p, "  %s\n", p.s.paint(bold, head))
	room -= strings.Count(head, "\n")
	last := 1 // line that says how many are left
	if and != "" {
		last = 0
	}
	left := p.statements(all, len(s.Traces), room-1, last)
	switch {
	case left > 0 && and != "":
		and = fmt.Sprintf("%d more: %s; %s", left, showAll, and)
	case left > 0:
		and = fmt.Sprintf("%d more: %s", left, showAll)
	case and != "":
		and = "and " + and
	default:
		return
	}
	fmt.Fprintf(p, "    %s\n", p.s.paint(dim, p.s.wrap(and, 4)))
}

// everywhere lists what stands for the lines with a statement that is proved to be
// relevant in all error paths, and whether these are all that are relevant in all
// traces.
func (s *Summary) everywhere() (proved []*Statement, whole bool) {
	whole = true
	for i := range s.Lines {
		l := &s.Lines[i]
		if l.Relevant != InAll {
			continue
		}
		if slices.ContainsFunc(l.Statements, func(k int) bool { return s.Statements[k].Everywhere }) {
			proved = append(proved, s.shown(l))
		} else {
			whole = false
		}
	}
	return proved, whole && len(proved) > 0
}

// inSomeOnly writes what is relevant in some traces, and leaves out these many
// statements that are relevant in all.
func (p *printer) inSomeOnly(s *Summary, common, room int) {
	some := s.inSome()
	head := "another value or outcome here avoids some paths"
	if len(some) == 0 {
		head = "no statement matters in some traces only"
	}
	fmt.Fprintf(p, "  %s (without %s that matter in all)\n", p.s.paint(bold, head), count(common, "statement"))
	if left := p.statements(some, len(s.Traces), room-1, 1); left > 0 {
		fmt.Fprintf(p, "    %s\n", p.s.paint(dim, fmt.Sprintf("%d more: %s", left, showAll)))
	}
}

// besides writes what is relevant in some traces only, or not known, and the
// inputs.
func (p *printer) besides(s *Summary, unmarked bool) {
	if unmarked && len(s.Statements) == 0 {
		p.inputs(s.Traces)
		return
	}
	some := slices.DeleteFunc(s.inSome(), func(st *Statement) bool { return p.named(st.Range) })
	if len(some) > 0 && !(p.s.IgnoreCommon && len(s.Traces) > 1) {
		fmt.Fprintf(p, "  %s\n", p.s.wrap("in some traces also at "+whereRelevant(some), 2))
	}
	if p.s.Lines == 0 {
		text := fmt.Sprintf("%d of %s have no influence on the failure", s.Dimmed, count(s.Steps, "step"))
		if s.Undecided > 0 {
			text += fmt.Sprintf(", of %d it is not known", s.Undecided)
		}
		fmt.Fprintf(p, "  %s\n", p.s.paint(dim, text))
		if u := bySource(s.Statements, IsUndecided); len(u) > 0 {
			why := ""
			if slices.ContainsFunc(s.Traces, func(id int) bool { return relevance.IsLong(p.r.Traces[id-1].StepsTotal) }) {
				why = " (a trace this long is decided by executions alone)"
			}
			fmt.Fprintf(p, "  not known: %s%s\n", lines(u), why)
		}
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
		n++
		if n == 1 {
			first = t.Unmarked
		}
	}
	switch {
	case n == 0:
		return false
	case of == 1:
		fmt.Fprintf(p, "  %s\n", p.s.wrap("which statements have an influence is not known: "+first, 2))
	default:
		fmt.Fprintf(p, "  %s\n", p.s.wrap(fmt.Sprintf("which statements have an influence is not known in %d of %s: %s", n, count(of, "trace"), first), 2))
	}
	return true
}

func (p *printer) nothingInAll(s *Summary) {
	for i := range s.Statements {
		if s.Statements[i].Relevant == IsUndecided {
			fmt.Fprintf(p, "  no single assignment is known to avoid %s\n", p.these(s))
			return
		}
	}
	if len(p.r.Answer) == 0 { // else there is more to say
		fmt.Fprintf(p, "  no other value and no other outcome of a single statement avoids %s\n", p.these(s))
	}
}

// inAll lists what stands for the lines that are relevant in all traces, in
// their order, the inputs apart.
func (s *Summary) inAll() (all, inputs []*Statement) {
	for i := range s.Lines {
		switch p := &s.Lines[i]; {
		case p.Relevant != InAll:
		case p.Input:
			inputs = append(inputs, s.shown(p))
		default:
			all = append(all, s.shown(p))
		}
	}
	return all, inputs
}

// inSome lists the statements and branches of the lines that are relevant in
// some traces only, in source order.
func (s *Summary) inSome() []*Statement {
	var out []*Statement
	for i := range s.Lines {
		if p := &s.Lines[i]; p.Relevant == InSome {
			for _, k := range p.Statements {
				out = append(out, &s.Statements[k])
			}
			for _, k := range p.Branches {
				out = append(out, &s.Branches[k])
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *Statement) int { return a.compare(b.Range) })
	return out
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
	slices.SortStableFunc(out, func(a, b *Statement) int { return a.compare(b.Range) })
	return slices.CompactFunc(out, func(a, b *Statement) bool { return a.Range == b.Range && a.Target == b.Target })
}

// whereRelevant writes "line 10 (trace 1), line 12 (traces 1, 3)".
func whereRelevant(sts []*Statement) string {
	var lines []int
	in := map[int][]int{} // the traces of each line
	for _, st := range sts {
		if in[st.Line] == nil {
			lines = append(lines, st.Line)
		}
		in[st.Line] = append(in[st.Line], st.RelevantIn...)
	}
	var parts []string
	for _, l := range lines[:min(len(lines), maxListed)] {
		traces := slices.Clone(in[l])
		slices.Sort(traces)
		traces = slices.Compact(traces)
		word := "traces"
		if len(traces) == 1 {
			word = "trace"
		}
		parts = append(parts, fmt.Sprintf("line %d (%s %s)", l, word, numbers(traces)))
	}
	if len(lines) > maxListed {
		parts = append(parts, fmt.Sprintf("%d more", len(lines)-maxListed))
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
// the right and below, as far as there is room: of so many lines the last ones are
// kept free if some are left. It returns how many are.
func (p *printer) statements(sts []*Statement, traces, room, last int) (left int) {
	column := 40
	if p.s.width() > 110 {
		column = 56
	}
	gutter := 3
	for _, st := range sts {
		gutter = max(gutter, len(strconv.Itoa(st.Line)))
	}
	file := p.r.File
	note := commonNote(sts[:max(min(len(sts), room), 0)])
	if note != "" {
		room--
	}
	for i, st := range sts {
		text, n := p.rendered(func(p *printer) {
			if st.File != file {
				fmt.Fprintf(p, "    %s\n", p.s.paint(dim, "in "+st.File))
			}
			x := p.r.sources.excerpt(st.Range, st.Text, column-2)
			right, below := p.fix(st, traces, note, p.s.width()-gutter-6-column)
			beside := p.s.folded(right, gutter+6+column)
			fmt.Fprintf(p, "  %*d │ %s%s\n", gutter+1, st.Line, p.emphasise(x, right, column), beside[0])
			for _, line := range beside[1:] {
				fmt.Fprintf(p, "  %*s │ %*s%s\n", gutter+1, "", column, "", line)
			}
			if (x.whole || p.s.Lines > 0) && below == "" {
				return
			}
			if !x.whole {
				line := strings.Repeat(" ", x.from) + p.s.paint(red, strings.Repeat("^", max(x.to-x.from, 1)))
				fmt.Fprintf(p, "  %*s │ %s\n", gutter+1, "", line)
			}
			for _, line := range p.s.folded(below, gutter+6) {
				if line != "" {
					fmt.Fprintf(p, "  %*s │ %s\n", gutter+1, "", line)
				}
			}
		})
		room -= n
		if room < 0 || room < last && i < len(sts)-1 {
			left = len(sts) - i
			break
		}
		file = st.File
		p.WriteString(text)
	}
	if note != "" {
		fmt.Fprintf(p, "  %s\n", p.s.paint(dim, p.s.wrap("unless stated otherwise: "+note, 2)))
	}
	return left
}

// commonNote is the remark that at least three fixes of those with room have, if it is
// more than half of these: it is printed once.
func commonNote(sts []*Statement) string {
	seen := map[string]int{}
	for _, st := range sts {
		if note := st.remark(); note != "" {
			seen[note]++
			if seen[note] >= 3 && 2*seen[note] > len(sts) {
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
// the right of the statement, where there are so many columns, and below it. The
// common remark is left out, and on a page what does not fit.
func (p *printer) fix(st *Statement, traces int, common string, columns int) (right, below string) {
	ranges := blocking(st.Blocking, these(traces))
	f := st.Fix
	switch {
	case st.With != "":
		return st.With, ""
	case f == nil && st.FixNote != "":
		return st.FixNote, ranges
	case f == nil && ranges != "":
		return ranges, ""
	case f == nil && traces > 1:
		return "no single constant avoids " + these(traces), ""
	case f == nil:
		return "", ""
	case f.Validated:
		if len(st.Blocking) == 1 && st.Blocking[0].Text == f.Value {
			ranges = "" // said on the right
		}
		if f.RightRuns > 0 {
			ranges = strings.TrimPrefix(ranges+fmt.Sprintf("; %d of %d sampled correct runs end as before", f.RightRuns, f.RightRuns), "; ")
		}
		right = "fix: " + assign(st.Target, f.Value)
		assuming := fault.Proof{Assumed: f.Assumed}.Brief().Assuming()
		if reason := " (" + f.Reason + assuming + ")"; p.s.Lines == 0 || utf8.RuneCountInString(right+reason) <= columns {
			return right + reason, ranges
		}
		return right + " (proved" + assuming + ")", ranges
	case f.Does != "blocks the trace":
		return assign(st.Target, f.Value) + " " + f.effect(), ranges
	}
	right = ranges
	if right == "" || len(st.Blocking) == 1 && st.Blocking[0].Text == f.Value {
		right = assign(st.Target, f.Value) + " avoids " + these(traces)
	}
	if note := " (" + st.remark() + ")"; st.remark() != "" && st.remark() != common && (p.s.Lines == 0 || utf8.RuneCountInString(right+note) <= columns) {
		right += note
	}
	return right, ""
}

func assign(target, value string) string {
	if target == "" {
		return "the value " + value
	}
	if strings.HasSuffix(target, "()") {
		return target + " returning " + value
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
		fmt.Fprintf(p, "  every assignment has an influence on the failure in some trace\n")
		return
	}
	fmt.Fprintf(p, "  %s\n", p.s.paint(bold, "without influence on the failure in any trace"))
	for _, st := range none {
		x := p.r.sources.excerpt(st.Range, st.Text, p.s.width()-12)
		fmt.Fprintf(p, "  %4d │ %s\n", st.Line, x.text)
	}
}
