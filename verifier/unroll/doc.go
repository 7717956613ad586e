// Package unroll executes all paths of a program automaton symbolically, as bounded
// model checking does (Biere, Cimatti, Clarke and Zhu, Symbolic model checking
// without BDDs, 1999). Where branches join, their states are merged into one
// instance, so that the formula grows with the program and not with the number
// of its paths.
//
//	unrolling.go  the instances, and what is kept of them
//	levels.go     level by level: level k has the executions that take k back edges
//	loops.go      loop by loop: each is unwound until it ends, and merged
//	formula.go    the formula of reaching an instance, and the word of its model
//	tuning.go     the limits
//
// Both orders find shallow errors, and prove programs of which the loops end after
// few rounds. An unrolling that is complete is a proof; a second one, made again
// with another solver, follows it (Replay, RefuteInOrder) to recheck it.
// The cutpoint segments of inductive invariants are unrollings of one level.
package unroll
