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

// A visitor that turns an instance continues the run as if the other edge had been
// forced.
func TestTurn(t *testing.T) {
	turned := 0
	for seed := range uint64(600) {
		p, conf := randomRun(seed)
		conf.Limits.Steps = 300
		rec, err := Record(p, conf)
		if err != nil {
			t.Fatal(err)
		}
		var branches []int
		for i := range rec.All(0) {
			if _, ok := i.Edge.Stmt.(*cfg.Assume); ok && len(i.Edge.From.Out) == 2 && i.Index < rec.N-1 {
				branches = append(branches, i.Index)
			}
		}
		rec.Close()
		if len(branches) == 0 {
			continue
		}
		at := branches[int(seed)%len(branches)]
		other := func(e *cfg.Edge) *cfg.Edge {
			if e == e.From.Out[0] {
				return e.From.Out[1]
			}
			return e.From.Out[0]
		}
		var to *cfg.Edge
		locs := make([]bool, len(p.Locs))
		for _, e := range p.Edges {
			locs[e.From.ID] = true
		}
		_, conf = randomRun(seed)
		conf.Limits.Steps = 300
		s := NewSession(p, conf)
		got := s.WatchAt(locs, func(i *cfg.Instance) bool {
			if i.Index == at {
				to = other(i.Edge)
				s.Turn(to)
			}
			return true
		})
		_, conf = randomRun(seed)
		conf.Limits.Steps = 300
		f := NewSession(p, conf)
		f.Force(Force{At: at, Take: to})
		want := f.Finish()
		if got.Status != want.Status || got.Steps != want.Steps || got.Code != want.Code || string(got.Stdout) != string(want.Stdout) {
			t.Fatalf("seed %d: %v after %d, %q; forced %v after %d, %q", seed, got.Status, got.Steps, got.Stdout, want.Status, want.Steps, want.Stdout)
		}
		turned++
	}
	if turned < 100 {
		t.Errorf("%d runs turned", turned)
	}
}

// A run that is sent where it goes anyway is the same.
func TestJump(t *testing.T) {
	for seed := uint64(1); seed <= 10; seed++ {
		p, conf := randomRun(seed)
		conf.Limits.Steps = 300
		want := NewSession(p, conf).Finish()
		_, conf = randomRun(seed)
		conf.Limits.Steps = 300
		s := NewSession(p, conf)
		n := 0
		got := s.Watch(func(i *cfg.Instance) bool {
			if i.Index%3 == 0 {
				n++
				return s.Jump(s.Next())
			}
			return true
		})
		if got.Status != want.Status || got.Steps != want.Steps || string(got.Stdout) != string(want.Stdout) {
			t.Fatalf("seed %d: %v after %d, %q; without jumps %v after %d, %q", seed, got.Status, got.Steps, got.Stdout, want.Status, want.Steps, want.Stdout)
		}
	}
}
