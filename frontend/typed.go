package frontend

import (
	"maps"
	"slices"

	"culprit/analysis/alias"
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Rules of C for accesses beyond that they stay in live objects, which compilers
// rely on: that an object is accessed as what it is (strict aliasing), that constants
// are not changed, that what restrict pointers lead to does not overlap, and that
// a _Bool is 0 or 1. The statements of package cfg do not have the types of their
// lvalues, so that the lowering keeps them here. Where a program may break a rule,
// which no program does without a cast, a union, or pointers to void, the rule is
// noted as an assumption; a _Bool that may be anything else has an unknown value.

// typing is what the lowering knows of the types of accesses.
type typing struct {
	accesses    []access
	conversions []conversion
	restricted  []restricted
	objects     map[*cfg.Object]*ctypes.Type
}

// access is a read or write of a scalar in memory.
type access struct {
	load  *cfg.Load
	store *cfg.Store
	by    lvalue
	t     *ctypes.Type
	pos   cfg.Pos
}

func (a *access) region() *cfg.Region {
	if a.load != nil {
		return a.load.Region
	}
	return a.store.Region
}

// lvalue says how a place is denoted.
type lvalue struct {
	// root is what the pointer points to that is followed first, nil for a variable.
	root *ctypes.Type
	// union is the innermost union of which this is a member.
	union *ctypes.Type
}

// conversion is one of a pointer to another pointer type.
type conversion struct {
	e        cfg.Expr
	from, to *ctypes.Type
	pos      cfg.Pos
}

// restricted are parameters of a procedure that do not overlap.
type restricted struct {
	proc *cfg.Proc
	a, b *cfg.Var
	pos  cfg.Pos
}

// restrict notes two parameters of which one is restrict.
func (l *lowerer) restrict(pr *proc, i, j int) {
	is := func(i int) bool {
		if i >= len(pr.params) || pr.params[i] == nil || pr.pstores[i].t.Kind != ctypes.Pointer || l.tt.ElemOf(pr.pstores[i].t).Kind == ctypes.Func {
			return false
		}
		found := false
		syntax.Each(pr.params[i].Pointer, func(n cc.Node) {
			q, ok := n.(*cc.TypeQualifier)
			found = found || ok && q.Case == cc.TypeQualifierRestrict
		})
		return found
	}
	if a, b := pr.pstores[j], pr.pstores[i]; !l.conf.Execute && !prelude.Is(pr.fn.Name) && a.t.Kind == ctypes.Pointer && b.t.Kind == ctypes.Pointer && (is(i) || is(j)) {
		l.typing.restricted = append(l.typing.restricted, restricted{pr.p, a.flat.v, b.flat.v, pr.declPos.Pos})
	}
}

// typed reports whether the types of accesses matter.
func (f *emitter) typed(p place) bool {
	return !f.l.conf.Execute && !f.dead() && !f.constant && p.addr != nil && p.t.Scalar()
}

func (f *emitter) loads(p place, e *cfg.Load) *cfg.Load {
	if f.typed(p) {
		f.l.typing.accesses = append(f.l.typing.accesses, access{load: e, by: p.by, t: p.t, pos: f.at.Pos})
	}
	return e
}

func (f *emitter) stores(p place, s *cfg.Store, at parse.Span) *cfg.Store {
	if f.typed(p) {
		f.l.typing.accesses = append(f.l.typing.accesses, access{store: s, by: p.by, t: p.t, pos: at.Pos})
	}
	return s
}

// convertsPointer notes the conversion of a pointer.
func (f *emitter) convertsPointer(v val, to *ctypes.Type) {
	if v.t.Kind != ctypes.Pointer || to.Kind != ctypes.Pointer || v.e == nil || f.l.conf.Execute || f.dead() || f.constant {
		return
	}
	a, named := cfg.Base(v.e).(*cfg.AddrOf)
	if v.t != to && !isNumber(v.e) || named && a.Obj.Kept { // the type of &x does not say that x is const
		f.l.typing.conversions = append(f.l.typing.conversions, conversion{v.e, v.t, to, f.at.Pos})
	}
}

// denoted says how the lvalue n is denoted.
func (f *fn) denoted(n cc.ExpressionNode) lvalue {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			by := f.denoted(x.PostfixExpression)
			return f.memberOf(by, x.PostfixExpression.Type())
		case cc.PostfixExpressionPSelect:
			if p, ok := pointedTo(x.PostfixExpression); ok {
				return f.memberOf(lvalue{root: f.l.tt.Of(p)}, p)
			}
		case cc.PostfixExpressionIndex:
			a := cc.ExpressionNode(x.PostfixExpression)
			if t := a.Type(); t != nil && cc.IsIntegerType(t) {
				a = x.ExpressionList
			}
			return f.through(a)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			if e := syntax.AddressOperand(x.CastExpression); e != nil {
				return f.denoted(e)
			}
			return f.through(x.CastExpression)
		}
	}
	return lvalue{}
}

