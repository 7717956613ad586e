package check

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// maxSteps bounds the execution of a witness that gives all inputs.
	maxSteps = limit.Of("svcomp/witness/check.maxSteps", 20_000_000, 1_000_000, 1_000_000_000, "statements")
)
