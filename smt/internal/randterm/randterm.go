// Package randterm generates random formulas for the tests of the solvers and
// decides small ones by enumeration.
package randterm

import (
	"fmt"
	"math/rand/v2"

	"culprit/logic"
)

// Gen builds random terms over a few variables.
type Gen struct {
	R      *rand.Rand
	Tb     *logic.Table
	Widths []int     // widths in use
	Vars   []logic.T // Boolean and bit-vector variables
	Arrays []logic.T
	Funs   []Fun
}

// Fun is an uninterpreted function of one argument.
type Fun struct {
	Name     string
	Arg, Res int
}

// New gives a generator with n variables of random widths out of widths.
func New(r *rand.Rand, tb *logic.Table, n int, widths ...int) *Gen {
	g := &Gen{R: r, Tb: tb, Widths: widths}
	for i := range n {
		w := widths[r.IntN(len(widths))]
		g.Vars = append(g.Vars, tb.Var(fmt.Sprintf("v%d_%d", i, w), logic.BVSort(w)))
	}
	return g
}

// AddBool adds a Boolean variable.
func (g *Gen) AddBool(name string) { g.Vars = append(g.Vars, g.Tb.Var(name, logic.BoolSort())) }

// AddArray adds an array variable.
func (g *Gen) AddArray(name string, idx, elem int) {
	g.Arrays = append(g.Arrays, g.Tb.Var(name, logic.ArraySort(idx, elem)))
}

// AddFun adds an uninterpreted function.
func (g *Gen) AddFun(name string, arg, res int) { g.Funs = append(g.Funs, Fun{name, arg, res}) }

// BV gives a random bit-vector term of width w.
func (g *Gen) BV(w, depth int) logic.T {
	tb, r := g.Tb, g.R
	if depth <= 0 {
		return g.leaf(w)
	}
	x := func() logic.T { return g.BV(w, depth-1-r.IntN(2)) }
	switch r.IntN(24) {
	case 0, 1:
		return tb.Add(x(), x())
	case 2:
		return tb.Sub(x(), x())
	case 3:
		return tb.Mul(tb.BV(w, r.Uint64()), x())
	case 4:
		return tb.Mul(x(), x())
	case 5:
		return tb.UDiv(x(), x())
	case 6:
		return tb.URem(x(), g.leaf(w))
	case 7:
		return tb.SDiv(x(), g.leaf(w))
	case 8:
		return tb.SRem(x(), x())
	case 9:
		return tb.BvAnd(x(), x())
	case 10:
		return tb.BvOr(x(), x())
	case 11:
		return tb.BvXor(x(), x())
	case 12:
		return tb.BvNot(x())
	case 13:
		return tb.Shl(x(), x())
	case 14:
		return tb.LShr(x(), x())
	case 15:
		return tb.AShr(x(), x())
	case 16:
		return tb.Ite(g.Bool(depth-1), x(), x())
	case 17:
		if w < 2 {
			return tb.Neg(x())
		}
		k := 1 + r.IntN(w-1)
		return tb.Concat(g.BV(k, depth-1), g.BV(w-k, depth-1))
	case 18:
		from := g.width()
		if from <= w {
			return tb.ZExt(g.BV(from, depth-1), w)
		}
		lo := r.IntN(from - w + 1)
		return tb.Extract(lo+w-1, lo, g.BV(from, depth-1))
	case 19:
		from := g.width()
		if from <= w {
			return tb.SExt(g.BV(from, depth-1), w)
		}
		return tb.Extract(w-1, 0, g.BV(from, depth-1))
	case 20, 21:
		if a, ok := g.array(w); ok {
			s := tb.Sort(a)
			if r.IntN(3) == 0 {
				a = tb.Store(a, g.BV(int(s.W), depth-1), g.BV(w, depth-1))
			}
			return tb.Select(a, g.BV(int(s.W), depth-1))
		}
		return x()
	case 22:
		for _, f := range g.Funs {
			if f.Res == w {
				return tb.Apply(f.Name, logic.BVSort(w), g.BV(f.Arg, depth-1))
			}
		}
		return x()
	}
	return g.leaf(w)
}

func (g *Gen) width() int { return g.Widths[g.R.IntN(len(g.Widths))] }

