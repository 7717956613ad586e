package cascade

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Events come once each, the latest first, whatever the lists that they are in, also
// those that are added on the way, and no more than one of each list waits.
func TestEventsTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		w := &walk{scratch: &scratch{}, events: newEvents()}
		var want []int // the naive twin: all of them at once
		lists, last := 0, 200
		add := func() {
			var list []int32
			for i := range int32(last) {
				if r.IntN(4) == 0 {
					list = append(list, i)
					if !slices.Contains(want, int(i)) {
						want = append(want, int(i))
					}
				}
			}
			w.queue(list)
			lists++
		}
		add()
		for len(want) > 0 {
			if r.IntN(20) == 0 {
				add()
			}
			slices.Sort(want)
			next := want[len(want)-1]
			want = want[:len(want)-1]
			got, more := w.next()
			if !more || got != next {
				t.Fatalf("event %d, %v, want %d", got, more, next)
			}
			if last = got; w.events.Size() > lists {
				t.Fatalf("%d events of %d lists wait", w.events.Size(), lists)
			}
		}
		if got, more := w.next(); more {
			t.Fatalf("event %d, want none", got)
		}
	}
}
