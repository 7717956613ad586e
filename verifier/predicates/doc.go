// Package predicates finds predicates for proofs: from the reason why a word is
// infeasible, and from what held in concrete executions.
//
//	interpolate.go  an unsatisfiable core says which statements matter; the states that
//	                reach the end over them, computed backwards, give the interpolants
//	sample.go       executes a program automaton with random inputs
//	candidates.go   bounds, orders and equations that hold of all samples
//	forms.go        bounds of linear forms, by linear algebra modulo a prime
//	tuning.go       the limits
//
// All of them are proposals. Whoever takes one checks the Hoare triples or the
// inductive steps that it stands in, so that a wrong one costs work and never
// soundness.
package predicates
