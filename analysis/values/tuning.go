package values

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right, only how precise it is and how soon it is known. Work is bounded by
// the caller (Limits.Work).
var (
	// The defaults of Limits.

	// maxNodes bounds the nodes alive, each a state of a proof that is rechecked.
	maxNodes = limit.Of("analysis/values.maxNodes", 20_000, 1_000, 200_000, "nodes")
	// maxFacts bounds the memory: these are half a gigabyte.
	maxFacts = limit.Of("analysis/values.maxFacts", 32<<20, 1<<20, 100<<20, "facts")
	// maxPerLoc bounds the states at a merge point, with all of which a new one is
	// compared.
	maxPerLoc = limit.Of("analysis/values.maxPerLoc", 200, 1, 2_000, "states")
	// maxDepth bounds the return stack, which is not as deep in programs without
	// recursion.
	maxDepth = limit.Of("analysis/values.maxDepth", 200, 20, 1_000, "calls")

	// The exploration.

	// reducePart is the part of the states at a merge point that a reduction of the
	// precision leaves, so that the next one is far away, and how many times as many
	// nodes may be made as may be alive, since those that others replaced cost work.
	// A run that made less than that part of maxNodes was cheap.
	reducePart = limit.Of("analysis/values.reducePart", 4, 2, 8, "n-th part")
	// retryFactor raises MaxPerLoc for a second run, where the first one lost
	// precision and was cheap.
	retryFactor = limit.Of("analysis/values.retryFactor", 8, 2, 20, "factor")
	// maxRetryCells bounds the memory cells that a run may know to be repeated so:
	// with more of them states differ in too much.
	maxRetryCells = limit.Of("analysis/values.maxRetryCells", 8, 0, 50, "cells")

	// Merges (merge.go).

	// maxFree is how many states a merge point holds before states that differ in
	// one value only are united.
	maxFree = limit.Of("analysis/values.maxFree", 8, 2, 50, "states")
	// maxRounds is how many plain joins precede widening at the head of a loop, by
	// which short loops are unrolled, and how often all states are computed again
	// after it, with a transfer for every edge.
	maxRounds = limit.Of("analysis/values.maxRounds", 3, 1, 10, "rounds")
	// maxJoins bounds them elsewhere, for cycles without a head.
	maxJoins = limit.Of("analysis/values.maxJoins", 50, 10, 200, "joins")
	// maxThresholds is how many constants of a procedure widening may stop at: a
	// bound may grow once for each. Of more, an even sample of at most half as many
	// is taken.
	maxThresholds = limit.Of("analysis/values.maxThresholds", 400, 50, 1_000, "constants")
	// maxCells is how many differing cells are distinguished as classes; beyond it
	// all cells of a region are one class. Classes are columns of a table with a row
	// for each state.
	maxCells = limit.Of("analysis/values.maxCells", 48, 16, 200, "cells")

	// Afterwards.

	// maxKeys bounds those of which the ones that an impossible edge does not need
	// are looked for: a transfer for each.
	maxKeys = limit.Of("analysis/values.maxKeys", 20, 10, 100, "variables and cells")

	// Value sets (value.go).

	// maxSet is the number of elements up to which a set is explicit; value.go
	// relies on sets of 4 bits being so. An operation is evaluated for each pair, so
	// that those on sets are exact.
	maxSet = limit.Of("analysis/values.maxSet", 16, 16, 64, "elements")
)
