package cascade

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. None decides whether a cause is right: a
// cause that meets a limit is marked. The ranges are judged, not measured.
const (
	// One search, for conditions that depend on most of a long run. Work is
	// counted in terms built or handed to the solver, so that the limits do not
	// depend on time.

	mostItems  = 600     // conjuncts and operands that are followed; 100 to 10,000
	mostSize   = 20_000  // terms of one conjunct; 1,000 to 100,000
	mostActive = 4_000   // instances that are found to share a symbol; 500 to 50,000
	mostWork   = 300_000 // terms of one search; 50,000 to 5,000,000
	leastWork  = 1_000   // terms that every search gets; 500 to 10,000
	// treeWork is what all searches of a tree may waste on limits, in terms. Then
	// each gets the least only, without an engine, and a statement whose search
	// met a limit is not searched again. 1,000,000 to 100,000,000.
	treeWork = 8_000_000
	// unknownWork is the price, in terms, of a query that the engine gave up.
	// 10,000 to 1,000,000.
	unknownWork = 200_000
	// nestedBranches bounds how far an iteration is followed to the one before,
	// in branches. 4 to 64.
	nestedBranches = 16
	// mostWritten bounds the symbols of one instance that an opaque value depends
	// on: those of a large block. 256 to 65,536.
	mostWritten = 1 << 12

	// One query to the solver (core.go, search.go, witness.go).

	mostConflicts  = 300  // of a query that may matter; 50 to 5,000
	leastConflicts = 20   // of any; 5 to 100
	mostAsked      = 4000 // terms; 500 to 50,000
	// A conjunction is handed to the solver bit by bit: so many rounds, so many
	// conjuncts each. 4 to 50, 1 to 16.
	lazyRounds, lazyMore = 12, 4
	singleSteps          = 4    // events that are checked one by one; 1 to 10
	repairSteps          = 4    // of the repair of an assignment; 1 to 10
	mostRepaired         = 3000 // terms of a condition that is repaired; 500 to 20,000
	mostOperands         = 64   // values that are compared with those of the run; 16 to 256

	// Executions that alter the run (reading.go).

	mostAltered = 8          // instances of one statement; 2 to 50
	alterWork   = 20_000_000 // statements executed; 1,000,000 to 200,000,000

	// What is shown: as much as one reads.

	firstPortion = 24   // instances of the first portion of a large cause; 10 to 100
	mostShown    = 2000 // causes of the tree of a result, ranks being those of all; 100 to 10,000
	mostLines    = 4    // lines that a reason names; 2 to 10
	mostText     = 60   // characters of a condition that is written with values; 40 to 120
	mostNamed    = 4    // cells that one statement is said to have written; 2 to 10
)
