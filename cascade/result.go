package cascade

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/fault"
)

// Result is the tree as the answer of a localization method. A statement is
// ranked by what its alteration does (reading.go), and by the lowest level on
// which a cause names it.
func (t *Tree) Result() *fault.Result {
	res := &fault.Result{Method: name, Notes: t.Notes, Questions: t.questions()}
	r := t.ranking()
	r.turn = map[*Cause]int{}
	for k, c := range t.reading() {
		r.turn[c] = k + 1
	}
	res.Tree = r.node(t.Root)
	r.order()
	res.Locations = fault.Rank(r.locations)
	if n := len(t.Nodes) - maxShown; n > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d ranked causes are not in the tree", n))
	}
	bounded, limited := t.limits()
	if bounded > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d of %d causes show all that their condition depends on: nothing contradicts it, or the time was over", bounded, len(t.Nodes)))
	}
	if limited > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d of %d causes are explained by what makes their condition constant: the search for a nearer reason reached a limit", limited, len(t.Nodes)))
	}
	s := t.Stats
	res.Stats = fault.Stats{Instances: s.Trace, Reruns: t.reruns, Time: s.Total, More: []fault.Count{
		{Key: fault.Causes, N: len(t.Nodes)}, {Key: fault.SlicedInstances, N: s.Sliced}, {Key: fault.ScopeInstances, N: s.Correct},
		{Key: fault.SlicedScopeInstances, N: s.Both}, {Key: fault.Checks, N: s.Checks}, {Key: fault.Constraints, N: s.Constraints},
	}}
	return res
}

// limits counts the nodes that have no core, and those whose search met a limit.
func (t *Tree) limits() (bounded, limited int) {
	for _, c := range t.Nodes {
		switch {
		case c.Bounded:
			bounded++
		case c.limited && c.Kind != Rest:
			limited++
		}
	}
	return bounded, limited
}

// ranking collects the statements that causes name.
type ranking struct {
	t            *Tree
	at           map[*cfg.Edge]int
	locations    []fault.Location
	turn         map[*Cause]int      // place in the order of reading, from 1
	takes, other map[fault.Line]bool // see source
}

// ranking is that by levels.
func (t *Tree) ranking() *ranking {
	r := &ranking{t: t, at: map[*cfg.Edge]int{}}
	w := t.b.newCone()
	for _, c := range t.Nodes {
		score := 1 / float64(c.Level+1)
		var calls []int
		r.add(c.Condition, score, fault.Predicate, c)
		w.cause(c, func(i int) {
			r.add(i, score, fault.Value, c)
			for j := t.Graph.Call(i); j >= 0; j = t.Graph.Call(j) {
				calls = append(calls, j)
			}
		})
		slices.Sort(calls)
		for _, j := range slices.Compact(calls) {
			r.add(j, score, fault.Support, c)
		}
	}
	return r
}

func (r *ranking) add(inst int, score float64, role fault.Role, c *Cause) {
	i := r.t.Graph.Owner(inst)
	if i < 0 {
		return
	}
	e := r.t.Graph.Edge(i)
	if !fault.Shown(e) {
		return
	}
	r.source(inst, i)
	if c.Kind == Failure && inst == c.Condition {
		r.other[fault.LineOf(e.Pos)] = true
	}
	k, ok := r.at[e]
	if !ok {
		k = len(r.locations)
		r.at[e] = k
		reason := fmt.Sprintf("computes what decides at line %d", r.t.Edge(c).Pos.Line)
		if role == fault.Predicate {
			reason = r.t.Reason(c)
		}
		r.locations = append(r.locations, fault.Location{Edge: e, Pos: e.Pos, Score: score, Role: role, Reason: reason})
	}
	if is := r.locations[k].Instances; len(is) == 0 || is[len(is)-1] != i {
		r.locations[k].Instances = append(is, i)
	}
}

// node is a cause with all that leads to it.
func (r *ranking) node(c *Cause) *fault.Node {
	if c == nil {
		return nil
	}
	t := r.t
	e := t.Edge(c)
	n := &fault.Node{ID: c.ID, Turn: r.turn[c], Location: fault.Location{
		Edge: e, Pos: e.Pos, Score: 1 / float64(c.Level), Role: fault.Predicate, Reason: t.Reason(c), Instances: append([]int{c.Condition}, c.Members...),
	}}
	seen, lines := map[*cfg.Edge]bool{e: true}, map[int]bool{e.Pos.Line: true}
	for _, i := range t.shown(c) {
		if e := user(t.Graph, i); e != nil && fault.Shown(e) && !seen[e] {
			seen[e], lines[e.Pos.Line] = true, true
			l := fault.Location{Edge: e, Pos: e.Pos, Role: fault.Support, Reason: t.wrote(i), Instances: []int{i}}
			if r.isGiven(e) {
				n.Given = append(n.Given, l)
			} else {
				n.Support = append(n.Support, l)
			}
		}
	}
	for _, i := range t.b.withCalls(t.shown(c)) {
		e := t.Graph.Edge(i)
		if _, call := e.Stmt.(*cfg.Call); call && t.Graph.User(i) && fault.Shown(e) && !seen[e] && !lines[e.Pos.Line] {
			seen[e], lines[e.Pos.Line] = true, true
			n.Given = append(n.Given, fault.Location{Edge: e, Pos: e.Pos, Role: fault.Support, Reason: "called here", Instances: []int{i}})
		}
	}
	if h := t.how(c); h != "" {
		n.Passes = true
		n.Reason += "; " + h
	}
	for _, d := range t.children(c) {
		if d.order < maxShown {
			n.Children = append(n.Children, r.node(d))
		}
	}
	return n
}

