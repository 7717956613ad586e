package relevance

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether a mark is
// right: what is given up stays undecided, or has no range or no fix.
var (
	// Questions (config.go, forall.go, suffix.go).

	// queryWork is for one query about a trace; about a recorded run, which has many
	// more marks, a tenth of it.
	queryWork = limit.Of("relevance.queryWork", 2*work.Second, work.Second/4, 10*work.Second, "work")
	// maxRounds is how many instantiations one question takes, each a query; a range
	// a quarter of it, since a mark is decided by then.
	maxRounds = limit.Of("relevance.maxRounds", 32, 8, 100, "rounds")
	// maxTried is how many constants are tried as fix values, on numbers or in
	// terms, and how many terms in place of one value of a model: each is an
	// evaluation.
	maxTried = limit.Of("relevance.maxTried", 24, 8, 100, "values")
	// maxHeld is how many statements of a trace or a recorded run are terms at once,
	// and how many terms are searched for constants: where loops fill an array, the
	// term for each element that is read later grows with their number, and all of
	// them with its square.
	maxHeld = limit.Of("relevance.maxHeld", 20_000, 1_000, 50_000, "statements")
	// maxFormula is the size from which nothing is asked at all: what the solver
	// makes of it takes a gigabyte or more. From the fiftieth part on a session with
	// the solver pays.
	maxFormula = limit.Of("relevance.maxFormula", 50_000, 10_000, 200_000, "terms")
	// maxObjects is how many objects, and allocated blocks up to twice that, a
	// pointer is tried with, and how many questions are asked for a value that
	// avoids the given execution only.
	maxObjects = limit.Of("relevance.maxObjects", 8, 2, 20, "objects")
	// maxOccurrences is how many of one statement of a run are marked; of one
	// outcome of a condition half as many at first.
	maxOccurrences = limit.Of("relevance.maxOccurrences", 16, 2, 100, "instances")

	// Parts of a trace that share a term table and a solver (analyze.go).

	// minChunk is how many share what they learn about the trace. It does not depend
	// on the number of processors, so that results do not.
	minChunk = limit.Of("relevance.minChunk", 64, 16, 256, "candidates")
	// maxChunks bounds their number, since each executes the trace.
	maxChunks = limit.Of("relevance.maxChunks", 32, 8, 100, "chunks")

	// Executions on numbers (execution.go, change.go, screen.go, carry.go).

	// maxPlaces bounds those that the steps of a trace read and write, 20 bytes
	// each.
	maxPlaces = limit.Of("relevance.maxPlaces", 20_000_000, 1_000_000, 100_000_000, "places")
	// minExecution is how many that read what differs an execution has at first.
	minExecution = limit.Of("relevance.minExecution", 64, 16, 1_000, "steps")
	// maxCarried is how many are followed until a single place differs again. A set
	// of values has half as many intervals, and so many copies are followed back.
	maxCarried = limit.Of("relevance.maxCarried", 16, 4, 64, "steps")
	// maxNear is how many are looked at to find values near them.
	maxNear = limit.Of("relevance.maxNear", 2, 1, 10, "conditions")

	// What is shown (ranges.go, branches.go).

	// maxRanges is what one reads at a glance.
	maxRanges = limit.Of("relevance.maxRanges", 6, 1, 20, "ranges")
	// maxAsked bounds those about the intervals of one statement, if its formula is
	// large; otherwise there may be six times as many. Sets with many borders, like
	// those of array indices modulo something, tell a user little.
	maxAsked = limit.Of("relevance.maxAsked", 64, 16, 200, "questions")
	// maxOtherWay is how many the other way of a branch may have before it joins the
	// trace again.
	maxOtherWay = limit.Of("relevance.maxOtherWay", 2_000, 200, 10_000, "statements")
	// maxEnds is how many are given for a condition, of 25 times as many next to the
	// one there is.
	maxEnds = limit.Of("relevance.maxEnds", 4, 1, 10, "constants")

	// All error paths (lockstep.go).

	// maxFollowed is how many the executions of a Lockstep may have besides those of
	// the program: each assignment is done for each of them.
	maxFollowed = limit.Of("relevance.maxFollowed", 400, 50, 2_000, "variables")
	// maxOthers is how many are followed at the same time.
	maxOthers = limit.Of("relevance.maxOthers", 3, 1, 4, "values")

	// Fixes (validate.go, behave.go, others.go).

	// maxFixes is how many are looked for, and how many constants of one statement
	// are verified: each a proof, which can take as long as the verdict.
	maxFixes = limit.Of("relevance.maxFixes", 3, 1, 10, "fixes")
	// maxSamples is how many generated ones the program and a changed one are
	// executed on. The inputs of a quarter as many traces are used, and a third of
	// them where statements are given other values.
	maxSamples = limit.Of("relevance.maxSamples", 16, 8, 100, "inputs")
	// maxSampleSteps bounds such an execution. The changed program must get as far:
	// it gets three times as many steps as the original took, and a fifth of this.
	maxSampleSteps = limit.Of("relevance.maxSampleSteps", 5_000, 1_000, 50_000, "statements")
	// maxPerturbed are given other values to see whether the assertion still says
	// something.
	maxPerturbed = limit.Of("relevance.maxPerturbed", 40, 10, 100, "statements")
	// maxCompared is the size up to which the final contents of an object are
	// compared.
	maxCompared = limit.Of[uint64]("relevance.maxCompared", 4_096, 256, 65_536, "bytes")
)
