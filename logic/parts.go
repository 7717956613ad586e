package logic

import "culprit/internal/limit"

// The families of rules that a measurement can do without.
var (
	withAbsorb = limit.PartOf("logic.absorb") // a conjunct inside another one
	withOrder  = limit.PartOf("logic.order")  // a < b next to b < a
	withBounds = limit.PartOf("logic.bounds") // comparisons of one term with constants
	withRanges = limit.PartOf("logic.ranges") // what conditions say about ranges narrows terms
)
