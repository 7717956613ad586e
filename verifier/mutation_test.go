package verifier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"culprit/analysis/values"
	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/logic"
	"culprit/smt"
	"culprit/verifier/unroll"
)

// tampered is a Floyd-Hoare automaton that can be changed.
type tampered struct {
	conj  map[automata.State][]logic.T
	steps []hoare.FHStep
}

func (a *tampered) Conjuncts(q automata.State) []logic.T { return slices.Clone(a.conj[q]) }
func (a *tampered) Steps() []hoare.FHStep                { return a.steps }
func (a *tampered) Stored() automata.Lazy                { return a }
func (a *tampered) Initial() automata.State              { return 0 }
func (a *tampered) Final(q automata.State) bool          { return q == 1 }
func (a *tampered) AcceptsAll(q automata.State) bool     { return q == 1 }
func (a *tampered) Step(q automata.State, l automata.Letter) automata.State {
	if q == 1 {
		return 1
	}
	for _, s := range a.steps {
		if s.From == q && s.Letter.ID == l {
			return s.To
		}
	}
	return -1
}

func copyAutomaton(h annotated) *tampered {
	a := &tampered{conj: map[automata.State][]logic.T{}, steps: slices.Clone(h.Steps())}
	for _, q := range append([]automata.State{0, 1}, a.states()...) {
		a.conj[q] = h.Conjuncts(q)
	}
	return a
}

func (a *tampered) states() []automata.State {
	var qs []automata.State
	for _, s := range a.steps {
		for _, q := range []automata.State{s.From, s.To} {
			if !slices.Contains(qs, q) {
				qs = append(qs, q)
			}
		}
	}
	return qs
}

// naive is the second opinion: it knows the program, executes statements on
// all values of the variables at hand and enumerates words.
type naive struct {
	prog *cfg.Program
	enc  *hoare.Encoder
	ctl  *hoare.Control
}

// naiveBits bounds the states that are enumerated for a step.
const naiveBits = 13

// touched collects the variables that edges read or write.
func touched(edges []*cfg.Edge, into map[*cfg.Var]bool) {
	for _, e := range edges {
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			into[s.Dst] = true
		case *cfg.Havoc:
			into[s.Dst] = true
		case *cfg.Call:
			for _, v := range s.Proc.Params {
				into[v] = true
			}
		}
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				if v, ok := x.(*cfg.VarRef); ok {
					into[v.V] = true
				}
			})
		})
	}
}

// after calls f on every state that edges lead to from s.
func after(s *gen.State, edges []*cfg.Edge, f func(*gen.State)) {
	if len(edges) == 0 {
		f(s)
		return
	}
	rest := edges[1:]
	set := func(v *cfg.Var, x uint64) *gen.State {
		t := &gen.State{Vars: slices.Clone(s.Vars)}
		t.Vars[v.ID] = x
		return t
	}
	switch st := edges[0].Stmt.(type) {
	case *cfg.Assign:
		after(set(st.Dst, gen.Eval(st.Src, s)), rest, f)
	case *cfg.Havoc:
		for x := range uint64(1) << st.Dst.Type.Width() {
			after(set(st.Dst, x), rest, f)
		}
	case *cfg.Assume:
		if gen.Eval(st.Cond, s) == 1 {
			after(s, rest, f)
		}
	case *cfg.Call:
		t := &gen.State{Vars: slices.Clone(s.Vars)}
		for i, p := range st.Proc.Params {
			t.Vars[p.ID] = gen.Eval(st.Args[i], s)
		}
		after(t, rest, f)
	default: // without memory nothing else has an effect
		after(s, rest, f)
	}
}

