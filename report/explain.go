package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/relevance"
)

// WriteExplanation writes the text form: the failure, then the first places of
// the answer, or all of them, if all is set, and then the locations of each
// method, the most suspicious first. Without an answer it has the methods alone.
func WriteExplanation(w io.Writer, x *Explanation, all bool, s Style) error {
	p := &printer{Writer: bufio.NewWriter(&plain{w: w}), r: &Report{File: x.File, sources: x.sources}, s: s}
	f := &x.Failure
	kind := strings.ReplaceAll(f.Kind, " ", "-")
	what := f.Headline()
	if x.Answer != nil && !all {
		p.s.Lines = Page
		head := "FAIL " + kind
		what = strings.TrimPrefix(p.s.wrap(head+"_ "+what, 2), head+"_ ") // two spaces follow
	}
	fmt.Fprintf(p, "%s %s  %s\n", p.s.paint(bold+";"+red, "FAIL"), kind, what)
	if len(f.Args) > 0 {
		fmt.Fprintf(p, "  arguments: %s\n", words(f.Args))
	}
	if len(f.Env) > 0 {
		fmt.Fprintf(p, "  environment: %s\n", words(f.Env))
	}
	if f.Stdin != "" {
		fmt.Fprintf(p, "  input: %s\n", clip(strconv.Quote(f.Stdin), p.s.width()-12))
	}
	if len(f.Inputs) > 0 {
		fmt.Fprintf(p, "  inputs: %s\n", clip(strings.Join(f.Inputs, ", "), p.s.width()-12))
	}
	if x.Why > 0 && x.Why <= len(x.Answer) {
		p.evidence(x, x.Why)
		return p.Flush()
	}
	if x.Answer != nil {
		text, _ := p.fitting(4, MaxPlaces, func(p *printer, most int) { p.explained(x, all, most) })
		p.WriteString(text)
		if !all {
			return p.Flush()
		}
	}
	for i := range x.Methods {
		p.localization(&x.Methods[i])
	}
	return p.Flush()
}

func (p *printer) localization(l *Localization) {
	head := p.s.paint(bold, l.Method)
	if l.Error != "" {
		fmt.Fprintf(p, "  %s: no answer: %s\n", head, l.Error)
		return
	}
	tail := []string{count(len(l.Locations), "location")}
	if l.Reruns > 0 {
		tail = append(tail, count(l.Reruns, "re-execution"))
	}
	if l.Instances > 0 {
		tail = append(tail, count(l.Instances, "statement")+" executed")
	}
	tail = append(tail, seconds(l.Time))
	fmt.Fprintf(p, "  %s: %s\n", head, p.s.paint(dim, strings.Join(tail, ", ")))
	switch { // a tree or a path names all locations, with better reasons
	case l.Tree != nil:
		p.tree(l.Tree, l.view)
		p.order(l.Locations)
	case len(l.Path) == 0:
		p.locations(l.Locations)
	}
	if len(l.Path) > 0 {
		fmt.Fprintf(p, "   %s\n", p.s.paint(bold, "from cause to failure"))
		p.locations(l.Path)
		p.hints(l.Locations)
	}
	p.fixes(l)
	for _, n := range l.Notes {
		fmt.Fprintf(p, "    note: %s\n", n)
	}
}

// hints writes, apart from a path, the first of the places that no execution
// speaks for.
func (p *printer) hints(ls []Located) {
	var near []Located
	for i := range ls {
		if ls[i].Hint && len(near) < MaxPlaces {
			near = append(near, ls[i])
		}
	}
	if len(near) > 0 {
		fmt.Fprintf(p, "   %s\n", p.s.paint(bold, "near them in the dependences, without evidence"))
		p.locations(near)
	}
}

// fixes writes the diff of the first fix, or of all.
func (p *printer) fixes(l *Localization) {
	for i := range l.Changes {
		if i > 0 && !l.diffs {
			fmt.Fprintf(p, "   %s\n", p.s.paint(dim, fmt.Sprintf("%d more: --all-changes", len(l.Changes)-1)))
			return
		}
		fmt.Fprintf(p, "   %s\n", p.s.paint(bold, l.Changes[i].heading()))
		p.assumptions(&l.Changes[i])
		for _, line := range strings.Split(strings.TrimRight(l.Changes[i].Diff, "\n"), "\n") {
			fmt.Fprintf(p, "    %s\n", line)
		}
	}
}

// locations writes each statement under its line number, and the reason below
// it.
func (p *printer) locations(ls []Located) {
	gutter := 3
	shown := ls[:min(len(ls), 4*MaxPlaces)]
	for i := range shown {
		gutter = max(gutter, len(strconv.Itoa(shown[i].Line)))
	}
	file := p.r.File
	for i := range shown {
		l := &shown[i]
		if l.File != file {
			file = l.File
			fmt.Fprintf(p, "    %s\n", p.s.paint(dim, "in "+file))
		}
		x := p.r.sources.excerpt(l.Range, l.Text, p.s.width()-gutter-8)
		fmt.Fprintf(p, "  %*d │ %s\n", gutter+1, l.Line, p.emphasise(x, "", 0))
		line := strings.Repeat(" ", x.from) + p.s.paint(red, strings.Repeat("^", max(x.to-x.from, 1))) + " " + l.Reason
		if x.whole {
			line = l.Reason
		}
		fmt.Fprintf(p, "  %*s │ %s\n", gutter+1, "", strings.TrimRight(line, " "))
		if c := l.Comparable; c != nil {
			fmt.Fprintf(p, "  %*s │ such a value was wrong in %d of %d comparable cases\n", gutter+1, "", c.Wrong, c.Of)
		}
	}
	if n := len(ls) - len(shown); n > 0 {
		fmt.Fprintf(p, "  %*s │ %d more (see --format json)\n", gutter+1, "", n)
	}
}

// FixText says what the fix value of a relevant statement does.
func FixText(prog *cfg.Program, tr *cfg.Trace, m *relevance.Mark) string {
	mark := markOf(prog, tr, m)
	if mark.Fix == nil {
		return ""
	}
	return assign(mark.Target, mark.Fix.Value) + " " + mark.Fix.effect()
}

// ProvedText says that with a constant in a statement nothing fails, which is proved.
func ProvedText(prog *cfg.Program, st *relevance.Statement) string {
	proof := fault.ProofOf(prog, 0, st.Assumed)
	return "if " + assign(target(st.FixVar, st.Edge), shapeOfStmt(st.FixVar, st.Edge.Stmt).format(st.Fix)) + " here, " + proof.Holds
}

// words writes arguments as a shell takes them.
func words(args []string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%="
	out := make([]string, len(args))
	for i, a := range args {
		if out[i] = a; a == "" || strings.Trim(a, plain) != "" {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}
