package relevance_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/internal/rounds"
	"culprit/relevance"
	"culprit/smt/bitblast"
)

// blocksAll tells whether no execution of the trace remains when all
// occurrences of an edge are replaced.
func (n *naive) blocksAll(e *cfg.Edge, r replacement) bool {
	dead := make([]map[st]bool, len(n.edges)+1)
	for i := range dead {
		dead[i] = map[st]bool{}
	}
	first := slices.Index(n.edges, e)
	var walk func(k int, s st) bool
	walk = func(k int, s st) bool {
		if k == len(n.edges) {
			return true
		}
		if dead[k][s] {
			return false
		}
		done := false
		if n.edges[k] == e {
			done = walk(k+1, n.replace(k, s, r))
		} else {
			done = n.step(k, s, k < first, func(s st) bool { return walk(k+1, s) })
		}
		if !done {
			dead[k][s] = true
		}
		return done
	}
	return !walk(0, st{})
}

// TestSummaryTwin compares common fixes of two traces, of which one repeats a
// piece of the other, with enumeration.
func TestSummaryTwin(t *testing.T) {
	total := rounds.Of(1000)
	groups, fixes, missed := 0, 0, 0
	ctx := context.Background()
	for seed := uint64(0); groups < total; seed++ {
		g := randomTrace(rand.New(rand.NewPCG(seed, 9)))
		n := len(g.tr.Edges)
		from := 6 + g.IntN(n-6)
		to := from + g.IntN(min(n-from, 5))
		long := slices.Concat(g.tr.Edges[:to], g.tr.Edges[from:to], g.tr.Edges[to:])
		traces := []*cfg.Trace{{Edges: g.tr.Edges}, {Edges: long}}
		var rs []relevance.TraceResult
		for _, tr := range traces {
			r, err := relevance.Analyze(ctx, g.p, tr, g.at, bitblast.New(bitblast.Config{}), relevance.Config{Quick: g.IntN(2) == 0})
			if err != nil {
				break
			}
			rs = append(rs, r)
		}
		if len(rs) < 2 {
			continue
		}
		groups++
		sums := relevance.Summarize(ctx, g.p, rs, bitblast.New(bitblast.Config{}), relevance.Config{})
		if len(sums) != 1 {
			t.Fatalf("seed %d: %d summaries", seed, len(sums))
		}
		s := &sums[0]
		for i := range s.Statements {
			stm := &s.Statements[i]
			if msg := checkStatement(traces, g.p.HeapTop, rs, s, stm); msg != "" {
				t.Fatalf("seed %d: %s: %s\n%s", seed, stm.Edge.Text, msg, g)
			}
			if stm.HasFix {
				fixes++
			} else if s.InAll(stm) && anyBlocks(traces, g.p.HeapTop, stm.Edge) {
				missed++
			}
		}
	}
	t.Logf("%d groups, %d fixes, %d missed", groups, fixes, missed)
	if missed*20 > fixes {
		t.Errorf("%d of %d common fixes missed", missed, fixes+missed)
	}
}

// anyBlocks tells whether some constant for the variable of e blocks all.
func anyBlocks(traces []*cfg.Trace, heap *cfg.Var, e *cfg.Edge) bool {
	var v *cfg.Var
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		v = s.Dst
	case *cfg.Havoc:
		v = s.Dst
	default:
		return false
	}
	for x := range values(v) {
		all := true
		for _, tr := range traces {
			all = all && newNaive(tr, heap).blocksAll(e, replacement{v: v, value: uint64(x)})
		}
		if all {
			return true
		}
	}
	return false
}

// checkStatement compares one statement with enumeration.
func checkStatement(traces []*cfg.Trace, heap *cfg.Var, rs []relevance.TraceResult, s *relevance.Summary, stm *relevance.Statement) string {
	for i, r := range rs {
		relevant := slices.ContainsFunc(r.Marks, func(m relevance.Mark) bool {
			return m.Status == relevance.Relevant && r.Trace.Edges[m.Step] == stm.Edge
		})
		if relevant != slices.Contains(stm.RelevantIn, i) {
			return fmt.Sprintf("relevant in %v", stm.RelevantIn)
		}
	}
	if !stm.HasFix {
		if (len(stm.RelevantIn) > 0) == (stm.FixNote == "") {
			return fmt.Sprintf("in all %v, note %q", s.InAll(stm), stm.FixNote)
		}
		return ""
	}
	vs := []uint64{stm.Fix}
	for _, r := range stm.Blocking {
		vs = append(vs, r.Lo, r.Hi)
	}
	for _, tr := range traces {
		n := newNaive(tr, heap)
		for _, v := range vs {
			if !n.blocksAll(stm.Edge, replacement{v: stm.FixVar, value: v}) {
				return fmt.Sprintf("%d does not block a trace of %d steps", v, len(tr.Edges))
			}
		}
	}
	return ""
}
