package verifier

import (
	"context"
	"fmt"
	"slices"
	"time"

	"culprit/analysis/values"
	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
	"culprit/verifier/inductive"
	"culprit/verifier/unroll"
)

// Proof is the evidence for a TRUE: the program automaton, and automata and
// words that together cover every error trace.
type Proof struct {
	Control   *hoare.Control
	Automata  []annotated
	Words     []prefixWord
	Joint     []inductive.Joint    // error locations that one invariant proves
	Foretold  []inductive.Foretold // error locations that are proved apart
	Unrolling *unroll.Unrolling    // a complete unrolling, or nil
}

// annotated is what a proof holds of a Floyd-Hoare automaton: states that mean
// conjunctions, and transitions between them.
type annotated interface {
	Conjuncts(automata.State) []logic.T
	Steps() []hoare.FHStep
	Stored() automata.Lazy
}

type rechecker struct {
	ctx              context.Context
	enc              *hoare.Encoder
	engine           smt.Engine
	eval             *logic.Evaluator
	steps, syntactic int
	evaluated        int // steps decided by computing with the values that the facts before them give
	effects          map[*hoare.Letter]*hoare.Effect
	statements       map[*cfg.Edge]*hoare.Effect
	hard             int           // steps the naive encoder did not decide in its first turn
	usual            int           // steps the usual encoder decided
	first            time.Duration // the first turn of the naive encoder
	// each says that the targets of an unrolling are asked for one by one: with
	// contracts they are many, and simple.
	each bool
	// larger says that what comes contains a step that was too hard for the naive
	// encoder: the usual one begins.
	larger bool
}

func newRechecker(ctx context.Context, enc *hoare.Encoder) *rechecker {
	return &rechecker{ctx: ctx, enc: enc, engine: &bitblast.Naive{}, first: naiveTime, eval: logic.NewEvaluator(enc.TB), effects: map[*hoare.Letter]*hoare.Effect{}, statements: map[*cfg.Edge]*hoare.Effect{}}
}

func (k *rechecker) stop() bool { return k.ctx.Err() != nil }

// Context, Engine, Unsat and Decided let the proofs of package inductive be rechecked.

// Context ends the recheck.
func (k *rechecker) Context() context.Context { return k.ctx }

// Engine is the naive encoder.
func (k *rechecker) Engine() smt.Engine { return k.engine }

// Decided counts a step.
func (k *rechecker) Decided() { k.steps++ }

// Unsat requires that the conjunction cannot hold.
func (k *rechecker) Unsat(tb *logic.Table, f []logic.T) error {
	k.steps++
	for _, c := range f {
		if c == tb.False() {
			k.syntactic++
			return nil
		}
	}
	return k.confirm(func(e smt.Engine, b smt.Budget) smt.Result {
		r, _, err := e.Check(tb, f, b)
		if err != nil {
			return smt.Unknown
		}
		return r
	})
}

// confirm requires the answer Unsat. The naive encoder and the usual one, from
// scratch, take turns that grow: a busy machine, on which the first turn of the
// naive one is not enough, must not leave a step to the other alone.
func (k *rechecker) confirm(ask func(smt.Engine, smt.Budget) smt.Result) error {
	r, t := smt.Unknown, k.first
	if !k.larger {
		if r = ask(k.engine, smt.Budget{Time: t, Ctx: k.ctx}); r == smt.Unknown {
			k.first = max(t/2, naiveTime/10) // the steps of a proof are alike
		}
	}
	if r == smt.Unknown && k.ctx.Err() == nil {
		k.hard++
	}
	for r == smt.Unknown && t <= maxNaive && k.ctx.Err() == nil {
		if r = ask(bitblast.New(bitblast.Config{}), smt.Budget{Work: work.Of(max(t, naiveTime)), Ctx: k.ctx}); r == smt.Unsat {
			k.usual++
		}
		t *= time.Duration(naiveGrowth)
		if r == smt.Unknown && k.ctx.Err() == nil {
			r = ask(k.engine, smt.Budget{Time: t, Ctx: k.ctx})
		}
	}
	switch {
	case r == smt.Unsat:
		return nil
	case k.ctx.Err() != nil:
		return k.ctx.Err()
	}
	return fmt.Errorf("step is %v", r)
}

