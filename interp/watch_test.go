package interp

import (
	"fmt"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/frontend/frontendtest"
	"culprit/internal/gen"
)

// WatchAt shows of a run what Watch shows at the same locations.
func TestWatchAt(t *testing.T) {
	some := 0
	for seed := uint64(1); seed <= 30; seed++ {
		p := frontendtest.Execute(t, gen.C(seed, gen.COptions{}))
		at := make([]bool, len(p.Locs))
		for i := range at {
			at[i] = (uint64(i)*2654435761+seed)%3 == 0
		}
		conf := RunConfig{Limits: Limits{Steps: 2000}}
		show := func(in *cfg.Instance) string {
			return fmt.Sprint(in.Index, in.Edge.ID, in.Reads, in.Writes)
		}
		var want, got []string
		all := NewSession(p, conf).Watch(func(in *cfg.Instance) bool {
			if at[in.Edge.From.ID] {
				want = append(want, show(in))
			}
			return true
		})
		part := NewSession(p, conf).WatchAt(at, func(in *cfg.Instance) bool {
			got = append(got, show(in))
			return true
		})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d instances, want %d", seed, len(got), len(want))
		}
		if all.Status != part.Status || all.Steps != part.Steps {
			t.Fatalf("seed %d: %v after %d, %v after %d", seed, all.Status, all.Steps, part.Status, part.Steps)
		}
		some += len(got)
	}
	if some == 0 {
		t.Error("nothing was seen")
	}
}
