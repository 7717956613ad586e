package address

import (
	"slices"

	"culprit/analysis/alias"
	"culprit/cfg"
)

// Abstract makes unknown what depends on the numbers of addresses. points is
// what the regions of the program were made of. signed says that operations
// that may overflow are asked about, compared that it is checked whether pointers
// that are subtracted or ordered point into one object. It reports whether it
// changed the program, and then the regions are to be computed again.
func Abstract(p *cfg.Program, points *alias.Result, signed, compared bool) (changed bool) {
	a := analyze(p, points)
	a.findEnds()
	for _, l := range slices.Clone(p.Locs) {
		r := &rewriter{analysis: a, signed: signed, compared: compared, fresh: map[string]unknown{}, loc: l}
		for _, e := range l.Out {
			r.edge(e)
		}
		changed = changed || r.changed || len(r.order) > 0
		r.insert()
	}
	return changed
}

// rewriter replaces operands in the statements that leave a location.
type rewriter struct {
	*analysis
	signed   bool
	compared bool
	loc      *cfg.Loc
	fresh    map[string]unknown // by operand
	order    []unknown
	changed  bool // in another way than by unknown values
	user     bool // the statement is the program's
	disjoint bool // the condition asks whether two blocks overlap
	assumed  string
	pos      cfg.Pos // of the statement at hand
}

// unknown is a variable for what is not known, and the largest value it has.
type unknown struct {
	v    *cfg.Var
	most uint64
}

// The assumptions about addresses.
const (
	sameObject = "assumes that these pointers point into one object"
	distinct   = "assumes that an object has another address than those that have ended"
	literals   = "assumes that equal string literals are one object, and that others have no part in common"
	plain      = "assumes that no pointer is stored where this number is read"
	rebuilt    = "assumes that this pointer, which is made of bits of addresses, leads to the same place wherever objects lie"
)

// ofSlots are the errors that depend on which slots addresses lie in, or where in them.
var ofSlots = map[cfg.ReasonKind]bool{cfg.OtherObject: true, cfg.Misplaced: true}

// assume notes what the statement at hand assumes.
func (r *rewriter) assume(text string) {
	if text != sameObject || !r.compared {
		r.assumed = text
	}
}

func (r *rewriter) edge(e *cfg.Edge) {
	r.assumed, r.user, r.pos = "", e.Role == cfg.RoleUser, e.Pos
	r.stmt(e)
	if r.assumed != "" && e.Pos.IsValid() {
		r.prog.Assume(e.Pos, r.assumed)
	}
}

func (r *rewriter) stmt(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		if s.Dst.Converted && isPointer(s.Dst) && r.of(s.Src) == mixed {
			r.assume(rebuilt)
		}
		if !isPointer(s.Dst) {
			r.number(s.Src)
		}
		s.Src = r.expr(s.Src)
	case *cfg.Assume:
		if slices.ContainsFunc(e.From.Out, func(o *cfg.Edge) bool { return o.To.Kind == cfg.Error && ofSlots[o.To.Reason.Kind] }) {
			return
		}
		if e.Role != cfg.RoleImplicit || len(e.From.Out) > 1 { // else what C says, such as how a pointer is aligned
			r.disjoint = slices.ContainsFunc(e.From.Out, func(o *cfg.Edge) bool { return o.To.Kind == cfg.Error && o.To.Reason.Kind == cfg.Overlap })
			s.Cond = r.expr(s.Cond)
			r.disjoint = false
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
		s.Dst, s.Size, s.Asks = r.expr(s.Dst), r.size(s.Size), r.answerable(s.Asks)
	case *cfg.Havoc:
		s.Asks = r.answerable(s.Asks)
	case *cfg.Alloc:
		s.Size = r.size(s.Size)
	case *cfg.Call:
		for i, x := range s.Args {
			s.Args[i] = r.expr(x)
		}
	}
}

// size rewrites an expression that must be a number.
func (r *rewriter) size(e cfg.Expr) cfg.Expr { return r.anywhere(e) }

// answerable is a question to the library, or nil where the answer depends on
// addresses.
func (r *rewriter) answerable(q *cfg.Question) *cfg.Question {
	if q == nil || !slices.ContainsFunc(q.Args, func(x cfg.Expr) bool { return r.of(x) != number }) {
		return q
	}
	r.changed = true
	return nil
}

