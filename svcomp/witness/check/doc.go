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
// # What it shares with what it checks
//
// It is independent of how a witness came about. A witness is read as text, whatever
// wrote it. Nothing of the run that proved or found something is used: no automaton, no
// invariant of values, no trace, no memory of regions. Each invariant is an assertion of
// a new program, whose proof begins at nothing, and each run is executed. So a wrong
// conversion of a term to C, an invariant at the wrong loop, a proof that does not cover
// the program, or inputs in the wrong order are found.
//
// It is not independent of what a program means, and cannot find a mistake there in a
// witness of ours, since both sides make it:
//
//   - package frontend, with the models of the library, lowers both programs. Another
//     one would be a second front end; against this one's mistakes stand the
//     comparisons with gcc.
//   - package verifier, with encoder, solver and recheck, proves both. Its answers are
//     rechecked and replayed as for the user's program.
//   - ctree.Outline says where loops, branches and calls stand in the text, for
//     writing (witness.position) as for reading. What is a place is one fact of the text,
//     and two readings of it would have to agree; the tests check witnesses written by
//     hand, also in the styles of other tools.
//   - the types and the reader of package witness, which complains of what it does not
//     know. What is written is text of its own (write.go), which reads it back only in
//     the tests.
//
// It does not ask for the premises of a proof (verifier.Config.Premises): that no access
// strays and nothing else undefined happens is taken for granted, as the competition's
// rules do for reachability, and a confirmed set of invariants says no more.
//
// Deviations: an assumption or a result may be in either format; a target in
// the body of an error function, instead of at its call, is undecided.
//
// Reading order: answer.go, check.go, files.go, insert.go, then correctness.go with
// expr.go, or execute.go and violation.go.
package check
