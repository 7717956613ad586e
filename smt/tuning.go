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
	// maxRounds bounds the propagation of equalities, each a pass over the formula:
	// most end after two.
	maxRounds = limit.Of("smt.maxRounds", 8, 2, 32, "rounds")
	// maxDefinition bounds the term that a variable is replaced by.
	maxDefinition = limit.Of("smt.maxDefinition", 48, 8, 400, "terms")
)

// The stages of the pipeline that a measurement can do without.
var (
	withModels      = limit.PartOf("smt.models")      // recent models are candidates
	withPropagation = limit.PartOf("smt.propagation") // equalities are solved for a variable
	withSlicing     = limit.PartOf("smt.slicing")     // parts that share nothing are decided one by one
)