// triple decides by enumeration. known is false if there are too many states.
func (n *naive) triple(pre func(*gen.State) bool, edges []*cfg.Edge, post func(*gen.State) bool, vars map[*cfg.Var]bool) (valid, known bool) {
	touched(edges, vars)
	var vs []*cfg.Var
	bits := 0
	for _, v := range n.prog.Vars {
		if vars[v] {
			vs = append(vs, v)
			bits += v.Type.Width()
		}
	}
	states := bits
	for _, e := range edges {
		if h, ok := e.Stmt.(*cfg.Havoc); ok {
			bits += h.Dst.Type.Width()
		}
	}
	if bits > naiveBits {
		return false, false
	}
	valid = true
	for x := range uint64(1) << states {
		s := &gen.State{Vars: make([]uint64, len(n.prog.Vars))}
		for _, v := range vs {
			s.Vars[v.ID] = cfg.Mask(x, v.Type.Width())
			x >>= v.Type.Width()
		}
		if pre(s) {
			after(s, edges, func(t *gen.State) { valid = valid && post(t) })
		}
		if !valid {
			break
		}
	}
	return valid, true
}

// holds makes a predicate of terms.
func (n *naive) holds(ts []logic.T, vars map[*cfg.Var]bool) func(*gen.State) bool {
	tb := n.enc.TB
	all := tb.And(ts...)
	for _, v := range n.prog.Vars {
		if tb.Occurs(n.enc.VarTerm[v.ID], all) {
			vars[v] = true
		}
	}
	return func(s *gen.State) bool {
		m := logic.NewModel()
		for _, v := range n.prog.Vars {
			m.BV[n.enc.VarTerm[v.ID]] = s.Vars[v.ID]
		}
		return tb.Eval(all, m) == 1
	}
}

// opinion is what the naive checker thinks of a mutant.
type opinion uint8

const (
	fine    opinion = iota
	unclear         // too many states to enumerate
	wrong
)

// automaton checks the steps of one automaton.
func (n *naive) automaton(h annotated) opinion {
	out := fine
	for _, st := range h.Steps() {
		vars := map[*cfg.Var]bool{}
		pre, post := n.holds(h.Conjuncts(st.From), vars), n.holds(h.Conjuncts(st.To), vars)
		valid, known := n.triple(pre, st.Letter.Edges, post, vars)
		switch {
		case !known:
			out = max(out, unclear)
		case !valid:
			return wrong
		}
	}
	initial := n.holds(h.Conjuncts(0), map[*cfg.Var]bool{})
	if !initial(&gen.State{Vars: make([]uint64, len(n.prog.Vars))}) {
		return wrong
	}
	return out
}

// covers enumerates the words of the program automaton up to a bound: each
// must lead to the accepting state of an automaton or start with a word.
func (n *naive) covers(p *Proof) opinion {
	const maxWords, maxLen = 400, 24
	type item struct {
		q    automata.State
		word []automata.Letter
	}
	work := []item{{p.Control.Auto.Initial[0], nil}}
	for words := 0; len(work) > 0 && words < maxWords; {
		it := work[0]
		work = work[1:]
		if p.Control.Auto.Final[it.q] {
			words++
			if !coveredWord(p, it.word) {
				return wrong
			}
		}
		if len(it.word) < maxLen && len(work) < 20*maxWords {
			for _, e := range p.Control.Auto.Out[it.q] {
				work = append(work, item{e.To, append(slices.Clone(it.word), e.Letter)})
			}
		}
	}
	return fine
}

func coveredWord(p *Proof, word []automata.Letter) bool {
	for _, h := range p.Automata {
		q := automata.State(0)
		for _, a := range word {
			if q >= 0 && q != 1 {
				q = h.Stored().Step(q, a)
			}
		}
		if q == 1 {
			return true
		}
	}
	for _, w := range p.Words {
		if len(w) <= len(word) && slices.Equal(w, word[:len(w)]) {
			return true
		}
	}
	return false
}

// word decides whether a prefix can be executed.
func (n *naive) word(w prefixWord) opinion {
	var edges []*cfg.Edge
	for _, a := range w {
		edges = append(edges, n.ctl.Letters[a].Edges...)
	}
	always := func(*gen.State) bool { return true }
	never := func(*gen.State) bool { return false }
	valid, known := n.triple(always, edges, never, map[*cfg.Var]bool{})
	switch {
	case !known:
		return unclear
	case !valid:
		return wrong
	}
	return fine
}

