// Package emit makes the statements of one procedure: control flow, values in all
// types of C, and memory. It knows what is made and which blocks are open, and does
// not look at the syntax of bodies, which package frontend lowers, nor at what
// functions of the library do.
//
// Reading order, what is used first:
//
//  1. program.go: Program, Emitter, Value and Place, procedures, and what else is kept;
//     frame.go: the frames of functions with functions inside.
//  2. storage.go: variables and objects, what is noted of loads and stores, big-endian
//     numbers.
//  3. build.go: expressions, folded as they are made.
//  4. emit.go: names, notes, edges, branches, and what is not supported.
//  5. value.go: loading and storing values; convert.go: conversions, those of composite
//     types too.
//  6. arith.go: arithmetic that C leaves open, or that depends on a rounding mode.
//  7. sizes.go: types of variable size, and what fits into memory.
//  8. words.go: arithmetic of several words, and routines for it.
//  9. calls.go: arguments and results.
//  10. operators.go: the operators of C.
//  11. composite.go, then vector.go, extended.go, wide.go, complex.go: composite types:
//     values that consist of parts, one scalar for each.
//  12. overflow.go: exact results, for builtins that report overflow, and conversions
//     that change values.
//  13. lifetimes.go: blocks, and when objects begin and end.
package emit
