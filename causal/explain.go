package causal

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/fault"
)

// explain puts the path into words.
func (p *Path) explain() {
	w := p.w
	w.f.now = w.f.n
	n := narration{Path: p, at: map[int]int{}, said: map[mention]bool{}}
	for _, s := range w.roots {
		n.add(s, true)
	}
	for _, s := range w.path {
		if s.kind != fails {
			n.add(s, false)
		}
	}
	slices.SortStableFunc(p.Steps, func(a, b Step) int { return a.At - b.At })
	for k := range p.Steps {
		s := &p.Steps[k]
		if len(s.said) == 0 {
			s.said = []string{"it is passed on by this call"}
		}
		s.Text = fmt.Sprintf("at %d, %s", s.Edge.Pos.Line, strings.Join(s.said, " and "))
		if s.Root {
			s.Text += "; nothing before it differs"
		}
	}
	p.failure()
	if r := p.Repair; r != nil {
		p.Notes = append(p.Notes, "compared with the same run, except that "+p.switches()+", "+p.worth())
	}
	if len(p.Steps) > 0 && len(w.roots) == 0 && w.ctx.Err() == nil {
		p.Notes = append(p.Notes, "the path begins with the input of both runs")
	}
}

// narration collects the steps that are shown.
type narration struct {
	*Path
	at   map[int]int // step by instance
	said map[mention]bool
}

// mention is a difference in a step that has been put into words.
type mention struct {
	step int
	cell cell
}

func (n *narration) add(s step, root bool) {
	w := n.w
	if !root && w.passing(s) {
		return
	}
	i := w.f.g.Owner(s.at)
	if i < 0 || !fault.Shown(w.f.g.Edge(i)) {
		i = w.shown(s.at)
	}
	if i < 0 {
		return
	}
	k, ok := n.at[i]
	if !ok {
		k = len(n.Steps)
		n.at[i] = k
		n.Steps = append(n.Steps, Step{At: i, Edge: w.f.g.Edge(i)})
	}
	n.Steps[k].Root = n.Steps[k].Root || root
	n.Steps[k].Lacks = n.Steps[k].Lacks || s.kind == lacks || s.kind == early || s.kind == instead
	if i != s.at && w.f.g.Owner(s.at) == i && s.diff.v != inMemory && !root {
		return // what a library function does is its own business
	}
	if m := (mention{k, s.diff.cell}); !n.said[m] {
		n.said[m] = true
		w.word(&n.Steps[k], s)
	}
}

// switches says what the reference run does the other way.
func (p *Path) switches() string {
	var order []int // the first switch of each predicate
	times := map[*cfg.Loc]int{}
	for k, e := range p.Repair.Took {
		times[e.From]++
		if times[e.From] == 1 {
			order = append(order, k)
		}
	}
	out := make([]string, len(order))
	for i, k := range order {
		e := p.Repair.Took[k]
		name := condition(e)
		if p.Repair.Forces[k].SetValue {
			name = quoted(e.Text)
		}
		out[i] = fmt.Sprintf("%s at line %d", name, e.Pos.Line)
		if n := times[e.From]; n > 1 {
			out[i] += fmt.Sprintf(" (%d times)", n)
		}
	}
	if len(out) > 1 {
		return strings.Join(out, " and ") + " go the other way"
	}
	return out[0] + " goes the other way"
}

// worth says how much of the reference run is right.
func (p *Path) worth() string {
	switch {
	case p.Repair.Evades:
		return "which makes it pass without reaching the check again"
	case p.Repair.Right < 0:
		return "which makes it pass"
	}
	line := 1 + bytes.Count(p.w.p.out[:min(p.Repair.Right, len(p.w.p.out))], []byte{'\n'})
	return fmt.Sprintf("which is right up to line %d of its output", line)
}

// passing reports whether a step only takes over the result of a call, which is
// a step of its own, or keeps a value for the statement that it is a part of.
func (w *walk) passing(s step) bool {
	e := w.f.g.Edge(s.at)
	a, ok := e.Stmt.(*cfg.Assign)
	if !ok || !a.Dst.Temp {
		return false
	}
	x, ok := a.Src.(*cfg.VarRef)
	return !fault.Shown(e) || ok && x.V.Proc != nil && x.V == x.V.Proc.Ret
}

// failure ends the path.
func (p *Path) failure() {
	f := p.in.Failure
	text := "so " + f.What
	if n := len(p.Steps); n > 0 && (p.Steps[n-1].At == f.At || f.Edge == nil || !fault.Shown(f.Edge)) {
		p.Steps[n-1].Text += ", " + text
		return
	}
	if f.Edge == nil || !fault.Shown(f.Edge) {
		return
	}
	p.Steps = append(p.Steps, Step{At: f.At, Edge: f.Edge, Text: text})
}

