package hoare

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether a triple
// is valid.
var (
	// MaxInlined bounds a program with its calls inlined, so that its automata fit
	// into memory; a larger one is refused.
	MaxInlined = limit.Of("hoare.MaxInlined", 400_000, 10_000, 4_000_000, "locations")
	// MaxCopy bounds the cells of one copy that are read into a model or executed on
	// values (package relevance).
	MaxCopy = limit.Of[uint64]("hoare.MaxCopy", 1<<16, 1_000, 1_000_000, "cells")
	// maxSingle is the number of predicates up to which the successors of a
	// Floyd-Hoare automaton (floyd.go) ask about one after the other: a query for
	// each, but each is answered for good. Of more, a first counterexample tells
	// which need none.
	maxSingle = limit.Of("hoare.maxSingle", 8, 3, 32, "predicates")
	// maxSmall is the size of predicates that are cheap premises when the predicates
	// that a proof needs are looked for (needed.go).
	maxSmall = limit.Of("hoare.maxSmall", 12, 4, 50, "terms")
	// minFit is the width from which values are brought into a form that shows how
	// small they are (sym.go): narrower ones gain nothing.
	minFit = limit.Of("hoare.minFit", 16, 8, 64, "bits")
)
