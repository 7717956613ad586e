package unroll

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether an answer
// is right, only how soon there is one.
var (
	// maxTerms bounds an unrolling, and so its memory.
	maxTerms = limit.Of("verifier/unroll.maxTerms", 30_000_000, 1_000_000, 300_000_000, "terms")
	// LoopQuery is for whether a loop ends.
	LoopQuery = limit.Of("verifier/unroll.LoopQuery", work.Second/2, work.Second/10, 2*work.Second, "work")
	// recheckFactor is how many times what the longest question took one gets in the
	// recheck, since one that is not decided there means to ask all again.
	recheckFactor = work.Amount(limit.Of("verifier/unroll.recheckFactor", 3, 1, 20, "factor"))

	// Cases (cases.go).

	// caseWork is for one case; one that was not decided is divided.
	caseWork = limit.Of("verifier/unroll.caseWork", work.Second/10, work.Second/100, work.Second, "work")
	// casesPart is the part of their budget after which cases are given up when too
	// much is left, and by which a formula has to be smaller for a part of a case to
	// be asked about.
	casesPart = limit.Of("verifier/unroll.casesPart", 4, 2, 16, "n-th part")
	// casesLeft is how much may be left whenever the work has doubled.
	casesLeft = limit.Of("verifier/unroll.casesLeft", 0.6, 0.3, 0.9, "of what was left")
	// maxCases bounds the values of an input that are a case each; twice as many
	// terms has a condition, and so often what is asked is simplified by what is
	// known.
	maxCases = limit.Of("verifier/unroll.maxCases", 16, 2, 100, "values")
)

// AskAt spaces the questions of the unrolling out as it gets deeper.
func AskAt(level int) bool {
	return level < 8 || level < 32 && level%4 == 0 || level < 128 && level%16 == 0 || level%64 == 0
}
