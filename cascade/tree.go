package cascade

import (
	"fmt"
	"time"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp/dependence"
)

// Config switches the parts of the analysis. The zero value is the variant
// "All" of the paper's section 5.
type Config struct {
	// The optimisations of section 4; None of tables VI to VIII has all four
	// switched off, C+L the last three, SO+SL the second.
	NoSlicing      bool // 4.1: dynamic slicing of the trace
	NoCorrect      bool // 4.2: designated-correct functions and loops
	NoIndependence bool // 4.3: constraints that do not intersect stay away from the solver
	NoSkipping     bool // 4.3: checks whose answer cannot have changed

	Correct []string // further designated-correct functions, besides the C library
	Pure    []string // functions without side effects, whose concrete results are used

	Levels int   // deepest level of the tree, 0: all
	Nodes  int   // most nodes of the tree, 0: all
	Benign []int // nodes, by number, that the user calls benign
}

// Kind says what the critical condition of a cause is.
type Kind uint8

// The kinds of causes.
const (
	Failure Kind = iota // the failure itself, the root
	Branch              // a branch that went as it did
	Call                // a call of a designated-correct function, whose arguments may be wrong
	Rest                // what comes after a portion of a large cause
	Access              // what an instance read or wrote, and could have elsewhere
)

// Cause is a node of the tree: a critical condition and, by Tree.Support, the
// statements that explain why it had to be as it was.
type Cause struct {
	ID        int // in the order of construction, 0 for the root
	Level     int // 1 for the root
	Kind      Kind
	Condition int   // instance of the critical condition in the run
	Members   []int // further instances of the same branch, which the node stands for
	// Core lists the instances whose conditions and addresses contradict the
	// critical condition, together with it; ascending, without Condition.
	Core []int
	// Stop is the instance before which the formula is unsatisfiable
	// (Algorithm 1, line 10); 0 also if Bounded.
	Stop int
	// Bounded: there is no such formula, since what the run did not read decides,
	// or the time was over. The support is then that of the condition alone, to
	// the first instance, in portions.
	Bounded bool
	// Beyond: the condition is one without a formula, found when no branch was
	// left. The support is what no cause before shows.
	Beyond   bool
	Parent   *Cause
	Children []*Cause

	order int        // in the order of construction
	core  []conjunct // with the condition, as terms over the symbols of the run
	part  *portion   // of a large cause
	cut   bool       // limited, or too large to be shown as a whole
	// limited: the search met a limit. There is a core, but maybe a smaller or a
	// later one.
	limited bool
	nth     int   // of a Rest: which one it is
	own     []int // instances that belong to the cause besides what the core depends on
}

// Tree is the cause tree of a failing run.
type Tree struct {
	Root  *Cause
	Nodes []*Cause // in the order of construction; by ID unless pruned
	Graph *dependence.Graph
	Notes []string // limits that were reached
	Stats Stats

	b       *Builder
	altered map[*cfg.Edge]*fault.Alteration // by Alter
	of      map[int]*Cause                  // by instance of a branch; made by explains
	reruns  int
}

// Stats is the work behind a tree, as the tables of the paper count it.
type Stats struct {
	Trace       int // instances of the run
	Correct     int // without designated-correct functions
	Sliced      int // of the slice
	Both        int // of the slice without designated-correct functions
	Constraints int // conjuncts handed to the solver, summed over all questions
	Checks      int // solver queries, of checks and of cores
	Bounded     int // causes without a core
	WPTime      time.Duration
	SolverTime  time.Duration
	Total       time.Duration
}

// Edge is the statement of the critical condition of a cause.
func (t *Tree) Edge(c *Cause) *cfg.Edge { return t.Graph.Edge(c.Condition) }

// limitNote says that a limit ended the construction.
func limitNote(what string, open int) string {
	return fmt.Sprintf("%s: %d critical conditions are not explained", what, open)
}

// Node returns the cause with a number, nil if there is none.
func (t *Tree) Node(id int) *Cause {
	for _, c := range t.Nodes {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// user is the statement that a user holds responsible for an instance: the
// call for what is inside a library function, nil if there is none.
func user(g *dependence.Graph, i int) *cfg.Edge {
	if i = g.Owner(i); i < 0 {
		return nil
	}
	return g.Edge(i)
}
