// Package repair tries changes of the program: candidates at the places that
// the failing run executes are made in the source text and executed on the
// failing and the passing runs. A change that makes the failing run pass and
// keeps the passing ones says where the fault is and what to write instead;
// what all changes of a line do says how suspicious it is (Moon, Kim, Kim, Yoo:
// Ask the mutants, MUSE, ICST 2014; Papadakis, Le Traon: Metallaxis-FL, STVR
// 2015).
//
// # Execution
//
// Package repair/candidate writes the changes, and a text that has them all in it, of which
// variables choose. A run of that text is stopped after its initialisation; a candidate is a copy of
// it whose selector has another value. Places that a run does not reach change
// nothing in it and are not executed. Where there are many, they are lowered and
// executed in portions, the likeliest few thousand first, since lowering all takes
// longer than the default answer may. Changes of holes have their turn after each portion, if
// no other single change passes all runs; then pairs of changes at the likeliest lines, and
// then what repairs some of the failing runs is completed by what, together with it, repairs
// the next, up to three changes.
//
// Candidates are executed in the order of the suspicion of their line times the
// prior of their kind: first on the failing run, and only if that passes on the
// other runs, starting with those that most candidates broke: passing tests
// whose coverage is closest to the failing run, and some from all of the suite.
// Those that pass are executed on all other tests, too. The amount is bounded by
// work, not by time.
//
// # Answer
//
// A fix is a change with a reason: the changed text, parsed again, passes all
// runs. Where only an assertion, or undefined behaviour, tells right from
// wrong, correct runs are sampled on inputs near the failing one, with
// which its branches go other ways (concolic.Near), and must stay correct, and where behaviour is undefined leave the same numbers if they print nothing
// (except for counters, which nothing reads after their loop); the verifier may prove the changed text, or refute it by a run that
// then judges all other changes, too; and the change must not
// disarm the assertion (Disarmed). Everything else is evidence for its line.
//
// A test that has its data in its text is its only run: what it does, and prints, behind the
// assertion that held last may be done in error, and says nothing against a change.
//
// One counterexample and a few right runs tell little, so failing runs are
// sampled, too, which a change has to repair; and changes that experience speaks against
// (Doubt) are suggestions, no fixes: something is computed for nothing then, values are
// related that the program keeps apart, a check decides nothing any more. So are those that
// others rival which do something else, in the known runs or in their function on other
// arguments (ambiguous): the likelihood of what changes do is that of their kinds among the
// fixes of developers, divided among the changes of a line.
//
// To be read in this order: method.go (the whole), prepare.go and widen.go (which changes
// are in the text), trial.go, sample.go and texts.go (tests and runs made of them), search.go and
// pairs.go (the execution), check.go, flows.go, disarm.go and reach.go (what evades the
// check), rank.go (places), behaviour.go, isolated.go, early.go and disturb.go (which of
// several is meant), doubt.go, contradict.go, vacuous.go, unread.go, overwritten.go, mixed.go and
// abstract_types.go (what speaks against one).
package repair
