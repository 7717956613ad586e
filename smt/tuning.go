package smt

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// maxRounds bounds the propagation of equalities, each a pass over the formula:
	// most end after two.
	maxRounds = limit.Of("smt.maxRounds", 8, 2, 32, "rounds")
	// maxDefinition bounds the term that a variable is replaced by.
	maxDefinition = limit.Of("smt.maxDefinition", 48, 8, 400, "terms")
)
