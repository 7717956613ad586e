package cascade

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/frontendtest"
	"culprit/hoare/hoaretest"
	"culprit/internal/gen"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// random is a run of a random program, taken to fail at its end; nil if the
// run is too short.
func random(t *testing.T, seed uint64, c Config) *Builder {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	prog := gen.Program(rng, gen.Options{Stmts: 24, Vars: 4, MaxWidth: 6})
	return ended(t, prog, rng, c)
}

// ended records a run on random inputs.
func ended(t *testing.T, prog *cfg.Program, rng *rand.Rand, c Config) *Builder {
	t.Helper()
	in := &fault.Input{Prog: prog, Failing: &fault.Test{}, Budget: fault.Budget{Steps: 250}}
	for range 300 {
		in.Failing.Values = append(in.Failing.Values, rng.Uint64())
	}
	rec, err := in.Recording(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	n := rec.N
	if n < 4 {
		return nil
	}
	in.Failure = &fault.Failure{Kind: fault.UndefinedBehavior, At: n - 1}
	b, err := NewBuilder(context.Background(), in, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := hoaretest.Check(b.trace.run); err != nil {
		t.Fatal(err)
	}
	return b
}

// naiveCause is Algorithm 1 as it is written: the whole formula is checked
// after every instance, and the core minimised by dropping one conjunct after
// the other, the earliest first.
func naiveCause(t *testing.T, b *Builder, k int, wanted logic.T) (core []int, stop int) {
	t.Helper()
	engine := &bitblast.Naive{}
	unsat := func(fs []logic.T) bool {
		r, _, err := engine.Check(b.trace.tb, fs, smt.Budget{})
		if err != nil || r == smt.Unknown {
			t.Fatalf("%v %v", r, err)
		}
		return r == smt.Unsat
	}
	terms, insts := []logic.T{wanted}, []int{k}
	for _, a := range b.trace.run.Alias(k) {
		terms, insts = append(terms, a), append(insts, k)
	}
	at := func(i int) []logic.T {
		fs := hoaretest.Expand(b.trace.run, i, nil, terms...)
		return fs
	}
	for i := k; ; {
		if fs := at(i); unsat(fs) {
			for j := len(fs) - 1; j > 0; j-- {
				if less := slices.Delete(slices.Clone(fs), j, j+1); unsat(less) {
					fs = less
					insts = slices.Delete(insts, j, j+1)
				}
			}
			return insts[1:], i
		}
		n := b.at[i]
		if n == 0 {
			t.Fatalf("instance %d: satisfiable before the first instance", k)
		}
		i = b.insts[n-1]
		for _, c := range b.trace.conjuncts(i) {
			terms, insts = append(terms, c), append(insts, i)
		}
	}
}

// TestCauseTwin compares the search by events and bisection, and the one that
// walks over all instances, with the naive one.
func TestCauseTwin(t *testing.T) {
	seeds := uint64(350)
	if testing.Short() {
		seeds = 60
	}
	causes, cores := 0, 0
	for seed := range seeds {
		for _, c := range []Config{{NoSlicing: seed%2 == 0}, {NoIndependence: true, NoSkipping: true}, {NoSkipping: true}, {NoIndependence: true}} {
			b := random(t, seed, c)
			if b == nil {
				break
			}
			rng := rand.New(rand.NewPCG(seed, 5))
			var branches []int
			for _, i := range b.insts {
				if i != b.in.Failure.At && isBranch(b.g.Edge(i)) {
					branches = append(branches, i)
				}
			}
			rng.Shuffle(len(branches), func(i, j int) { branches[i], branches[j] = branches[j], branches[i] })
			for _, k := range branches[:min(4, len(branches))] {
				wanted := b.wanted(k)
				f := b.cause(context.Background(), k, wanted)
				core, stop := f.core, f.stop
				if f.bounded || f.limited {
					t.Fatalf("seed %d: instance %d meets a limit", seed, k)
				}
				want, wantStop := naiveCause(t, b, k, wanted.term)
				var got []int
				for _, x := range core[1:] {
					got = append(got, x.inst)
				}
				slices.Sort(got)
				slices.Sort(want)
				if stop != wantStop || !slices.Equal(got, want) {
					t.Fatalf("seed %d %+v: instance %d: core %v before %d, want %v before %d", seed, c, k, got, stop, want, wantStop)
				}
				causes++
				cores += len(core) - 1
			}
		}
	}
	t.Logf("%d causes, %d conjuncts in cores besides the conditions", causes, cores)
	if !testing.Short() && (causes < 400 || cores < 30) {
		t.Errorf("%d causes, %d conjuncts", causes, cores)
	}
}

// TestCores checks with an engine of its own that the core of each cause of a
// tree is unsatisfiable, and satisfiable without any of its members.
func TestCores(t *testing.T) {
	engine := bitblast.New(bitblast.Config{SAT: bitblast.Gini})
	nodes := 0
	for seed := range uint64(50) {
		b := randomC(t, seed, Config{})
		if b == nil {
			continue
		}
		for b.Next(context.Background()) && len(b.tree.Nodes) < 40 {
		}
		for _, c := range b.tree.Nodes {
			if c.Kind != Branch || c.Bounded || c.Beyond || len(b.trace.opaque) > 0 {
				continue
			}
			nodes++
			var terms []logic.T
			for _, x := range c.core {
				terms = append(terms, x.term)
			}
			fs := hoaretest.Expand(b.trace.run, c.Stop, nil, terms...)
			check := func(fs []logic.T) smt.Result {
				if slices.Contains(fs, logic.False) {
					return smt.Unsat
				}
				r, _, err := engine.Check(b.trace.tb, fs, smt.Budget{Conflicts: 20000})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			if r := check(fs); r == smt.Sat {
				t.Errorf("seed %d: node %d: the core is satisfiable", seed, c.ID)
			}
			for k := range fs {
				if less := slices.Delete(slices.Clone(fs), k, k+1); check(less) == smt.Unsat {
					t.Errorf("seed %d: node %d: the core is not minimal", seed, c.ID)
				}
			}
		}
	}
	if nodes < 50 {
		t.Errorf("only %d causes", nodes)
	}
}

// randomC is a run of a random C program.
func randomC(t *testing.T, seed uint64, c Config) *Builder {
	t.Helper()
	src := gen.C(seed, gen.COptions{})
	prog := frontendtest.Execute(t, src)
	return ended(t, prog, rand.New(rand.NewPCG(seed, 3)), c)
}

// print lists the causes of a tree.
func (t *Tree) print() string {
	out := ""
	for _, c := range t.Nodes {
		parent := -1
		if c.Parent != nil {
			parent = c.Parent.ID
		}
		out += fmt.Sprintf("#%d below %d, level %d, kind %d at %d and %v, core %v before %d: %v\n", c.ID, parent, c.Level, c.Kind, c.Condition, c.Members, c.Core, c.Stop, t.Support(c))
	}
	return out
}

// TestOptimisations builds trees with single optimisations switched off: those
// of section 4.3 change nothing, and each tree comes out the same twice.
func TestOptimisations(t *testing.T) {
	whole := func(seed uint64, c Config) *Tree {
		b := random(t, seed, c)
		if b == nil {
			return nil
		}
		for b.Next(context.Background()) {
		}
		return b.Tree()
	}
	for seed := range uint64(60) {
		all := whole(seed, Config{})
		if all == nil {
			continue
		}
		for _, c := range []Config{{}, {NoIndependence: true}, {NoSkipping: true}, {NoIndependence: true, NoSkipping: true}} {
			other := whole(seed, c)
			if got, want := other.print(), all.print(); got != want {
				t.Fatalf("seed %d %+v:\n%swant\n%s", seed, c, got, want)
			}
			if c.NoIndependence && c.NoSkipping && other.Stats.Constraints < all.Stats.Constraints {
				t.Errorf("seed %d %+v: %d constraints, %d with all optimisations", seed, c, other.Stats.Constraints, all.Stats.Constraints)
			}
		}
	}
}

// TestPrune calls causes benign, one after another and together.
func TestPrune(t *testing.T) {
	ctx := context.Background()
	pruned := 0
	for seed := range uint64(60) {
		b := randomC(t, seed, Config{})
		if b == nil {
			continue
		}
		for b.Next(ctx) {
		}
		tree := b.Tree()
		if len(tree.Nodes) < 4 {
			continue
		}
		x, y := tree.Nodes[1].ID, tree.Nodes[len(tree.Nodes)-1].ID
		one, err := tree.Prune(ctx, x)
		if err != nil {
			t.Fatal(err)
		}
		kept := 0 // a cause that had joined another one may come in its place
		for _, c := range one.Nodes {
			if tree.Node(c.ID) != nil {
				kept++
			}
		}
		if one.Node(x) != nil || kept >= len(tree.Nodes) {
			t.Errorf("seed %d: node %d stays, or another came", seed, x)
		}
		for _, c := range one.Nodes {
			old := tree.Node(c.ID)
			if k := slices.IndexFunc(b.joined, func(m *Cause) bool { return m.ID == c.ID }); k >= 0 && old == nil {
				old = b.joined[k]
			}
			if old == nil || old.Condition != c.Condition || old.Stop != c.Stop || c.Level < old.Level {
				t.Errorf("seed %d: node %d is another one", seed, c.ID)
			}
		}
		pruned++
		both, err := tree.Prune(ctx, x, y)
		if err != nil {
			t.Fatal(err)
		}
		if one.Node(y) != nil {
			then, err := one.Prune(ctx, y)
			if err != nil {
				t.Fatal(err)
			}
			if then.print() != both.print() {
				t.Errorf("seed %d:\n%swant\n%s", seed, then.print(), both.print())
			}
		}
		if _, err := tree.Prune(ctx, 0); err == nil {
			t.Error("the failure was pruned")
		}
		if _, err := tree.Prune(ctx, 1<<20); err == nil {
			t.Error("a node that does not exist was pruned")
		}
	}
	if pruned < 10 {
		t.Errorf("only %d trees", pruned)
	}
}

// TestPruneEarly calls a cause benign while the tree is not complete: the rest
// is searched then.
func TestPruneEarly(t *testing.T) {
	ctx := context.Background()
	grown, beyond := 0, 0
	for seed := range uint64(24) {
		b := randomC(t, seed, Config{})
		if b == nil {
			continue
		}
		for b.Next(ctx) && len(b.tree.Nodes) < 3 {
		}
		if len(b.tree.Nodes) < 3 {
			continue
		}
		x := b.tree.Nodes[1].ID
		got, err := b.Tree().Prune(ctx, x)
		if err != nil {
			t.Fatal(err)
		}
		if got.Node(x) != nil {
			t.Errorf("seed %d: node %d stays", seed, x)
		}
		if len(got.Nodes) > 3 {
			grown++
		}
		if got.Nodes[len(got.Nodes)-1].Beyond {
			beyond++
		}
	}
	if grown == 0 || beyond == 0 {
		t.Error("no tree was searched on")
	}
}
