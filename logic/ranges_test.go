package logic

import (
	"math/rand/v2"
	"testing"

	"culprit/internal/rounds"
)

// TestRanges learns ranges from random conditions, on one way or on two that meet, and compares the terms that are rewritten under
// them with the naive twin of the term, wherever the conditions hold.
func TestRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	tb := NewTable()
	ev := NewEvaluator(tb)
	base := tb.Mark()
	const w = 8
	s := BVSort(w)
	x, y := &ast{op: "var", sort: s, name: "x"}, &ast{op: "var", sort: s, name: "y"}
	vars := map[string]Sort{"x": s, "y": s}
	konst := func(v uint64) *ast { return &ast{op: "const", sort: s, val: v & mask(w)} }
	mk := func(op string, sort Sort, args ...*ast) *ast { return &ast{op: op, sort: sort, args: args} }
	var term func(depth int) *ast
	term = func(depth int) *ast {
		if depth == 0 {
			return []*ast{x, y, x, y, konst(r.Uint64N(9) - 3)}[r.IntN(5)]
		}
		op := []string{"add", "add", "mul", "mul", "sub", "udiv", "srem"}[r.IntN(7)]
		return mk(op, s, term(depth-1), term(r.IntN(depth)))
	}
	// condition bounds x and y, mostly from both sides.
	condition := func() *ast {
		c := mk("eq", Sort{}, konst(0), konst(0))
		for range 1 + r.IntN(3) {
			v := term(r.IntN(8) / 7)
			op, at := []string{"ule", "ult"}[r.IntN(2)], r.Uint64N(20)
			if r.IntN(2) == 0 {
				op, at = []string{"sle", "slt"}[r.IntN(2)], at-10
			}
			k, l := konst(at), konst(at+1+r.Uint64N(20))
			d := mk("and", Sort{}, mk(op, Sort{}, k, v), mk(op, Sort{}, v, l))
			switch r.IntN(6) {
			case 0:
				d = mk(op, Sort{}, k, v)
			case 1:
				d = mk("eq", Sort{}, v, k)
			case 2:
				d = mk("not", Sort{}, mk(op, Sort{}, k, v))
			}
			c = mk("and", Sort{}, c, d)
		}
		return c
	}
	few, fit := 0, 0
	n := rounds.Of(2500)
	for range n {
		tb.Release(base)
		c := condition()
		known := tb.Learn(Ranges{}, c.build(tb))
		if r.IntN(2) == 0 {
			o := condition()
			before := known
			known = Either(known, tb.Learn(Ranges{}, o.build(tb)))
			tb.Learn(before, o.build(tb)) // must not change what was known
			c = mk("or", Sort{}, c, o)
		}
		a := term(r.IntN(4))
		if r.IntN(3) == 0 {
			a = x
		}
		plain := a.build(tb)
		asFew, asFit := tb.Few(known, plain), tb.Fit(known, plain)
		if asFew != plain {
			few++
		}
		if asFit != plain {
			fit++
		}
		for v := range uint64(1) << w {
			for range 4 {
				e := &env{map[string]uint64{"x": v, "y": v + r.Uint64N(64) - 32&mask(w)}, nil}
				e.val["y"] &= mask(w)
				if c.eval(e) == 0 {
					continue
				}
				ev.Reset(e.model(tb, vars))
				want := a.eval(e)
				if got := ev.Value(asFew); got != want {
					t.Fatalf("%s where %s is %d, as one of few %d: %s", a, c, want, got, tb.String(asFew))
				}
				if got := ev.Value(asFit); got != want {
					t.Fatalf("%s where %s is %d, extended %d: %s", a, c, want, got, tb.String(asFit))
				}
			}
		}
	}
	if few < n/20 || fit < n/50 {
		t.Errorf("%d terms of few values, %d extended", few, fit)
	}
}
