package bitblast

import "time"

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. They are about memory and waiting; encodings
// have none. The ranges are judged, not measured. The pauses are time, not
// work: gini does not count.
const (
	// The circuit's memory (circuit.go).

	// firstGates is the number of gates that a circuit has room for at first; its
	// hash table has twice that. A power of two, 2^8 to 2^14.
	firstGates = 1 << 10
	// keepGates is the number of gates from which reset gives memory back instead
	// of keeping it for the next formula; 16 bytes each. 2^16 to 2^24.
	keepGates = 1 << 20
	// sparse is the part of the hash table, an n-th, of which less is taken back
	// entry by entry, since each needs a search. More is cleared at once. 4 to 32.
	sparse = 8
	// slabSize is the number of literals allocated at once for words, 32 KB.
	// 2^10 to 2^16.
	slabSize = 1 << 13

	// The naive encoder (naive.go).

	// naiveVariables is the number of variables beyond which a question is too
	// large for it: with clauses, gini takes about 200 bytes for each. 1 million to
	// 20 million.
	naiveVariables = 2_000_000

	// Gini (solver.go).

	// smallFormula is the number of literals up to which a formula is solved on
	// the calling goroutine, without watching the clock: it takes less than
	// anybody would notice. 1,000 to 20,000.
	smallFormula = 8_000
	// firstPause and longestPause lie between two looks at a solver in the
	// background: easy formulas must not wait, hard ones not be disturbed. 5 µs to
	// 100 µs, 1 ms to 20 ms.
	firstPause, longestPause = 20 * time.Microsecond, 5 * time.Millisecond
)
