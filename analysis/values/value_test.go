package values

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
)

// width is small enough to enumerate and large enough that not every value
// set is explicit.
const width = 6

func randomVal(r *rand.Rand) *val {
	switch r.IntN(8) {
	case 0:
		return nil
	case 1:
		return konst(width, r.Uint64())
	case 2, 3:
		var vs []uint64
		for range 1 + r.IntN(maxSet) {
			vs = append(vs, r.Uint64N(64))
		}
		return fromValues(width, vs)
	}
	for {
		a, b := r.Uint64N(64), r.Uint64N(64)
		c, d := int64(r.IntN(64)-32), int64(r.IntN(64)-32)
		if r.IntN(2) == 0 {
			a, b = 0, 63
		} else if r.IntN(2) == 0 {
			c, d = -32, 31
		}
		if v, ok := bounds(width, min(a, b), max(a, b), min(c, d), max(c, d)); ok {
			return v
		}
	}
}

func elements(v *val) []uint64 {
	var out []uint64
	for x := range uint64(64) {
		if v.has(x) {
			out = append(out, x)
		}
	}
	return out
}

func TestLattice(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	thr := &thresholds{s: []int64{-7, 0, 5, 20}}
	exact := 0
	for range 8000 {
		x, y := randomVal(r), randomVal(r)
		j, w := join(x, y), thr.widen(x, y)
		m, some := meet(x, y)
		ej, isExact := (*val)(nil), false
		if x != nil && y != nil {
			ej, isExact = exactJoin(x, y)
		}
		sub := true
		for e := range uint64(64) {
			inX, inY := x.has(e), y.has(e)
			if (inX || inY) && (!j.has(e) || !w.has(e)) {
				t.Fatalf("join or widening of %+v and %+v lost %d", x, y, e)
			}
			if inX && inY && (!some || !m.has(e)) {
				t.Fatalf("meet of %+v and %+v lost %d", x, y, e)
			}
			if some && m.has(e) && !(inX && inY) {
				t.Fatalf("meet of %+v and %+v gained %d", x, y, e)
			}
			if isExact && ej.has(e) != (inX || inY) {
				t.Fatalf("exact join of %+v and %+v is wrong about %d", x, y, e)
			}
			sub = sub && (!inX || inY)
		}
		if isExact {
			exact++
		}
		if x.leq(y) && !sub {
			t.Fatalf("%+v is not below %+v", x, y)
		}
		c := r.Uint64N(64)
		rest, any := x.without(width, c)
		for _, e := range elements(x) {
			if e != c && (!any || !rest.has(e)) {
				t.Fatalf("%+v without %d lost %d", x, c, e)
			}
		}
		if x != nil {
			checkFacts(t, x)
		}
	}
	t.Logf("%d exact joins", exact)
}

func checkFacts(t *testing.T, v *val) {
	for x := range uint64(64) {
		in := true
		for _, f := range factsOf(Fact{Var: &cfg.Var{}}, v) {
			m := &machine{State: gen.State{Vars: []uint64{x}}}
			in = in && m.holds(f)
		}
		if in != v.has(x) {
			t.Fatalf("facts of %+v are wrong about %d", v, x)
		}
	}
}

func TestOperators(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	m := &machine{State: gen.State{Vars: []uint64{0, 0}}}
	ty := cfg.BV(width)
	vx, vy := &cfg.Var{ID: 0, Type: ty}, &cfg.Var{ID: 1, Type: ty}
	x, y := &cfg.VarRef{V: vx}, &cfg.VarRef{V: vy}
	for range 3000 {
		a, b := randomVal(r), randomVal(r)
		as, bs := elements(a), elements(b)
		for op := cfg.Add; op <= cfg.SLe; op++ {
			e := &cfg.Binary{Op: op, T: ty, X: x, Y: y}
			if op >= cfg.Eq {
				e.T = cfg.BoolType
			}
			res := applyBin(op, width, e.T, a, b)
			for range 60 {
				m.Vars[0], m.Vars[1] = as[r.IntN(len(as))], bs[r.IntN(len(bs))]
				if v := m.eval(e); !res.has(v) {
					t.Fatalf("op %d on %+v and %+v: %d, %d give %d", op, a, b, m.Vars[0], m.Vars[1], v)
				}
			}
		}
		for _, c := range []struct {
			op cfg.Op
			w  int
		}{{cfg.Neg, width}, {cfg.Not, width}, {cfg.ZExt, 9}, {cfg.SExt, 9}, {cfg.Trunc, 5}, {cfg.BitsToBool, 1}} {
			to := cfg.BV(c.w)
			var e cfg.Expr = &cfg.Cast{Op: c.op, T: to, X: x}
			if c.op == cfg.Neg || c.op == cfg.Not {
				e = &cfg.Unary{Op: c.op, T: to, X: x}
			}
			res := applyUn(c.op, width, to, a)
			for _, v := range as {
				m.Vars[0] = v
				if got := m.eval(e); !res.has(got) {
					t.Fatalf("op %d on %+v: %d gives %d", c.op, a, v, got)
				}
			}
		}
	}
}

// TestRefine checks that refinement by random conditions keeps every state
// that satisfies them.
func TestRefine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	prog := &cfg.Program{PtrBits: 32}
	ty := cfg.BV(width)
	vx, vy := prog.NewVar(nil, "x", ty), prog.NewVar(nil, "y", ty)
	g := &generator{r: r, prog: prog, vars: []*cfg.Var{vx, vy}}
	g.objs = []*cfg.Object{prog.NewObject(nil, "o", 16, 4)}
	prog.Layout()
	a := newAnalysis(prog, Limits{})
	m := &machine{State: gen.State{Vars: []uint64{0, 0}, Mem: map[uint64]byte{}}}
	refined := 0
	for range 8000 {
		x, y := randomVal(r), randomVal(r)
		s := &state{}
		s.set(0, x)
		s.set(1, y)
		e := g.expr(cfg.BoolType, 3)
		truth := r.IntN(2) == 0
		res, ok := a.refine(s, e, truth)
		if ok && truth {
			res, ok = a.filter(res, e)
		}
		if !ok || !a.leq(s, res) {
			refined++
		}
		xs, ys := elements(x), elements(y)
		for range 50 {
			m.Vars[0], m.Vars[1] = xs[r.IntN(len(xs))], ys[r.IntN(len(ys))]
			clear(m.Mem)
			if (m.eval(e) == 1) != truth {
				continue
			}
			if !ok || !res.get(0).has(m.Vars[0]) || !res.get(1).has(m.Vars[1]) {
				t.Fatalf("refinement lost %v of %+v, %+v", m.Vars, x, y)
			}
		}
	}
	t.Logf("%d of 8000 refinements remove something", refined)
}
