package verifier

import (
	"context"
	"testing"
	"time"

	"culprit/cfg"
	"culprit/interp"
)

// prepared is a run of a program with one infeasible error trace, which is
// returned.
func prepared(t *testing.T) (*run, []int32, *cfg.Loc) {
	t.Helper()
	p := parseC(t, fairProgram([]string{`{ int x = __VERIFIER_nondet_int(); if (x > 5 && x < 3) reach_error(); }`}))
	v := newRun(p, Config{Replay: interp.Replay, NoValues: true}, time.Now())
	if err := v.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	word, target := v.pick.word(v)
	return v, word, target
}

// A trace that is decided at the second attempt closes its own gap and no
// other of the same location.
func TestRetryKeepsReasons(t *testing.T) {
	for _, other := range []bool{false, true} {
		v, word, target := prepared(t)
		v.postpone(t.Context(), word, target)
		if other {
			v.giveUp(t.Context(), word, target, "replay", "a trace could not be replayed")
		}
		if !v.retry(t.Context()) {
			t.Fatal("not tried again")
		}
		v.conclude(t.Context())
		want := True
		if other {
			want = Unknown
		}
		if v.res.Verdict != want {
			t.Errorf("another reason %v: %v %s", other, v.res.Verdict, v.res.Reason)
		}
		if other && (v.res.ReasonKind != "replay" || v.res.Errors[0].Status != Open) {
			t.Errorf("%s, %v", v.res.Reason, v.res.Errors[0].Status)
		}
	}
}

// Ways out of a location whose conditions hold together are both taken into
// account when their states are merged: the first one leads to the error.
func TestMergeOfChoices(t *testing.T) {
	for _, fails := range []uint64{0, 1, 2} {
		p := &cfg.Program{PtrBits: 64}
		main := p.NewProc("main", cfg.Pos{})
		p.Main = main
		x := p.NewVar(main, "x", cfg.BV(32))
		number := func(v uint64) cfg.Expr { return &cfg.Const{T: cfg.BV(32), V: v} }
		loc := func() *cfg.Loc { return p.NewLoc(main, cfg.Pos{}) }
		entry, joined, bad, end := loc(), loc(), loc(), loc()
		bad.Kind = cfg.Error
		main.Entry, main.Exit = entry, end
		is := &cfg.Binary{Op: cfg.Eq, T: cfg.BoolType, X: &cfg.VarRef{V: x}, Y: number(fails)}
		for v := uint64(0); v < 2; v++ {
			p.NewEdge(entry, joined, &cfg.Assign{Dst: x, Src: number(v)}, cfg.Pos{}, "", cfg.RoleUser)
		}
		p.NewEdge(joined, bad, &cfg.Assume{Cond: is}, cfg.Pos{}, "", cfg.RoleUser)
		p.NewEdge(joined, end, &cfg.Assume{Cond: &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: is}}, cfg.Pos{}, "", cfg.RoleUser)
		p.NewEdge(end, end, &cfg.Return{}, cfg.Pos{}, "", cfg.RoleImplicit)
		if err := cfg.Check(p); err != nil {
			t.Fatal(err)
		}
		res := Verify(context.Background(), p, Config{Replay: interp.Replay, NoValues: true, NoRelevance: true})
		want := False
		if fails == 2 {
			want = True
		}
		if res.Verdict != want {
			t.Errorf("x == %d: %v %s", fails, res.Verdict, res.Reason)
		}
	}
}
