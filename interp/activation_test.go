package interp

import (
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/interp/code"
)

// TestOnCycles compares the components with naive reachability.
func TestOnCycles(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		b := newBuild(32)
		procs := []*cfg.Proc{b.p.Main}
		for range 1 + r.IntN(7) {
			procs = append(procs, b.proc("f"))
		}
		n := len(procs)
		reach := make([][]bool, n) // by at least one call
		for i := range reach {
			reach[i] = make([]bool, n)
		}
		for range r.IntN(2 * n) {
			from, to := procs[r.IntN(n)], procs[r.IntN(n)]
			b.p.NewEdge(from.Entry, from.Entry, &cfg.Call{Proc: to}, cfg.Pos{}, "", cfg.RoleUser)
			reach[from.ID][to.ID] = true
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		want := make([]bool, n)
		for i := range n {
			want[i] = reach[i][i] && (i == 0 || reach[0][i])
		}
		if got := code.OnCycles(b.p); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
	}
}
