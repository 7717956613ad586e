package address

import (
	"maps"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/cfg/clib"
)

func analyze(p *cfg.Program, points *alias.Result) *analysis {
	a := &analysis{prog: p, points: points, vars: make([]kind, len(p.Vars)), align: make([]uint64, len(p.Vars)), extreme: make([]bool, len(p.Vars)),
		most: make([]uint64, len(p.Vars)), raised: make([]uint8, len(p.Vars)), blocks: map[*cfg.Alloc]uint64{}, without: map[*cfg.Proc][]bool{},
		content: map[*cfg.Region]kind{}, only: map[*cfg.Region]bool{}, held: map[*cfg.Region][]cfg.Expr{}, code: map[*cfg.Region]bool{}}
	for i := range a.align {
		a.align[i], a.extreme[i] = topAlign, true
	}
	a.storedPointers()
	var edges []*cfg.Edge
	for _, e := range p.Edges {
		if s, ok := e.Stmt.(*cfg.Havoc); !ok || s.Kind != cfg.Uninit || !p.Initialised && cfg.ReadFrom(e.To, s.Dst) {
			edges = append(edges, e)
		}
	}
	for a.changed = true; a.changed; {
		a.changed = false
		for _, e := range edges {
			a.stmt(e)
		}
	}
	return a
}

// storedPointers finds the regions that hold pointers only, so that what is
// read there is an address, or a part of one. A copy of such a region counts as
// a store of pointers, as does a store of what was read in one.
func (a *analysis) storedPointers() {
	none := map[*cfg.Region]bool{}
	var copies []move
	var moved []*cfg.Store
	for _, e := range a.prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			l, whole := a.wholeLoad(s.Val)
			switch {
			case a.pointer(s.Val):
				a.only[s.Region] = true
				a.held[s.Region] = append(a.held[s.Region], s.Addr)
			case whole:
				moved = append(moved, s)
				copies = append(copies, move{l.Region, s.Region})
			default:
				none[s.Region] = true
			}
		case *cfg.MemCopy:
			copies = append(copies, move{s.SrcRegion, s.DstRegion})
		case *cfg.MemSet:
			none[s.Region] = true
		case *cfg.MemHavoc:
			if s.Kind != cfg.Uninit {
				none[s.Region] = true
			}
		}
	}
	closeOver(copies, a.only)
	for _, s := range moved {
		if l, _ := a.wholeLoad(s.Val); !a.only[l.Region] {
			none[s.Region] = true
		}
	}
	closeOver(copies, none)
	maps.DeleteFunc(a.only, func(r *cfg.Region, _ bool) bool { return none[r] })
	for _, s := range moved {
		if l, _ := a.wholeLoad(s.Val); a.only[l.Region] {
			a.held[s.Region] = append(a.held[s.Region], s.Addr)
		}
	}
}

// move is what one region gets from another.
type move struct{ from, to *cfg.Region }

// closeOver adds the regions that get something from those in a set.
func closeOver(moves []move, set map[*cfg.Region]bool) {
	for changed := true; changed; {
		changed = false
		for _, m := range moves {
			if set[m.from] && !set[m.to] {
				set[m.to], changed = true, true
			}
		}
	}
}

// wholeLoad is an expression that reads as many bytes as a pointer has.
func (a *analysis) wholeLoad(x cfg.Expr) (l *cfg.Load, ok bool) {
	l, ok = x.(*cfg.Load)
	return l, ok && 8*l.T.Bytes() == a.prog.PtrBits
}

// pointerRead reports whether an expression reads a pointer from memory that holds
// nothing else.
func (a *analysis) pointerRead(x cfg.Expr) bool {
	l, ok := a.wholeLoad(x)
	return ok && a.only[l.Region] && a.content[l.Region] == number
}

func (a *analysis) stmt(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		a.assign(s.Dst, s.Src)
	case *cfg.Havoc:
		if s.Dst.Converted && isPointer(s.Dst) && a.vars[s.Dst.ID] == number {
			a.vars[s.Dst.ID], a.changed = linear, true
		}
		a.any(s.Dst, 1)
	case *cfg.Alloc:
		a.any(s.Dst, a.aligned(e, s))
	case *cfg.Call:
		for i, x := range s.Args {
			a.assign(s.Proc.Params[i], x)
		}
	case *cfg.Store:
		switch {
		case s.Region.Ghost() || a.pointerRead(s.Val):
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
	a.bound(v, a.atMost(e))
}

// any notes that v may have every value that is a multiple of d.
func (a *analysis) any(v *cfg.Var, d uint64) {
	a.lower(v, d, false)
	a.bound(v, ones(v.Type))
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
		if x != mixed && y != mixed && x != y || x == linear && a.small(e.Y) || y == linear && a.small(e.X) {
			return linear
		}
	case e.Op == cfg.Sub && x == linear && (y == number || a.small(e.Y)):
		return linear
	case e.Op == cfg.Sub && x == linear && y == linear && a.relation(e.X, e.Y) != unrelated:
		return number
	case e.Op == cfg.Sub && x == linear && a.pointer(e.X) && isLoad(e.Y):
		return number
	}
	if m, ok := a.maskOf(e); ok {
		return m.kind()
	}
	return mixed
}

func isLoad(e cfg.Expr) bool { _, ok := e.(*cfg.Load); return ok }

// small reports whether a number made of addresses is too small to hold one, so
// that it is a distance.
func (a *analysis) small(e cfg.Expr) bool { return a.of(e) == mixed && a.atMost(e) < 1<<16 }

// maskOf describes an operation that concerns low bits of an address.
func (a *analysis) maskOf(e *cfg.Binary) (*mask, bool) {
	m, ok := maskBy(e)
	if !ok || m.bits >= topAlign || a.of(m.x) != linear {
		return nil, false
	}
	m.zero = m.bits & (a.divisor(m.x) - 1)
	m.bits &^= m.zero
	m.free = m.bits &^ (a.given(m.x) - 1)
	m.bits &^= m.free
	return m, true
}
