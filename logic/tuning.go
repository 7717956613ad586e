package logic

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right: a term beyond one is left as it is, with the same meaning.
var (
	// Rewriting.

	// maxVisited bounds the terms of a formula that one rule looks at, or copies for
	// each value of a variable.
	maxVisited = limit.Of("logic.maxVisited", 200, 50, 2_000, "terms")
	// maxKnown bounds the terms that something is known of at a time, by their
	// ranges, by their order or as arguments of a conjunction: all are gone through
	// for each new one.
	maxKnown = limit.Of("logic.maxKnown", 64, 16, 500, "terms")
	// maxBound is how deep comparisons look for bounds of their operands.
	maxBound = limit.Of("logic.maxBound", 4, 2, 16, "levels")
	// maxPush bounds the nested conditionals that an equation is pushed through:
	// every level makes the condition of the last one longer.
	maxPush = limit.Of("logic.maxPush", 12, 4, 64, "conditionals")
	// maxSplits bounds the case splits of one elimination of a variable
	// (project.go).
	maxSplits = limit.Of("logic.maxSplits", 24, 4, 200, "splits")
	// maxValues bounds a set of values, and the cells that a read is spread over.
	// All values of a term count as few up to a quarter of it.
	maxValues = limit.Of("logic.maxValues", 32, 16, 256, "values")
	// maxHalves is how often one read goes on in two arrays, each at an index of its own, before what
	// is left is read of each array once: k structures that are copied through
	// pointers have 2^k indices, of which few matter up to some dozens.
	maxHalves = limit.Of("logic.maxHalves", 32, 4, 1_000, "reads")
	// maxReorder bounds the writes that a new one is moved below; beyond it the
	// chain is no longer canonical.
	maxReorder = limit.Of("logic.maxReorder", 256, 16, 10_000, "writes")

	// Polynomials (poly.go).

	// maxProduct bounds what multiplying out two sums gives; larger products keep
	// their sums as factors.
	maxProduct = limit.Of("logic.maxProduct", 16, 4, 64, "monomials")
	// maxSum bounds a sum: a larger one has a sum as a monomial. A loop that adds up n
	// values would otherwise have terms of n*n/2 monomials.
	maxSum = limit.Of("logic.maxSum", 512, 32, 10_000, "monomials")
	// maxFactors bounds flattened products: repeated squaring would double them;
	// larger products nest.
	maxFactors = limit.Of("logic.maxFactors", 32, 4, 200, "factors")

	// Evaluation.

	// maxDepth bounds the recursion, and so the stack; deeper terms are evaluated
	// bottom-up.
	maxDepth = limit.Of("logic.maxDepth", 20_000, 1_000, 100_000, "calls")
)

// The families of rules that a measurement can do without.
var (
	withAbsorb = limit.PartOf("logic.absorb") // a conjunct inside another one
	withOrder  = limit.PartOf("logic.order")  // a < b next to b < a
	withBounds = limit.PartOf("logic.bounds") // comparisons of one term with constants
	withRanges = limit.PartOf("logic.ranges") // what conditions say about ranges narrows terms
)
