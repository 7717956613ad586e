package verifier

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
)

// oneRegion puts all memory of a program into one region of bytes.
func oneRegion(p *cfg.Program) {
	r := &cfg.Region{Name: "all", Cell: 8}
	p.Regions = []*cfg.Region{r}
	for _, e := range p.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				if l, ok := x.(*cfg.Load); ok {
					l.Region = r
				}
			})
		})
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			s.Region = r
		case *cfg.MemCopy:
			s.DstRegion, s.SrcRegion = r, r
		case *cfg.MemSet:
			s.Region = r
		case *cfg.MemHavoc:
			s.Region = r
		case *cfg.Alloc:
			s.Region = r
		}
	}
}

// envInt reads a number from the environment, for longer runs by hand.
func envInt(name string, def int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return def
}

// TestAgainstExplorer compares verdicts with the explicit-state explorer on
// random programs, with and without the value analysis and the unrolling.
func TestAgainstExplorer(t *testing.T) {
	n := envInt("CULPRIT_PROGRAMS", max(100, rounds.Of(300)))
	decided := 0
	for seed := 0; seed < n; seed++ {
		p := gen.Program(rand.New(rand.NewPCG(uint64(seed), 7)), gen.Options{})
		oneRegion(p)
		reach, complete := gen.Explore(p, 20000)
		if !complete && len(reach) == 0 {
			continue
		}
		c := Config{Replay: interp.Replay, Work: 2 * work.Second, NoValues: seed%3 == 1, NoBMC: seed%2 == 1}
		r := Verify(context.Background(), p, c)
		switch {
		case r.Verdict == True && len(reach) > 0:
			t.Errorf("seed %d: TRUE, but an error is reachable", seed)
		case r.Verdict == False && complete && len(reach) == 0:
			t.Errorf("seed %d: FALSE, but no error is reachable", seed)
		case r.Verdict == Unknown:
			t.Logf("seed %d: UNKNOWN %s", seed, r.Reason)
		default:
			decided++
		}
		for _, e := range r.Errors {
			if e.Status == Proved && reach[e.Loc] {
				t.Errorf("seed %d: location %s proved, but it is reachable", seed, e.Loc.Reason)
			}
		}
	}
	t.Logf("%d of %d decided", decided, n)
	if decided < n/2 {
		t.Errorf("only %d of %d decided", decided, n)
	}
}

// TestMultiTrace finds several traces and checks every danger automaton. An
// error location counts as covered only if a trace to it was reported, and
// none that the explorer reaches may count as proved.
func TestMultiTrace(t *testing.T) {
	n := envInt("CULPRIT_PROGRAMS", rounds.Of(200))
	traces, ended := 0, 0
	for seed := 0; seed < n; seed++ {
		p := gen.Program(rand.New(rand.NewPCG(uint64(seed), 11)), gen.Options{})
		oneRegion(p)
		reach, complete := gen.Explore(p, 20000)
		if !complete || len(reach) == 0 {
			continue
		}
		r := Verify(context.Background(), p, Config{Replay: interp.Replay, Work: work.Second, MultiTrace: true, MaxTraces: 20, Check: true, NoRelevance: true})
		traces += len(r.Traces)
		if r.Complete {
			ended++
			found := map[*cfg.Loc]bool{}
			for _, tr := range r.Traces {
				found[tr.Error] = true
			}
			for l := range reach {
				if !found[l] {
					t.Errorf("seed %d: %s is reachable, no trace to it was found", seed, l.Reason)
				}
			}
		}
	}
	t.Logf("%d traces, %d runs ended", traces, ended)
	if traces == 0 || ended == 0 {
		t.Error("nothing was tested")
	}
}
