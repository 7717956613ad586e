package logic

import "testing"

func TestSmoke(t *testing.T) {
	tb := NewTable()
	x, y := tb.Var("f::x", BVSort(32)), tb.Var("y", BVSort(32))
	if tb.Mul(x, y) != tb.Mul(y, x) {
		t.Error("x*y != y*x")
	}
	if tb.Sub(tb.Add(x, y), y) != x {
		t.Error("x+y-y != x")
	}
	f := tb.And(tb.SLt(tb.Add(x, tb.BV(32, 1)), y), tb.Eq(tb.Mul(x, tb.BV(32, 6)), tb.Add(y, y)))
	g, err := Parse(tb, tb.String(f))
	if err != nil || g != f {
		t.Errorf("%s: %v", tb.String(f), err)
	}
	m := tb.Mark()
	n := tb.Len()
	tb.And(f, tb.Fresh("b", BoolSort()))
	tb.Release(m)
	if tb.Len() != n || tb.SLt(tb.Add(x, tb.BV(32, 1)), y) >= T(n) {
		t.Error("Release")
	}
}
