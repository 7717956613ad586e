package logic

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/internal/work"
)

// TestRelease checks that a table after Release behaves as if the dropped terms had never been built.
func TestRelease(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	a, b := NewTable(), NewTable()
	var old []T
	for round := range 300 {
		g := newGen(rand.New(rand.NewPCG(9, uint64(round))), true, 4, 32)
		h := newGen(rand.New(rand.NewPCG(9, uint64(round))), true, 4, 32)
		x, y := g.term(BoolSort(), 4).build(a), h.term(BoolSort(), 4).build(b)
		if x != y || a.Len() != b.Len() {
			t.Fatalf("round %d: %d %d, lengths %d %d", round, x, y, a.Len(), b.Len())
		}
		old = append(old, x)
		m := a.Mark()
		scratch := newGen(r, true, 4, 32, 33)
		for range 1 + r.IntN(40) {
			f := scratch.term(BoolSort(), 4).build(a)
			scratch.pool = map[Sort][]*ast{}
			a.Vars(f)
			a.Size(f)
			o := old[r.IntN(len(old))]
			a.Vars(a.And(f, o))
			if !slices.Equal(a.Vars(o), b.Vars(o)) || a.Size(o) != b.Size(o) {
				t.Fatal("cache of an old term")
			}
			a.Fresh("tmp", BoolSort())
			if r.IntN(3) == 0 {
				in := a.Mark()
				a.Var(fmt.Sprint("inner", r.IntN(100)), BVSort(8))
				a.Release(in)
			}
		}
		a.Release(m)
		o := old[r.IntN(len(old))]
		if !slices.Equal(a.Vars(o), b.Vars(o)) || a.Size(o) != b.Size(o) {
			t.Fatal("cache after Release")
		}
	}
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
}

// TestSubst compares substitution with evaluation under the changed model.
func TestSubst(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for i := range 3000 {
		tb := NewTable()
		g := newGen(r, i%2 == 0, 1, 3, 32)
		f := g.term(BoolSort(), 4).build(tb)
		sub := map[T]T{}
		for _, v := range tb.Vars(f) {
			if r.IntN(2) == 0 {
				sub[v] = g.term(tb.Sort(v), 2).build(tb)
			}
		}
		h := tb.Subst(f, sub)
		all := slices.Clone(tb.Vars(f))
		for _, e := range sub {
			all = append(all, tb.Vars(e)...)
		}
		slices.Sort(all)
		m := NewModel()
		for _, v := range slices.Compact(all) {
			if s := tb.Sort(v); s.Kind == SArray {
				m.Arr[v] = randArray(r, s)
			} else {
				m.BV[v] = randValue(r, max(s.W, 1))
			}
		}
		ev := NewEvaluator(tb)
		ev.Reset(m)
		n := &Model{BV: maps.Clone(m.BV), Arr: maps.Clone(m.Arr)}
		small := true
		for v, e := range sub {
			switch s := tb.Sort(v); {
			case s.Kind != SArray:
				n.BV[v] = ev.Value(e)
			case s.W > 8:
				small = false
			default:
				a := &ArrayVal{M: map[uint64]uint64{}}
				for at := range uint64(1) << s.W {
					a.M[at] = ev.At(e, at)
				}
				n.Arr[v] = a
			}
		}
		if small && tb.Eval(f, n) != tb.Eval(h, m) {
			t.Fatalf("%s\nunder %v\ngives %s", tb.String(f), sub, tb.String(h))
		}
	}
}

// TestDeep builds terms 100,000 levels deep and runs every traversal on them.
func TestDeep(t *testing.T) {
	tb := NewTable()
	x, c := tb.Var("x", BVSort(32)), tb.Var("c", BVSort(32))
	e := x
	const depth = 100000
	for i := range depth {
		e = tb.BvXor(tb.Ite(tb.ULt(e, c), e, x), tb.Add(e, tb.BV(32, uint64(i))))
	}
	f := tb.ULt(e, c)
	if n := tb.Size(f); n < depth || len(tb.Vars(f)) != 2 {
		t.Errorf("size %d, variables %v", n, tb.Vars(f))
	}
	m := NewModel()
	m.BV[x], m.BV[c] = 12345, 1<<31
	want := tb.Eval(f, m)
	y := tb.Var("y", BVSort(32))
	m.BV[y] = 12345
	if got := tb.Eval(tb.Subst(f, map[T]T{x: y}), m); got != want {
		t.Error("Subst changes the value")
	}
	if g, err := Parse(tb, tb.String(f)); err != nil || g != f {
		t.Errorf("round trip: %v", err)
	}
}

// TestSharing builds terms whose tree is exponential in their size.
func TestSharing(t *testing.T) {
	tb := NewTable()
	x, y := tb.Var("x", BVSort(32)), tb.Var("y", BVSort(32))
	e, sq := x, x
	for i := range 200 {
		e = tb.Add(tb.BvXor(e, tb.BV(32, uint64(3*i+1))), tb.BvAnd(tb.Mul(e, y), e))
		sq = tb.Mul(sq, sq)
	}
	f := tb.And(tb.Eq(tb.Extract(7, 0, e), tb.BV(8, 3)), tb.ULt(tb.Extract(15, 4, sq), tb.Extract(31, 20, e)))
	m := NewModel()
	m.BV[x], m.BV[y] = 77, 1234567
	if n := tb.Size(f); n > 20000 {
		t.Errorf("size %d", n)
	}
	if g := tb.Subst(f, map[T]T{x: tb.BV(32, 77), y: tb.BV(32, 1234567)}); uint64(g) != tb.Eval(f, m) {
		t.Errorf("folds to %s, is %d", tb.String(g), tb.Eval(f, m))
	}
}

