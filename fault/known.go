package fault

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
)

// Known is what the user knows to be correct in the failing run.
type Known struct {
	Functions []string
	Places    []Place
}

// Place is a line, or a condition in it, whose values are correct.
type Place struct {
	Line int
	Cond string // without white space; "": all of the line
}

// ParseKnown reads words that are FUNCTION, several of them with commas between
// them, LINE, or LINE:COND.
func ParseKnown(words []string) (k Known, err error) {
	for _, w := range words {
		if w == "" || w[0] < '0' || w[0] > '9' {
			k.Functions = append(k.Functions, strings.Split(w, ",")...)
			continue
		}
		line, cond, found := strings.Cut(w, ":")
		n, err := strconv.Atoi(line)
		if err != nil || n <= 0 || found && squeeze(cond) == "" {
			return k, fmt.Errorf("%q: want a function, a line, or a line and a condition in it, LINE:COND", w)
		}
		k.Places = append(k.Places, Place{n, squeeze(cond)})
	}
	return k, nil
}

// Correct reports whether the user knows that what a statement does is correct:
// it is in one of the places, or in one of the functions.
func (k *Known) Correct(prog *cfg.Program, e *cfg.Edge) bool {
	if slices.Contains(k.Functions, e.From.Proc.Name) {
		return true
	}
	return slices.ContainsFunc(k.Places, func(p Place) bool {
		return e.Pos.Line == p.Line && e.Pos.File == prog.File && Shown(e) && (p.Cond == "" || sourceText(prog, e.Pos) == p.Cond)
	})
}

// squeeze drops white space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// sourceText is a range of the source text without white space.
func sourceText(prog *cfg.Program, p cfg.Pos) string {
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
