package ccfix

import (
	"strings"

	"culprit/frontend/cpp"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Initialisers that cc refuses: excess elements, members of unions that replace
// each other, ranges in ranges, braces around scalars. In texts that it refused,
// lists in braces become calls, whose arguments it checks one by one, and become
// lists again in the syntax tree, which the lowering reads by itself.
//
//	source                 becomes
//	= { 1, { 2 }, 3 }      = { __culprit_list(1, __culprit_list(2), 3) }
//	{ .a[1].b = 4 }        { __culprit_list(__culprit_member("a"), __culprit_index(1), __culprit_member("b"), 4) }
//	{ [1 ... 2] = 5 }      { __culprit_list(__culprit_index(1, 2), 5) }
//	e ?: 1                 e ? __culprit_same : 1, as cc fails where e is a constant
//
// Whoever asks for the size of an array whose list was written like this would be
// told that of one element, so that arrays without a size are left alone where
// the text has typeof.
const (
	listName   = "__culprit_list"
	memberName = "__culprit_member"
	indexName  = "__culprit_index"
	sameName   = "__culprit_same"
)

// initializers rewrites all lists, and reports whether there are any.
func (m *rewriter) initializers() bool {
	open := true // arrays without a size are rewritten
	for i := range m.toks {
		if m.isIdent(i) && (isTypeof(m.str(i)) || m.str(i) == "__auto_type") {
			open = false
		}
	}
	found := false
	for i := range m.toks {
		switch {
		case m.is(i, "?") && m.is(i+1, ":"):
			m.after(i, " "+sameName)
			found = true
		case m.is(i, "{") && m.match[i] > i+1 && m.initializes(i, open):
			m.before(i, "{")
			m.after(m.match[i], "}")
			m.listCall(i)
			found = true
		}
	}
	return found
}

// initializes reports whether the brace at i opens a list that initialises an
// object as a whole.
func (m *rewriter) initializes(i int, open bool) bool {
	if m.is(i-1, "=") {
		return open || !m.is(i-2, "]") || !m.is(i-3, "[")
	}
	if !m.is(i-1, ")") {
		return false
	}
	from := i - 2
	for from > 0 && m.match[from] != i-1 {
		from--
	}
	switch {
	case m.is(from-1, ")"), m.is(from-1, "]"), m.isIdent(from-1) && operandWord(m.str(from-1)):
		return false // the body of a function
	case m.is(i-2, "]") && m.is(i-3, "[") && !open:
		return false
	}
	_, _, ok := m.typeName(from+1, i-1)
	return ok
}

// listCall rewrites the list in braces that opens at i.
func (m *rewriter) listCall(i int) {
	end := m.match[i]
	items := m.parts(i+1, end)
	for _, p := range items {
		m.item(p[0], p[1]+1)
	}
	if n := len(items); n > 0 && m.is(end-1, ",") {
		m.replace(end-1, end-1, "")
	}
	m.toks[i].Kind, m.toks[i].Text = cpp.Raw, listName+"("
	m.toks[end].Kind, m.toks[end].Text = cpp.Raw, ")"
}

// item rewrites one item of a list, tokens from to end-1.
func (m *rewriter) item(from, end int) {
	designated := false
	if m.isIdent(from) && m.is(from+1, "=") && m.around[from][0] == "." { // field: e
		m.replace(from, from, memberName+`("`+m.str(from)+`")`)
		m.replace(from+1, from+1, ",")
		from += 2
	}
	for from < end {
		switch {
		case m.is(from, ".") && m.isIdent(from+1):
			m.replace(from, from+1, memberName+`("`+m.str(from+1)+`")`)
			m.separate(from, designated)
			from += 2
		case m.is(from, "[") && m.match[from] > 0:
			close := m.match[from]
			m.separate(from, designated)
			for k := from + 1; k < close; k++ {
				if m.is(k, "...") {
					m.replace(k, k, ",")
				}
			}
			m.toks[from].Kind, m.toks[from].Text = cpp.Raw, indexName+"("
			m.toks[close].Kind, m.toks[close].Text = cpp.Raw, ")"
			delete(m.around, close) // where = was left out
			from = close + 1
		default:
			if designated && m.is(from, "=") {
				m.replace(from, from, ",")
				from++
			} else if designated {
				m.before(from, ",")
			}
			if m.is(from, "{") && m.match[from] == end-1 {
				m.listCall(from)
			} else if t := &m.toks[min(from, len(m.toks)-1)]; t.Kind == cpp.Raw && strings.HasPrefix(t.Text, "{") {
				t.Text = listName + "(" + strings.TrimSuffix(t.Text[1:], "}") + ")" // a wide string
			}
			return
		}
		designated = true
	}
}

// separate puts a comma before a further designator of one item.
func (m *rewriter) separate(i int, further bool) {
	if further {
		m.before(i, ",")
	}
}

// relist makes lists of calls again.
func relist(ast *cc.AST) {
	syntax.Each(ast.TranslationUnit, func(n cc.Node) {
		switch x := n.(type) {
		case *cc.Initializer:
			if x.Case == cc.InitializerInitList && x.InitializerList != nil && x.InitializerList.InitializerList == nil {
				if args, ok := listed(x.InitializerList.Initializer); ok {
					x.InitializerList = items(args)
				}
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionComplit && x.InitializerList != nil {
				if args, ok := listed(x.InitializerList.Initializer); ok {
					x.InitializerList = items(args)
				}
			}
		case *cc.ConditionalExpression:
			if l := x.ExpressionList; l != nil {
				if id := syntax.Ident(l); id != nil && id.Token.SrcStr() == sameName {
					x.ExpressionList = nil
				}
			}
		}
	})
}

// listed returns the arguments if an initialiser is a list that became a call.
func listed(x *cc.Initializer) (*cc.ArgumentExpressionList, bool) {
	if x == nil || x.Case != cc.InitializerExpr {
		return nil, false
	}
	return calls(x.AssignmentExpression, listName)
}

// calls returns the arguments if an expression calls the function name.
func calls(n cc.ExpressionNode, name string) (*cc.ArgumentExpressionList, bool) {
	c, ok := syntax.Unparen(n).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall {
		return nil, false
	}
	id := syntax.Ident(c.PostfixExpression)
	return c.ArgumentExpressionList, id != nil && id.Token.SrcStr() == name
}

// items makes a list of the arguments of a call.
func items(args *cc.ArgumentExpressionList) (list *cc.InitializerList) {
	at := &list
	var first, last *cc.DesignatorList
	for ; args != nil; args = args.ArgumentExpressionList {
		e := args.AssignmentExpression
		if d := designatorOf(e); d != nil {
			next := &cc.DesignatorList{Designator: d}
			if first == nil {
				first = next
			} else {
				last.DesignatorList = next
			}
			last = next
			continue
		}
		x := &cc.Initializer{Case: cc.InitializerExpr, AssignmentExpression: e}
		if inner, ok := calls(e, listName); ok {
			c := syntax.Unparen(e).(*cc.PostfixExpression)
			x = &cc.Initializer{Case: cc.InitializerInitList, InitializerList: items(inner), Token: c.Token, Token3: c.Token2}
		}
		*at = &cc.InitializerList{Initializer: x, Token: args.Token}
		if first != nil {
			(*at).Designation = &cc.Designation{DesignatorList: first}
			first, last = nil, nil
		}
		at = &(*at).InitializerList
	}
	return list
}

// designatorOf is the designator that an argument stands for, or nil.
func designatorOf(e cc.ExpressionNode) *cc.Designator {
	if a, ok := calls(e, memberName); ok && a != nil {
		if s, ok := syntax.Unparen(a.AssignmentExpression).(*cc.PrimaryExpression); ok {
			d := &cc.Designator{Case: cc.DesignatorField, Token: s.Token, Token2: s.Token}
			name := strings.Trim(s.Token.SrcStr(), `"`)
			d.Token2.Set(s.Token.Sep(), []byte(name))
			return d
		}
	}
	if a, ok := calls(e, indexName); ok && a != nil {
		d := &cc.Designator{Case: cc.DesignatorIndex, ConstantExpression: a.AssignmentExpression}
		if a = a.ArgumentExpressionList; a != nil {
			d.Case, d.ConstantExpression2 = cc.DesignatorIndex2, a.AssignmentExpression
		}
		return d
	}
	return nil
}
