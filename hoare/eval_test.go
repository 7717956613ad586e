package hoare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/internal/ieee"
	"culprit/internal/rounds"
	"culprit/interp"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// operation is an operator at a type, applied to two variables or to one.
type operation struct {
	op     cfg.Op
	at, to cfg.Type
	binary bool
}

func (o operation) String() string { return fmt.Sprintf("operator %d from %v to %v", o.op, o.at, o.to) }

func (o operation) expr(x, y cfg.Expr) cfg.Expr {
	base, _ := o.op.Base()
	switch {
	case o.binary:
		return &cfg.Binary{Op: o.op, T: o.to, X: x, Y: y}
	case base >= cfg.ZExt && base <= cfg.BitsToF:
		return &cfg.Cast{Op: o.op, T: o.to, X: x}
	}
	return &cfg.Unary{Op: o.op, T: o.to, X: x}
}

func (o operation) eval(a, b uint64) (uint64, bool) {
	if o.binary {
		return cfg.EvalBinary(o.op, o.at.Width(), a, b)
	}
	return cfg.EvalUnary(o.op, o.to.Width(), o.at.Width(), a)
}

// operations lists every operator at every width that C has, and a few others.
func operations() (out []operation) {
	b, f := cfg.BoolType, []cfg.Type{cfg.FP(32), cfg.FP(64)}
	two := func(from, to cfg.Op, at, res cfg.Type) {
		for op := from; op <= to; op++ {
			out = append(out, operation{op, at, res, true})
		}
	}
	one := func(op cfg.Op, at, res cfg.Type) { out = append(out, operation{op, at, res, false}) }
	widths := []int{1, 3, 8, 16, 32, 64}
	for i, w := range widths {
		t := cfg.BV(w)
		two(cfg.Add, cfg.AShr, t, t)
		if w == 64 {
			two(cfg.PtrAdd, cfg.PtrAdd, t, t)
		}
		two(cfg.Eq, cfg.SLe, t, b)
		one(cfg.Neg, t, t)
		one(cfg.Not, t, t)
		one(cfg.BoolToBits, b, t)
		one(cfg.BitsToBool, t, b)
		for _, wide := range widths[i+1:] {
			one(cfg.ZExt, t, cfg.BV(wide))
			one(cfg.SExt, t, cfg.BV(wide))
			one(cfg.Trunc, cfg.BV(wide), t)
		}
		for _, ft := range f {
			if w >= 8 {
				one(cfg.SToF, t, ft)
				one(cfg.UToF, t, ft)
				one(cfg.FToS, ft, t)
				one(cfg.FToU, ft, t)
			}
		}
	}
	two(cfg.LAnd, cfg.LOr, b, b)
	one(cfg.LNot, b, b)
	for i, t := range f {
		two(cfg.FAdd, cfg.FDiv, t, t)
		two(cfg.FEq, cfg.FLe, t, b)
		for _, op := range []cfg.Op{cfg.FNeg, cfg.FSqrt, cfg.FAbs, cfg.FFloor, cfg.FCeil, cfg.FTruncF, cfg.FRound} {
			one(op, t, t)
		}
		one(cfg.FIsNaN, t, b)
		one(cfg.FIsInf, t, b)
		one(cfg.FToF, t, f[1-i])
		one(cfg.FToBits, t, cfg.BV(t.Width()))
		one(cfg.BitsToF, cfg.BV(t.Width()), t)
	}
	for _, o := range out {
		for m := ieee.Down; m <= ieee.Zero; m++ {
			if op := o.op.Directed(m); op != o.op {
				out = append(out, operation{op, o.at, o.to, o.binary})
			}
		}
	}
	return out
}

// operand chooses small, extreme and random values.
func operand(r *rand.Rand, t cfg.Type) uint64 {
	w := t.Width()
	if t.Kind == cfg.Float && r.IntN(3) > 0 {
		fs := []float64{0, 1, -1, 0.5, -2.5, 3e9, -1e19, 1e-310, 255, 128, math.Inf(1), math.NaN(), math.MaxFloat32, float64(r.IntN(1 << 20))}
		v, _ := cfg.FloatBits(fs[r.IntN(len(fs))], w)
		return v | uint64(r.IntN(2))<<uint(w-1)
	}
	switch r.IntN(4) {
	case 0:
		return cfg.Mask(uint64(r.IntN(5))-2, w)
	case 1:
		return cfg.Mask(1<<uint(w-1)-uint64(r.IntN(3))+1, w)
	case 2:
		return cfg.Mask(uint64(r.IntN(2*w)), w)
	}
	return cfg.Mask(r.Uint64(), w)
}

// two gives the inputs of a program with two.
type two struct{ v []uint64 }

func (t *two) Value(*cfg.Edge, *cfg.Havoc) (v uint64, ok bool) {
	v, t.v = t.v[0], t.v[1:]
	return v, true
}

