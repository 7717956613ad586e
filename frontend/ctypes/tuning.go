package ctypes

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// MaxFlat bounds what a structure is flattened to: each is a variable of every
	// copy.
	MaxFlat = limit.Of("frontend/ctypes.MaxFlat", 64, 8, 1_000, "scalars")
)
