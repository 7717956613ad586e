// Package code compiles cfg programs to register code, which package interp
// executes.
//
// There is one slot per variable, constant and temporary; instructions have at
// most two operand slots and a mask that reduces the result to its width. Values
// are kept zero-extended in 64 bits, so that zero extension and Boolean conversion
// cost nothing. Comparisons fuse with branches, and a location with two
// complementary Assume edges evaluates one condition. Fast code counts steps once
// per straight chain, together with the branch that ends it; a stop within a chain
// takes back what was counted too early. Conditions of loops are emitted a second
// time at the way back. Code for replays announces every edge; code that traces has
// an instruction before and after every statement instance and one for each access.
//
// Checks ride along on request and cost nothing where they are not asked for. Flags
// of uninitialised values are left out where a may-analysis shows that a variable
// has a value.
//
// To read: code.go (instructions), compile.go (a program), control.go (locations,
// branches, calls), expr.go, checks.go (overflow and pointers), initialised.go and
// flags.go (values that are missing), trace.go.
package code
