package repair

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/repair/candidate"
)

// decided is what runs of a program decide, by line: where they go on behind its
// branches, and which values its statements compute.
type decided struct {
	next   map[fault.Line]map[fault.Line]bool
	agreed map[fault.Line]map[fault.Line]bool // of them, but behind the last assertion that holds in the failing run
	right  map[fault.Line]map[fault.Line]bool // in runs that pass
	does   map[fault.Line]bool                // other statements of a line are executed
	values map[assigned]map[uint64]bool
}

// assigned is a variable, "" for memory, that statements of a line assign.
type assigned struct {
	line fault.Line
	name string
}

// before gives the line of the original that a line of the text with some edits was: of one that
// they add, that where they begin. It is asked of each statement of a run.
func (s *search) before(edits []candidate.Edit) func(fault.Line) fault.Line {
	type replaced struct {
		file            string
		first, had, has int // the first line of the original, and how many line ends were and are there
	}
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b candidate.Edit) int { return cmp.Compare(a.Start, b.Start) })
	var all []replaced
	for _, e := range edits {
		src := s.texts[e.File]
		all = append(all, replaced{e.File, candidate.LineOf(src, e.Start), bytes.Count(src[e.Start:e.End], []byte("\n")), strings.Count(e.Text, "\n")})
	}
	return func(l fault.Line) fault.Line {
		shift := 0 // of the lines behind the edits so far
		for _, r := range all {
			if r.file != l.File {
				continue
			}
			switch at := r.first + shift; {
			case l.N < at:
				return fault.Line{File: l.File, N: l.N - shift}
			case l.N <= at+r.has:
				return fault.Line{File: l.File, N: r.first + min(r.had, l.N-at)}
			}
			shift += r.has - r.had
		}
		return fault.Line{File: l.File, N: l.N - shift}
	}
}

// decides executes the failing runs of a program, which is one with some edits, and those that pass.
func (s *search) decides(ctx context.Context, p *program, edits []candidate.Edit) decided {
	before := s.before(edits)
	d := decided{map[fault.Line]map[fault.Line]bool{}, map[fault.Line]map[fault.Line]bool{}, map[fault.Line]map[fault.Line]bool{}, map[fault.Line]bool{}, map[assigned]map[uint64]bool{}}
	agreed := s.agreed(ctx)
	note := func(in map[fault.Line]map[fault.Line]bool, branch, l fault.Line) {
		if in[branch] == nil {
			in[branch] = map[fault.Line]bool{}
		}
		in[branch][l] = true
	}
	tests := []*fault.Test{}
	for _, r := range s.failing {
		tests = append(tests, r.test)
	}
	for _, r := range s.varied(candidate.MaxVariables) {
		tests = append(tests, r.test)
	}
	for i, t := range tests {
		session := p.session(fault.Config(p.prog, t, s.in.Budget))
		session.SetContext(ctx)
		var branch fault.Line // whose outcome is not known yet
		n := 0
		got := session.Watch(func(inst *cfg.Instance) bool {
			n++
			e := inst.Edge
			if s.texts[e.Pos.File] == nil || !fault.Shown(e) {
				return true
			}
			l := before(fault.LineOf(e.Pos))
			if branch.N != 0 && l != branch {
				note(d.next, branch, l)
				if i > 0 || agreed == 0 || n <= agreed {
					note(d.agreed, branch, l)
				}
				if i >= len(s.failing) {
					note(d.right, branch, l)
				}
				branch = fault.Line{}
			}
			if fault.IsBranch(e) {
				branch = l
			} else {
				d.does[l] = true
			}
			switch e.Stmt.(type) {
			case *cfg.MemCopy, *cfg.MemSet, *cfg.Lib:
				if i >= len(s.failing) { // what failed is to be of another length
					d.assigns(lengthsIn(e.From.Proc.Name), lengthOf(inst.Writes))
				}
			}
			for _, w := range inst.Writes {
				a := assigned{line: l}
				if w.Var != nil {
					a.name = w.Var.Name
				}
				d.assigns(a, w.Value)
			}
			return true
		})
		s.ran(watching * got.Steps)
	}
	return d
}

// lengths is the name of what is counted of statements that copy in the place of values: the bytes
// that they write.
const lengths = "bytes"

// lengthsIn are those of a function, whose lines have other numbers with a change.
func lengthsIn(proc string) assigned { return assigned{line: fault.Line{File: proc}, name: lengths} }

