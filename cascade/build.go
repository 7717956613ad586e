package cascade

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/fault"
	"culprit/hoare"
	"culprit/interp/dependence"
	"culprit/logic"
	"culprit/smt"
)

// NewBuilder prepares the analysis of the failing run.
func NewBuilder(ctx context.Context, in *fault.Input, c Config) (*Builder, error) {
	start := time.Now()
	b := &Builder{analysis: &analysis{conf: c, in: in, fail: &failure{}, first: map[int]int{}, left: maxSearches, failed: map[*cfg.Edge]int{}, searched: map[*cfg.Edge]bool{}}}
	if most := in.Budget.Method; most > 0 {
		b.left = most / 4
	}
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil, err
	}
	if b.g, err = in.Graph(ctx); err != nil {
		return nil, err
	}
	if at := in.Failure.At; at < 0 || at >= b.g.N() {
		return nil, fault.ErrNoInstance
	}
	if b.scope, err = newScope(b.g, rec, c); err != nil {
		return nil, err
	}
	b.control = flow.NewControl(in.Prog)
	keep := b.slice(fault.Criterion(b.g, in.Failure))
	b.fail.watched = b.watch()
	run, err := hoare.NewRun(logic.NewTable(), in.Prog, rec.All(0), hoare.RunOptions{Keep: keep, Watch: b.fail.watched})
	if err != nil {
		return nil, err
	}
	b.insts = run.Instances()
	b.at = make([]int32, b.g.N()+1)
	for _, i := range b.insts {
		b.at[i+1]++
	}
	for i := range b.g.N() {
		b.at[i+1] += b.at[i]
	}
	b.trace = newTrace(b.g, run, b.at)
	b.solver = smt.New(run.TB, in.NewEngine(), smt.Config{})
	b.scratch, b.sums = &scratch{all: logic.NewEvaluator(run.TB), one: logic.NewEvaluator(run.TB)}, &summaries{t: b.trace, memo: map[spot]logic.T{}}
	b.tree = &Tree{Graph: b.g, b: b}
	b.prepare()
	b.stats.WPTime = time.Since(start)
	b.demand()
	b.root()
	b.stats.Total = time.Since(start)
	return b, nil
}

// prepare makes what the construction of one tree remembers.
func (b *Builder) prepare() {
	b.queue = queue{g: b.g, shown: map[*cfg.Loc]bool{}}
	b.cone, b.whole, b.claimed = b.newCone(), b.newCone(), newClaims(b.g)
	b.beyond = beyond{asked: newClaims(b.g), input: newClaims(b.g)}
	b.groups, b.seen = map[loopKey]*loopGroup{}, map[condition]bool{}
	if !b.conf.NoCorrect {
		b.nodes = map[*cfg.Edge][]explained{}
	}
}

// slice says which instances become terms: those of the slice from the
// criterion (section 4.1) outside of pure calls, whose results are constants.
// Data, control and indirect influence make the slice a relevant one.
func (b *Builder) slice(from []int) func(int) bool {
	set := b.g.Relevant(from)
	b.stats.Trace = b.g.N()
	for i := range b.g.N() {
		inside := b.scope.right[b.g.Edge(i).From.Proc.ID]
		if !inside {
			b.stats.Correct++
		}
		if set.Has(i) {
			b.stats.Sliced++
			if !inside {
				b.stats.Both++
			}
		}
	}
	switch pure := b.scope.pure; {
	case b.conf.NoSlicing && pure == nil:
		return nil
	case b.conf.NoSlicing:
		return func(i int) bool { return !pure.Has(i) }
	case pure == nil:
		return set.Has
	default:
		return func(i int) bool { return set.Has(i) && !pure.Has(i) }
	}
}

// Tree is what is known so far.
func (b *Builder) Tree() *Tree {
	t := b.tree
	t.Stats, t.of = b.stats, nil
	return t
}

