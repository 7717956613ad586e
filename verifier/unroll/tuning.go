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
)

// AskAt spaces the questions of the unrolling out as it gets deeper.
func AskAt(level int) bool {
	return level < 8 || level < 32 && level%4 == 0 || level < 128 && level%16 == 0 || level%64 == 0
}