// through is how an element is denoted that the pointer or array n leads to.
func (f *fn) through(n cc.ExpressionNode) lvalue {
	if t := n.Type(); t != nil && t.Undecay().Kind() == cc.Array && isLvalue(syntax.Unparen(n)) {
		return f.denoted(n)
	}
	if p, ok := pointedTo(n); ok {
		return lvalue{root: f.l.tt.Of(p)}
	}
	return lvalue{}
}

func (f *fn) memberOf(by lvalue, record cc.Type) lvalue {
	if record != nil && record.Kind() == cc.Union {
		by.union = f.l.tt.Of(record)
	}
	return by
}

func pointedTo(n cc.ExpressionNode) (cc.Type, bool) {
	if t := n.Type(); t != nil {
		if p, ok := t.(*cc.PointerType); ok {
			return p.Elem(), true
		}
	}
	return nil, false
}

// premises notes what is assumed of the types of accesses, and lets a _Bool have
// any value where its byte may be another one than 0 and 1. It reports whether it
// changed the program.
func (l *lowerer) premises(points *alias.Result) (changed bool) {
	l.typing.accesses = slices.DeleteFunc(l.typing.accesses, func(a access) bool { return a.region() == nil })
	l.aliased(points)
	l.constants(points)
	l.overlaps(points)
	l.crosswise()
	l.changedLocals()
	l.claimed(points)
	l.precise()
	return l.bools()
}

// users are the accesses of a region.
func (l *lowerer) users() map[*cfg.Region][]*access {
	out := map[*cfg.Region][]*access{}
	for i := range l.typing.accesses {
		a := &l.typing.accesses[i]
		out[a.region()] = append(out[a.region()], a)
	}
	return out
}

const oneType = "assumes that no object is accessed both as %s and as %s, which C does not define"

// aliased notes that objects are accessed as what they are: where a pointer to one
// type becomes one to another, and the region that it leads to is accessed as both;
// and where no object of a region, or the only block, is of the type of an access.
func (l *lowerer) aliased(points *alias.Result) {
	users := l.users()
	objects, blocks := map[*cfg.Region][]*cfg.Object{}, map[*cfg.Region]int{}
	for _, o := range l.prog.Objects {
		objects[o.Region] = append(objects[o.Region], o)
	}
	for _, e := range l.prog.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok {
			blocks[s.Region]++
		}
	}
	for _, c := range l.typing.conversions {
		from, to := l.tt.ElemOf(c.from), l.tt.ElemOf(c.to)
		if from.Kind == ctypes.Void || to.Kind == ctypes.Void || from.Kind == ctypes.Func || to.Kind == ctypes.Func || !c.pos.IsValid() || l.tt.AlikeAt0(from, to) {
			continue
		}
		r := points.Region(c.e)
		if a, b := accessedAs(users[r], from), accessedAs(users[r], to); a != nil && b != nil && (a.store != nil || b.store != nil || written(users[r])) {
			l.notes.assumeOnce(c.pos, oneType, from.Name, to.Name)
		}
	}
	for _, r := range l.prog.Regions {
		l.ofNoObject(users[r], objects[r], blocks[r])
	}
}

func written(list []*access) bool {
	return slices.ContainsFunc(list, func(a *access) bool { return a.store != nil })
}

