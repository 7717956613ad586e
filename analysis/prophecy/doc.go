// Package prophecy foretells, in a copy of a program, where an assertion will
// read memory.
//
// A fact about all elements of an array, such as a[k] == 42 for every k below
// i, has a quantifier. With k fixed it has none. So the copy has a prophecy
// variable k (Abadi and Lamport, The existence of refinement mappings, 1991),
// which is arbitrary at the start and never changes. Where the assertion
// reads a[x], an execution decides whether it does so for the last time before
// the error, and continues with that decision only if x is k. An invariant of the
// copy about a[k] is one of the program about all elements, and the one element
// that can falsify the assertion is the one it talks about. Memory itself is
// not abstracted.
//
// # Why it is sound
//
// Let an execution of the program reach the error location. Each site, an edge
// with what it reads, was executed for a last time, or never. The execution of
// the copy in which every k has the value that its index has there (any value,
// if never), and which decides "last" there and nowhere else, passes all
// conditions that were added: it reaches the error location of the copy. So if
// that is unreachable in the copy, the program's is. This holds for any choice
// of sites; they decide only whether a proof is found.
//
//	state 0   the site was not executed
//	state 1   it was, and will be again before the error
//	state 2   that was the last time: to execute it again is not allowed
//
// The error location asks that no site is in state 1.
//
// An error location in a procedure such as __VERIFIER_assert is reached by
// several calls. There is a copy for each of them, in which it is the last call
// of the procedure: the error asks that its site is in state 2, and no other
// call is allowed then. The error is unreachable if it is so in every copy.
//
// Templates proposes invariants of the copy, which others have to check. Facts
// does the same for a program as it is, about its variables and the members of
// its structs.
package prophecy
