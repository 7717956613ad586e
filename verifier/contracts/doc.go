// Package contracts finds contracts of recursive procedures with which a program may be
// proved without recursion (package contract).
//
//	mine.go      clauses that held of all activations
//	equation.go  results as equations over the arguments
//	choose.go    executes the program and its procedures; of the clauses those are left
//	             that no execution falsifies
//	tuning.go    the limits
//
// The choice is a proposal: the copy of the program in which contracts stand for
// calls is verified like any program, and that proof is what an answer rests on.
package contracts
