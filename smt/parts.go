package smt

import "culprit/internal/limit"

// The stages of the pipeline that a measurement can do without.
var (
	withModels      = limit.PartOf("smt.models")      // recent models are candidates
	withPropagation = limit.PartOf("smt.propagation") // equalities are solved for a variable
	withSlicing     = limit.PartOf("smt.slicing")     // parts that share nothing are decided one by one
)