// lengthOf is how many bytes of memory a statement writes.
func lengthOf(writes []cfg.Access) (n uint64) {
	for _, w := range writes {
		n += w.Size
	}
	return n
}

// assigns notes a value.
func (d decided) assigns(a assigned, v uint64) {
	if d.values[a] == nil {
		d.values[a] = map[uint64]bool{}
	}
	d.values[a][v] = true
}

// lost says whether a branch that led to several lines leads to one in all runs with a
// change, in a line that is changed or another one, or a changed line computes one value
// where it computed several, or two by a condition that is changed in an expression (chooses), or a function
// copies as many bytes each time where they were more or less.
func (d decided) lost(own decided, guard, chooses bool, edited func(fault.Line) bool) (doubt Doubt) {
	for l, next := range d.agreed {
		switch {
		case len(next) < 2 || len(own.next[l]) != 1:
		case edited(l):
			doubt |= Vacuous
		default:
			doubt |= Redundant
		}
	}
	for l := range d.does {
		if guard && edited(l) && !own.does[l] { // a guard that is never true deletes what it guards
			doubt |= Lessened
		}
	}
	for a, values := range d.values {
		if a.name == lengths && len(values) >= several && len(own.values[a]) < 2 {
			doubt |= Measured
		} else if edited(a.line) && (len(values) >= several || chooses && len(values) > 1) && len(own.values[a]) == 1 {
			doubt |= Vacuous
		}
	}
	return doubt
}

// opposite reports whether a branch goes only where it did not go before.
func (d decided) opposite(now decided, l fault.Line) bool {
	for next := range now.next[l] {
		if d.next[l][next] {
			return false
		}
	}
	return len(d.next[l]) > 0 && len(now.next[l]) > 0
}

// several is how many values tell that a line computes something.
const several = 3

// chooses reports whether a change is made in the condition of an expression that has two values.
func (s *search) chooses(c *candidate.Change) bool {
	return slices.ContainsFunc(c.Edits, func(e candidate.Edit) bool {
		f, found := s.functionAt(e), false
		if f != nil {
			candidate.Walk(f.Body, func(n *ctree.Node) { found = found || n.Kind == ctree.NodeChoice && inside(e, n.Kids[0]) })
		}
		return found
	})
}

// inverts reports whether a change makes a condition of a branch its opposite.
func (s *search) inverts(c *candidate.Change) bool {
	if len(c.Edits) != 1 {
		return false
	}
	e := c.Edits[0]
	f, found, src := s.functionAt(e), false, s.texts[e.File]
	if f == nil {
		return false
	}
	candidate.Walk(f.Body, func(n *ctree.Node) {
		if n.Kind != ctree.NodeIf && !candidate.IsLoop(n) || len(n.Kids) == 0 {
			return
		}
		k := n.Kids[0]
		if candidate.IsLoop(n) {
			k = n.Cond
		}
		if k == nil || candidate.TextOf(src, k) == "" || !inside(e, k) {
			return
		}
		now, _ := candidate.Fold(string(candidate.Apply(src[k.Start:k.End], []candidate.Edit{{Extent: ctree.Extent{Start: e.Start - k.Start, End: e.End - k.Start}, Text: e.Text}})))
		found = slices.Contains(opposite(src, k), now)
	})
	return found
}

// opposite are the texts of the opposite of a condition.
func opposite(src []byte, n *ctree.Node) []string {
	out := []string{"!" + candidate.OperandOf(src, n, candidate.OperatorPrecedence("*")+1)}
	switch {
	case n.Kind == ctree.NodeUnary && n.Op == "!":
		out = append(out, candidate.TextOf(src, n.Kids[0]))
	case n.Kind == ctree.NodeBinary && candidate.IsRelation(n.Op):
		a, b := n.Kids[0], candidate.TextOf(src, n.Kids[1])
		prec := candidate.OperatorPrecedence(n.Op)
		out = append(out, candidate.OperandOf(src, a, prec)+" "+candidate.Opposites[n.Op]+" "+candidate.OperandOf(src, n.Kids[1], prec+1))
		if b == "0" || b == "NULL" {
			if n.Op == "==" {
				out = append(out, candidate.TextOf(src, a))
			} else if n.Op == "!=" {
				out = append(out, "!"+candidate.OperandOf(src, a, prec+1))
			}
		}
	default:
		p := candidate.OperandOf(src, n, candidate.OperatorPrecedence("==")+1)
		out = append(out, p+" == 0", p+" == NULL")
	}
	return out
}
