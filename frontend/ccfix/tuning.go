package ccfix

import "culprit/internal/limit"

// The limits of the package (see package limit): the parser recurses, and a
// program beyond one is refused instead of ending the process.
var (
	// maxNesting bounds nested brackets and statements and operators in a row;
	// nested generic selections a twentieth, since each is gone through again.
	maxNesting = limit.Of("frontend/ccfix.maxNesting", 1_000, 100, 10_000, "levels")
	// maxOperands bounds those of one expression.
	maxOperands = limit.Of("frontend/ccfix.maxOperands", 50_000, 1_000, 500_000, "operators")
	// maxBranches bounds an if-else-if chain.
	maxBranches = limit.Of("frontend/ccfix.maxBranches", 5_000, 500, 50_000, "branches")
	// maxRepairs is how often a text that cc refuses is rewritten by what cc says.
	maxRepairs = limit.Of("frontend/ccfix.maxRepairs", 10, 1, 100, "rounds")
)
