package danger

import (
	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether an answer
// is right, only how much more than the found trace a danger automaton accepts:
// an annotation may be left at any stage.
var (
	// The fixpoint (annotate.go, pool.go, pre.go).

	// maxUnion is how many predicates a state has: every edge into it takes the
	// precondition of each, and every cover asks about pairs. So many are also kept
	// for a location, for later traces, of a precondition, and of weaker ones at the
	// head of a loop.
	maxUnion = limit.Of("danger.maxUnion", 24, 8, 64, "predicates")
	// maxRounds is how often a component is gone through: each round unwinds its
	// loops once more, and ranking terms do better. So often are loops annotated by
	// these, and a conjunction simplified by its own literals.
	maxRounds = limit.Of("danger.maxRounds", 4, 2, 10, "rounds")
	// maxNew bounds the predicates made, and the questions asked of the solver, for
	// one automaton; large automata may ask one more for every two states.
	maxNew = limit.Of("danger.maxNew", 3_000, 500, 20_000, "predicates")
	// queryWork is for one query: there are thousands, and one about hard arithmetic
	// must not take the share of the others. After ten times as much an automaton's
	// loops are left as they are.
	queryWork = limit.Of("danger.queryWork", 200*work.Millisecond, 20*work.Millisecond, work.Second, "work")
	// maxFailures is how many questions about one state the solver may answer with
	// no before further ones are expected to fail, too.
	maxFailures = limit.Of("danger.maxFailures", 16, 4, 64, "queries")
	// maxModels is how many are stored with a predicate: they answer questions
	// without the solver, and all are evaluated. Half as many represent a projection
	// that cannot be computed.
	maxModels = limit.Of("danger.maxModels", 6, 2, 20, "states")
	// maxResidual is how many may differ between two predicates that are merged.
	maxResidual = limit.Of("danger.maxResidual", 4, 2, 8, "conjuncts")
	// maxConjuncts bounds the conjuncts of a predicate that is weakened, the ranking
	// terms that are tried with it, and the literals of a clause that results from a
	// merge: long clauses are not simpler than two predicates.
	maxConjuncts = limit.Of("danger.maxConjuncts", 12, 4, 24, "of each")

	// Values (values.go).

	// maxUnfold is how many times more states there may be when they are split by
	// values.
	maxUnfold = limit.Of("danger.maxUnfold", 4, 2, 10, "factor")
	// minValues is how many values a variable has that may use all of that up;
	// another one may make the automaton larger by the growPart.
	minValues = limit.Of("danger.minValues", 3, 2, 8, "values")
	// growPart is that part.
	growPart = limit.Of("danger.growPart", 10, 5, 20, "n-th part")
	// maxTracked is how many variables are followed; of one half as many values
	// before it can have any.
	maxTracked = limit.Of("danger.maxTracked", 32, 8, 64, "variables")

	// Loops (loops.go).

	// maxLoop bounds the component that is tried: the query is about once around all
	// of it.
	maxLoop = limit.Of("danger.maxLoop", 80, 20, 200, "states")
)
