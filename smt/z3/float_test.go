//go:build z3

package z3

import (
	"math/rand/v2"
	"testing"
	"time"

	"culprit/internal/ieee"
	"culprit/internal/rounds"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// TestFloats compares package ieee with Z3, and answers about operations on
// operands that are not known.
func TestFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 754))
	z, e := New(), bitblast.New(bitblast.Config{})
	widths := []int{8, 16, 32, 64}
	some := func(w int) uint64 {
		v := r.Uint64()
		switch {
		case r.IntN(2) == 0 && w == 64: // a moderate number
			v = v&^(0x7ff<<52) | uint64(1023+r.IntN(80)-40)<<52
		case r.IntN(2) == 0 && w == 32:
			v = v&^(0xff<<23) | uint64(127+r.IntN(80)-40)<<23
		}
		return v
	}
	for range rounds.Of(60) {
		for op := range ieee.NumOps {
			m := ieee.Mode(r.IntN(int(ieee.Away)))
			w := widths[2+r.IntN(2)]
			aw := w
			switch {
			case op.FromInt():
				aw = widths[r.IntN(4)]
			case op.ToInt():
				w, m = widths[r.IntN(4)], ieee.Zero
			case op == ieee.Convert:
				w = 96 - aw
			case op == ieee.Integral:
				m = ieee.Mode(r.IntN(int(ieee.NumModes)))
			}
			tb := logic.NewTable()
			x, y := tb.Var("x", logic.BVSort(aw)), tb.Var("y", logic.BVSort(aw))
			args, consts := []logic.T{x}, []logic.T{tb.BV(aw, some(aw))}
			if op.Binary() {
				args, consts = append(args, y), append(consts, tb.BV(aw, some(aw)))
			}
			result := tb.Float(op, m, w, args...)
			f := []logic.T{tb.Ne(result, tb.Float(op, m, w, consts...))}
			for i := range args {
				f = append(f, tb.Eq(args[i], consts[i]))
			}
			if got, _, err := z.Check(tb, f, smt.Budget{Time: 10 * time.Second}); got == smt.Sat || err != nil {
				t.Fatalf("%v %v: %v %s", got, err, op, tb.String(tb.And(f...)))
			}
			// A question with several answers, or none.
			f = []logic.T{tb.ULt(result, tb.BV(w, some(w))), tb.ULt(tb.BV(w, some(w)), result), tb.ULt(x, consts[0])}
			want, _, err := z.Check(tb, f, smt.Budget{Time: time.Second})
			got, model, _ := e.Check(tb, f, smt.Budget{Time: time.Second})
			if err != nil || got != want && got != smt.Unknown && want != smt.Unknown {
				t.Fatalf("%v, Z3 %v %v: %s", got, want, err, tb.String(tb.And(f...)))
			}
			if got == smt.Sat && tb.Eval(tb.And(f...), model) != 1 {
				t.Fatalf("wrong model: %s", tb.String(tb.And(f...)))
			}
		}
	}
}
