package interp

import (
	"math"

	"culprit/cfg"
)

// bounds knows what the assumptions behind the inputs of a program ask of their values.
type bounds map[*cfg.Edge]*assumed

// assumed is what an input is compared with right behind it, by the comparison that the
// input is the left operand of.
type assumed struct{ equal, most, least []compared }

type compared struct {
	x        cfg.Expr
	op       cfg.Op
	inputIsX bool
}

// bound is what an input may be in a state: a value that it is compared with, not null if
// there is such a one, and its range.
type bound struct {
	equal       uint64
	least, most int64
	width       int
}

// of is the bound of an input in the state of a machine.
func (b bounds) of(m *machine, e *cfg.Edge, h *cfg.Havoc) bound {
	a := b[e]
	if a == nil {
		a = &assumed{}
		for at, n := e.To, 0; len(at.Out) == 1 && n < maxBehind; at, n = at.Out[0].To, n+1 {
			s, ok := at.Out[0].Stmt.(*cfg.Assume)
			if !ok {
				break
			}
			a.add(s.Cond, h.Dst)
		}
		b[e] = a
	}
	out := bound{least: math.MinInt64, most: math.MaxInt64, width: h.Dst.Type.Width()}
	for _, c := range a.equal {
		if v, ok := m.valueOf(c.x); ok && out.equal == 0 {
			out.equal = v
		}
	}
	for _, c := range a.most {
		if v, ok := c.value(m); ok {
			out.most = min(out.most, v)
		}
	}
	for _, c := range a.least {
		if v, ok := c.value(m); ok {
			out.least = max(out.least, v)
		}
	}
	return out
}

// add takes a condition apart.
func (a *assumed) add(x cfg.Expr, dst *cfg.Var) {
	b, ok := x.(*cfg.Binary)
	if !ok {
		return
	}
	switch b.Op {
	case cfg.LAnd, cfg.LOr:
		a.add(b.X, dst)
		a.add(b.Y, dst)
		return
	case cfg.Eq, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
	default:
		return
	}
	left, right := variable(b.X) == dst, variable(b.Y) == dst
	switch {
	case left == right:
	case b.Op == cfg.Eq && left:
		a.equal = append(a.equal, compared{x: b.Y})
	case b.Op == cfg.Eq:
		a.equal = append(a.equal, compared{x: b.X})
	case left:
		a.most = append(a.most, compared{b.Y, b.Op, true})
	default:
		a.least = append(a.least, compared{b.X, b.Op, false})
	}
}

// value is the greatest or least value that the comparison allows.
func (c compared) value(m *machine) (int64, bool) {
	v, ok := m.valueOf(c.x)
	n := int64(v)
	signed := c.op == cfg.SLt || c.op == cfg.SLe
	switch {
	case signed:
		n = cfg.SignExtend(v, c.x.Type().Width())
	case n < 0: // beyond any number here
		return 0, false
	}
	if strict := c.op == cfg.SLt || c.op == cfg.ULt; strict && c.inputIsX {
		n--
	} else if strict {
		n++
	}
	return n, ok
}

// clamp is the value in the range that is next to v.
func (b bound) clamp(v uint64) uint64 {
	n := cfg.SignExtend(v, b.width)
	if n > b.most {
		n = b.most
	}
	if n < b.least {
		n = b.least
	}
	return cfg.Mask(uint64(n), b.width)
}

// room is the greatest value of the input of the same call that follows e.
func (b bounds) room(m *machine, e *cfg.Edge) (uint64, bool) {
	seen := map[*cfg.Loc]bool{}
	for next := []*cfg.Loc{e.To}; len(next) > 0 && len(seen) < maxBehind; next = next[1:] {
		if seen[next[0]] {
			continue
		}
		seen[next[0]] = true
		for _, o := range next[0].Out {
			switch s := o.Stmt.(type) {
			case *cfg.Assume, *cfg.Assign, *cfg.Skip:
				next = append(next, o.To)
			case *cfg.Havoc:
				if o.Call == e.Call {
					n := b.of(m, o, s).most
					return uint64(n), n >= 0 && n < math.MaxInt64
				}
			}
		}
	}
	return 0, false
}
