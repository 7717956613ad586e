package ctypes

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// MaxFlat bounds what a structure is flattened to: each is a variable of every
	// copy.
	MaxFlat = limit.Of("frontend/ctypes.MaxFlat", 64, 8, 1_000, "scalars")
	// maxConstants bounds how many members of an object are known as const: each makes
	// the condition of a write longer.
	maxConstants = limit.Of("frontend/ctypes.maxConstants", 32, 1, 1_000, "members")
	// maxPadded bounds the objects whose padding is told apart: each run of it is a statement.
	maxPadded = limit.Of("frontend/ctypes.maxPadded", 256, 16, 4_096, "bytes")
)