// factsHold gives facts their meaning.
func factsHold(fs []values.Fact, vars map[*cfg.Var]bool) func(*gen.State) bool {
	for _, f := range fs {
		vars[f.Var] = true
	}
	return func(s *gen.State) bool {
		for _, f := range fs {
			v := s.Vars[f.Var.ID]
			sv, lo, hi := cfg.SignExtend(v, f.Width), cfg.SignExtend(f.Lo, f.Width), cfg.SignExtend(f.Hi, f.Width)
			ok := false
			switch f.Kind {
			case values.Const:
				ok = v == f.Lo
			case values.UnsignedRange:
				ok = f.Lo <= v && v <= f.Hi
			case values.SignedRange:
				ok = lo <= sv && sv <= hi
			case values.Set:
				ok = slices.Contains(f.Set, v)
			}
			if !ok {
				return false
			}
		}
		return true
	}
}

// graph checks the reachability graph of the value analysis.
func (n *naive) graph(g *values.Graph) opinion {
	out := fine
	never := func(*gen.State) bool { return false }
	if len(g.Nodes[g.Entry].Facts) > 0 {
		return wrong // nothing is known about variables at program start
	}
	for _, node := range g.Nodes {
		if node.Loc.Kind != cfg.Plain {
			continue
		}
		for _, e := range node.Loc.Out {
			if _, ok := e.Stmt.(*cfg.Return); ok && node.Stack == nil {
				continue
			}
			vars := map[*cfg.Var]bool{}
			pre, post := factsHold(node.Facts, vars), never
			for _, a := range node.Out {
				if a.Edge == e {
					post = factsHold(g.Nodes[a.To].Facts, vars)
				}
			}
			valid, known := n.triple(pre, []*cfg.Edge{e}, post, vars)
			switch {
			case !known:
				out = max(out, unclear)
			case !valid:
				return wrong
			}
		}
	}
	return out
}

// proof is the naive checker's opinion of a whole proof.
func (n *naive) proof(p *Proof) opinion {
	out := fine
	if p.Control.Graph != nil {
		out = n.graph(p.Control.Graph)
	}
	if p.Unrolling == nil {
		for _, h := range p.Automata {
			out = max(out, n.automaton(h))
		}
		for _, w := range p.Words {
			out = max(out, n.word(w))
		}
		out = max(out, n.covers(p))
	}
	return out
}

// mutant changes one thing of a proof and names it; "" if there is nothing to
// change.
func mutant(r *rand.Rand, enc *hoare.Encoder, prog *cfg.Program, p *Proof) (*Proof, string) {
	q := *p
	q.Automata, q.Words = slices.Clone(p.Automata), slices.Clone(p.Words)
	graph, unrolled := p.Control.Graph != nil && r.IntN(3) > 0, p.Unrolling != nil
	switch {
	case graph && (unrolled || r.IntN(2) == 0 || len(p.Automata) == 0):
		c := *p.Control
		q.Control = &c
		var what string
		c.Graph, what = mutateGraph(r, p.Control.Graph)
		return &q, what
	case unrolled:
		u := *p.Unrolling
		q.Unrolling = &u
		if r.IntN(3) == 0 && u.Level > 0 {
			u.Level--
			return &q, "fewer levels"
		}
		return &q, dropEdge(r, &u)
	case len(p.Automata) > 0 && (len(p.Words) == 0 || r.IntN(3) > 0):
		i := r.IntN(len(p.Automata))
		a := copyAutomaton(p.Automata[i])
		q.Automata[i] = a
		return &q, a.mutate(r, enc, prog)
	case len(p.Words) > 0:
		i := r.IntN(len(p.Words))
		w := slices.Clone(p.Words[i])
		if r.IntN(2) == 0 {
			q.Words[i] = w[:r.IntN(len(w))]
			return &q, "shorter word"
		}
		w[r.IntN(len(w))] = automata.Letter(r.IntN(len(p.Control.Letters)))
		q.Words[i] = w
		return &q, "other letter in a word"
	}
	return nil, ""
}

// dropEdge forgets one edge of the unrolled automaton.
func dropEdge(r *rand.Rand, u *unroll.Unrolling) string {
	n := *u.Rem
	n.Out = slices.Clone(n.Out)
	for range 20 {
		q := r.IntN(len(n.Out))
		if k := len(n.Out[q]); k > 0 {
			i := r.IntN(k)
			n.Out[q] = slices.Delete(slices.Clone(n.Out[q]), i, i+1)
			u.Rem = &n
			return "edge dropped from the unrolled automaton"
		}
	}
	return ""
}

