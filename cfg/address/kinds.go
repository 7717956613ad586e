package address

import (
	"maps"
	"math/bits"

	"culprit/cfg"
	"culprit/cfg/alias"
	"culprit/cfg/clib"
)

// kind says how a value depends on the addresses of objects.
type kind uint8

const (
	number kind = iota // not at all
	linear             // an address, and a number added to it
	mixed              // in any other way
)

// maxAlign is the largest alignment that is followed.
const maxAlign = 4096

// analysis computes kinds and alignments.
type analysis struct {
	prog    *cfg.Program
	points  *alias.Result
	vars    []kind               // by Var.ID, of numbers, of what converted pointers are made of, and of pointers to functions
	align   []uint64             // by Var.ID: divides the value
	extreme []bool               // by Var.ID: no object has the value for an address
	content map[*cfg.Region]kind // numbers in memory that are made of addresses
	only    map[*cfg.Region]bool // whether only pointers are stored there
	code    map[*cfg.Region]bool // whether pointers to functions are stored there
	changed bool
}

func analyze(p *cfg.Program, points *alias.Result) *analysis {
	a := &analysis{prog: p, points: points, vars: make([]kind, len(p.Vars)), align: make([]uint64, len(p.Vars)), extreme: make([]bool, len(p.Vars)),
		content: map[*cfg.Region]kind{}, only: map[*cfg.Region]bool{}, code: map[*cfg.Region]bool{}}
	for i := range a.align {
		a.align[i], a.extreme[i] = maxAlign, true
	}
	a.storedPointers()
	var edges []*cfg.Edge
	for _, e := range p.Edges {
		if s, ok := e.Stmt.(*cfg.Havoc); !ok || s.Kind != cfg.Uninit || cfg.ReadFrom(e.To, s.Dst) {
			edges = append(edges, e)
		}
	}
	for a.changed = true; a.changed; {
		a.changed = false
		for _, e := range edges {
			a.stmt(e.Stmt)
		}
	}
	return a
}

// storedPointers finds the regions that hold pointers only, so that what is
// read there is an address, or a part of one. A copy of such a region counts as
// a store of pointers.
func (a *analysis) storedPointers() {
	none := map[*cfg.Region]bool{}
	var copies []*cfg.MemCopy
	for _, e := range a.prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			if a.pointer(s.Val) {
				a.only[s.Region] = true
			} else {
				none[s.Region] = true
			}
		case *cfg.MemCopy:
			copies = append(copies, s)
		case *cfg.MemSet:
			none[s.Region] = true
		case *cfg.MemHavoc:
			if s.Kind != cfg.Uninit {
				none[s.Region] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range copies {
			for _, m := range []map[*cfg.Region]bool{a.only, none} {
				if m[s.SrcRegion] && !m[s.DstRegion] {
					m[s.DstRegion], changed = true, true
				}
			}
		}
	}
	maps.DeleteFunc(a.only, func(r *cfg.Region, _ bool) bool { return none[r] })
}

func (a *analysis) stmt(s cfg.Stmt) {
	switch s := s.(type) {
	case *cfg.Assign:
		a.assign(s.Dst, s.Src)
	case *cfg.Havoc:
		if s.Dst.Converted && isPointer(s.Dst) && a.vars[s.Dst.ID] == number {
			a.vars[s.Dst.ID], a.changed = linear, true
		}
		a.lower(s.Dst, 1, false)
	case *cfg.Alloc:
		a.lower(s.Dst, maxAlign, false)
	case *cfg.Call:
		for i, x := range s.Args {
			a.assign(s.Proc.Params[i], x)
		}
	case *cfg.Store:
		switch {
		case s.Region.Ghost():
		case !a.pointer(s.Val):
			a.raise(s.Region, a.of(s.Val))
		case a.function(s.Val):
			a.holdsCode(s.Region)
		}
	case *cfg.MemCopy:
		a.raise(s.DstRegion, a.content[s.SrcRegion])
		if a.code[s.SrcRegion] {
			a.holdsCode(s.DstRegion)
		}
	case *cfg.MemSet:
		a.raise(s.Region, a.of(s.Val))
	}
}