// accessedAs finds an access by a pointer to t, a write if there is one.
func accessedAs(list []*access, t *ctypes.Type) (found *access) {
	for _, a := range list {
		if a.by.root == nil && a.t.Class() != t.Class() || a.by.root != nil && a.by.root != t && a.by.root.Class() != t.Class() {
			continue
		}
		if found == nil || found.store == nil {
			found = a
		}
	}
	return found
}

// ofNoObject notes accesses of a region, by pointers, of a type that none of its
// objects has. A single block of the heap has the types that it is accessed as.
func (l *lowerer) ofNoObject(list []*access, objects []*cfg.Object, blocks int) {
	in := map[string]bool{}
	for _, o := range objects {
		l.tt.Scalars(l.typing.objects[o], in)
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
		if c := a.t.Class(); c != "" && (blocks == 0 || a.by.root == nil || !a.by.root.Record()) {
			uses[c] = use{a.t, uses[c].store || a.store != nil}
		}
	}
	for _, a := range list {
		c := a.t.Class()
		if a.by.root == nil || a.by.root.Record() || a.by.union != nil || c == "" || blocks == 0 && in[c] || !a.pos.IsValid() {
			continue
		}
		for _, other := range slices.Sorted(maps.Keys(uses)) {
			if u := uses[other]; other != c && (a.store != nil || u.store) {
				l.notes.assumeOnce(a.pos, oneType, u.t.Name, a.t.Name)
				return
			}
		}
	}
}

// constants notes that constants of functions are not changed: static ones and
// literals are protected (package safety).
func (l *lowerer) constants(points *alias.Result) {
	constants := slices.DeleteFunc(slices.Clone(l.prog.Objects), func(o *cfg.Object) bool { return !o.Kept })
	if len(constants) == 0 {
		return
	}
	for _, c := range l.typing.conversions {
		a, named := cfg.Base(c.e).(*cfg.AddrOf)
		constant := named && a.Obj.Kept || c.from.ElemSource != nil && readOnly(c.from.ElemSource)
		if !constant || c.to.ElemSource != nil && readOnly(c.to.ElemSource) {
			continue
		}
		r := points.Region(c.e)
		for _, o := range constants {
			if o.Region == r && slices.ContainsFunc(l.prog.Edges, func(e *cfg.Edge) bool { return l.mayChange(e, o) }) {
				l.notes.assume(o.Pos, "assumes that %s, which is const, is not changed", o.Name)
			}
		}
	}
}

// mayChange reports whether a statement may change a constant, other than to
// initialise it.
func (l *lowerer) mayChange(e *cfg.Edge, o *cfg.Object) bool {
	r, addr := changes(e.Stmt)
	if r != o.Region {
		return false
	}
	a, named := cfg.Base(addr).(*cfg.AddrOf)
	if !named {
		return l.conf.Checks&safety.Const == 0 // else it is checked
	}
	return a.Obj == o && e.Role == cfg.RoleUser
}

// changes is the region that a statement changes, and where; nil if it changes none.
func changes(s cfg.Stmt) (*cfg.Region, cfg.Expr) {
	switch s := s.(type) {
	case *cfg.Store:
		return s.Region, s.Addr
	case *cfg.MemCopy:
		return s.DstRegion, s.Dst
	case *cfg.MemSet:
		return s.Region, s.Dst
	case *cfg.MemHavoc:
		return s.Region, s.Dst
	}
	return nil, nil
}

// overlaps notes that what restrict parameters lead to does not overlap where the
// function changes it, unless the arguments are different objects in every call.
func (l *lowerer) overlaps(points *alias.Result) {
	for _, q := range l.typing.restricted {
		a, b := &cfg.VarRef{V: q.a}, &cfg.VarRef{V: q.b}
		if _, _, same := points.Objects(a, b); !same || l.argumentsApart(q, points) {
			continue
		}
		for _, e := range l.prog.Edges {
			if e.From.Proc != q.proc {
				continue
			}
			if _, addr := changes(e.Stmt); addr != nil {
				if _, _, same := points.Objects(a, addr); same {
					l.notes.assume(q.pos, "assumes that what %s and %s lead to does not overlap, since one of them is restrict", q.a.Name, q.b.Name)
					break
				}
			}
		}
	}
}

