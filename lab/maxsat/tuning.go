package maxsat

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. None decides whether a candidate is right:
// what the formula leaves out is noted in the answer. The ranges are judged, not
// measured.
const (
	// The unrolling of the run.

	// maxSteps is how many statements a path that the run did not take has for
	// one branch of the run, maxVisits how often it passes one branch. A longer
	// one is assumed not to be taken, like a loop beyond its bound in bounded
	// model checking. 200 to 20,000, 1 to 5.
	maxSteps, maxVisits = 2000, 2
	// maxBlock is the size in bytes from which on blocks are not followed: each
	// byte may become a term. 4 KiB to 1 MiB.
	maxBlock = 1 << 16
	// maxPlaces is how many places a term chooses from, neighbours how many
	// elements on each side of the run's address are among them. 8 to 100, 1 to
	// 16.
	maxPlaces, neighbours = 24, 4
	// maxAccesses is how many addresses are kept of a statement. 4 to 64.
	maxAccesses = 16

	// The search for candidates.

	// searchSteps bounds the search for one candidate, in decisions. 100,000 to
	// 10,000,000: seconds.
	searchSteps = 2_000_000
	// shareTogether is the part of the terms, the n-th, that the formula of all
	// lines may have: it is asked about each line, with all others to stay, and
	// its queries are the harder for that. 2 to 10.
	shareTogether = 3
	// maxReplays bounds the runs of one check of a candidate. 10 to 200.
	maxReplays = 40
)
