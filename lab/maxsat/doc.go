// Package maxsat localizes a fault by maximum satisfiability.
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
// that the run gives. Hard are the inputs and the postcondition that the failure does
// not show (goal.go); soft is that each source line does what it says: one
// selector for all its statements and all their instances, or on request one
// for each instance. The formula is contradictory. A correction set (CoMSS) is
// a minimal set of lines without which it can be satisfied, the complement of
// a maximal satisfiable subset.
//
// # Algorithm
//
//   - trail.go reads the failing run: what the failure may depend on (its
//     relevant slice, with that of all that was printed before), inputs, what
//     printed, and the addresses that statements used.
//   - unroll.go follows the run. At each branch it also follows the ways that
//     the run did not take (untaken.go), from the same state up to the immediate
//     postdominator, and merges the two states there by the outcome of the
//     branch, which is a symbol of its own. State, journal and merging are those
//     of the terms of a run (hoare.RunState). So a changed condition,
//     or a changed value before it, has the effect that the program gives it.
//     Statements that depend on nothing doubted keep the values of the run and
//     need no terms; a branch that nothing depends on goes as it did.
//   - Memory is a map from addresses to terms, without arrays. An address that
//     is a choice between constants is all of these; of another one those are
//     followed that the statement used in the run, and neighbours (value.go).
//   - comss.go enumerates the correction sets by size: the smallest sets that
//     hit all unsatisfiable cores seen so far are candidates, and each is a
//     correction set or gives a further core. The SAT solver is gini, through
//     package smt/bitblast, with one assumption for each line that stays;
//     cores are made minimal first, since their members are the candidates.
//   - If that formula has too many terms, or its questions take too long before
//     all single lines are known, each line of the slice gets a formula in which
//     it alone is doubted (lines.go), those nearest to the failure first. Such a
//     formula is small, for most of the run does not depend on the line. If it
//     is too large still, branches are kept as in the run, and only the last
//     instances of the line are doubted: what is found then is a correction set
//     all the same, what is not remains undecided.
//   - replay.go executes each model: the failing run again, in which the
//     statements of the set do what the model says, every time they are
//     executed. Only then is a set reported as one that lets the run succeed. If
//     the first model fails, a second one is asked for under assumptions that
//     exclude what the formula does not know.
//
// Lines are ranked by the size of their smallest set, then by whether a run
// confirms it, then by the number of sets of that size; lines of sets that no
// run confirms (Corrections.Open) come last.
//
// # Deviations
//
// The postcondition of a failing output demands the number or character that is
// expected in place of the first wrong one. Where what was printed is not a
// single argument, it only demands another value; text that is wrong as such
// must not be printed, nor anything else that is known to be wrong. Earlier
// output has to stay. Undefined behaviour is excluded in the same
// manner. The statement at which the failure shows may be at fault itself, so it
// is soft like all others, except for a failed assertion.
//
// Values that come only from inputs and the library, and the statement
// that takes them over, are inputs.
//
// A way that the run did not take is excluded if it is longer than maxSteps
// statements or turns in a loop more than maxVisits times, as by unwinding
// assumptions. A load through an address that is not one of the known ones gives
// anything, such a store is lost. Floating arithmetic and library calls are
// functions of which only the values of the run are known. All this lets
// through more changes than BugAssist does, or fewer; the executions tell which
// of them are real. A set is not confirmed, though it may be one, if a statement
// of it fills memory otherwise than by an assignment, or if the model needs
// something that the formula does not know.
//
// Limits: lines of a set, sets, terms, statements outside the run, time for a
// question and for all. When one is reached, the answer is what is known so far;
// its notes say which were, and its figures what was done.
package maxsat