func (a *analysis) assign(v *cfg.Var, e cfg.Expr) {
	k := a.of(e)
	if r, ok := e.(*cfg.VarRef); ok && r.V.Converted && isPointer(r.V) && !isPointer(v) {
		k = a.vars[r.V.ID] // a number that was made a pointer is the same number again
	}
	if l, ok := e.(*cfg.Load); ok && (v.Converted || isPointer(v) && a.code[l.Region]) {
		k = max(k, linear) // of a pointer that is in memory
	}
	if !v.Converted && !isPointer(v) && a.pointer(e) {
		k = number // by the lowering, which knows what it does
	}
	if k > a.vars[v.ID] {
		a.vars[v.ID], a.changed = k, true
	}
	a.lower(v, a.divisor(e), a.isExtreme(e))
}

func (a *analysis) lower(v *cfg.Var, d uint64, extreme bool) {
	if d < a.align[v.ID] {
		a.align[v.ID], a.changed = d, true
	}
	if a.extreme[v.ID] && !extreme {
		a.extreme[v.ID], a.changed = false, true
	}
}

// firstAddress is the least number that may be the address of an object; as
// many numbers at the other end of the addresses are none either.
const firstAddress = 4096

// isExtreme reports whether e is a number that no object has for an address.
func (a *analysis) isExtreme(e cfg.Expr) bool {
	switch e := e.(type) {
	case *cfg.Const:
		return e.V <= firstAddress || e.V >= cfg.Mask(^uint64(firstAddress-1), e.T.Width()) || clib.IsStream(e.V)
	case *cfg.VarRef:
		return a.extreme[e.V.ID]
	}
	return false
}

func (a *analysis) raise(r *cfg.Region, k kind) {
	if k > a.content[r] {
		a.content[r], a.changed = k, true
	}
}

// holdsCode notes that pointers to functions are stored in a region.
func (a *analysis) holdsCode(r *cfg.Region) {
	if !a.code[r] {
		a.code[r], a.changed = true, true
	}
}

// function reports whether a pointer may be the address of a function.
func (a *analysis) function(e cfg.Expr) bool {
	switch e := e.(type) {
	case *cfg.FuncAddr:
		return true
	case *cfg.VarRef:
		return isPointer(e.V) && !a.points.Memory(e.V) && a.vars[e.V.ID] != number
	case *cfg.Ite:
		return a.function(e.Then) || a.function(e.Else)
	}
	return false
}

// isPointer reports whether a variable is of a pointer type.
func isPointer(v *cfg.Var) bool { return v.CType.Pointer() }

// pointer reports whether the type of an expression says that it is a pointer,
// as far as that is known.
func (a *analysis) pointer(e cfg.Expr) bool {
	switch e := e.(type) {
	case *cfg.AddrOf, *cfg.FuncAddr:
		return true
	case *cfg.VarRef:
		return isPointer(e.V)
	case *cfg.Binary:
		return e.Op == cfg.PtrAdd && a.pointer(e.X)
	case *cfg.Ite:
		return a.pointer(e.Then) || a.pointer(e.Else)
	}
	return false
}

