package repair

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether a change
// is right; they say how many changes are executed.
var (
	// Changes altogether (method.go, pairs.go, widen.go, search.go).

	// maxFilled bounds those that holes are filled with; pairs are half as many, and
	// the first ones a third, before places that are less likely are looked at.
	maxFilled = limit.Of("repair.maxFilled", 12_000, 1_000, 100_000, "changes")
	// maxOfLine bounds those of one line in pairs.
	maxOfLine = limit.Of("repair.maxOfLine", 60, 10, 1_000, "changes")
	// maxChecked bounds those that pass all tests and are looked at further.
	maxChecked = limit.Of("repair.maxChecked", 200, 5, 2_000, "changes")
	// minChecked is how many are looked at where their execution has taken all of the
	// work: the first is right in one of two cases.
	minChecked = limit.Of("repair.minChecked", 6, 1, 50, "changes")
	// maxProofs bounds those that are tried: each can take as long as a verdict.
	maxProofs = limit.Of("repair.maxProofs", 6, 1, 50, "proofs")

	// provingShare divides the work that is left for one of them.
	provingShare = limit.Of[work.Amount]("repair.provingShare", 2, 1, 100, "of the work")
	// leastProving is what each has at least: small programs are decided in it.
	leastProving = limit.Of("repair.leastProving", 20*work.Millisecond, 0, work.Second, "work")

	// Runs (trial.go, sample.go).

	// maxTrials bounds the tests that a change is executed on before others are.
	maxTrials = limit.Of("repair.maxTrials", 48, 8, 500, "runs")
	// moreSteps is how much longer than a multiple of the original a changed run may
	// take; up to twenty times as much where others took longer, ten times where all
	// known runs stopped in the middle. Of the runs a hundred times as much is
	// watched.
	moreSteps = limit.Of("repair.moreSteps", 20_000, 1_000, 1_000_000, "statements")
	// maxPath bounds the path of a run that is remembered.
	maxPath = limit.Of("repair.maxPath", 50_000, 5_000, 1_000_000, "statements")
	// maxState bounds the state that is compared.
	maxState = limit.Of[uint64]("repair.maxState", 1<<10, 64, 1<<16, "bytes")
)
