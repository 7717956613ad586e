package premises

import (
	"maps"
	"slices"
	"strings"

	"culprit/analysis/alias"
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/syntax"
)

// Rules of C for accesses beyond that they stay in live objects, which compilers
// rely on: that an object is accessed as what it is (strict aliasing), that constants
// are not changed, that what restrict pointers lead to does not overlap, and that
// a _Bool is 0 or 1. The statements of package cfg do not have the types of their
// lvalues, so that the lowering keeps them here. Where a program may break a rule,
// which no program does without a cast, a union, or pointers to void, the rule is
// noted as an assumption; a _Bool that may be anything else has an unknown value.

// Premised is a program whose premises are noted.
type Premised struct{ *emit.Program }

// OfTypes notes what is assumed of the types of accesses.
func (l Premised) OfTypes(points *alias.Result) {
	l.Typing.Accesses = slices.DeleteFunc(l.Typing.Accesses, func(a emit.Access) bool { return a.Region() == nil })
	l.aliased(points)
	l.constants(points)
	l.fixed(points)
	l.overlaps(points)
	l.crosswise()
}

// users are the accesses of a region.
func (l Premised) users() map[*cfg.Region][]*emit.Access {
	out := map[*cfg.Region][]*emit.Access{}
	for i := range l.Typing.Accesses {
		a := &l.Typing.Accesses[i]
		out[a.Region()] = append(out[a.Region()], a)
	}
	return out
}

const oneType = "assumes that no object is accessed both as %s and as %s, which C does not define"

// aliased notes that objects are accessed as what they are: where a pointer to one
// type becomes one to another, and the region that it leads to is accessed as both;
// and where no object of a region, or the only block, is of the type of an access.
func (l Premised) aliased(points *alias.Result) {
	users := l.users()
	objects, blocks := map[*cfg.Region][]*cfg.Object{}, map[*cfg.Region]int{}
	for _, o := range l.CFG.Objects {
		objects[o.Region] = append(objects[o.Region], o)
	}
	for _, e := range l.CFG.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok {
			blocks[s.Region]++
		}
	}
	for _, c := range l.Typing.Conversions {
		from, to := l.Types.ElemOf(c.From), l.Types.ElemOf(c.To)
		if from.Kind == ctypes.Void || to.Kind == ctypes.Void || from.Kind == ctypes.Func || to.Kind == ctypes.Func || !c.Pos.IsValid() || l.Types.AlikeAt0(from, to) {
			continue
		}
		r := points.Region(c.E)
		if a, b := accessedAs(users[r], from), accessedAs(users[r], to); a != nil && b != nil && (a.Store != nil || b.Store != nil || written(users[r])) {
			l.Notes.AssumeOnce(c.Pos, oneType, from.Name, to.Name)
		}
	}
	for _, r := range l.CFG.Regions {
		l.ofNoObject(users[r], objects[r], blocks[r])
	}
}

func written(list []*emit.Access) bool {
	return slices.ContainsFunc(list, func(a *emit.Access) bool { return a.Store != nil })
}

// accessedAs finds an access by a pointer to t, a write if there is one.
func accessedAs(list []*emit.Access, t *ctypes.Type) (found *emit.Access) {
	for _, a := range list {
		if a.By.Root == nil && a.Type.Class() != t.Class() || a.By.Root != nil && a.By.Root != t && a.By.Root.Class() != t.Class() {
			continue
		}
		if found == nil || found.Store == nil {
			found = a
		}
	}
	return found
}

// ofNoObject notes accesses of a region, by pointers, of a type that none of its
// objects has. A single block of the heap has the types that it is accessed as.
func (l Premised) ofNoObject(list []*emit.Access, objects []*cfg.Object, blocks int) {
	in := map[string]bool{}
	for _, o := range objects {
		l.Types.Scalars(l.Typing.Objects[o], in)
	}
	if blocks > 1 || blocks == 1 && len(objects) > 0 || blocks+len(objects) == 0 {
		return
	}
	type use struct {
		t     *ctypes.Type
		store bool
	}
	uses := map[string]use{}
	for _, a := range list {
		if c := a.Type.Class(); c != "" && (blocks == 0 || a.By.Root == nil || !a.By.Root.Record()) {
			uses[c] = use{a.Type, uses[c].store || a.Store != nil}
		}
	}
	for _, a := range list {
		c := a.Type.Class()
		if a.By.Root == nil || a.By.Root.Record() || a.By.Union != nil || c == "" || blocks == 0 && in[c] || !a.Pos.IsValid() {
			continue
		}
		for _, other := range slices.Sorted(maps.Keys(uses)) {
			if u := uses[other]; other != c && (a.Store != nil || u.store) {
				l.Notes.AssumeOnce(a.Pos, oneType, u.t.Name, a.Type.Name)
				return
			}
		}
	}
}

