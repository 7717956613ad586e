package gen

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/internal/cfgtext"
	"culprit/internal/rounds"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func TestDeterministic(t *testing.T) {
	for seed := range uint64(100) {
		p := Program(random(seed), Options{})
		if err := cfg.Check(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		text := p.String()
		if text != Program(random(seed), Options{}).String() {
			t.Fatalf("seed %d gives two programs", seed)
		}
		q, err := cfgtext.Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if q.String() != text {
			t.Fatalf("seed %d: printing and parsing changes\n%s\nto\n%s", seed, text, q)
		}
	}
}

// TestMix checks that the programs and their verdicts are of use.
func TestMix(t *testing.T) {
	var complete, safe, reach, memory, calls int
	n := rounds.Of(150)
	for seed := range uint64(n) {
		p := Program(random(seed), Options{})
		if got := len(p.ErrorLocs()); got != 2 {
			t.Fatalf("seed %d: %d error locations", seed, got)
		}
		found, ok := Explore(p, 20000)
		if ok {
			complete++
			if len(found) == 0 {
				safe++
			}
		}
		reach += len(found)
		if len(p.Objects) > 0 {
			memory++
		}
		if len(p.Procs) > 1 {
			calls++
		}
	}
	t.Logf("of %d: %d complete, %d of them safe, %d errors reached, %d with memory, %d with calls", n, complete, safe, reach, memory, calls)
	if complete < n/2 || safe < n/10 || reach < n/4 || memory < n/4 || calls < n/4 {
		t.Error("bad mix")
	}
}

func TestExplore(t *testing.T) {
	p := &cfg.Program{PtrBits: 32}
	f := p.NewProc("main", cfg.Pos{})
	p.Main = f
	f.Entry, f.Exit = p.NewLoc(f, cfg.Pos{}), p.NewLoc(f, cfg.Pos{})
	x := p.NewVar(f, "x", cfg.BV(3))
	bad := []*cfg.Loc{p.NewLoc(f, cfg.Pos{}), p.NewLoc(f, cfg.Pos{})}
	mid := p.NewLoc(f, cfg.Pos{})
	p.NewEdge(f.Entry, mid, &cfg.Havoc{Dst: x}, cfg.Pos{}, "", cfg.RoleUser)
	for i, k := range []uint64{5, 7} { // x*x = 5 has no solution, x = 7 has one
		lhs := cfg.Expr(&cfg.VarRef{V: x})
		if i == 0 {
			lhs = &cfg.Binary{Op: cfg.Mul, T: x.Type, X: lhs, Y: lhs}
		}
		bad[i].Kind = cfg.Error
		cond := &cfg.Binary{Op: cfg.Eq, T: cfg.BoolType, X: lhs, Y: &cfg.Const{T: x.Type, V: k}}
		p.NewEdge(mid, bad[i], &cfg.Assume{Cond: cond}, cfg.Pos{}, "", cfg.RoleUser)
	}
	tr, complete := Traces(p, 100)
	if !complete || len(tr) != 1 || tr[bad[1]] == nil || tr[bad[1]].Inputs[0].Value != 7 {
		t.Errorf("traces %v, complete %v", tr, complete)
	}
}
