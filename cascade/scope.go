package cascade

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/interp/dependence"
)

func newScope(g *dependence.Graph, rec *interp.Recording, c Config) (*scope, error) {
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
				return nil, fmt.Errorf("--%s %s: no such function; there are %s", list.flag, name, functions(g.Prog))
			}
			if g.Prog.Procs[k] == g.Prog.Main {
				return nil, fmt.Errorf("--%s %s: the program starts there", list.flag, name)
			}
			if !c.NoCorrect {
				list.set[k], s.right[k] = true, true
			}
		}
	}
	if !c.NoCorrect {
		s.concrete(rec, pure)
	}
	return s, nil
}

// concrete finds the instances inside calls whose concrete results are used:
// those of functions that are said to have no side effects, and those of
// library models that had none in this run.
func (s *scope) concrete(rec *interp.Recording, pure []bool) {
	top := map[int]int{} // by call: the outermost call of a pure function or model around it
	effects := map[int]bool{}
	around := func(i int) int {
		if t, ok := top[s.g.Call(i)]; ok {
			return t
		}
		return -1
	}
	model := func(f *cfg.Proc) bool { return !f.Pos.IsValid() && f != s.g.Prog.Main }
	for in := range rec.All(0) {
		i := in.Index
		t := around(i)
		if c, ok := in.Edge.Stmt.(*cfg.Call); ok {
			if t >= 0 {
				top[i] = t
			} else if pure[c.Proc.ID] || model(c.Proc) {
				top[i] = i
			}
		}
		if t < 0 || pure[s.g.Edge(t).Stmt.(*cfg.Call).Proc.ID] {
			continue
		}
		_, lib := in.Edge.Stmt.(*cfg.Lib)
		if lib || !model(in.Edge.From.Proc) || slices.ContainsFunc(in.Writes, func(w cfg.Access) bool { return w.Var == nil || w.Var.Proc == nil }) {
			effects[t] = true
		}
	}
	for i := range s.g.N() {
		if t := around(i); t >= 0 && !effects[t] {
			if s.pure == nil {
				s.pure = dependence.NewInstanceSet(s.g.N())
			}
			s.pure.Add(i)
		}
	}
}

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

// values writes the condition of an instance with what it read in place of
// variables, and names these; "" if it is long.
func (t *Tree) values(i int) (string, []string) {
	text, names := t.Graph.Edge(i).Valued(func(v *cfg.Var) (uint64, bool) {
		for _, j := range t.Graph.Data(i) {
			for _, w := range t.b.trace.run.Writes(int(j)) {
				if w.Var == v {
					return w.Value, true
				}
			}
		}
		return 0, false
	}, t.Graph.Prog)
	if len(text) > fault.MaxQuoted {
		return "", nil
	}
	return text, names
}
