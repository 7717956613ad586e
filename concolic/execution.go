package concolic

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

func newWalk(ctx context.Context, m *roadMap, engine smt.Factory, clock *work.Clock, p policy) *walk {
	tb := logic.TableOn(clock)
	w := &walk{ctx: ctx, m: m, policy: p, tb: tb, model: logic.NewModel(), ev: logic.NewEvaluator(tb), trial: logic.NewEvaluator(tb),
		path: path{active: map[*cfg.Proc]bool{m.prog.Main: true}}, visits: map[*cfg.Loc]int{}, failed: map[*cfg.Loc]int{}}
	w.solver = smt.New(tb, bitblast.OrDefault(engine)(), smt.Config{})
	w.sym = hoare.NewSym(hoare.NewEncoder(tb, m.prog))
	w.sym.Init()
	w.groups.of = map[logic.T]*group{}
	w.ev.Reset(w.model)
	return w
}

// run walks to an error location and gives the trace, or nil.
func (w *walk) run() *cfg.Trace {
	loc := w.m.prog.Main.Entry
	for len(w.path.edges) < maxEdges && w.ctx.Err() == nil {
		switch {
		case loc.Kind == cfg.Error && w.guessed():
			return nil
		case loc.Kind == cfg.Error:
			return &cfg.Trace{Edges: w.path.edges, Inputs: w.sym.CfgInputs(w.model)}
		case loc.Kind != cfg.Plain || len(loc.Out) == 0:
			return nil
		}
		e := w.choose(loc)
		if e == nil || !w.exec(e) {
			return nil
		}
		if loc = w.next(e); loc == nil {
			return nil
		}
	}
	return nil
}

// guessed reports whether a condition passed restricts a value that is merely
// not known: nobody would believe the trace.
func (w *walk) guessed() bool {
	return slices.ContainsFunc(w.sym.Inputs, func(in hoare.SymInput) bool {
		return w.groups.of[in.Term] != nil && hoare.IsUnknown(in.Edge.Stmt)
	})
}

// next follows calls and returns; nil at the end, and at recursion, since a
// variable has one value here.
func (w *walk) next(e *cfg.Edge) *cfg.Loc {
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		if s.Proc.Entry == nil || w.path.active[s.Proc] {
			return nil
		}
		w.path.active[s.Proc] = true
		w.path.calls = append(w.path.calls, e)
		return s.Proc.Entry
	case *cfg.Return:
		if len(w.path.calls) == 0 {
			return nil
		}
		call := w.path.calls[len(w.path.calls)-1]
		w.path.calls = w.path.calls[:len(w.path.calls)-1]
		delete(w.path.active, call.Stmt.(*cfg.Call).Proc)
		return call.To
	}
	return e.To
}

// exec executes e; false if what it assumes cannot hold.
func (w *walk) exec(e *cfg.Edge) bool {
	s := w.sym
	inputs := len(s.Inputs)
	s.Guard, s.GuardStep = s.Guard[:0], s.GuardStep[:0]
	s.Exec(e)
	w.tb.Clock.Add(work.Step)
	w.path.edges = append(w.path.edges, e)
	for _, in := range s.Inputs[inputs:] {
		if sort := w.tb.Sort(in.Term); sort.Kind != logic.SArray {
			v := w.policy.value(len(s.Inputs))
			if w.near != nil {
				v = w.near.next(in.Edge, v)
			}
			w.model.BV[in.Term] = v & mask(sort)
		}
	}
	if s.Dead {
		return false
	}
	for _, g := range s.Guard {
		for _, c := range w.tb.Conjuncts(g) {
			if !w.ev.Holds(c) && !w.solve(c) {
				return false
			}
			w.groups.add(w.tb, c)
		}
	}
	return true
}

// choose takes a way out of loc, nil if there is none.
func (w *walk) choose(loc *cfg.Loc) *cfg.Edge {
	if len(loc.Out) == 1 {
		return loc.Out[0]
	}
	conds := make([]logic.T, len(loc.Out))
	took := -1
	for i, e := range loc.Out {
		conds[i] = w.tb.True()
		if a, ok := e.Stmt.(*cfg.Assume); ok {
			conds[i] = w.sym.Enc.Expr(a.Cond, w.sym)
		}
		if took < 0 && w.ev.Holds(conds[i]) {
			took = i
		}
	}
	if took >= 0 && conds[took] == w.tb.True() {
		return loc.Out[took]
	}
	w.visits[loc]++
	w.chose = true
	visit := w.visits[loc]
	if w.near != nil {
		w.turns(conds, took, visit)
	}
	for _, i := range w.policy.order(w.m, loc, len(loc.Out), max(took, 0), visit) {
		if i == took {
			return loc.Out[i]
		}
		if conds[i] == w.tb.False() || w.failed[loc] >= maxRefused && visit&(visit-1) != 0 {
			continue
		}
		if w.solve(conds[i]) {
			w.failed[loc] = 0
			return loc.Out[i]
		}
		w.failed[loc]++
		if w.policy.way != redrawn && took >= 0 {
			return loc.Out[took]
		}
	}
	if took >= 0 {
		return loc.Out[took]
	}
	return nil
}
