package entry

import (
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// A number beside a pointer to a structure is the length of an array of structures, as
// in sum(const point *p, size_t n), or what a method is told about its object, as in
// vector_resize(vector *v, size_t n). The body says which: an object is only looked
// into, an array is indexed.

// object reports whether a function takes the structure behind its i-th parameter for a
// single one: it selects members of it, dereferences and compares the pointer, and
// hands it on to functions that do the same.
func (w *writer) object(f *cc.FunctionDefinition, i int, seen map[*cc.FunctionDefinition]bool) bool {
	t, ok := f.Declarator.Type().(*cc.FunctionType)
	if !ok || i >= len(t.Parameters()) || seen[f] {
		return ok && seen[f]
	}
	p := t.Parameters()[i]
	if e := pointee(decayed(p.Type())); e == nil || e.Kind() != cc.Struct && e.Kind() != cc.Union {
		return false
	}
	seen[f] = true
	defer delete(seen, f)
	is := func(n cc.ExpressionNode) bool {
		x := syntax.Ident(syntax.Unparen(n))
		return x != nil && x.Token.SrcStr() == p.Name()
	}
	all, single := 0, 0
	use := func(ns ...cc.ExpressionNode) {
		for _, n := range ns {
			if n != nil && is(n) {
				single++
			}
		}
	}
	syntax.Each(f.CompoundStatement, func(n cc.Node) {
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && x.Token.SrcStr() == p.Name() {
				all++
			}
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionPSelect:
				use(x.PostfixExpression)
			case cc.PostfixExpressionCall:
				for j, a := range syntax.Arguments(x) {
					if is(a) && w.handsOn(x, j, seen) {
						single++
					}
				}
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionDeref || x.Case == cc.UnaryExpressionNot {
				use(x.CastExpression)
			}
		case *cc.EqualityExpression:
			if x.Case != cc.EqualityExpressionRel {
				use(x.EqualityExpression, x.RelationalExpression)
			}
		case *cc.LogicalAndExpression:
			if x.Case == cc.LogicalAndExpressionLAnd {
				use(x.LogicalAndExpression, x.InclusiveOrExpression)
			}
		case *cc.LogicalOrExpression:
			if x.Case == cc.LogicalOrExpressionLOr {
				use(x.LogicalOrExpression, x.LogicalAndExpression)
			}
		}
	})
	return all > 0 && all == single
}

// handsOn reports whether the function that is called takes its j-th argument for an
// object.
func (w *writer) handsOn(call *cc.PostfixExpression, j int, seen map[*cc.FunctionDefinition]bool) bool {
	x := syntax.Ident(syntax.Unparen(call.PostfixExpression))
	if x == nil {
		return false
	}
	for i := range w.units.ASTs {
		if f := definition(w.units, i, x.Token.SrcStr()); f != nil {
			return w.object(f, j, seen)
		}
	}
	return false
}
