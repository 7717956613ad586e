package frontier

import "culprit/internal/work"

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. None decides whether a frontier is right:
// what is given up is said in the answer. The ranges are judged, not measured.
const (
	// The dependence graph (graph.go, property.go).

	// maxSummary is how many summary control dependences of one instance are
	// followed, the latest ones: each is an edge. In long runs it is less, so that
	// there are maxSummaries in all, but not less than leastSummary. 50 to 1,000;
	// 10,000,000 to 200,000,000, as memory allows; 3 to 20.
	maxSummary, maxSummaries, leastSummary = 200, 50_000_000, 5
	// maxSeen is how many other values of one statement are kept as
	// alternates. 100 to 10,000.
	maxSeen = 1000
	// maxPointers is how many other addresses are tried for a pointer. 4 to 100.
	maxPointers = 16
	// maxAligned is the longest run, in instances, that P' is checked in:
	// corresponding instances are found by the execution indices of the whole
	// run. 100,000 to 10,000,000, as memory allows.
	maxAligned = 1_000_000

	// The search for cuts (core.go).

	// maxCutting is how many states the searches for the minimum cuts of one failing
	// run visit, in 20 to 40 s: each cut of a domain of ten million instances, two for
	// each, takes one search for each of its nodes, and another one. 200,000,000 to
	// 5,000,000,000.
	maxCutting = 1_000_000_000
	// maxSums is the largest domain, in instances, in which the sum of distances chooses
	// among minimum cuts: there may be as many searches as there are distances. 1,000 to
	// 100,000.
	maxSums = 5_000
	// maxRecurring is how many frontiers with polluted instances of a statement are the
	// nearest ones. 3 to 30.
	maxRecurring = 8

	// Alterations of the values at a cut (pollute.go, step 2), each a run.

	maxTogether     = 3  // nodes that are altered at once; 1 to 4
	maxCombinations = 20 // of one frontier, besides single nodes; 5 to 100
	maxAlternates   = 4  // of each node of a combination; 2 to 8
	maxProducts     = 16 // of the alternates of a combination; 4 to 64
	maxBisect       = 30 // steps towards the value of the failing run; 10 to 64
	maxAround       = 3  // branches around one of a frontier; 1 to 10
	maxCells        = 8  // of what one instance writes; 2 to 64

	// Other runs (evidence.go).

	maxFailing      = 4          // failing ones that are analysed; 1 to 20
	maxPolled       = 10_000_000 // instances of these, after which no further one is; 1,000,000 to 50,000,000
	maxPassing      = 200        // passing ones; 10 to 1,000
	maxPassingSteps = 20_000_000 // of them together
	maxSituations   = 16         // of one statement in one run; 4 to 100
	maxOperands     = 8          // of a statement that is compared

	// Alterations by rules (rules.go, ruleset.go, guards.go).

	// maxRuled is the longest failing run that rules are tried on, in instances,
	// maxRuleSteps the work for them, in instances of all runs; each run counts
	// ruleSteps more. 500,000 to 10,000,000; 10,000,000 to 500,000,000; 0 to 1,000.
	maxRuled, maxRuleSteps, ruleSteps = 2_000_000, 60_000_000, 200
	maxWays                           = 6      // out of one branch; 2 to 20
	maxThresholds                     = 4      // of one comparison, from the failing run; 0 to 10
	maxParts                          = 4      // of one expression; 2 to 10
	maxMutants                        = 50     // of one expression; 20 to 200
	maxOtherVars                      = 12     // instead of one value; 4 to 30
	maxArrays                         = 4      // whose elements take the place of their index; 2 to 10
	maxBroken                         = 3      // passing runs are enough against one rule; 1 to 10
	maxGuarded                        = 7      // rules of one statement; 2 to 10
	maxForces                         = 10_000 // instances that a rule alters in the run that states are compared with; 1,000 to 100,000
	maxScope, maxRelated              = 32, 12 // variables in guards, compared with each other; 10 to 100, 4 to 30
	maxElements                       = 8      // of arrays in guards; 4 to 30
	maxMoments                        = 100    // of the failing run that guards tell apart; 20 to 1,000
	maxCases, maxChecked              = 16, 4  // sets of them for one rule, guards that are tried on other runs; 4 to 40, 1 to 10
	maxSkips                          = 3      // ends of what is not executed; 1 to 6

	// alikeOdds is how much less likely than the best statement, in logarithms of
	// odds, others are root causes, too, and maxAlike how many there are. 0 to 2;
	// 1 to 4.
	alikeOdds, maxAlike = 0.9, 3

	// maxDoubtful is how many altered states are enough to take nothing back any
	// more. 100 to 1,000.
	maxDoubtful = 300

	// maxSecant is how many values of one state are tried for a printed number
	// (numeric.go). 4 to 30.
	maxSecant = 10

	// Exploration of what follows an alteration (explore.go). The length of a
	// path is bounded by that of re-executions, which plays the part of tBOUND
	// as well: it does not depend on the load of the machine.

	// longer is how many times as many branch instances as the failing run a
	// path may have (pBOUND). 2 to 100.
	longer = 10
	// maxPaths is the number of paths of one combination, manyPaths where all
	// are explored. 8 to 100, 100 to 10,000.
	maxPaths, manyPaths = 24, 400
	// maxPlaces is how many other elements a read at a symbolic address may be of, the
	// first maxOpened ones of a path: each is a comparison of addresses in all queries
	// that follow. 4 to 64; 1 to 20.
	maxPlaces, maxOpened = 8, 4
	// maxConditions bounds the conditions of one path: each query has all of them,
	// and there is one query for each. 2,000 to 50,000.
	maxConditions = 10_000
	// maxTerms bounds the terms of one exploration, and so its memory.
	// 500,000 to 20,000,000.
	maxTerms = 2_000_000
	// solverWork is the work of one query. 100 ms to 2 s.
	solverWork = 300 * work.Millisecond
	// exploreWork is the work of one exploration, its terms and queries, after
	// which no further path is begun, exploreAll of all of one failing run. 1 to
	// 30 s; 3 to 100 s.
	exploreWork, exploreAll = 3 * work.Second, 6 * work.Second

	// The order of statements (order.go), in logarithms of odds: how much more
	// often the fault is where that is so. Fitted as doc/design/frontier.md says, and rounded.

	refutedOdds  = -0.9 // of what was altered: passing runs refute each alteration that helps
	wholeOdds    = -0.2 // the whole output is right then
	votesOdds    = 0.8  // for the share of the other failing runs that agree
	alteredOdds  = -0.3 // of what was altered so that the failure disappears, besides these
	judgedOdds   = 0.25 // altered in vain
	finalOdds    = 0.4  // in the last analysis domain, and not altered
	coveredOdds  = -1.5 // for the share of the passing runs that execute it, where no alteration helps
	fitsOdds     = 0.9  // a rule sets the failing run right
	mendedOdds   = 1.35 // for the share of the other failing runs that one sets right
	keptOdds     = 1.15 // for the share of the passing runs that one leaves right
	simpleOdds   = 1.8  // all runs are right with a simple rule, or a fixed outcome or value
	foreignOdds  = 0.8  // or with what it has nothing to do with
	skippingOdds = 0.4  // or without it
	casedOdds    = 1    // or all of them, and so the failing run, with a guard only
	severalOdds  = 0.4  // for each unit of log(1+rules) of these without a guard
	inputOdds    = -0.5 // it comes from outside
	distanceOdds = -0.8 // for each unit of log(1+steps) from a suspected root cause
	failureOdds  = -0.5 // for each unit of log(1+steps) from the failure
)
