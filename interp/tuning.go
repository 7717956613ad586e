package interp

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). The results of an execution do
// not depend on them.
var (
	// Search (execute.go).

	// maxSearches is how many share the budget of a round evenly: three inputs are
	// fixed, the others random.
	maxSearches = limit.Of("interp.maxSearches", 6, 4, 20, "executions")
	// MaxSearchSteps bounds one of them, and the execution of a witness: about a second.
	MaxSearchSteps = limit.Of("interp.MaxSearchSteps", 50_000_000, 1_000_000, 500_000_000, "statements")

	// The search among states (states.go).

	// maxAskSteps bounds a run from one input to the next, and an execution that looks
	// for questions to the library (ask.go): what programs compute with constants is at
	// their beginnings, and takes less than the first turn of any engine.
	maxAskSteps = limit.Of("interp.maxAskSteps", 200_000, 10_000, 1_000_000, "statements")
	// minRuns is after how many a search that meets hardly any state twice waits for
	// its next turn.
	minRuns = limit.Of("interp.minRuns", 500, 100, 5_000, "runs")
	// maxAlphabet is how many values of an input are tried.
	maxAlphabet = limit.Of("interp.maxAlphabet", 32, 8, 100, "values")
	// maxStateBytes bounds the states that wait and the runs that were tried. One state
	// may have the 256th part of it: hashing takes time. The sets of live variables of a
	// procedure have a sixteenth; beyond it all are taken for live.
	maxStateBytes = limit.Of("interp.maxStateBytes", 1<<28, 1<<24, 1<<32, "bytes")

	// The search among texts (textsearch.go).

	// textShare is how many times the budget of the first search is for texts, which is a
	// tenth of a second then: ten thousand runs would take as long as most proofs.
	textShare = work.Amount(limit.Of("interp.textShare", 3, 1, 20, "factor"))
	// maxTextSteps bounds an execution on a text, which is short.
	maxTextSteps = limit.Of("interp.maxTextSteps", 50_000, 5_000, 1_000_000, "statements")
	// maxTexts is how many texts are kept that others are made of.
	maxTexts = limit.Of("interp.maxTexts", 256, 16, 4_096, "texts")
	// maxHits is how often a run comes to a location from where on more often is the same:
	// texts are kept for what they reach, and not because they are long.
	maxHits = limit.Of[uint64]("interp.maxHits", 8, 2, 128, "visits")
	// maxBehind is how many locations behind an input are looked at for what it is assumed
	// to be: a model of a function of the library has few.
	maxBehind = limit.Of("interp.maxBehind", 8, 4, 32, "locations")
	// maxShortened is how many shorter texts are tried in place of one with which a program
	// fails: people read it.
	maxShortened = limit.Of("interp.maxShortened", 200, 20, 5_000, "texts")
	// maxTextNumbers bounds the numbers and the words of a program that texts are made of.
	maxTextNumbers = limit.Of("interp.maxTextNumbers", 100, 10, 1_000, "numbers")

	// Executions.

	// maxBytes bounds what is done byte by byte for one block: filling it with
	// generated input, and following the regions of its bytes (Limits.Regions).
	maxBytes = limit.Of[uint64]("interp.maxBytes", 1<<16, 1<<12, 1<<20, "bytes")
	// maxTape bounds the recorded inputs that are kept in memory; the others are in a file.
	maxTape = limit.Of("interp.maxTape", 1<<22, 1<<16, 1<<26, "bytes")
	// maxShadow bounds what is watched of one block for uninitialised reads.
	maxShadow = limit.Of[uint64]("interp.maxShadow", 1<<22, 1<<16, 1<<26, "bytes")
	// maxOperations bounds the operations of one statement among which the one that
	// overflows is looked for.
	maxOperations = limit.Of("interp.maxOperations", 100, 10, 10_000, "operations")
	// maxRead bounds the values that are shown with a condition.
	maxRead = limit.Of("interp.maxRead", 4, 1, 20, "values")
)
