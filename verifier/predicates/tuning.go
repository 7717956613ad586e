package predicates

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether an answer
// is right, only how soon there is one.
var (
	// Guessed predicates (candidates.go, forms.go).

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

	// maxPre is the size of the states before a letter of an interpolant, after which
	// it is given up.
	maxPre = limit.Of("verifier/predicates.maxPre", 4_000, 500, 20_000, "terms")

	// Samples of executions (sample.go).

	// maxLetters is the length of a run.
	maxLetters = limit.Of("verifier/predicates.maxLetters", 1_500, 250, 25_000, "letters")
	// maxRuns bounds the runs; of one location twice as many states are kept.
	maxRuns = limit.Of("verifier/predicates.maxRuns", 45, 10, 500, "runs")
	// maxStarts bounds those that end before the first loop, too: of numbers of
	// arguments one in ten random ones fits.
	maxStarts = limit.Of("verifier/predicates.maxStarts", 1_000, 45, 10_000, "runs")
	// sampleWork bounds the runs, and twice of it the last of them.
	sampleWork = limit.Of("verifier/predicates.sampleWork", 400*work.Millisecond, 50*work.Millisecond, 2*work.Second, "work")
)

// The kinds of predicates that a measurement can do without (package verifier has
// the sources).
var (
	withCore = limit.PartOf("verifier/predicates.core") // an unsatisfiable core says which statements count
)
