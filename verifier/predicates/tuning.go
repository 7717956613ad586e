package predicates

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether an answer
// is right, only how soon there is one.
var (
	// Guessed predicates (candidates.go, forms.go, linear.go).

	// maxCandidates bounds the guesses, half of them about linear forms at one
	// place.
	maxCandidates = limit.Of("verifier/predicates.maxCandidates", 160, 20, 1_000, "predicates")
	// maxVars bounds the variables of a location that samples record, and those of
	// one width that forms are made of: forms have pairs of them.
	maxVars = limit.Of("verifier/predicates.maxVars", 8, 3, 20, "variables")
	// maxNumber bounds the coefficients and bounds of forms: larger ones were met by
	// chance.
	maxNumber = limit.Of[int64]("verifier/predicates.maxNumber", 1<<20, 1<<8, 1<<30, "value")
	// minTight is in how many sampled states an extreme has to be taken to be a
	// bound.
	minTight = limit.Of("verifier/predicates.minTight", 3, 2, 10, "states")

	// Interpolants (interpolate.go, guided.go).

	// maxSuffix is how many letters before the end of a word give predicates of
	// their own.
	maxSuffix = limit.Of("verifier/predicates.maxSuffix", 5, 1, 20, "letters")
	// maxPlain is the size of a formula up to which it is left as it is; those of a
	// suffix may have a quarter of it.
	maxPlain = limit.Of("verifier/predicates.maxPlain", 250, 50, 2_000, "terms")
	// maxCubes bounds those of one interpolant, each a question.
	maxCubes = limit.Of("verifier/predicates.maxCubes", 24, 4, 100, "cubes")
	// maxLetters bounds the words that an eye on their prefix is worth the effort
	// for, and twice the letters of a sampled run.
	maxLetters = limit.Of("verifier/predicates.maxLetters", 3_000, 500, 50_000, "letters")
	// queryWork is for the question whether a set of states, or its rest, is empty;
	// what the prefix contradicts may take twice as much.
	queryWork = limit.Of("verifier/predicates.queryWork", 2*work.Second, work.Second/2, 10*work.Second, "work")

	// Samples of executions (sample.go).

	// maxRuns bounds the runs; of one location twice as many states are kept.
	maxRuns = limit.Of("verifier/predicates.maxRuns", 45, 10, 500, "runs")
	// sampleWork bounds the runs, and twice of it the last of them.
	sampleWork = limit.Of("verifier/predicates.sampleWork", 400*work.Millisecond, 50*work.Millisecond, 2*work.Second, "work")
)
