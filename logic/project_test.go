package logic

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// domainBits is the logarithm of the number of values of v.
func domainBits(tb *Table, v T) int {
	switch s := tb.Sort(v); s.Kind {
	case SBV:
		return int(s.W)
	case SArray:
		return int(s.E) << s.W
	}
	return 1
}

// space enumerates the values of variables of few bits in total.
func space(tb *Table, vars []T, f func(m *Model)) {
	bits := 0
	width := func(v T) int { return domainBits(tb, v) }
	for _, v := range vars {
		bits += width(v)
	}
	m := NewModel()
	for i := range uint64(1) << bits {
		for _, v := range vars {
			x := i & mask(uint8(width(v)))
			i >>= width(v)
			if s := tb.Sort(v); s.Kind == SArray {
				a := &ArrayVal{M: map[uint64]uint64{}}
				for at := range uint64(1) << s.W {
					a.M[at] = x & mask(s.E)
					x >>= s.E
				}
				m.Arr[v] = a
			} else {
				m.BV[v] = x
			}
		}
		f(m)
	}
}

// projection compares Exists, ProjectModel and Cube with enumeration.
func projection(t *testing.T, tb *Table, elim []T, f T) (exact bool) {
	t.Helper()
	res, exact := Exists(tb, elim, f)
	for _, v := range elim {
		if tb.Occurs(v, res) {
			t.Fatalf("%s left in %s", tb.Name(v), tb.String(res))
		}
	}
	var keep, gone []T
	for _, v := range tb.Vars(f) {
		if slices.Contains(elim, v) {
			gone = append(gone, v)
		} else {
			keep = append(keep, v)
		}
	}
	for _, v := range tb.Vars(res) {
		if !slices.Contains(keep, v) {
			t.Fatalf("new variable %s in %s", tb.Name(v), tb.String(res))
		}
	}
	ev := NewEvaluator(tb)
	var points []T // projections of some models
	var models []*Model
	truth := map[uint64]bool{}
	key := func(m *Model) (k uint64) {
		for _, v := range keep {
			if s := tb.Sort(v); s.Kind == SArray {
				for at := range uint64(1) << s.W {
					k = k<<s.E | m.Arr[v].At(at)
				}
			} else {
				k = k<<domainBits(tb, v) | m.BV[v]
			}
		}
		return k
	}
	space(tb, keep, func(m *Model) {
		found := false
		space(tb, gone, func(g *Model) {
			if found {
				return
			}
			maps.Copy(g.BV, m.BV)
			maps.Copy(g.Arr, m.Arr)
			ev.Reset(g)
			if ev.Holds(f) {
				found = true
				if len(models) < 6 {
					models = append(models, &Model{BV: maps.Clone(g.BV), Arr: maps.Clone(g.Arr)})
				}
			}
		})
		truth[key(m)] = found
		ev.Reset(m)
		if got := ev.Holds(res); got != found && (exact || found) {
			t.Fatalf("exists %v. %s\n= %s (exact %v)\nis %v, want %v under %v", elim, tb.String(f), tb.String(res), exact, got, found, m.BV)
		}
	})
	for _, g := range models {
		cube := Cube(tb, elim, f, g)
		for _, l := range cube {
			if x, _ := tb.Literal(l); tb.Op(x) == OpAnd || tb.Op(x) == OpOr || tb.Op(x) == OpIte {
				t.Fatalf("%s in the cube of %s is not a literal", tb.String(l), tb.String(f))
			}
		}
		for _, r := range []T{ProjectModel(tb, elim, f, g), tb.And(cube...)} {
			if tb.Eval(r, g) != 1 {
				t.Fatalf("model does not satisfy its projection %s of %s", tb.String(r), tb.String(f))
			}
			for _, v := range tb.Vars(r) {
				if !slices.Contains(keep, v) {
					t.Fatalf("%s left in projection %s", tb.Name(v), tb.String(r))
				}
			}
			points = append(points, r)
		}
	}
	space(tb, keep, func(m *Model) {
		ev.Reset(m)
		for _, r := range points {
			if ev.Holds(r) && !truth[key(m)] {
				t.Fatalf("projection %s does not imply exists %v. %s", tb.String(r), elim, tb.String(f))
			}
		}
	})
	return exact
}

