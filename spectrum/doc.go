// Package spectrum has the methods that others are compared with: MAX-SAT
// localization.
//
// # Problem
//
// A run fails on an input. Which lines would have to do something else for it
// to succeed? (Jose and Majumdar, Cause clue clauses: error localization using
// maximum satisfiability, PLDI 2011; the tool BugAssist, which paper 000
// compares with in table IV.)
//
// # Formulation
//
// The trace formula is the bounded unrolling of the program, with the bound
// that the run gives. Hard are the inputs and the wish that the failure does
// not show (goal.go); soft is that each source line does what it says: one
// selector for all its statements and all their instances, or on request one
// for each instance. The formula is contradictory. A correction set (CoMSS) is
// a minimal set of lines without which it can be satisfied, the complement of
// a maximal satisfiable subset.
//
// # Algorithm
//
//   - unroll.go follows the run. At each branch it also follows the ways that
//     the run did not take (walk.go), from the same state up to the immediate
//     postdominator, and merges the two states there by the outcome of the
//     branch, which is a symbol of its own (state.go). So a changed condition,
//     or a changed value before it, has the effect that the program gives it.
//   - Addresses are those of the run, or those that the other way would have
//     (value.go): memory is a map from addresses to terms, without arrays.
//   - comss.go enumerates the correction sets by size: the smallest sets that
//     hit all unsatisfiable cores seen so far are candidates, and each is a
//     correction set or gives a further core. The SAT solver is gini, through
//     package smt/bitblast, with one assumption for each line that stays;
//     cores are made minimal first, since their members are the candidates.
//
// Lines are ranked by the size of their smallest set, then by the number of
// sets of that size.
//
// # Deviations
//
// A failing output is wished to have the number, or character, that is
// expected in the place of the first wrong one; where what was printed is no
// single argument, only to be another one, and a text that is wrong as such not
// to be printed. Undefined behaviour is wished away in the same manner. The
// statement at which the failure shows may be at fault itself, so it is soft
// like all others, but for a failed assertion.
//
// Values that come from nothing but inputs and the library, and the statement
// that takes them over, are inputs.
//
// A way that the run did not take is excluded if it is longer than mostSteps
// statements or turns in a loop more than mostVisits times, as by unwinding
// assumptions. A load through an address that is not that of the run gives
// anything, such a store is lost. Floating arithmetic and library calls are
// functions of which only the values of the run are known. All this lets
// through more changes than BugAssist does, or fewer, but none that contradicts
// a line that stays on the path of the run.
//
// Limits: lines of a set, sets, terms, time for a question and for all. The
// notes of the answer say which were reached.
package spectrum
