package unroll

import "culprit/internal/work"

// The tuning constants of the package, each with its unit and its reason. None
// decides whether an answer is right, only how soon there is one.
const (
	// maxTerms bounds the terms of an unrolling, and so its memory.
	maxTerms = 30_000_000

	// LoopQuery is for whether a loop ends. 0.1 s to 2 s.
	LoopQuery = work.Second / 2
	// A question gets so many times what the longest took in the recheck, since one
	// that is not decided there means to ask all again.
	longerRecheck = 3

	// Cases (cases.go). They are given up when after the casesTrial-th part of their
	// budget, and whenever the work has doubled, more than casesLeft of what was left
	// before is left. A case that was not decided with caseWork is divided, and a part
	// of it is asked about if its formula is smaller by the casesSmaller-th part.
	caseWork                 = work.Second / 10
	casesTrial, casesSmaller = 4, 4
	casesLeft                = 0.6
	// maxInputCases bounds the values of an input that are a case each, maxCaseTerms
	// the terms of a condition, and maxSimplify how often what is asked is used.
	maxInputCases, maxCaseTerms, maxSimplify = 16, 30, 50
)

// AskAt spaces the questions of the unrolling out as it gets deeper.
func AskAt(level int) bool {
	return level < 8 || level < 32 && level%4 == 0 || level < 128 && level%16 == 0 || level%64 == 0
}
