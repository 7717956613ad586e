// Package witness writes and reads verification witnesses, the evidence that
// verifiers of the competition exchange, in the YAML format of version 2.0.
//
// A witness is a list of entries about one program and one property. An
// invariant_set claims that C expressions hold at loop heads and other
// places, and helps to prove the program correct. A violation_sequence is a
// list of segments of waypoints; a run that passes one waypoint of each
// segment in order, the last of them the target, violates the property.
//
//	written by   New* from a Result of the verifier   (write.go, violation.go, correctness.go)
//	read by      Read, every complaint positioned      (read.go, lint.go; fields.go)
//	checked by   package check
//
// # Places
//
// A location is a file, a line and a column, both counted from 1; a column
// counts characters, not bytes. The text there depends on the kind:
//
//	loop_invariant      the keyword while, for or do
//	location_invariant  the first character of a statement, or of a declaration in a block
//	assumption          the same; the constraint holds before it
//	branching           the keyword if, while, for, do or switch, or the ? of a conditional expression
//	function_enter      the parenthesis that closes the arguments of a call
//	function_return     the same
//	target              the first character of the statement or full expression that violates
//
// A constraint is a C expression over the names in scope (assumption), true or
// false or for a switch a number or default (branching), or \result compared
// with a constant, in the format acsl_expression (function_return); the other
// kinds have none. A segment has any number of waypoints to avoid, and ends
// with one to follow. The target is alone in the last segment.
//
// # What is written
//
// A violation: one segment for each value that an input function returned in
// the trace, for each decision by a statement, for uninitialised variables that
// are read, and for the target. Not expressible, and left out, are addresses,
// values that are not finite, inputs whose call is expanded from a macro, and
// conditional expressions, which some readers of the format refuse. A place is
// left out with all its visits, so that a reader who goes by the first visit
// in a segment meets the right one; where a long trace is thinned, too. Inputs
// may be missing at the end, where only the target is waited for.
//
// A proof: for each loop statement, what the rechecked annotation says about
// the places its iterations pass (verifier.Annotation), all call stacks and
// copies of recursive functions together. A state of the annotation becomes a
// conjunction; conjuncts without a C expression over the names in scope are
// left out; states become a disjunction. The annotation of a complete unrolling
// is that of the value analysis alone. An empty set says that the program is
// correct and no more.
//
// Expressions mean what the terms mean, modulo 2^w, by C's own conversions, and
// are free of side effects and undefined behaviour (cexpr.go). Pointers are
// compared with null, with each other and with addresses of objects only:
// other claims would rest on our layout of memory.
package witness
