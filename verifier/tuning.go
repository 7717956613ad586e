package verifier

import (
	"time"

	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether an answer
// is right, only how soon there is one. Amounts are work (package work); the few
// of type time.Duration are time.
var (
	// Turns of the sources (search.go).

	// turnWork is what unrolling gets before anything else was tried, and the unit
	// of the shares that do not depend on a limit: shallow errors and easy proofs
	// end within it. Measured on 18 tasks: with twice as much they take 1.1 times as
	// long (geometric mean of processor time, most of them between 0.8 and 1.3),
	// with four times as much nine tasks take 1.5 times as much work again.
	turnWork = limit.Of("verifier.turnWork", work.Second/2, work.Second/16, 4*work.Second, "work")
	// turnPart is the part of all work so far that one turn gets.
	turnPart = work.Amount(limit.Of("verifier.turnPart", 2, 1, 12, "n-th part"))
	// turnGrowth is how often all work has to have grown for the next turn. With a
	// part of 3 and growth of 2 a pipeline of three processes takes 3.6 times as much
	// work; with one of both changed, twice as much.
	turnGrowth = work.Amount(limit.Of("verifier.turnGrowth", 3, 2, 8, "factor"))
	// minFrames is how many frames there have to be after twice turnWork for them to
	// go on getting whole turns: about a product of counters, cubes come one at a
	// time. The ring of ten processes has 12, and takes 8 s; after twenty times
	// turnWork they get less, too, since a loop that counts far has a frame for each
	// number.
	minFrames = limit.Of("verifier.minFrames", 3, 1, 20, "frames")

	// Shares.

	// limitPart is the part of a limit that one hard question, the value analysis or
	// a first attempt under an assumption gets, so that something is left for the
	// others. See Config.share.
	limitPart = limit.Of("verifier.limitPart", 3, 1, 12, "n-th part")
	// maxShare bounds that share. Of 18 tasks whose values took longer all were
	// proved as soon or sooner by other means.
	maxShare = limit.Of("verifier.maxShare", work.Minute, 10*work.Second, 10*work.Minute, "work")
	// queryPart is the part of what there is, of a hard question, of what an
	// analysis took so far or of what is left, that one question of many gets; twice
	// as much has one that few others follow.
	queryPart = work.Amount(limit.Of("verifier.queryPart", 4, 2, 16, "n-th part"))
	// smallPart is the part of all work so far, or of a question, that goes into
	// what only helps: guessed predicates, which are many, a smaller automaton,
	// smaller inputs, statements in all error paths.
	smallPart = work.Amount(limit.Of("verifier.smallPart", 8, 2, 64, "n-th part"))

	// The program.

	// maxSplit is how many states the value analysis may make of one, on average,
	// before a search for several traces does without it: split states keep traces
	// apart that a danger automaton could join.
	maxSplit = limit.Of("verifier.maxSplit", 6, 2, 50, "states")
	// maxShallow bounds the program, with calls inlined, whose first levels are
	// unrolled before its values are analysed, and whose loops are unwound one after
	// the other.
	maxShallow = limit.Of("verifier.maxShallow", 30_000, 2_000, 400_000, "locations")

	// Unwinding and refinement.

	// maxUnwound is after how many a loop is taken for endless.
	maxUnwound = limit.Of("verifier.maxUnwound", 128, 16, 2_000, "rounds")
	// guessEvery says at which of the words that go round a loop guesses are used:
	// the first such word often needs none, so that they begin with the second.
	guessEvery = limit.Of("verifier.guessEvery", 6, 3, 50, "words")
	// maxUseful bounds the guessed ones that later automata get, too.
	maxUseful = limit.Of("verifier.maxUseful", 12, 0, 100, "predicates")
	// maxPointers bounds those from outside that are compared with each other in a
	// trace.
	maxPointers = limit.Of("verifier.maxPointers", 16, 2, 100, "pointers")

	// Traces.

	// maxRelevance is the length beyond which a trace is not marked, since all its
	// statements are held at once, 1 KB each.
	maxRelevance = limit.Of("verifier.maxRelevance", 2_000_000, 100_000, 20_000_000, "statements")
	// maxDanger is the length beyond which a trace is removed alone.
	maxDanger = limit.Of("verifier.maxDanger", 4_000, 500, 100_000, "letters")
	// maxHard is after how many too hard ones in a row the program is too hard for
	// the question which statements are relevant in all error paths, and how many
	// paths are looked at for one statement.
	maxHard = limit.Of("verifier.maxHard", 4, 2, 16, "questions")
	// maxPlain bounds the trace for which small inputs are looked for, and a
	// thousandth of the terms evaluated to simplify inputs.
	maxPlain = limit.Of("verifier.maxPlain", 20_000, 1_000, 200_000, "statements")
	// relevanceGrace is taken after the time limit to put the marks of the traces
	// found together.
	relevanceGrace = limit.Of("verifier.relevanceGrace", time.Second, time.Second/10, 2*time.Second, "time")

	// maxWorlds bounds the executions with other bits of addresses that are looked at
	// for one trace: a hash table of eight buckets with four pointers has some dozens.
	maxWorlds = limit.Of("verifier.maxWorlds", 200, 20, 2_000, "executions")

	// Answers of the C library (facts.go, text.go).

	// maxRounds is how often a run begins again with further facts: learning from
	// one number after the other ends nowhere.
	maxRounds = limit.Of("verifier.maxRounds", 10, 2, 100, "rounds")
	// maxBeforehand bounds the facts that a run begins with: of a loop that asks, the
	// first rounds tell as much as all.
	maxBeforehand = limit.Of("verifier.maxBeforehand", 200, 20, 2_000, "facts")
	// maxText bounds a text that facts are about, and with two characters for each a
	// fact.
	maxText = limit.Of("verifier.maxText", 64, 16, 1_000, "bytes")
	// maxWatched bounds the states of an automaton that Config.OnSubtract is shown:
	// nobody follows a larger one.
	maxWatched = limit.Of("verifier.maxWatched", 40, 10, 1_000, "states")

	// Rechecking.

	// naiveTime is the most that the naive encoder gets for one step at first, and
	// what the usual one gets at least, as work; the least is a tenth.
	naiveTime = limit.Of("verifier.naiveTime", 2*time.Second, 200*time.Millisecond, 20*time.Second, "time")
	// naiveGrowth is how many times as much both get next, and the part of the work
	// of the proof that the naive one gets at first: what it does not decide by then
	// the usual one mostly decides in a few hundredths.
	naiveGrowth = limit.Of("verifier.naiveGrowth", 4, 2, 16, "factor")
	// maxNaive is the longest turn.
	maxNaive = limit.Of("verifier.maxNaive", 30*time.Minute, time.Minute, 10*time.Hour, "time")
	// partSteps is how many steps a part of a recheck has; the parts are done side
	// by side.
	partSteps = limit.Of("verifier.partSteps", 8, 1, 100, "steps")
	// partTerms is how many terms may be copied for one part; beyond it the parts
	// are done one after the other.
	partTerms = limit.Of("verifier.partTerms", 4_000, 500, 100_000, "terms")
)

// The parts that a measurement can do without. doc/ablation.md says what each
// of them is worth; one that decides fewer than three tasks in a thousand goes.
var (
	withValues   = limit.PartOf("verifier.values")   // the analysis of values
	withShallow  = limit.PartOf("verifier.shallow")  // a few levels before everything else
	withLevels   = limit.PartOf("verifier.levels")   // unrolling level by level
	withLoops    = limit.PartOf("verifier.loops")    // unrolling one loop after the other
	withStates   = limit.PartOf("verifier.states")   // executions from one input to the next
	withRuns     = limit.PartOf("verifier.runs")     // executions on generated inputs
	withTogether = limit.PartOf("verifier.together") // one invariant for all assertions
	withElements = limit.PartOf("verifier.elements") // invariants of all elements of a structure
	withProphecy = limit.PartOf("verifier.prophecy") // copies that foretell which elements are read
	withFrames   = limit.PartOf("verifier.frames")   // clauses learned from cubes
	withContract = limit.PartOf("verifier.contract") // contracts of recursive procedures
	withGuesses  = limit.PartOf("verifier.guesses")  // predicates guessed from executions
	withSlim     = limit.PartOf("verifier.slim")     // smaller Floyd-Hoare automata
	withSimpler  = limit.PartOf("verifier.simpler")  // memory outside taken to be apart, at first
)
