// Package inductive looks for inductive invariants at the heads of loops: of a program
// as it is, of all elements of a linked structure, and of copies that foretell which
// elements of an array an assertion reads (package prophecy).
//
//	houdini.go   of many proposals those are left that no segment falsifies
//	together.go  one invariant proves what it can of all error locations
//	exits.go     proposals from what the end of a loop asks of its head
//	elements.go  an invariant of one arbitrary address, for all elements of lists
//	frames.go    clauses that exclude the cubes which lead to an error
//	segments.go  all executions from one cutpoint to the next, as one formula
//	check.go     the recheck of what was found, on segments that are made again; an
//	             invariant of a copy that foretells
//	tuning.go    the limits
//
// A search can be interrupted (Within) and goes on where it was. A proposal that is
// not decided is dropped, so that the answer is never more than what was shown.
package inductive
