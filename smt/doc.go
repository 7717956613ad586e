// Package smt decides quantifier-free formulas over Booleans, bit-vectors,
// arrays and uninterpreted functions (package logic).
//
// # Problem
//
// A verifier asks tens of thousands of small questions that resemble each
// other (Hoare triples), some medium ones (traces, their cores) and a few huge
// ones (bounded unrolling). One persistent incremental instance is slow for
// the first kind, because it assigns everything it ever saw; so each question
// gets a fresh, small instance, and most get none at all.
//
// # Pipeline
//
// Solver.Check runs these stages until one answers:
//
//  1. form: a conjunct False, a conjunct and its complement, nothing left;
//  2. cache: the same set of conjuncts was asked before;
//  3. candidate models: a recent model satisfies the conjunction. Values of
//     terms are remembered per model, so that this costs little;
//  4. propagation: equalities are solved for a variable and substituted;
//     stages 2 and 3 look at the rest again;
//  5. slicing: parts that share no variable are decided one by one, each by
//     stages 2, 3 and
//  6. the Engine, on a fresh instance.
//
// Every model is validated by evaluating the formula as it was asked. If that
// fails (parts may share uninterpreted functions) the engine gets the whole
// formula; if it fails again the answer is Unknown. With Config.Recheck every
// Unsat of the engine is decided a second time by another engine.
//
// Core and Session keep one instance for one formula: cores of traces,
// relevance, bounded unrolling.
//
// # Terms and releases
//
// A Solver follows Table.Release: cache entries, values and models drop what
// mentions released terms. Stages that build terms release them before they
// return. A Session must be closed before the terms of its fixed formula are
// released; assumptions may be released at any time.
package smt
