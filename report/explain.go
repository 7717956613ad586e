package report

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"culprit/cfg"
	"culprit/fault"
	"culprit/relevance"
)

// ExplainSchema names the JSON form of an Explanation.
const ExplainSchema = "culprit-explain/1"

// Explanation is what localization methods say about one failing run.
type Explanation struct {
	Schema    string     `json:"schema"`
	Tool      string     `json:"tool"`
	Version   string     `json:"version"`
	File      string     `json:"file"`
	DataModel string     `json:"data_model,omitempty"`
	Failure   FailingRun `json:"failure"`
	// Answer is what the methods say together: lines, the likeliest fault first.
	// Nil where the user asked for certain methods.
	Answer  []Place        `json:"answer,omitempty"`
	Methods []Localization `json:"methods"`
	// Functions is the control flow, where it is asked for; trace 1 is the failing run.
	Functions []Function `json:"functions,omitempty"`
	sources   sourceLines

	// Why is the number of the place whose evidence the text form shows, 0 for none.
	Why int `json:"-"`
}

// FailingRun is the failure that is explained.
type FailingRun struct {
	Kind string `json:"kind"` // failed assertion, undefined behaviour, wrong output, wrong exit status, no end
	What string `json:"what"`
	Range
	Text     string   `json:"text,omitempty"`     // of the statement at which it shows
	Instance *int     `json:"instance,omitempty"` // number of the statement instance, from 0
	Want     string   `json:"want,omitempty"`     // of a wrong output: the expected line
	Got      string   `json:"got,omitempty"`
	Args     []string `json:"args,omitempty"`
	Env      []string `json:"env,omitempty"`
	Stdin    string   `json:"stdin,omitempty"` // as text, unless the user's file has it
	Inputs   []string `json:"inputs,omitempty"`
}

// Localization is the answer of one method.
type Localization struct {
	Method    string     `json:"method"`
	Paper     string     `json:"paper,omitempty"`
	Error     string     `json:"error,omitempty"` // the method has no answer
	Locations []Located  `json:"locations"`
	Tree      *Cause     `json:"tree,omitempty"`
	Path      []Located  `json:"path,omitempty"`
	Changes   []Change   `json:"changes,omitempty"` // fixes
	Notes     []string   `json:"notes,omitempty"`
	Instances int        `json:"instances,omitempty"`
	Reruns    int        `json:"reruns,omitempty"`
	Time      float64    `json:"time_s"`
	Counts    []NamedInt `json:"counts,omitempty"`
	view      fault.View // what the text form shows of Tree
	diffs     bool       // show the diffs of all fixes
}

// Change is a change of the source text that was executed.
type Change struct {
	Kind   string `json:"kind"`
	Range         // of the statement that is changed
	Before string `json:"before"` // the changed lines
	After  string `json:"after"`
	Diff   string `json:"diff"`             // unified
	Fix    string `json:"reason,omitempty"` // why it is called a fix; absent: it is evidence only
	Doubt  string `json:"doubt,omitempty"`  // why it is not called one although all runs pass with it
	Proved bool   `json:"proved,omitempty"` // with it, the program is proved
	// Assumed is what the proof assumes, a sentence each.
	Assumed []string `json:"assumed,omitempty"`
	// Failing runs that pass with it, and passing ones that do as before, of
	// those that were executed.
	Fixed   int `json:"fixed"`
	Failing int `json:"failing"`
	Kept    int `json:"kept"`
	Passing int `json:"passing"`

	proof fault.Proof       // of the program with it
	files map[string][]byte // the texts of the program with it
}

// minQuoted is how many bytes of a change are quoted in any case.
const minQuoted = 40

// sentence is that about a fix. If it is too long for so many columns, less of
// the change is quoted, since the reason says more, and assumptions are counted.
func (c *Change) sentence(columns int) string {
	proof := c.proof
	s := fault.Sentence(c.Before, c.After, &proof, c.Fix, fault.MaxQuoted)
	if utf8.RuneCountInString(s) > columns {
		proof = proof.Brief()
		s = fault.Sentence(c.Before, c.After, &proof, c.Fix, fault.MaxQuoted)
	}
	if over := utf8.RuneCountInString(s) - columns; over > 0 {
		const dots = 4
		s = fault.Sentence(c.Before, c.After, &proof, c.Fix, max(min(len(c.After), fault.MaxQuoted)-over-dots, minQuoted))
	}
	return s
}

