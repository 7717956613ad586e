package invariants

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an
// invariant is right.
var (
	// maxRuns is how many good ones are made from the failing one where there are no
	// passing tests.
	maxRuns = limit.Of("invariants.maxRuns", 8, 2, 100, "runs")
	// maxTries is how many are tried for them.
	maxTries = limit.Of("invariants.maxTries", 1_000, 50, 100_000, "inputs")
	// maxInstances bounds those of a candidate whose expressions are looked at.
	maxInstances = limit.Of("invariants.maxInstances", 16, 4, 100, "instances")
	// maxNodes bounds the expressions of one candidate.
	maxNodes = limit.Of("invariants.maxNodes", 1<<16, 1<<12, 1<<22, "nodes")
	// maxCells bounds the table of an edit distance, of which longer sequences have
	// only the ends, and the instances of the runs that are looked at again with
	// fewer good ones.
	maxCells = limit.Of("invariants.maxCells", 1<<24, 1<<18, 1<<28, "cells")
)