func (a *tampered) mutate(r *rand.Rand, enc *hoare.Encoder, prog *cfg.Program) string {
	tb := enc.TB
	if len(a.steps) == 0 {
		return ""
	}
	var qs []automata.State // with something to weaken
	for _, q := range a.states() {
		if q > 1 && len(a.conj[q]) > 0 {
			qs = append(qs, q)
		}
	}
	random := func() logic.T { // an equation with a constant
		v := prog.Vars[r.IntN(len(prog.Vars))]
		return tb.Eq(enc.VarTerm[v.ID], tb.BV(v.Type.Width(), r.Uint64()))
	}
	k := r.IntN(8)
	if len(qs) == 0 && k < 5 {
		k = 5 + r.IntN(3)
	}
	step := r.IntN(len(a.steps))
	if k >= 5 {
		switch k {
		case 5:
			a.steps = slices.Delete(a.steps, step, step+1)
			return "transition dropped"
		case 6:
			all := a.states()
			a.steps[step].To = all[r.IntN(len(all))]
			return "transition redirected"
		}
		a.steps[step].To = 1
		return "transition into acceptance"
	}
	q := qs[r.IntN(len(qs))]
	set := slices.Clone(a.conj[q])
	i := r.IntN(len(set))
	what := ""
	switch k {
	case 0:
		set, what = slices.Delete(set, i, i+1), "predicate dropped from a state"
	case 1:
		set[i], what = tb.True(), "predicate replaced by true"
	case 2:
		set[i], what = tb.Or(set[i], random()), "predicate weakened"
	case 3:
		set, what = append(set, random()), "predicate added"
	case 4:
		what = "variable shifted in a predicate"
		for _, v := range tb.Vars(set[i]) {
			if tb.Sort(v).Kind == logic.SBV {
				set[i] = tb.Subst(set[i], map[logic.T]logic.T{v: tb.Add(v, tb.BV(tb.Width(v), 1))})
				break
			}
		}
	}
	a.conj[q] = set
	return what
}

func mutateGraph(r *rand.Rand, g *values.Graph) (*values.Graph, string) {
	h := *g
	h.Nodes = slices.Clone(g.Nodes)
	for range 30 {
		i := r.IntN(len(h.Nodes))
		n := *h.Nodes[i]
		n.Facts, n.Out = slices.Clone(n.Facts), slices.Clone(n.Out)
		what := ""
		switch k := r.IntN(6); {
		case k < 3 && len(n.Facts) > 0:
			f := &n.Facts[r.IntN(len(n.Facts))]
			switch {
			case k == 0:
				n.Facts = slices.Delete(n.Facts, 0, 1)
				what = "fact dropped"
			case f.Kind == values.Set:
				f.Set = f.Set[1:]
				what = "value dropped from a fact"
			case k == 1:
				f.Lo = cfg.Mask(f.Lo+1, f.Width)
				what = "bound of a fact changed"
			default:
				f.Hi, f.Lo = cfg.Mask(f.Hi-1, f.Width), cfg.Mask(f.Lo-1, f.Width)
				what = "bounds of a fact changed"
			}
		case k == 3 && len(n.Out) > 0:
			n.Out = slices.Delete(n.Out, 0, 1)
			what = "arc dropped"
		case k == 4 && len(n.Out) > 0:
			a := &n.Out[r.IntN(len(n.Out))]
			for _, m := range h.Nodes {
				if m.ID != a.To && m.Loc == h.Nodes[a.To].Loc && m.Stack == h.Nodes[a.To].Stack {
					a.To = m.ID
					what = "arc redirected"
					break
				}
			}
		}
		if what != "" {
			h.Nodes[i] = &n
			return &h, what
		}
	}
	return &h, ""
}

