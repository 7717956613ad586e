package maxsat

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/smt"
)

// family is a contradiction given by its minimal cores, as bit sets.
type family struct {
	n     int
	cores []uint
}

// check implements oracle. The core need not be a minimal one.
func (f *family) check(without []int) (smt.Result, []int) {
	out := uint(0)
	for _, x := range without {
		out |= 1 << x
	}
	for _, c := range f.cores {
		if c&out == 0 {
			return smt.Unsat, members(c)
		}
	}
	return smt.Sat, nil
}

func members(set uint) []int {
	var out []int
	for ; set != 0; set &= set - 1 {
		out = append(out, bits.TrailingZeros(set))
	}
	return out
}

// corrections is the naive twin: all subsets, smallest first.
func (f *family) corrections(size int) []uint {
	var out []uint
	for k := 1; k <= size; k++ {
		for s := uint(0); s < 1<<f.n; s++ {
			if bits.OnesCount(s) != k || slices.ContainsFunc(out, func(o uint) bool { return o&^s == 0 }) {
				continue
			}
			if r, _ := f.check(members(s)); r == smt.Sat {
				out = append(out, s)
			}
		}
	}
	return out
}

// TestEnumerate compares the correction sets of random families of cores with
// those that trying all subsets finds.
func TestEnumerate(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		f := &family{n: 3 + r.IntN(7)}
		for range 1 + r.IntN(8) {
			if c := uint(r.Uint64()&(r.Uint64()>>1|r.Uint64()<<1)) & (1<<f.n - 1); c != 0 {
				f.cores = append(f.cores, c)
			}
		}
		if len(f.cores) == 0 {
			continue
		}
		size := 1 + r.IntN(f.n)
		e := &enumerator{o: f, ctx: context.Background(), sizes: size, sets: 1000, steps: 1_000_000}
		if !e.run() {
			t.Fatal("satisfiable")
		}
		var got []uint
		for k, s := range e.found {
			set := uint(0)
			for _, x := range s {
				set |= 1 << x
			}
			got = append(got, set)
			if k > 0 && len(e.found[k-1]) > len(s) {
				t.Errorf("seed %d: sizes fall", seed)
			}
		}
		want := f.corrections(size)
		complete := len(f.corrections(f.n)) == len(want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d, cores %b, size %d: %b, want %b", seed, f.cores, size, got, want)
		}
		if e.stopped == "" && !complete {
			t.Errorf("seed %d: not complete", seed)
		}
	}
}

// TestEnumerateLimits stops at each limit and says so.
func TestEnumerateLimits(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		f    family
		e    enumerator
		want string
	}{
		{family{4, []uint{3, 12}}, enumerator{sizes: 1, sets: 9, steps: 100}, "[] " + stopSize},
		{family{4, []uint{3, 12}}, enumerator{sizes: 2, sets: 3, steps: 100}, "[[0 2] [0 3] [1 2]] " + stopSets},
		{family{4, []uint{3, 12}}, enumerator{sizes: 2, sets: 4, steps: 1}, "[] " + stopSearch},
		{family{4, []uint{3, 12}}, enumerator{sizes: 2, sets: 4, steps: 9, ctx: ended}, "[] " + stopTime},
		{family{4, []uint{3}}, enumerator{sizes: 2, sets: 4, steps: 9}, "[[0] [1]] "},
	} {
		tt.e.o = &tt.f
		if tt.e.ctx == nil {
			tt.e.ctx = context.Background()
		}
		tt.e.run()
		if got := fmt.Sprintf("%v %s", tt.e.found, tt.e.stopped); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
