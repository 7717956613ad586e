package verifier

import "culprit/internal/limit"

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
