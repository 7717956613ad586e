package report

import (
	"iter"
	"slices"

	"culprit/cfg"
	"culprit/fault"
)

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

// Headline says what fails and where.
func (f *FailingRun) Headline() string {
	if f.Line > 0 {
		return place(f.Range) + " " + f.What
	}
	return f.What
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

// find is the node with a number, nil if there is none.
func (c *Cause) find(id int) *Cause {
	if c == nil || c.ID == id {
		return c
	}
	for _, d := range c.Causes {
		if f := d.find(id); f != nil {
			return f
		}
	}
	return nil
}

// size counts the nodes of a tree.
func (c *Cause) size() int {
	n := 1
	for _, d := range c.Causes {
		n += d.size()
	}
	return n
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

// ExplainSchema names the JSON form of an Explanation.
const ExplainSchema = "culprit-explain/1"
