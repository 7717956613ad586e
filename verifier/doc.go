// Package verifier proves that no error location of a program can be reached,
// or finds traces that reach one.
//
// # The loop
//
// All paths from the start of the program to an error location form a regular
// language, the language of the program automaton (package hoare). The run
// keeps an automaton of the error traces that remain and makes it smaller
// until it is empty:
//
//	remaining := program automaton
//	for remaining is not empty
//	    take a trace from it
//	    infeasible: explain why, and subtract everything that is infeasible
//	                for the same reason (a Floyd-Hoare automaton)
//	    feasible:   execute it, report it, and subtract everything that fails
//	                in the same way (a danger automaton)
//
// If it becomes empty without a feasible trace, what was subtracted is the
// proof. This is trace abstraction (Heizmann, Hoenicke, Podelski) with the
// danger automata of paper 003, whose difference from one trace to the next is
// what makes the traces of --multi-trace different.
//
// # A run from start to end
//
// Verify makes a run of the program with recursion unrolled to a few calls,
// and makes another, deeper one as long as a deeper call is reachable
// (verify.go; what a run keeps is in run.go). A run first unrolls a few levels of the program as it is, for a
// tenth of a second of work: most errors that are close to the entry are found
// there (shallow), and for as long looks among the first states in which
// the program asks for an input. Then it analyses values, which both splits locations by
// what is known there and removes paths that no execution takes (prepare); an
// analysis that takes longer stops halfway and goes on when the other sources
// had their turn (analyst.go).
// The rest is the automaton of the remaining traces (remaining.go).
//
// Traces have these sources, which take turns (search.go). The unroller
// executes all paths symbolically, level by level of loop iterations; it finds
// shallow errors fast and proves programs with short loops completely. The
// unwinder unrolls one loop after the other until each ends, and merges what
// leaves it: it proves programs whose loops end after a few rounds (unwind.go); both
// orders are in package unroll. The explorer executes from one input to the next,
// with each value that the program distinguishes, and goes on from new states only; it
// finds errors after long sequences of inputs, and for some texts of a program that
// reads texts, which it executes on such as are made of the program's own words. The executor runs the program on
// generated inputs; it finds errors after long loops. The picker takes the shortest
// remaining word for each error location in turn; it is the only one that never gives
// up. Two look for inductive invariants (package inductive): the foreteller
// (sources.go) for one about the numbers of the program, which proves what it can of
// all assertions at once, and for each assertion that is left for one about all
// elements of the arrays that it reads, or of all elements of a list; and for what
// that leaves open, the framer (sources.go) learns clauses from cubes that lead to an
// error. Where there is recursion, one more looks for contracts with which the program
// is proved in a copy without (sources.go, package contracts). Each turn is measured
// in work, not time, so that no source starves another and the load of the machine
// changes nothing.
//
// A word is decided by executing it symbolically (refine.go). If it is
// infeasible, an unsatisfiable core says which statements matter, and
// predicates that hold along the word are computed backwards
// (package predicates); where the word goes round a loop, predicates guessed from
// executions join them. The
// Floyd-Hoare automaton that they span is subtracted (refine.go), the word
// alone if no predicates were found.
//
// A feasible trace must pass one gate, whatever its source (admit.go): it may
// not depend on values that nothing determines, the C library must agree with
// it where it knows the answer, which else becomes a fact of the program with
// which the run begins again (facts.go; what executions ask is known at first), and the interpreter must reach the
// error with the inputs of the trace. Then it is recorded, its assignments are
// marked, and its danger automaton is subtracted (traces.go). Marks that all traces
// have are asked about once more at the end (everywhere.go).
//
// An undecided word is removed and remembered as a gap (known.go, open.go); one gap
// is enough to make the answer UNKNOWN, which names the construct that the work
// went into (obstacle.go). At the end the verdict is drawn
// (conclude.go): FALSE if there is a trace; TRUE if nothing remains, there is
// no gap, and the proof survives a second look: every step of it is decided
// again by an encoder that neither rewrites nor caches, its regions of memory
// are confirmed by an analysis that shares no code with the first, and that
// the automata cover the program is computed anew (recheck.go, on two processors:
// portions.go). A proof becomes invariants for a witness in invariants.go.
//
// # Guarantees
//
// No FALSE without a replay, no TRUE without a recheck. Unknown answers of the
// solver, interpolants that prove nothing and guesses that are wrong cost
// precision or time and never soundness. The same program and limits give the
// same answer, unless a limit of real time ends the run.
package verifier
