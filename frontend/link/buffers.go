package link

import (
	"culprit/cfg/clib"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// OnlyBuffer reports whether an expression names an array of static storage duration
// that the functions which main reaches mention nowhere but in calls that give it to a
// stream for its buffer, and below sizeof: what the stream does with it is not seen.
func (u *Program) OnlyBuffer(n cc.ExpressionNode, r *Reach) bool {
	id := syntax.Ident(syntax.Unparen(n))
	if id == nil {
		return false
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	if !ok || d.Type().Kind() != cc.Array || !syntax.FileScope(d) && !d.IsStatic() {
		return false
	}
	if g := u.Globals[u.NameOf(d)]; syntax.FileScope(d) && (g == nil || !g.Defined) {
		return false
	}
	key := u.VarKey(d)
	is := func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionIdent {
			return false
		}
		other, ok := x.ResolvedTo().(*cc.Declarator)
		return ok && u.VarKey(other) == key
	}
	others := 0
	count := func(n cc.Node, by int) {
		syntax.Each(n, func(n cc.Node) {
			if is(n) {
				others += by
			}
		})
	}
	visit := func(n cc.Node) {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionSizeofExpr {
				count(x.UnaryExpression, -1)
			}
		case *cc.PostfixExpression:
			name, id := "", (*cc.PrimaryExpression)(nil)
			if x.Case == cc.PostfixExpressionCall {
				name, id = u.CalleeOf(x)
			}
			if fn := clib.Lookup(prelude.LibName(name)); id != nil && fn != nil && fn.Buffers() && u.Funcs[name] == nil {
				for _, i := range fn.Keeps {
					if args := syntax.Arguments(x); i < len(args) && is(syntax.Unparen(args[i])) {
						others--
					}
				}
			}
		}
	}
	for _, name := range r.Funcs {
		count(u.Funcs[name].Def.CompoundStatement, 1)
		syntax.Each(u.Funcs[name].Def.CompoundStatement, visit)
	}
	for _, name := range r.Globals {
		if g := u.Globals[name]; g != nil && g.Init != nil {
			count(g.Init, 1)
			syntax.Each(g.Init, visit)
		}
	}
	return others == 0
}
