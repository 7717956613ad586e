package causal

import "culprit/internal/limit"

// The limits of the package (see package limit). What a limit keeps from being
// compared is not on a path.
var (
	// maxBlocks bounds those that are compared to know where two pointers lead.
	maxBlocks = limit.Of("causal.maxBlocks", 1_000, 50, 100_000, "blocks")
	// maxCopied bounds one of them.
	maxCopied = limit.Of[uint64]("causal.maxCopied", 1<<20, 1<<12, 1<<26, "bytes")
	// maxAccesses bounds a run that is compared, and its memory, 16 bytes each.
	maxAccesses = limit.Of("causal.maxAccesses", 24<<20, 1<<20, 1<<30, "accesses")
	// maxReads bounds those of one instance.
	maxReads = limit.Of("causal.maxReads", 60_000, 1_000, 1_000_000, "reads")
	// maxScanned bounds those of an instance that are paired with those of another
	// one where they are not the same.
	maxScanned = limit.Of("causal.maxScanned", 256, 16, 10_000, "reads")
)
