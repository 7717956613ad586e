// Package hoare gives programs meaning as terms.
//
// Problem: the solver speaks of terms (package logic), the programs are graphs
// of statements (package cfg). Everything that reasons about statements with
// the solver goes through here, so that there is one encoding: predicates over
// the states of a program, strongest postconditions and weakest preconditions
// of statements, formulas of traces, Hoare triples, and the automata made of
// valid ones.
//
//	Encoder        variables and regions as symbols, expressions as terms
//	Sym            a symbolic state and the execution of statements on it
//	Letter         a block of statements that run in a row
//	Control        the program automaton over letters
//	Checker        decides triples {p} letter {q}
//	FloydHoare     the automaton that a set of predicates spans
//	Run            a recorded run as terms over its concrete cells
//
// # Static and recorded memory
//
// For the verifier a region of memory is an array, since the address of an
// access is not known. In a recorded run it is: Run gives every value that
// the run wrote a symbol of its own and defines it by a term over the symbols
// read, without arrays. That addresses are those of the run is an assumption,
// which Run.Alias states as conjuncts for those who need it (paper 000,
// section 3.1). See run.go.
//
// # Deviations
//
// Operations on floats are terms in traces (logic.OpFloat) and take their value
// from the run in recorded runs. An uninterpreted function has what the program
// does not determine: sign and payload of a NaN that is computed, and an integer
// that cannot hold the number.
package hoare
