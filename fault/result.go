package fault

import (
	"cmp"
	"context"
	"slices"
	"time"

	"culprit/cfg"
)

// Role says what a location has to do with the failure.
type Role uint8

// The roles of a location.
const (
	Suspect   Role = iota // may be the fault
	Predicate             // a branch that went, or may have gone, the wrong way
	Value                 // a statement whose value is, or may be, wrong
	Support               // explains another location, is not suspected itself
)

var roleNames = [...]string{"suspect", "predicate", "value", "support"}

func (r Role) String() string { return roleNames[r] }

// Location is one statement that a method names.
type Location struct {
	Edge *cfg.Edge // one statement; nil if only the position is known
	Pos  cfg.Pos   // what the user is shown
	// Score orders locations, larger is more suspicious. Equal scores are
	// ties, in which the method has no preference.
	Score  float64
	Role   Role
	Reason string // one sentence without a full stop
	// Named says that the message of the failure names it: where a block was freed or
	// lost, a variable was declared without a value, an operation overflows. Shows
	// says that the failure shows here.
	Named, Shows bool
	// Evades says that what the method changed here led the run around the check
	// that failed, in the procedure that checks: that hides the failure and
	// explains little.
	Evades bool
	// Hint says that the method changed something here, but the failure stayed:
	// no more than a comparison of places.
	Hint bool
	// Passes says that the failing run passes with what this statement decides or
	// computes altered, of a method that lists other statements, too.
	Passes bool
	// Fixes says that a change here makes all failing runs pass and keeps other
	// runs that pass, of a method that lists other lines, too.
	Fixes bool
	// Choice is the place of the change among those that fix the failure, where its
	// method can tell which one is meant; 0: it cannot.
	Choice int
	// Instances are the numbers of the instances in the failing run that the
	// method means, ascending; empty: the statement as such.
	Instances []int
	// InTests of OfTests failing tests are those for which the method says the same
	// here, the failing run among them; 0: it looked at no others.
	InTests, OfTests int
	// Comparable are the cases of a measurement in which the method said the same with
	// the same grounds, and those of them in which it was right; none: it does not know.
	Comparable Share
	// Expected, Observed and Expression are of a value outside of what passing
	// runs have there: their range, the value, and the source of the statements
	// that compute it. Empty for other methods.
	Expected, Observed string
	Expression         []cfg.Pos
	// Values are those of the failing run and of a reference run. Empty for
	// methods that compare no runs.
	Values []TwoValues
	// Change is the best change of the text here, nil if none helps or the
	// method tries none.
	Change *Change
}

// Share is N of Of cases.
type Share struct{ N, Of int }

// TwoValues is what something is in the failing run and in a reference run.
type TwoValues struct {
	Name      string // of a variable, a part of an object, or a condition
	Failing   string
	Reference string // "" if there is none
}

// Node is a location in a tree of causes, effects above causes.
type Node struct {
	Location
	ID       int        // by which a user names the node
	Turn     int        // its place in the order of reading, from 1
	Support  []Location // what explains it, in the order of the run
	Given    []Location // footnotes to that: statements that only take inputs, and calls
	Children []*Node
}

// Result is the answer of a method.
type Result struct {
	Method    string
	Locations []Location // most suspicious first, see Rank
	Tree      *Node      // nil for methods without one
	Path      []Location // from cause to failure; empty for methods without one
	Changes   []Change   // fixes, the likeliest first; empty for methods without any
	// AllChanges asks for the diffs of all of them in the text form.
	AllChanges bool
	Notes      []string // for the user: limits reached, what was left out
	Stats      Stats
	View       View       // of Tree
	Questions  []Question // that the user may ask about it
}

// View says what is shown of a tree where not all of it is: the node with a
// number and what is below it, down to some levels (0: a few).
type View struct{ From, Depth int }

// Question is something that a user may ask about a result, besides what every
// tree can show. It concerns one node.
type Question struct {
	Name string // the word for it: prune
	Doc  string // one clause about node N: "N is benign"
	// Ask answers with one line, and with the result that further questions
	// are about.
	Ask func(ctx context.Context, node int) (next *Result, says string, err error)
}

// Stats is the work of a method.
type Stats struct {
	Instances int // of the failing run
	Reruns    int // executions besides that of the failing run
	Time      time.Duration
	More      []Count // what else the method counts
}

