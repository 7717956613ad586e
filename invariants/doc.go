// Package invariants localizes faults by likely invariants: what held in a few
// runs that pass and are close to the failing one, and does not hold in that
// one (Sahoo, Criswell, Geigle, Adve: Using likely invariants for automated
// software fault localization, ASPLOS 2013).
//
// # Method
//
//  1. Runs. Good inputs, on which the program does what it should, and bad ones,
//     on which it fails as on the given one, come from tests, and from the
//     failing input by deleting parts of it (Algorithm 1) and by replacing
//     numbers in it (Algorithm 2); the ones closest to the failing input by edit
//     distance are taken, eight of each.
//  2. Range invariants (section 3.1.1). A point is a load, a store, or the
//     result of a function. Each point that some good run executes has the range
//     of values that the good runs have there. A point with a value outside of
//     its range in the failing run is a candidate.
//  3. Slice (section 4). Candidates stay if an instance with a value outside of
//     the range is in the dynamic backward slice of the symptom, over data and
//     control dependences.
//  4. Dependence filter (section 5.1). A candidate is dropped if the search of
//     step 3 comes from an instance that fails its invariant to another such
//     instance and meets no instance with an invariant on the way: it went wrong
//     because the other did.
//  5. Several failing inputs (section 5.2). Steps 2 to 4 are done for each bad
//     input. The candidates that most of them agree on are the final set.
//     After it follow the other candidates, by the number of bad inputs that have
//     them, and then what each filter removed, the last filter first (section
//     2.4).
//  6. Expressions (section 6). With each candidate goes the largest part of the
//     program that computes it in the failing run without a load, a store or
//     the result of a function: the fault may be anywhere in it. A second pass, which
//     the paper proposes, looks at the values of local variables within the
//     expressions of the final set: what computes only one that keeps its invariant is
//     right, and what depends on one that breaks it follows from that.
//
// If memory is used wrongly, the statement that does so is a candidate, too
// (section 8).
//
// # Inputs
//
// Other inputs are made where the tests have fewer passing runs than are taken,
// and the outcome of a run can be told: by a correct program, which also says what is not an input, or by an assertion or undefined
// behaviour, which no correct run has. Algorithm 1 takes inputs apart in the
// order of their distance and runs none that is farther than what it has, so
// that its result is that of the whole search. Algorithm 2 varies
// numbers only, which are told without a grammar. Among equally close inputs those
// are preferred that differ in different places: with all of them in one number,
// no value of that number in the failing run would be in range.
//
// # What counts as a load
//
// Global variables, and memory: arrays, heap blocks, and locals whose address is
// taken. Other locals are not monitored; a compiler keeps them in registers.
// Nothing is monitored in functions of the C library, nor are initialisers.
//
// # Missing code
//
// Ranges say little about code that is missing, which the paper leaves for
// control-flow invariants. Here a branch that goes a way in the failing run
// that it goes in no good run fails such an invariant. It is a candidate if it
// is in the slice, does not depend on another candidate as above, and all bad
// inputs agree. These candidates have no part in the filter of section 5.1:
// close inputs often differ in branches that have nothing to do with the fault.
//
// # After the final set
//
// The final set is what the filters leave, and nothing is added to it. A user who
// does not find the fault there reads on (section 2.4): what only some of the bad
// inputs agree on, what follows from other candidates, what the slice removed.
// In small programs
// hardly anything may break the invariants of eight runs. If nothing but inputs does,
// what breaks the invariants of the closest 4, 2 and 1 of the good runs, which are
// narrower, is listed, and stores of locals that a compiler keeps in registers, which
// are monitored only then. The statement where the failure shows is listed whatever
// the failure. A fault that computes the same in all runs, such as a wrong
// constant, breaks no invariant: statements that the failure depends on follow, the
// ones first whose execution is most similar to failing in the runs that are
// compared (section 8.4 leaves that combination open).
//
// That similarity orders all parts of the list, with the number of failing runs that
// agree. Inputs and ways of branches come last in each part. Candidates of one
// statement are read together and count as one.
//
// Where every input fails that is close to the failing one, there are no
// invariants, and only statements that the failure depends on are listed.
//
// A load that breaks its invariant goes on to the statement that stored the
// value if that statement stores the same in all runs. It cannot be a candidate
// itself, and may be the fault: a wrong entry of a table.
//
// # Deviations
//
// In the paper all bad inputs have to agree on a candidate of the final set. Its
// inputs differ from the failing one in a token or two; tests differ in more, and
// the intersection is most often empty. Here most of them have to agree, or, if
// they agree on nothing, as many as agree on anything.
//
// The slice is the relevant one: summary control dependences lead from a value
// that was kept to the branch whose other way would have changed it. A branch
// that skips a statement by mistake is in no dynamic slice.
//
// Inputs, copies of them, and what they choose from a table differ between runs
// because the runs do. In the paper's filter the first load of an unusual input
// drops all that is computed from it. Here inputs drop nothing, and storing one
// is not a candidate (inputs.go).
//
// Of a pointer only is monitored whether it is null: distances between addresses
// say nothing about a program.
package invariants
