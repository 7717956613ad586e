package entry

import "culprit/internal/limit"

// The limits of the text for one function (see package limit): a function that needs
// more is refused, or called with fewer assumptions.
var (
	// maxLines is the number of statements: trees of some depth have more, and a proof
	// takes all of them.
	maxLines = limit.Of("frontend/entry.maxLines", 4000, 100, 100_000, "statements")
	// maxSingle is how many numbers of an array are inputs one by one, which executions
	// can be given as text; those of longer ones are a block of memory.
	maxSingle = limit.Of("frontend/entry.maxSingle", 16, 1, 256, "elements")
	// maxElements is that of elements other than numbers, and of the constants of an
	// enumeration that are told apart.
	maxElements = limit.Of("frontend/entry.maxElements", 64, 4, 1024, "of each")
)
