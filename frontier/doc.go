// Package frontier finds root causes of a failing run between cuts of its
// dynamic dependences (paper 001: Li, Li, Huo, Feng: Locating software faults
// based on minimum debugging frontier set, TSE 2016).
//
// # Problem
//
// One run fails. Between the statement instances whose values are still right
// and those whose values are wrong there is a fault. Nobody knows the right
// values, except at the failure. So values are altered: where another one makes
// the failure disappear, the value is taken for wrong.
//
// # Definitions
//
// The analysis domain DDG<V_begin, V_end> are the instances that V_end depends
// on by data, control and summary control dependences, down to V_begin; at
// first it leads from the entry to the failure. A minimum debugging frontier set
// is a smallest set of instances without which V_end does not depend on V_begin
// any more. A combination of its instances is polluted if other values for them
// make a property hold: the one that is violated at the failure, or one derived
// from it.
//
// # Algorithms
//
//   - Algorithms 1 to 3, dependences: package interp; graph.go.
//   - Step 1 of algorithm 4, the frontier: a minimum vertex cut (cut.go), among
//     those of one size one with the shortest dependence chains to V_end
//     (domain.go).
//   - Step 2, polluted entities: the run is executed again from a copy before
//     the instance, with other values (pollute.go), one instance at a time, then
//     combinations without polluted subsets.
//     Where no alternate value does, the values become symbols, and paths are
//     explored one at a time (algorithm 5: explore.go, symbolic.go, printed.go).
//   - Step 3 (core.go): if nothing is polluted, the fault comes after the
//     frontier, which becomes V_begin (claim 3.2); else it comes before it, and
//     the polluted entities become V_end (claim 3.3). If these are all
//     branches, the property is from then on that one of the polluted
//     combinations of branches goes the other way (property.go).
//
// Where the domain has no frontier any more, V_end are the suspected root
// causes, the polluted entities found before them the transitive causes.
// Several faults in one failure (section 4.3) are found as long as they lie on
// one side of each frontier: an entity of V_end that no instance of a later
// frontier leads to has ended, and stays a root cause while the
// search continues for the others.
//
// # Other runs
//
// In a small program nearly every value that the output depends on can be altered
// so that the failure disappears: an initial value, the bound of a loop. Section
// 4.1 calls that "two wrongs make it right" and takes it for rare; here it is what
// leads past the fault most often. Where there are other runs they are asked
// (evidence.go):
//
//   - A polluted entity is implausible if a passing run fails with the same
//     alteration, at an instance of the statement that reads the same values, or,
//     of conditions, at instances that read values around those. If nothing that
//     may be wrong leads to it, it is correct.
//   - If all polluted entities of a frontier are implausible, the search goes on
//     before the frontier, and comes back to what is after it.
//   - Up to four other failing runs are analysed in the same way.
//
// Root causes are the polluted entities with which the whole output is as
// expected, of these those whose statements are polluted in most of the other
// failing runs, of these the plausible ones, of these those that depend on no
// other one. Altered states are wrong in the end if they are other ones in a run that
// another value for one instance of the root cause sets right (verdict.go). Root
// causes are listed first, then all other statements that the failure depends on,
// each group in the order of its odds (order.go): what is known of the alterations
// of a statement, how many passing runs execute it, and its distances from the root
// causes and from the failure. Statements are changed, at all instances in all runs,
// by package repair.
//
// # Deviations
//
//   - If no entity at all is polluted, a weaker property is tried: that the first
//     wrong byte is as expected, or that the run comes to the failing statement
//     and does not fail there.
//   - Inputs belong to no analysis domain; in the paper they are altered, and then
//     their first use is reported, whether or not that could be altered.
//   - A branch of a frontier whose other outcomes do not make the property hold is
//     altered together with its being executed: if the branch around it is polluted,
//     that is taken in its place (else if).
//   - Statements that the user did not write, and those without a value that
//     can be altered, pass dependences on but belong to no frontier.
//   - A summary control dependence is left out if its branch is around something
//     else that the instance depends on: then a chain of dependences leads there
//     anyway. Of one instance the latest 200 are followed.
//   - In domains of more than 5,000 instances the frontier is the minimum cut that
//     lies before all others, instead of the one with the shortest chains.
//   - A loop is a chain of frontiers. Once a statement was polluted in eight of them,
//     the next one is twice as many instances away as the last one was.
//   - Where V_end depends on V_begin directly, no cut exists. The dependence is
//     left out then, as what it leads to is known to be right, and the search
//     continues on the other ways.
//   - The re-derived property holds, too, where the original one does and a branch
//     of the polluted combinations is not executed any more: then it is not only
//     its outcome that was wrong.
//   - Instances of the re-derived property correspond by execution index. In runs
//     of more than a million instances the property stays the original one.
//   - Combinations have at most three members, and there are at most 20 for one
//     frontier.
//   - Floats are not symbols. Where a wrong number is printed, values with which the
//     expected one is printed are found by the secant method (numeric.go).
//   - Symbolic exploration proposes values, an execution decides. So library
//     functions, floats and addresses may be those of the path, and the length of
//     a path is bounded by that of re-executions instead of by seconds. Of one
//     combination at most 24 paths are explored.
//   - Other values of pointers are null and those that the statement had anywhere
//     in the run, never symbols: a solver takes numbers that are not addresses. A read at
//     a symbolic address may be of any of the nearest elements of the object
//     (places.go); a write there is to the address of the path.
//   - What library functions make of arguments of the command line is an input.
//   - What is altered at a call are its arguments, at a function such as scanf
//     what it writes.
package frontier
