package cascade

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. None decides whether a cause is right: a
// cause that meets a limit is marked. The ranges are judged, not measured.
const (
	// One search. Work is counted in terms made and instances reached, so that
	// the limits do not depend on time. At a limit a question is not answered,
	// which counts as satisfiable, and the condition is explained by what makes
	// it constant.

	maxSize    = 200     // terms of the value of one symbol; 100 to 10,000
	maxWork    = 100_000 // of one search; 50,000 to 5,000,000
	leastWork  = 2_000   // that every search gets; 1,000 to 100,000
	maxCarried = 16      // members that the next position begins with; 8 to 1,000
	maxMembers = 64      // of one question; 16 to 10,000
	joinMore   = 4       // members that join at once; 1 to 16
	maxProbed  = 16      // symbols whose values are probed; 4 to 100
	// After a search that met a limit the next one of its statement gets an
	// eighth, after maxFailed nothing. 3 to 20. TreeWork is what the searches of a tree may waste on limits. 1,000,000 to
	// 1,000,000,000.
	treeWork, maxFailed = 8_000_000, 5
	// maxKept is how many terms summaries may keep, about 100 bytes each with
	// what is remembered of them. 100,000 to 20,000,000.
	maxKept = 2_000_000
	// nestedBranches bounds how far an iteration is followed to the one before,
	// in branches. 4 to 64.
	nestedBranches = 16
	// maxWritten bounds the symbols of one instance that an opaque value depends
	// on: those of a large block. 256 to 65,536.
	maxWritten = 1 << 12

	// One query to the solver (formula.go).

	maxConflicts = 300  // of a query; 50 to 5,000
	maxAsked     = 4000 // terms of one; 500 to 50,000
	// maxUnknown and treeUnknown are how many queries of a search and of a tree
	// the engine may give up before it is not asked any more. 1 to 10, 10 to 1,000.
	maxUnknown, treeUnknown = 2, 60
	repairSteps             = 4    // of the repair of an assignment; 1 to 10
	maxRepaired             = 3000 // terms of a condition that is repaired; 500 to 20,000
	maxOperands             = 64   // values that are compared with those of the run; 16 to 256

	// Executions that alter the run (reading.go).

	maxAltered = 8          // instances of one statement; 2 to 50
	alterWork  = 20_000_000 // statements executed; 1,000,000 to 200,000,000

	// The parts that are shown: as much as one reads.

	firstPortion = 24   // instances of the first portion of a large cause; 10 to 100
	maxWhole     = 2000 // instances of a cause that is shown as a whole; 200 to 20,000
	maxShown     = 2000 // causes of the tree of a result, ranks being those of all; 100 to 10,000
	maxLines     = 4    // lines that a reason names; 2 to 10
	maxText      = 60   // characters of a condition that is written with values; 40 to 120
	maxNamed     = 4    // cells that one statement is said to have written; 2 to 10
)