func (g *Gen) array(elem int) (logic.T, bool) {
	if len(g.Arrays) == 0 {
		return 0, false
	}
	a := g.Arrays[g.R.IntN(len(g.Arrays))]
	return a, int(g.Tb.Sort(a).E) == elem
}

func (g *Gen) leaf(w int) logic.T {
	if g.R.IntN(5) > 0 {
		for range 4 {
			v := g.Vars[g.R.IntN(len(g.Vars))]
			if s := g.Tb.Sort(v); s.Kind == logic.SBV {
				return g.resize(v, w)
			}
		}
	}
	switch g.R.IntN(3) {
	case 0:
		return g.Tb.BV(w, uint64(g.R.IntN(3)))
	case 1:
		return g.Tb.BV(w, ^uint64(g.R.IntN(2)))
	}
	return g.Tb.BV(w, g.R.Uint64())
}

func (g *Gen) resize(t logic.T, w int) logic.T {
	switch k := int(g.Tb.Sort(t).W); {
	case k < w && g.R.IntN(2) == 0:
		return g.Tb.SExt(t, w)
	case k < w:
		return g.Tb.ZExt(t, w)
	case k > w:
		return g.Tb.Extract(w-1, 0, t)
	}
	return t
}

// Bool gives a random formula.
func (g *Gen) Bool(depth int) logic.T {
	tb, r := g.Tb, g.R
	w := g.width()
	x := func() logic.T { return g.BV(w, depth-1) }
	if depth > 0 {
		switch r.IntN(12) {
		case 0:
			return tb.And(g.Bool(depth-1), g.Bool(depth-1))
		case 1:
			return tb.Or(g.Bool(depth-1), g.Bool(depth-1))
		case 2:
			return tb.Not(g.Bool(depth - 1))
		case 3:
			return tb.Eq(g.Bool(depth-1), g.Bool(depth-1))
		case 4:
			return tb.Ite(g.Bool(depth-1), g.Bool(depth-1), g.Bool(depth-1))
		}
	}
	switch r.IntN(7) {
	case 0, 1:
		return tb.Eq(x(), x())
	case 2:
		return tb.ULt(x(), x())
	case 3:
		return tb.SLt(x(), x())
	case 4:
		return tb.ULe(x(), x())
	case 5:
		return tb.SLe(x(), x())
	}
	for _, v := range g.Vars {
		if tb.Sort(v).Kind == logic.SBool && r.IntN(2) == 0 {
			return v
		}
	}
	return tb.Ne(x(), x())
}

// Bits is the size of the space that Enumerate searches, as a power of two.
func (g *Gen) Bits() int {
	n := 0
	for _, v := range g.Vars {
		n += max(1, int(g.Tb.Sort(v).W))
	}
	for _, a := range g.Arrays {
		s := g.Tb.Sort(a)
		n += int(s.E) << s.W
	}
	for _, f := range g.Funs {
		n += f.Res << f.Arg
	}
	return n
}

// Enumerate tells whether some model satisfies all of f.
func (g *Gen) Enumerate(f ...logic.T) bool {
	ev := logic.NewEvaluator(g.Tb)
	n := g.Bits()
next:
	for x := uint64(0); x < 1<<n; x++ {
		ev.Reset(g.model(x))
		for _, t := range f {
			if !ev.Holds(t) {
				continue next
			}
		}
		return true
	}
	return false
}

// model decodes the x-th model.
func (g *Gen) model(x uint64) *logic.Model {
	m := logic.NewModel()
	take := func(w int) uint64 {
		v := x & (1<<w - 1)
		x >>= w
		return v
	}
	for _, v := range g.Vars {
		m.BV[v] = take(max(1, int(g.Tb.Sort(v).W)))
	}
	for _, a := range g.Arrays {
		s := g.Tb.Sort(a)
		val := &logic.ArrayVal{M: map[uint64]uint64{}}
		for i := range uint64(1) << s.W {
			val.M[i] = take(int(s.E))
		}
		m.Arr[a] = val
	}
	for _, f := range g.Funs {
		val := &logic.FuncVal{}
		for i := range uint64(1) << f.Arg {
			val.Rows = append(val.Rows, logic.FuncRow{Args: []uint64{i}, Val: take(f.Res)})
		}
		m.Fun[f.Name] = val
	}
	return m
}
