package cascade

import (
	"cmp"
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/fault"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/interp/dependence"
	"culprit/logic"
	"culprit/smt"
)

// Builder builds a cause tree one node at a time (Algorithm 3).
type Builder struct {
	*analysis
	tree    *Tree
	stats   Stats
	queue   queue                // S_cc
	next    int                  // number of the next new cause
	known   map[condition]*Cause // of the tree before pruning
	benign  map[condition]bool
	cone    *cone // what all causes so far have shown
	whole   *cone // for walks over single causes
	claimed *claims
	groups  map[loopKey]*loopGroup
	// nodes are those of each branch, to find repetitions; nil: each condition
	// that is explained has a node of its own.
	nodes  map[*cfg.Edge][]explained
	joined []*Cause // causes that are not nodes because they say nothing new
	seen   map[condition]bool
	beyond beyond
}

// analysis is what the trees of one failing run have in common.
type analysis struct {
	conf  Config
	in    *fault.Input
	g     *dependence.Graph
	trace *trace
	scope *scope
	fail  *failure
	// insts are the instances of the trace after slicing; at[i] is the number
	// of those before instance i.
	insts []int
	at    []int32

	solver  *smt.Solver
	scratch *scratch
	sums    *summaries
	unknown int               // questions that the engine gave up
	left    work.Amount       // what searches may use
	failed  map[*cfg.Edge]int // statements whose last searches met a limit
	// searched are statements for which there was a search.
	searched map[*cfg.Edge]bool
	control  *flow.Control
	first    map[int]int // by loop test: the first one of its loop
}

// condition is a critical condition: a branch, a call or an access.
type condition struct {
	inst int
	kind Kind
	part int // of a Rest
}

// open is a critical condition that is not explained yet.
type open struct {
	condition
	parent *Cause
	level  int
	behind *Cause // the portion that a Rest continues from
}

// queue is S_cc of Algorithm 3, level by level. Within a level, conditions of
// branches that the tree does not show yet come before further instances of
// those that it shows; otherwise those of earlier causes come first.
type queue struct {
	g     *dependence.Graph
	list  []open
	next  int // those of the level before this one are of branches that the tree shows
	shown map[*cfg.Loc]bool
}

func (q *queue) len() int { return len(q.list) }

// level is the one that is being explained.
func (q *queue) level() int { return q.list[0].level }

// take removes the next condition.
func (q *queue) take() open {
	at := func(k int) *cfg.Loc { return q.g.Edge(q.list[k].inst).From }
	level := q.level()
	for q.next < len(q.list) && q.list[q.next].level == level && q.shown[at(q.next)] {
		q.next++
	}
	k := 0
	if q.next < len(q.list) && q.list[q.next].level == level {
		k = q.next
	}
	o := q.list[k]
	q.shown[at(k)] = true
	if k == 0 {
		q.list = q.list[1:]
		q.next = max(0, q.next-1)
	} else {
		q.list = slices.Delete(q.list, k, k+1)
	}
	if len(q.list) > 0 && q.level() != level {
		q.next = 0
	}
	return o
}

// member is a conjunct of the formula: number n of those that an instance
// assumes. Later instances come first, as they join the formula.
type member struct{ inst, n int }

func (x member) compare(y member) int {
	return cmp.Or(cmp.Compare(y.inst, x.inst), cmp.Compare(x.n, y.n))
}

// conjunct is a constraint of a weakest precondition: where it comes from and
// its term over the symbols of the run.
type conjunct struct {
	inst int
	term logic.T
	also []logic.T // symbols that an opaque condition is a function of
	// alone: the alias conjuncts of its own instance do not count. Those of an
	// access that fails would contradict that it should have been another.
	alone bool
}

// portion is a part of a large cause.
type portion struct {
	list []int     // its instances, ascending
	syms []logic.T // the symbols that it shows
	rest []logic.T // those that it did not get to
	size int
}

