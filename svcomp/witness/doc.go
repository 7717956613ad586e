// Package witness writes, reads and checks verification witnesses, the
// evidence that verifiers of the competition exchange, in the YAML format of
// version 2.0.
//
// A witness is a list of entries about one program and one property. An
// invariant_set claims that C expressions hold at loop heads and other
// places, and helps to prove the program correct. A violation_sequence is a
// list of segments of waypoints; a run that passes one waypoint of each
// segment in order, the last of them the target, violates the property.
//
//	written by   New* from a Result of the verifier   (write.go, violation.go, correctness.go)
//	read by      Read, every complaint positioned      (read.go, lint.go)
//	checked by   Check                                 (check.go)
//
// # Checking
//
// The witness is put into the text of the program (insert.go), in the places
// that frontend.NewOutline finds, and the resulting program is verified like
// any other. Lines keep their numbers, and positions are mapped back.
//
// Invariants (check_correctness.go) become assertions. All of them and the
// property are verified together, since each assertion is an assumption for
// what comes behind it: confirmed if all is proved, rejected with the first
// run that breaks one.
//
// Segments (check_violation.go) are counted by a variable. With S(k) the k-th
// segment, the code at the place of a waypoint w is
//
//	if (segment == k) {
//		if (passes(avoided)) stop;           for each to avoid here
//		if (passes(w)) segment++; else stop; for the one to follow
//	}
//
// so that the first evaluation in its segment decides. Error locations count
// where the target is, with all other segments behind. The run on the inputs
// that the witness gives is tried first.
//
// Deviations: an assumption or a result may be in either format; a target in
// the body of an error function, instead of at its call, is undecided.
package witness
