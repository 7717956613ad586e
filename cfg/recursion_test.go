package cfg_test

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
)

// TestUnrollRecursionKeeps leaves programs without recursion alone.
func TestUnrollRecursionKeeps(t *testing.T) {
	for seed := uint64(0); seed < 50; seed++ {
		p := gen.Program(rand.New(rand.NewPCG(seed, 3)), gen.Options{})
		if q, beyond := cfg.UnrollRecursion(p, 4); q != p || beyond != nil {
			t.Fatalf("seed %d: program without recursion was copied", seed)
		}
	}
}
