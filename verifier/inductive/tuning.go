package inductive

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether an answer
// is right, only how soon there is one.
var (
	// QueryWork is for one question, which a proposal that takes longer does not
	// survive. A question in the invariant of the program gets a tenth of it, since
	// those about one hard assertion must not starve the others; one of frames that
	// only makes a clause shorter a quarter. In the recheck it is time, for all
	// conjuncts of a step at once.
	QueryWork = limit.Of("verifier/inductive.QueryWork", work.Second, 100*work.Millisecond, 10*work.Second, "work")
	// MaxOpen is how many error locations may be open for the proposals that are
	// about each of them: of memory safety dozens are, and the other sources prove
	// them in the time that this would take.
	MaxOpen = limit.Of("verifier/inductive.MaxOpen", 8, 1, 100, "errors")
	// maxMinimised is how many conjuncts of an invariant have their support
	// minimised, a question for each.
	maxMinimised = limit.Of("verifier/inductive.maxMinimised", 100, 10, 1_000, "conjuncts")

	// Proposals (exits.go, elements.go).

	// maxRounds is how far between a head and the error what the end of a loop asks
	// is followed.
	maxRounds = limit.Of("verifier/inductive.maxRounds", 3, 1, 10, "segments")
	// maxAsked bounds those at one head.
	maxAsked = limit.Of("verifier/inductive.maxAsked", 40, 5, 400, "proposals")
	// maxTerms bounds one of them, and an equation over a product that is decided by
	// substitution alone.
	maxTerms = limit.Of("verifier/inductive.maxTerms", 900, 100, 10_000, "terms")
	// maxElements bounds the pointers whose elements proposals are about, and the
	// members of these.
	maxElements = limit.Of("verifier/inductive.maxElements", 8, 2, 30, "of each")

	// The recheck (check.go).

	// maxTogether is how many conjuncts that a segment has to keep are checked at a
	// time where all together take too long: 76 of a ring of ten processes take 6 s
	// with four or sixteen, 12 s with all of them. An invariant about arrays takes
	// 0.6 s with all, 3 s with four.
	maxTogether = limit.Of("verifier/inductive.maxTogether", 4, 1, 16, "conjuncts")
)

// The kinds of proposals that a measurement can do without (package verifier has
// the sources).
var (
	withFacts = limit.PartOf("verifier/inductive.facts") // what the program asserts and compares
	withExits = limit.PartOf("verifier/inductive.exits") // what the end of a loop asks of its head
	withForms = limit.PartOf("verifier/inductive.forms") // bounds of linear forms, and what held in samples
)