// Next adds a node to the tree: the cause of the next critical condition,
// lower levels first. It reports false when there is none, when a limit is
// reached, and when ctx ends.
func (b *Builder) Next(ctx context.Context) bool {
	start := time.Now()
	defer func() { b.stats.Total += time.Since(start) }()
	for b.queue.len() > 0 || b.round() {
		left := b.queue.len()
		switch {
		case ctx.Err() != nil:
			b.note(limitNote(fmt.Sprint(context.Cause(ctx)), left))
			return false
		case b.conf.Levels > 0 && b.queue.level() > b.conf.Levels:
			b.note(limitNote(fmt.Sprintf("the tree ends at level %d", b.conf.Levels), left))
			return false
		case b.conf.Nodes > 0 && len(b.tree.Nodes) >= b.conf.Nodes:
			b.note(limitNote(fmt.Sprintf("the tree ends after %d nodes", b.conf.Nodes), left))
			return false
		}
		if next := b.queue.take(); !b.nothing(next) && !b.joins(next) && b.explain(ctx, next) {
			return true
		}
	}
	return false
}

func (b *Builder) note(text string) {
	if !slices.Contains(b.tree.Notes, text) {
		b.tree.Notes = append(b.tree.Notes, text)
	}
}

// explain computes the cause of a critical condition, and the critical
// conditions of the cause. It reports whether that is a new node; if not,
// another one stands for it.
func (b *Builder) explain(ctx context.Context, o open) bool {
	c := &Cause{ID: -1, Level: o.level, Kind: o.kind, Condition: o.inst, Parent: o.parent}
	before := b.known[o.condition]
	switch {
	case o.kind == Rest:
		if before != nil {
			c.ID = before.ID
		}
		c.Stop, c.Bounded, c.cut, c.nth = o.behind.Stop, o.behind.Bounded, o.behind.cut, o.part
		b.further(c, o.behind.part)
	case before != nil:
		c.ID, c.Core, c.Stop, c.Bounded, c.cut, c.limited, c.core, c.own = before.ID, before.Core, before.Stop, before.Bounded, before.cut, before.limited, before.core, before.own
		c.Beyond = before.Beyond
	case b.beyond.base > 0:
		b.beyondCause(c)
	case o.kind == Call:
		b.callCause(c)
	case o.kind == Failure:
		b.failureCause(ctx, c)
	default:
		b.branchCause(ctx, c, b.wanted(c.Condition))
	}
	if c.Kind == Rest {
		if len(c.part.list) <= 1 && len(c.part.rest) == 0 {
			return false // all of it is in the tree
		}
	} else if b.beyond.base == 0 {
		b.divide(c)
	}
	node := b.holder(c)
	if node == c {
		b.attach(c)
	} else {
		b.joined = append(b.joined, c)
	}
	b.lead(c, node)
	b.critical(c, node)
	rest := condition{inst: o.inst, kind: Rest, part: o.part + 1}
	if c.part != nil && len(c.part.rest) > 0 && !b.benign[rest] {
		b.queue.list = append(b.queue.list, open{rest, node, c.Level + 1, c})
	}
	return node == c
}

// holder is the node that shows a cause: itself, the node that it repeats, or
// in rounds the one that led to it, if it shows no statement that is not in the
// tree.
func (b *Builder) holder(c *Cause) *Cause {
	if b.beyond.base > 0 {
		if b.news(c) {
			return c
		}
		return c.Parent
	}
	node := b.repeated(c)
	if node == nil {
		return c
	}
	node.Members = append(node.Members, c.Condition)
	return node
}

// attach makes a cause a node.
func (b *Builder) attach(c *Cause) {
	if c.Parent != nil {
		c.Parent.Children = append(c.Parent.Children, c)
	} else {
		b.tree.Root = c
	}
	if c.ID < 0 {
		c.ID = b.number()
	}
	c.order = len(b.tree.Nodes)
	b.tree.Nodes = append(b.tree.Nodes, c)
}

// number is that of the next new cause.
func (b *Builder) number() int {
	b.next++
	return b.next - 1
}

// wanted is the critical condition of a branch: the opposite of what held.
func (b *Builder) wanted(i int) conjunct {
	return conjunct{inst: i, term: b.trace.tb.Not(b.trace.cond(i))}
}

// branchCause is Algorithm 1 with the transforming instances of its core.
func (b *Builder) branchCause(ctx context.Context, c *Cause, wanted conjunct) {
	f := b.cause(ctx, c.Condition, wanted)
	c.core, c.Stop, c.Bounded, c.cut, c.limited = f.core, f.stop, f.bounded, f.limited, f.limited
	if c.Bounded {
		b.stats.Bounded++
	}
	for _, k := range c.core[1:] {
		c.Core = append(c.Core, k.inst)
	}
	slices.Sort(c.Core)
	c.Core = slices.Compact(c.Core)
	// Definition 3.2 counts what appears in the branching conditions: pointers.
	if c.Kind == Failure && b.fail.exact && !b.fail.around && b.fail.watched.At == c.Condition {
		b.ownOf(c)
	} else {
		b.own(c, c.Condition)
	}
	for _, i := range c.Core {
		b.own(c, i)
	}
}

