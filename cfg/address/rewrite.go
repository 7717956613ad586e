package address

import (
	"slices"

	"culprit/cfg"
	"culprit/cfg/alias"
)

// Abstract makes unknown what depends on the numbers of addresses. points is
// what the regions of the program were made of. It reports whether it changed
// the program, and then these are to be computed again; assumed are the
// statements that are taken to compare pointers into one object.
func Abstract(p *cfg.Program, points *alias.Result) (changed bool, assumed []*cfg.Edge) {
	a := analyze(p, points)
	for _, l := range slices.Clone(p.Locs) {
		r := &rewriter{analysis: a, fresh: map[string]*cfg.Var{}, loc: l}
		for _, e := range l.Out {
			r.edge(e)
			if r.assumed {
				assumed = append(assumed, e)
				r.assumed = false
			}
		}
		changed = changed || len(r.order) > 0
		r.insert()
	}
	return changed, assumed
}

// rewriter replaces operands in the statements that leave a location.
type rewriter struct {
	*analysis
	loc     *cfg.Loc
	fresh   map[string]*cfg.Var // by operand
	order   []*cfg.Var
	assumed bool
}

func (r *rewriter) edge(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		s.Src = r.expr(s.Src)
	case *cfg.Assume:
		if e.Role != cfg.RoleImplicit || len(e.From.Out) > 1 { // else what C says, such as how a pointer is aligned
			s.Cond = r.expr(s.Cond)
		}
	case *cfg.Store:
		if !s.Region.Ghost() {
			s.Addr, s.Val = r.expr(s.Addr), r.expr(s.Val)
		}
	case *cfg.MemCopy:
		s.Dst, s.Src, s.Size = r.expr(s.Dst), r.expr(s.Src), r.size(s.Size)
	case *cfg.MemSet:
		s.Dst, s.Val, s.Size = r.expr(s.Dst), r.expr(s.Val), r.size(s.Size)
	case *cfg.MemHavoc:
		s.Dst, s.Size = r.expr(s.Dst), r.size(s.Size)
	case *cfg.Alloc:
		s.Size = r.size(s.Size)
	case *cfg.Call:
		for i, x := range s.Args {
			s.Args[i] = r.expr(x)
		}
	}
}

// size rewrites an expression that must be a number.
func (r *rewriter) size(e cfg.Expr) cfg.Expr {
	if r.of(e) != number {
		return r.unknown(e)
	}
	return r.expr(e)
}

func (r *rewriter) expr(e cfg.Expr) cfg.Expr {
	switch e := e.(type) {
	case *cfg.Unary:
		x := r.expr(e.X)
		return with(e, func(c *cfg.Unary) { c.X = x }, x != e.X)
	case *cfg.Cast:
		if e.Op == cfg.BitsToBool && r.of(e.X) == mixed {
			return with(e, func(c *cfg.Cast) { c.X = r.unknown(e.X) }, true)
		}
		x := r.expr(e.X)
		return with(e, func(c *cfg.Cast) { c.X = x }, x != e.X)
	case *cfg.Ite:
		c, x, y := r.expr(e.Cond), r.expr(e.Then), r.expr(e.Else)
		return with(e, func(i *cfg.Ite) { i.Cond, i.Then, i.Else = c, x, y }, c != e.Cond || x != e.Then || y != e.Else)
	case *cfg.Load:
		if !e.Region.Ghost() {
			x := r.expr(e.Addr)
			return with(e, func(c *cfg.Load) { c.Addr = x }, x != e.Addr)
		}
	case *cfg.Binary:
		return r.binary(e)
	}
	return e
}

// with is a changed copy of e, or e itself.
func with[T any, P interface {
	*T
	cfg.Expr
}](e P, change func(P), changed bool) cfg.Expr {
	if !changed {
		return e
	}
	c := P(new(T))
	*c = *e
	change(c)
	return c
}

