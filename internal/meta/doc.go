// Package meta changes the text of C programs in ways that must not change
// what is true of them, and plants violations that a run is known to reach.
//
// Verification tools have no oracle for the programs that people write; a
// metamorphic relation is one: a program and its transformation have the same
// verdict. Each transformation works on tokens, applies wherever it can, and
// leaves what it is not sure about alone. That the result is C is for the
// caller to check (a program that does not compile is not a case).
package meta
