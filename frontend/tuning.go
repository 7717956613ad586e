package frontend

import "culprit/internal/limit"

// The limits of the package (see package limit). What is beyond one is lowered
// in another way, with the same meaning, or is unsupported where it is reached.
var (
	// maxAlternatives bounds how often parts of one full expression are lowered in
	// all orders, one in the other, and the functions of other types that a call
	// through a pointer names one by one.
	maxAlternatives = limit.Of("frontend.maxAlternatives", 4, 1, 10, "of each")
	// maxParts bounds those of an expression that are lowered in all orders.
	maxParts = limit.Of("frontend.maxParts", 5, 2, 7, "parts")
	// maxVariants bounds those made for one function with variable arguments, which
	// may add to its arguments when it calls itself.
	maxVariants = limit.Of("frontend.maxVariants", 100, 10, 10_000, "procedures")
	// maxEnds is how long a member is in which a string that a call has written is
	// looked for its end: the condition has all bytes.
	maxEnds = limit.Of[int64]("frontend.maxEnds", 64, 1, 1_000, "bytes")
)
