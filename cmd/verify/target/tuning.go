package target

import "culprit/internal/limit"

// The limits of what is asked about (see package limit).
var (
	// maxResponses is how deep response files may name others.
	maxResponses = limit.Of("cmd/verify/target.maxResponses", 10, 2, 500, "files")
	// entryLength is how many elements arrays have by default that --entry makes: few,
	// so that most functions are decided.
	entryLength = limit.Of("cmd/verify/target.entryLength", 4, 1, 64, "elements")
	// entryDepth is how many structures a list has: two show what one does not.
	entryDepth = limit.Of("cmd/verify/target.entryDepth", 2, 1, 16, "structures")
	// MaxEntryLength bounds what may be asked for.
	MaxEntryLength = limit.Of("cmd/verify/target.MaxEntryLength", 1<<16, 64, 1<<24, "elements")
	// maxEntryDepth bounds what may be asked for.
	maxEntryDepth = limit.Of("cmd/verify/target.maxEntryDepth", 16, 4, 64, "structures")
)
