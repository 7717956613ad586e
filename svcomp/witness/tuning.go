package witness

import "culprit/internal/limit"

// The limits of the package (see package limit). What a witness does not say
// makes it no less true.
var (
	// maxFile bounds a witness that is read: the parser needs about a hundred bytes
	// of memory for each of it.
	maxFile = limit.Of("svcomp/witness.maxFile", 8<<20, 1<<20, 1<<28, "bytes")
	// maxViolation bounds the waypoints of a violation witness. The archives of the
	// competition do not take larger files.
	maxViolation = limit.Of("svcomp/witness.maxViolation", 450_000, 50_000, 10_000_000, "bytes")
	// maxDisjuncts bounds those of a loop in an invariant; of more some are joined,
	// and half as many values of a variable are listed.
	maxDisjuncts = limit.Of("svcomp/witness.maxDisjuncts", 24, 4, 200, "states")
	// maxInvariant bounds one invariant; all together have a hundred times as many.
	maxInvariant = limit.Of("svcomp/witness.maxInvariant", 10_000, 1_000, 100_000, "characters")
	// maxExpr bounds the text of one translated conjunct.
	maxExpr = limit.Of("svcomp/witness.maxExpr", 1_500, 200, 50_000, "characters")
	// maxTermSteps bounds the work for one place.
	maxTermSteps = limit.Of("svcomp/witness.maxTermSteps", 200_000, 10_000, 10_000_000, "steps")
	// maxMerge is the number up to which all pairs are looked at.
	maxMerge = limit.Of("svcomp/witness.maxMerge", 300, 20, 3_000, "states")
)