// heading introduces the diff of a fix.
func (c *Change) heading() string {
	switch {
	case c.Doubt != "" && c.proof.Holds != "":
		return "suggestion: with it, " + c.proof.Holds + ", but " + c.Doubt
	case c.Doubt != "":
		return "suggestion: the known runs pass with it, but " + c.Doubt
	case c.Proved:
		return "fix, " + c.Fix
	}
	return "fix: " + c.Fix
}

// suggested reports whether all known runs pass with a change that is doubtful for all that.
func (c *Change) suggested() bool {
	return c.Doubt != "" && c.Fixed == c.Failing && c.Kept == c.Passing
}

func changeOf(c *fault.Change) *Change {
	if c == nil {
		return nil
	}
	fix := c.Reason
	if !c.Fix() {
		fix = ""
	}
	return &Change{c.Kind, RangeOf(c.Pos), c.Before, c.After, c.Diff, fix, c.Doubt, c.Proof.Holds != "", c.Proof.Assumed, c.Fixed, c.Failing, c.Kept, c.Passing, c.Proof, c.Files}
}

// NamedInt is a figure that a method adds.
type NamedInt struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Located is one named statement.
type Located struct {
	Edge int `json:"edge"` // id of the program statement, -1 if there is none
	Range
	Proc      string  `json:"proc,omitempty"`
	Text      string  `json:"text"`
	Role      string  `json:"role"` // suspect, predicate, value, support
	Score     float64 `json:"score"`
	Rank      float64 `json:"rank,omitempty"` // expected, among equal scores in any order; of a method's locations
	Reason    string  `json:"reason"`
	Passes    bool    `json:"passes,omitempty"` // of a tree: altered here, the failing run passes
	Hint      bool    `json:"hint,omitempty"`   // near other places in the dependences, no evidence of its own
	Instances []int   `json:"instances,omitempty"`
	// InTests of OfTests failing tests are those for which the method says the same.
	InTests int `json:"in_tests,omitempty"`
	OfTests int `json:"of_tests,omitempty"`
	// Of a suspected root cause: how often such a value was wrong in a measurement.
	Comparable *Comparable `json:"comparable,omitempty"`
	// Of a value outside of what passing runs have there: their range, the value,
	// and what computes it.
	Expected   string  `json:"expected,omitempty"`
	Observed   string  `json:"observed,omitempty"`
	Expression []Range `json:"expression,omitempty"`
	// Of methods that compare the failing run with a reference run.
	Values []TwoValues `json:"values,omitempty"`
	Change *Change     `json:"change,omitempty"` // the best change of the text here
}

// Comparable says in how many of so many cases that were measured a value for which
// the same speaks was wrong.
type Comparable struct {
	Wrong int `json:"wrong"`
	Of    int `json:"of"`
}

// TwoValues is what a variable, a part of an object or a condition is in the
// failing run and in the reference run.
type TwoValues struct {
	Name      string `json:"name"`
	Failing   string `json:"failing"`
	Reference string `json:"reference,omitempty"`
}

// Cause is a node of a tree of causes, effects above causes.
type Cause struct {
	ID   int `json:"id"`
	Turn int `json:"turn"` // place in the order of reading, from 1
	Located
	Support []Located `json:"support,omitempty"`
	Given   []Located `json:"given,omitempty"` // statements that only take inputs, and calls
	Causes  []*Cause  `json:"causes,omitempty"`
	// Goes are the causes that are not in the tree where this one is benign, itself
	// among them; empty where nobody asked.
	Goes []int `json:"goes,omitempty"`
}

// All are the causes of a tree.
func (c *Cause) All() iter.Seq[*Cause] {
	return func(yield func(*Cause) bool) {
		var visit func(c *Cause) bool
		visit = func(c *Cause) bool {
			if !yield(c) {
				return false
			}
			return !slices.ContainsFunc(c.Causes, func(k *Cause) bool { return !visit(k) })
		}
		visit(c)
	}
}

