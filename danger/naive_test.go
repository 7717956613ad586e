package danger

import (
	"context"
	"math/rand/v2"
	"testing"

	"culprit/analysis/values"
	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// world enumerates the states of a program without memory and calls, and
// executes letters on them with the evaluator of package gen.
type world struct {
	prog *cfg.Program
	ctl  *hoare.Control
	enc  *hoare.Encoder
	pool *Pool
	size int // number of program states
	next map[edgeKey][]int
}

type edgeKey struct {
	letter automata.Letter
	from   int
}

func newWorld(p *cfg.Program, maxBits int) *world {
	bits := 0
	for _, v := range p.Vars {
		bits += v.Type.Width()
	}
	if bits > maxBits {
		return nil
	}
	ctl, err := hoare.BuildControl(p, (*values.Graph)(nil), 1000)
	if err != nil || automata.Empty(ctl.Auto) {
		return nil
	}
	enc := hoare.NewEncoder(logic.NewTable(), p)
	solver := smt.New(enc.TB, bitblast.New(bitblast.Config{}), smt.Config{})
	return &world{prog: p, ctl: ctl, enc: enc, pool: NewPool(hoare.NewChecker(enc, solver, ctl.Letters)), size: 1 << bits, next: map[edgeKey][]int{}}
}

func (w *world) unpack(s int) []uint64 {
	vars := make([]uint64, len(w.prog.Vars))
	for i, v := range w.prog.Vars {
		vars[i] = uint64(s) & (1<<v.Type.Width() - 1)
		s >>= v.Type.Width()
	}
	return vars
}

func (w *world) pack(vars []uint64) int {
	s, at := 0, 0
	for i, v := range w.prog.Vars {
		s |= int(vars[i]) << at
		at += v.Type.Width()
	}
	return s
}

func (w *world) model(s int) *logic.Model {
	m := logic.NewModel()
	for i, x := range w.unpack(s) {
		m.BV[w.enc.VarTerm[i]] = x
	}
	return m
}

// after lists the states that letter a can lead to from s.
func (w *world) after(a automata.Letter, s int) []int {
	k := edgeKey{a, s}
	if r, ok := w.next[k]; ok {
		return r
	}
	now := [][]uint64{w.unpack(s)}
	for _, e := range w.ctl.Letters[a].Edges {
		var then [][]uint64
		for _, vars := range now {
			st := &gen.State{Vars: vars}
			switch x := e.Stmt.(type) {
			case *cfg.Assign:
				c := append([]uint64(nil), vars...)
				c[x.Dst.ID] = gen.Eval(x.Src, st)
				then = append(then, c)
			case *cfg.Assume:
				if gen.Eval(x.Cond, st) == 1 {
					then = append(then, vars)
				}
			case *cfg.Havoc:
				for v := range uint64(1) << x.Dst.Type.Width() {
					c := append([]uint64(nil), vars...)
					c[x.Dst.ID] = v
					then = append(then, c)
				}
			default:
				then = append(then, vars)
			}
		}
		now = then
	}
	seen := map[int]bool{}
	r := []int{}
	for _, vars := range now {
		if t := w.pack(vars); !seen[t] {
			seen[t] = true
			r = append(r, t)
		}
	}
	w.next[k] = r
	return r
}

// set is a set of program states.
type set []bool

func (w *world) pre(to set, a automata.Letter) set {
	r := make(set, w.size)
	for s := range r {
		for _, t := range w.after(a, s) {
			if to[t] {
				r[s] = true
				break
			}
		}
	}
	return r
}

func (s set) within(t set) bool {
	for i := range s {
		if s[i] && !t[i] {
			return false
		}
	}
	return true
}

func (s set) add(t set) (changed bool) {
	for i := range t {
		changed = changed || t[i] && !s[i]
		s[i] = s[i] || t[i]
	}
	return changed
}

func (s set) meets(t set) bool {
	for i := range s {
		if s[i] && t[i] {
			return true
		}
	}
	return false
}

// states lists what a union of predicates means.
func (w *world) states(preds []int32) set {
	r := make(set, w.size)
	for s := range r {
		m := w.model(s)
		for _, i := range preds {
			if w.enc.TB.Eval(w.pool.Term(i), m) == 1 {
				r[s] = true
				break
			}
		}
	}
	return r
}

// find is a shortest feasible word of rem with the states its execution
// passes, by search over pairs of automaton and program states.
func (w *world) find(rem *automata.NFA) (word []automata.Letter, path []int) {
	type node struct {
		q      automata.State
		s      int
		letter automata.Letter
		parent int
	}
	nodes := []node{{rem.Initial[0], 0, -1, -1}}
	seen := map[[2]int]bool{{int(rem.Initial[0]), 0}: true}
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		if rem.Final[n.q] {
			for j := i; j >= 0; j = nodes[j].parent {
				path = append([]int{nodes[j].s}, path...)
				if nodes[j].letter >= 0 {
					word = append([]automata.Letter{nodes[j].letter}, word...)
				}
			}
			return word, path
		}
		for _, e := range rem.Out[n.q] {
			for _, t := range w.after(e.Letter, n.s) {
				if k := [2]int{int(e.To), t}; !seen[k] {
					seen[k] = true
					nodes = append(nodes, node{e.To, t, e.Letter, i})
				}
			}
		}
	}
	return nil, nil
}

