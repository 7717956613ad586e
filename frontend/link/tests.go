package link

import (
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// test is what a program looks at in a value: a bit set.
type test uint8

const (
	TestsZero test = 1 << iota // whether it is zero
	TestsSign                  // whether it is below, above or equal to zero
)

func newTests() *tests {
	return &tests{calls: map[cc.ExpressionNode]test{}, vars: map[*cc.Declarator]*varTests{}, into: map[cc.ExpressionNode]*cc.Declarator{},
		dropped: map[*cc.AssignmentExpression]bool{}, last: map[*cc.ExpressionStatement]bool{}}
}

// visit notes what one node compares.
func (t *tests) visit(n cc.Node) {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		if v := t.variable(x); v != nil {
			v.all++
		}
		if x.Case == cc.PrimaryExpressionStmt {
			for l := x.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
				if s := l.BlockItem.Statement; s != nil && s.ExpressionStatement != nil && l.BlockItemList == nil {
					t.last[s.ExpressionStatement] = true
				}
			}
		}
	case *cc.ExpressionStatement:
		if !t.last[x] {
			t.drop(x.ExpressionList)
		}
	case *cc.AssignmentExpression:
		if x.Case != cc.AssignmentExpressionAssign {
			return
		}
		if v := t.variable(x.UnaryExpression); v != nil {
			v.set++
			if t.dropped[x] {
				t.assigned(x.AssignmentExpression, localOf(x.UnaryExpression))
			}
		}
	case *cc.InitDeclarator:
		if x.Initializer != nil && x.Initializer.AssignmentExpression != nil && x.Declarator != nil && x.Declarator.Type().Kind() == cc.Int && !syntax.FileScope(x.Declarator) {
			t.assigned(x.Initializer.AssignmentExpression, x.Declarator)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			t.compared(x.CastExpression, TestsZero)
		}
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionLAnd {
			t.compared(x.LogicalAndExpression, TestsZero)
			t.compared(x.InclusiveOrExpression, TestsZero)
		}
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLOr {
			t.compared(x.LogicalOrExpression, TestsZero)
			t.compared(x.LogicalAndExpression, TestsZero)
		}
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionCond {
			t.compared(x.LogicalOrExpression, TestsZero)
		}
	case *cc.EqualityExpression:
		if x.Case != cc.EqualityExpressionRel {
			t.relation(x.EqualityExpression, x.RelationalExpression, TestsZero)
		}
	case *cc.RelationalExpression:
		if x.Case != cc.RelationalExpressionShift {
			t.relation(x.RelationalExpression, x.ShiftExpression, TestsSign)
		}
	case *cc.SelectionStatement:
		if x.Case != cc.SelectionStatementSwitch {
			t.compared(x.ExpressionList, TestsZero)
		}
	case *cc.IterationStatement:
		if x.Case == cc.IterationStatementFor {
			t.compared(x.ExpressionList2, TestsZero)
		} else {
			t.compared(x.ExpressionList, TestsZero)
		}
	}
}

func (t *tests) relation(a, b cc.ExpressionNode, how test) {
	switch {
	case syntax.IsZero(b):
		t.compared(a, how)
	case syntax.IsZero(a):
		t.compared(b, how)
	}
}

// compared notes that n is compared with zero.
func (t *tests) compared(n cc.ExpressionNode, how test) {
	if n == nil {
		return
	}
	switch x := syntax.Unparen(n).(type) {
	case *cc.PostfixExpression:
		t.calls[x] |= how
	case *cc.ConditionalExpression:
		t.compared(x.ExpressionList, how)
		t.compared(x.ConditionalExpression, how)
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
		}
		t.compared(x.AssignmentExpression, how)
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionAssign && localOf(x.UnaryExpression) != nil {
			t.dropped[x] = true
			t.compared(x.AssignmentExpression, how)
		}
	case *cc.PrimaryExpression:
		if v := t.variable(x); v != nil && how == TestsZero {
			v.zero++
		} else if v != nil {
			v.sign++
		}
	}
}

// drop notes that nobody takes the value of n.
func (t *tests) drop(n cc.ExpressionNode) {
	switch x := syntax.Unparen(n).(type) {
	case *cc.AssignmentExpression:
		t.dropped[x] = true
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			t.drop(x.AssignmentExpression)
		}
	}
}

// assigned notes that n, where it is a call, becomes the value of a variable.
func (t *tests) assigned(n cc.ExpressionNode, d *cc.Declarator) {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PostfixExpression:
		t.into[x] = d
	case *cc.ConditionalExpression:
		t.assigned(x.ExpressionList, d)
		t.assigned(x.ConditionalExpression, d)
	}
}

// localOf is the local variable of type int that n consists of, or nil.
func localOf(n cc.ExpressionNode) *cc.Declarator {
	id := syntax.Ident(n)
	if id == nil {
		return nil
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	if !ok || syntax.FileScope(d) || d.Type().Kind() != cc.Int {
		return nil
	}
	return d
}

func (t *tests) variable(n cc.ExpressionNode) *varTests {
	d := localOf(n)
	if d == nil {
		return nil
	}
	if t.vars[d] == nil {
		t.vars[d] = &varTests{}
	}
	return t.vars[d]
}

// Only reports whether nothing but tests of a kind looks at the value of a call.
func (t *tests) Only(n cc.ExpressionNode, how test) bool {
	if how&TestsSign != 0 {
		how |= TestsZero
	}
	direct := t.calls[n]
	d := t.into[n]
	if d == nil {
		return direct != 0 && direct&^how == 0
	}
	v := t.vars[d]
	if v == nil || direct&^how != 0 {
		return v == nil && direct&^how == 0
	}
	tested := v.set + v.zero
	if how&TestsSign != 0 {
		tested += v.sign
	}
	return v.all == tested
}