// failure is the critical condition of the root.
type failure struct {
	conjunct
	exact   bool  // not only that something else was read
	around  bool  // it is the branch around the statement that fails
	aside   []int // instances that belong to the failure, and explain nothing
	copies  []int // those that copied a value which was never set
	watched *hoare.Watch
	// The subject of the condition: expressions, and their reads of memory.
	about []cfg.Expr
	reads []hoare.RunRead
}

// explained is a node with the statements of its cause.
type explained struct {
	cause *Cause
	stmts statements
}

// loopKey names the instances of one loop condition: the branch and its first
// test in this execution of the loop.
type loopKey struct {
	edge  int
	first int
}

// loopGroup is the cause that stands for the instances of one loop condition.
type loopGroup struct {
	cause   *Cause
	writers map[*cfg.Edge]bool // statements that wrote what they read
}

// statements is a set of statements, by edge.
type statements []uint64

func (s statements) add(e *cfg.Edge) { s[e.ID/64] |= 1 << (e.ID % 64) }

func (s statements) has(e *cfg.Edge) bool { return s[e.ID/64]>>(e.ID%64)&1 != 0 }

// within reports whether all statements are in another set.
func (s statements) within(t statements) bool {
	for k, w := range s {
		if w&^t[k] != 0 {
			return false
		}
	}
	return true
}

// beyond holds what is looked at when the branches that algorithm 2 finds are
// all explained: that what an instance of the tree read or wrote could have
// been elsewhere, that another write could have been there, that other input
// could have been left for it, and that the run could have ended before.
//
// The course of the run would then not be known, so that there is no formula that
// could contradict it. The cause of such a condition is all that its values
// depend on, as far as no cause before has shown it. Where that names only
// statements that the tree shows, it becomes no node, but what influences it is
// followed all the same.
type beyond struct {
	shown []shown // what causes have shown and no round has looked at
	base  int     // the levels of this round begin after this one, 0: no round yet
	bases []int   // those of all rounds so far
	done  bool    // no round found anything more
	asked *claims // writes that could have been elsewhere; nil: no rounds
	input *claims // branches that could have consumed input
	told  statements
	// Of the tree before pruning: the bases of its rounds, and whether they
	// found all that there is.
	old    []int
	closed bool
}

// shown is an instance that a cause has shown or that it stands for.
type shown struct {
	inst  int
	cause *Cause
}

// claims remembers what the causes of a tree have looked at, so that each
// instance and each range of branches is looked at once.
type claims struct {
	seen *dependence.InstanceSet
	next map[*cfg.Edge][]int32 // by ordinal: the next one that is not claimed
}

// visit reports whether an instance is new.
func (c *claims) visit(i int) bool {
	if c.seen.Has(i) {
		return false
	}
	c.seen.Add(i)
	return true
}

// each calls f on the instances of a range of a list that are new.
func (c *claims) each(list []int32, r dependence.Range, f func(i int)) {
	next := c.next[r.Edge]
	if next == nil {
		next = make([]int32, len(list)+1)
		for k := range next {
			next[k] = int32(k)
		}
		c.next[r.Edge] = next
	}
	find := func(k int32) int32 {
		for next[k] != k {
			next[k] = next[next[k]]
			k = next[k]
		}
		return k
	}
	for k := find(int32(r.From)); int(k) < r.To; k = find(k) {
		next[k] = k + 1
		f(int(list[k]))
	}
}

func newClaims(g *dependence.Graph) *claims {
	return &claims{seen: dependence.NewInstanceSet(g.N()), next: map[*cfg.Edge][]int32{}}
}

func isBranch(e *cfg.Edge) bool {
	_, ok := e.Stmt.(*cfg.Assume)
	return ok && len(e.From.Out) > 1
}

// inTrace reports whether an instance is one of the trace after slicing.
func (b *Builder) inTrace(i int) bool { return b.at[i+1] > b.at[i] }

// scope is the analysis scope (section 4.2): all functions but those that are
// designated as correct.
type scope struct {
	g     *dependence.Graph
	right []bool // by procedure: designated as correct
	// pure are the instances inside calls of functions without side effects,
	// nil if there are none.
	pure *dependence.InstanceSet
}
