package frontier

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether a frontier
// is right: what is given up is said in the answer.
var (
	// The dependence graph (graph.go, property.go).

	// maxSummary is how many summary control dependences of one instance are
	// followed, the latest ones: each is an edge. In long runs it is less, but not
	// less than a fortieth.
	maxSummary = limit.Of("frontier.maxSummary", 200, 50, 1_000, "dependences")
	// maxSummaries bounds them in all, and so the memory.
	maxSummaries = limit.Of("frontier.maxSummaries", 50_000_000, 10_000_000, 200_000_000, "dependences")
	// maxSeen is how many other ones of one statement are kept as alternates.
	maxSeen = limit.Of("frontier.maxSeen", 1_000, 100, 10_000, "values")
	// maxAligned is the longest run that P' is checked in: corresponding instances
	// are found by the execution indices of the whole run.
	maxAligned = limit.Of("frontier.maxAligned", 1_000_000, 100_000, 10_000_000, "instances")

	// The search for cuts (core.go).

	// maxCutting is how many the searches for the minimum cuts of one failing run
	// visit, in 20 to 40 s: each cut of a domain of ten million instances, two for
	// each, takes one search for each of its nodes, and another one.
	maxCutting = limit.Of("frontier.maxCutting", 1_000_000_000, 200_000_000, 5_000_000_000, "states")
	// maxSums is the largest domain in which the sum of distances chooses among
	// minimum cuts: there may be as many searches as there are distances.
	maxSums = limit.Of("frontier.maxSums", 5_000, 1_000, 100_000, "instances")
	// maxDoubtful is after how many altered ones nothing is taken back any more.
	maxDoubtful = limit.Of("frontier.maxDoubtful", 300, 100, 1_000, "states")

	// Alterations of the values at a cut (pollute.go, step 2): each is a run.

	// maxTogether bounds the nodes that are altered at once, and the branches around
	// one of a frontier.
	maxTogether = limit.Of("frontier.maxTogether", 3, 1, 6, "of each")
	// maxAlternates bounds the alternates of each node of a combination, the other
	// failing runs that are analysed, and the reads at symbolic addresses of a path.
	maxAlternates = limit.Of("frontier.maxAlternates", 4, 2, 10, "of each")
	// maxCells bounds what one instance writes or reads, the elements of arrays
	// that a read at a symbolic address may be of, each a comparison of addresses in
	// all queries that follow, and the frontiers with polluted instances of a
	// statement of which the nearest count.
	maxCells = limit.Of("frontier.maxCells", 8, 2, 64, "of each")
	// maxSituations bounds the situations of one statement in one run, the other
	// addresses that are tried for a pointer, and the alternates of a combination.
	maxSituations = limit.Of("frontier.maxSituations", 16, 4, 100, "of each")
	// maxCombinations bounds those of one frontier, besides single nodes.
	maxCombinations = limit.Of("frontier.maxCombinations", 20, 5, 100, "combinations")
	// maxBisect bounds those towards the value of the failing run.
	maxBisect = limit.Of("frontier.maxBisect", 30, 10, 64, "steps")
	// maxSecant is how many of one state are tried for a printed number
	// (numeric.go).
	maxSecant = limit.Of("frontier.maxSecant", 10, 4, 30, "values")
	// maxForces bounds the conditions of one path: each query has all of them, and
	// there is one query for each.
	maxForces = limit.Of("frontier.maxForces", 10_000, 1_000, 100_000, "instances")

	// Other runs (evidence.go).

	// maxPassing bounds the passing ones.
	maxPassing = limit.Of("frontier.maxPassing", 200, 10, 1_000, "runs")
	// maxPolled is after how many of the other failing runs no further one is
	// analysed; the passing ones have twice as many statements.
	maxPolled = limit.Of("frontier.maxPolled", 10_000_000, 1_000_000, 50_000_000, "instances")

	// Exploration of what follows an alteration (explore.go). The length of a path is bounded by that of re-executions, which plays the part of tBOUND as well: it does not depend on the load of the machine.

	// pathFactor is how many times as many branch instances as the failing run a
	// path may have (pBOUND).
	pathFactor = limit.Of("frontier.pathFactor", 10, 2, 100, "factor")
	// maxPaths bounds those of one combination.
	maxPaths = limit.Of("frontier.maxPaths", 24, 8, 100, "paths")
	// maxTerms bounds those of one exploration, and so its memory.
	maxTerms = limit.Of("frontier.maxTerms", 2_000_000, 500_000, 20_000_000, "terms")
	// maxBytes bounds a block whose contents are symbolic.
	maxBytes = limit.Of[uint64]("frontier.maxBytes", 1<<16, 1<<10, 1<<24, "bytes")
)
