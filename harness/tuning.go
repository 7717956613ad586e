package harness

import "culprit/internal/limit"

// The limits of the package (see package limit).
var (
	// maxLoose bounds the remarks on what a harness cannot repeat.
	maxLoose = limit.Of("harness.maxLoose", 100, 10, 10_000, "remarks")
	// maxArguments bounds those of the program that a harness gives: a trace may
	// have any number.
	maxArguments = limit.Of("harness.maxArguments", 1_000, 10, 100_000, "arguments")
	// maxBytes is how much of a text is taken from a trace.
	maxBytes = limit.Of[uint64]("harness.maxBytes", 1<<20, 1<<10, 1<<26, "bytes")
)
