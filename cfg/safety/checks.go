package safety

import "culprit/cfg"

// Checks is a set of properties.
type Checks uint8

// The elements of Checks.
const (
	Overflow Checks = 1 << iota // no-overflow
	Deref                       // valid-deref
	Free                        // valid-free
	Memtrack                    // valid-memtrack
	Memclean                    // valid-memcleanup

	// Memsafety is valid-memsafety of the competition.
	Memsafety = Deref | Free | Memtrack
)

// The names of the properties, as Loc.Property and verdicts have them.
const (
	NoOverflow    = "no-overflow"
	ValidDeref    = "valid-deref"
	ValidFree     = "valid-free"
	ValidMemtrack = "valid-memtrack"
	ValidMemclean = "valid-memcleanup"
)

// Instrument adds the error locations of the checks to p, in place. It must
// run before recursive procedures are copied.
func Instrument(p *cfg.Program, c Checks) {
	if c&Overflow != 0 {
		overflow(p)
	}
	if c&(Memsafety|Memclean) != 0 {
		memory(p, c)
	}
}

// guard makes e conditional: where bad holds, control goes to a new error
// location instead. The new statements come before e and share its position
// unless at is valid.
func guard(p *cfg.Program, e *cfg.Edge, bad cfg.Expr, property, what string, at cfg.Pos) {
	if !at.IsValid() {
		at = e.Pos
	}
	from := e.From
	proc := from.Proc
	fail := p.NewLoc(proc, at)
	fail.Kind, fail.What, fail.Property = cfg.Error, what, property
	mid := p.NewLoc(proc, e.Pos)
	from.Out = without(from.Out, e)
	e.From = mid
	mid.Out = append(mid.Out, e)
	p.NewEdge(from, fail, &cfg.Assume{Cond: bad}, at, e.Text, cfg.RoleImplicit)
	p.NewEdge(from, mid, &cfg.Assume{Cond: &cfg.Unary{Op: cfg.LNot, X: bad}}, at, e.Text, cfg.RoleImplicit)
}

func without(edges []*cfg.Edge, e *cfg.Edge) []*cfg.Edge {
	var out []*cfg.Edge
	for _, x := range edges {
		if x != e {
			out = append(out, x)
		}
	}
	return out
}
