package scoring

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/fault"
)

// FaultLine is one place at which a faulty program differs from the correct
// one: a line that is wrong or too much, or, with After, code that is missing
// after the line.
type FaultLine struct {
	Line  int
	After bool
	File  string // the file of the program, without folders; "" for the main one
}

// String is the word that ParseFaultLines reads.
func (l FaultLine) String() string {
	word := strconv.Itoa(l.Line)
	if l.File != "" {
		word = l.File + ":" + word
	}
	if l.After {
		word = "after:" + word
	}
	return word
}

// ParseFaultLines reads a list such as "80", "12 13", "after:137 141" or
// "tokens.h:138 after:tokens.h:140". A first word without a number names the
// main file, which is returned.
func ParseFaultLines(text string) (file string, out []FaultLine, err error) {
	for _, word := range strings.Fields(text) {
		digits, after := strings.CutPrefix(word, "after:")
		name := ""
		if i := strings.LastIndexByte(digits, ':'); i >= 0 {
			name, digits = digits[:i], digits[i+1:]
		}
		n, err := strconv.Atoi(digits)
		switch {
		case err != nil && !after && name == "" && len(out) == 0 && file == "":
			file = word
		case err != nil || n < 0 || n == 0 && !after:
			return "", nil, fmt.Errorf("fault lines %q: want numbers, FILE:NUMBER and after:NUMBER, not %q", text, word)
		default:
			out = append(out, FaultLine{n, after, name})
		}
	}
	return file, out, nil
}

// Truth is what an answer is measured against: for each known fault the lines
// that count as having found it.
type Truth struct {
	Faults [][]fault.Line
	// next holds for missing code without such a line where it is missing:
	// then the first statement executed after it in its function counts.
	next []missing
	// missing describes missing code, by fault; nil for others.
	missing []*omission
}

type missing struct {
	fault int
	line  fault.Line
	proc  *cfg.Proc
}

// NewTruth resolves the fault lines of a program in one of its source files.
//
//   - A line inside a macro definition stands for the lines that use the
//     macro, directly or through other macros.
//   - A line without a statement that declares a variable or an array stands
//     for the lines of the statements that use it.
//   - Missing code stands for what paper 001 names in case 1 of its definition
//     2.2, see missingCode; correct is the correct program, lowered like prog,
//     nil if it is not at hand.
func NewTruth(prog *cfg.Program, file string, lines []FaultLine, correct *cfg.Program) *Truth {
	t := &Truth{}
	for _, l := range lines {
		file := file
		if l.File != "" {
			if file = SourceName(prog, l.File); file == "" {
				file = l.File // which no statement is in
			}
		}
		at := fault.Line{File: file, N: l.Line}
		switch {
		case l.After:
			m := missingCode(prog, file, l.Line, correct)
			if len(m.lines()) == 0 {
				t.next = append(t.next, missing{len(t.Faults), at, procAt(prog, at)})
			}
			t.missing = append(t.missing, m)
			t.Faults = append(t.Faults, m.lines())
		default:
			t.missing = append(t.missing, nil)
			t.Faults = append(t.Faults, resolve(prog, at))
		}
	}
	return t
}

// SourceName is the name by which a program knows its source file base, which
// may lie in another folder; "" if it has none.
func SourceName(prog *cfg.Program, base string) string {
	if base == "" {
		return prog.File
	}
	names := make([]string, 0, len(prog.Sources))
	for name := range prog.Sources {
		if filepath.Base(name) == filepath.Base(base) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// resolve finds the lines that stand for a wrong line.
func resolve(prog *cfg.Program, at fault.Line) []fault.Line {
	if uses, ok := macroUses(prog.Sources, at.File, at.N); ok {
		var out []fault.Line
		for file, ns := range uses {
			for _, n := range ns {
				out = append(out, fault.Line{File: file, N: n})
			}
		}
		return sorted(out)
	}
	for _, e := range prog.Edges {
		if fault.Shown(e) && covers(e.Pos, at) {
			return []fault.Line{at}
		}
	}
	if uses := declared(prog, at); len(uses) > 0 {
		return uses
	}
	return []fault.Line{at}
}

// declared lists the lines that use what a line declares.
func declared(prog *cfg.Program, at fault.Line) []fault.Line {
	vars, objs := map[*cfg.Var]bool{}, map[*cfg.Object]bool{}
	for _, v := range prog.Vars {
		if v.Pos.File == at.File && v.Pos.Line == at.N && !v.Temp {
			vars[v] = true
		}
	}
	for _, o := range prog.Objects {
		if o.Pos.File == at.File && o.Pos.Line == at.N && o.Name != "" {
			objs[o] = true
		}
	}
	if len(vars)+len(objs) == 0 {
		return nil
	}
	var out []fault.Line
	for _, e := range prog.Edges {
		if !fault.Shown(e) {
			continue
		}
		used := false
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				switch x := x.(type) {
				case *cfg.VarRef:
					used = used || vars[x.V]
				case *cfg.AddrOf:
					used = used || objs[x.Obj]
				}
			})
		})
		if a, ok := e.Stmt.(*cfg.Assign); ok {
			used = used || vars[a.Dst]
		}
		if used {
			out = append(out, fault.LineOf(e.Pos))
		}
	}
	return sorted(out)
}

// covers reports whether a line is in a source range.
func covers(p cfg.Pos, l fault.Line) bool {
	return p.File == l.File && p.Line <= l.N && l.N <= max(p.Line, p.EndLine)
}

func sorted(ls []fault.Line) []fault.Line {
	slices.SortFunc(ls, fault.Line.Compare)
	return slices.Compact(ls)
}

// procAt is the procedure whose text holds a line: the one that begins last
// before it.
func procAt(prog *cfg.Program, at fault.Line) *cfg.Proc {
	var best *cfg.Proc
	for _, f := range prog.Procs {
		if f.Pos.File == at.File && f.Pos.IsValid() && f.Pos.Line <= at.N && (best == nil || f.Pos.Line > best.Pos.Line) {
			best = f
		}
	}
	return best
}
