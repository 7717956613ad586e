package interp

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/frontend/frontendtest"
)

// counted puts "count it" before a location's ways out and returns the
// location that is reached at the k-th visit, counted from 1, while all other
// visits continue as before.
func counted(p *cfg.Program, l *cfg.Loc, k int) *cfg.Loc {
	c := p.NewVar(nil, "count", cfg.BV(64))
	rest, here, kth := p.NewLoc(l.Proc, l.Pos), p.NewLoc(l.Proc, l.Pos), p.NewLoc(l.Proc, l.Pos)
	rest.Out, l.Out = l.Out, nil
	for _, e := range rest.Out {
		e.From = rest
	}
	add := func(from, to *cfg.Loc, s cfg.Stmt) { p.NewEdge(from, to, s, cfg.Pos{}, "", cfg.RoleImplicit) }
	add(l, here, set(c, bin(cfg.Add, ref(c), num(64, 1))))
	is := bin(cfg.Eq, ref(c), num(64, uint64(k)))
	add(here, kth, &cfg.Assume{Cond: is})
	add(here, rest, &cfg.Assume{Cond: lnot(is)})
	return kth
}

// patch changes p so that it does at the k-th execution of the edge e what
// the Force f asks for. Only e's id counts: p is another copy of its program.
func patch(p *cfg.Program, id, k int, f Force) {
	e := p.Edges[id]
	kth := counted(p, e.From, k)
	add := func(s cfg.Stmt, to *cfg.Loc) { p.NewEdge(kth, to, s, cfg.Pos{}, "", cfg.RoleImplicit) }
	if f.Take != nil {
		cond := e.From.Out[0].Stmt.(*cfg.Assume).Cond // evaluated, and ignored
		add(&cfg.Assume{Cond: bin(cfg.LOr, cond, cfg.True)}, p.Edges[f.Take.ID].To)
		return
	}
	mid := p.NewLoc(kth.Proc, kth.Pos)
	add(e.Stmt, mid)
	kth = mid
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		add(set(s.Dst, &cfg.Const{T: s.Dst.Type, V: cfg.Mask(f.Value, s.Dst.Type.Width())}), e.To)
	case *cfg.Havoc:
		add(set(s.Dst, &cfg.Const{T: s.Dst.Type, V: cfg.Mask(f.Value, s.Dst.Type.Width())}), e.To)
	case *cfg.Store:
		t := s.Val.Type()
		add(&cfg.Store{Addr: s.Addr, Val: &cfg.Const{T: t, V: cfg.Mask(f.Value, t.Width())}}, e.To)
	}
}

// TestForce compares forced runs with runs of a program that was changed.
func TestForce(t *testing.T) {
	values, takes, other := 0, 0, 0
	for seed := range uint64(1500) {
		p, conf := randomRun(seed)
		conf.Limits.Steps = 300
		rec, err := Record(p, conf)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 6))
		at := r.IntN(rec.N)
		var e *cfg.Edge
		k := 0 // visits of its location, as many as of e if it is the only way out
		var from []*cfg.Loc
		for in := range rec.All(0) {
			from = append(from, in.Edge.From)
			if in.Index == at {
				e = in.Edge
				break
			}
		}
		for _, l := range from {
			if l == e.From {
				k++
			}
		}
		f := Force{At: at}
		switch s := e.Stmt.(type) {
		case *cfg.Assume:
			if len(e.From.Out) != 2 {
				continue
			}
			takes++
			f.Take = e.From.Out[r.IntN(2)]
		case *cfg.Assign, *cfg.Havoc, *cfg.Store:
			if _, ok := s.(*cfg.Assign); ok && len(e.From.Out) > 1 {
				continue
			}
			values++
			f.SetValue, f.Value = true, uint64(r.IntN(6))-2
		default:
			continue
		}
		q, conf := randomRun(seed)
		patch(q, e.ID, k, f)
		conf.Limits.Steps = 3000
		want := Run(q, conf)
		if want.Status == StepLimit {
			continue
		}
		_, conf = randomRun(seed)
		conf.Limits.Steps = 3000
		s := NewSession(p, conf)
		s.few = seed % 5
		s.RunTo(r.IntN(at + 1))
		plain := s.Fork()
		s.Force(f)
		got := s.Fork().Finish()
		if got.Status != want.Status || got.Code != want.Code {
			t.Fatalf("seed %d: %v at %d (%s): %v, want %v", seed, f, at, describe(e), got.Status, want.Status)
		}
		if got.Status != Faulted {
			for _, v := range p.Vars {
				if got.Value(v) != want.Value(v) {
					t.Fatalf("seed %d: %v at %d (%s): %s = %d, want %d", seed, f, at, describe(e), v.Name, got.Value(v), want.Value(v))
				}
			}
		}
		if got.Steps != rec.Result.Steps || got.Status != rec.Result.Status {
			other++
		}
		conf.Limits.Steps = 300
		if rec.Result.Status != StepLimit {
			sameRun(t, seed, p, rec.Result, plain.Finish())
		}
	}
	t.Logf("%d values, %d branches, %d runs changed", values, takes, other)
	if values < 200 || takes < 200 || other < 200 {
		t.Error("too few cases")
	}
}

// TestForceArgs gives the parameters of a call other values.
func TestForceArgs(t *testing.T) {
	src := `int f(int a, int b) { return 10 * a + b; }
int main(void) { int x = 1; return f(x, 2); }
`
	p := frontendtest.Execute(t, src)
	rec, err := Record(p, RunConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	for inst := range rec.All(0) {
		if c, ok := inst.Edge.Stmt.(*cfg.Call); ok && c.Proc.Name == "f" {
			s := NewSession(p, RunConfig{})
			s.Force(Force{At: inst.Index, Args: []uint64{3}})
			if got := s.Finish(); got.Code != 32 {
				t.Errorf("%d, want 32", got.Code)
			}
			return
		}
	}
	t.Error("no call")
}
