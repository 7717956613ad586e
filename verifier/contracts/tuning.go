package contracts

import "culprit/internal/work"

// The tuning constants of the package, each with its unit and its reason. None
// decides whether an answer is right, only how soon there is one.
const (
	// contractQuery is for one question: a clause that takes longer is dropped.
	contractQuery = work.Second / 5

	// Executions from which clauses are guessed: along a line of values of the
	// first input, in a grid of the first two, in a grid of constants of the
	// program and the ends of int, and with drawn inputs; and so many
	// activations of each procedure with drawn arguments. All end after so many
	// statements.
	observedLine, observedGrid   = 60, 8
	observedPool                 = 6
	observedRuns, observedDirect = 260, 60
	observedSteps                = 300_000
	maxGuards, maxPaired         = 12, 6 // conditions of a procedure, and those taken in pairs
	maxCases                     = 5     // values of an argument that are conditions
	maxFrame                     = 6     // variables of each kind that clauses relate
	maxPre, maxClauses           = 80, 300
	maxTable                     = 64      // arguments that occur
	maxSolved                    = 64      // rows that an equation is solved for
	maxMined                     = 400_000 // evaluations of expressions for one procedure
)
