package report

import (
	"fmt"
	"strconv"
	"strings"

	"culprit/cfg"
)

// trace writes every step of a trace that the user would recognise: relevant
// ones marked, the others dimmed but not dropped, unless there are too many.
func (p *printer) trace(t *Trace) {
	relevant, gutter := 0, 3
	for i := range t.Steps {
		st := &t.Steps[i]
		if st.Hidden {
			continue
		}
		gutter = max(gutter, len(strconv.Itoa(st.Line)))
		if st.relevant() {
			relevant++
		}
	}
	known := fmt.Sprintf("%d relevant", relevant)
	if t.Unmarked != "" {
		known = "relevance unknown: " + t.Unmarked
	}
	fmt.Fprintf(p, "  %s %s, %s\n", p.s.paint(bold, fmt.Sprintf("trace %d to %s:", t.ID, p.errorText(t.Error))), count(t.StepsVisible, "step"), known)
	inputs := map[int]string{}
	for _, in := range t.Inputs {
		if in.Kind == "nondet" {
			inputs[in.Step] = in.Name + " = " + in.Value
		}
	}
	file, proc := p.r.File, ""
	left, line := 0, 0 // steps left out since the last line, visible steps so far
	for i := range t.Steps {
		if t.Omitted != nil && i == t.Omitted.At {
			left += t.Omitted.Visible
			line += t.Omitted.Visible
		}
		st := &t.Steps[i]
		if st.Hidden {
			continue
		}
		line++
		if t.StepsVisible > maxLines && line > 3*maxLines/20 && line <= t.StepsVisible-3*maxLines/20 && !st.relevant() {
			left++
			continue
		}
		if left > 0 {
			fmt.Fprintf(p, "    %s\n", p.s.paint(dim, fmt.Sprintf("… %s left out", count(left, "step"))))
			left = 0
		}
		if st.Proc != proc && st.Proc != "" {
			if proc != "" || st.Depth > 0 {
				fmt.Fprintf(p, "    %s\n", p.s.paint(dim, strings.Repeat("  ", st.Depth)+"in "+st.Proc))
			}
			proc = st.Proc
		}
		if st.File != file {
			file = st.File
			fmt.Fprintf(p, "    %s\n", p.s.paint(dim, "file "+file))
		}
		p.step(st, gutter, inputs[t.Number(i)])
	}
	if e := t.Error; t.Values != "" && e >= 0 {
		fmt.Fprintf(p, "  %s %*d │ %s\n", p.s.paint(red, "✗"), gutter, p.r.Errors[e].Line, t.Values)
	}
}

func (st *Step) relevant() bool { return st.Mark != nil && st.Mark.Status == "relevant" }

func (p *printer) step(st *Step, gutter int, input string) {
	text := strings.Repeat("  ", st.Depth) + stepText(st)
	text = clip(text, p.s.width()-gutter-10)
	right := input
	mark := " "
	status := "irrelevant"
	if st.Mark != nil {
		status = st.Mark.Status
	}
	switch status {
	case "relevant":
		mark = p.s.paint(red, "●")
		if f := st.Mark.Fix; f != nil {
			right = join(right, assign(st.Mark.Target, f.Value)+" "+f.effect())
		}
	case "undecided":
		mark = p.s.paint(yellow, "?")
	default:
		if right != "" {
			text = pad(text, 40)
		}
		fmt.Fprintf(p, "  %s %s\n", mark, p.s.paint(dim, strings.TrimRight(fmt.Sprintf("%*d │ %s%s", gutter, st.Line, text, right), " ")))
		return
	}
	if right != "" {
		text = pad(text, 40)
	}
	fmt.Fprintf(p, "  %s %*d │ %s%s\n", mark, gutter, st.Line, text, right)
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// stepText is the source text of a step, conditions in brackets.
func stepText(st *Step) string {
	if st.Kind == "assume" {
		return "[" + st.Text + "]"
	}
	return st.Text
}

// Which edges a user sees, and as what.

func kindOf(s cfg.Stmt) string {
	switch s.(type) {
	case *cfg.Assign:
		return "assign"
	case *cfg.Havoc, *cfg.MemHavoc:
		return "havoc"
	case *cfg.Assume:
		return "assume"
	case *cfg.Store:
		return "store"
	case *cfg.MemCopy:
		return "copy"
	case *cfg.MemSet:
		return "set"
	case *cfg.Alloc:
		return "alloc"
	case *cfg.Free:
		return "free"
	case *cfg.Call:
		return "call"
	case *cfg.Return:
		return "return"
	}
	return "skip"
}

// Visible reports whether a statement is one that the user sees.
func Visible(e *cfg.Edge) bool { return !hidden(e) }

// hidden reports whether the user never sees an edge.
func hidden(e *cfg.Edge) bool {
	if e.Role == cfg.RoleImplicit || !e.Pos.IsValid() || e.Text == "" {
		return true
	}
	switch s := e.Stmt.(type) {
	case *cfg.Skip, *cfg.Return:
		return true
	case *cfg.Havoc:
		return s.Dst.Temp && consumed(e, s.Dst)
	}
	return false
}

// consumed reports whether the value of a temporary goes into the statement
// that surrounds it in the source, as in x = input(): to the user both are one
// statement.
func consumed(e *cfg.Edge, tmp *cfg.Var) bool {
	const reach = 4
	for next, i := e.To, 0; i < reach && next != nil && len(next.Out) == 1; i++ {
		out := next.Out[0]
		if out.Role != cfg.RoleImplicit {
			return assigns(out.Stmt) && around(out.Pos, e.Pos) && cfg.Uses(out.Stmt, tmp)
		}
		next = out.To
	}
	return false
}

func assigns(s cfg.Stmt) bool {
	switch s.(type) {
	case *cfg.Assign, *cfg.Store:
		return true
	}
	return false
}

// around reports whether range p holds range q.
func around(p, q cfg.Pos) bool {
	return p.File == q.File && (p.Line < q.Line || p.Line == q.Line && p.Col <= q.Col) &&
		(p.EndLine > q.EndLine || p.EndLine == q.EndLine && p.EndCol >= q.EndCol)
}

// branchOf names the way an assume of a two-way branch takes: then for the
// first edge out of the location, else for the second.
func branchOf(e *cfg.Edge) string {
	if _, ok := e.Stmt.(*cfg.Assume); !ok || e.From == nil || len(e.From.Out) != 2 {
		return ""
	}
	if _, ok := e.From.Out[0].Stmt.(*cfg.Assume); !ok {
		return ""
	}
	if _, ok := e.From.Out[1].Stmt.(*cfg.Assume); !ok {
		return ""
	}
	if e == e.From.Out[0] {
		return "then"
	}
	return "else"
}