// reach is the set of states, per automaton state, from which a final state
// that satisfies target can be reached: the largest annotation that may be.
func (w *world) reach(rem *automata.NFA, target func(automata.State) bool) []set {
	r := make([]set, rem.NumStates())
	for q := range r {
		r[q] = make(set, w.size)
		if rem.Final[q] && target(automata.State(q)) {
			for s := range r[q] {
				r[q][s] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for q := range r {
			if rem.Final[q] {
				continue
			}
			for _, e := range rem.Out[q] {
				changed = r[q].add(w.pre(r[e.To], e.Letter)) || changed
			}
		}
	}
	return r
}

// canonical is the annotation of section 4.5 over the predicates of one trace,
// every predicate tried at every state, and its automaton.
func (w *world) canonical(rem *automata.NFA, target func(automata.State) bool, word []automata.Letter) ([][]bool, []set, *automata.NFA) {
	preds := []set{make(set, w.size)}
	for s := range preds[0] {
		preds[0][s] = true
	}
	for i := len(word) - 1; i >= 0; i-- {
		preds = append(preds, w.pre(preds[len(preds)-1], word[i]))
	}
	alpha := make([][]bool, rem.NumStates())
	pre := make([]map[automata.Letter]set, len(preds))
	for i := range pre {
		pre[i] = map[automata.Letter]set{}
	}
	before := func(i int, a automata.Letter) set {
		if pre[i][a] == nil {
			pre[i][a] = w.pre(preds[i], a)
		}
		return pre[i][a]
	}
	for q := range alpha {
		alpha[q] = make([]bool, len(preds))
		alpha[q][0] = rem.Final[q] && target(automata.State(q))
	}
	for changed := true; changed; {
		changed = false
		for q := range alpha {
			if rem.Final[q] {
				continue
			}
			cover := make(set, w.size)
			for _, e := range rem.Out[q] {
				for i, ok := range alpha[e.To] {
					if ok {
						cover.add(before(i, e.Letter))
					}
				}
			}
			for i := range preds {
				if !alpha[q][i] && preds[i].within(cover) {
					alpha[q][i] = true
					changed = true
				}
			}
		}
	}
	id := func(q automata.State, i int) automata.State { return q*automata.State(len(preds)) + automata.State(i) }
	n := &automata.NFA{}
	for q := range alpha {
		for i := range preds {
			n.Final = append(n.Final, alpha[q][i] && rem.Final[q])
			var out []automata.Edge
			if alpha[q][i] && !rem.Final[q] {
				for _, e := range rem.Out[q] {
					for j, ok := range alpha[e.To] {
						if ok && preds[i].meets(before(j, e.Letter)) {
							out = append(out, automata.Edge{Letter: e.Letter, To: id(e.To, j)})
						}
					}
				}
			}
			n.Out = append(n.Out, out)
		}
	}
	for i, ok := range alpha[rem.Initial[0]] {
		if ok {
			n.Initial = append(n.Initial, id(rem.Initial[0], i))
		}
	}
	return alpha, preds, n
}

// TestAgainstNaive builds automata for random programs, several in a row, and
// compares them with the naive ones by enumeration: conditions (4) and (5),
// nothing annotated from which the error cannot be reached, and everything
// that the canonical construction accepts is accepted.
func TestAgainstNaive(t *testing.T) {
	built, larger, smaller, smallerPreds := 0, 0, 0, 0
	for seed := range uint64(rounds.Of(120)) {
		p := gen.Program(rand.New(rand.NewPCG(seed, 5)), gen.Options{MaxWidth: 2, Vars: 2, Stmts: 8, NoMemory: true, NoCalls: true})
		w := newWorld(p, 10)
		if w == nil {
			continue
		}
		rem := w.ctl.Auto
		for range 3 {
			if automata.Empty(rem) {
				break
			}
			word, path := w.find(rem)
			if word == nil {
				break
			}
			run := automata.Run(rem, word)
			goal := w.ctl.Loc(rem, run[len(run)-1])
			target := func(q automata.State) bool { return w.ctl.Loc(rem, q) == goal }
			states := make([]*logic.Model, len(path))
			labels := make([]int32, len(path))
			for i, s := range path {
				states[i], labels[i] = w.model(s), rem.Label[run[i]]
			}
			seq := w.pool.Trace(word, states, labels)
			d := Build(context.Background(), w.pool, rem, target, word, seq)
			built++
			if err := Check(w.pool, d, rem, word); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			w.check(t, seed, rem, target, d)
			alpha, preds, n := w.canonical(rem, target, word)
			for q := range alpha {
				f := w.states(annotated(d, automata.State(q)))
				for i, ok := range alpha[q] {
					if ok && !preds[i].within(f) {
						smallerPreds++
					}
				}
			}
			more, _, _ := automata.Difference(d.NFA, automata.Subset(n), nil)
			less, _, _ := automata.Difference(mustDeterminize(n), automata.Subset(d.NFA), nil)
			if !automata.Empty(more) {
				larger++
			}
			if !automata.Empty(less) {
				smaller++
			}
			next, _, err := automata.Difference(rem, automata.Subset(d.NFA), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !automata.Empty(next) && automata.Accepts(next, word) {
				t.Fatalf("seed %d: the trace is still there", seed)
			}
			rem = next
		}
	}
	t.Logf("%d automata; %d accept more than the canonical one; %d canonical predicates not annotated", built, larger, smallerPreds)
	if smaller > 0 {
		t.Errorf("%d automata accept less than the canonical one", smaller)
	}
	if built < rounds.Of(100) || larger == 0 {
		t.Error("too little was tested")
	}
}

// mustDeterminize explores the subsets of n's states.
func mustDeterminize(n *automata.NFA) *automata.NFA {
	n, _ = automata.Trim(n)
	lazy, d := automata.Subset(n), &automata.NFA{}
	if lazy.Initial() != automata.Dead {
		d.Initial = []automata.State{lazy.Initial()}
	}
	for q := 0; q < lazy.NumStates(); q++ { // numbered as they are met
		var out []automata.Edge
		for _, a := range n.Alphabet() {
			if to := lazy.Step(automata.State(q), a); to != automata.Dead {
				out = append(out, automata.Edge{Letter: a, To: to})
			}
		}
		d.Out, d.Final = append(d.Out, out), append(d.Final, lazy.Final(automata.State(q)))
	}
	return d
}

// check decides the conditions by enumeration.
func (w *world) check(t *testing.T, seed uint64, rem *automata.NFA, target func(automata.State) bool, d *Automaton) {
	t.Helper()
	f := make([]set, d.NFA.NumStates())
	reach := w.reach(rem, target)
	for s := range f {
		f[s] = w.states(d.Preds(automata.State(s)))
		if d.State[s] == automata.Dead {
			continue // it comes after a step that no execution takes
		}
		if !f[s].within(reach[d.State[s]]) {
			t.Errorf("seed %d: state %d is annotated where the error cannot be reached", seed, s)
		}
	}
	some := false
	for _, s := range d.NFA.Initial {
		some = some || f[s].meets(f[s])
	}
	if !some {
		t.Errorf("seed %d: condition (4) fails", seed)
	}
	for s, out := range d.NFA.Out {
		if d.NFA.Final[s] {
			continue
		}
		cover := make(set, w.size)
		for _, e := range out {
			cover.add(w.pre(f[e.To], e.Letter))
		}
		if !f[s].within(cover) {
			t.Errorf("seed %d: condition (5) fails at state %d", seed, s)
		}
	}
}

// annotated is what d says of a state of the remaining automaton, for all
// values by which it is split.
func annotated(d *Automaton, q automata.State) []int32 {
	var out []int32
	for s, o := range d.alpha.rem.origin {
		if o == q {
			out = append(out, d.alpha.of[s]...)
		}
	}
	return out
}

// Term is the formula of a predicate.
func (p *Pool) Term(i int32) logic.T { return p.preds[i].term }
