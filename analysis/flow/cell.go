package flow

import (
	"strings"

	"culprit/cfg"
)

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
	switch s := s.(type) {
	case *cfg.Store:
		return CellAt(s.Addr, uint64(s.Val.Type().Bytes()))
	case *cfg.MemCopy:
		return BlockAt(s.Dst, s.Size)
	case *cfg.MemSet:
		return BlockAt(s.Dst, s.Size)
	case *cfg.MemHavoc:
		return BlockAt(s.Dst, s.Size)
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
