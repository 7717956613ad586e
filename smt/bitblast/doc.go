// Package bitblast decides formulas by translation to clauses.
//
// # Problem
//
// Formulas range from Hoare triples of fifty gates, twenty thousand a second,
// to unrolled programs of several million clauses. Both need small encodings:
// a plain shift-and-add multiplier by -1 is enough to stop a SAT solver.
//
// # Algorithm
//
//   - blaster: terms to words of literals of a hash-consed circuit of and,
//     xor, if-then-else and majority gates with local simplification
//     (circuit.go). Sums add signed, shifted words, coefficients in
//     non-adjacent form, complements' carries shared (arith.go); division by
//     constants is a constraint, by variables a circuit (divide.go).
//   - floats: the exact result and one rounding, for any format (float.go).
//     Sums, products, quotients and roots are words of inputs at first, with
//     facts about sign and magnitude; where a model has another value than the
//     operation, its circuit is added (floatlazy.go).
//   - emitter: the cone of what is asserted or assumed to clauses, each gate
//     only in the directions it is used in (Plaisted and Greenbaum, 1986),
//     conjunctions used once flattened (cnf.go). It can be called again as
//     the circuit grows, so that instances are incremental.
//   - a SAT solver: package sat, or gini (solver.go).
//   - congruence.go: reads of arrays and applications of functions are fresh
//     words. The SAT solver's model is simulated through the circuit; accesses
//     of one cell with different values give axioms of congruence (Ackermann),
//     until the model respects them.
//
// Naive (naive.go) is a second encoder without any of this, for rechecks.
//
// # Assumptions about terms
//
// The first argument of a read is an array variable: logic expands reads
// through writes, and no Boolean or bit-vector term contains another array.
package bitblast