func (r *rewriter) expr(e cfg.Expr) cfg.Expr {
	switch e := e.(type) {
	case *cfg.Unary:
		x := r.operand(e, e.X)
		return with(e, func(c *cfg.Unary) { c.X = x }, x != e.X)
	case *cfg.Cast:
		x := r.operand(e, e.X)
		if e.Op == cfg.BitsToBool && r.of(e.X) == mixed {
			x = r.anywhere(e.X)
		}
		return with(e, func(c *cfg.Cast) { c.X = x }, x != e.X)
	case *cfg.Ite:
		c, x, y := r.expr(e.Cond), r.expr(e.Then), r.expr(e.Else)
		return with(e, func(i *cfg.Ite) { i.Cond, i.Then, i.Else = c, x, y }, c != e.Cond || x != e.Then || y != e.Else)
	case *cfg.Load:
		if !e.Region.Ghost() {
			x := r.expr(e.Addr)
			if int(e.T.Bits) < r.prog.PtrBits {
				r.number(e)
			}
			return with(e, func(c *cfg.Load) { c.Addr = x }, x != e.Addr)
		}
	case *cfg.Binary:
		if e.T.Kind != cfg.Bool || e.Op != cfg.Eq && e.Op != cfg.Ne {
			r.number(e.Y)
			if e.Op != cfg.PtrAdd {
				r.number(e.X)
			}
		}
		return r.binary(e)
	}
	return e
}

// number notes, once for each region, that x is read as a number where a pointer may
// be stored: at the same distance from what leads there, or at one that varies.
func (r *rewriter) number(x cfg.Expr) {
	l, ok := x.(*cfg.Load)
	if !ok || r.only[l.Region] || !r.pos.IsValid() {
		return
	}
	at, fixed := cfg.Distance(l.Addr)
	if slices.ContainsFunc(r.held[l.Region], func(addr cfg.Expr) bool {
		d, known := cfg.Distance(addr)
		return !fixed || !known || at < d+uint64(r.prog.PtrBits/8) && d < at+uint64(l.T.Bytes())
	}) {
		delete(r.held, l.Region)
		r.prog.Assume(r.pos, plain)
	}
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

// operand rewrites x, which is made unknown if e may overflow, and that is
// asked about.
func (r *rewriter) operand(e, x cfg.Expr) cfg.Expr {
	if r.signed && cfg.SiteOf(e) != nil && r.of(x) == mixed {
		return r.anywhere(x)
	}
	return r.expr(x)
}

func (r *rewriter) binary(e *cfg.Binary) cfg.Expr {
	m, masks := r.maskOf(e)
	x, y := e.X, e.Y
	switch {
	case masks && m.kind() != mixed:
		return r.masked(e, m)
	case adds[e.Op] && r.of(x) == linear && (e.Op == cfg.PtrAdd && r.of(y) == mixed || r.small(y)):
		x, y = r.expr(x), r.anywhere(y)
	case e.Op == cfg.Add && r.of(y) == linear && r.small(x):
		x, y = r.anywhere(x), r.expr(y)
	case e.Op == cfg.Sub && r.of(x) == linear && r.of(y) == linear:
		return r.difference(e)
	case r.disjoint && e.Op == cfg.ULt && r.distance(x): // objects do not overlap anywhere
		y = r.size(y)
	case r.disjoint && e.Op == cfg.ULe && r.distance(y):
		x = r.size(x)
	case e.T.Kind == cfg.Bool && e.Op != cfg.LAnd && e.Op != cfg.LOr && x.Type().Kind != cfg.Bool && !r.stable(e):
		return r.undecided(e)
	case e.Op == cfg.Eq || e.Op == cfg.Ne:
		if r.user && !r.literals && r.literal(x) && r.literal(y) {
			r.assume(literals)
			r.literals = true
		}
		if touch := r.touching(x, y); r.user && touch != nil {
			c := *e
			c.X, c.Y = r.expr(x), r.expr(y)
			return &cfg.Ite{Cond: touch, Then: r.unknown(e), Else: &c}
		}
		fallthrough
	default:
		x, y = r.operand(e, x), r.operand(e, y)
	}
	return with(e, func(c *cfg.Binary) { c.X, c.Y = x, y }, x != e.X || y != e.Y)
}

var adds = map[cfg.Op]bool{cfg.Add: true, cfg.PtrAdd: true, cfg.Sub: true}

// distance reports whether e is the distance of two addresses.
func (r *rewriter) distance(e cfg.Expr) bool {
	d, ok := e.(*cfg.Binary)
	return ok && d.Op == cfg.Sub && r.of(d.X) == linear && r.of(d.Y) == linear
}

// difference is the distance of two addresses.
func (r *rewriter) difference(e *cfg.Binary) cfg.Expr {
	switch r.relation(e.X, e.Y) {
	case listed:
		c := *e
		c.X, c.Y = r.anywhere(e.X), r.anywhere(e.Y)
		return &cfg.Ite{Cond: r.oneObject(e.X, e.Y), Then: e, Else: &c}
	case assumed:
		r.assume(sameObject)
	}
	return e
}

// masked is an operation on low bits of an address: of these the layout at hand
// gives some, others are zero, and the rest is unknown.
func (r *rewriter) masked(e *cfg.Binary, m *mask) cfg.Expr {
	t := e.T
	literal := func(v uint64) cfg.Expr { return &cfg.Const{T: t, V: cfg.Mask(v, t.Width())} }
	some := func(op cfg.Op, x cfg.Expr, v uint64) cfg.Expr {
		if v == 0 {
			return x
		}
		r.changed = true
		return &cfg.Binary{Op: op, T: t, X: x, Y: literal(v)}
	}
	if m.free == 0 && m.zero == 0 { // as it is
		x := r.expr(m.x)
		if x == m.x {
			return e
		}
		if c := *e; m.x == e.X {
			c.X = x
			return &c
		} else if m.x == e.Y {
			c.Y = x
			return &c
		}
	}
	x := r.expr(m.x)
	switch {
	case m.keep:
		r.changed = true
		return &cfg.Binary{Op: cfg.And, T: t, X: x, Y: literal(m.bits)}
	case m.op == cfg.And:
		if m.free != 0 {
			x = &cfg.Binary{Op: cfg.Sub, T: t, X: x, Y: some(cfg.And, r.unknown(m.x), m.free)}
		}
		if m.bits == 0 {
			return x
		}
		return some(cfg.And, x, ^m.bits)
	}
	x = some(cfg.Add, x, m.zero)
	if m.free != 0 {
		x = &cfg.Binary{Op: cfg.Add, T: t, X: x, Y: some(cfg.And, r.unknown(m.x), m.free)}
	}
	return some(m.op, x, m.bits)
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
		extreme := r.isExtreme(e.X) || r.isExtreme(e.Y)
		if x == y && !extreme && (r.ended(e.X, r.loc.Proc) || r.ended(e.Y, r.loc.Proc)) {
			r.assume(distinct)
		}
		return x == y || extreme
	case x == y:
		k := r.relation(e.X, e.Y)
		if k == assumed {
			r.assume(sameObject)
		}
		return k == together || k == assumed
	}
	return (e.Op == cfg.ULt || e.Op == cfg.ULe) && (r.isExtreme(e.X) || r.isExtreme(e.Y))
}

