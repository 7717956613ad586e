package dependence

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
)

// TestGraphShared has several goroutines ask one graph everything that is
// computed on demand, in different orders. What one of them computes must not
// change under another: the race detector says so.
func TestGraphShared(t *testing.T) {
	eachWalk(t, 20, 300, func(seed uint64, w *randomWalk, g *Graph) {
		ask := func(g *Graph, i int) string {
			return fmt.Sprint(g.Summary(i), g.StateSummary(i), g.SummaryOf(i, 0), g.Elsewhere(i), g.Data(i),
				g.Control(i), g.Instances(g.Edge(i)), g.Within(i, i/2), g.Ending())
		}
		want := make([]string, g.N())
		alone := graphOf(t, w, Options{Within: seed%2 == 0})
		for i := range want {
			want[i] = ask(alone, i)
		}
		var wait sync.WaitGroup
		for k := range uint64(4) {
			wait.Go(func() {
				for _, i := range rand.New(rand.NewPCG(seed, k)).Perm(g.N()) {
					if got := ask(g, i); got != want[i] {
						t.Errorf("seed %d, instance %d: %s, alone %s", seed, i, got, want[i])
						return
					}
				}
			})
		}
		wait.Wait()
	})
}