// constants notes that constants in memory that can be written are not changed, unless
// that is checked: others are protected (package safety).
func (l Premised) constants(points *alias.Result) {
	constants := slices.DeleteFunc(slices.Clone(l.CFG.Objects), func(o *cfg.Object) bool { return len(o.Kept) == 0 })
	if len(constants) == 0 || l.Options.Checks&safety.Const != 0 {
		return
	}
	for _, c := range l.Typing.Conversions {
		if !l.ofConstant(c.E, c.From) && (c.From.ElemSource == nil || !syntax.ReadOnly(c.From.ElemSource)) || c.To.ElemSource != nil && syntax.ReadOnly(c.To.ElemSource) {
			continue
		}
		r := points.Region(c.E)
		for _, o := range constants {
			if o.Region == r && slices.ContainsFunc(l.CFG.Edges, func(e *cfg.Edge) bool { return mayChange(e, o) }) {
				name := o.Name
				if strings.HasPrefix(name, "#") {
					name = "a compound literal"
				}
				l.Notes.Assume(o.Pos, "assumes that %s, which is const, is not changed", name)
			}
		}
	}
}

// fixed notes that results of the library are not changed which C calls constant, where
// constants or accesses are asked about, since some lie in memory that is protected: no
// compiler relies on it.
func (l Premised) fixed(points *alias.Result) {
	for _, x := range l.Typing.Fixed {
		r := points.Region(x.E)
		if l.Options.Checks&(safety.Const|safety.Deref) != 0 && slices.ContainsFunc(l.CFG.Edges, func(e *cfg.Edge) bool {
			_, unknown := e.Stmt.(*cfg.MemHavoc)
			changed, _, _ := cfg.Written(e.Stmt)
			return changed == r && !unknown && e.Role != cfg.RoleInit && e.Pos.IsValid()
		}) {
			l.Notes.Assume(x.Pos, "assumes that what %s returns is not changed", x.Name)
		}
	}
}

// ofConstant reports whether a pointer is the address of a constant. One to a structure
// leads to members that are not.
func (l Premised) ofConstant(e cfg.Expr, t *ctypes.Type) bool {
	a, named := cfg.Base(e).(*cfg.AddrOf)
	if !named || len(a.Obj.Kept) == 0 {
		return false
	}
	n, known := cfg.Distance(e)
	return a.Obj.Kept[0] == cfg.Span{To: a.Obj.Size} || !l.Types.ElemOf(t).Record() && (!known || a.Obj.Keeps(n, 1))
}

// mayChange reports whether a statement may change a constant, other than to
// initialise it.
func mayChange(e *cfg.Edge, o *cfg.Object) bool {
	r, addr, _ := cfg.Written(e.Stmt)
	if r != o.Region {
		return false
	}
	a, named := cfg.Base(addr).(*cfg.AddrOf)
	return !named || a.Obj == o && e.Call != nil
}

// overlaps notes that what restrict parameters lead to does not overlap where the
// function changes it, unless the arguments are different objects in every call.
func (l Premised) overlaps(points *alias.Result) {
	for _, q := range l.Typing.Restricted {
		a, b := &cfg.VarRef{V: q.A}, &cfg.VarRef{V: q.B}
		if _, _, same := points.Objects(a, b); !same || l.argumentsApart(q, points) {
			continue
		}
		for _, e := range l.CFG.Edges {
			if e.From.Proc != q.Proc {
				continue
			}
			if _, addr, _ := cfg.Written(e.Stmt); addr != nil {
				if _, _, same := points.Objects(a, addr); same {
					l.Notes.Assume(q.Pos, "assumes that what %s and %s lead to does not overlap, since one of them is restrict", q.A.Name, q.B.Name)
					break
				}
			}
		}
	}
}

// argumentsApart reports whether every call gives two parameters different objects.
func (l Premised) argumentsApart(q emit.Restricted, points *alias.Result) bool {
	i, j := slices.Index(q.Proc.Params, q.A), slices.Index(q.Proc.Params, q.B)
	for _, e := range l.CFG.Edges {
		s, ok := e.Stmt.(*cfg.Call)
		if !ok || s.Proc != q.Proc {
			continue
		}
		x, ok1 := cfg.Base(s.Args[i]).(*cfg.AddrOf)
		y, ok2 := cfg.Base(s.Args[j]).(*cfg.AddrOf)
		if ok1 && ok2 && x.Obj != y.Obj {
			continue
		}
		if _, _, same := points.Objects(s.Args[i], s.Args[j]); same {
			return false
		}
	}
	return true
}

