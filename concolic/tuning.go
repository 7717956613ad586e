package concolic

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether an answer
// is right: a trace is executed before it is reported. The total for a round is
// the caller's business.
var (
	// A round of walks (search.go).

	// maxWalks is how many walks a round has. Each has another policy and other
	// first values; the first few are the fixed ones.
	maxWalks = limit.Of[uint64]("concolic.maxWalks", 24, 12, 100, "walks")
	// walkPart is the part of a round's budget that one walk may have, since the
	// first must not use up everything, and that is left for runs without a solver.
	walkPart = work.Amount(limit.Of("concolic.walkPart", 4, 2, 16, "n-th part"))
	// maxConsts is how many constants of the program are tried as values, the least
	// first: each costs an evaluation for each input.
	maxConsts = limit.Of("concolic.maxConsts", 60, 20, 200, "constants")

	// A walk (execution.go).

	// maxEdges bounds a walk, like the traces that a user may want to see, and its
	// memory.
	maxEdges = limit.Of("concolic.maxEdges", 500_000, 10_000, 1_000_000, "statements")
	// maxRefused is how often in a row a way may be refused at a location before it
	// is asked for at ever rarer visits only: loops ask each time.
	maxRefused = limit.Of("concolic.maxRefused", 4, 2, 16, "visits")

	// The steps of solve, see the package comment.

	// maxInputs is how many of the last inputs are free once the steps without a
	// solver were in vain, and how many from both ends are changed one by one; in
	// the first step, an eighth of it: the value just read, and the last terms of a
	// checksum.
	maxInputs = limit.Of("concolic.maxInputs", 64, 32, 256, "inputs")
	// maxTurned is how many visits of a branch are turned one after the other where runs near one
	// are looked for.
	maxTurned = limit.Of("concolic.maxTurned", 16, 1, 1_000, "visits")
	// nearPart divides the work of a question (smt.QueryWork) where runs near one are looked for, of which there are many.
	nearPart = work.Amount(limit.Of("concolic.nearPart", 30, 1, 1_000, "n-th part"))
	// maxMixed is the number of inputs up to which mixtures are bisected, with a
	// model of all of them in each step.
	maxMixed = limit.Of("concolic.maxMixed", 20_000, 1_000, 100_000, "inputs")
)
