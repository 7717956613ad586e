// Package fault is the common basis of fault localization methods: what a
// method is, its input and its result, and the techniques that several methods
// share.
//
// # Problem
//
// A program fails on some input: an assertion is violated, its behaviour is
// undefined, its output or exit status is not what it should be. A method
// takes the failing run, and passing ones if it needs them, and names the
// statements to look at, the most suspicious first.
//
// # Parts
//
//   - Method, Input, Result (method.go, input.go, result.go): methods are data.
//     They do not import each other; package fault/methods lists them.
//   - Together (together.go) runs methods side by side, each within its share
//     of the time. An Input makes once whatever they need in common (input.go).
//   - Oracle (oracle.go) decides whether a run passes, fails or is unresolved,
//     and how it fails.
//   - Delta debugging (reduce.go): the algorithm ddmin of Zeller
//     and Hildebrandt, Simplifying and isolating failure-inducing input, TSE
//     2002, and a coarse-to-fine reduction of inputs by lines,
//     tokens and characters.
//   - Forced re-execution (rerun.go): changed copies of the failing run share
//     what comes before the change. Two methods build on it, predicate
//     switching (switch.go) and value replacement (replace.go).
//   - Slices (slice.go): dynamic and relevant slices as methods, ordered by
//     the number of dependences to the failure.
//   - Locate (locate.go) runs the failing test and finds the statement
//     instance at which the failure shows.
//
// # Deviations
//
// ddmin tests every configuration once. As in the paper, results are
// 1-minimal, not minimal.
//
// Predicate switching does not stop at the first critical predicate, and visits
// the branches in rounds instead of strictly backwards: first the branch
// instances in the relevant slice, of each branch the last instance, then the
// last but one of each, and so on; then all others. A branch whose switching
// only keeps the run from coming to the failed assertion is ranked behind those
// that let it succeed, and the branch of the assertion itself is not switched.
// Value replacement replaces what a statement writes, where the paper replaces
// what it reads; for branches it switches the outcome.
package fault
