package safety

import "culprit/cfg"

// Checks is a set of kinds of error locations.
type Checks uint32

// The elements of Checks.
const (
	Overflow    Checks = 1 << iota // no-overflow
	Deref                          // valid-deref
	Free                           // valid-free
	Memtrack                       // valid-memtrack
	Memclean                       // valid-memcleanup
	Division                       // ub-division
	Shift                          // ub-shift
	Conversion                     // ub-conversion
	Builtin                        // ub-builtin
	Unreachable                    // ub-unreachable
	Length                         // ub-length
	Uninit                         // ub-uninit
	Call                           // ub-call
	Pointer                        // ub-pointer
	Compare                        // ub-compare
	Sequence                       // ub-sequence
	Format                         // ub-format
	Const                          // ub-const
	Align                          // ub-align
	Bounds                         // ub-bounds
	Wrap                           // unsigned-wrap
	Lossy                          // conversions
	Stack                          // stack
	Asserted                       // unreach-call, beside others

	// Memsafety is valid-memsafety of the competition.
	Memsafety = Deref | Free | Memtrack
	// Slotted are those for which objects lie in slots of their own.
	Slotted = Memsafety | Memclean | Pointer | Compare | Const
)

// Assertions reports whether failed assertions and calls of error functions are
// violations: where nothing else is asked, and where they are asked for besides.
func (c Checks) Assertions() bool { return c == 0 || c&Asserted != 0 }

// check is one way in which the statements that leave a location may violate
// a property.
type check struct {
	bad      cfg.Expr // a Bool over the state before these statements
	property string
	reason   cfg.Reason
	at       cfg.Pos
}

// guard puts checks before all edges that leave loc, in order: where bad
// holds, control goes to an error location of its own instead.
func guard(p *cfg.Program, loc *cfg.Loc, checks []check) {
	if len(checks) == 0 {
		return
	}
	edges, from := loc.Out, loc
	loc.Out = nil
	for _, c := range checks {
		fail, next := p.NewLoc(loc.Proc, c.at), p.NewLoc(loc.Proc, loc.Pos)
		fail.Kind, fail.Reason, fail.Property = cfg.Error, c.reason, c.property
		p.NewEdge(from, next, &cfg.Assume{Cond: cfg.Negate(c.bad)}, c.at, "", cfg.RoleImplicit)
		p.NewEdge(from, fail, &cfg.Assume{Cond: c.bad}, c.at, "", cfg.RoleImplicit)
		from = next
	}
	for _, e := range edges {
		e.From = from
	}
	from.Out = edges
}

// guardAll guards each location with the checks that f adds for the expressions that
// are evaluated there. What add is given counts where the expression is evaluated.
func guardAll(p *cfg.Program, f func(loc *cfg.Loc, e cfg.Expr, add func(check))) {
	for _, loc := range p.Locs[:len(p.Locs):len(p.Locs)] {
		var checks []check
		evaluated(loc, func(e, when cfg.Expr) {
			f(loc, e, func(c check) {
				if c.bad = cfg.Conjunction(when, c.bad); !cfg.IsFalse(c.bad) {
					checks = append(checks, c)
				}
			})
		})
		guard(p, loc, checks)
	}
}

// evaluated calls f on the subexpressions that the statements leaving loc
// evaluate, operands first, with the condition under which they do: the lazy
// operators skip operands. Several edges are the outcomes of one decision,
// which is evaluated once: what the first has in common with others counts
// once.
func evaluated(loc *cfg.Loc, f func(e, when cfg.Expr)) {
	v := visitor{f: f, seen: map[cfg.Expr]cfg.Expr{}}
	for i, e := range loc.Out {
		v.later = i > 0
		cfg.Exprs(e.Stmt, func(x cfg.Expr) { v.visit(x, cfg.True) })
	}
}

type visitor struct {
	f     func(e, when cfg.Expr)
	seen  map[cfg.Expr]cfg.Expr // and when first
	later bool                  // in an edge after the first
}