// crosswise notes that of a union no number is read where a pointer was stored, and
// the other way round, if the program uses both: package address takes what it reads
// for what the type says.
func (l Premised) crosswise() {
	pointers, numbers := map[*ctypes.Type]bool{}, map[*ctypes.Type]bool{}
	for _, a := range l.Typing.Accesses {
		if u := a.By.Union; u != nil && a.Store != nil {
			pointers[u] = pointers[u] || a.Type.Kind == ctypes.Pointer
			numbers[u] = numbers[u] || a.Type.Kind == ctypes.Int && a.Type.Size == l.Types.Size.Size
		}
	}
	for _, a := range l.Typing.Accesses {
		if u := a.By.Union; u != nil && a.Load != nil && a.Pos.IsValid() && (a.Type.Kind == ctypes.Int && pointers[u] || a.Type.Kind == ctypes.Pointer && numbers[u] && pointers[u]) {
			l.Notes.AssumeOnce(a.Pos, "assumes that no number is read from %s where a pointer was stored, nor the other way round", u.Name)
		}
	}
}

// Bools lets each _Bool that is read where the program may have written another byte
// than 0 and 1 have any value if it did. It reports whether there are such.
func (l Premised) Bools() bool {
	loads := map[*cfg.Load]bool{}
	odd, others := map[*cfg.Region]bool{}, map[*cfg.Region]bool{}
	typed := map[*cfg.Store]bool{}
	for _, a := range l.Typing.Accesses {
		switch {
		case a.Load != nil && a.Type.Bool:
			loads[a.Load] = true
		case a.Store != nil && a.By.Union == nil && (a.Type.Bool || a.By.Root == nil || !a.By.Root.Byte()):
			typed[a.Store] = true
		}
	}
	if len(loads) == 0 {
		return false
	}
	holds := map[*cfg.Region]bool{}
	for x := range loads {
		holds[x.Region] = true
	}
	truth := func(e cfg.Expr) bool {
		switch e := e.(type) {
		case *cfg.Const:
			return e.V <= 1
		case *cfg.Cast:
			return e.Op == cfg.BoolToBits
		case *cfg.Load:
			return loads[e]
		}
		return false
	}
	for _, e := range l.CFG.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			// Members beside a _Bool are not written over it. What is copied there from
			// memory without any _Bool is.
			if !truth(s.Val) {
				others[s.Region] = true
				odd[s.Region] = odd[s.Region] || !typed[s] || !holds[s.Region]
			}
		case *cfg.MemSet:
			if !truth(s.Val) {
				odd[s.Region] = true
			}
		case *cfg.MemHavoc:
			if s.Kind != cfg.Uninit {
				odd[s.Region] = true
			}
		}
	}
	for again := true; again; {
		again = false
		for _, e := range l.CFG.Edges {
			// A call may copy such a member over a _Bool; an assignment copies what is of one type.
			if s, ok := e.Stmt.(*cfg.MemCopy); ok && (odd[s.SrcRegion] || e.Call != nil && others[s.SrcRegion]) && !odd[s.DstRegion] {
				odd[s.DstRegion], again = true, true
			}
		}
	}
	return l.doubt(func(x *cfg.Load) bool { return loads[x] && odd[x.Region] })
}

// doubt replaces loads by any value where they are neither 0 nor 1.
func (l Premised) doubt(which func(*cfg.Load) bool) (changed bool) {
	for _, at := range slices.Clone(l.CFG.Locs) {
		var fresh []*cfg.Var
		replace := func(e cfg.Expr) cfg.Expr {
			return cfg.RebuildLoads(e, func(old *cfg.Load, addr cfg.Expr) cfg.Expr {
				x := &cfg.Load{T: old.T, Addr: addr, Region: old.Region}
				if !which(old) {
					return x
				}
				v := l.CFG.NewVar(at.Proc, "#bool", x.T)
				v.Temp = true
				fresh = append(fresh, v)
				return &cfg.Ite{Cond: cfg.Compare(cfg.ULe, x, &cfg.Const{T: x.T, V: 1}), Then: x, Else: &cfg.VarRef{V: v}}
			})
		}
		for _, e := range at.Out {
			found := false
			cfg.Exprs(e.Stmt, func(x cfg.Expr) {
				cfg.Walk(x, func(x cfg.Expr) { y, ok := x.(*cfg.Load); found = found || ok && which(y) })
			})
			if found {
				e.Stmt = cfg.RebuildStmt(e.Stmt, nil, nil, replace)
			}
		}
		if len(fresh) == 0 {
			continue
		}
		changed = true
		pos := at.Out[0].Pos
		if l.Options.Checks != 0 {
			l.CFG.Assume(pos, "not checked: that a _Bool is 0 or 1")
		}
		last := l.CFG.NewLoc(at.Proc, pos)
		last.Out, at.Out = at.Out, nil
		for _, e := range last.Out {
			e.From = last
		}
		for i, v := range fresh {
			to := last
			if i < len(fresh)-1 {
				to = l.CFG.NewLoc(at.Proc, pos)
			}
			l.CFG.NewEdge(at, to, &cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: "a _Bool that is neither 0 nor 1"}, pos, "", cfg.RoleImplicit)
			at = to
		}
	}
	return changed
}
