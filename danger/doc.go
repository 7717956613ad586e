// Package danger builds danger automata (paper "Static fault localization for
// simple bugs", sections 4.3 to 4.5): given the automaton of the error traces
// that remain and one feasible trace, an automaton that accepts the trace and
// others like it, every feasible prefix of which has a feasible continuation.
// Subtracting it makes the search continue with different traces.
//
// Definition 4.2: an automaton is a danger automaton if a mapping f from its
// states to predicates exists with
//
//	(4)  f(q) is satisfiable for some initial q
//	(5)  f(q) implies the union of pre(f(q'), s) over its edges (q, s, q'), for each q that is not final
//
// The canonical danger automaton (section 4.5) takes the predicates
// phi_n = true, phi_i = pre(phi_{i+1}, s_{i+1}) of the trace, gives each state
// of the remaining automaton those that satisfy (5), as the least fixpoint
// from the final states, and has the pairs (state, predicate) as states and
// every edge whose source predicate intersects pre of its target predicate as
// transition.
//
// # Algorithm
//
// Ours is a danger automaton with fewer states that accepts more. A state q of
// the remaining automaton has one predicate f(q), a union of conjunctions
// (Preds). It is computed backwards, one strongly connected component after
// the other, from
//
//   - the predicates of the found trace along its run;
//   - pre(f(q'), s) for each edge whose letter s is made of branches of traces found so
//     far, in full: what was seen is followed wherever it leads;
//   - where other edges lead to annotated states, those candidates that
//     satisfy (5): predicates of successors (the frame rule), predicates
//     computed at the same program location, and all of the found trace. As in the paper, a part that no
//     trace has seen is taken in only where a known predicate does not notice
//     the difference.
//
// Conjunctions are simplified by their own literals, and two are merged into
// one where that needs no more conjuncts (simplify.go). So a sequence of n
// diamonds that traces have passed on both sides costs n merges, not 2^n
// predicates.
//
// States are first split by the values of some variables, such as the state of
// a state machine (values.go): predicates of different values do not merge, and
// of those computed backwards most are of values that no execution has there.
//
// Loops are followed a few times round. Beyond that, a weaker predicate at a
// loop head is accepted at once if a term decreases with each round (loops.go):
// without such a term one would leave the least fixpoint, and in the greatest
// one every state has the predicate true.
//
// # Deviations from the paper
//
//   - Instead of the pairs (q, phi) there is one state q with the union of its
//     predicates. (5) holds for a union if it holds for each part, and the
//     edges of the union include those of the parts. The automaton is thereby
//     a part of the remaining one: deterministic, inferior by construction,
//     and subtracted without a subset construction.
//   - What begins with a step that the values rule out is accepted, too: no
//     execution begins so.
//   - The predicates are not only those of the traces; Definition 4.2, and the
//     argument for progress after Proposition 4.5, allow any.
//   - Only final states at the trace's own error location are annotated, so
//     that a danger automaton never removes traces to another assertion.
//   - pre is computed without quantifiers: choices are projected away exactly
//     where possible and otherwise under-approximated, around the found
//     execution or around a model. A smaller pre keeps condition (5) true.
//   - Unions and passes over a component are bounded. The rule is monotone and
//     every stage of its fixpoint satisfies (5).
package danger
