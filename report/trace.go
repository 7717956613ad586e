package report

import (
	"fmt"
	"strconv"
	"strings"
)

// trace writes every step of a trace that the user would recognise: relevant
// ones marked, the others dimmed but not dropped.
func (p *printer) trace(t *Trace) {
	steps, relevant := 0, 0
	gutter := 3
	for i := range t.Steps {
		st := &t.Steps[i]
		if st.Hidden {
			continue
		}
		steps++
		gutter = max(gutter, len(strconv.Itoa(st.Line)))
		if st.Mark != nil && st.Mark.Status == "relevant" {
			relevant++
		}
	}
	fmt.Fprintf(p, "  %s %s, %d relevant\n", p.s.paint(bold, fmt.Sprintf("trace %d to %s:", t.ID, p.errorText(t.Error))), count(steps, "step"), relevant)
	inputs := map[int]string{}
	for _, in := range t.Inputs {
		if in.Kind == "nondet" {
			inputs[in.Step] = in.Name + " = " + in.Value
		}
	}
	file, proc := p.r.File, ""
	for i := range t.Steps {
		st := &t.Steps[i]
		if st.Hidden {
			continue
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
		p.step(st, gutter, inputs[i])
	}
}

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
			right = join(right, assign(st.Mark.Target, f.Value)+" "+f.Does)
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