func (r *rewriter) binary(e *cfg.Binary) cfg.Expr {
	x, y := e.X, e.Y
	switch {
	case e.Op == cfg.PtrAdd && r.of(x) == linear && r.of(y) == mixed:
		x, y = r.expr(x), r.unknown(y)
	case e.Op == cfg.Sub && r.of(x) == linear && r.of(y) == linear:
		return r.difference(e)
	case e.T.Kind == cfg.Bool && e.Op != cfg.LAnd && e.Op != cfg.LOr && x.Type().Kind != cfg.Bool && !r.stable(e):
		return r.undecided(e)
	default:
		x, y = r.expr(x), r.expr(y)
	}
	return with(e, func(c *cfg.Binary) { c.X, c.Y = x, y }, x != e.X || y != e.Y)
}

// difference is the distance of two addresses.
func (r *rewriter) difference(e *cfg.Binary) cfg.Expr {
	switch r.relation(e.X, e.Y) {
	case listed:
		return &cfg.Ite{Cond: r.oneObject(e.X, e.Y), Then: e, Else: r.unknown(e)}
	case assumed:
		r.assumed = true
	}
	return e
}

// stable reports whether a comparison has the same result wherever objects
// lie.
func (r *rewriter) stable(e *cfg.Binary) bool {
	x, y := r.of(e.X), r.of(e.Y)
	// Without a cast, pointers are compared with pointers and null only.
	if x == linear && y == number && r.pointer(e.X) && !isConst(e.Y) {
		y = linear
	}
	if y == linear && x == number && r.pointer(e.Y) && !isConst(e.X) {
		x = linear
	}
	switch {
	case x == number && y == number:
		return true
	case x == mixed || y == mixed:
		return false
	case e.Op == cfg.Eq || e.Op == cfg.Ne:
		return x == y || r.isExtreme(e.X) || r.isExtreme(e.Y)
	case x == y:
		k := r.relation(e.X, e.Y)
		r.assumed = r.assumed || k == assumed
		return k == together || k == assumed
	}
	return (e.Op == cfg.ULt || e.Op == cfg.ULe) && (r.isExtreme(e.X) || r.isExtreme(e.Y))
}

func isConst(e cfg.Expr) bool { _, ok := e.(*cfg.Const); return ok }

// undecided replaces an operand of a comparison that is not stable.
func (r *rewriter) undecided(e *cfg.Binary) cfg.Expr {
	ordered := e.Op != cfg.Eq && e.Op != cfg.Ne
	c := *e
	if first := r.of(e.Y) == number || r.of(e.X) != number && cfg.Key(e.X) <= cfg.Key(e.Y); first {
		c.X = r.unknown(e.X)
	} else {
		c.Y = r.unknown(e.Y)
	}
	if ordered && r.of(e.X) == linear && r.of(e.Y) == linear && r.relation(e.X, e.Y) == listed {
		return &cfg.Ite{Cond: r.oneObject(e.X, e.Y), Then: e, Else: &c}
	}
	return &c
}

// unknown is a variable that is set to any value before the statement.
// Equal operands get the same one.
func (r *rewriter) unknown(e cfg.Expr) cfg.Expr {
	key := cfg.Key(e)
	v := r.fresh[key]
	if v == nil {
		v = r.prog.NewVar(r.loc.Proc, "#bits", e.Type())
		v.Temp = true
		r.fresh[key] = v
		r.order = append(r.order, v)
		r.vars, r.align, r.extreme = append(r.vars, number), append(r.align, 1), append(r.extreme, false)
	}
	return &cfg.VarRef{V: v}
}

// insert sets the variables.
func (r *rewriter) insert() {
	l := r.loc
	if len(r.order) == 0 {
		return
	}
	pos := l.Out[0].Pos
	last := r.prog.NewLoc(l.Proc, pos)
	last.Out, l.Out = l.Out, nil
	for _, e := range last.Out {
		e.From = last
	}
	at := l
	for i, v := range r.order {
		to := last
		if i < len(r.order)-1 {
			to = r.prog.NewLoc(l.Proc, pos)
		}
		r.prog.NewEdge(at, to, &cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: cfg.AddressBits}, pos, "", cfg.RoleImplicit)
		at = to
	}
}
