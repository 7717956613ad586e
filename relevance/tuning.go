package relevance

import "culprit/internal/work"

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. None decides whether a mark is right: what is
// given up stays undecided, or has no range or no fix. The ranges are judged, not
// measured.
const (
	// The defaults of Config and RunOptions.

	// queryWork is the work of one query about a trace, runQueryWork about a
	// recorded run, which has many more marks. 0.5 s to 10 s, 50 ms to 1 s.
	queryWork, runQueryWork = 2 * work.Second, 200 * work.Millisecond
	defaultRounds           = 32 // instantiations of one question, each a query; 8 to 100
	defaultTrials           = 24 // constants tried as fix values, each a substitution; 8 to 100
	defaultRanges           = 6  // ranges in one Blocking, what one reads at a glance; 1 to 20
	defaultValidate         = 3  // constants of one statement that are verified in the program, each a run; 1 to 5
	// defaultSteps is how many statements of a trace or a recorded run are terms at
	// once: where loops fill an array, the term for each element that is read later
	// grows with their number, and all of them with its square. 1,000 to 50,000.
	defaultSteps       = 20_000
	defaultOccurrences = 16 // instances of one statement of a run that are marked; 1 to 100

	// chunk is the number of candidates that share a term table and a solver: what
	// they learn about the trace is shared, too. It does not depend on the number
	// of processors, so that results do not. 16 to 256.
	chunk = 64
	// maxChunks bounds their number, since each executes the trace. 8 to 100.
	maxChunks = 32

	// Executions on numbers (execution.go, change.go, screen.go).

	// numberWork is the work of reading or writing a place, changeWork that of a
	// statement that reads what differs. 20 ns to 200 ns, 200 ns to 2 us.
	numberWork, changeWork = 100 * work.Nanosecond, 500 * work.Nanosecond
	// maxPlaces bounds the places that the steps of a trace read and write, 20 bytes
	// each, maxBlock the cells of one block operation. 1,000,000 to 100,000,000;
	// 1,000 to 1,000,000.
	maxPlaces, maxBlock = 20_000_000, 1 << 16
	// shortExecution is how many steps that read what differs an execution has at
	// first. 16 to 1,000.
	shortExecution = 64
	// maxCarried is how many steps are followed until a single place differs again,
	// maxCarriedIntervals how many intervals a set has (carry.go). 4 to 64, 4 to 20.
	maxCarried, maxCarriedIntervals = 16, 8
	// maxNear is how many conditions are looked at to find values near them,
	// maxScreened how many values are tried. 1 to 10, 8 to 50.
	maxNear, maxScreened = 2, 20

	// Questions with quantifiers (forall.go).

	// maxTerms is how many terms are tried in place of one value of a model, each
	// an evaluation of the body. 8 to 100.
	maxTerms = 24

	// Fix values (trial.go, fix.go).

	// maxCone is how many terms are searched for constants, a traversal of large
	// formulas for each mark. 1,000 to 100,000.
	maxCone = 20_000
	// maxObjects is how many objects, and allocated blocks up to twice that, a
	// pointer is tried with. 2 to 20.
	maxObjects = 8
	// maxOwn is how many questions are asked for a value that avoids the given
	// execution only. 2 to 20.
	maxOwn = 8

	// Ranges of blocking values (ranges.go). Sets with many borders, like those of
	// array indices modulo something, tell a user little.

	// maxAsked is how many questions are asked about the intervals of one
	// statement, if its formula is large, and maxSmall how many times as many
	// otherwise. 16 to 200, 1 to 10.
	maxAsked, maxSmall = 64, 6
	// rangeRounds is how many instantiations one range may take: fewer than a mark
	// (defaultRounds), which is decided by then. 2 to 32.
	rangeRounds = 8
	// manyTerms is the size of a formula, in terms, from which a session with the
	// solver pays. 200 to 5,000.
	manyTerms = 1000
	// tooManyTerms is the size from which nothing is asked at all: what the solver
	// makes of it takes a gigabyte or more. 20,000 to 200,000.
	tooManyTerms = 50_000

	// Branches (branches.go).

	// maxBranchInstances is how many instances of one outcome of a condition are
	// looked at first; the others get the n-th part of what is left of the work for
	// sets of values. replayWork is that of going through a step of the trace once
	// more. maxOtherWay is how many statements the other way may have before it
	// joins the trace again, maxEnds how many constants are given for a condition,
	// of maxEndsTried next to the one there is. 3 to 30, 200 to 10,000, 1 to 10, 20
	// to 500.
	maxBranchInstances, moreBranches   = 8, 2
	replayWork                         = 20 * work.Nanosecond
	maxOtherWay, maxEnds, maxEndsTried = 2_000, 4, 100

	// All error paths (lockstep.go).

	// maxFollowed is how many variables the executions of a Lockstep may have
	// besides those of the program: each assignment is done for each of them. 50
	// to 2,000.
	maxFollowed = 400
	// maxOthers is how many values are followed at the same time. 1 to 4.
	maxOthers = 3

	// Fixes (validate.go, behave.go).

	// maxFixes is how many fixes are looked for, each a proof, which can take as long
	// as the verdict. 1 to 10.
	maxFixes = 3
	// samples is how many generated inputs the program and a changed one are
	// executed on, maxFailing of how many traces the inputs are used. 8 to 100,
	// 1 to 10.
	samples, maxFailing = 16, 4
	// sampleSteps bounds such an execution. The changed program must get as far: it
	// gets patchedTimes as many steps as the original took, and patchedSteps. 1,000
	// to 50,000, 2 to 10, 500 to 5,000.
	sampleSteps, patchedTimes, patchedSteps = 5_000, 3, 1_000
	// compileWork is the work of copying a statement and preparing it for execution,
	// stepWork of executing it. 2 us to 10 us, 100 ns to 1 us.
	compileWork, stepWork = 4 * work.Microsecond, 300 * work.Nanosecond
	// maxPerturbed is how many statements are given other values to see whether the
	// assertion still says something, on perturbedInputs inputs. 10 to 100, 2 to 20.
	maxPerturbed, perturbedInputs = 40, 6
	// maxCompared is the size in bytes up to which the final contents of an object
	// are compared. 256 to 65,536.
	maxCompared = 4096
)
