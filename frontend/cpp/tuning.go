package cpp

import "culprit/internal/limit"

// The limits of the package (see package limit): a program beyond one is
// refused.
var (
	// maxIncludes bounds those open at a time, as in gcc: a file may include itself.
	maxIncludes = limit.Of("frontend/cpp.maxIncludes", 200, 20, 1_000, "files")
	// maxWork bounds the expansion of macros and the inclusion of files, which may double
	// with each.
	maxWork = limit.Of("frontend/cpp.maxWork", 5_000_000, 100_000, 1_000_000_000, "tokens")
	// maxSource bounds a file.
	maxSource = limit.Of[int64]("frontend/cpp.maxSource", 64<<20, 1<<20, 1<<32, "bytes")
)
