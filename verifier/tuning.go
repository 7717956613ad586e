package verifier

import (
	"time"

	"culprit/internal/work"
)

// The tuning constants of the package, each with its unit and its reason. None
// decides whether an answer is right, only how soon there is one. Amounts are
// work (package work); the few of type time.Duration are time.
//
// Ranges: each of those that share out work was halved and doubled, and the work
// until the verdict measured on five to nine tasks in which its source takes
// part. Where nothing is said that changed their sum by less than 7 % and no
// verdict.
const (
	// Size of the program.

	// maxSplit is how many states the value analysis may make of one, on
	// average, before a search for several traces does without it: split states
	// keep traces apart that a danger automaton could join.
	maxSplit = 6

	// Shares of work. With a limit, n-th parts of it; see Config.share.

	// The value analysis gets firstValues before everything else, and goes on
	// after valuesAgain in all, until it has had maxValues. Of 18 tasks that took
	// it longer all were proved as soon or sooner by other means. With half as
	// much at first a state machine is not proved in 12 s, with twice as much
	// product lines take 1.9 times as long.
	firstValuesPart, firstValues = 6, work.Second
	valuesPart, maxValues        = 4, 2 * work.Minute
	valuesAgainPart, valuesAgain = 2, 3 * firstTurn

	questionPart, maxQuestion = 3, 60 * work.Second // one hard query of the solver
	// firstTurn is what unrolling gets before anything else was tried, and what
	// it and refinement do before the first execution: shallow errors and easy
	// proofs end within it. With 1 s 18 tasks take 1.1
	// times as long (geometric mean of processor time, most of them between 0.8
	// and 1.3), with 2 s nine tasks 1.5 times as much work again.
	firstTurn = work.Second / 2
	// leastTurn is what a question of the unrolling gets in one turn at least, so
	// that it is not taken up for nothing. 0.1 s to 1 s.
	leastTurn = work.Second / 4
	// firstExplore is what the search among states gets at first and at least; its
	// next turn is when all work has grown exploreGrowth times, and has the n-th
	// part of that.
	firstExplore, explorePart, exploreGrowth = work.Second / 10, 4, 2
	// searchPart and searchGrowth space executions out: a round gets the n-th
	// part of all work so far and the next begins when that has grown so often.
	searchPart, searchGrowth = 4, 3

	// Pointers from outside (apart.go). The attempt at the simpler program gets
	// the n-th part of the limit, and at most simplerWork. The one without the
	// assumption gets droppingWork, or droppingTimes what the first took, and at
	// most its own part of the limit, before the first proof is the answer.
	simplerPart, simplerWork   = 2, work.Minute
	droppingPart, droppingWork = 2, work.Second
	droppingTimes              = 2

	// Unrolling.

	// shallowWork is what the first levels get before the value analysis, in
	// programs of at most maxShallow locations with calls inlined. Twice as much
	// costs up to half of a short run.
	shallowWork = work.Second / 10
	maxShallow  = 30_000

	// Loops one after the other (unwind.go): begun after unwindAt, and in all the
	// n-th part of all work so far, at least firstUnwind; when all loops have ended and
	// only the errors are left to ask about, the unwoundPart. unroll.LoopQuery, or the
	// n-th part of what that took so far, is for whether a loop ends; one that goes on
	// after maxUnwound rounds is taken for endless.
	unwindAt                = firstTurn + firstTurn/8
	firstUnwind             = firstTurn / 2
	unwindPart, unwoundPart = 3, 2
	unwindQueryPart         = 4
	maxUnwound              = 128
	// casesAt is what each error is asked about with before those that were not
	// decided are refuted by cases (package unroll), which get the n-th part of a hard
	// query together.
	casesAt   = work.Second
	casesPart = 2

	// Prophecy (foretell.go).

	// foretellAt is what unrolling and refinement do before the first round. A
	// round gets the n-th part of all work so far, at least firstForetell, and
	// the next begins when that has grown so often. It ends when less than a
	// part of it is left. Half as much at first takes 1.7 times as long, since the
	// round is done again, twice as much 1.2 times.
	foretellAt     = firstTurn + firstTurn/4
	firstForetell  = 5 * work.Second / 2
	foretellPart   = 2
	foretellGrowth = 2
	foretellLeast  = 8

	// Frames (framer.go). They get the n-th part of all work so far.
	firstFrames, framePart = work.Second / 2, 2
	// After longFrames they get the frameLeast-th part: a loop that counts far has a
	// frame for each number. The ring of ten processes takes 8 s.
	longFrames, frameLeast = 10 * work.Second, 6
	// The same goes where there are at most fewFrames after fewFramesAfter: about a product
	// of counters, cubes come one at a time. The ring has 12 after a second.
	fewFrames, fewFramesAfter = 3, work.Second

	// Contracts of recursive procedures (contracts.go).

	// contractAt is what is done before the first attempt, if recursion that is
	// unrolled is not decided sooner. An attempt gets the n-th part of all work so
	// far, at least firstContract, and the next begins when that has grown so often.
	contractAt     = firstTurn / 8
	firstContract  = 5 * work.Second / 2
	contractPart   = 2
	contractGrowth = 3

	// Refinement.

	// interpolationPart is the part of a hard query's work that interpolants of
	// one word get, and firstInterpolation a start that does not depend on it.
	interpolationPart, firstInterpolation = 4, work.Second
	// Guessed predicates are many: an automaton with them gets firstGuess and
	// the n-th part of all work so far.
	firstGuess, guessPart = work.Second / 2, 8
	// The question whether the automaton of the interpolants accepts their word may take
	// firstPlain and the n-th part of all work so far: about addresses there are
	// dozens of predicates, each a question of a second, while another source
	// waits that has the proof.
	firstPlain, plainPart = 2 * work.Second, 2
	// guessAt and guessEvery say at which of the words that go round a loop
	// guesses are used: the first such word often needs none.
	guessAt, guessEvery = 2, 6
	maxUseful           = 12 // guessed predicates that later automata get, too
	// firstSlim and slimPart bound the search for a smaller automaton, which
	// pays only where it keeps less than 3/4 of the predicates.
	firstSlim, slimPart = work.Second, 16
	// Traces.

	// maxRelevance is the number of statements beyond which a trace is not
	// marked, since all its statements are held at once, 1 KB each.
	maxRelevance = 2_000_000
	// apartWork is the work for splitting the remaining automaton by values
	// after the first trace; thirty predicates take a tenth of it. 1 s to 10 s.
	apartWork = 2 * work.Second
	// maxDanger is the number of letters beyond which a trace is removed alone.
	maxDanger = 4000
	// The analyses after the verdict take as much work as the verdict, and
	// validateWork. One changed program gets the n-th part of what is left.
	validateWork, validatePart = 1500 * work.Millisecond, 2
	// The marks of one trace get as much work as led to it, and markWork: in a
	// long trace some instances of a statement stay undecided. Statements of which
	// no instance is decided get the n-th part of what is left of a limit, too. 0.5 s
	// to 10 s, 2 to 10.
	markWork, morePart = 2 * work.Second, 4
	// The values that block get so much work for one trace, and the n-th part of
	// what led to it.
	rangeWork, rangePart = 500 * work.Millisecond, 3
	// The question which statements are relevant in all error paths (everywhere.go)
	// gets the n-th part of the work of the verdict, and everywhereWork; one question at most the n-th part of
	// what is left. After tooHard questions in a row that this is not enough for, the
	// program is too hard. everywhereRounds paths are looked at for one statement.
	// 0.5 s to 5 s, 4 to 16, 2 to 8, 2 to 8, 2 to 6.
	everywhereWork, everywherePart           = work.Second, 8
	questionOfAll, tooHard, everywhereRounds = 4, 4, 4
	// relevanceGrace is the time, not work, that is taken after the time limit
	// to put the marks of the traces found together.
	relevanceGrace = time.Second
	// The terms that are evaluated to simplify the inputs of a trace; the longest
	// trace for which small inputs are looked for, and the part of the work of a
	// question that this may take.
	maxPlainWork  = 20_000_000
	maxPlainEdges = 20_000
	plainShare    = 20

	// Answers of the C library.

	// maxRounds is how often a run begins again with further facts. Learning
	// from one number after the other ends nowhere: it gets the n-th part of the
	// limit, and at most maxLearning.
	maxRounds              = 10
	learnPart, maxLearning = 2, work.Hour
	maxFactText            = 128 // characters of a fact
	maxText                = 64  // bytes of a text that facts are about

	// Rechecking.

	// leastNaive to naiveTime is the time, not work, that the naive encoder gets for one
	// step at first: the n-th part of the work of the proof, since what it does not
	// decide by then the usual one mostly decides in a few hundredths. The usual one
	// gets as much, and at least usualTime, as work. Both get naiveGrowth times as much
	// the next time, until longestNaive.
	leastNaive, naiveTime, naivePart = time.Second / 5, 2 * time.Second, 4
	usualTime                        = 2 * time.Second
	longestNaive, naiveGrowth        = 30 * time.Minute, 4
	// A part of a recheck has stepsPerPart steps. They are done side by side unless
	// that means to copy more than termsPerPart terms for each.
	stepsPerPart, termsPerPart = 8, 4000
	// maxProduct bounds the states of the product from which invariants for a
	// witness are read; beyond it only the facts of the value analysis count.
	maxProduct = 200_000
)

// recursionDepths are the depths to which recursion is unrolled, one after the
// other as long as a deeper call is reachable.
var recursionDepths = []int{4, 12, 30}

// branchingDepths are those where a procedure calls itself at several places, so
// that the copies double with each call. 2^12 of them are beyond most proofs.
var branchingDepths = []int{4, 6, 12, 30}
