package frontend

import "modernc.org/cc/v4"

// Integers of 128 bits, as two of 64.

func (f *fn) toWide(v val, to *ctype, n cc.ExpressionNode) val {
	f.fail(n, "conversion to %s", to.name)
	return val{}
}

func (f *fn) fromWide(v val, to *ctype) val {
	f.fail(nil, "conversion of %s to %s", v.t.name, to.name)
	return val{}
}

func (f *fn) wideOp(op string, x, y val, n cc.ExpressionNode) val {
	f.fail(n, "operator %s on %s and %s", op, x.t.name, y.t.name)
	return val{}
}

func (f *fn) wideUnary(op string, x val, n cc.ExpressionNode) val {
	f.fail(n, "operator %s on %s", op, x.t.name)
	return val{}
}
