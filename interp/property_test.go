package interp

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
)

// TestExprTwin compares compiled expressions with the tree-walking evaluator
// of package gen, as values and as branch conditions.
func TestExprTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	types := []cfg.Type{cfg.BV(1), cfg.BV(5), cfg.BV(8), cfg.BV(16), cfg.BV(32), cfg.BV(33), cfg.BV(64), cfg.BoolType, cfg.FP(32), cfg.FP(64)}
	for n := range 4000 {
		b := newBuild(32)
		var vars []*cfg.Var
		var inputs sequence
		for range 1 + r.IntN(5) {
			v := b.v("v", types[r.IntN(len(types))])
			v.Signed = r.IntN(2) == 0
			b.do(&cfg.Havoc{Dst: v})
			vars = append(vars, v)
			val, _ := Random{r}.Value(nil, nil)
			inputs = append(inputs, val)
		}
		e := gen.Expr(r, vars, types[r.IntN(len(types))], 4)
		dst := b.v("dst", e.Type())
		b.do(set(dst, e))
		cond := gen.Expr(r, vars, cfg.BoolType, 4)
		errLoc := b.errorIf(cond)
		b.ret()
		b.p.Layout()

		s := gen.State{Vars: make([]uint64, len(b.p.Vars))}
		for i, v := range vars {
			s.Vars[v.ID] = cfg.Mask(inputs[i], v.Type.Width())
		}
		want, wantCond := gen.Eval(e, &s), gen.Eval(cond, &s) == 1
		o := Execute(b.p, &inputs, Limits{})
		if got := o.Value(dst); got != want {
			t.Fatalf("program %d: value %#x, want %#x", n, got, want)
		}
		if (o.Loc == errLoc) != wantCond {
			t.Fatalf("program %d: condition %v, want %v", n, o.Loc == errLoc, wantCond)
		}
	}
}

// sequence gives its values in order.
type sequence []uint64

func (s *sequence) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) {
	if len(*s) == 0 {
		return 0, false
	}
	v := (*s)[0]
	*s = (*s)[1:]
	return v, true
}

func (s *sequence) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// TestExploreReplay replays the traces of the explicit-state model checker,
// and checks that random executions reach only what it reaches.
func TestExploreReplay(t *testing.T) {
	replayed, executed := 0, 0
	for seed := range uint64(300) {
		p := gen.Program(rand.New(rand.NewPCG(seed, 2)), gen.Options{})
		traces, complete := gen.Traces(p, 10000)
		for _, l := range p.ErrorLocs() {
			if traces[l] == nil {
				continue
			}
			replayed++
			res, err := ReplayNotes(p, traces[l])
			if err != nil || res.Loc != l {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, n := range res.Notes {
				if n.Kind >= NullAccess {
					t.Errorf("seed %d: %v", seed, n)
				}
			}
		}
		c := Compile(p, true)
		for i := range uint64(20) {
			o := c.Execute(NewRandom(seed*1000+i), Limits{Steps: 300, Record: true})
			if o.Status != ReachedError {
				continue
			}
			executed++
			if complete && traces[o.Loc] == nil {
				t.Fatalf("seed %d: execution reaches %s, exploration does not", seed, o.Loc.Reason)
			}
			if err := Replay(p, o.Trace); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	t.Logf("%d explored traces, %d executions", replayed, executed)
	if replayed < 100 || executed < 100 {
		t.Error("too few error traces")
	}
}

// TestFastTwin compares code that counts per chain with code that announces
// every edge.
func TestFastTwin(t *testing.T) {
	for seed := range uint64(300) {
		p := gen.Program(rand.New(rand.NewPCG(seed, 3)), gen.Options{Stmts: 20})
		slow, fast := Compile(p, true), Compile(p, false)
		for i := range uint64(5) {
			a := slow.Execute(NewRandom(i), Limits{Steps: 1000, Record: true})
			b := fast.Execute(NewRandom(i), Limits{Steps: 1000})
			if a.Status == StepLimit && b.Status == StepLimit {
				continue
			}
			if a.Status != b.Status || a.Loc != b.Loc || a.Steps != b.Steps || len(a.Notes) != len(b.Notes) {
				t.Fatalf("seed %d: %v after %d, %v after %d steps", seed, a.Status, a.Steps, b.Status, b.Steps)
			}
			for _, v := range p.Vars {
				if a.Value(v) != b.Value(v) {
					t.Fatalf("seed %d: %s differs", seed, v.Name)
				}
			}
		}
	}
}

// TestRegionClash checks that wrong regions are noticed.
func TestRegionClash(t *testing.T) {
	for _, tc := range []struct {
		name         string
		other        bool // read through another region
		cell, offset uint64
		want         bool
	}{
		{"one region", false, 8, 0, false},
		{"other region", true, 8, 0, true},
		{"never written", true, 8, 4, false},
		{"cells", false, 32, 0, false},
		{"unaligned", false, 32, 2, true},
		{"wrong width", false, 16, 0, true},
	} {
		b := newBuild(32)
		a := b.p.NewObject(nil, "a", 12, 4)
		r := &cfg.Region{ID: 0, Name: "r", Cell: int(tc.cell)}
		s := &cfg.Region{ID: 1, Name: "s", Cell: int(tc.cell)}
		b.p.Regions = []*cfg.Region{r, s}
		if !tc.other {
			s = r
		}
		b.do(&cfg.Store{Addr: offset(a, 0), Val: num(32, 7), Region: r})
		b.do(set(b.v("x", cfg.BV(32)), &cfg.Load{T: cfg.BV(32), Addr: offset(a, tc.offset), Region: s}))
		b.ret()
		b.p.Layout()
		o := Execute(b.p, Constant{}, Limits{Regions: true})
		if got := len(o.Notes) > 0 && o.Notes[0].Kind == RegionClash; got != tc.want {
			t.Errorf("%s: notes %v", tc.name, o.Notes)
		}
	}
}