// shown is the last instance of a statement of the user at or before i in its
// activation or a caller's.
func (w *walk) shown(i int) int {
	for ; i >= 0; i-- {
		if e := w.f.g.Edge(i); fault.Shown(e) && w.f.g.User(i) {
			return i
		}
	}
	return -1
}

// word adds to a step what it gives to what.
func (w *walk) word(out *Step, s step) {
	text := ""
	says := func(name, failing, reference string) {
		v := fault.TwoValues{Name: name, Failing: failing, Reference: reference}
		if !slices.Contains(out.Values, v) {
			out.Values = append(out.Values, v)
		}
	}
	values := func(name string) (failing, reference string) {
		failing, reference = w.format(s.diff.cell, s.diff.f), w.format(s.diff.cell, s.diff.p)
		if failing == cfg.AnAddress && reference == failing && s.diff.f != s.diff.p {
			reference = "another"
		}
		if w.novalue != nil && s.diff.cell == *w.novalue {
			failing = "no value"
		}
		says(name, failing, reference)
		return failing, reference
	}
	switch e := w.f.g.Edge(s.at); {
	case s.kind == past:
		text = fmt.Sprintf("this is executed, where the reference run leaves at its line %d", w.line(s.p))
	case s.kind == goes || s.kind != lacks && s.kind != early && s.kind != instead && len(e.From.Out) > 1:
		way, other := outcome(e), ""
		if s.p < w.p.n && len(w.p.g.Edge(s.p).From.Out) > 1 {
			other = outcome(w.p.g.Edge(s.p))
		}
		says(condition(e), way, other)
		text = condition(e) + " is " + way
		if len(e.From.Out) > 2 {
			text = way + " is chosen"
		}
	case s.diff.v < 0 && s.diff.v != inMemory:
		switch {
		case s.kind == keeps:
			text = w.name(s) + " is left as it is"
		case s.kind == instead:
			text = "here the reference run does something else"
		case s.kind == lacks && s.diff.v == inOutput:
			text = fmt.Sprintf("after this, the reference run prints something, near its line %d", w.line(s.p))
		case s.kind == early && s.diff.v == inOutput:
			text = fmt.Sprintf("before this, the reference run prints something, near its line %d", w.line(s.p))
		case s.kind == lacks:
			text = "after this, the reference run assigns another value"
		case s.kind == early:
			text = "before this, the reference run assigns another value"
		case s.kind == extra:
			text = "this is executed, which the reference run does not do"
		case s.diff.v == inOutput:
			text = "this is printed"
		case s.diff.v == inLibrary:
			text = "input is read from another place"
		default:
			text = "this is executed"
		}
	case s.kind == keeps:
		failing, _ := values(w.name(s))
		text = w.name(s) + " is given " + failing + " and keeps it"
	case s.kind == instead:
		_, reference := values(w.named(s.diff.cell))
		text = fmt.Sprintf("here the reference run assigns %s to %s, in the course of its line %d", reference, w.named(s.diff.cell), w.line(s.p))
	case s.kind == early:
		_, reference := values(w.named(s.diff.cell))
		text = fmt.Sprintf("before this, the reference run assigns %s to %s, near its line %d", reference, w.named(s.diff.cell), w.line(s.p))
	case s.kind == lacks:
		_, reference := values(w.named(s.diff.cell))
		text = fmt.Sprintf("after this, the reference run assigns %s to %s, near its line %d", reference, w.named(s.diff.cell), w.line(s.p))
	default:
		failing, reference := values(w.name(s))
		text = w.name(s) + " is given " + failing
		if v := w.variable(s.diff.cell); v != nil && v.Proc != nil && v == v.Proc.Ret {
			text = v.Proc.Name + " returns " + failing
		}
		if s.diff.f != s.diff.p {
			text += ", in the reference run " + reference
		}
	}
	out.said = append(out.said, text)
}

// line is that of the first statement of the user in P from an instance on.
func (w *walk) line(i int) int {
	for ; i < w.p.n; i++ {
		if e := w.p.g.Edge(i); fault.Shown(e) {
			return e.Pos.Line
		}
	}
	return 0
}

func (w *walk) variable(c cell) *cfg.Var {
	if c.v < 0 {
		return nil
	}
	return w.f.prog.Vars[c.v]
}

