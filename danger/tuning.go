package danger

import "culprit/internal/work"

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. None decides whether an answer is right, only
// how much more than the found trace a danger automaton accepts: an annotation
// may be left at any stage. The ranges are judged, not measured.
const (
	// The fixpoint (annotate.go).

	// maxUnion is how many predicates a state has: every edge into it takes the
	// precondition of each, and every cover asks about pairs. 8 to 64.
	maxUnion = 24
	// maxRounds is how often a strongly connected component is gone through: each
	// round unwinds its loops once more, and ranking terms do better. 2 to 10.
	maxRounds = 5
	// maxNew and maxAsked are the predicates made, and the questions asked of the
	// solver, for one automaton; large automata may ask one more for every
	// statesPerQuestion states. 500 to 20,000, both.
	maxNew, maxAsked  = 3000, 3000
	statesPerQuestion = 2
	// loopWork is the work that an automaton may take before its loops are left
	// as they are: arithmetic can make a few questions expensive. 0.3 s to 5 s.
	loopWork = 2 * work.Second
	// maxFailures is how many questions about one state the solver may answer
	// with no before further ones are expected to fail, too. 4 to 64.
	maxFailures = 16

	// Values (values.go).

	// maxUnfold is how many times more states there may be when they are split by
	// values. A variable with at least manyValues values may use that up; another
	// one may make the automaton larger by one smallPart. 2 to 10; 3 to 8; 5 to 20.
	maxUnfold, manyValues, smallPart = 4, 3, 10
	// maxTracked is how many variables are followed, and maxValues how many values
	// of one before it can have any. 8 to 64, 4 to 32.
	maxTracked, maxValues = 32, 16

	// Loops (loops.go).

	// maxLoop is the number of states of a component that is tried: the query is
	// about once around all of it. 20 to 200.
	maxLoop = 80
	// maxWeak is how many weaker predicates are tried at a head, each with up to
	// maxRanks ranking terms: a query for each pair. Only predicates of at most
	// maxConjuncts conjuncts are weakened. 8 to 50, 4 to 24, 4 to 16.
	maxWeak, maxRanks, maxConjuncts = 24, 12, 10
	// maxAccepted is how often a component may be annotated so: the search begins
	// again after each. 1 to 8.
	maxAccepted = 3

	// Predicates (pool.go, pre.go, simplify.go).

	// queryWork is the work of one query. There are thousands, and one about hard
	// arithmetic must not take the share of the others. 50 ms to 1 s.
	queryWork = 200 * work.Millisecond
	// maxModels is how many states are stored with a predicate: they answer
	// questions without the solver, and all are evaluated. 2 to 20.
	maxModels = 6
	// maxAt is how many predicates are remembered for a program location, so that
	// a later trace meets those of an earlier one. 8 to 100.
	maxAt = 24
	// maxDisjuncts is how many predicates a precondition is split into; the rest
	// is dropped. 4 to 32, in the order of maxUnion.
	maxDisjuncts = 16
	// maxSamples is how many models represent a projection that cannot be
	// computed. 1 to 8.
	maxSamples = 3
	// simplifyRounds bounds how often a conjunction is simplified by its own
	// literals; what one round leaves may be a literal for the next. 1 to 10.
	simplifyRounds = 4
	// maxResidual is how many conjuncts may differ between two predicates that
	// are merged, and maxClause how many literals a clause has that results: long
	// clauses are not simpler than two predicates. 2 to 6, 4 to 24.
	maxResidual, maxClause = 4, 12
)
