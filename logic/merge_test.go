package logic

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"culprit/internal/rounds"
	"culprit/internal/work"
)

// copied is an array after n copies within two arrays through pointers, as sorting structures makes
// them: from one through the other, and back.
func copied(tb *Table, n int) (arr, idx T) {
	s, w := ArraySort(32, 8), BVSort(32)
	a, t := tb.Var("a", s), tb.Var("t", s)
	size := tb.BV(32, 12)
	for i := range n {
		p, q, at := tb.Var(fmt.Sprint("p", i), w), tb.Var(fmt.Sprint("q", i), w), tb.Var(fmt.Sprint("t", i), w)
		t = tb.Copy(t, at, size, a, p)
		a = tb.Copy(a, p, size, a, q)
		a = tb.Copy(a, q, size, t, at)
	}
	return a, tb.Var("x", w)
}

// TestMergedReads: a read through copies is as much work as there are copies.
func TestMergedReads(t *testing.T) {
	took := map[int]work.Amount{}
	for _, n := range []int{16, 256} {
		for words := 1; words <= 4; words *= 4 {
			tb := NewTable()
			arr, idx := copied(tb, n)
			begun := tb.Clock.Now()
			tb.SelectWord(arr, idx, words)
			took[n] += tb.Clock.Now() - begun
			if err := tb.Check(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if took[256] > 50*took[16] {
		t.Errorf("16 times as many copies take %d times as much work", took[256]/took[16])
	}
}

// TestMergedSelect compares reads of all arrays at once with reads of each where it is asked
// for, and with the evaluation of the array.
func TestMergedSelect(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	tb := NewTable()
	base := tb.Mark()
	ev := NewEvaluator(tb)
	for range rounds.Of(2000) {
		tb.Release(base)
		w, as := BVSort(8), ArraySort(8, 8)
		index := func() T {
			x := tb.Var(fmt.Sprint("x", r.IntN(4)), w)
			switch r.IntN(4) {
			case 0:
				return tb.BV(8, uint64(r.IntN(16)))
			case 1:
				return tb.Add(x, tb.BV(8, uint64(r.IntN(4))))
			}
			return x
		}
		mems := []T{tb.Var("a", as), tb.Var("b", as), tb.ConstArray(as, tb.BV(8, 7))}
		any := func() T { return mems[max(0, len(mems)-1-r.IntN(4))] }
		for range r.IntN(10) {
			switch r.IntN(5) {
			case 0:
				mems = append(mems, tb.Ite(tb.Eq(index(), index()), any(), any()))
			case 1:
				mems = append(mems, tb.Store(any(), index(), index()))
			default:
				mems = append(mems, tb.Copy(any(), index(), index(), any(), index()))
			}
		}
		arr, idx := mems[len(mems)-1], index()
		merged, each := tb.mergedSelect(arr, idx), tb.Select(arr, idx)
		for range 8 {
			m := NewModel()
			for i := range 4 {
				m.BV[tb.Var(fmt.Sprint("x", i), w)] = uint64(r.IntN(16))
			}
			for i, a := range mems[:2] {
				m.Arr[a] = &ArrayVal{Default: uint64(i), M: map[uint64]uint64{}}
				for range 12 {
					m.Arr[a].M[uint64(r.IntN(24))] = uint64(r.IntN(256))
				}
			}
			ev.Reset(m)
			want := ev.At(arr, ev.Value(idx))
			if x, y := ev.Value(merged), ev.Value(each); x != want || y != want {
				t.Fatalf("%s at %s: %d, one by one %d, want %d", tb.String(arr), tb.String(idx), x, y, want)
			}
		}
	}
}

// BenchmarkCopies reads behind copies through pointers: a few are read one by one, many
// merged.
func BenchmarkCopies(b *testing.B) {
	for _, n := range []int{3, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				tb := NewTable()
				tb.Select(copied(tb, n))
			}
		})
	}
}
