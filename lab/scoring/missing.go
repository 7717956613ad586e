package scoring

import (
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/fault"
	"culprit/interp/dependence"
)

// missingCode is where the omission of code after line n of a file shows, by
// case 1 of definition 2.2 of paper 001, read off the correct program:
//
//   - of a missing assignment (store, input, call that assigns) the uses that
//     it reaches in the correct program, in its function and in what that
//     calls from there; if there are none but it reaches the function's end,
//     the uses of its global variable or memory region in other functions, or
//     of the function's result where it is called. If a run of the correct
//     program is known, instead the statements that in this run read what the
//     missing code wrote (see Refine);
//   - of a missing condition the first statement that it guards: the first one
//     after it in the text that is not missing itself and is control
//     dependent on it.
//
// Lines are those of the faulty program: lines of the correct one are carried
// over by a longest common subsequence, those that are other ones in the faulty
// program by their place. Without the correct program the answer
// is nil. Missing code may also have no such statement, as a jump.
func missingCode(prog *cfg.Program, file string, n int, correct *cfg.Program) *omission {
	if correct == nil {
		return nil
	}
	other := SourceName(correct, file)
	if file == prog.File {
		other = correct.File
	}
	if other == "" {
		return nil
	}
	a, b := trimmedLines(prog.Sources[file]), trimmedLines(correct.Sources[other])
	of := matchLines(a, b)
	m := &omission{prog: correct, in: file, file: other, missing: missingLines(of, a, b, n), of: changed(of, len(a))}
	m.modref = flow.NewModRef(correct)
	for _, e := range correct.Edges {
		if m.isMissing(e) {
			m.guarded(e)
			m.reached(e)
		}
	}
	return m
}

// lines are the lines of the faulty program found so far.
func (m *omission) lines() []fault.Line {
	if m == nil {
		return nil
	}
	var out []fault.Line
	for _, l := range slices.Concat(m.guards, m.uses) {
		out = append(out, fault.Line{File: m.in, N: l})
	}
	return sorted(out)
}

// Refine returns the truth for a failing run, given the graph of the run of
// the correct program on the same input: of missing assignments only those
// uses count that in this run read what they wrote, if there are any.
func (t *Truth) Refine(g *dependence.Graph) *Truth {
	out := &Truth{Faults: slices.Clone(t.Faults), next: t.next, missing: t.missing}
	for i, m := range t.missing {
		if m == nil || g.Prog != m.prog {
			continue
		}
		if uses := m.usesIn(g); len(uses) > 0 {
			c := *m
			c.uses = uses
			out.Faults[i] = c.lines()
		}
	}
	return out
}

