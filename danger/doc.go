// Package danger builds canonical danger automata (paper "Static fault
// localization for simple bugs", section 4.5): given the automaton of the
// error traces that remain and one feasible trace, an automaton that accepts
// the trace and others like it, every feasible prefix of which has a feasible
// continuation. Subtracting it makes the search go on with different traces.
//
// The predicates are phi_n = true and phi_i = pre(phi_{i+1}, s_{i+1}) along
// every trace found so far. An annotation alpha gives each state of the
// remaining automaton the predicates phi with
//
//	phi  implies  the disjunction of pre(psi, s) over (q, s, q') and psi in alpha(q')
//
// as the least fixpoint from the final states. The danger automaton has the
// pairs (q, phi) with phi in alpha(q) as states and every edge whose source
// predicate intersects pre(psi, s) as transition.
//
// Deviations from the paper.
//
//   - Only final states at the trace's own error location are annotated, so
//     that a danger automaton never removes traces to another assertion.
//   - pre is computed without quantifiers: choices are projected away exactly
//     where possible and otherwise under-approximated, around the found
//     execution or around a model. A smaller pre keeps condition (5) true.
//   - A predicate that satisfies the rule is left out if one it implies is
//     already at the state: a weaker predicate has all transitions of a
//     stronger one, so the language stays the same.
//   - Candidates for a state are the predicates computed at its program
//     location, those of its successors, and preconditions that are
//     predicates themselves. The paper tries every predicate everywhere.
package danger