// floydHoare checks transitions that were used.
func (k *rechecker) floydHoare(h annotated, steps []hoare.FHStep) error {
	tb := k.enc.TB
	for _, st := range steps {
		f := k.effects[st.Letter]
		pre := append(h.Conjuncts(st.From), f.Guard...)
		post := h.Conjuncts(st.To)
		if h.Stored().Final(st.To) && tb.And(post...) != tb.False() {
			return fmt.Errorf("an accepting state can be reached after %q", st.Letter)
		}
		if err := k.triple(pre, post, f); err != nil {
			return fmt.Errorf("%s after %q: %w", tb.String(tb.And(post...)), st.Letter, err)
		}
	}
	return nil
}

// word checks that a prefix cannot be executed.
func (k *rechecker) word(c *hoare.Control, w prefixWord) error {
	enc := hoare.NewEncoder(logic.TableOn(k.enc.TB.Clock), c.Prog)
	s := hoare.NewSym(enc)
	for _, a := range w {
		s.ExecLetter(c.Letters[a])
	}
	return k.Unsat(enc.TB, s.Guard)
}

// unrolling executes the program once more to the depth of a complete
// unrolling and checks every error instance and the frontier.
func (k *rechecker) unrolling(c *hoare.Control, done *unroll.Unrolling) error {
	u := unroll.New(c, done.Rem, k.engine, k.enc.TB.Clock)
	done.Release()
	tooLarge := func() error {
		if k.stop() {
			return k.ctx.Err()
		}
		return fmt.Errorf("unrolling has too many terms")
	}
	var frontier []unroll.Edge
	if done.LoopByLoop() {
		if !u.Replay(k.ctx, done) {
			return tooLarge()
		}
		frontier = u.Further()
		if !k.each {
			return k.unreached(u, u.Targets(), frontier)
		}
	}
	// Level by level, the errors are checked in the portions in which they were
	// decided: a formula about all of them is harder than these together. Each
	// contains the one before; what is too hard for the naive encoder stays so.
	defer func(larger bool) { k.larger = larger }(k.larger)
	for !done.LoopByLoop() && u.Level < done.Level {
		portion := unroll.AskAt(u.Level) || u.Level+1 == done.Level
		if !u.NextLevel(k.ctx) {
			return tooLarge()
		}
		if portion && !k.each {
			hard := k.hard
			if err := k.unreached(u, u.Targets(), nil); err != nil {
				return err
			}
			u.Forget()
			k.larger = k.larger || k.hard > hard
		}
	}
	for _, t := range u.Targets() {
		if err := k.unreached(u, []int32{t}, nil); err != nil {
			return err
		}
	}
	return k.unreached(u, nil, append(frontier, u.Frontier()...))
}

// unreached requires that an unrolling reaches none of the targets and takes none of
// the edges.
func (k *rechecker) unreached(u *unroll.Unrolling, targets []int32, edges []unroll.Edge) error {
	k.steps++
	if len(targets)+len(edges) == 0 {
		k.syntactic++
		return nil
	}
	return k.confirm(func(e smt.Engine, b smt.Budget) smt.Result {
		if e != k.engine && u.LoopByLoop() {
			return u.RefuteInOrder(e, targets, edges, b)
		}
		r, _ := u.Solve(e, targets, edges, b)
		return r
	})
}

// entry checks what the abstract reachability graph claims at program start.
func (k *rechecker) entry(prog *cfg.Program, g *values.Graph, facts [][]logic.T) error {
	tb := k.enc.TB
	if entry := g.Nodes[g.Entry]; entry.Loc != prog.Main.Entry || entry.Stack != nil {
		return fmt.Errorf("entry node is not the program's entry")
	}
	init := k.enc.EffectOf(&hoare.Letter{Init: true})
	for _, f := range facts[g.Entry] {
		if err := k.Unsat(tb, []logic.T{tb.Not(tb.Subst(f, init.Writes))}); err != nil {
			return fmt.Errorf("entry: %w", err)
		}
	}
	return nil
}

// graph checks the abstract reachability graph edge by edge, from the nodes
// between two numbers: every statement that leaves a location either leads to a
// node whose facts hold afterwards or cannot be executed.
func (k *rechecker) graph(g *values.Graph, facts [][]logic.T, from, to int) error {
	tb := k.enc.TB
	for i, n := range g.Nodes[from:to] {
		if n.Loc.Kind != cfg.Plain {
			continue
		}
		if k.stop() {
			return k.ctx.Err()
		}
		for _, e := range n.Loc.Out {
			f := k.statements[e]
			next, err := successor(g, n, e)
			if err != nil {
				return err
			}
			pre := append(slices.Clone(facts[from+i]), f.Guard...)
			var post []logic.T
			if next == leavesMain {
				continue
			}
			if next >= 0 {
				post = facts[next]
			} else {
				post = []logic.T{tb.False()}
			}
			if err := k.triple(pre, post, f); err != nil {
				return fmt.Errorf("%s: %q: %w", e.Pos, e.Text, err)
			}
		}
	}
	return nil
}

