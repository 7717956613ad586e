package address

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// maxListed bounds the objects that a condition lists, and how often the bound
	// of a variable may grow before it is dropped: each adds a case.
	maxListed = limit.Of("analysis/address.maxListed", 8, 2, 64, "of each")
)
