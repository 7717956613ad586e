// Package purpose says what of a program is not what it does: what checks it, what
// watches it for a check, and what gives it inputs.
//
// To change such a part makes a failure disappear and repairs nothing, and nobody looks there
// for a fault. Methods of localization, relevance and repair ask here, so that they agree. All
// is decided on the graph; no names are asked about.
//
//   - Inputs: statements that take a value from outside, and what only hands one on
//     (Takes, Given); branches that end the program for inputs that it need not take (Limits).
//   - Checks: what only leads to an error (Doomed), or decides only whether something is
//     checked (Guards), procedures that fail or end the program unless something holds and
//     have no effect (OnlyChecks), and variables that are given to one procedure alone
//     (Feeders).
//   - Monitors: variables with constants in them that decide about nothing but the failure:
//     states of an automaton that observes, flags that remember, counts.
package purpose