func TestProjectionRandom(t *testing.T) {
	for _, c := range []struct {
		widths []int
		depth  int
		arrays bool
	}{{[]int{1, 2}, 3, true}, {[]int{1}, 4, true}, {[]int{2}, 3, false}, {[]int{3}, 2, false}, {[]int{3}, 4, false}, {[]int{4}, 3, false},
		{[]int{1, 3}, 3, false}} {
		r := rand.New(rand.NewPCG(7, uint64(c.depth)))
		exact, n := 0, 0
		for range 500 {
			tb := NewTable()
			g := newGen(r, c.arrays, c.widths...)
			g.vars = map[Sort]int{BoolSort(): 1, BVSort(1): 1, BVSort(2): 1, ArraySort(1, 2): 1, ArraySort(1, 1): 1, ArraySort(2, 2): 1}
			f := False
			for range 1 + r.IntN(4) {
				f = tb.Or(f, tb.And(g.term(BoolSort(), c.depth).build(tb), g.term(BoolSort(), c.depth).build(tb), g.term(BoolSort(), c.depth).build(tb)))
			}
			vars := tb.Vars(f)
			bits := 0
			for _, v := range vars {
				bits += domainBits(tb, v)
			}
			if len(vars) == 0 || bits > 11 {
				continue
			}
			elim := vars[:1+r.IntN(len(vars))]
			n++
			if projection(t, tb, elim, f) {
				exact++
			}
		}
		t.Logf("widths %v depth %d: exact %d of %d", c.widths, c.depth, exact, n)
	}
}

// TestProjectionDisequalities eliminates a variable that only has to differ from something: few of these leave a value.
func TestProjectionDisequalities(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 0))
	few, many := 0, 0
	for range 2000 {
		tb := NewTable()
		w := 3
		v, x, y := tb.Var("v", BVSort(w)), tb.Var("x", BVSort(w)), tb.Var("y", BVSort(w))
		var cs []T
		for range 1 + r.IntN(6) {
			rest := tb.Add(tb.Add(tb.Mul(tb.BV(w, r.Uint64()), x), tb.Mul(tb.BV(w, r.Uint64()), y)), tb.BV(w, r.Uint64()))
			cs = append(cs, tb.Ne(tb.Mul(tb.BV(w, 1+r.Uint64N(7)), v), rest))
		}
		f := tb.And(cs...)
		if exact := projection(t, tb, []T{v}, f); exact {
			few++
		} else {
			many++
		}
	}
	if few < 1000 || many == 0 {
		t.Errorf("exact %d of %d: the limit is not tested on both sides", few, few+many)
	}
}

// TestProjectionBounds covers conjunctions of bounds and equations, as strongest postconditions give them.
func TestProjectionBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	exact, n := 0, 0
	for range 1200 {
		tb := NewTable()
		w := 3
		var vs []T
		for i := range 3 {
			vs = append(vs, tb.Var(fmt.Sprintf("x%d", i), BVSort(w)))
		}
		side := func() T {
			switch x := vs[r.IntN(3)]; r.IntN(4) {
			case 0:
				return tb.BV(w, r.Uint64())
			case 1:
				return tb.Add(x, tb.BV(w, r.Uint64()))
			default:
				return x
			}
		}
		var cs []T
		sgn := r.IntN(3)
		for range 1 + r.IntN(5) {
			a, b := side(), side()
			var c T
			switch r.IntN(6) {
			case 0:
				c = tb.Ne(a, b)
			case 1:
				c = tb.Eq(tb.Mul(a, tb.BV(w, r.Uint64())), b)
			default:
				if sgn == 0 || sgn == 2 && r.IntN(2) == 0 {
					c = tb.ULt(a, b)
				} else {
					c = tb.SLt(a, b)
				}
				if r.IntN(2) == 0 {
					c = tb.Not(c)
				}
			}
			cs = append(cs, c)
		}
		n++
		if projection(t, tb, vs[:1+r.IntN(2)], tb.And(cs...)) {
			exact++
		}
	}
	t.Logf("exact %d of %d", exact, n)
	if exact < n/2 {
		t.Errorf("only %d of %d exact", exact, n)
	}
}
