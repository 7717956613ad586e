package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/fault"
	"culprit/fault/answer"
)

// Places makes one answer of the results of methods: lines, the likeliest fault
// first, without those that say what is given.
func Places(results []*fault.Result, blameless []fault.Line) []Place {
	out := []Place{}
	for _, p := range answer.Fuse(results, blameless) {
		shown := p.Shown()
		place := Place{Range: RangeOf(shown.Location.Pos), Score: p.Score, Reason: shown.Location.Reason}
		if e := shown.Location.Edge; e != nil {
			place.Text = e.Text
		}
		for _, e := range p.Evidence {
			if c := e.Location.Change; c != nil && place.Change == nil {
				place.Change = changeOf(c)
			}
			place.Evidence = append(place.Evidence, Testimony{e.Method, e.Kind.String(), e.Rank, e.Location.Reason})
		}
		out = append(out, place)
	}
	return out
}

// explained writes the answer of an explanation.
func (p *printer) explained(x *Explanation, all bool, most int) {
	if len(x.Answer) == 0 {
		fmt.Fprintf(p, "  %s\n", p.s.paint(dim, "no method found a suspicious line (--all shows why)"))
		return
	}
	if all {
		most = len(x.Answer)
	}
	tail := "--why N shows the evidence of one, --method NAME what one method says"
	if n := p.places(x.Answer, most); n > 0 {
		tail = fmt.Sprintf("%d more: --all; %s", n, tail)
	}
	fmt.Fprintf(p, "     %s\n", p.s.paint(dim, tail))
}

// places writes the likeliest places, two lines each: the source, and why, and
// after them the first of their fixes. It returns how many are not shown.
func (p *printer) places(all []Place, most int) (more int) {
	shown := all[:min(len(all), most)]
	gutter := 3
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
		s := p.r.sources.excerpt(l.Range, l.Text, p.s.width()-gutter-12)
		fmt.Fprintf(p, "%3d. %*d │ %s\n", i+1, gutter, l.Line, p.emphasise(s, "", 0))
		for _, line := range p.s.folded(l.why(2*(p.s.width()-gutter-8)), gutter+8) {
			fmt.Fprintf(p, "     %*s │ %s\n", gutter, "", p.s.paint(dim, line))
		}
	}
	if c := ShownChange(shown); c != nil {
		p.firstFix(c)
	}
	return len(all) - len(shown)
}

// ShownChange is the change of some places whose diff is shown: the first fix, or else the first suggestion; nil
// if there is neither.
func ShownChange(places []Place) *Change {
	k := slices.IndexFunc(places, func(l Place) bool { return l.Change != nil && l.Change.Fix != "" })
	if k < 0 {
		k = slices.IndexFunc(places, func(l Place) bool { return l.Change != nil && l.Change.Suggested })
	}
	if k < 0 {
		return nil
	}
	return places[k].Change
}

// firstFix writes a change, why it is called a fix and what that assumes: the lines that it changes,
// and where it only adds some those around them.
func (p *printer) firstFix(c *Change) {
	fmt.Fprintf(p, "  %s\n", p.s.paint(bold, p.s.wrap(c.heading(), 2)))
	p.assumptions(c)
	shown := changedLines(c.Diff)
	for i, line := range shown {
		if i == maxValues-1 && len(shown) > maxValues {
			fmt.Fprintf(p, "    %s\n", p.s.paint(dim, "… "+count(len(shown)-i, "more line")))
			return
		}
		for _, part := range p.s.hard(line, 4) {
			fmt.Fprintf(p, "    %s\n", part)
		}
	}
}

// changedLines are the lines of a unified diff that are taken away or added, and those next to lines that are
// only added: where these come is not seen otherwise.
func changedLines(diff string) (out []string) {
	lines := strings.Split(strings.TrimRight(diff, "\n"), "\n")
	changes := func(i int, signs string) bool {
		return i >= 0 && i < len(lines) && lines[i] != "" && strings.Contains(signs, lines[i][:1]) && !strings.HasPrefix(lines[i], "---") && !strings.HasPrefix(lines[i], "+++")
	}
	adds := func(i, step int) bool { // and takes nothing away: the changes that begin there
		from := i
		for ; changes(i, "+-"); i += step {
			if changes(i, "-") {
				return false
			}
		}
		return i != from
	}
	for i, line := range lines {
		if changes(i, "+-") || strings.HasPrefix(line, " ") && strings.TrimSpace(line) != "" && (adds(i-1, -1) || adds(i+1, 1)) {
			out = append(out, line)
		}
	}
	return out
}

// why is the first of the evidence, in a sentence for so many columns.
func (l *Place) why(columns int) string {
	if l.Change != nil && l.Change.Fix != "" && !strings.Contains(l.Change.After, "\n") {
		c := *l.Change
		c.proof = c.proof.Brief() // below the places it is said in full
		return c.sentence(columns)
	}
	return l.Reason
}

// evidence writes all that speaks for the n-th place, from 1, and its best change.
func (p *printer) evidence(x *Explanation, n int) {
	l := &x.Answer[n-1]
	s := p.r.sources.excerpt(l.Range, l.Text, p.s.width()-12)
	fmt.Fprintf(p, "%3d. %3d │ %s\n", n, l.Line, p.emphasise(s, "", 0))
	for _, e := range l.Evidence {
		fmt.Fprintf(p, "  %s: %s\n", p.s.paint(bold, e.Method), p.s.wrap(e.Reason, 4))
	}
	if l.Change == nil {
		return
	}
	head := l.Change.Heading()
	if l.Change.Fix == "" && l.Change.Doubt == "" {
		head = fmt.Sprintf("with this change %d of %d failing runs pass, and %d of %d passing ones still do", l.Change.Fixed, l.Change.Failing, l.Change.Kept, l.Change.Passing)
	}
	fmt.Fprintf(p, "  %s\n", p.s.paint(bold, p.s.wrap(head, 2)))
	p.assumptions(l.Change)
	for line := range strings.Lines(l.Change.Diff) {
		fmt.Fprintf(p, "    %s", line)
	}
}

// Says is the first of the evidence for a place, without the assumptions of a proof.
func (l *Place) Says() string { return l.why(1 << 20) }

// assumptions writes what the proof of a fix assumes.
func (p *printer) assumptions(c *Change) {
	for _, text := range c.Assumed {
		fmt.Fprintf(p, "    %s\n", p.s.wrap(text, 4))
	}
}
