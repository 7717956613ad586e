package contracts

import (
	"slices"

	"culprit/analysis/contract"
	"culprit/cfg"
)

// miner guesses the clauses of one procedure.
type miner struct {
	prog   *cfg.Program
	fr     *contract.Frame
	rows   []contract.Row
	pool   []uint64   // constants of the program
	guards []cfg.Expr // over the entry
	out    []contract.Clause
	seen   map[string]bool
	asked  int // expressions evaluated
}

func (m *miner) add(post bool, x cfg.Expr) {
	key := cfg.Key(x)
	if post {
		key = "post " + key
	}
	if !m.seen[key] {
		m.seen[key] = true
		m.out = append(m.out, contract.Clause{Frame: m.fr, Post: post, X: x})
	}
}

// value is the value of x in a row: globals as they were after the call, or
// before it.
func (m *miner) value(x cfg.Expr, r *contract.Row, after bool) uint64 {
	m.asked++
	f := m.fr.Proc
	return cfg.Eval(x, func(v *cfg.Var) uint64 {
		if i := slices.Index(f.Params, v); i >= 0 {
			return r.Args[i]
		}
		if v == f.Ret {
			return r.Ret
		}
		for i, g := range m.fr.Globals {
			switch {
			case v == g && after:
				return r.After[i]
			case v == g || v == m.fr.Old[g]:
				return r.Before[i]
			}
		}
		return 0
	}, func(*cfg.Load) uint64 { return 0 })
}

func (m *miner) holds(x cfg.Expr, rows []*contract.Row, after bool) bool {
	return !slices.ContainsFunc(rows, func(r *contract.Row) bool { return m.value(x, r, after) == 0 })
}

// entry are the variables at the call, as a postcondition means them.
func (m *miner) entry() []*cfg.Var {
	out := slices.Clone(m.fr.Proc.Params)
	for _, g := range m.fr.Globals {
		if o := m.fr.Old[g]; o != nil {
			g = o
		}
		out = append(out, g)
	}
	return numbers(out)
}

// outputs are the variables that a call determines.
func (m *miner) outputs() []*cfg.Var {
	var out []*cfg.Var
	if m.fr.Proc.Ret != nil {
		out = append(out, m.fr.Proc.Ret)
	}
	for _, g := range m.fr.Globals {
		if m.fr.Old[g] != nil {
			out = append(out, g)
		}
	}
	return numbers(out)
}

func numbers(vs []*cfg.Var) []*cfg.Var {
	vs = slices.DeleteFunc(vs, func(v *cfg.Var) bool { return v.Type.Kind != cfg.Bits || v.Type.Width() < 8 })
	return vs[:min(len(vs), maxVars)]
}