// own adds what wrote the values that an instance reads.
func (b *Builder) own(c *Cause, i int) {
	for _, j := range b.g.Data(i) {
		if b.inTrace(int(j)) && !literal(b.g.Edge(int(j))) {
			c.own = append(c.own, int(j))
		}
	}
}

// callCause is the cause behind a call of a designated-correct function: what
// the call got from outside.
func (b *Builder) callCause(c *Cause) {
	var deps []logic.T
	for _, j := range b.scope.received(c.Condition) {
		c.own = append(c.own, j)
		if b.inTrace(j) {
			for k, w := range b.trace.run.Writes(j) {
				if k < maxWritten {
					deps = append(deps, w.Sym)
				}
			}
		}
	}
	c.core = []conjunct{{inst: c.Condition, term: logic.True, also: deps}}
}

// Build builds the tree for the failing run of in, level by level. When ctx
// ends or a limit is reached it is what is known so far, with a note.
func Build(ctx context.Context, in *fault.Input, c Config) (*Tree, error) {
	b, err := NewBuilder(ctx, in, c)
	if err != nil {
		return nil, err
	}
	for b.Next(ctx) {
	}
	t := b.Tree()
	if len(c.Benign) > 0 {
		return t.Prune(ctx, c.Benign...)
	}
	return t, nil
}

// Prune returns the tree without causes that the user calls benign, and
// without all that leads to them only. A cause that also leads to another one
// stays, with its number; it may move to a deeper level. A node is benign in all
// the instances that it stands for. An instance whose node has gone becomes a
// node itself, with a number after those of the tree.
//
// The tree is built again from what is known of each critical condition, with
// the benign ones left out. So what stays is what Algorithm 3 finds without
// them, and the order of pruning does not matter.
func (t *Tree) Prune(ctx context.Context, ids ...int) (*Tree, error) {
	old := t.b
	for _, c := range old.joined {
		if c.ID < 0 {
			c.ID = old.number()
		}
	}
	b := &Builder{
		analysis: old.analysis, stats: old.stats, next: old.next,
		known: map[condition]*Cause{}, benign: map[condition]bool{}, tree: &Tree{Graph: old.g, altered: t.altered, reruns: t.reruns},
	}
	b.tree.b = b
	b.prepare()
	b.beyond.old, b.beyond.closed = old.beyond.bases, old.beyond.done
	for c := range old.benign {
		b.benign[c] = true
	}
	for _, id := range ids {
		c := t.Node(id)
		switch {
		case c == nil:
			return nil, fmt.Errorf("no node %d in the tree", id)
		case c.Kind == Failure:
			return nil, fmt.Errorf("node %d is the failure itself", id)
		}
		b.benign[condition{c.Condition, c.Kind, c.nth}] = true
		for _, i := range c.Members {
			b.benign[condition{inst: i, kind: c.Kind}] = true
		}
	}
	maps.Copy(b.known, old.known)
	for _, c := range slices.Concat(t.Nodes, old.joined) {
		b.known[condition{c.Condition, c.Kind, c.nth}] = c
	}
	for c := range b.benign {
		b.seen[c] = true
	}
	b.root()
	for b.Next(ctx) {
	}
	return b.Tree(), nil
}

// Support lists the instances of a cause: the critical condition, the branches
// of its core, their transforming instances (definition 3.2), and the calls in
// which these happened, ascending.
func (t *Tree) Support(c *Cause) []int { return t.b.withCalls(t.b.support(c)) }

// Included is the set of the instances of all causes down to a level, 0: all.
func (t *Tree) Included(level int) *dependence.InstanceSet {
	set := dependence.NewInstanceSet(t.Graph.N())
	w := t.b.newCone()
	for _, c := range t.Nodes {
		if level > 0 && c.Level > level {
			continue
		}
		w.cause(c, func(i int) {
			for ; i >= 0 && !set.Has(i); i = t.Graph.Call(i) {
				set.Add(i)
			}
		})
	}
	return set
}