// name is what the user calls the cell that a step defines.
func (w *walk) name(s step) string {
	e := w.f.g.Edge(s.at)
	if v := w.variable(s.diff.cell); v != nil {
		switch _, call := e.Stmt.(*cfg.Call); {
		case v.Temp:
			return "the value of " + quoted(e.Text)
		case call && v.Proc == e.Stmt.(*cfg.Call).Proc:
			return "arg " + cfg.SourceName(v.Name)
		}
		return cfg.SourceName(v.Name)
	}
	if s.diff.v == inLibrary {
		return "the position of the input"
	}
	if name := w.named(s.diff.cell); name != "memory" {
		return name
	}
	if st, ok := e.Stmt.(*cfg.Store); ok {
		if name := w.pointed(s, st); name != "" {
			return name
		}
	}
	return "memory"
}

// named is the name of a variable or of a part of an object.
func (w *walk) named(c cell) string {
	if v := w.variable(c); v != nil {
		return cfg.SourceName(v.Name)
	}
	if o := w.objectAt(c.addr); o != nil && o.Name != "" {
		return o.Name + path(o.CType, c.addr-o.Addr)
	}
	return "memory"
}

// pointed names what a store writes by the pointer that leads there: p->next,
// p[3], *p.
func (w *walk) pointed(s step, st *cfg.Store) string {
	x, ok := cfg.Base(st.Addr).(*cfg.VarRef)
	if !ok || x.V.Temp || !x.V.Pointer() || x.V.CType.Elem == nil || x.V.CType.Elem.Size == 0 {
		return ""
	}
	for _, a := range w.f.readsOf(s.at) {
		if int(a.v) != x.V.ID || s.diff.addr < a.val {
			continue
		}
		t, off := x.V.CType.Elem, s.diff.addr-a.val
		k, rest := off/t.Size, path(t, off%t.Size)
		switch member, is := strings.CutPrefix(rest, "."); {
		case k > 0:
			return fmt.Sprintf("%s[%d]%s", cfg.SourceName(x.V.Name), k, rest)
		case is:
			return cfg.SourceName(x.V.Name) + "->" + member
		default:
			return "*" + cfg.SourceName(x.V.Name) + rest
		}
	}
	return ""
}

// path names a part of an object: .next, [3].
func path(t *cfg.CType, off uint64) string {
	var b strings.Builder
	_, _ = walkType(t, off, func(part string) { b.WriteString(part) })
	return b.String()
}

// format writes the value of a cell.
func (w *walk) format(c cell, x uint64) string {
	prog := w.f.prog
	if v := w.variable(c); v != nil {
		if v.CType != nil && v.CType.Char {
			return char(x)
		}
		return prog.Show(v, x)
	}
	if o := w.objectAt(c.addr); o != nil {
		_, t := scalarAt(o.CType, c.addr-o.Addr)
		switch {
		case t == nil || t.Size != uint64(c.size):
		case t.Char:
			return char(x)
		case t.Scalar().Bits > 0:
			return prog.Show(&cfg.Var{Type: t.Scalar(), CType: t, Signed: t.Signed}, x)
		}
	}
	switch {
	case c.size == 1:
		return char(x)
	case w.f.blockAt(x) != nil && int(c.size)*8 == prog.PtrBits:
		return prog.ShowAddress(x)
	}
	return strconv.FormatInt(cfg.SignExtend(x, int(c.size)*8), 10)
}

func char(x uint64) string {
	if b := byte(x); b == 0 {
		return `'\0'`
	} else if b < 0x80 {
		return strconv.QuoteRune(rune(b))
	}
	return strconv.Itoa(int(int8(x)))
}

func quoted(text string) string {
	if text == "" {
		return "a condition"
	}
	return "“" + text + "”"
}

// condition is the text of a branch, without a negation of ours.
func condition(e *cfg.Edge) string {
	text, _ := e.Condition()
	return "(" + text + ")"
}

// outcome is how a branch goes.
func outcome(e *cfg.Edge) string {
	switch {
	case len(e.From.Out) > 2:
		return quoted(e.Text)
	case e.Negated:
		return "false"
	}
	return "true"
}

// Path is a causal path.
type Path struct {
	in     *fault.Input
	conf   Config
	w      *walk
	Repair *fault.Repair // what the reference run does the other way; nil: it is of another version
	Steps  []Step        // in the order of the run
	Notes  []string
	Cut    bool // the time was up before the path was complete
	// Tests are the executions from one aligned point to the next that were
	// made to compute it, Reruns those of the search for a reference run.
	Tests, Reruns int
	Single, Fast  int // applications of Single-Step and of the fast passes
	Aligned       int // pairs of instances
}

// Step is a definition or a branch of the failing run.
type Step struct {
	At    int // instance
	Edge  *cfg.Edge
	Root  bool // nothing that it reads differs: here the runs part
	Lacks bool // and the failing run does not do here what the reference run does
	Text  string
	// Values are what it gives to what in the two runs.
	Values []fault.TwoValues
	said   []string
}
