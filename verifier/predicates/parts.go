package predicates

import "culprit/internal/limit"

// The kinds of predicates that a measurement can do without (package verifier has
// the sources).
var (
	withCore = limit.PartOf("verifier/predicates.core") // an unsatisfiable core says which statements count
)
