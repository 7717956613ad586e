package logic

import (
	"fmt"
	"slices"
)

// Check tests the invariants of the table that the package documentation promises; for tests.
func (tb *Table) Check() error {
	for t := T(2); int(t) < len(tb.nodes); t++ {
		if err := tb.checkTerm(t); err != nil {
			return fmt.Errorf("term %d %s: %w", t, tb.String(t), err)
		}
	}
	return nil
}

func (tb *Table) checkTerm(t T) error {
	nd := &tb.nodes[t]
	args := tb.Args(t)
	for _, a := range args {
		if a >= t || a < 0 {
			return fmt.Errorf("argument %d is not older", a)
		}
	}
	if again, _ := tb.find(nd.op, nd.sort, nd.aux, args...); again != t {
		return fmt.Errorf("duplicate or lost: %d", again)
	}
	switch nd.op {
	case OpBvNot, OpULe, OpSLe:
		return fmt.Errorf("%s is never built", nd.op)
	case OpNot:
		if tb.nodes[args[0]].op == OpNot || args[0] <= True {
			return fmt.Errorf("negation of a negation or constant")
		}
	case OpAnd, OpOr:
		return tb.checkJunction(nd.op, args)
	case OpAdd:
		return tb.checkSum(args)
	case OpMul:
		return tb.checkProduct(args)
	case OpSelect:
		if tb.nodes[args[0]].op != OpVar {
			return fmt.Errorf("read of a term that is not a variable")
		}
	case OpEq:
		if tb.nodes[args[0]].sort.Kind == SArray || args[0] == args[1] {
			return fmt.Errorf("trivial or array equation")
		}
	case OpULt, OpSLt:
		if tb.isBVConst(args[0]) {
			return fmt.Errorf("constant on the left")
		}
	case OpConcat:
		if tb.nodes[args[0]].op == OpConcat || tb.isZero(args[0]) {
			return fmt.Errorf("concat not normalised")
		}
	}
	if len(args) > 0 && nd.op != OpApply && nd.op != OpConstArray && nd.sort.Kind != SArray &&
		!slices.ContainsFunc(args, func(a T) bool { return !tb.IsConst(a) }) {
		return fmt.Errorf("constant not folded")
	}
	return nil
}

func (tb *Table) checkJunction(op Op, args []T) error {
	if len(args) < 2 {
		return fmt.Errorf("fewer than two arguments")
	}
	for i, a := range args {
		if a <= True || tb.nodes[a].op == op || i > 0 && args[i-1] >= a {
			return fmt.Errorf("argument %d is constant, nested or out of order", i)
		}
		if tb.nodes[a].op == OpNot && slices.Contains(args, tb.arg(a, 0)) {
			return fmt.Errorf("complementary arguments")
		}
	}
	return nil
}

func (tb *Table) checkSum(args []T) error {
	if len(args) < 2 {
		return fmt.Errorf("fewer than two summands")
	}
	last := T(-1)
	for i, a := range args {
		nd := &tb.nodes[a]
		if nd.op == OpConst {
			if i != len(args)-1 || nd.aux == 0 {
				return fmt.Errorf("constant summand misplaced or zero")
			}
			continue
		}
		m := a
		if nd.op == OpMul && tb.isBVConst(tb.arg(a, 0)) {
			m = tb.arg(a, 1)
		}
		if m <= last || nd.op == OpAdd && int(nd.n) <= maxSum/2 {
			return fmt.Errorf("summand %d nested or out of order", i)
		}
		last = m
	}
	return nil
}

func (tb *Table) checkProduct(args []T) error {
	if len(args) < 2 {
		return fmt.Errorf("fewer than two factors")
	}
	if c := &tb.nodes[args[0]]; c.op == OpConst {
		if len(args) != 2 || c.aux <= 1 || tb.isBVConst(args[1]) {
			return fmt.Errorf("coefficient not normalised")
		}
		m := &tb.nodes[args[1]]
		if m.op == OpMul && tb.isBVConst(tb.arg(args[1], 0)) {
			return fmt.Errorf("coefficient of a coefficient")
		}
		return nil
	}
	for i, a := range args {
		if op := tb.nodes[a].op; op == OpConst || op == OpMul && len(args) > 2 || i > 0 && args[i-1] > a {
			return fmt.Errorf("factor %d constant, nested or out of order", i)
		}
	}
	return nil
}
