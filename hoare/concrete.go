package hoare

import (
	"culprit/cfg"
	"culprit/logic"
	"maps"
	"slices"
)

// Concrete returns the states an execution passes: for each boundary of the
// word, before the first letter, between letters and after the last, a model
// of the state symbols. The first is the state after program start's
// initialisation would have been undone and holds only zeros. ok is
// false if the inputs do not follow the word.
func (e *Encoder) Concrete(word []*Letter, inputs []cfg.Input) (states []*logic.Model, ok bool) {
	tb := e.TB
	s := NewSym(e)
	for i, t := range e.VarTerm {
		s.Vals[i] = tb.Constant(tb.Sort(t), 0)
	}
	for _, r := range e.Prog.Regions {
		s.Regs[r.ID] = e.fill(r, tb.BV(8, 0))
	}
	s.Choose = func(n int, sort logic.Sort) logic.T { return e.choice(inputs, n, sort) }
	seen := map[logic.T]*logic.ArrayVal{}
	states = append(states, e.model(s, seen))
	for _, l := range word {
		s.ExecLetter(l)
		if s.Dead {
			return nil, false
		}
		states = append(states, e.model(s, seen))
	}
	return states, len(s.Guard) == 0
}

// choice is the n-th input of an execution.
func (e *Encoder) choice(inputs []cfg.Input, n int, sort logic.Sort) logic.T {
	var in cfg.Input
	if n < len(inputs) {
		in = inputs[n]
	}
	if sort.Kind == logic.SArray {
		return e.constArray(sort, in.Mem)
	}
	return e.TB.Constant(sort, in.Value)
}

// constArray is the array with the given bytes and zeros elsewhere.
func (e *Encoder) constArray(sort logic.Sort, mem map[uint64]byte) logic.T {
	tb := e.TB
	arr := tb.ConstArray(sort, tb.BV(int(sort.E), 0))
	step := uint64(sort.E) / 8
	cells := map[uint64]uint64{}
	for a, b := range mem {
		base := a / step * step
		cells[base] |= uint64(b) << (8 * (a - base))
	}
	for _, a := range slices.Sorted(maps.Keys(cells)) {
		arr = tb.Store(arr, tb.BV(int(sort.W), a), tb.BV(int(sort.E), cells[a]))
	}
	return arr
}

// model reads the values of a symbolic state that holds constants only.
func (e *Encoder) model(s *Sym, seen map[logic.T]*logic.ArrayVal) *logic.Model {
	m := &logic.Model{BV: make(map[logic.T]uint64, len(s.Vals)), Arr: map[logic.T]*logic.ArrayVal{}}
	for i, t := range s.Vals {
		if e.TB.IsConst(t) {
			m.BV[e.VarTerm[i]] = e.TB.ConstVal(t)
		}
	}
	for i, t := range s.Regs {
		if seen[t] == nil {
			seen[t] = e.arrayVal(t)
		}
		m.Arr[e.RegTerm[i]] = seen[t]
	}
	return m
}

// arrayVal reads an array term made of constants.
func (e *Encoder) arrayVal(t logic.T) *logic.ArrayVal {
	tb := e.TB
	v := &logic.ArrayVal{M: map[uint64]uint64{}}
	args := tb.Args(t)
	switch tb.Op(t) {
	case logic.OpConstArray:
		v.Default = tb.ConstVal(args[0])
	case logic.OpStore:
		// The chain is walked from the newest write to the oldest.
		for tb.Op(t) == logic.OpStore {
			a := tb.Args(t)
			if tb.IsConst(a[1]) && tb.IsConst(a[2]) {
				if i := tb.ConstVal(a[1]); !has(v.M, i) {
					v.M[i] = tb.ConstVal(a[2])
				}
			}
			t = a[0]
		}
		below := e.arrayVal(t)
		v.Default = below.Default
		for i, x := range below.M {
			if !has(v.M, i) {
				v.M[i] = x
			}
		}
	case logic.OpCopy:
		dst, src := e.arrayVal(args[0]), e.arrayVal(args[3])
		v.Default = dst.Default
		maps.Copy(v.M, dst.M)
		to, n, from := tb.ConstVal(args[1]), tb.ConstVal(args[2]), tb.ConstVal(args[4])
		step := uint64(tb.Sort(t).E) / 8
		for k := uint64(0); k < n && k < MaxCopy*step; k += step {
			v.M[to+k] = src.At(from + k)
		}
	}
	return v
}

func has(m map[uint64]uint64, k uint64) bool {
	_, ok := m[k]
	return ok
}
