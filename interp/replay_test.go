package interp

import (
	"errors"
	"strings"
	"testing"

	"culprit/cfg"
)

// loopProgram sums nondeterministic values in a callee and fails at 7.
func loopProgram() (*cfg.Program, *cfg.Loc) {
	b := newBuild(32)
	f := b.proc("next")
	x := b.v("x", cfg.BV(8))
	f.Params = []*cfg.Var{x}
	f.Ret = b.v("ret", cfg.BV(8))
	in := b.v("in", cfg.BV(8))
	b.do(&cfg.Havoc{Dst: in}, set(f.Ret, bin(cfg.Add, ref(x), ref(in))))
	b.ret()

	b.f, b.at = b.p.Main, b.p.Main.Entry
	s, q := b.v("s", cfg.BV(8)), b.v("q", cfg.BV(32))
	b.do(set(s, num(8, 1)), &cfg.Alloc{Dst: q, Size: num(32, 4)})
	head := b.at
	head.LoopHead = true
	b.do(&cfg.Call{Proc: f, Args: []cfg.Expr{ref(s)}}, set(s, ref(f.Ret)))
	b.do(&cfg.Store{Addr: ref(q), Val: ref(s)})
	err := b.errorIf(bin(cfg.Eq, &cfg.Load{T: cfg.BV(8), Addr: ref(q)}, num(8, 7)))
	b.edge(b.at, head, &cfg.Skip{})
	b.p.Layout()
	return b.p, err
}

func TestExecuteThenReplay(t *testing.T) {
	p, errLoc := loopProgram()
	o := Execute(p, Constant{V: 2}, Limits{Record: true})
	if o.Status != ReachedError || o.Loc != errLoc {
		t.Fatalf("outcome %v at %v", o.Status, o.Loc)
	}
	if err := Replay(p, o.Trace); err != nil {
		t.Fatal(err)
	}
	fast := Execute(p, Constant{V: 2}, Limits{})
	if fast.Status != ReachedError || fast.Steps != o.Steps || o.Steps != len(o.Trace.Edges) {
		t.Errorf("fast run: %v after %d steps, recorded %d, trace %d", fast.Status, fast.Steps, o.Steps, len(o.Trace.Edges))
	}

	noReturn := &cfg.Trace{}
	at := make(map[int]int)
	for i, e := range o.Trace.Edges {
		at[i] = len(noReturn.Edges)
		if !isReturn(e) {
			noReturn.Edges = append(noReturn.Edges, e)
		}
	}
	for _, in := range o.Trace.Inputs {
		in.Step = at[in.Step]
		noReturn.Inputs = append(noReturn.Inputs, in)
	}
	if err := Replay(p, noReturn); err != nil {
		t.Errorf("without return edges: %v", err)
	}
}

func TestDivergence(t *testing.T) {
	p, _ := loopProgram()
	for _, tc := range []struct {
		name   string
		change func(tr *cfg.Trace)
		want   string
		step   int
	}{
		{"input changed", func(tr *cfg.Trace) { tr.Inputs[1].Value = 6 }, "another edge", 9},
		{"input missing", func(tr *cfg.Trace) { tr.Inputs = tr.Inputs[:3] }, "inputs ended", 21},
		{"input left", func(tr *cfg.Trace) { tr.Inputs = append(tr.Inputs, cfg.Input{Step: 99}) }, "not used", 28},
		{"input elsewhere", func(tr *cfg.Trace) { tr.Inputs[2].Step++ }, "belongs to step", 12},
		{"trace short", func(tr *cfg.Trace) { tr.Edges = tr.Edges[:len(tr.Edges)-1] }, "goes on", 27},
		{"trace long", func(tr *cfg.Trace) { tr.Edges = append(tr.Edges, tr.Edges[0]) }, "before the trace ends", 28},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := Execute(p, Constant{V: 2}, Limits{Record: true})
			tc.change(o.Trace)
			err := Replay(p, o.Trace)
			var d *Divergence
			if !errors.As(err, &d) {
				t.Fatalf("error %v", err)
			}
			if !strings.Contains(d.Error(), tc.want) || d.Step != tc.step {
				t.Errorf("divergence at %d: %v", d.Step, d)
			}
		})
	}
}
