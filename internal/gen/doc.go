// Package gen generates random programs for property tests and decides them
// by brute force.
//
// Program makes small cfg programs: a few variables of 2 to 8 bits, inputs,
// assumptions, branches, loops that may not terminate, arrays, calls and some
// error locations. All accesses are in bounds. The result depends on the
// random source and the options only.
//
// C makes C programs without undefined behaviour, which compute values from
// constants or from a few inputs of small range and report them.
//
// Edges makes C programs about what front ends err in, with more of the
// language, for comparison with a compiler. Layouts does so for types. Fault
// makes functions with undefined behaviour, for comparison with sanitizers.
//
// Recursive makes C programs whose functions call each other, for properties of
// traces with several activations.
//
// Explore is the oracle for Program: an explicit-state model checker that enumerates all
// states (location, return stack, all variables, all memory bytes) with a
// tree-walking evaluator. It is slow and simple on purpose and shares no code
// with package interp or with the logical encoding.
package gen
