package predicates

import "culprit/internal/limit"

// The kinds of predicates that a measurement can do without (package verifier has
// the sources).
var (
	withCore   = limit.PartOf("verifier/predicates.core")   // an unsatisfiable core says which statements count
	withGuided = limit.PartOf("verifier/predicates.guided") // projection with an eye on the prefix
	withSuffix = limit.PartOf("verifier/predicates.suffix") // what the last letters of a word ask
)
