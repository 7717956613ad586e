// Package check decides whether a verification witness is right: a second
// program beside the verifier, which it asks. Only the command
// verify witness check imports it. What a witness is and where its places are
// is in package witness.
//
// The witness is put into the text of the program (insert.go), in the places
// that frontend.NewOutline finds, and the resulting program is verified like
// any other. Lines keep their numbers, and positions are mapped back.
//
// Invariants (correctness.go) become assertions. All of them and the
// property are verified together, since each assertion is an assumption for
// what comes after it: confirmed if all is proved, rejected with the first
// run that breaks one.
//
// Segments (violation.go) are counted by a variable. With S(k) the k-th
// segment, the code at the place of a waypoint w is
//
//	if (segment == k) {
//		if (passes(avoided)) stop;           for each to avoid here
//		if (passes(w)) segment++; else stop; for the one to follow
//	}
//
// so that the first evaluation in its segment decides. Error locations count
// where the target is, with all other segments after it. The run on the inputs
// that the witness gives is tried first.
//
// Deviations: an assumption or a result may be in either format; a target in
// the body of an error function, instead of at its call, is undecided.
//
// Reading order: check.go, files.go, insert.go, then correctness.go with
// expr.go, or violation.go.
package check
