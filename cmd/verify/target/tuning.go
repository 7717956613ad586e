package target

import "culprit/internal/limit"

// The limits of what is asked about (see package limit).
var (
	// maxResponses is how deep response files may name others.
	maxResponses = limit.Of("cmd/verify/target.maxResponses", 10, 2, 500, "files")
	// MaxEntryLength bounds what may be asked for.
	MaxEntryLength = limit.Of("cmd/verify/target.MaxEntryLength", 1<<16, 64, 1<<24, "elements")
)
