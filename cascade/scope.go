package cascade

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/interp"
)

// scope is the analysis scope (section 4.2): all functions but those that are
// designated as correct.
type scope struct {
	g     *interp.Graph
	right []bool // by procedure: designated as correct
	// pure are the instances inside calls of functions without side effects,
	// nil if there are none.
	pure *interp.InstanceSet
	last []int32 // by call instance: the last instance of the activation, lazily
}

func newScope(g *interp.Graph, c Config) (*scope, error) {
	s := &scope{g: g, right: make([]bool, len(g.Prog.Procs))}
	pure := make([]bool, len(g.Prog.Procs))
	if !c.NoCorrect {
		for _, f := range g.Prog.Procs {
			s.right[f.ID] = !f.Pos.IsValid() && f != g.Prog.Main
		}
	}
	for _, list := range []struct {
		names []string
		flag  string
		set   []bool
	}{{c.Correct, "correct", s.right}, {c.Pure, "pure", pure}} {
		for _, name := range list.names {
			k := slices.IndexFunc(g.Prog.Procs, func(f *cfg.Proc) bool { return f.Name == name })
			if k < 0 {
				return nil, fmt.Errorf("--%s %s: no such function, there are %s", list.flag, name, functions(g.Prog))
			}
			if g.Prog.Procs[k] == g.Prog.Main {
				return nil, fmt.Errorf("--%s %s: the program begins there", list.flag, name)
			}
			if !c.NoCorrect {
				list.set[k], s.right[k] = true, true
			}
		}
	}
	if slices.Contains(pure, true) {
		s.pure = interp.NewInstanceSet(g.N())
		for i := range g.N() {
			if call := g.Call(i); pure[g.Edge(i).From.Proc.ID] || call >= 0 && s.pure.Has(call) {
				s.pure.Add(i)
			}
		}
	}
	return s, nil
}

// functions lists the functions that the user wrote.
func functions(prog *cfg.Program) string {
	var out []string
	for _, f := range prog.Procs {
		if f.Pos.IsValid() && f != prog.Main {
			out = append(out, f.Name)
		}
	}
	return strings.Join(out, ", ")
}

// correct reports whether a function is designated as correct.
func (s *scope) correct(f *cfg.Proc) bool { return s.right[f.ID] }

// caller is the instance itself, or the call in the analysis scope that leads
// to it; -1 if there is none.
func (s *scope) caller(i int) int {
	for i >= 0 && s.right[s.g.Edge(i).From.Proc.ID] {
		i = s.g.Call(i)
	}
	return i
}

// received lists the instances outside of an activation that wrote what it
// read, ascending.
func (s *scope) received(call int) []int {
	var out []int
	for _, j := range s.g.Data(call) {
		out = append(out, int(j))
	}
	for i := call + 1; i < s.g.N() && s.g.Within(i, call); i++ {
		for _, j := range s.g.Data(i) {
			if int(j) < call {
				out = append(out, int(j))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
