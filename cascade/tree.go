package cascade

import (
	"context"
	"errors"
	"time"

	"culprit/fault"
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

// Cause is a node of the tree: a critical condition and the statements that
// explain why it had to be as it was.
type Cause struct {
	ID        int   // in the order of construction, 0 for the root
	Level     int   // 1 for the root
	Condition int   // instance of the critical condition in the run
	Support   []int // transforming instances of its core, ascending
	Reason    string
	Children  []*Cause
}

// Tree is the cause tree of a failing run.
type Tree struct {
	Root  *Cause
	Nodes []*Cause // by ID
	Stats Stats
}

// Stats is the work behind a tree, as the tables of the paper count it.
type Stats struct {
	Trace       int // instances of the run
	Correct     int // without designated-correct functions
	Sliced      int // of the slice
	Both        int // of the slice without designated-correct functions
	Constraints int // conjuncts handed to the solver, summed over all checks
	Checks      int // satisfiability checks
	Skipped     int // checks that were skipped
	WPTime      time.Duration
	SolverTime  time.Duration
	Total       time.Duration
}

// Build builds the tree for the failing run of in, level by level.
func Build(ctx context.Context, in *fault.Input, c Config) (*Tree, error) {
	return nil, errors.New("cascade: not built yet")
}

// Method is the analysis as a method of package fault.
func Method(c Config) fault.Method {
	return fault.Method{Name: "cascade", Doc: "cause tree from weakest preconditions and unsat cores", Paper: "Cascade analysis (TOSEM 2015)", Needs: fault.NeedsRun}
}
