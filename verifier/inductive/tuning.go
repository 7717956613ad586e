package inductive

import (
	"time"

	"culprit/internal/work"
)

// The tuning constants of the package, each with its unit and its reason. None
// decides whether an answer is right, only how soon there is one.
const (
	// maxProductSize bounds the terms of an equation over a product that is decided
	// by substitution alone.
	maxProductSize = 200
	// The support of so many conjuncts of an invariant is minimised.
	maxMinimised = 100

	// foretellQuery is for one question about a copy that foretells: a proposal that
	// takes longer is dropped, with half of it one about a sum over a copied array is.
	// jointQuery is for one in the invariant of the program, where those about one
	// hard assertion must not starve the others.
	foretellQuery = work.Second
	jointQuery    = work.Second / 10

	// MaxOpen is how many error locations may be open for the proposals that are
	// about each of them: of memory safety dozens are, and the other sources prove
	// them in the time that this would take.
	MaxOpen = 8

	// Proposals from what the end of a loop asks (exits.go).

	askedRounds  = 3   // segments between a head and the error
	maxAsked     = 40  // proposals at one head
	maxAskedSize = 900 // terms of one

	// Elements (elements.go).

	maxElementPointers = 8
	maxElementFields   = 6

	// Frames (frames.go): frameQuery is for one question, or the fourth part of it
	// where the answer only makes a clause shorter: most take a few thousandths.
	frameQuery = work.Second

	// The recheck (check.go).

	// The conjuncts of an invariant that a segment has to keep are checked together for
	// togetherTime, and then conjunctsPerStep at a time: 76 of a ring of ten processes
	// take 6 s with four or sixteen, 12 s with all of them. An invariant about arrays
	// takes 0.6 s with all, 3 s with four. 1 to 16.
	togetherTime     = time.Second
	conjunctsPerStep = 4
)