// TestRuleEffects lists simplifications that callers count on.
func TestRuleEffects(t *testing.T) {
	decl := `(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(declare-const z (_ BitVec 32))(declare-const b (_ BitVec 8))
		(declare-const p Bool)(declare-const q Bool)(declare-const m (Array (_ BitVec 32) (_ BitVec 8)))(assert `
	for _, c := range []struct{ in, want string }{
		{"(= (bvmul x y) (bvmul y x))", "true"},
		{"(= (bvsub (bvadd x y) y) x)", "true"},
		{"(= (bvmul (bvadd x y) (bvsub x y)) (bvsub (bvmul x x) (bvmul y y)))", "true"},
		{"(= (bvmul #x00000002 x) (bvadd (bvmul y #x00000004) #x00000001))", "false"},
		{"(= (bvmul #x00000003 x) #x00000009)", "(= x #x00000003)"},
		{"(= ((_ extract 7 0) (bvadd ((_ zero_extend 24) b) #x00000101)) #x02)", "(= b #x01)"},
		{"(= (ite p #x00000001 #x00000000) #x00000001)", "p"},
		{"(distinct (bvand (ite p #x00000001 #x00000000) (ite q #x00000001 #x00000000)) #x00000000)", "(and p q)"},
		{"(and (bvsle x y) (bvsle y x))", "(= x y)"},
		{"(and (bvult x y) (bvult y x))", "false"},
		{"(and (= x #x00000001) (= x #x00000002))", "false"},
		{"(and (bvult x #x00000005) (bvuge x #x00000005))", "false"},
		{"(and (bvult x #x00000005) (bvult x #x00000007))", "(bvult x #x00000005)"},
		{"(and (bvsge x #x00000005) (bvsle x #x00000005))", "(= x #x00000005)"},
		{"(or (bvslt x #x00000005) (bvsge x #x00000003))", "true"},
		{"(and p (or p q))", "p"},
		{"(and p (or (not p) q))", "(and p q)"},
		{"(bvult (bvurem x #x0000000a) #x0000000b)", "true"},
		{"(= (bvmul #x0000000000000004 ((_ sign_extend 32) x)) (bvmul #x0000000000000004 ((_ sign_extend 32) y)))", "(= x y)"},
		{"(= (select (store m (bvadd x #x00000001) #x05) x) (select m x))", "true"},
		{"(= (select (store (store m x #x01) (bvadd x #x00000001) #x05) x) #x01)", "true"},
		{"(= (concat ((_ extract 31 8) x) ((_ extract 7 0) x)) x)", "true"},
		{"(= (bvlshr (bvshl x #x00000008) #x00000008) (bvand x #x00ffffff))", "true"},
		{"(= (bvnot (bvnot x)) x)", "true"},
		{"(= (bvor x (bvnot x)) #xffffffff)", "true"},
		{"(= (ite (= x y) x y) y)", "true"},
		{"(= (ite p #x00000001 #x00000000) (ite q #x00000001 #x00000000))", "(= p q)"},
	} {
		tb := NewTable()
		got, err := Parse(tb, decl+c.in+")")
		if err != nil || tb.String(got) != c.want {
			t.Errorf("%s: %s (%v), want %s", c.in, tb.String(got), err, c.want)
		}
	}
}

// TestLongChains reads chains of writes in random order against a map.
func TestLongChains(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, n := range []int{10, 300, 2000} {
		for _, symbolic := range []bool{false, true} {
			tb := NewTable()
			base := tb.BV(32, 0)
			if symbolic {
				base = tb.Var("p", BVSort(32))
			}
			arr := tb.Var("m", ArraySort(32, 32))
			a := arr
			want := map[uint64]uint64{}
			for range n {
				i, v := r.Uint64N(uint64(n/2)), r.Uint64N(1000)
				want[i] = v
				a = tb.Store(a, tb.Add(base, tb.BV(32, i)), tb.BV(32, v))
			}
			for i := range uint64(n/2 + 3) {
				got := tb.Select(a, tb.Add(base, tb.BV(32, i)))
				expect := tb.Select(arr, tb.Add(base, tb.BV(32, i)))
				if v, ok := want[i]; ok {
					expect = tb.BV(32, v)
				}
				if got != expect {
					t.Fatalf("cell %d is %s, want %s", i, tb.String(got), tb.String(expect))
				}
			}
		}
	}
	// Repeated writes to the same cells do not grow.
	tb := NewTable()
	a := tb.Var("m", ArraySort(32, 32))
	for i := range 1000 {
		a = tb.Store(a, tb.BV(32, uint64(i%10)), tb.BV(32, uint64(i)))
	}
	n := 0
	for ; tb.Op(a) == OpStore; n++ {
		a = tb.Args(a)[0]
	}
	if n != 10 {
		t.Errorf("chain of %d writes, want 10", n)
	}
}

// A clone has the terms of its table, and neither sees what the other builds or
// drops.
func TestClone(t *testing.T) {
	a := NewTable()
	x, y := a.Var("x", BVSort(8)), a.Var("y", BVSort(8))
	sum := a.Add(x, y)
	clock := &work.Clock{}
	b := a.Clone(clock)
	if b.Var("x", BVSort(8)) != x || b.Add(x, y) != sum || b.Len() != a.Len() || clock.Now() == 0 {
		t.Error("the clone has other terms, or another clock")
	}
	m, before := a.Mark(), a.Clock.Now()
	inB := b.Mul(sum, sum)
	if a.Clock.Now() != before || a.Len() == b.Len() {
		t.Error("the table sees what the clone builds")
	}
	text := b.String(inB)
	a.Var("z", BVSort(8))
	a.Mul(x, y)
	a.Release(m)
	if b.Mul(sum, sum) != inB || b.String(inB) != text {
		t.Errorf("%s became %s", text, b.String(inB))
	}
}