// isGiven reports whether a statement is a footnote to what it explains: it takes
// input and computes nothing. In the paper inputs are assumptions, s^0, and no
// instructions of the trace.
func (r *ranking) isGiven(e *cfg.Edge) bool {
	l := fault.LineOf(e.Pos)
	return r.takes[l] && !r.other[l]
}

// shown lists the instances of a cause that a user is shown: of one without a
// smallest reason only what the condition reads.
func (t *Tree) shown(c *Cause) []int {
	if !c.Bounded {
		return t.b.support(c)
	}
	out := slices.Concat([]int{c.Condition}, c.own)
	slices.Sort(out)
	return slices.Compact(out)
}

// wrote says what an instance wrote, "" if a user does not know it by a name.
func (t *Tree) wrote(i int) string {
	var out []string
	e, ws, prog := t.Graph.Edge(i), t.b.trace.run.Writes(i), t.Graph.Prog
	for _, w := range ws {
		v := w.Var
		switch {
		case v == nil:
			if text := prog.ShowCell(w.Addr, w.Size, w.Value); text != "" {
				out = append(out, text)
			}
		case v == e.From.Proc.Ret:
			out = append(out, "returns "+prog.Show(v, w.Value))
		case !v.Temp && v.Name != "":
			out = append(out, cfg.SourceName(v.Name)+" = "+prog.Show(v, w.Value))
		}
	}
	if s, ok := e.Stmt.(*cfg.Store); ok && len(ws) == 1 && len(out) == 0 && !isConst(s.Val) {
		return fmt.Sprintf("%s (%s)", e.Text, t.value(s.Val, ws[0].Value))
	}
	return strings.Join(out[:min(len(out), maxNamed)], ", ")
}

// value writes what an expression was.
func (t *Tree) value(x cfg.Expr, v uint64) string {
	if r, ok := x.(*cfg.VarRef); ok {
		return t.Graph.Prog.Show(r.V, v)
	}
	return cfg.FormatValue(x.Type(), true, v)
}

func isConst(x cfg.Expr) bool {
	_, ok := x.(*cfg.Const)
	return ok
}

const name = "cascade"

// Options are the flags of the method.
type Options struct {
	Pure   []string `help:"Correct function without side effects, whose results are used as they were (cascade)." placeholder:"FUNCTION" group:"Cause trees"`
	Levels int      `help:"Levels of the tree to compute and show (default: compute all, show a few)." placeholder:"N" group:"Cause trees"`
	Nodes  int      `help:"Maximum number of causes to compute (0: all)." default:"1000" placeholder:"N" group:"Cause trees"`
	Node   int      `help:"Show this cause and what leads to it." placeholder:"NODE" group:"Cause trees"`
	Prune  []int    `help:"Benign cause: leave it out, with everything that leads only to it; repeatable." placeholder:"NODE" group:"Cause trees"`
}

// Validate says what is wrong with the options.
func (o *Options) Validate() error {
	_, err := o.config()
	return err
}

// config is what the options say.
func (o *Options) config() (Config, error) {
	c := Config{Pure: o.Pure, Levels: o.Levels, Nodes: o.Nodes, Benign: o.Prune}
	if o.Levels < 0 || o.Nodes < 0 {
		return c, fmt.Errorf("--levels and --nodes must not be negative")
	}
	return c, nil
}

// Method is the analysis as a method of package fault.
func Method() fault.Method {
	o := &Options{}
	return fault.Method{
		Name: name, Doc: "cause tree from weakest preconditions and unsat cores",
		Paper:   "Yi et al., Explaining software failures by cascade fault localization, TODAES 2015",
		Needs:   fault.NeedsRun,
		Counts:  true,
		Options: o,
		Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
			c, err := o.config()
			if err != nil {
				return nil, err
			}
			c.Correct = in.Known.Functions
			t, err := Build(ctx, in, c)
			if err != nil {
				return nil, err
			}
			t.Alter(ctx)
			res := t.Result()
			res.View = fault.View{From: o.Node, Depth: o.Levels}
			return res, nil
		},
	}
}

// questions are those that a user may ask about the tree.
func (t *Tree) questions() []fault.Question {
	return []fault.Question{{
		Name: "prune", Doc: "N is benign",
		Ask: func(ctx context.Context, node int) (*fault.Result, string, error) {
			pruned, err := t.Prune(ctx, node)
			if err != nil {
				return nil, "", err
			}
			return pruned.Result(), fmt.Sprintf("%d of %d causes are left", len(pruned.Nodes), len(t.Nodes)), nil
		},
	}}
}
