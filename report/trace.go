package report

import (
	"fmt"
	"strconv"
	"strings"
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
