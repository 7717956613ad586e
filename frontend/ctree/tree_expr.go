package ctree

import (
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// expr makes the node of an expression, nil if its text is not the user's.
func (p *planter) expr(x cc.ExpressionNode) *Node {
	x = syntax.Unparen(x)
	if x == nil {
		return nil
	}
	n := &Node{Kind: NodeOpaque, Extent: Extent{-1, -1}}
	if t := x.Type(); t != nil {
		n.Type = typeOf(t)
	}
	if p.expanded {
		p.fill(n, x)
		if n.Kind == NodeOpaque || n.Kind == NodeLiteral {
			p.uses(n, x)
		}
		return n
	}
	e, ok := p.outliner.expr(x)
	if !ok {
		return nil
	}
	n.Extent = e
	p.written(n, x)
	if n.Kind == NodeOpaque || n.Kind == NodeLiteral {
		p.expanded = true
		n.Expansion = p.expr(x)
		p.expanded = false
	}
	return n
}

// uses adds the names in what is not described further.
func (p *planter) uses(n *Node, x cc.ExpressionNode) {
	n.Kids = nil
	syntax.Each(x, func(y cc.Node) {
		if id, ok := y.(*cc.PrimaryExpression); ok && id.Case == cc.PrimaryExpressionIdent {
			n.Kids = append(n.Kids, &Node{Kind: NodeName, Extent: Extent{-1, -1}, Name: id.Token.SrcStr(), Object: p.meant(id), Type: typeOf(id.Type())})
		}
	})
}

// written describes an expression of the text.
func (p *planter) written(n *Node, x cc.ExpressionNode) {
	first, last := syntax.First(x), syntax.Last(x)
	if p.is(first) < 0 && p.at(first) == p.at(last) {
		return // what a macro expands to
	}
	p.fill(n, x)
	at := n.Start
	for _, k := range n.Kids {
		if k.Start < at || k.End > n.End {
			n.Kind, n.Kids, n.Place = NodeOpaque, nil, true // an operand begins or ends within a macro
			break
		}
		at = k.End
	}
}

// fill describes an expression that is written as such.
func (p *planter) fill(n *Node, x cc.ExpressionNode) {
	kids := func(kind NodeKind, op cc.Token, xs ...cc.ExpressionNode) bool {
		at := p.is(op)
		var all []*Node
		for _, x := range xs {
			k := p.expr(x)
			if k == nil {
				return false
			}
			all = append(all, k)
		}
		if at >= 0 {
			n.OpAt = Extent{at, at + len(op.Src())}
		}
		n.Kind, n.Op, n.Kids = kind, string(op.Src()), all
		return at >= 0 || p.expanded
	}
	if op, a, b, ok := syntax.Binary(x); ok {
		if !kids(NodeBinary, op, a, b) {
			n.Kind = NodeOpaque
		}
		return
	}
	switch x := x.(type) {
	case *cc.ConditionalExpression:
		if x.ExpressionList == nil || !kids(NodeChoice, x.Token, x.LogicalOrExpression, x.ExpressionList, x.ConditionalExpression) {
			n.Kind, n.Kids = NodeOpaque, nil
		}
	case *cc.AssignmentExpression:
		if kids(NodeAssign, x.Token, x.UnaryExpression, x.AssignmentExpression) {
			object(n.Kids[0])
		} else {
			n.Kind, n.Kids = NodeOpaque, nil
		}
	case *cc.ExpressionList:
		p.comma(n, x)
	case *cc.CastExpression:
		if !kids(NodeCast, x.Token, x.CastExpression) {
			n.Kind = NodeOpaque
		}
	case *cc.UnaryExpression:
		p.unary(n, x, kids)
	case *cc.PostfixExpression:
		p.postfix(n, x, kids)
	case *cc.PrimaryExpression:
		p.primary(n, x)
	}
}

// object marks an expression whose text has to remain that of an object, and
// those that it takes for that.
func object(n *Node) {
	n.Place = true
	switch {
	case n.Kind == NodeMember && n.Op == ".":
		object(n.Kids[0])
	case n.Kind == NodeIndex && n.Kids[0].Type.Class == TypeArray:
		object(n.Kids[0])
	}
}

func (p *planter) comma(n *Node, x *cc.ExpressionList) {
	for l := x; l != nil; l = l.ExpressionList {
		k := p.expr(l.AssignmentExpression)
		if k == nil {
			n.Kids = nil
			return
		}
		k.Unused = l.ExpressionList != nil
		n.Kids = append(n.Kids, k)
	}
	n.Kind = NodeComma
}

func (p *planter) unary(n *Node, x *cc.UnaryExpression, kids func(NodeKind, cc.Token, ...cc.ExpressionNode) bool) {
	ok := true
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		if ok = kids(NodeStep, x.Token, x.UnaryExpression); ok {
			object(n.Kids[0])
		}
	case cc.UnaryExpressionAddrof:
		if ok = kids(NodeAddr, x.Token, x.CastExpression); ok {
			object(n.Kids[0])
		}
	case cc.UnaryExpressionDeref, cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
		ok = kids(NodeUnary, x.Token, x.CastExpression)
	default:
		n.Kind = NodeSizeof
	}
	if !ok {
		n.Kind, n.Kids = NodeOpaque, nil
	}
}

