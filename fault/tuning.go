package fault

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// MaxQuoted is how much of a changed text, or of an output, a sentence repeats.
	MaxQuoted = limit.Of("fault.MaxQuoted", 60, 20, 400, "bytes")
	// MaxSummaries bounds those whose summary control dependences are followed in
	// one slice: each has as many as the loops around it had rounds.
	MaxSummaries = limit.Of("fault.MaxSummaries", 100_000, 10_000, 10_000_000, "instances")
	// maxBlamed is how many from the end of a run are looked at for lines without
	// blame: lines of long runs repeat.
	maxBlamed = limit.Of("fault.maxBlamed", 1<<20, 1<<14, 1<<26, "instances")

	// Re-executions (rerun.go, repair.go, replace.go).

	// MaxSnapshots is how many copies of the machine are kept along a run.
	MaxSnapshots = limit.Of("fault.MaxSnapshots", 64, 4, 1_000, "copies")
	// maxSwitches is how many of different statements are switched together, and in
	// how many changed runs a further switch is tried.
	maxSwitches = limit.Of("fault.maxSwitches", 3, 1, 6, "branches")
	// maxRepeated is how many of statements that were switched before are: a fault
	// in a loop.
	maxRepeated = limit.Of("fault.maxRepeated", 24, 4, 200, "branches")
	// maxValues is how many of one statement are worth trying elsewhere.
	maxValues = limit.Of("fault.maxValues", 1_000, 50, 100_000, "values")
	// maxProfiled is how many passing ones values are taken from.
	maxProfiled = limit.Of("fault.maxProfiled", 20, 2, 200, "runs")
	// maxUnread bounds the passing runs that are executed with less input: one that
	// needs no more of it speaks against the place.
	maxUnread = limit.Of("fault.maxUnread", 8, 1, 100, "runs")
)
