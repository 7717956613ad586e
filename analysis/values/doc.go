// Package values explores a program with sets of values.
//
// It builds an abstract reachability graph: a node is a location, a return
// stack, and facts about variables and memory cells; calls are followed as
// inlined control. The verifier reads the graph as its first Floyd-Hoare
// automaton and rechecks every arc, so that nothing here has to be trusted for
// a proof; it is nevertheless meant to be sound bit-precisely.
//
// An abstract state maps variables and memory cells at constant addresses to
// a value set: up to 16 explicit values, or all values between unsigned and
// signed bounds. Parts of memory known to be filled with one byte (all of it
// is zero at the start) are kept as runs. Transfer functions enumerate
// explicit sets and compute bounds otherwise; assumptions refine their
// operands backwards and filter explicit sets.
//
// Exploration follows a weak topological order (Bourdoncle, Efficient chaotic
// iteration strategies with widenings, 1993). States at one location and stack
// are kept apart, as in explicit-value analysis (Beyer and Löwe, 2013), a
// state implied by an existing one is covered by it. At merge points precision
// is given up in steps:
//
//   - beyond a few states, two that differ in one value are united if the
//     union is exact;
//   - at the limit, keys become coarse for the location: those whose joining
//     unites most states first. States that agree on all other keys are joined
//     and at loop heads widened. The weaker node takes over the arcs of those
//     it replaces, and what only they led to is dropped;
//   - when the whole graph outgrows its limit, the limit per merge point is
//     divided by four and the first step repeated, down to one state per
//     location and stack.
//
// Facts are forgotten at once where strong liveness shows that they cannot
// matter. In the finished graph, facts that no missing arc depends on are
// dropped, and nodes that then look alike are merged.
package values
