package hoare

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. None decides whether a triple is valid. The
// ranges are judged, not measured.
const (
	// maxCopy bounds the cells of one copy that are read into a model. 1,000 to
	// 1,000,000.
	maxCopy = 1 << 16

	// The successors of a Floyd-Hoare automaton (floyd.go).

	// maxSingle is the number of known predicates up to which they are tried one
	// by one: that costs a query per pair, but each is answered for good. 4 to 32.
	maxSingle = 10
	// maxUnsampled is the number of undecided predicates from which a first
	// counterexample is worth a query of its own. 3 to 16.
	maxUnsampled = 6

	// maxSmall is the size, in terms, of predicates that are cheap premises when
	// the predicates that a proof needs are looked for (needed.go). 4 to 50.
	maxSmall = 12

	// minFit is the width in bits from which values are brought into a form that
	// shows how small they are (sym.go): narrower ones gain nothing. 9 to 32.
	minFit = 16

	// maxChoices bounds the branches on a path to an assignment that a run as
	// terms may choose (run_select.go): paths double with each. 3 to 10.
	maxChoices = 6
)