// wordByWord proves a program that has few error words by its words alone;
// false if it has too many.
func wordByWord(ctx context.Context, v *run) bool {
	var words []prefixWord
	rem := v.rest.ctl.Auto
	for !automata.Empty(rem) {
		word, _, _ := automata.ShortestWord(rem)
		f := decide(v.task.prog, v.rest.letters(word), v.engine, v.clock, smt.Budget{Work: work.Second, Ctx: ctx})
		if f.result != smt.Unsat || len(words) == 20 {
			return false
		}
		w := prefixWord(slices.Clone(word[:f.letters]))
		words = append(words, w)
		var err error
		if rem, _, err = automata.Difference(rem, w, nil); err != nil {
			return false
		}
	}
	v.proof.Automata, v.proof.Unrolling, v.proof.Words = nil, nil, words
	return true
}

// TestRecheckMutants changes one predicate, transition, fact, word or level
// in each of many proofs: the recheck rejects every mutant that the naive
// checker rejects. The naive checker does not look at unrollings; of those,
// every mutant has to be rejected.
func TestRecheckMutants(t *testing.T) {
	want := envInt("CULPRIT_PROOFS", max(10, rounds.Of(40)))
	per := envInt("CULPRIT_MUTANTS", 5)
	proofs, kinds := 0, map[string]int{}
	rejected, both, wrongs, unclears, mutants := map[string]int{}, 0, 0, 0, map[string]int{}
	for seed := 0; proofs < want && seed < 40*want; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 21))
		p := gen.Program(r, gen.Options{NoMemory: true, MaxWidth: 3, Vars: 2 + seed%2, Stmts: 6 + seed%8})
		oneRegion(p)
		if reach, _ := gen.Explore(p, 3000); len(reach) > 0 {
			continue
		}
		c := Config{Replay: interp.Replay, Timeout: 250 * time.Millisecond, NoRelevance: true, NoValues: seed%4 > 0, NoBMC: seed%4 != 3}
		ctx, cancel := context.WithTimeout(context.Background(), c.Timeout)
		v := newRun(p, c, time.Now())
		v.verify(ctx)
		v.conclude(ctx)
		ok := v.res.Verdict == True
		if ok && seed%5 == 4 {
			ok = wordByWord(ctx, v)
		}
		cancel()
		if !ok || v.proof.Control.Auto.NumStates() < 2 && v.proof.Control.Graph == nil {
			continue
		}
		if len(v.proof.Joint)+len(v.proof.Foretold) > 0 {
			continue // the naive checker knows no invariants; theirs are TestJointRecheck and TestForetellRecheck
		}
		n := &naive{prog: v.task.prog, enc: v.checker.Enc, ctl: v.rest.ctl}
		if n.proof(&v.proof) == wrong {
			t.Fatalf("seed %d: the naive checker rejects a proof that was rechecked", seed)
		}
		proofs++
		count := func(name string, is bool) {
			if is {
				kinds[name]++
			}
		}
		count("graph", v.proof.Control.Graph != nil)
		count("automata", len(v.proof.Automata) > 0)
		count("words", len(v.proof.Words) > 0)
		count("unrolling", v.proof.Unrolling != nil)
		for range per {
			m, what := mutant(r, v.checker.Enc, v.task.prog, &v.proof)
			if what == "" {
				continue
			}
			mutants[what]++
			k := newRechecker(context.Background(), v.checker.Enc)
			err := k.proof(m)
			if err != nil {
				rejected[what]++
			}
			if err == nil && m.Unrolling != nil && m.Unrolling != v.proof.Unrolling {
				t.Errorf("seed %d: %s: the recheck accepts it", seed, what)
			}
			switch n.proof(m) {
			case wrong:
				wrongs++
				if err != nil {
					both++
				} else {
					t.Errorf("seed %d: %s: the recheck accepts what the naive checker rejects", seed, what)
				}
			case unclear:
				unclears++
			}
		}
	}
	var names []string
	for w := range mutants {
		names = append(names, w)
	}
	slices.Sort(names)
	for _, w := range names {
		t.Logf("%-45s %4d mutants, %4d rejected by the recheck", w, mutants[w], rejected[w])
	}
	t.Logf("%d proofs (%s); %d mutants are wrong, all %d rejected; %d undecided by enumeration", proofs, fmt.Sprint(kinds), wrongs, both, unclears)
	if proofs < min(want, 30) || wrongs < proofs/2 {
		t.Error("too little was tested")
	}
}
