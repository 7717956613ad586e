package inductive

import "culprit/internal/limit"

// The kinds of proposals that a measurement can do without (package verifier has
// the sources).
var (
	withFacts = limit.PartOf("verifier/inductive.facts") // what the program asserts and compares
	withExits = limit.PartOf("verifier/inductive.exits") // what the end of a loop asks of its head
	withForms = limit.PartOf("verifier/inductive.forms") // bounds of linear forms, and what held in samples
)