func isConst(e cfg.Expr) bool { _, ok := e.(*cfg.Const); return ok }

// undecided replaces the operands of a comparison that is not stable.
func (r *rewriter) undecided(e *cfg.Binary) cfg.Expr {
	c := *e
	c.X, c.Y = r.anywhere(e.X), r.anywhere(e.Y)
	ordered := e.Op != cfg.Eq && e.Op != cfg.Ne
	if ordered && r.of(e.X) == linear && r.of(e.Y) == linear && r.relation(e.X, e.Y) == listed {
		return &cfg.Ite{Cond: r.oneObject(e.X, e.Y), Then: e, Else: &c}
	}
	return &c
}

// anywhere is the value that e has with objects at unknown addresses.
func (r *rewriter) anywhere(e cfg.Expr) cfg.Expr {
	k := r.of(e)
	if k == number {
		return r.expr(e)
	}
	switch e := e.(type) {
	case *cfg.Unary:
		c := *e
		c.X = r.anywhere(e.X)
		return &c
	case *cfg.Cast:
		c := *e
		c.X = r.anywhere(e.X)
		return &c
	case *cfg.Ite:
		return &cfg.Ite{Cond: r.expr(e.Cond), Then: r.anywhere(e.Then), Else: r.anywhere(e.Else)}
	case *cfg.Binary:
		c := *e
		c.X, c.Y = r.anywhere(e.X), r.anywhere(e.Y)
		return &c
	}
	return r.placed(e, k)
}

