package concolic

import "culprit/internal/work"

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. None decides whether an answer is right: a
// trace is executed before it is reported. The ranges are judged, not measured.
// The total for a round is the caller's business.
const (
	// A round of walks.

	// maxWalks is how many walks a round has. Each has another policy and other
	// first values; the first few are the fixed ones. 12 to 100.
	maxWalks = 24
	// walksPart is what the walks have, in quarters of a round's budget, and
	// walkPart bounds one walk to its n-th part: the first must not use up
	// everything. 2 to 4, 2 to 10.
	walksPart, walkPart = 3, 4
	// maxConsts is how many constants of the program are tried as values, the
	// least first: each costs an evaluation for each input. 20 to 200.
	maxConsts = 60

	// A walk.

	// maxEdges is how many statements a walk has, like the traces a user may
	// want to see. 10,000 to 1,000,000, beyond which memory counts.
	maxEdges = 500_000
	// patience is how often in a row a way may be refused at a location before
	// it is asked for at ever rarer visits only. 2 to 10: loops ask each time.
	patience = 4

	// The steps of solve, see the package comment.

	// fewInputs are free in the first step: the value just read, and the last
	// terms of a checksum. moreInputs are after the steps without a solver. 4 to
	// 16, 32 to 256.
	fewInputs, moreInputs = 8, 64
	// fewWork is the work of a question with few inputs, allWork of one with all
	// of them, which is the last step. 100 ms to 1 s, 1 s to 10 s.
	fewWork, allWork = 300 * work.Millisecond, 2 * work.Second
	// maxMixed is the number of inputs up to which mixtures are bisected, with a
	// model of all of them in each step. 1,000 to 100,000.
	maxMixed = 20_000
	// maxDescend is how many inputs from both ends are changed one by one, in
	// each of descendRounds passes. 8 to 100, 1 to 4.
	maxDescend, descendRounds = 32, 2
)
