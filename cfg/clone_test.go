package cfg_test

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
)

// A copy prints like the original, is changed by itself, and
// shares no location, edge, variable or procedure with it.
func TestClone(t *testing.T) {
	for seed := range uint64(300) {
		prog := gen.Program(rand.New(rand.NewPCG(seed, 5)), gen.Options{})
		before := prog.String()
		p, _ := prog.Clone()
		if got := p.String(); got != before {
			t.Fatalf("seed %d: the copy is\n%s\nof\n%s", seed, got, before)
		}
		e := prog.Edges[int(seed)%len(prog.Edges)]
		p.Edges[e.ID].Stmt = &cfg.Skip{}
		if prog.String() != before {
			t.Fatalf("seed %d: the original changed", seed)
		}
		for i, f := range p.Edges {
			o := prog.Edges[i]
			if f == o || f.ID != o.ID || f.From == o.From || f.From.ID != o.From.ID || f.To.ID != o.To.ID {
				t.Fatalf("seed %d: edge %d", seed, i)
			}
			if _, skip := f.Stmt.(*cfg.Skip); i == e.ID && !skip {
				t.Fatalf("seed %d: edge %d is not changed", seed, i)
			} else if i != e.ID && cfg.StmtString(f.Stmt) != cfg.StmtString(o.Stmt) {
				t.Fatalf("seed %d: edge %d is %v, not %v", seed, i, f.Stmt, o.Stmt)
			}
			cfg.Exprs(f.Stmt, func(x cfg.Expr) {
				cfg.Walk(x, func(x cfg.Expr) {
					if r, ok := x.(*cfg.VarRef); ok && p.Vars[r.V.ID] != r.V {
						t.Fatalf("seed %d: edge %d shares a variable", seed, i)
					}
				})
			})
			if c, ok := f.Stmt.(*cfg.Call); ok && p.Procs[c.Proc.ID] != c.Proc {
				t.Fatalf("seed %d: edge %d shares a procedure", seed, i)
			}
		}
	}
}
