package invariants

import (
	"slices"

	"culprit/cfg"
)

// Comparisons are a template: how the two sides of one are ordered. A wrong
// operator or a wrong bound shows where the sides are equal, and by nothing else:
// all values are in their ranges, and the branch goes a way that others go.

// compared are the two sides of a comparison of variables, loads and constants.
type compared struct {
	x, y  side
	text  string // of the expression
	point int32
}

// side is one side of a comparison: an operand of the statement or a constant.
type side struct {
	operand int32 // -1: a constant
	form    form
	key     uint64 // of a constant
}

// side is a side of a comparison that was collected last.
func (c *collector) side(e cfg.Expr, f form) (side, bool) {
	for {
		x, ok := e.(*cfg.Cast)
		if !ok {
			break
		}
		e = x.X
	}
	switch x := e.(type) {
	case *cfg.Const:
		if x.T.Kind == cfg.Float {
			f = floating
		}
		f = f.of(max(x.T.Width(), 1))
		return side{operand: -1, form: f, key: f.key(x.V)}, true
	case *cfg.VarRef, *cfg.Load:
		o := &c.out[len(c.out)-1]
		return side{operand: int32(len(c.out) - 1), form: o.form}, o.form.base() != pointer
	}
	return side{}, false
}

// compare keeps a comparison of numbers.
func (c *collector) compare(e *cfg.Binary, x, y side) {
	if e.T == cfg.BoolType && e.X.Type() != cfg.BoolType && x.form.base() == y.form.base() && (x.operand >= 0 || y.operand >= 0) {
		c.compared = append(c.compared, compared{x: x, y: y, text: cfg.ExprString(e)})
	}
}

// comparison is the point of a comparison: the same for both outcomes of a
// branch. Its name is made of the sides.
func (ps *points) comparison(e *cfg.Edge, c *compared, known map[string]int32) int32 {
	key := "order " + c.text
	id, ok := known[key]
	if !ok {
		static := ps.sites[e.ID].static
		name := c.x.name(static, ps.results) + " compared with " + c.y.name(static, ps.results)
		id = ps.add(point{kind: comparison, edge: e, of: name, form: unsigned.of(2)})
		known[key] = id
	}
	return id
}

// name is what the user calls a side; results has the temporaries that keep the
// result of a function.
func (s *side) name(static []operand, results map[*cfg.Var]string) string {
	switch {
	case s.operand < 0:
		return s.form.show(s.key)
	case static[s.operand].name != "":
		return static[s.operand].name
	case static[s.operand].v == nil:
		return "the value loaded"
	case results[static[s.operand].v] != "":
		return results[static[s.operand].v]
	}
	return "what was computed"
}

// resultNames names the temporaries that keep the result of one function.
func resultNames(prog *cfg.Program) map[*cfg.Var]string {
	out := map[*cfg.Var]string{}
	for _, e := range prog.Edges {
		a, ok := e.Stmt.(*cfg.Assign)
		if !ok || !a.Dst.Temp {
			continue
		}
		name := ""
		if x, ok := a.Src.(*cfg.VarRef); ok && x.V.Proc != nil && x.V == x.V.Proc.Ret {
			name = x.V.Proc.Name + "()"
		}
		if old, ok := out[a.Dst]; ok && old != name {
			name = ""
		}
		out[a.Dst] = name
	}
	return out
}

// orderNames are the keys of the points of comparisons.
var orderNames = [...]string{"less", "equal", "greater"}

// value is the key of one side of a comparison, if the instance has read it.
func (s *side) value(in *cfg.Instance, operands []int32) (uint64, bool) {
	if s.operand < 0 {
		return s.key, true
	}
	k := slices.Index(operands, s.operand)
	if k < 0 {
		return 0, false
	}
	return s.form.key(in.Reads[k].Value), true
}