func (p *planter) postfix(n *Node, x *cc.PostfixExpression, kids func(NodeKind, cc.Token, ...cc.ExpressionNode) bool) {
	ok := true
	switch x.Case {
	case cc.PostfixExpressionIndex:
		if ok = kids(NodeIndex, x.Token, x.PostfixExpression, x.ExpressionList); ok && n.Kids[0].Type.Class == TypeArray {
			object(n.Kids[0])
		}
	case cc.PostfixExpressionCall:
		all := []cc.ExpressionNode{x.PostfixExpression}
		for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
			all = append(all, l.AssignmentExpression)
		}
		if ok = kids(NodeCall, x.Token, all...); ok {
			object(n.Kids[0])
		}
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		if ok = kids(NodeMember, x.Token, x.PostfixExpression); ok {
			n.Name = x.Token2.SrcStr()
			ok = p.is(x.Token2) >= 0 || p.expanded
			if n.Op == "." {
				object(n.Kids[0])
			}
		}
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		if ok = kids(NodeStep, x.Token, x.PostfixExpression); ok {
			n.Postfix = true
			object(n.Kids[0])
		}
	default:
		n.Kind = NodeLiteral
	}
	if !ok {
		n.Kind, n.Kids = NodeOpaque, nil
	}
}

func (p *planter) primary(n *Node, x *cc.PrimaryExpression) {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		n.Kind, n.Name, n.Object = NodeName, x.Token.SrcStr(), p.meant(x)
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionFloat, cc.PrimaryExpressionChar:
		n.Kind, n.Name = NodeNumber, x.Token.SrcStr()
	case cc.PrimaryExpressionString:
		n.Kind = NodeString
	}
}

// object is what a declarator declares.
func (p *planter) object(d *cc.Declarator) Object {
	if o, ok := p.objects[d]; ok {
		return o
	}
	o := Object{Name: d.Name()}
	switch {
	case !syntax.FileScope(d) && p.fn == "": // of a prototype
		return Object{}
	case !syntax.FileScope(d):
		o.File, o.Func = p.main.Name, p.fn
		o.N = p.declared[o.Name]
		p.declared[o.Name]++
	case d.IsStatic():
		o.File = p.main.Name
	}
	p.objects[d] = o
	return o
}

// enter makes a function the one that declares names.
func (p *planter) enter(fn string) { p.fn, p.declared = fn, map[string]int{} }

// meant is what an identifier means.
func (p *planter) meant(x *cc.PrimaryExpression) Object {
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		if d != nil {
			return p.object(d)
		}
	case *cc.Enumerator:
		return Object{Name: x.Token.SrcStr()}
	}
	return Object{}
}
