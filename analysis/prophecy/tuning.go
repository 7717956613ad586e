package prophecy

import "culprit/internal/limit"

// The limits of the package (see package limit). They are about the vocabulary
// of what is proposed: products of these are proposed, each a question, and what
// is proposed is proved or dropped.
var (
	// maxClauses bounds the proposals for one copy of the program; facts about the
	// program as it is, which are simpler, are three times as many.
	maxClauses = limit.Of("analysis/prophecy.maxClauses", 900, 100, 10_000, "clauses")
	// maxSize bounds the expressions that are gone through to find the vocabulary,
	// the nodes of one of them, and what is said of sums of three.
	maxSize = limit.Of("analysis/prophecy.maxSize", 80, 20, 500, "items")
	// maxEach bounds the counters, constants, bounds, cells, keys and conditions
	// that proposals are made of, and with twice as many the variables and cells
	// that something is said about: in loops over arrays there are rarely more that
	// matter.
	maxEach = limit.Of("analysis/prophecy.maxEach", 7, 3, 24, "of each kind")
	// maxSites bounds the places whose last execution is foretold, the assignments
	// followed to find them and the values that flow to them, and the variables of
	// other kinds.
	maxSites = limit.Of("analysis/prophecy.maxSites", 4, 2, 16, "of each kind")
	// maxPerLoop bounds what a loop mostly has one of: a place found, a flag, an
	// address that moves, a start, a divisor.
	maxPerLoop = limit.Of("analysis/prophecy.maxPerLoop", 2, 1, 8, "of each kind")
	// maxCalls bounds the calls of the procedure of an error location, each of which
	// is a copy.
	maxCalls = limit.Of("analysis/prophecy.maxCalls", 16, 4, 100, "calls")
)
