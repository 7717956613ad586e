package verifier

import "culprit/internal/work"

// The tuning constants of the package, each with its unit and its reason. None
// decides whether an answer is right, only how soon there is one.
const (
	maxCandidates = 160 // guessed predicates
	// suffixLetters is how many letters before the end of a word give
	// predicates of their own, maxSuffix the terms of such a formula.
	suffixLetters, maxSuffix = 5, 60

	// Interpolants with an eye on the prefix (guided.go).

	maxCubes    = 24              // cubes of one interpolant
	maxPlain    = 250             // terms of a formula up to which it is left as it is
	maxPrefix   = 3000            // statements of words that are worth the effort
	guidedQuery = 2 * work.Second // whether a set of states, or its rest, is empty
	guidedCore  = 5 * work.Second // what the prefix contradicts

	// Samples of executions, from which predicates are guessed.

	sampleRuns  = 40
	sampleSteps = 1500 // letters of a run
	sampleRows  = 90   // states kept per location
	sampleVars  = 8    // variables per location
	sampleWork  = 400 * work.Millisecond
)
