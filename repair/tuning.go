package repair

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether a change
// is right; they say how many changes there are to try.
var (
	// Changes of one place (generate*.go, pairs.go, holes.go, flows.go).

	// maxVariables bounds the variables in scope that may stand for another one, and
	// the names that one may have been meant for. So many right runs are kept of
	// those that samples give.
	maxVariables = limit.Of("repair.maxVariables", 24, 4, 200, "of each")
	// maxConstants bounds the constants and conditions of the program that are
	// tried, and the values of a hole that tests give.
	maxConstants = limit.Of("repair.maxConstants", 16, 4, 100, "of each")
	// maxCopies bounds the statements that are copied to a place or take its place,
	// and the changes of a line that are of one kind.
	maxCopies = limit.Of("repair.maxCopies", 12, 2, 100, "of each")
	// maxReturns bounds the results that a return may have instead, the halves that
	// pairs are made of, the values that flow to a place, and the failing runs that
	// are kept.
	maxReturns = limit.Of("repair.maxReturns", 8, 2, 50, "of each")
	// maxSelected bounds what is tried of a kind where each is another text for the
	// same place: members, operands that change places, statements that are
	// repeated, arrays, sums, variables without a use, and rounds of a hole.
	maxSelected = limit.Of("repair.maxSelected", 4, 1, 20, "of each")
	// maxNamed bounds the functions, names and special cases that differ from one in
	// a little, the changes that are made together, and the failing runs on which a
	// change fails before it is given up.
	maxNamed = limit.Of("repair.maxNamed", 3, 1, 20, "of each")
	// maxPartners bounds the values of a special case, what is changed with
	// something, the lines whose changes are paired, and the fixes that are shown.
	maxPartners = limit.Of("repair.maxPartners", 5, 1, 30, "of each")
	// maxElements bounds those next to one that may be meant.
	maxElements = limit.Of("repair.maxElements", 2, 1, 10, "elements")
	// maxWidened bounds the declarations that get a wider type, and the texts in a
	// row that the front end may refuse.
	maxWidened = limit.Of("repair.maxWidened", 10, 1, 50, "of each")
	// maxTokens bounds the texts whose wording is compared.
	maxTokens = limit.Of("repair.maxTokens", 600, 50, 5_000, "words")
	// maxNumbers bounds those that a constant may be instead.
	maxNumbers = limit.Of("repair.maxNumbers", 80, 10, 1_000, "numbers")

	// Changes altogether (method.go, pairs.go, widen.go, search.go).

	// maxFilled bounds those that holes are filled with; pairs are half as many, and
	// the first ones a third, before places that are less likely are looked at.
	maxFilled = limit.Of("repair.maxFilled", 12_000, 1_000, 100_000, "changes")
	// maxAlone bounds those that are parsed by themselves; twice as many pairs are
	// completed.
	maxAlone = limit.Of("repair.maxAlone", 200, 20, 2_000, "changes")
	// maxOfLine bounds those of one line in pairs.
	maxOfLine = limit.Of("repair.maxOfLine", 60, 10, 1_000, "changes")
	// maxChecked bounds those that pass all tests and are looked at further.
	maxChecked = limit.Of("repair.maxChecked", 40, 5, 400, "changes")
	// maxProofs bounds those that are tried: each can take as long as a verdict.
	maxProofs = limit.Of("repair.maxProofs", 6, 1, 50, "proofs")

	// provingShare divides the work that is left for one of them.
	provingShare = limit.Of[work.Amount]("repair.provingShare", 2, 1, 100, "of the work")
	// leastProving is what each has at least: small programs are decided in it.
	leastProving = limit.Of("repair.leastProving", 20*work.Millisecond, 0, work.Second, "work")

	// Runs (trial.go, sample.go).

	// maxTrials bounds the tests that a change is executed on before others are.
	maxTrials = limit.Of("repair.maxTrials", 48, 8, 500, "runs")
	// maxSamples bounds those made, and what is compared of runs.
	maxSamples = limit.Of("repair.maxSamples", 96, 16, 1_000, "inputs")
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