func (t *two) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// program reads x and y and computes z.
func (o operation) program() (p *cfg.Program, z *cfg.Var) {
	p = &cfg.Program{File: "t.c", PtrBits: 64}
	f := p.NewProc("main", cfg.Pos{})
	p.Main = f
	x, y, z := p.NewVar(nil, "x", o.at), p.NewVar(nil, "y", o.at), p.NewVar(nil, "z", o.to)
	f.Entry = p.NewLoc(f, cfg.Pos{})
	at := f.Entry
	for _, s := range []cfg.Stmt{&cfg.Havoc{Dst: x}, &cfg.Havoc{Dst: y}, &cfg.Assign{Dst: z, Src: o.expr(&cfg.VarRef{V: x}, &cfg.VarRef{V: y})}} {
		next := p.NewLoc(f, cfg.Pos{})
		p.NewEdge(at, next, s, cfg.Pos{}, "", cfg.RoleUser)
		at = next
	}
	f.Exit = at
	p.NewEdge(at, at, &cfg.Return{}, cfg.Pos{}, "", cfg.RoleImplicit)
	p.Layout()
	return p, z
}

// TestEval holds the meaning of operators in package cfg against that in the
// interpreter, in the terms of this package on constants, and in what the
// bit-blaster makes of these terms.
func TestEval(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	for _, o := range operations() {
		p, z := o.program()
		if err := cfg.Check(p); err != nil {
			t.Fatalf("%v: %v", o, err)
		}
		code := interp.Compile(p, false)
		for range rounds.Of(15) {
			a, b := operand(r, o.at), operand(r, o.at)
			want, known := o.eval(a, b)
			out := code.Execute(&two{[]uint64{a, b}}, interp.Limits{})
			if got := out.Value(z); got != want {
				t.Fatalf("%v on %#x, %#x: %#x, the interpreter computes %#x", o, a, b, want, got)
			}
			o.terms(t, p, a, b, want, known)
		}
		for range rounds.Of(1) {
			o.solved(t, p, operand(r, o.at), operand(r, o.at))
		}
	}
}

// terms looks at the term for constant operands.
func (o operation) terms(t *testing.T, p *cfg.Program, a, b, want uint64, known bool) {
	enc := NewEncoder(logic.NewTable(), p)
	enc.nanBits = func() bool { return true }
	tb := enc.TB
	got := enc.Expr(o.expr(&cfg.Const{T: o.at, V: a}, &cfg.Const{T: o.at, V: b}), NewSym(enc))
	switch {
	case known:
		if !tb.IsConst(got) || tb.ConstVal(got) != want {
			t.Fatalf("%v on %#x, %#x: %#x, the term is %s", o, a, b, want, tb.String(got))
		}
	case tb.IsConst(got):
		t.Fatalf("%v on %#x, %#x is not determined, the term is %s", o, a, b, tb.String(got))
	case o.to.Kind == cfg.Float:
		for _, sign := range []uint64{0, 1} {
			w := o.to.Width()
			f := tb.Eq(tb.Extract(w-1, w-1, got), tb.BV(1, sign))
			if res, _, _ := (&bitblast.Naive{Own: true}).Check(tb, []logic.T{enc.isNaN(got, w), f}, smt.Budget{}); res != smt.Sat {
				t.Fatalf("%v on %#x, %#x: the NaN cannot have the sign %d", o, a, b, sign)
			}
		}
		if res, _, _ := (&bitblast.Naive{Own: true}).Check(tb, []logic.T{tb.Not(enc.isNaN(got, o.to.Width()))}, smt.Budget{}); res != smt.Unsat {
			t.Fatalf("%v on %#x, %#x: the term may be a number", o, a, b)
		}
	}
}

// solved asks both engines for a value of the operation on variables that are
// known to have the values a and b.
func (o operation) solved(t *testing.T, p *cfg.Program, a, b uint64) {
	want, known := o.eval(a, b)
	enc := NewEncoder(logic.NewTable(), p)
	tb := enc.TB
	x, y := tb.Var("a", SortOf(o.at)), tb.Var("b", SortOf(o.at))
	s := NewSym(enc)
	s.Vals[p.Vars[0].ID], s.Vals[p.Vars[1].ID] = x, y
	got := enc.Expr(o.expr(&cfg.VarRef{V: p.Vars[0]}, &cfg.VarRef{V: p.Vars[1]}), s)
	if !known {
		return
	}
	lit := func(t cfg.Type, v uint64) logic.T {
		if t.Kind == cfg.Bool {
			return tb.Bool(v != 0)
		}
		return tb.BV(t.Width(), v)
	}
	facts := []logic.T{tb.Eq(x, lit(o.at, a)), tb.Eq(y, lit(o.at, b)), tb.Not(tb.Eq(got, lit(o.to, want)))}
	for _, e := range []smt.Engine{bitblast.New(bitblast.Config{}), &bitblast.Naive{Own: true}} {
		if res, m, _ := e.Check(tb, facts, smt.Budget{Conflicts: 20000}); res == smt.Sat {
			t.Fatalf("%v on %#x, %#x: not %#x for %T: %v", o, a, b, want, e, m)
		}
	}
}