// triple checks all conjuncts of post at once, those apart that evaluation
// decides: between locations of which the value analysis knows every value
// that is used, it decides all.
func (k *rechecker) triple(pre, post []logic.T, f *hoare.Effect) error {
	tb := k.enc.TB
	m := tb.Mark()
	defer tb.Release(m)
	var neg []logic.T
	for _, q := range post {
		after := tb.Subst(q, f.Writes)
		if !contains(pre, after) {
			neg = append(neg, tb.Not(after))
		}
	}
	if len(neg) == 0 {
		k.steps++
		k.syntactic++
		return nil
	}
	if neg = k.open(pre, neg); len(neg) == 0 {
		k.steps++
		k.evaluated++
		return nil
	}
	return k.Unsat(tb, append(pre[:len(pre):len(pre)], tb.Or(neg...)))
}

// open gives the terms that may hold together with pre for all that evaluation
// tells: none if a conjunct of pre is false.
func (k *rechecker) open(pre, terms []logic.T) []logic.T {
	m := given(k.enc.TB, pre)
	if len(m.BV) == 0 && len(m.Arr) == 0 {
		return terms
	}
	k.eval.Reset(m)
	refuted := func(t logic.T) bool {
		v, ok := k.eval.Certain(t)
		if !ok {
			k.eval.Reset(m)
		}
		return ok && v == 0
	}
	if slices.ContainsFunc(pre, refuted) {
		return nil
	}
	return slices.DeleteFunc(terms, refuted)
}

// given collects the values of variables and of elements of arrays that
// conjuncts state outright.
func given(tb *logic.Table, conjuncts []logic.T) *logic.Model {
	m := logic.NewModel()
	for _, c := range conjuncts {
		switch op := tb.Op(c); {
		case op == logic.OpVar:
			m.BV[c] = 1
			continue
		case op == logic.OpNot && tb.Op(tb.Args(c)[0]) == logic.OpVar:
			m.BV[tb.Args(c)[0]] = 0
			continue
		case op != logic.OpEq:
			continue
		}
		x, v := tb.Args(c)[0], tb.Args(c)[1]
		if tb.IsConst(x) {
			x, v = v, x
		}
		if !tb.IsConst(v) {
			continue
		}
		switch tb.Op(x) {
		case logic.OpVar:
			m.BV[x] = tb.ConstVal(v)
		case logic.OpSelect:
			if arr, i := tb.Args(x)[0], tb.Args(x)[1]; tb.Op(arr) == logic.OpVar && tb.IsConst(i) {
				if m.Arr[arr] == nil {
					m.Arr[arr] = &logic.ArrayVal{M: map[uint64]uint64{}}
				}
				m.Arr[arr].M[tb.ConstVal(i)] = tb.ConstVal(v)
			}
		}
	}
	return m
}

func contains(ts []logic.T, t logic.T) bool {
	return slices.Contains(ts, t)
}

const leavesMain = -2

// successor finds the node an edge leads to and checks that it is the right
// location with the right stack; -1 if the graph has no arc.
func successor(g *values.Graph, n *values.Node, e *cfg.Edge) (int, error) {
	to := -1
	for _, a := range n.Out {
		if a.Edge == e {
			to = a.To
		}
	}
	if _, ok := e.Stmt.(*cfg.Return); ok && n.Stack == nil {
		return leavesMain, nil
	}
	if to < 0 {
		return -1, nil
	}
	t := g.Nodes[to]
	want, stack := e.To, n.Stack
	switch st := e.Stmt.(type) {
	case *cfg.Call:
		if t.Loc.Kind == cfg.Unsupported {
			return to, nil // recursion: the error is kept, nothing is claimed
		}
		if t.Stack == nil || t.Stack.CallEdge != e || t.Stack.Parent != n.Stack {
			return 0, fmt.Errorf("%s: wrong stack after call", e.Pos)
		}
		want, stack = st.Proc.Entry, t.Stack
	case *cfg.Return:
		want, stack = n.Stack.CallEdge.To, n.Stack.Parent
	}
	if t.Loc != want || t.Stack != stack {
		return 0, fmt.Errorf("%s: arc leads to a wrong location", e.Pos)
	}
	return to, nil
}