// Count is a number that a method counts.
type Count struct {
	Key CountKey
	N   int
}

// CountKey says what a Count counts. Its String is for people.
type CountKey uint8

// The keys of the counts that methods keep.
const (
	Causes CountKey = iota
	SlicedInstances
	ScopeInstances
	SlicedScopeInstances
	Checks
	Constraints
	BranchInstances
	Switched
	Critical
	ValueInstances
	Tried
	Pairs
	FormulaInstances
	FormulaLines
	FormulaTerms
	BesideStatements
	CorrectionSets
	OpenSets
	Cores
	SolverQuestions
	FailedRuns
	PassedRuns
	Invariants
	FailedInvariants
	SlicedInvariants
	UnmarkedInvariants
	AgreedInvariants
	FinalInvariants
	DomainInstances
	Frontiers
	Altered
	Polluted
	AlignedInstances
	PartialRuns
	SingleSteps
	FastSteps
	Candidates
	Executed
	Helping
	Harmless
)

var countNames = [...]string{
	Causes: "causes", SlicedInstances: "instances in the slice", ScopeInstances: "instances in scope",
	SlicedScopeInstances: "instances in the slice and in scope", Checks: "checks", Constraints: "constraints",
	BranchInstances: "branch instances", Switched: "switched", Critical: "critical",
	ValueInstances: "value instances", Tried: "tried", Pairs: "pairs",
	FormulaInstances: "instances in the formula", FormulaLines: "lines in the formula",
	FormulaTerms: "terms of the largest formula", BesideStatements: "statements outside the run",
	CorrectionSets: "correction sets", OpenSets: "open sets", Cores: "cores", SolverQuestions: "solver queries",
	FailedRuns: "failing runs", PassedRuns: "passing runs",
	Invariants: "invariants", FailedInvariants: "failed invariants", SlicedInvariants: "failed invariants in the slice",
	UnmarkedInvariants: "after the dependence filter", AgreedInvariants: "after the other failing runs", FinalInvariants: "candidates shown first",
	DomainInstances: "instances in the analysis domain", Frontiers: "frontiers", Altered: "altered states", Polluted: "polluted combinations",
	AlignedInstances: "aligned statements", PartialRuns: "executions between aligned statements",
	SingleSteps: "steps by execution", FastSteps: "steps by fast passes",
	Candidates: "candidate changes", Executed: "executed", Helping: "that make the failing run pass", Harmless: "that pass all runs",
}

func (k CountKey) String() string { return countNames[k] }

// Rank sorts locations by score, and equal scores by position, and joins
// those of one source range: the first of them stays, with the instances of
// all.
func Rank(locs []Location) []Location {
	slices.SortStableFunc(locs, func(a, b Location) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), comparePos(a.Pos, b.Pos), cmp.Compare(a.Role, b.Role))
	})
	var out []Location
	at := map[cfg.Pos]int{}
	for _, l := range locs {
		i, ok := at[l.Pos]
		if !ok {
			at[l.Pos] = len(out)
			out = append(out, l)
			continue
		}
		all := append(slices.Clone(out[i].Instances), l.Instances...)
		slices.Sort(all)
		out[i].Instances = slices.Compact(all)
	}
	return out
}

// ExpectedRanks are the numbers of locations that a user has read, on average,
// who comes to each of a ranked list and reads those of equal score in any
// order.
func ExpectedRanks(locs []Location) []float64 {
	out := make([]float64, len(locs))
	for from, to := 0, 0; from < len(locs); from = to {
		for to < len(locs) && locs[to].Score == locs[from].Score {
			to++
		}
		for k := from; k < to; k++ {
			out[k] = float64(from+1+to) / 2
		}
	}
	return out
}

func comparePos(a, b cfg.Pos) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
		cmp.Compare(a.EndLine, b.EndLine), cmp.Compare(a.EndCol, b.EndCol))
}

// Shown reports whether an edge is a statement of the user: only such edges
// are locations.
func Shown(e *cfg.Edge) bool {
	if e.Role == cfg.RoleImplicit || !e.Pos.IsValid() || e.Text == "" {
		return false
	}
	switch e.Stmt.(type) {
	case *cfg.Skip, *cfg.Return:
		return false
	}
	return true
}
