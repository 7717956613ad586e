package libc

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// maxString bounds the result of sprintf and asprintf; a longer one does not fit
	// into memory.
	maxString = limit.Of("interp/libc.maxString", 1<<26, 1<<20, 1<<30, "bytes")
	// maxHashed is how much of a file belongs to the state of the library when
	// states are compared.
	maxHashed = limit.Of("interp/libc.maxHashed", 1<<16, 1<<10, 1<<24, "bytes")
	// maxPattern is how long the program of a regular expression may be; glibc says of few
	// longer ones that the memory is exhausted.
	maxPattern = limit.Of("interp/libc.maxPattern", 1<<16, 1<<10, 1<<20, "instructions")
)
