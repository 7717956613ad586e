package safety

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// maxListed bounds the objects of a class that conditions list one by one, of
	// which more have their sizes in memory as heap blocks do, the expressions that
	// are compared with earlier rounds of a loop, and, twice as many, the words of
	// an object that may keep a block alive; others are left to the replay.
	maxListed = limit.Of("analysis/safety.maxListed", 4, 2, 32, "of each")
)
