package cascade

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether a cause is
// right: a cause that meets a limit is marked.
var (
	// One search (search.go). Terms, instances reached and questions to the solver are counted by the clock of the terms, not by time. At a limit a question is not answered, which counts as satisfiable, and the condition is explained by what makes it constant.

	// maxSize bounds the value of one symbol.
	maxSize = limit.Of("cascade.maxSize", 200, 100, 10_000, "terms")
	// maxSearch bounds one search. Where those of the tree have used up theirs, a
	// statement that the tree does not explain yet gets a fiftieth part, and another
	// nothing: in a sort thousands of instances of one comparison have the same reason.
	maxSearch = limit.Of("cascade.maxSearch", 300*work.Millisecond, 50*work.Millisecond, 5*work.Second, "work")
	// maxSearches bounds those of a tree together. In an answer of several methods it
	// is a quarter of what a method has.
	maxSearches = limit.Of("cascade.maxSearches", 20*work.Second, work.Second, 10*work.Minute, "work")
	// maxFailed is after how many that met a limit a statement gets no more; after
	// each the next gets an eighth.
	maxFailed = limit.Of("cascade.maxFailed", 5, 2, 20, "searches")
	// maxTried bounds the members that the next position begins with, the symbols
	// whose values are probed, and the branches by which an iteration is followed to
	// the one before. A quarter of it bounds the members that join at once, and the
	// steps in which an assignment is repaired.
	maxTried = limit.Of("cascade.maxTried", 16, 8, 100, "of each")
	// maxMembers bounds those of one question, and the values that are compared with
	// those of the run.
	maxMembers = limit.Of("cascade.maxMembers", 64, 16, 1_000, "members")
	// maxKept is how many summaries may keep, about 100 bytes each with what is
	// remembered of them.
	maxKept = limit.Of("cascade.maxKept", 2_000_000, 100_000, 20_000_000, "terms")
	// maxWritten bounds those of one instance that an opaque value depends on: those
	// of a large block.
	maxWritten = limit.Of("cascade.maxWritten", 1<<12, 256, 1<<16, "symbols")

	// One query to the solver (formula.go).

	// maxConflicts bounds it.
	maxConflicts = limit.Of[int64]("cascade.maxConflicts", 300, 50, 5_000, "conflicts")
	// maxAsked bounds what is asked, or repaired.
	maxAsked = limit.Of("cascade.maxAsked", 4_000, 500, 50_000, "terms")
	// maxUnknown is how many of a search the engine may give up before it is not
	// asked any more; of a tree, thirty times as many.
	maxUnknown = limit.Of("cascade.maxUnknown", 2, 1, 10, "queries")

	// Executions that alter the run (reading.go).

	// maxAltered bounds those of one statement.
	maxAltered = limit.Of("cascade.maxAltered", 8, 2, 50, "instances")
	// maxAlterSteps bounds what is executed.
	maxAlterSteps = limit.Of("cascade.maxAlterSteps", 20_000_000, 1_000_000, 200_000_000, "statements")

	// The parts that are shown: as much as one reads.

	// firstPortion is the first portion of a large cause.
	firstPortion = limit.Of("cascade.firstPortion", 24, 10, 100, "instances")
	// maxShown bounds those of the tree of a result, ranks being those of all, and
	// the instances of a cause that is shown as a whole.
	maxShown = limit.Of("cascade.maxShown", 2_000, 100, 20_000, "causes")
	// maxNamed bounds the lines that a reason names, and the cells that one
	// statement is said to have written.
	maxNamed = limit.Of("cascade.maxNamed", 4, 2, 10, "of each")
)