func (v *visitor) visit(e, when cfg.Expr) {
	first, seen := v.seen[e]
	if seen && (v.later || first == cfg.Expr(cfg.True) || first == when) {
		return
	}
	switch e := e.(type) {
	case *cfg.Binary:
		v.visit(e.X, when)
		switch e.Op {
		case cfg.LAnd:
			v.visit(e.Y, cfg.Conjunction(when, e.X))
		case cfg.LOr:
			v.visit(e.Y, cfg.Conjunction(when, cfg.Negate(e.X)))
		default:
			v.visit(e.Y, when)
		}
	case *cfg.Ite:
		v.visit(e.Cond, when)
		v.visit(e.Then, cfg.Conjunction(when, e.Cond))
		v.visit(e.Else, cfg.Conjunction(when, cfg.Negate(e.Cond)))
	default:
		cfg.Children(e, func(c cfg.Expr) { v.visit(c, when) })
	}
	v.f(e, when)
	if !seen {
		v.seen[e] = when
	}
}

// Targets says what an address may point to: these objects and, with others, heap
// blocks or memory outside of the program.
type Targets func(addr cfg.Expr) (objects []*cfg.Object, others bool)

// Constructors of conditions.

// konst is the literal v with w bits.
func konst(w int, v int64) cfg.Expr {
	return &cfg.Const{T: cfg.BV(w), V: cfg.Mask(uint64(v), w)}
}

// arithmetic builds an operation whose value is meant to wrap.
func arithmetic(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	return &cfg.Binary{Op: op, T: x.Type(), X: x, Y: y}
}

// doubled is the signed number x with twice as many bits.
func doubled(x cfg.Expr) cfg.Expr {
	t := cfg.BV(2 * width(x))
	switch c := x.(type) {
	case *cfg.Const:
		return konst(t.Width(), cfg.SignExtend(c.V, width(x)))
	case *cfg.Cast:
		if c.Op == cfg.SExt || c.Op == cfg.ZExt {
			return &cfg.Cast{Op: c.Op, T: t, X: c.X}
		}
	}
	return &cfg.Cast{Op: cfg.SExt, T: t, X: x}
}

func width(e cfg.Expr) int { return e.Type().Width() }

// Counted is how many things in the text of a program checks look at. Those that
// cannot go wrong have no error location.
type Counted struct {
	Accesses   int // to memory, for Deref and Align
	Operations int // of numbers, for Overflow and the like
	Blocks     int // that are allocated or freed, for Free, Memtrack and Memclean
}

// Count counts what the checks c look at in p, instrumented or not.
func Count(p *cfg.Program, c Checks) (n Counted) {
	for _, l := range p.Locs {
		if len(l.Out) == 0 || l.Out[0].Role != cfg.RoleUser {
			continue
		}
		if c&(Deref|Align) != 0 {
			n.Accesses += accessesOf(l)
		}
		evaluated(l, func(e, _ cfg.Expr) {
			if c&^(Memsafety|Memclean|Align) != 0 && cfg.SiteOf(e) != nil {
				n.Operations++
			}
		})
		for _, e := range l.Out {
			a, allocates := e.Stmt.(*cfg.Alloc)
			f, frees := e.Stmt.(*cfg.Free)
			if c&(Free|Memtrack|Memclean) != 0 && (allocates && !a.Stack || frees && !f.Stack) {
				n.Blocks++
			}
		}
	}
	return n
}

// accessesOf counts the accesses of the statements that leave a location.
func accessesOf(l *cfg.Loc) (n int) {
	evaluated(l, func(e, _ cfg.Expr) {
		if x, ok := e.(*cfg.Load); ok && !x.Region.Ghost() {
			n++
		}
	})
	for _, e := range l.Out {
		switch e.Stmt.(type) { // those of a ghost are not the user's
		case *cfg.Store, *cfg.MemSet, *cfg.MemHavoc:
			n++
		case *cfg.MemCopy:
			n += 2
		}
	}
	return n
}
