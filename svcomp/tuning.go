package svcomp

import "culprit/internal/limit"

// The limits of the package (see package limit).
var (
	// MaxFile bounds what is read of one file, of a file of an archive and of a message of
	// an editor, so that a device or a mistake does not fill the memory.
	MaxFile = limit.Of[int64]("svcomp.MaxFile", 64<<20, 1<<20, 1<<34, "bytes")
	// maxNesting bounds how deep a text in YAML is nested: the parser recurses.
	maxNesting = limit.Of("svcomp.maxNesting", 100, 20, 1_000, "levels")
	// maxDefinition bounds task definitions and property files: those of the
	// competition have a few hundred bytes, and the parser takes time and memory
	// that grow with the square.
	maxDefinition = limit.Of("svcomp.maxDefinition", 1<<20, 1<<14, 1<<26, "bytes")
)
