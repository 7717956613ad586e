package predicates

import "culprit/internal/work"

// The tuning constants of the package, each with its unit and its reason. None
// decides whether an answer is right, only how soon there is one.
const (
	// Guessed predicates (candidates.go).

	maxCandidates = 160 // guessed predicates
	maxHalved     = 12  // coefficient of a variable that an equation is solved for

	// Bounds of linear forms (forms.go).

	formBits    = 4       // by which a form is wider than its variables
	minTight    = 3       // states that an extreme is taken in
	maxFormed   = 6       // variables that forms are about
	maxForms    = 80      // proposals from one place
	formExtreme = 1 << 20 // value of a form that may be a bound

	// Interpolants.

	// suffixLetters is how many letters before the end of a word give
	// predicates of their own, maxSuffix the terms of such a formula.
	suffixLetters, maxSuffix = 5, 60

	// Interpolants with an eye on the prefix (guided.go).

	maxCubes    = 24              // cubes of one interpolant
	maxPlain    = 250             // terms of a formula up to which it is left as it is
	maxPrefix   = 3000            // statements of words that are worth the effort
	guidedQuery = 2 * work.Second // whether a set of states, or its rest, is empty
	guidedCore  = 5 * work.Second // what the prefix contradicts

	// Samples of executions (sample.go).

	sampleRuns  = 40
	sampleSteps = 1500 // letters of a run
	sampleRows  = 90   // states kept per location
	sampleVars  = 8    // variables per location
	sampleWork  = 400 * work.Millisecond
)
