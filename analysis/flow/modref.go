package flow

import (
	"math/bits"
	"strings"

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
	return f != nil && f.Hidden() != clib.NoState
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
	if v := cfg.Defined(s); v != nil {
		out = append(out, VarSlot(v))
	}
	r, _, _ := cfg.Written(s)
	region(r)
	switch s := s.(type) {
	case *cfg.Alloc:
		out = append(out, VarSlot(m.Prog.HeapTop))
		region(s.Region)
	case *cfg.Lib:
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
	for x := range cfg.StmtParts(s) {
		switch x := x.(type) {
		case *cfg.VarRef:
			out = append(out, VarSlot(x.V))
		case *cfg.Load:
			if x.Region != nil {
				out = append(out, RegionSlot(m.Prog, x.Region))
			}
		}
	}
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

// Cell is a part of memory whose object is known from the text of the program.
// Two accesses to different objects never meet, and neither do those to
// disjoint parts of one object, even if the alias analysis has one region for
// both. That an access through a pointer into an object stays within it is
// assumption A1 of package alias.
type Cell struct {
	Obj *cfg.Object // nil: anything
	// Off and Size are the bytes, if Exact is set; else it is any of them.
	Off, Size uint64
	Exact     bool
}

// CellAt is the cell of an access of size bytes.
func CellAt(addr cfg.Expr, size uint64) Cell {
	c := Cell{Size: size, Exact: true}
	for {
		switch x := addr.(type) {
		case *cfg.AddrOf:
			c.Obj = x.Obj
			return c.checked()
		case *cfg.Binary:
			if x.Op != cfg.PtrAdd {
				return Cell{}
			}
			k, ok := x.Y.(*cfg.Const)
			if !ok {
				c.Exact = false
			} else {
				c.Off += k.V
			}
			addr = x.X
		default:
			return Cell{}
		}
	}
}

// BlockAt is the cell of an access to a range of memory.
func BlockAt(addr, size cfg.Expr) Cell {
	k, ok := size.(*cfg.Const)
	if !ok {
		c := CellAt(addr, 0)
		return Cell{Obj: c.Obj}
	}
	return CellAt(addr, k.V)
}

// checked drops the bytes of a cell that does not lie within its object.
func (c Cell) checked() Cell {
	if !c.Exact || c.Off > c.Obj.Size || c.Size > c.Obj.Size-c.Off {
		return Cell{Obj: c.Obj}
	}
	return c
}

// meets reports whether accesses to both may touch a common byte.
func (c Cell) meets(d Cell) bool {
	if c.Obj == nil || d.Obj == nil {
		return true
	}
	return c.Obj == d.Obj && (!c.Exact || !d.Exact || c.Off < d.Off+d.Size && d.Off < c.Off+c.Size)
}

// covers reports whether a write to c overwrites all of d. An object of a
// procedure is one of several, if the procedure is recursive.
func (c Cell) covers(d Cell) bool {
	return c.Exact && d.Exact && c.Obj == d.Obj && c.Obj.Proc == nil && c.Off <= d.Off && d.Off+d.Size <= c.Off+c.Size
}

// written is the cell that a statement writes in memory. A Lib writes cells.
func written(s cfg.Stmt) Cell {
	if _, addr, size := cfg.Written(s); addr != nil {
		return BlockAt(addr, size)
	}
	return Cell{}
}

// writes reports whether a statement that may write to the region of c may
// write to c itself, and whether it certainly overwrites all of it.
func (m *ModRef) writes(s cfg.Stmt, c Cell) (may, must bool) {
	if c.Obj == nil {
		return true, false
	}
	switch s := s.(type) {
	case *cfg.Alloc:
		return false, false // of a new object
	case *cfg.Lib:
		return m.libWrites(s, c), false
	}
	w := written(s)
	return w.meets(c), w.covers(c)
}

// libWrites reports whether a library function may write to c: through a
// pointer to the object, or through one that is not known. Functions with a
// va_list find pointers in memory.
func (m *ModRef) libWrites(s *cfg.Lib, c Cell) bool {
	if strings.HasPrefix(s.Func, "v") {
		return true
	}
	for _, a := range s.Args {
		if _, ok := a.(*cfg.Const); ok || a.Type() != cfg.BV(m.Prog.PtrBits) {
			continue
		}
		if x := CellAt(a, 0); x.Obj == nil || x.Obj == c.Obj {
			return true
		}
	}
	return false
}
