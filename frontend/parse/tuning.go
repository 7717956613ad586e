package parse

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// maxText bounds the text of one statement.
	maxText = limit.Of("frontend/parse.maxText", 2_000, 200, 100_000, "bytes")
)