// NewExplanation begins an explanation of a failure.
func NewExplanation(prog *cfg.Program, f *fault.Failure, opt Options) *Explanation {
	x := &Explanation{
		Schema: ExplainSchema, Tool: opt.Tool, Version: opt.Version, File: opt.File, DataModel: opt.DataModel,
		Failure: FailingRun{Kind: f.Kind.String(), What: f.What, Range: RangeOf(f.Pos), Want: f.Want, Got: f.Got},
		Methods: []Localization{}, sources: splitSources(prog.Sources),
	}
	if f.Edge != nil {
		x.Failure.Text = f.Edge.Text
	}
	if f.At >= 0 {
		at := f.At
		x.Failure.Instance = &at
	}
	return x
}

// Add adds the answer of a method, or says why it has none.
func (x *Explanation) Add(m *fault.Method, res *fault.Result, err error) {
	l := Localization{Method: m.Name, Paper: m.Paper, Locations: []Located{}}
	if err != nil {
		l.Error = err.Error()
	}
	if res != nil {
		for i, rank := range fault.ExpectedRanks(res.Locations) {
			l.Locations = append(l.Locations, located(&res.Locations[i]))
			l.Locations[i].Rank = rank
		}
		for i := range res.Path {
			l.Path = append(l.Path, located(&res.Path[i]))
		}
		l.Tree = causes(res.Tree)
		for i := range res.Changes {
			l.Changes = append(l.Changes, *changeOf(&res.Changes[i]))
		}
		l.Notes, l.view, l.diffs = res.Notes, res.View, res.AllChanges
		l.Instances, l.Reruns, l.Time = res.Stats.Instances, res.Stats.Reruns, res.Stats.Time.Seconds()
		for _, c := range res.Stats.More {
			l.Counts = append(l.Counts, NamedInt{c.Key.String(), c.N})
		}
	}
	x.Methods = append(x.Methods, l)
}

func located(l *fault.Location) Located {
	out := Located{
		Edge: -1, Range: RangeOf(l.Pos), Role: l.Role.String(), Score: l.Score, Reason: l.Reason, Passes: l.Passes, Hint: l.Hint, Instances: l.Instances, InTests: l.InTests, OfTests: l.OfTests,
		Expected: l.Expected, Observed: l.Observed, Change: changeOf(l.Change),
	}
	if c := l.Comparable; c.Of > 0 {
		out.Comparable = &Comparable{c.N, c.Of}
	}
	for _, p := range l.Expression {
		out.Expression = append(out.Expression, RangeOf(p))
	}
	for _, v := range l.Values {
		out.Values = append(out.Values, TwoValues(v))
	}
	if l.Edge != nil {
		out.Edge, out.Text = l.Edge.ID, l.Edge.Text
		if l.Edge.From != nil && l.Edge.From.Proc != nil {
			out.Proc = l.Edge.From.Proc.Name
		}
	}
	return out
}

func causes(n *fault.Node) *Cause {
	if n == nil {
		return nil
	}
	out := &Cause{ID: n.ID, Turn: n.Turn, Located: located(&n.Location)}
	if n.Edge != nil {
		out.Text, _ = n.Edge.Condition()
	}
	for i := range n.Support {
		out.Support = append(out.Support, located(&n.Support[i]))
	}
	for i := range n.Given {
		out.Given = append(out.Given, located(&n.Given[i]))
	}
	for _, c := range n.Children {
		out.Causes = append(out.Causes, causes(c))
	}
	return out
}

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
		text, _ := p.fitting(4, maxPlaces, func(p *printer, most int) { p.explained(x, all, most) })
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
		if ls[i].Hint && len(near) < maxPlaces {
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

// assumptions writes what the proof of a fix assumes.
func (p *printer) assumptions(c *Change) {
	for _, text := range c.Assumed {
		fmt.Fprintf(p, "    %s\n", p.s.wrap(text, 4))
	}
}

// locations writes each statement under its line number, and the reason below
// it.
func (p *printer) locations(ls []Located) {
	gutter := 3
	shown := ls[:min(len(ls), 4*maxPlaces)]
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

// Heading introduces the diff of a change.
func (c *Change) Heading() string {
	switch {
	case c.Fix == "" && !c.suggested():
		return "a change that makes failing runs pass, but no fix"
	}
	return c.heading()
}

// Headline says what fails and where.
func (f *FailingRun) Headline() string {
	if f.Line > 0 {
		return place(f.Range) + " " + f.What
	}
	return f.What
}