// placed is an unknown number, of which the low bits are known that are so
// wherever the object lies. Where accesses are checked a read remains, also for
// no bits.
func (r *rewriter) placed(e cfg.Expr, k kind) cfg.Expr {
	t, out := e.Type(), r.unknown(e)
	if t.Kind != cfg.Bits {
		return out
	}
	literal := func(v uint64) cfg.Expr { return &cfg.Const{T: t, V: cfg.Mask(v, t.Width())} }
	var zero, known uint64
	if k == linear {
		zero, known = r.divisor(e)-1, r.given(e)-1
	}
	if zero|known != 0 {
		out = &cfg.Binary{Op: cfg.And, T: t, X: out, Y: literal(^(zero | known))}
	}
	known &^= zero
	if known != 0 || isLoad(e) && r.prog.Slots {
		out = &cfg.Binary{Op: cfg.Or, T: t, X: out, Y: &cfg.Binary{Op: cfg.And, T: t, X: r.expr(e), Y: literal(known)}}
	}
	return out
}

// unknown is a variable that is set to any value before the statement, up to
// what bounds e. Equal operands get the same one.
func (r *rewriter) unknown(e cfg.Expr) cfg.Expr {
	key := cfg.Key(e)
	u, ok := r.fresh[key]
	if !ok {
		u = unknown{v: r.prog.NewVar(r.loc.Proc, "#bits", e.Type()), most: ones(e.Type())}
		if r.of(e) == mixed {
			u.most = r.atMost(e)
		}
		u.v.Temp = true
		r.fresh[key] = u
		r.order = append(r.order, u)
		r.vars, r.align, r.extreme = append(r.vars, number), append(r.align, 1), append(r.extreme, false)
		r.most, r.raised = append(r.most, u.most), append(r.raised, 0)
	}
	return &cfg.VarRef{V: u.v}
}

// insert sets the variables.
func (r *rewriter) insert() {
	l := r.loc
	if len(r.order) == 0 {
		return
	}
	var stmts []cfg.Stmt
	for _, u := range r.order {
		stmts = append(stmts, &cfg.Havoc{Dst: u.v, Kind: cfg.Unknown, Func: cfg.AddressBits})
		if t := u.v.Type; t.Kind == cfg.Bits && u.most != ones(t) {
			stmts = append(stmts, &cfg.Assume{Cond: cfg.Compare(cfg.ULe, &cfg.VarRef{V: u.v}, &cfg.Const{T: t, V: u.most})})
		}
	}
	pos := l.Out[0].Pos
	last := r.prog.NewLoc(l.Proc, pos)
	last.Out, l.Out = l.Out, nil
	for _, e := range last.Out {
		e.From = last
	}
	at := l
	for i, s := range stmts {
		to := last
		if i < len(stmts)-1 {
			to = r.prog.NewLoc(l.Proc, pos)
		}
		r.prog.NewEdge(at, to, s, pos, "", cfg.RoleImplicit)
		at = to
	}
}

// touching is the condition that one of two addresses is the end of an object and
// the other one the beginning of another, nil if that cannot be: whether they are
// equal then depends on where objects lie. Blocks of the heap do not touch, since
// allocators keep something between them.
func (a *analysis) touching(x, y cfg.Expr) (cond cfg.Expr) {
	if a.of(x) != linear || a.of(y) != linear || a.relation(x, y) == together {
		return nil
	}
	xs, ys := a.mayPoint(x), a.mayPoint(y)
	if len(xs)*len(ys) > maxListed*maxListed {
		return nil
	}
	at := func(e cfg.Expr, o *cfg.Object, off uint64) cfg.Expr {
		var to cfg.Expr = &cfg.AddrOf{Obj: o, Bits: a.prog.PtrBits}
		if off != 0 {
			to = &cfg.Binary{Op: cfg.PtrAdd, T: to.Type(), X: to, Y: &cfg.Const{T: to.Type(), V: off}}
		}
		return cfg.Compare(cfg.Eq, e, to)
	}
	add := func(end, begin cfg.Expr, ends, begins []*cfg.Object) {
		for _, o := range ends {
			for _, q := range begins {
				if o == q || !a.ends[o] {
					continue
				}
				c := cfg.Conjunction(at(end, o, o.Size), at(begin, q, 0))
				if cond == nil {
					cond = c
				} else {
					cond = cfg.Disjunction(cond, c)
				}
			}
		}
	}
	add(x, y, xs, ys)
	add(y, x, ys, xs)
	return cond
}

// literal reports whether an address may be one in a string literal.
func (a *analysis) literal(x cfg.Expr) bool {
	return a.of(x) == linear && slices.ContainsFunc(a.mayPoint(x), (*cfg.Object).Literal)
}