// usesIn lists the lines whose statements read in a run what missing code
// wrote, itself or in what it called, the position of an input included.
// Implicit statements pass on what they read.
func (m *omission) usesIn(g *dependence.Graph) []int {
	wrote, inside := make([]bool, g.N()), make([]bool, g.N())
	var out []int
	var data []int32
	for i := range wrote {
		e := g.Edge(i)
		c := g.Call(i)
		if inside[i] = m.isMissing(e) || c >= 0 && inside[c]; inside[i] {
			wrote[i] = true
			continue
		}
		data = g.AppendData(data[:0], i)
		if j := g.State(i); j >= 0 {
			data = append(data, int32(j))
		}
		if !slices.ContainsFunc(data, func(d int32) bool { return wrote[d] }) {
			continue
		}
		owner := g.Owner(i)
		switch {
		case owner >= 0 && m.line(g.Edge(owner)) > 0:
			out = append(out, m.line(g.Edge(owner)))
		case !fault.Shown(e):
			wrote[i] = true
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// omission is the search in the correct program.
type omission struct {
	prog    *cfg.Program // the correct one
	in      string       // file of the faulty program
	file    string       // of the correct one
	of      []int        // lines of the faulty program by those of the correct one
	missing map[int]bool // lines of the correct program
	modref  *flow.ModRef
	// The result, as lines of the faulty program.
	guards, uses []int
}

func (m *omission) isMissing(e *cfg.Edge) bool {
	return fault.Shown(e) && e.Pos.File == m.file && m.missing[e.Pos.Line]
}

// line is the line of the faulty program at which a statement of the correct
// one begins, 0 if it is not there.
func (m *omission) line(e *cfg.Edge) int {
	if !fault.Shown(e) || e.Pos.File != m.file || e.Pos.Line >= len(m.of) {
		return 0
	}
	return m.of[e.Pos.Line]
}

// guarded adds the first statement that is control dependent on a branch.
func (m *omission) guarded(branch *cfg.Edge) {
	if _, ok := branch.Stmt.(*cfg.Assume); !ok || len(branch.From.Out) < 2 {
		return
	}
	first := 0
	for l, deps := range flow.Postdominators(m.prog, branch.From.Proc).ControlDependence() {
		for _, d := range deps {
			if d != branch {
				continue
			}
			for _, e := range l.Out {
				if n := m.line(e); n > 0 && e.Pos.Line >= branch.Pos.Line && (first == 0 || n < first) {
					first = n
				}
			}
		}
	}
	if first > 0 {
		m.guards = append(m.guards, first)
	}
}

// reached adds the uses that the definitions of an edge reach.
func (m *omission) reached(def *cfg.Edge) {
	slots := m.modref.Defs(def.Stmt)
	if c, ok := def.Stmt.(*cfg.Call); ok {
		slots = nil // the parameters die with the call
		for _, s := range m.modref.Mod[c.Proc.ID].Members() {
			slots = append(slots, flow.Slot(s))
		}
	}
	f := def.From.Proc
	before := len(m.uses)
	at := map[flow.Slot]map[*cfg.Loc]bool{}
	for _, s := range slots {
		at[s] = m.kept(def, s)
		for _, e := range m.prog.Edges {
			if e.From.Proc != f || !at[s][e.From] {
				continue
			}
			if !m.isMissing(e) && m.reads(e, s) {
				m.add(e)
			}
			if c, ok := e.Stmt.(*cfg.Call); ok && e != def && m.modref.Ref[c.Proc.ID].Has(int(s)) {
				m.addUses(s, m.callees(c.Proc))
			}
		}
	}
	if len(m.uses) > before {
		return
	}
	for _, s := range slots {
		if at[s][f.Exit] && m.outlives(f, s) {
			m.addUses(s, func(g *cfg.Proc) bool { return g != f })
		}
	}
}

// kept are the locations of the procedure that a definition of a slot reaches.
func (m *omission) kept(def *cfg.Edge, s flow.Slot) map[*cfg.Loc]bool {
	seen := map[*cfg.Loc]bool{def.To: true}
	for work := []*cfg.Loc{def.To}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			_, call := e.Stmt.(*cfg.Call)
			over := !call && int(s) < len(m.prog.Vars) && slices.Contains(m.modref.Defs(e.Stmt), s)
			if !over && !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return seen
}

// reads reports whether a statement itself reads a slot.
func (m *omission) reads(e *cfg.Edge, s flow.Slot) bool {
	return slices.Contains(m.modref.Uses(e.Stmt), s)
}

// addUses adds the uses of a slot in some procedures.
func (m *omission) addUses(s flow.Slot, in func(*cfg.Proc) bool) {
	for _, e := range m.prog.Edges {
		if in(e.From.Proc) && m.reads(e, s) {
			m.add(e)
		}
	}
}

// callees holds a procedure and all that it calls.
func (m *omission) callees(f *cfg.Proc) func(*cfg.Proc) bool {
	in := map[*cfg.Proc]bool{f: true}
	for grown := true; grown; {
		grown = false
		for _, e := range m.prog.Edges {
			if c, ok := e.Stmt.(*cfg.Call); ok && in[e.From.Proc] && !in[c.Proc] {
				in[c.Proc] = true
				grown = true
			}
		}
	}
	return func(g *cfg.Proc) bool { return in[g] }
}

// outlives reports whether the value of a slot is seen after f has returned.
func (m *omission) outlives(f *cfg.Proc, s flow.Slot) bool {
	if int(s) >= len(m.prog.Vars) {
		return true
	}
	v := m.prog.Vars[s]
	return v.Proc != f || v == f.Ret
}

func (m *omission) add(e *cfg.Edge) {
	if n := m.line(e); n > 0 {
		m.uses = append(m.uses, n)
	}
}
