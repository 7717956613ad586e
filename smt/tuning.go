package smt

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// QueryWork is for a question of which there are many, and without whose answer the
	// others go on: about the next inputs of a walk, a path behind an alteration.
	QueryWork = limit.Of("smt.QueryWork", 300*work.Millisecond, 100*work.Millisecond, 2*work.Second, "work")
)

// The stage of the pipeline that a measurement can do without.
var (
	withSlicing = limit.PartOf("smt.slicing") // parts that share nothing are decided one by one
)
