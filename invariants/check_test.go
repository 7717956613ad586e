package invariants

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/frontendtest"
	"culprit/internal/gen"
	"culprit/interp/dependence"
)

// randomRun is a run of a random program whose nodes have random verdicts.
func randomRun(t *testing.T, seed uint64) *run {
	t.Helper()
	prog := frontendtest.Execute(t, gen.C(seed, gen.COptions{}))
	in := &fault.Input{Prog: prog, Failing: &fault.Test{Values: []uint64{seed, 3, 5, 7, 2, 1, 9}}, Failure: &fault.Failure{}, Budget: fault.Budget{Steps: 2000}}
	t.Cleanup(in.Close)
	r, err := check(context.Background(), in, newTrained(newPoints(prog, false)))
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for n := range r.flags {
		switch rng.IntN(6) {
		case 0:
			r.flags[n] = failed
		case 1:
			r.flags[n] = passed
		case 2:
			r.flags[n] = failed | given
		}
	}
	if r.g.N() == 0 {
		t.Fatalf("seed %d: an empty run", seed)
	}
	r.failure.At = r.g.N() - 1
	return r
}

// The slice is that of the dependence graph, and the marks are those of a recursive
// search that walks up its own tree, as in the paper.
func TestFilterTwin(t *testing.T) {
	marked, calls, equal := 0, 0, 0
	for seed := uint64(1); seed <= 60; seed++ {
		r := randomRun(t, seed)
		twin := twin{r: r, seen: map[uint32]bool{}, marked: map[uint32]bool{}}
		twin.visit(r.main(r.failure.At), r.failure.At, nil)
		r.slice(context.Background())
		want := r.g.Slice([]int{r.failure.At}, dependence.DataDep|dependence.ControlDep|dependence.SummaryDep)
		// Of a call with ?: in its arguments the graph does not tell which of them
		// a read is for.
		vague := false
		for i := range r.odd {
			if _, ok := r.g.Edge(int(i)).Stmt.(*cfg.Call); ok {
				vague = true
			}
		}
		if !vague {
			equal++
		}
		for i := range r.g.N() {
			if _, ok := r.g.Edge(i).Stmt.(*cfg.Call); ok {
				calls++
			}
			got := false
			for n := r.base[i]; n < r.base[i+1]; n++ {
				got = got || r.flags[n]&sliced != 0
				if got := r.flags[n]&tainted != 0; got != twin.marked[n] {
					t.Fatalf("seed %d: node %d of instance %d %v is marked: %v", seed, n-r.base[i], i, r.g.Edge(i).Text, got)
				}
			}
			if got && !want.Has(i) || !got && want.Has(i) && !vague {
				t.Fatalf("seed %d: instance %d %v in the slice: %v", seed, i, r.g.Edge(i).Text, got)
			}
		}
		marked += len(twin.marked)
	}
	if marked < 100 || calls < 10 || equal < 10 {
		t.Errorf("only %d nodes are marked, %d calls, %d equal slices", marked, calls, equal)
	}
}

// twin is the search with a tree of its own.
type twin struct {
	r            *run
	seen, marked map[uint32]bool
}

// visit visits a node, of which above are those on the way to it, nearest last; nil in
// front of a summary control dependence.
func (w *twin) visit(n uint32, i int, above []uint32) {
	if w.seen[n] {
		return
	}
	w.seen[n] = true
	r := w.r
	if r.flags[n]&(failed|given) == failed {
		for k := len(above) - 1; k >= 0 && r.flags[above[k]]&passed == 0; k-- {
			if r.flags[above[k]]&failed != 0 {
				w.marked[above[k]] = true
				break
			}
		}
	}
	here := append(slices.Clone(above), n)
	s := r.shape(i, nil)
	for k, u := range s.user {
		if s.first+uint32(u) == n {
			w.visit(s.first+uint32(k), i, here)
		}
	}
	if k := int(n - s.first); k < s.reads {
		var v *cfg.Var
		r.g.Reads(i, func(j int, w *cfg.Var, _ []int32) {
			if j == k {
				v = w
			}
		})
		for _, j := range r.g.DataOf(i, k) {
			w.visit(r.writer(int(j), v), int(j), here)
		}
		for _, kept := range r.g.SummaryOf(i, k) {
			for _, j := range r.g.Branches(kept.Edge)[kept.From:kept.To] {
				w.visit(r.main(int(j)), int(j), nil)
			}
		}
	}
	if c := r.g.Control(i); c >= 0 {
		w.visit(r.main(c), c, here)
	}
}

// The order of keys is that of the numbers, and they can be read back.
func TestKeys(t *testing.T) {
	f32 := func(x float64) uint64 { b, _ := cfg.FloatBits(x, 32); return b }
	for _, tt := range []struct {
		f      form
		values []uint64 // ascending
		shown  []string
	}{
		{signed.of(8), []uint64{0x80, 0xff, 0, 1, 0x7f}, []string{"-128", "-1", "0", "1", "127"}},
		{unsigned.of(16), []uint64{0, 1, 0xffff}, []string{"0", "1", "65535"}},
		{signed.of(64), []uint64{1 << 63, ^uint64(0), 5}, []string{"-9223372036854775808", "-1", "5"}},
		{floating.of(32), []uint64{f32(-2.5), f32(0), f32(0.25), f32(1e9)}, []string{"-2.5", "0", "0.25", "1e+09"}},
		{pointer.of(64), []uint64{0, 0x1000}, []string{"NULL", "a pointer other than NULL"}},
	} {
		last := uint64(0)
		for i, v := range tt.values {
			k := tt.f.key(v)
			if i > 0 && k <= last {
				t.Errorf("%d: key of %x is not above that of %x", tt.f, v, tt.values[i-1])
			}
			if got := tt.f.show(k); got != tt.shown[i] {
				t.Errorf("%d: %x is shown as %s, want %s", tt.f, v, got, tt.shown[i])
			}
			last = k
		}
	}
	if zero := floating.of(32); zero.key(f32(0)) != zero.key(1<<31) {
		t.Error("the zeros differ")
	}
	if nan := floating.of(32); nan.show(nan.key(0x7fc00000)) != "NaN" {
		t.Error("NaN")
	}
}
