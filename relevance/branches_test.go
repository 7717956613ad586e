package relevance

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/analysis/alias"
	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/interp"
	"culprit/smt/bitblast"
)

// listed gives fixed inputs, then others that are enumerated.
type listed struct {
	given []uint64
	at    int
	rest  *[]uint64 // values of further inputs; asked for more it grows
	next  int
}

func (l *listed) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) {
	if l.at < len(l.given) {
		l.at++
		return l.given[l.at-1], true
	}
	if l.next == len(*l.rest) {
		*l.rest = append(*l.rest, 0)
	}
	l.next++
	return (*l.rest)[l.next-1], true
}

func (l *listed) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// detour is a program that executes the first k statements of a trace of main,
// and continues at another location. Its other edges have the ids of prog.
func detour(prog *cfg.Program, tr *cfg.Trace, k int, to *cfg.Loc) *cfg.Program {
	p, stmt := prog.Clone()
	at := p.NewLoc(p.Main, cfg.Pos{})
	p.Main.Entry = at
	for _, e := range tr.Edges[:k] {
		next := p.NewLoc(p.Main, cfg.Pos{})
		p.NewEdge(at, next, stmt(e.Stmt), cfg.Pos{}, "", cfg.RoleImplicit)
		at = next
	}
	p.NewEdge(at, p.Locs[to.ID], &cfg.Skip{}, cfg.Pos{}, "", cfg.RoleImplicit)
	return p
}

// follows tells whether an execution along the edge o in place of step k comes
// to the rest of the trace from step j on, at the join, and follows it. It
// enumerates all inputs from there on; ok is false if these are too many.
func follows(prog *cfg.Program, tr *cfg.Trace, k int, o *cfg.Edge, loc *cfg.Loc, j int) (yes, ok bool) {
	p := detour(prog, tr, k, o.To)
	var given []uint64
	for _, in := range tr.Inputs {
		if in.Step < k {
			given = append(given, in.Value)
		}
	}
	var rest []uint64
	for range 3000 {
		src := &listed{given: given, rest: &rest}
		x := interp.Execute(p, src, interp.Limits{Steps: 500, Record: true})
		if x.Status == interp.StepLimit {
			return false, false
		}
		edges := x.Trace.Edges[k+1:]
		i := slices.IndexFunc(edges, func(e *cfg.Edge) bool { return e.From.ID == loc.ID })
		if i < 0 && x.Status == interp.ReachedError {
			return true, true // a way that fails, too, does not count
		}
		if i >= 0 && len(edges)-i >= len(tr.Edges)-j {
			same := true
			for n, e := range tr.Edges[j:] {
				same = same && edges[i+n].ID == e.ID
			}
			if same {
				return true, true
			}
		}
		// The next inputs: two bits each.
		n := src.next - 1
		for ; n >= 0; n-- {
			rest[n]++
			if rest[n] < 4 {
				break
			}
		}
		if n < 0 {
			return false, true
		}
		rest = rest[:n+1]
	}
	return false, false
}

// Join is where the ways of a branch come together: before step At, at Loc.
type Join struct {
	Loc *cfg.Loc
	At  int
}

// Joins gives those of the branches of a trace.
func Joins(prog *cfg.Program, tr *cfg.Trace) func(step int) Join {
	b := &brancher{run: newRun(context.Background(), unfold(prog, tr), nil, Config{}), from: prog, given: tr}
	b.findDoomed()
	b.prepare(nil)
	return func(step int) Join {
		j := b.join(step)
		return Join{j.loc, j.at}
	}
}

// Branches against the definition: the other way is executed, with all inputs.
func TestBranchTwin(t *testing.T) {
	count := map[Status]int{}
	for seed := range uint64(rounds.Of(4000)) {
		prog := gen.Program(rand.New(rand.NewPCG(seed, 41)), gen.Options{NoMemory: true, NoCalls: true, MaxWidth: 2, Vars: 3, Stmts: 14})
		alias.Assign(prog)
		bare, _ := prog.Clone()
		gone := purpose.Doomed(bare)
		lost := map[int]bool{}
		for e, d := range gone {
			lost[e.ID] = lost[e.ID] || d
		}
		traces, _ := gen.Traces(prog, 500)
		for _, l := range prog.ErrorLocs() {
			tr := traces[l]
			if tr == nil || nested(prog, tr) || slices.ContainsFunc(tr.Edges, func(e *cfg.Edge) bool { _, call := e.Stmt.(*cfg.Call); return call }) {
				continue
			}
			res, err := Analyze(context.Background(), prog, tr, l, bitblast.New(bitblast.Config{}), Config{Branches: true})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			joins := Joins(prog, tr)
			for _, m := range res.Branches {
				if m.Status == Undecided {
					count[Undecided]++
					continue
				}
				j := joins(m.Step)
				want, known := Irrelevant, true
				for _, o := range tr.Edges[m.Step].From.Out {
					if o == tr.Edges[m.Step] || lost[o.ID] {
						continue
					}
					if j.At < 0 {
						want = Relevant // unless it fails, which is looked at below
						continue
					}
					yes, ok := follows(prog, tr, m.Step, o, j.Loc, j.At)
					known = known && ok
					if !yes {
						want = Relevant
					}
				}
				if !known || j.At < 0 {
					continue
				}
				count[m.Status]++
				if m.Status != want {
					t.Fatalf("seed %d: step %d, %s: %v, want %v; join %d at %d\n%s", seed, m.Step, cfg.StmtString(tr.Edges[m.Step].Stmt), m.Status, want, j.Loc.ID, j.At, prog)
				}
			}
		}
	}
	t.Log(count)
	if count[Relevant] < 10 || count[Irrelevant] < 10 {
		t.Errorf("%v", count)
	}
}
