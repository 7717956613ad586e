package cascade

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/fault"
	"culprit/hoare"
	"culprit/interp"
)

// Reason says in one sentence, without a full stop, why the critical condition
// of a cause had to be as it was.
func (t *Tree) Reason(c *Cause) string {
	e := t.Edge(c)
	var head string
	var vars []string // which the condition is about
	switch {
	case c.Kind == Rest:
		head = "what else line " + strconv.Itoa(e.Pos.Line) + " depends on"
	case c.Kind == Call:
		head = "what " + callee(e) + " gets decides whether the run fails"
	case c.Kind == Access:
		head = elsewhere(e)
	case c.Kind == Failure && t.b.in.Failure.Kind != fault.FailedAssertion:
		head = t.b.in.Failure.What
		if t.b.fail.around {
			var text string
			text, vars = t.branch(c.Condition)
			head += "; " + text
		} else {
			vars = t.watched(c.Condition)
		}
	case isBranch(e):
		head, vars = t.branch(c.Condition)
	default:
		head = t.b.in.Failure.What
	}
	if from, set := t.setAt(c, vars); from != "" {
		switch {
		case !set || len(vars) == 0:
			head += ", from " + from
		case len(vars) > 1:
			head += " because " + list(vars) + " are set at " + from
		default:
			head += " because " + list(vars) + " is set at " + from
		}
	}
	if at := t.contradicting(c); at != "" {
		head += ", and contradicts " + at
	}
	if n := len(c.Members); n > 0 {
		switch loop := t.b.isLoop(e.From); {
		case loop && n == 1:
			head += "; the same for 1 more test of the loop"
		case loop:
			head += fmt.Sprintf("; the same for %d more tests of the loop", n)
		case n == 1:
			head += "; the same once more"
		default:
			head += fmt.Sprintf("; the same %d more times", n)
		}
	}
	if c.Bounded || c.limited {
		head += " (not minimized)"
	}
	return head
}

// branch says how a branch went, as the source has its condition, with the
// values of the run, and which variables these are of.
func (t *Tree) branch(i int) (text string, names []string) {
	e := t.Graph.Edge(i)
	text, negated := e.Condition()
	values, names := t.values(i)
	if negated {
		text += " is false"
	} else {
		text += " is true"
	}
	if values != "" {
		text += ": " + values
	}
	return text, names
}

// watched names the variables that the exact condition of the failure is
// about.
func (t *Tree) watched(i int) (names []string) {
	if t.b.fail.exact && t.b.fail.watched.At == i {
		for _, x := range t.b.fail.about {
			for x := range cfg.Parts(x) {
				if r, ok := x.(*cfg.VarRef); ok && !r.V.Temp && r.V.Name != "" && !slices.Contains(names, r.V.Name) {
					names = append(names, r.V.Name)
				}
			}
		}
	}
	return names
}

// elsewhere says what could have been another place.
func elsewhere(e *cfg.Edge) string {
	if s, ok := e.Stmt.(*cfg.Lib); ok && flow.Consumes(s) {
		return "what " + s.Func + " takes decides what is left to read"
	}
	return "where " + e.Text + " reads or writes decides whether the run fails"
}

// callee is the name of the function that a statement calls.
func callee(e *cfg.Edge) string {
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		return interp.ProcName(s.Proc)
	case *cfg.Lib:
		return s.Func
	}
	return "the call"
}

// setAt names the lines of the transforming instances, and says whether all of them set
// one of some variables of the condition.
func (t *Tree) setAt(c *Cause, vars []string) (at string, set bool) {
	var ls []int
	proc := t.Graph.Edge(c.Condition).From.Proc
	sets := func(i int) bool {
		return slices.ContainsFunc(t.b.trace.run.Writes(i), func(w hoare.RunWrite) bool {
			return w.Var != nil && (w.Var.Proc == nil || w.Var.Proc == proc) && slices.Contains(vars, cfg.SourceName(w.Var.Name))
		})
	}
	set = true
	file := t.Graph.Prog.File
	for _, i := range t.shown(c) {
		if i == c.Condition || slices.Contains(c.Core, i) || c.Kind == Failure && slices.Contains(t.b.fail.aside, i) {
			continue
		}
		if e := user(t.Graph, i); e != nil && fault.Shown(e) && e.Pos.File == file {
			ls, set = append(ls, e.Pos.Line), set && sets(i)
		}
	}
	return lineList(ls), set
}

// contradicting names the branches of the core.
func (t *Tree) contradicting(c *Cause) string {
	var ls []int
	var causes []string
	for _, i := range c.Core {
		if e := user(t.Graph, i); e != nil && isBranch(e) && i != c.Condition {
			ls = append(ls, e.Pos.Line)
			if d := t.explains(i); d != nil && d != c && len(causes) < maxNamed {
				if id := "#" + strconv.Itoa(d.ID); !slices.Contains(causes, id) {
					causes = append(causes, id)
				}
			}
		}
	}
	if len(ls) == 0 {
		return ""
	}
	at := "what was decided at " + lineList(ls)
	if len(causes) > 0 {
		at += " (" + strings.Join(causes, ", ") + ")"
	}
	return at
}

// lineList writes line numbers: line 4, lines 4 and 7.
func lineList(ls []int) string {
	slices.Sort(ls)
	ls = slices.Compact(ls)
	if len(ls) == 0 {
		return ""
	}
	var words []string
	for _, l := range ls[:min(len(ls), maxNamed)] {
		words = append(words, strconv.Itoa(l))
	}
	if n := len(ls) - maxNamed; n > 0 {
		return fmt.Sprintf("lines %s and %d more", strings.Join(words, ", "), n)
	}
	if len(words) == 1 {
		return "line " + words[0]
	}
	return "lines " + list(words)
}

// list joins words: a, b and c.
func list(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}
