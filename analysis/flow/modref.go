package flow

import (
	"math/bits"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// Slot is a variable (its ID) or a region (number of variables + its ID).
type Slot int

// Set is a set of small numbers.
type Set []uint64

func newSet(n int) Set { return make(Set, (n+63)/64) }

// Has reports whether i is in the set.
func (s Set) Has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s Set) add(i int) { s[i/64] |= 1 << (i % 64) }

// union adds t and reports whether that changed s.
func (s Set) union(t Set) bool {
	changed := false
	for i, w := range t {
		if w&^s[i] != 0 {
			s[i] |= w
			changed = true
		}
	}
	return changed
}

// Members lists the set in ascending order.
func (s Set) Members() []int {
	var out []int
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			out = append(out, i*64+bits.TrailingZeros64(w))
		}
	}
	return out
}

// VarSlot and RegionSlot name the slots of a program.
func VarSlot(v *cfg.Var) Slot { return Slot(v.ID) }

// RegionSlot is the slot of a region.
func RegionSlot(prog *cfg.Program, r *cfg.Region) Slot { return Slot(len(prog.Vars) + r.ID) }

// OutputSlot stands for how much has been printed to standard output. It is
// known to Influence only: a branch may have kept something from being printed.
func OutputSlot(prog *cfg.Program) Slot { return Slot(len(prog.Vars) + len(prog.Regions)) }

// InputSlot stands for the state that the C library keeps behind the streams
// that are read and behind its random numbers. As OutputSlot, it is known to
// Influence only.
func InputSlot(prog *cfg.Program) Slot { return OutputSlot(prog) + 1 }

// Consumes reports whether what a call of the C library answers depends on
// such a state, which it may change.
func Consumes(s *cfg.Lib) bool {
	f := clib.Lookup(s.Func)
	return f != nil && f.State != clib.NoState
}

// Prints reports whether a call of the C library may print to standard output.
func Prints(s *cfg.Lib) bool {
	f := clib.Lookup(s.Func)
	if f == nil || f.Prints == clib.NoOutput {
		return false
	}
	if at := f.Stream(); at >= 0 && at < len(s.Args) {
		if v, ok := s.Args[at].(*cfg.VarRef); ok && v.V.Proc == nil && v.V.Name == clib.StderrName {
			return false
		}
	}
	return true
}

// ModRef says which slots each procedure may modify and reference.
type ModRef struct {
	Prog     *cfg.Program
	Mod, Ref []Set // by Proc.ID, sets of slots
}

// NewModRef computes the effects of all procedures, callees included.
func NewModRef(prog *cfg.Program) *ModRef {
	m := &ModRef{Prog: prog}
	for range prog.Procs {
		m.Mod = append(m.Mod, newSet(m.slots()))
		m.Ref = append(m.Ref, newSet(m.slots()))
	}
	calls := prog.CallGraph()
	for _, e := range prog.Edges {
		f := e.From.Proc.ID
		for _, x := range m.Defs(e.Stmt) {
			m.Mod[f].add(int(x))
		}
		for _, x := range m.Uses(e.Stmt) {
			m.Ref[f].add(int(x))
		}
	}
	work := make([]int, 0, len(prog.Procs))
	for i := range prog.Procs {
		work = append(work, i)
	}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range calls.Callers[g] {
			f := e.From.Proc.ID
			mod, ref := m.Mod[f].union(m.Mod[g]), m.Ref[f].union(m.Ref[g])
			if mod || ref {
				work = append(work, f)
			}
		}
	}
	return m
}

func (m *ModRef) slots() int { return len(m.Prog.Vars) + len(m.Prog.Regions) }

// Defs lists what the statement itself may change. For a call these are the
// parameters; the effect of the callee is its Mod.
func (m *ModRef) Defs(s cfg.Stmt) []Slot {
	var out []Slot
	region := func(r *cfg.Region) {
		if r != nil {
			out = append(out, RegionSlot(m.Prog, r))
		}
	}
	switch s := s.(type) {
	case *cfg.Assign:
		return []Slot{VarSlot(s.Dst)}
	case *cfg.Havoc:
		return []Slot{VarSlot(s.Dst)}
	case *cfg.Store:
		region(s.Region)
	case *cfg.MemCopy:
		region(s.DstRegion)
	case *cfg.MemSet:
		region(s.Region)
	case *cfg.MemHavoc:
		region(s.Region)
	case *cfg.Alloc:
		out = append(out, VarSlot(s.Dst), VarSlot(m.Prog.HeapTop))
		region(s.Region)
	case *cfg.Lib:
		if s.Dst != nil {
			out = append(out, VarSlot(s.Dst))
		}
		e := s.Effect()
		for _, r := range s.Regions {
			if e.Writes || e.Errno && r.Name == clib.Errno {
				region(r)
			}
		}
	case *cfg.Call:
		for _, v := range s.Proc.Params {
			out = append(out, VarSlot(v))
		}
	}
	return out
}

// Uses lists what the statement itself reads.
func (m *ModRef) Uses(s cfg.Stmt) []Slot {
	var out []Slot
	cfg.Exprs(s, func(e cfg.Expr) {
		cfg.Walk(e, func(x cfg.Expr) {
			switch x := x.(type) {
			case *cfg.VarRef:
				out = append(out, VarSlot(x.V))
			case *cfg.Load:
				if x.Region != nil {
					out = append(out, RegionSlot(m.Prog, x.Region))
				}
			}
		})
	})
	switch s := s.(type) {
	case *cfg.MemCopy:
		if s.SrcRegion != nil {
			out = append(out, RegionSlot(m.Prog, s.SrcRegion))
		}
	case *cfg.Alloc:
		out = append(out, VarSlot(m.Prog.HeapTop))
	case *cfg.Lib:
		for _, r := range s.Regions {
			out = append(out, RegionSlot(m.Prog, r))
		}
	}
	return out
}
