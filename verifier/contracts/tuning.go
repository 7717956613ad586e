package contracts

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether an answer
// is right, only how soon there is one.
var (
	// maxSide is the side of the squares of inputs that clauses are guessed from:
	// along a line of values of the first input, in a grid of the first two, in one
	// of constants of the program and the ends of int, and drawn ones; and so many
	// activations of each procedure with drawn arguments.
	maxSide = limit.Of("verifier/contracts.maxSide", 8, 3, 20, "numbers")
	// maxGuards bounds those of a procedure; half of them are taken in pairs.
	maxGuards = limit.Of("verifier/contracts.maxGuards", 12, 4, 50, "conditions")
	// maxVars bounds those of each kind that clauses relate, and the values of an
	// argument that are conditions.
	maxVars = limit.Of("verifier/contracts.maxVars", 6, 3, 20, "variables")
	// maxClauses bounds the guesses, a quarter of them about what holds at calls.
	maxClauses = limit.Of("verifier/contracts.maxClauses", 300, 50, 3_000, "clauses")
	// maxTable bounds the arguments that a table of results has, and the rows that
	// an equation is solved for.
	maxTable = limit.Of("verifier/contracts.maxTable", 64, 16, 500, "arguments")
	// maxMined bounds the expressions that are evaluated to guess for one procedure.
	maxMined = limit.Of("verifier/contracts.maxMined", 400_000, 50_000, 10_000_000, "evaluations")
)