// argumentsApart reports whether every call gives two parameters different objects.
func (l *lowerer) argumentsApart(q restricted, points *alias.Result) bool {
	i, j := slices.Index(q.proc.Params, q.a), slices.Index(q.proc.Params, q.b)
	for _, e := range l.prog.Edges {
		s, ok := e.Stmt.(*cfg.Call)
		if !ok || s.Proc != q.proc {
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
func (l *lowerer) crosswise() {
	pointers, numbers := map[*ctypes.Type]bool{}, map[*ctypes.Type]bool{}
	for _, a := range l.typing.accesses {
		if u := a.by.union; u != nil && a.store != nil {
			pointers[u] = pointers[u] || a.t.Kind == ctypes.Pointer
			numbers[u] = numbers[u] || a.t.Kind == ctypes.Int && a.t.Size == l.tt.Size.Size
		}
	}
	for _, a := range l.typing.accesses {
		if u := a.by.union; u != nil && a.load != nil && a.pos.IsValid() && (a.t.Kind == ctypes.Int && pointers[u] || a.t.Kind == ctypes.Pointer && numbers[u] && pointers[u]) {
			l.notes.assumeOnce(a.pos, "assumes that no number is read from %s where a pointer was stored, nor the other way round", u.Name)
		}
	}
}

// bools lets each _Bool that is read where the program may have written another byte
// than 0 and 1 have any value if it did. It reports whether there are such.
func (l *lowerer) bools() bool {
	loads := map[*cfg.Load]bool{}
	odd, others := map[*cfg.Region]bool{}, map[*cfg.Region]bool{}
	typed := map[*cfg.Store]bool{}
	for _, a := range l.typing.accesses {
		switch {
		case a.load != nil && a.t.Bool:
			loads[a.load] = true
		case a.store != nil && a.by.union == nil && (a.t.Bool || a.by.root == nil || !a.by.root.Byte()):
			typed[a.store] = true
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
	for _, e := range l.prog.Edges {
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
		for _, e := range l.prog.Edges {
			// A call may copy such a member over a _Bool; an assignment copies what is of one type.
			if s, ok := e.Stmt.(*cfg.MemCopy); ok && (odd[s.SrcRegion] || e.Call != nil && others[s.SrcRegion]) && !odd[s.DstRegion] {
				odd[s.DstRegion], again = true, true
			}
		}
	}
	return l.doubt(func(x *cfg.Load) bool { return loads[x] && odd[x.Region] })
}

// doubt replaces loads by any value where they are neither 0 nor 1.
func (l *lowerer) doubt(which func(*cfg.Load) bool) (changed bool) {
	for _, at := range slices.Clone(l.prog.Locs) {
		var fresh []*cfg.Var
		replace := func(e cfg.Expr) cfg.Expr {
			return cfg.RebuildLoads(e, func(old *cfg.Load, addr cfg.Expr) cfg.Expr {
				x := &cfg.Load{T: old.T, Addr: addr, Region: old.Region}
				if !which(old) {
					return x
				}
				v := l.prog.NewVar(at.Proc, "#bool", x.T)
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
				e.Stmt = cfg.RebuildStmt(e.Stmt, func(v *cfg.Var) *cfg.Var { return v }, func(o *cfg.Object) *cfg.Object { return o }, replace)
			}
		}
		if len(fresh) == 0 {
			continue
		}
		changed = true
		pos := at.Out[0].Pos
		if l.conf.Checks != 0 {
			l.prog.Assume(pos, "not checked: that a _Bool is 0 or 1")
		}
		last := l.prog.NewLoc(at.Proc, pos)
		last.Out, at.Out = at.Out, nil
		for _, e := range last.Out {
			e.From = last
		}
		for i, v := range fresh {
			to := last
			if i < len(fresh)-1 {
				to = l.prog.NewLoc(at.Proc, pos)
			}
			l.prog.NewEdge(at, to, &cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: "a _Bool that is neither 0 nor 1"}, pos, "", cfg.RoleImplicit)
			at = to
		}
	}
	return changed
}
