package frontier

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/fault"
)

// Place is a line, or a condition in it, whose values in the failing run the
// user knows to be correct (paper 001, section 6.2).
type Place struct {
	Line int
	Cond string // "": all of the line
}

// ParsePlace reads LINE or LINE:COND.
func ParsePlace(text string) (Place, error) {
	line, cond, found := strings.Cut(text, ":")
	n, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || n <= 0 || found && squeeze(cond) == "" {
		return Place{}, fmt.Errorf("%q: want a line, or a line and a condition in it, LINE:COND", text)
	}
	return Place{n, squeeze(cond)}, nil
}

// squeeze drops white space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// text is a range of the source text without white space.
func text(prog *cfg.Program, p cfg.Pos) string {
	lines := strings.Split(string(prog.Sources[p.File]), "\n")
	if p.Line < 1 || p.EndLine < p.Line || p.EndLine > len(lines) {
		return ""
	}
	lines = slices.Clone(lines[p.Line-1 : p.EndLine])
	last := len(lines) - 1
	lines[last] = lines[last][:min(max(p.EndCol-1, 0), len(lines[last]))]
	lines[0] = lines[0][min(max(p.Col-1, 0), len(lines[0])):]
	return squeeze(strings.Join(lines, " "))
}

// mark notes which nodes are known to be correct.
func (gr *graph) mark(places []Place) {
	gr.correct = make([]bool, len(gr.inst))
	for v := range gr.inst {
		e := gr.edge(int32(v))
		for _, p := range places {
			if e.Pos.Line == p.Line && e.Pos.File == gr.g.Prog.File && fault.Shown(e) && (p.Cond == "" || text(gr.g.Prog, e.Pos) == p.Cond) {
				gr.correct[v] = true
			}
		}
	}
}
