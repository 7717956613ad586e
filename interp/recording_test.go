package interp

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
)

// randomRun is a random program with a run of it.
func randomRun(seed uint64) (*cfg.Program, RunConfig) {
	p := gen.Program(rand.New(rand.NewPCG(seed, 4)), gen.Options{Stmts: 20})
	return p, RunConfig{Inputs: NewRandom(seed), Lenient: seed%2 == 0, AllowUninit: seed%3 == 0, Limits: Limits{Steps: 500}}
}

// sameRun compares the visible results of two runs.
func sameRun(t *testing.T, seed uint64, p *cfg.Program, a, b RunResult) {
	t.Helper()
	if a.Status != b.Status || a.Loc != b.Loc || a.Code != b.Code || len(a.Notes) != len(b.Notes) || len(a.Stack) != len(b.Stack) {
		t.Fatalf("seed %d: %v %v, %v %v", seed, a.Status, a.Notes, b.Status, b.Notes)
	}
	if a.Status == Faulted {
		return // what the statement did after its fault is not fixed
	}
	for _, v := range p.Vars {
		if a.Value(v) != b.Value(v) {
			t.Fatalf("seed %d: %s is %d and %d", seed, v.Name, a.Value(v), b.Value(v))
		}
	}
	for _, o := range p.Objects {
		for i := range o.Size {
			if a.Byte(o.Addr+i) != b.Byte(o.Addr+i) {
				t.Fatalf("seed %d: %s differs at %d", seed, o.Name, i)
			}
		}
	}
}

// TestSession compares stopped, copied and continued runs with plain ones.
func TestSession(t *testing.T) {
	for seed := range uint64(400) {
		p, conf := randomRun(seed)
		plain := Run(p, conf)
		if plain.Status == StepLimit {
			continue
		}
		conf.Inputs = NewRandom(seed)
		rec, err := Record(p, conf)
		if err != nil {
			t.Fatal(err)
		}
		sameRun(t, seed, p, plain, rec.Result)
		if plain.Steps != rec.N {
			t.Fatalf("seed %d: %d steps, %d instances", seed, plain.Steps, rec.N)
		}
		conf.Inputs = NewRandom(seed)
		s := NewSession(p, conf)
		s.few = seed % 5
		r := rand.New(rand.NewPCG(seed, 5))
		at := r.IntN(rec.N + 2)
		if on := s.RunTo(at); on != (at < rec.N) && at != rec.N || on && s.At() != at {
			t.Fatalf("seed %d: RunTo(%d) of %d: %v, at %d", seed, at, rec.N, on, s.At())
		}
		n := 0
		for i := range rec.All(0) {
			if i.Index != n {
				t.Fatalf("seed %d: instance %d is number %d", seed, n, i.Index)
			}
			n++
		}
		if n != rec.N {
			t.Fatalf("seed %d: %d of %d instances", seed, n, rec.N)
		}
		a := s.Fork()
		b := a.Fork()
		b.RunTo(at + 3)
		c := b.Fork()
		for _, f := range []*Session{c, a, b, s} {
			sameRun(t, seed, p, plain, f.Finish())
		}
	}
}

// The run that comes with an instance has what the instance wrote, and what it
// accessed lies in blocks.
func TestSessions(t *testing.T) {
	values, blocks := 0, 0
	for seed := range uint64(200) {
		p, conf := randomRun(seed)
		conf.Limits.Steps = 300
		rec, err := Record(p, conf)
		if err != nil {
			t.Fatal(err)
		}
		for s, i := range rec.Sessions(int(seed % 3)) {
			for k, w := range i.Writes {
				if slices.ContainsFunc(i.Writes[k+1:], func(x cfg.Access) bool {
					return x.Var == w.Var && (w.Var != nil || x.Addr < w.Addr+w.Size && w.Addr < x.Addr+x.Size)
				}) {
					continue
				}
				switch {
				case w.Var != nil:
					if got := s.Value(w.Var, math.MaxInt); got != w.Value {
						t.Fatalf("seed %d, instance %d: %s = %d, written %d", seed, i.Index, w.Var.Name, got, w.Value)
					}
					values++
				case w.Size <= 8:
					if got := s.Word(w.Addr, w.Size); got != w.Value {
						t.Fatalf("seed %d, instance %d: %#x has %d, written %d", seed, i.Index, w.Addr, got, w.Value)
					}
					if start, size, ok := s.Block(w.Addr); !ok || w.Addr < start || w.Addr+w.Size > start+size {
						t.Fatalf("seed %d, instance %d: %#x lies in %#x, %d bytes, %v", seed, i.Index, w.Addr, start, size, ok)
					}
					blocks++
				}
			}
		}
		rec.Close()
	}
	if values < 1000 || blocks < 100 {
		t.Errorf("%d values, %d blocks", values, blocks)
	}
}
