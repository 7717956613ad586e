package logic

import (
	"culprit/internal/rounds"
	"math/rand/v2"
	"slices"
	"testing"
)

// choices makes random addresses as programs compute them: conditionals between constants, sums, masks, and what is read
// from memory.
type choices struct {
	*gen
	w     int
	reads bool // also what is read from array variables
}

func (c *choices) constant() *ast {
	return &ast{op: "const", sort: BVSort(c.w), val: uint64(c.r.IntN(6)) * 8 & mask(uint8(c.w))}
}

func (c *choices) address(depth int) *ast {
	s := BVSort(c.w)
	mk := func(op string, args ...*ast) *ast { return &ast{op: op, sort: s, args: args} }
	if depth == 0 {
		if c.reads && c.r.IntN(3) == 0 {
			as := ArraySort(c.w, c.w)
			return mk("select", c.leaf(as), c.constant())
		}
		return c.constant()
	}
	switch c.r.IntN(8) {
	case 0:
		return mk("add", c.address(depth-1), &ast{op: "const", sort: s, val: uint64(c.r.IntN(12))})
	case 1:
		return mk("and.", mk("add", c.address(depth-1), &ast{op: "const", sort: s, val: 7}), &ast{op: "const", sort: s, val: ^uint64(7) & mask(uint8(c.w))})
	case 2:
		return mk("add", c.address(depth-1), c.address(depth-1))
	case 3:
		narrow := &ast{op: "var", sort: BVSort(2), name: "n"}
		return mk("mul", &ast{op: "zext", sort: s, args: []*ast{narrow}}, c.constant())
	case 4:
		op := []string{"udiv", "urem", "sdiv", "srem", "mul"}[c.r.IntN(5)]
		return mk(op, c.address(depth-1), &ast{op: "const", sort: s, val: uint64(c.r.IntN(256))})
	}
	return mk("ite", c.boolean(c.r.IntN(2)), c.address(depth-1), c.address(depth-1))
}

// TestValueSets compares sets of values with values, and what is known of an address with it.
func TestValueSets(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	tb := NewTable()
	ev := NewEvaluator(tb)
	base := tb.Mark()
	sets, split := 0, 0
	n := rounds.Of(4000)
	for range n {
		tb.Release(base)
		c := &choices{newGen(r, false, 2, 8), 8, r.IntN(2) == 0}
		a := c.address(1 + r.IntN(5))
		x := a.build(tb)
		set := tb.valueSet(x)
		known, rest, ok := tb.Known(x)
		if set != nil {
			sets++
		}
		if ok && rest != False {
			split++
		}
		if set != nil && !slices.IsSorted(set) {
			t.Fatalf("%v", set)
		}
		vars := map[string]Sort{}
		a.vars(vars)
		eachEnv(r, vars, 8, 24, func(e *env) {
			ev.Reset(e.model(tb, vars))
			v := a.eval(e)
			if _, in := slices.BinarySearch(set, v); set != nil && !in {
				t.Fatalf("%s\nis %d, not in %v", a, v, set)
			}
			if ok && ev.Value(rest) == 0 && ev.Value(known) != v {
				t.Fatalf("%s\nis %d, but known as %d, %s", a, v, ev.Value(known), tb.String(known))
			}
		})
	}
	if sets < n/8 || split < n/40 {
		t.Errorf("%d sets, %d terms that are known in part", sets, split)
	}
}

// TestWords compares reads of words with reads of their parts in a naive twin: words are written as parts at random addresses, at
// random distances, memory is merged, copied and overwritten byte by byte.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	tb := NewTable()
	ev := NewEvaluator(tb)
	base := tb.Mark()
	const w = 8 // of addresses and cells
	as, s := ArraySort(w, w), BVSort(w)
	whole, tries := 0, rounds.Of(2500)
	defer func(n int) { maxHalves = n }(maxHalves)
	for round := range tries {
		maxHalves = []int{32, 2, 0}[r.IntN(3)] // how many reads go on in two arrays (merge.go)
		if tb.Release(base); round%3 == 0 {
			base = tb.Mark() // words of released terms must be forgotten
		}
		c := &choices{newGen(r, false, 2, 8), w, r.IntN(4) == 0}
		plus := func(a *ast, k int) *ast {
			return &ast{op: "add", sort: s, args: []*ast{a, {op: "const", sort: s, val: uint64(k)}}}
		}
		first := &ast{op: "var", sort: as, name: "m"}
		if r.IntN(2) == 0 {
			first = &ast{op: "constarray", sort: as, args: []*ast{c.constant()}}
		}
		type memory struct {
			twin *ast
			t    T
		}
		mems := []memory{{first, first.build(tb)}}
		any := func() memory { return mems[r.IntN(len(mems))] }
		for range 1 + r.IntN(8) {
			m := any()
			switch r.IntN(6) {
			case 0: // merged
				o, cond := any(), c.boolean(1)
				m = memory{&ast{op: "ite", sort: as, args: []*ast{cond, m.twin, o.twin}}, tb.Ite(cond.build(tb), m.t, o.t)}
			case 1: // a copy, as of what is allocated
				o, at, n := any(), c.address(2), c.constant()
				from := at
				if r.IntN(2) == 0 {
					from = c.address(1)
				}
				m.twin = &ast{op: "copy", sort: as, args: []*ast{m.twin, at, n, o.twin, from}}
				m.t = tb.Copy(m.t, at.build(tb), n.build(tb), o.t, from.build(tb))
			default:
				n := []int{1, 2, 4}[r.IntN(3)]
				at, v := c.address(r.IntN(3)), (*ast)(nil)
				if r.IntN(3) == 0 {
					at = plus(at, r.IntN(4))
				}
				v = c.leaf(BVSort(w * n))
				if r.IntN(2) == 0 {
					v = &ast{op: "ite", sort: BVSort(w * n), args: []*ast{c.boolean(1), v, c.leaf(BVSort(w * n))}}
				}
				a := at.build(tb)
				for i, part := range tb.Split(v.build(tb), w) {
					m.twin = &ast{op: "store", sort: as, args: []*ast{m.twin, plus(at, i), {op: "extract", sort: s, args: []*ast{v}, i: w*i + w - 1, j: w * i}}}
					m.t = tb.Store(m.t, tb.at(a, i), part)
				}
			}
			mems = append(mems, m)
		}
		m, n := mems[len(mems)-1], []int{2, 4}[r.IntN(2)]
		at := c.address(r.IntN(4))
		x := tb.SelectWord(m.t, at.build(tb), n)
		if tb.Op(x) != OpConcat && !tb.IsConst(x) {
			whole++
		}
		vars := map[string]Sort{}
		m.twin.vars(vars)
		at.vars(vars)
		eachEnv(r, vars, 6, 16, func(e *env) {
			ev.Reset(e.model(tb, vars))
			want := uint64(0)
			for i := range n {
				want |= m.twin.read(e, plus(at, i).eval(e)) << (w * i)
			}
			if got := ev.Value(x); got != want {
				t.Fatalf("%d cells at %s of\n%s\nread as %s\nis %#x, want %#x under %v %v", n, at, m.twin, tb.String(x), got, want, e.val, e.arr)
			}
		})
		if err := tb.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if whole < tries/5 {
		t.Errorf("%d reads of whole words", whole)
	}
}
