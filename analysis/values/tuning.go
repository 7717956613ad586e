package values

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. None decides whether an answer is right, only
// how precise it is and how soon it is known. The ranges are judged, not
// measured. Work is bounded by the caller (Limits.Work).
const (
	// The defaults of Limits.

	defaultNodes  = 20_000   // nodes alive, each a state of a proof that is rechecked; 1,000 to 200,000
	defaultFacts  = 32 << 20 // facts, half a gigabyte; 1 million to 100 million
	defaultPerLoc = 200      // states at a merge point, with all of which a new one is compared; 1 to 2,000
	defaultDepth  = 200      // calls on a return stack, deeper than programs are without recursion; 20 to 1,000

	// The exploration.

	// madePerNode is how many nodes may be made, for each that may be alive,
	// before precision is reduced: those that others replaced cost work. 2 to 10.
	madePerNode = 3
	// reducePart: a reduction leaves the n-th part of the states at a merge point,
	// so that the next one is far away. 2 to 8.
	reducePart = 4
	// retryFactor raises MaxPerLoc for a second run, where the first one lost
	// precision and was cheap: it made at most the n-th part of MaxNodes
	// (retryPart) and knows at most retryCells memory cells. 4 to 20, 1 to 4, 0 to
	// 50.
	retryFactor, retryPart, retryCells = 8, 2, 8

	// Merges (merge.go).

	// freeStates is how many states a merge point holds before states that differ
	// in one value only are united. 2 to 50.
	freeStates = 8
	// joinRounds is how many plain joins precede widening at the head of a loop:
	// short loops are unrolled by them. Elsewhere it is maxJoins, for cycles
	// without a head. 1 to 10, 20 to 200.
	joinRounds, maxJoins = 3, 50
	// maxThresholds is how many constants of a procedure widening may stop at: a
	// bound may grow once for each. Of more, an even sample of at most half as
	// many is taken. 50 to 1,000.
	maxThresholds = 400
	// manyCells is how many differing cells are distinguished as classes; beyond it
	// all cells of a region are one class. Classes are columns of a table with
	// a row for each state. 16 to 200.
	manyCells = 48

	// Afterwards.

	// narrowRounds is how often all states are computed again after widening: each
	// round costs a transfer for every edge. 1 to 5.
	narrowRounds = 3
	// maxKeys is the number of variables and cells from which those that an
	// impossible edge does not need are not looked for: a transfer for each.
	// 10 to 100.
	maxKeys = 20

	// Value sets (value.go).

	// maxSet is the number of elements up to which a set is explicit. At least 16:
	// value.go relies on sets of up to 4 bits being explicit. 16 to 64.
	maxSet = 16
	// maxPairs is the number of pairs of operands up to which a binary operator
	// is evaluated for each: the square of maxSet, so that operations on sets are
	// exact. From maxSet to its square.
	maxPairs = 256
)
