package cascade

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/cfg/flow"
	"culprit/fault"
	"culprit/interp"
)

// Reason says in one sentence, without a full stop, why the critical condition
// of a cause had to be as it was.
func (t *Tree) Reason(c *Cause) string {
	e := t.Edge(c)
	var head string
	names := ""
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
			text, vars := t.branch(c.Condition)
			head, names = head+"; "+text, list(vars)
		} else {
			names = list(t.watched(c.Condition))
		}
	case isBranch(e):
		text, vars := t.branch(c.Condition)
		head, names = text, list(vars)
	default:
		head = t.b.in.Failure.What
	}
	if from := t.setAt(c); from != "" {
		switch {
		case names == "":
			head += ", from " + from
		case strings.Contains(names, ",") || strings.Contains(names, " and "):
			head += " because " + names + " are set at " + from
		default:
			head += " because " + names + " is set at " + from
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
	if c.Bounded {
		head += " (not minimized)"
	}
	return head
}

// branch says how a branch went, and which variables decided it, if the text
// has their values.
func (t *Tree) branch(i int) (text string, names []string) {
	e := t.Graph.Edge(i)
	v := &valued{t: t, i: i}
	if text, ok := v.condition(e.Stmt.(*cfg.Assume).Cond); ok {
		return text + " is false", v.names
	}
	if text, negated := e.Condition(); negated {
		return text + " is false", nil
	}
	return e.Text + " is true", nil
}

// watched names the variables that the exact condition of the failure is
// about.
func (t *Tree) watched(i int) (names []string) {
	if t.b.fail.exact && t.b.fail.watched.At == i {
		for _, x := range t.b.fail.about {
			cfg.Walk(x, func(x cfg.Expr) {
				if r, ok := x.(*cfg.VarRef); ok && !r.V.Temp && r.V.Name != "" && !slices.Contains(names, r.V.Name) {
					names = append(names, r.V.Name)
				}
			})
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

// setAt names the lines of the transforming instances.
func (t *Tree) setAt(c *Cause) string {
	var ls []int
	file := t.Graph.Prog.File
	for _, i := range t.shown(c) {
		if i == c.Condition || slices.Contains(c.Core, i) || c.Kind == Failure && slices.Contains(t.b.fail.aside, i) {
			continue
		}
		if e := user(t.Graph, i); e != nil && fault.Shown(e) && e.Pos.File == file {
			ls = append(ls, e.Pos.Line)
		}
	}
	return lineList(ls)
}

// contradicting names the branches of the core.
func (t *Tree) contradicting(c *Cause) string {
	var ls []int
	for _, i := range c.Core {
		if e := user(t.Graph, i); e != nil && isBranch(e) && i != c.Condition {
			ls = append(ls, e.Pos.Line)
		}
	}
	if len(ls) == 0 {
		return ""
	}
	return "what was decided at " + lineList(ls)
}

// lineList writes line numbers: line 4, lines 4 and 7.
func lineList(ls []int) string {
	slices.Sort(ls)
	ls = slices.Compact(ls)
	if len(ls) == 0 {
		return ""
	}
	var words []string
	for _, l := range ls[:min(len(ls), mostLines)] {
		words = append(words, strconv.Itoa(l))
	}
	if n := len(ls) - mostLines; n > 0 {
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

// valued writes a condition in C with the values of the run for its variables.
type valued struct {
	t     *Tree
	i     int
	names []string
}

// condition is the opposite of what a branch assumed. It fails for conditions
// that mention memory or temporaries, whose values say little.
func (v *valued) condition(x cfg.Expr) (string, bool) {
	text, ok := v.expr(x, true, 0)
	return text, ok && len(text) <= mostText && len(v.names) > 0
}

var cOps = map[cfg.Op]struct {
	text string
	not  string // the operator of the opposite
	prec int
}{
	cfg.Mul: {"*", "", 9}, cfg.SDiv: {"/", "", 9}, cfg.UDiv: {"/", "", 9}, cfg.SRem: {"%", "", 9}, cfg.URem: {"%", "", 9},
	cfg.Add: {" + ", "", 8}, cfg.Sub: {" - ", "", 8},
	cfg.SLt: {" < ", " >= ", 6}, cfg.ULt: {" < ", " >= ", 6}, cfg.SLe: {" <= ", " > ", 6}, cfg.ULe: {" <= ", " > ", 6},
	cfg.Eq: {" == ", " != ", 5}, cfg.Ne: {" != ", " == ", 5}, cfg.FEq: {" == ", " != ", 5}, cfg.FNe: {" != ", " == ", 5},
	cfg.And: {" & ", "", 4}, cfg.Xor: {" ^ ", "", 3}, cfg.Or: {" | ", "", 2},
	cfg.LAnd: {" && ", " || ", 1}, cfg.LOr: {" || ", " && ", 1},
}

// expr writes an expression, negated if not is set, in parentheses if its
// operator binds less than prec.
func (v *valued) expr(x cfg.Expr, not bool, prec int) (string, bool) {
	switch x := x.(type) {
	case *cfg.Const:
		if x.T.Kind == cfg.Bits && !not {
			return cfg.FormatValue(x.T, true, x.V), true
		}
	case *cfg.VarRef:
		if !not && !x.V.Temp && x.V.Type.Kind == cfg.Bits {
			if val, ok := v.value(x.V); ok {
				if !slices.Contains(v.names, x.V.Name) {
					v.names = append(v.names, x.V.Name)
				}
				return v.t.Graph.Prog.Show(x.V, val), true
			}
		}
	case *cfg.Cast:
		if x.Op == cfg.SExt || x.Op == cfg.ZExt {
			return v.expr(x.X, not, prec)
		}
	case *cfg.Unary:
		if x.Op == cfg.LNot {
			return v.expr(x.X, !not, prec)
		}
	case *cfg.Binary:
		op, ok := cOps[x.Op]
		if !ok || not && op.not == "" {
			return "", false
		}
		logical := x.Op == cfg.LAnd || x.Op == cfg.LOr
		text, inner := op.text, op.prec
		if not {
			text = op.not
		}
		a, ok := v.expr(x.X, not && logical, inner)
		if !ok {
			return "", false
		}
		b, ok := v.expr(x.Y, not && logical, inner+1)
		if !ok {
			return "", false
		}
		if isNull(x.Y) && isPointer(x.X) {
			b = "NULL"
		}
		if inner < prec || logical && prec == 1 {
			return "(" + a + text + b + ")", true
		}
		return a + text + b, true
	}
	return "", false
}

func isNull(x cfg.Expr) bool {
	c, ok := x.(*cfg.Const)
	return ok && c.V == 0
}

func isPointer(x cfg.Expr) bool {
	r, ok := x.(*cfg.VarRef)
	return ok && r.V.Pointer()
}

// value is what the instance read of a variable.
func (v *valued) value(x *cfg.Var) (uint64, bool) {
	for _, j := range v.t.Graph.Data(v.i) {
		for _, w := range v.t.b.trace.run.Writes(int(j)) {
			if w.Var == x {
				return w.Value, true
			}
		}
	}
	return 0, false
}
