package ctree

import (
	"cmp"
	"slices"

	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// New is the tree of the first of the units.
func New(units *parse.Units) *Tree {
	p := planter{outliner: outliner{src: units.Sources, main: units.Sources.Main}, out: &Tree{}, objects: map[*cc.Declarator]Object{}}
	for l := units.ASTs[0].TranslationUnit; l != nil; l = l.TranslationUnit {
		if d := l.ExternalDeclaration; d != nil {
			p.external(d)
		}
	}
	for _, nodes := range units.ASTs[0].Scope.Nodes {
		for _, n := range nodes {
			if e, ok := n.(*cc.Enumerator); ok {
				p.out.Enumerators = append(p.out.Enumerators, Enumerator{e.Token.SrcStr(), p.is(e.Token)})
			}
		}
	}
	slices.SortFunc(p.out.Enumerators, func(a, b Enumerator) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Name, b.Name)) })
	return p.out
}

func (p *planter) external(d *cc.ExternalDeclaration) {
	switch d.Case {
	case cc.ExternalDeclarationFuncDef:
		f := d.FunctionDefinition
		p.enter(f.Declarator.Name())
		defer p.enter("")
		fn := p.function(f.Declarator)
		if fn == nil || f.CompoundStatement == nil {
			return
		}
		for l := f.DeclarationList; l != nil; l = l.DeclarationList { // K&R
			fn.Params = append(fn.Params, p.declare(l.Declaration).Vars...)
		}
		if p.is(f.CompoundStatement.Token) >= 0 && p.is(f.CompoundStatement.Token2) >= 0 {
			fn.At = p.at(f)
			fn.Body = p.block(f.CompoundStatement)
		}
	case cc.ExternalDeclarationDecl:
		n := p.declare(d.Declaration)
		if n == nil {
			return
		}
		p.out.Globals = append(p.out.Globals, n.Vars...)
		for _, k := range n.Kids {
			constant(k)
			p.out.Inits = append(p.out.Inits, k)
		}
	}
}

// function notes a function that is declared.
func (p *planter) function(d *cc.Declarator) *Func {
	t, ok := d.Type().(*cc.FunctionType)
	if !ok {
		return nil
	}
	at := p.at(d.NameTok())
	fn := &Func{Name: d.Name(), Object: p.object(d), Type: typeOf(t), Result: typeOf(t.Result()), At: -1, User: at >= 0}
	for _, x := range t.Parameters() {
		v := Var{Type: typeOf(x.Type()), At: at}
		if x.Declarator != nil {
			v.Name, v.Object = x.Declarator.Name(), p.object(x.Declarator)
			if own := p.at(x.Declarator.NameTok()); own >= 0 {
				v.At = own
			}
		}
		if v.Type.Class != TypeVoid {
			fn.Params = append(fn.Params, v)
		}
	}
	for i, old := range p.out.Funcs {
		if old.Name == fn.Name {
			p.out.Funcs[i] = fn
			return fn
		}
	}
	p.out.Funcs = append(p.out.Funcs, fn)
	return fn
}

// declare makes the node of a declaration.
func (p *planter) declare(d *cc.Declaration) *Node {
	n := &Node{Kind: NodeDeclare, Extent: Extent{p.at(d), p.behind(d.Token)}}
	if d.Case != cc.DeclarationDecl {
		return n
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		x := l.InitDeclarator
		switch {
		case x.Declarator.IsTypename():
			continue
		case x.Declarator.Type().Kind() == cc.Function:
			p.function(x.Declarator)
			continue
		}
		at := p.at(x.Declarator.NameTok())
		if at < 0 {
			continue
		}
		v := Var{Name: x.Declarator.Name(), Type: typeOf(x.Declarator.Type()), At: at, Object: p.object(x.Declarator)}
		n.Vars = append(n.Vars, v)
		n.Static = n.Static || x.Declarator.IsStatic()
		if x.Initializer == nil {
			continue
		}
		init := &Node{Kind: NodeInit, Op: v.Name, Object: v.Object, Type: v.Type, Extent: Extent{at, p.behind(x.Declarator.NameTok())}}
		p.initializer(x.Initializer, init)
		if len(init.Kids) > 0 {
			init.End = max(init.End, init.Kids[len(init.Kids)-1].End)
			n.Kids = append(n.Kids, init)
		}
	}
	if n.Static {
		for _, k := range n.Kids {
			constant(k)
		}
	}
	return n
}

// initializer adds the expressions of an initialiser.
func (p *planter) initializer(x *cc.Initializer, to *Node) {
	if x.Case == cc.InitializerExpr {
		if e := p.expr(x.AssignmentExpression); e != nil {
			to.Kids = append(to.Kids, e)
		}
		return
	}
	for l := x.InitializerList; l != nil; l = l.InitializerList {
		p.initializer(l.Initializer, to)
	}
}

// constant marks what has to be constant.
func constant(n *Node) {
	n.Constant = true
	for _, k := range n.Kids {
		constant(k)
	}
}

