package cascade

import (
	"context"
	"maps"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// naiveTree is Algorithm 3 with its order and its repetitions as doc.go puts
// them: every set is made again from the instances of whole causes. Only causes
// and groups of loop conditions are those of the builder, which must be fresh.
func naiveTree(b *Builder) *Tree {
	ctx := context.Background()
	t := b.tree
	stmts := func(c *Cause) map[*cfg.Edge]bool {
		set := map[*cfg.Edge]bool{}
		for _, i := range t.Support(c) {
			set[b.g.Edge(i)] = true
		}
		return set
	}
	within := func(x, y map[*cfg.Edge]bool) bool {
		for e := range x {
			if !y[e] {
				return false
			}
		}
		return true
	}
	var sets []map[*cfg.Edge]bool // of the nodes
	found := map[condition]bool{{inst: b.queue.list[0].inst, kind: Branch}: true}
	shown := map[*cfg.Loc]bool{}
	for level := b.queue.list; len(level) > 0; {
		var deeper []open
		for len(level) > 0 {
			k := max(0, slices.IndexFunc(level, func(o open) bool { return !shown[b.g.Edge(o.inst).From] }))
			o := level[k]
			level = slices.Delete(slices.Clone(level), k, k+1)
			shown[b.g.Edge(o.inst).From] = true
			if b.joins(o) {
				continue
			}
			c := &Cause{ID: -1, Level: o.level, Kind: o.kind, Condition: o.inst, Parent: o.parent}
			switch o.kind {
			case Failure:
				b.failureCause(ctx, c)
			case Call:
				b.callCause(c)
			default:
				b.branchCause(ctx, c, b.wanted(o.inst))
			}
			node, set := c, stmts(c)
			for k, n := range t.Nodes {
				if c.Kind == Branch && n.Kind == Branch && t.Edge(n) == t.Edge(c) && within(set, sets[k]) {
					node = n
					break
				}
			}
			if node == c {
				c.ID = len(t.Nodes)
				t.Nodes, sets = append(t.Nodes, c), append(sets, set)
			} else {
				node.Members = append(node.Members, c.Condition)
			}
			b.lead(c, node)
			deeper = append(deeper, naiveCritical(b, c, node, found)...)
		}
		level = deeper
	}
	return t
}

// naiveCritical is Algorithm 2 on all instances of a cause.
func naiveCritical(b *Builder, c, node *Cause, found map[condition]bool) []open {
	var out []open
	add := func(i int, k Kind) {
		if o, ok := b.map_(i, k); ok && !found[o] {
			found[o] = true
			out = append(out, open{condition: o, parent: node, level: c.Level + 1})
		}
	}
	for _, i := range b.support(c) {
		b.direct(i, add)
		for _, r := range b.g.Summary(i) {
			for _, j := range b.g.Branches(r.Edge)[r.From:r.To] {
				add(int(j), Branch)
			}
		}
		b.pureCalls(i, add)
	}
	for _, i := range c.Core {
		if isBranch(b.g.Edge(i)) {
			add(i, Branch)
		}
	}
	slices.SortFunc(out, func(x, y open) int { return y.inst - x.inst })
	return out
}

// TestTreeTwin compares trees without rounds with the naive construction.
// TestRoundsAreLast says the rest.
func TestTreeTwin(t *testing.T) {
	joined := 0
	for seed := range uint64(14) {
		b, twin := randomC(t, seed, Config{}), randomC(t, seed, Config{})
		if b == nil {
			continue
		}
		b.beyond.asked, twin.beyond.asked = nil, nil
		for b.Next(context.Background()) {
		}
		tree, want := b.Tree(), naiveTree(twin)
		if tree.print() != want.print() {
			t.Fatalf("seed %d:\n%swant\n%s", seed, tree.print(), want.print())
		}
		joined += len(b.joined)
	}
	if joined < 10 {
		t.Errorf("only %d repetitions", joined)
	}
}

// TestRepeats compares trees with those in which no cause repeats another one:
// both explain the same conditions, and show the same statements, each on the
// same level first.
func TestRepeats(t *testing.T) {
	fewer := 0
	for seed := range uint64(20) {
		b, apart := randomC(t, seed, Config{}), randomC(t, seed, Config{})
		if b == nil {
			continue
		}
		apart.nodes = nil
		b.beyond.asked, apart.beyond.asked = nil, nil
		for b.Next(context.Background()) {
		}
		for apart.Next(context.Background()) {
		}
		if got, want := conditions(b.tree), conditions(apart.tree); !slices.Equal(got, want) {
			t.Fatalf("seed %d: conditions %v, want %v", seed, got, want)
		}
		if got, want := firstLevels(b.tree), firstLevels(apart.tree); !maps.Equal(got, want) {
			t.Fatalf("seed %d: statements by level %v, want %v", seed, got, want)
		}
		if len(b.tree.Nodes) > len(apart.tree.Nodes) {
			t.Errorf("seed %d: %d nodes, %d without repetitions", seed, len(b.tree.Nodes), len(apart.tree.Nodes))
		}
		fewer += len(apart.tree.Nodes) - len(b.tree.Nodes)
	}
	if fewer < 10 {
		t.Errorf("only %d nodes fewer", fewer)
	}
}

// TestRoundsAreLast compares trees with those without rounds: what lies beyond
// the branches comes after all else, on deeper levels, and changes nothing
// before it. Each such node shows a statement that none before it shows.
func TestRoundsAreLast(t *testing.T) {
	more := 0
	for seed := range uint64(20) {
		b, without := randomC(t, seed, Config{}), randomC(t, seed, Config{})
		if b == nil {
			continue
		}
		without.beyond.asked = nil
		for without.Next(context.Background()) {
		}
		for b.Next(context.Background()) {
		}
		got, want := b.Tree(), without.Tree()
		n, all := len(want.Nodes), got.Nodes
		if n > len(all) {
			t.Fatalf("seed %d: %d nodes, %d without rounds", seed, len(all), n)
		}
		got.Nodes = all[:n]
		if got.print() != want.print() {
			t.Fatalf("seed %d:\n%swithout rounds\n%s", seed, got.print(), want.print())
		}
		shown, level := map[*cfg.Edge]bool{}, 0
		for k, c := range all {
			news := false
			for _, i := range got.Support(c) {
				if e := user(got.Graph, i); e != nil && fault.Shown(e) && !shown[e] {
					news, shown[e] = true, true
				}
			}
			if c.Beyond != (k >= n) || c.Beyond && !news || k == n && c.Level <= level || c.Level < level {
				t.Errorf("seed %d: cause %d, level %d", seed, c.ID, c.Level)
			}
			level = c.Level
		}
		more += len(all) - n
	}
	if more < 10 {
		t.Errorf("only %d nodes beyond the branches", more)
	}
}

// conditions lists all that the nodes of a tree stand for.
func conditions(t *Tree) []int {
	var out []int
	for _, c := range t.Nodes {
		out = append(append(out, c.Condition), c.Members...)
	}
	slices.Sort(out)
	return out
}

// firstLevels says on which level a tree shows a statement first.
func firstLevels(t *Tree) map[int]int {
	out := map[int]int{}
	for _, c := range t.Nodes {
		for _, i := range t.Support(c) {
			e := t.Graph.Edge(i).ID
			if l := out[e]; l == 0 || c.Level < l {
				out[e] = c.Level
			}
		}
	}
	return out
}

// TestRepeated explains a function that is called in a loop: one node stands
// for a branch in all calls that decide for the same reason. What decided about
// the failure otherwise, in a single call, has a node of its own.
func TestRepeated(t *testing.T) {
	prog := frontendtest.Execute(t, `#include <assert.h>
int special;
int clip(int x) {
	if (x > 5)
		return 5;
	if (special && x == 4)
		return 30;
	return x;
}
int main(void) {
	int sum = 0;
	special = 1;
	for (int i = 0; i < 6; i++)
		sum += clip(2 * i);
	assert(sum == 22);
	return 0;
}
`)
	in := &fault.Input{Prog: prog, Failing: &fault.Test{}}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	tree, err := Build(context.Background(), in, Config{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]int{}
	for _, c := range tree.Nodes {
		if e := tree.Edge(c); e.Pos.Line < 10 {
			got[e.Text] = append(got[e.Text], 1+len(c.Members))
		}
	}
	want := map[string][]int{"!(x > 5)": {3}, "x > 5": {3}, "!(special && x == 4)": {2}, "special && x == 4": {1}}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("instances of each node: %v, want %v", got, want)
	}
}