// of is the kind of an expression.
func (a *analysis) of(e cfg.Expr) kind {
	switch e := e.(type) {
	case *cfg.AddrOf, *cfg.FuncAddr:
		return linear
	case *cfg.VarRef:
		switch {
		case e.V == a.prog.HeapTop: // compared for what fits, only
			return number
		case isPointer(e.V) && a.points.Memory(e.V):
			return linear
		}
		return a.vars[e.V.ID] // of pointers here null, constants and functions
	case *cfg.Unary:
		if e.T.Kind != cfg.Bool && a.of(e.X) != number {
			return mixed
		}
	case *cfg.Cast:
		return a.cast(e)
	case *cfg.Ite:
		return max(a.of(e.Then), a.of(e.Else))
	case *cfg.Load:
		k := a.content[e.Region]
		if a.only[e.Region] {
			k = max(k, linear)
		}
		if k == linear && 8*e.T.Bytes() < a.prog.PtrBits {
			return mixed // a part of an address
		}
		return k
	case *cfg.Binary:
		if e.T.Kind != cfg.Bool {
			return a.binary(e)
		}
	}
	return number
}

func (a *analysis) cast(e *cfg.Cast) kind {
	k := a.of(e.X)
	switch {
	case e.Op == cfg.BoolToBits || e.T.Kind == cfg.Bool || a.pointer(e.X): // the last by the lowering
		return number
	case k == linear && e.Op != cfg.ZExt && e.Op != cfg.SExt:
		return mixed
	}
	return k
}

func (a *analysis) binary(e *cfg.Binary) kind {
	x, y := a.of(e.X), a.of(e.Y)
	switch {
	case e.Op == cfg.PtrAdd && x == linear:
		return linear
	case x == number && y == number:
		return number
	case e.Op == cfg.Add || e.Op == cfg.PtrAdd:
		if x != mixed && y != mixed && x != y {
			return linear
		}
	case e.Op == cfg.Sub && x == linear && y == number:
		return linear
	case e.Op == cfg.Sub && x == linear && y == linear && a.relation(e.X, e.Y) != apart:
		return number
	case e.Op == cfg.Sub && x == linear && a.pointer(e.X) && isLoad(e.Y):
		return number
	case e.Op == cfg.And || e.Op == cfg.URem:
		if k, ok := a.masked(e); ok {
			return k
		}
	}
	return mixed
}

// masked is the kind of an address without its low bits, or of these, if its
// alignment says what they are.
func (a *analysis) masked(e *cfg.Binary) (kind, bool) {
	x, k := e.X, e.Y
	if _, ok := x.(*cfg.Const); ok && e.Op == cfg.And {
		x, k = k, x
	}
	c, ok := k.(*cfg.Const)
	if !ok || a.of(x) == mixed {
		return 0, false
	}
	d := a.divisor(x)
	switch {
	case e.Op == cfg.URem:
		return number, c.V != 0 && c.V&(c.V-1) == 0 && c.V <= d
	case c.V < d:
		return number, true
	}
	return linear, cfg.Mask(^c.V, c.T.Width()) < d
}

func isLoad(e cfg.Expr) bool { _, ok := e.(*cfg.Load); return ok }

// divisor is a power of two, at most maxAlign, that divides e wherever
// objects lie.
func (a *analysis) divisor(e cfg.Expr) uint64 {
	switch e := e.(type) {
	case *cfg.Const:
		if e.V != 0 {
			return min(maxAlign, uint64(1)<<min(bits.TrailingZeros64(e.V), 12))
		}
		return maxAlign
	case *cfg.AddrOf:
		return min(max(e.Obj.Align, 1), maxAlign)
	case *cfg.VarRef:
		return a.align[e.V.ID]
	case *cfg.Cast:
		if e.Op == cfg.ZExt || e.Op == cfg.SExt || e.Op == cfg.Trunc && e.T.Width() >= 8 {
			return a.divisor(e.X)
		}
	case *cfg.Ite:
		return min(a.divisor(e.Then), a.divisor(e.Else))
	case *cfg.Binary:
		switch x, y := a.divisor(e.X), a.divisor(e.Y); e.Op {
		case cfg.Add, cfg.Sub, cfg.PtrAdd, cfg.Or, cfg.Xor:
			return min(x, y)
		case cfg.And:
			return max(x, y)
		case cfg.Mul:
			return min(maxAlign, x*y)
		}
	}
	return 1
}
