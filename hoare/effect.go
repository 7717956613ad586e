package hoare

import "culprit/logic"

// Effect is the meaning of a letter: from a state V it can proceed if the
// conjuncts of Guard hold, and then every symbol in Writes gets its term.
// Both are over V and over Inputs, the free choices.
type Effect struct {
	Guard  []logic.T
	Writes map[logic.T]logic.T // state symbol to value; a free choice maps to an input
	Mod    []int               // dense indices of the written symbols, sorted
	Inputs []logic.T
	// guardVars holds the state symbols that Guard mentions, sorted.
	guardVars []logic.T
	// False is set if the guard is contradictory by itself.
	False bool
}

// EffectOf computes the effect of a letter. Its terms stay in the table.
func (e *Encoder) EffectOf(l *Letter) *Effect {
	s := NewSym(e)
	s.ExecLetter(l)
	f := &Effect{Writes: map[logic.T]logic.T{}, Guard: s.Guard, False: s.Dead}
	for i, t := range s.Vals {
		if t != e.VarTerm[i] {
			f.Writes[e.VarTerm[i]] = t
			f.Mod = append(f.Mod, i)
		}
	}
	for i, t := range s.Regs {
		if t != e.RegTerm[i] {
			f.Writes[e.RegTerm[i]] = t
			f.Mod = append(f.Mod, len(e.VarTerm)+i)
		}
	}
	for _, in := range s.Inputs {
		f.Inputs = append(f.Inputs, in.Term)
	}
	f.guardVars = e.TB.Vars(e.TB.And(s.Guard...))
	return f
}

// touches reports whether the effect changes one of the symbols in vars.
func (f *Effect) touches(vars []logic.T) bool {
	for _, v := range vars {
		if _, ok := f.Writes[v]; ok {
			return true
		}
	}
	return false
}

// intersects reports whether two sorted slices of terms share an element.
func intersects(a, b []logic.T) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			return true
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return false
}