func (p *planter) block(c *cc.CompoundStatement) *Node {
	n := &Node{Kind: NodeBlock, Extent: Extent{p.is(c.Token), p.behind(c.Token2)}}
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		switch b := l.BlockItem; b.Case {
		case cc.BlockItemDecl:
			if d := p.declare(b.Declaration); d.Start >= 0 && p.main.Text[d.Start] != '{' { // __func__
				n.Kids = append(n.Kids, d)
			}
		case cc.BlockItemStmt:
			if s := p.stmt(b.Statement); s != nil {
				n.Kids = append(n.Kids, s)
			}
		}
	}
	return n
}

// stmt makes the node of a statement. Of one whose limits are not known, what
// is in it can be changed, and itself cannot: its extent is empty.
func (p *planter) stmt(x *cc.Statement) *Node {
	if x == nil {
		return nil
	}
	n := &Node{Kind: NodeOtherStmt, Extent: Extent{-1, -1}}
	macro := -1 // which the statement comes from
	add := func(e cc.ExpressionNode, unused bool) *Node {
		k := p.expr(e)
		if k != nil {
			k.Unused = unused
			if macro >= 0 && k.Start == macro { // it stands for more than the expression
				k.Extent = Extent{-1, -1}
			}
			n.Kids = append(n.Kids, k)
		}
		return k
	}
	under := func(x *cc.Statement) {
		if k := p.stmt(x); k != nil {
			n.Kids = append(n.Kids, k)
			n.End = k.End
		}
	}
	keyword := func(kind NodeKind, t cc.Token) {
		n.Kind, n.Op, n.Start = kind, string(t.Src()), p.is(t)
		if n.Start < 0 {
			macro = p.at(t)
		}
		n.OpAt = Extent{n.Start, n.Start + len(n.Op)}
	}
	switch x.Case {
	case cc.StatementLabeled:
		l := x.LabeledStatement
		keyword(NodeLabel, l.Token)
		under(l.Statement)
	case cc.StatementCompound:
		return p.block(x.CompoundStatement)
	case cc.StatementExpr:
		e := x.ExpressionStatement
		n.Kind = NodeExpr
		n.Extent = Extent{p.is(e.Token), p.behind(e.Token)}
		if n.Start < 0 {
			macro = p.at(e.Token)
		}
		if e.ExpressionList != nil {
			n.Start = p.is(syntax.First(e.ExpressionList))
			add(e.ExpressionList, true)
		}
		if p.is(e.Token) < 0 {
			n.End = -1
		}
	case cc.StatementSelection:
		s := x.SelectionStatement
		kind := NodeIf
		if s.Case == cc.SelectionStatementSwitch {
			kind = NodeSwitch
		}
		keyword(kind, s.Token)
		if add(s.ExpressionList, false) == nil {
			n.Kids = append(n.Kids, &Node{Kind: NodeOpaque, Extent: Extent{-1, -1}})
		}
		under(s.Statement)
		if s.Case == cc.SelectionStatementIfElse {
			under(s.Statement2)
		}
	case cc.StatementIteration:
		p.iteration(x.IterationStatement, n, keyword, add, under)
	case cc.StatementJump:
		j := x.JumpStatement
		keyword(NodeJump, j.Token)
		last := j.Token2
		switch j.Case {
		case cc.JumpStatementGoto:
			n.Name, last = j.Token2.SrcStr(), j.Token3
		case cc.JumpStatementGotoExpr:
			last = j.Token3
		case cc.JumpStatementReturn:
			n.Kind = NodeReturn
			add(j.ExpressionList, false)
		}
		n.End = p.behind(last)
		if p.is(last) < 0 {
			n.End = -1
		}
	}
	if n.Start < 0 || n.End <= n.Start {
		n.Extent = Extent{-1, -1}
	}
	return n
}

func (p *planter) iteration(i *cc.IterationStatement, n *Node, keyword func(NodeKind, cc.Token),
	add func(cc.ExpressionNode, bool) *Node, under func(*cc.Statement)) {
	switch i.Case {
	case cc.IterationStatementWhile:
		keyword(NodeWhile, i.Token)
		n.Cond = add(i.ExpressionList, false)
		under(i.Statement)
	case cc.IterationStatementDo:
		keyword(NodeDo, i.Token)
		n.Cond = add(i.ExpressionList, false)
		under(i.Statement)
		n.End = p.behind(i.Token5)
	case cc.IterationStatementFor:
		keyword(NodeFor, i.Token)
		n.Init = add(i.ExpressionList, true)
		n.Cond = add(i.ExpressionList2, false)
		n.Step = add(i.ExpressionList3, true)
		under(i.Statement)
	default:
		keyword(NodeFor, i.Token)
		n.Init = p.declare(i.Declaration)
		n.Kids = append(n.Kids, n.Init)
		n.Cond = add(i.ExpressionList, false)
		n.Step = add(i.ExpressionList2, true)
		under(i.Statement)
	}
}
