package inclusion

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// MaxWork bounds the second analysis of regions where a proof depends on it:
	// programs of some ten thousand statements keep within it. It is a second or so,
	// and 256 MiB.
	MaxWork = limit.Of("analysis/inclusion.MaxWork", 1<<28, 1<<20, 1<<32, "words of sets")
)
