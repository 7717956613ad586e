// Package causal explains a failure by its causal path: the chain of wrong
// values that leads from the cause to the failure (Sumner, Zhang, Jagannathan:
// Comparison-based computation of causal paths for software failures).
//
// # Definitions
//
// The failing run F is compared with a reference run P on the same input that
// is right: that of another version of the program, or F itself with one branch
// or a few taken the other way (predicate switching). Instances of the two with
// the same execution index are aligned. At an aligned pair a cell of the state, a
// variable or a scalar in memory, is a value difference if the runs have
// different values in it.
//
// # Algorithm
//
// From the end of the runs backwards the relevant set Γ of differences is kept:
// those that bring the failure about. It begins with what shows the failure
// (rule Initialization), here the text printed up to the first wrong piece, or
// how the run ends. Rule Single-Step finds before each pair a minimal set of
// differences that induces Γ before the next pair: P, executed from the pair on
// with these values of F, comes to the index of the next pair and has the
// values of F in Γ there (rule Induction). Delta debugging makes the set
// 1-minimal. The path consists of the definitions in F that gave the elements
// of Γ their values. It ends where an element of Γ is not induced by anything:
// there the runs part.
//
// Between pairs that follow each other in both runs an execution is seldom
// needed: no element of Γ is defined (Def-Free), or one is by the same operands
// (Definition).
//
//	run.go       what a run read and wrote, and copies of the machine
//	mapping.go   which of P's variables, statements, blocks are F's, also of pointers
//	versions.go  the same for two versions of a program
//	path.go      the rules
//	roots.go     where nothing induces a difference: the beginnings
//	step.go      candidates and executions of Single-Step
//	explain.go   the path in words
//
// # Deviations
//
// Candidates. Rule Induction allows any differences. Where both runs execute
// the same code, P with all values of F does what F does; so only differences
// that F reads between the pairs, or that are in Γ, can be in a minimal set.
// Otherwise what P reads is added until nothing else is read.
//
// Predicates. The kernel language of the paper tests variables only. A
// condition of C is a definition of its outcome here, which lives for one
// entry: the path has the branch as a step of its own.
//
// Roots. Where Γ is not induced as a whole, the elements that are not become
// beginnings of the path, and the search continues with the others. If F does not
// define such an element there, as with missing code, its last definition is
// the beginning.
//
// Fast passes. Rule Definition takes all operands that differ, which need not be
// minimal: of x = a || b one may do. It is applied where one operand differs.
// Rule Def-Free supposes that a predicate tests one variable: one that reads
// several differences, some in Γ and some not, may go in P with those of Γ where
// it goes in neither run. Where a statement reads both Single-Step is applied.
// With these conditions theorem 2 holds.
//
// Pointers are equal if they lead to the same place in blocks of the same
// index, or, as in figure 9, in blocks of equal content. Replacing a pointer to
// a block that P has, too, changes nothing else; only a block that it does not
// have is copied.
//
// Versions. Code after a guard that leaves the function, the loop or the
// iteration is control dependent on it, so that a guard or a break more or less
// would keep it from being aligned. It belongs to the region around it here.
// Switches are the same with a case more; the cases are.
//
// Partings. Where F is inside of a branch that P is not inside of, P's code may
// not do what F does even if the branch is turned: it may turn again in the next
// round. Rule Induction then has nothing to confirm, and control dependence
// counts: the path goes on with the branch. A part of a condition after which P
// has another part is such a branch, too. A statement that P does not execute
// at all is a beginning.
//
// Missing code. Where P leaves a function or loop by a guard that F lacks, the path
// begins with what F executes next. Where P gives a value and F does not, it begins
// where F has the old value from, and at the statement after which, before which or
// in place of which P gives another, in the activation that does. The use of a value
// that was never given is compared with P's.
//
// A path cannot begin at code that only the text of the program shows: declarations,
// sizes and types that both runs have without an instance for them, and whole
// functions that P does not call. It then begins at the first value that follows.
//
// Reference run. Of the switches that make the run pass the earliest is taken,
// with which the path explains most. Where no single switch does, several may, and
// in the last resort one that is right beyond the first wrong word of the output
// is a reference: what is printed later is not compared.
//
// The state includes streams, files and random numbers as one cell.
package causal
