package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// What C promises of a result. Of strcmp that is a sign, of isdigit whether it
// is zero, and nothing else may be proved, although each library has values of its
// own. Most calls stand where a program looks at no more than that: there the
// result is that of glibc, and elsewhere it is any with that sign.

// test is what a program looks at in a value: a bit set.
type test uint8

const (
	testsZero test = 1 << iota // whether it is zero
	testsSign                  // whether it is below, above or equal to zero
)

// tests are the places of a program that compare values with zero.
type tests struct {
	calls map[cc.ExpressionNode]test
	// vars are variables whose value is read, into those that calls are assigned
	// to in the map below.
	vars map[*cc.Declarator]*varTests
	into map[cc.ExpressionNode]*cc.Declarator
	// dropped are assignments whose own value nobody takes, or compares with zero
	// only; last the statements that are the value of a statement expression.
	dropped map[*cc.AssignmentExpression]bool
	last    map[*cc.ExpressionStatement]bool
}

// varTests counts the uses of a variable: in all, as the target of an
// assignment, and where it is compared with zero.
type varTests struct{ all, set, zero, sign int }

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
			t.compared(x.CastExpression, testsZero)
		}
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionLAnd {
			t.compared(x.LogicalAndExpression, testsZero)
			t.compared(x.InclusiveOrExpression, testsZero)
		}
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLOr {
			t.compared(x.LogicalOrExpression, testsZero)
			t.compared(x.LogicalAndExpression, testsZero)
		}
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionCond {
			t.compared(x.LogicalOrExpression, testsZero)
		}
	case *cc.EqualityExpression:
		if x.Case != cc.EqualityExpressionRel {
			t.relation(x.EqualityExpression, x.RelationalExpression, testsZero)
		}
	case *cc.RelationalExpression:
		if x.Case != cc.RelationalExpressionShift {
			t.relation(x.RelationalExpression, x.ShiftExpression, testsSign)
		}
	case *cc.SelectionStatement:
		if x.Case != cc.SelectionStatementSwitch {
			t.compared(x.ExpressionList, testsZero)
		}
	case *cc.IterationStatement:
		if x.Case == cc.IterationStatementFor {
			t.compared(x.ExpressionList2, testsZero)
		} else {
			t.compared(x.ExpressionList, testsZero)
		}
	}
}

func (t *tests) relation(a, b cc.ExpressionNode, how test) {
	switch {
	case isZeroLiteral(b):
		t.compared(a, how)
	case isZeroLiteral(a):
		t.compared(b, how)
	}
}

// isZeroLiteral reports whether n is the constant 0.
func isZeroLiteral(n cc.ExpressionNode) bool {
	x, ok := syntax.Unparen(n).(*cc.PrimaryExpression)
	return ok && x.Case == cc.PrimaryExpressionInt && x.Token.SrcStr() == "0"
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
		if v := t.variable(x); v != nil && how == testsZero {
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

// only reports whether nothing but tests of a kind looks at the value of a call.
func (t *tests) only(n cc.ExpressionNode, how test) bool {
	if how&testsSign != 0 {
		how |= testsZero
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
	if how&testsSign != 0 {
		tested += v.sign
	}
	return v.all == tested
}

// promised is the result r of a call of a function of the library as far as C
// says something about it.
func (f *fn) promised(c *call, r callResult) callResult {
	if fn := clib.Lookup(prelude.LibName(c.name)); fn != nil && fn.Pure && fn.Model != clib.SignBit && strings.HasPrefix(c.name, "__builtin_") {
		return r // gcc's own __builtin_isnan is 0 or 1
	}
	return f.promisedBy(prelude.LibName(c.name), c, r)
}

// promisedBy is promised for the call of a function by its name or through a
// pointer.
func (f *fn) promisedBy(name string, c *call, r callResult) callResult {
	lf := clib.Lookup(name)
	if lf == nil || lf.Promises == clib.Exact || f.l.conf.Execute || f.constant || r.done || r.e == nil || !c.use.wanted() || f.dead() {
		return r
	}
	how := testsZero
	if lf.Promises == clib.Sign {
		how = testsSign
	}
	if f.l.u.tests.only(c.x, how) {
		return r
	}
	zero := func(e cfg.Expr) cfg.Expr { return konst(e.Type(), 0) }
	v := f.temp(r.t)
	some := cfg.Expr(&cfg.VarRef{V: v})
	var same cfg.Expr
	if r.e.Type().Kind == cfg.Bool || lf.Promises == clib.Truth {
		cond := f.let(f.truth(r.val))
		same = binary(cfg.Eq, cast(cfg.BoolToBits, cfg.BV(8), cond), cast(cfg.BoolToBits, cfg.BV(8), binary(cfg.Ne, some, zero(some))))
	} else {
		was := f.let(f.conv(r.val, r.t))
		same = binary(cfg.LAnd,
			binary(cfg.LOr, binary(cfg.SLe, zero(was), was), binary(cfg.SLt, some, zero(some))),
			binary(cfg.LAnd, binary(cfg.LOr, binary(cfg.SLe, was, zero(was)), binary(cfg.SLt, zero(some), some)),
				binary(cfg.LOr, binary(cfg.Ne, was, zero(was)), binary(cfg.Eq, some, zero(some)))))
	}
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: lf.Name}, c.at, cfg.RoleUser)
	f.assume(same, span{}, cfg.RoleImplicit)
	if lf.Pure { // one value means yes, as in every library: programs compare signbit(x) with signbit(y)
		yes := f.l.kept(string(lf.Model)+" yes", r.t)
		was, no := cfg.Expr(&cfg.VarRef{V: yes}), binary(cfg.Eq, some, zero(some))
		f.assume(binary(cfg.LOr, no, binary(cfg.LOr, binary(cfg.Eq, was, zero(was)), binary(cfg.Eq, was, some))), span{}, cfg.RoleImplicit)
		f.emit(&cfg.Assign{Dst: yes, Src: ite(no, was, some)}, span{pos: c.at.pos}, cfg.RoleImplicit)
	}
	return give(val{e: some, t: r.t})
}
