package verifier

import (
	"culprit/automata"
	"culprit/cfg"
	"culprit/danger"
)

// Class is the class of error paths that fail like a trace: the words of its
// danger automaton (paper "Static fault localization for simple bugs", section
// 6.6). All edges are of Result.Program.
type Class struct {
	Trace int // index of the trace
	// Single says that there was no danger automaton: the class has one path.
	Single bool
	// Near is the index of the earlier trace whose class this trace follows longest,
	// -1 for the first trace, and Parts the statement of this trace at which it
	// leaves that class and is in no earlier one any more; nil if it is none of
	// the program's text.
	Near  int
	Parts *cfg.Edge
	// Shared are the branches that all paths of the class take, in the order of the
	// trace.
	Shared []*cfg.Edge
}

// member is a class with what it was made of.
type member struct {
	word []automata.Letter
	auto *danger.Automaton // nil if the word is the class
}

func (m *member) follows(word []automata.Letter) int {
	if m.auto != nil {
		return m.auto.Follows(word)
	}
	n := 0
	for n < len(word) && n < len(m.word) && word[n] == m.word[n] {
		n++
	}
	return n
}

// classify records the class of the trace found last.
func (v *run) classify(word []automata.Letter, d *danger.Automaton) {
	c := Class{Trace: len(v.res.Traces) - 1, Single: d == nil, Near: -1}
	parts := 0
	for i, m := range v.classes {
		if n := m.follows(word); c.Near < 0 || n > parts {
			c.Near, parts = v.res.Classes[i].Trace, n
		}
	}
	if c.Near >= 0 && parts < len(word) {
		edges := v.branches(word[parts : parts+1])
		if len(edges) > 0 {
			c.Parts = edges[0]
		}
	}
	shared := word
	if d != nil {
		shared = d.Shared(word)
	}
	c.Shared = v.branches(shared)
	v.classes = append(v.classes, &member{word: word, auto: d})
	v.res.Classes = append(v.res.Classes, c)
}

// branches are the branches of the program's text in these letters, each once.
func (v *run) branches(word []automata.Letter) (out []*cfg.Edge) {
	seen := map[*cfg.Edge]bool{}
	for _, l := range v.rest.letters(word) {
		for _, e := range l.Edges {
			e = v.task.from.Edge(e)
			_, ok := e.Stmt.(*cfg.Assume)
			if ok && e.Role == cfg.RoleUser && e.Pos.IsValid() && len(e.From.Out) > 1 && !seen[e] {
				seen[e] = true
				out = append(out, e)
			}
		}
	}
	return out
}
