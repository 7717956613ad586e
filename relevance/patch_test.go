package relevance

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
)

// A copy prints like the original, is changed in one place by a patch, and
// shares no location, edge, variable or procedure with it.
func TestPatch(t *testing.T) {
	for seed := range uint64(300) {
		prog := gen.Program(rand.New(rand.NewPCG(seed, 5)), gen.Options{})
		before := prog.String()
		if got := clone(prog).String(); got != before {
			t.Fatalf("seed %d: the copy is\n%s\nof\n%s", seed, got, before)
		}
		e := prog.Edges[int(seed)%len(prog.Edges)]
		p := patch(prog, e, &cfg.Skip{})
		if prog.String() != before {
			t.Fatalf("seed %d: the original changed", seed)
		}
		for i, f := range p.Edges {
			o := prog.Edges[i]
			if f == o || f.ID != o.ID || f.From == o.From || f.From.ID != o.From.ID || f.To.ID != o.To.ID {
				t.Fatalf("seed %d: edge %d", seed, i)
			}
			if _, skip := f.Stmt.(*cfg.Skip); i == e.ID && !skip {
				t.Fatalf("seed %d: edge %d is not patched", seed, i)
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

func clone(prog *cfg.Program) *cfg.Program {
	q, _ := prog.Clone()
	return q
}

// The reachability program is violated iff one of the locations is reachable.
func TestReachability(t *testing.T) {
	hit := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 6))
		prog := gen.Program(r, gen.Options{NoMemory: true, MaxWidth: 2, Vars: 2})
		l := prog.Locs[r.IntN(len(prog.Locs))]
		if l.Kind != cfg.Plain {
			continue
		}
		// The reference has a way out of l to a new error location.
		ref := clone(prog)
		exit := ref.NewLoc(ref.Locs[l.ID].Proc, cfg.Pos{})
		exit.Kind = cfg.Error
		ref.NewEdge(ref.Locs[l.ID], exit, &cfg.Skip{}, cfg.Pos{}, "", cfg.RoleImplicit)
		all, complete := gen.Explore(ref, 20000)
		if !complete {
			continue
		}
		p := reachability(prog, []*cfg.Loc{l})
		for i, e := range p.Edges {
			if e.ID != i {
				t.Fatalf("seed %d: edge %d has id %d", seed, i, e.ID)
			}
		}
		errs := p.ErrorLocs()
		if len(errs) != 1 || errs[0].ID != l.ID || len(errs[0].Out) > 0 {
			t.Fatalf("seed %d: error locations %v", seed, errs)
		}
		now, complete := gen.Explore(p, 20000)
		if !complete {
			continue
		}
		if all[exit] != now[errs[0]] {
			t.Fatalf("seed %d: %v reachable %v, in the copy %v\n%s", seed, l, all[exit], now[errs[0]], prog)
		}
		if all[exit] {
			hit++
		}
	}
	if hit < 50 {
		t.Errorf("only %d reachable", hit)
	}
}

func TestIntersect(t *testing.T) {
	sets := func(rs []Range, w int) (s [16]bool) {
		for v := range uint64(16) {
			for _, r := range rs {
				x, lo, hi := cfg.SignExtend(v, w), cfg.SignExtend(r.Lo, w), cfg.SignExtend(r.Hi, w)
				if !r.Signed {
					x, lo, hi = int64(v), int64(r.Lo), int64(r.Hi)
				}
				s[v] = s[v] || lo <= x && x <= hi
			}
		}
		return s
	}
	r := rand.New(rand.NewPCG(7, 7))
	random := func(signed bool) []Range {
		var out []Range
		for v := uint64(r.IntN(5)); v < 16; v += uint64(2 + r.IntN(5)) {
			hi := min(v+uint64(r.IntN(5)), 15)
			lo := v
			v = hi
			if signed {
				lo, hi = lo^8, hi^8
			}
			out = append(out, Range{lo, hi, signed})
		}
		return out
	}
	for i := range 2000 {
		a, b := random(i%2 == 0), random(i%2 == 0)
		want, sa, sb := [16]bool{}, sets(a, 4), sets(b, 4)
		for v := range want {
			want[v] = sa[v] && sb[v]
		}
		if got := sets(intersect(a, b, 4), 4); got != want {
			t.Fatalf("%v and %v: %v", a, b, intersect(a, b, 4))
		}
	}
}
