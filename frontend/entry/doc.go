// Package entry writes C text that calls one function of a program with all
// arguments that its declaration allows, so that functions can be verified that
// no main calls.
//
// Problem: a developer asks about a function of a library. A verifier asks about
// a program. What is between them, the preconditions of the function, stands in
// nobody's text: how long strings are, whether pointers may be null, which
// parameter is the length of which array.
//
// The text makes each argument from its type: numbers are inputs, pointers lead to
// fresh blocks of what they point to, structures are made member by member. It is
// unrolled here, up to Config.Depth and Config.Length, rather than written with
// recursive functions, since straight code is proved at once. What was assumed on
// the way is a list of sentences (Harness.Preconditions), which answers print, and
// which are the comments of the text.
//
// A contract in the comment before the function (ACSL) says what is required and ensured.
//
// To be read in this order: entry.go (functions, callbacks, and what is
// asked of them), contract.go and predicate.go (contracts),
// stub.go (what has one and no body), parameters.go and object.go
// (which number is the length of what), value.go (values
// by type), spelling.go (types as C text).
package entry
