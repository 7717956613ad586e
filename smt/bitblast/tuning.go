package bitblast

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// maxKept is how many gates of a circuit are kept for the next formula; the
	// memory of more, 16 bytes each, is given back.
	maxKept = limit.Of("smt/bitblast.maxKept", 1<<20, 1<<16, 1<<24, "gates")
	// maxNaive bounds a question to the naive encoder (naive.go): with clauses, gini
	// takes about 200 bytes for each.
	maxNaive = limit.Of("smt/bitblast.maxNaive", 2_000_000, 500_000, 20_000_000, "variables")
	// maxDirect is the size of a formula up to which gini is not watched: it takes
	// less than anybody would notice.
	maxDirect = limit.Of("smt/bitblast.maxDirect", 8_000, 1_000, 20_000, "literals")
)
