// Package emit makes the statements of one procedure: control flow, values in all
// types of C, and memory. It knows what is made and which blocks are open, and does
// not look at the syntax of bodies, which package frontend lowers, nor at what
// functions of the library do.
//
// Reading order, what is used first:
//
//  1. program.go: Program, Emitter, Value and Place, and what else is kept.
//  2. names.go, storage.go: names, notes, variables and objects.
//  3. build.go: expressions, folded as they are made.
//  4. emit.go: edges, branches, and what is not supported.
//  5. accesses.go: what is noted of loads and stores.
//  6. value.go: loading, storing and converting values.
//  7. arith.go, byteorder.go, lossy.go: arithmetic that C leaves open, big-endian
//     numbers, conversions that change values.
//  8. proc.go: procedures and frames.
//  9. sizes.go: types of variable size, and what fits into memory.
//  10. words.go: arithmetic of several words, and routines for it.
//  11. rounding.go: operations under a rounding mode that may change.
//  12. composite.go: values that consist of parts, one scalar for each.
//  13. calls.go: arguments and results.
//  14. operators.go: the operators of C.
//  15. vector.go, extended.go, wide.go, complex.go: composite types, each operator.
//  16. overflow.go: exact results, for builtins that report overflow.
//  17. lifetimes.go: blocks, and when objects begin and end.
package emit
