package lsp

import "culprit/internal/limit"

// The limits of the package (see package limit).
var (
	// maxMessage bounds a message of an editor, which holds one file.
	maxMessage = limit.Of("cmd/verify/lsp.maxMessage", 1<<28, 1<<20, 1<<31, "bytes")
)
