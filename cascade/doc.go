// Package cascade explains a failing run by a tree of causes (paper 000:
// Yi, Yang, Liu, Zhao, Wang: Explaining software failures by cascade fault
// localization, TODAES 2015).
//
// # Problem
//
// One run fails. Which statements make it fail, and why? There are always
// several answers: a value could have been another one, or the statement that
// set it could have been left out, or one that was left out could have been
// executed. Only the user knows which of them is the fault. So all of them are
// computed and put in order: what directly contradicts the failure first, then
// what could have kept that from happening, level by level.
//
// # Definitions
//
// A critical condition is a branch instance of the run taken the other way. It
// did not hold; the question is why. Its weakest precondition is carried back
// over the run, where pointers are resolved, and collects the conditions of the
// branches passed and, for each access, that its address is that of the run
// (alias conjuncts). Where the formula becomes unsatisfiable, a minimal core
// says what the condition contradicts, and the instances that transformed the
// core are the cause.
//
// # Algorithms
//
//   - Algorithm 1 (search.go, formula.go; portion.go as it is written). The formula before a position is made of the condition and of
//     the conjuncts that it takes to decide it (lines 5 to 9), over summaries of
//     what stretches of the run compute (cone.go); search.find is lines 10 to
//     12, search.core the minimal core, cone.go lines 16 to 18. The core is what
//     remains when conjuncts are dropped one by one, the earliest of the run
//     first, so that it does not depend on the solver.
//   - Algorithm 2 (critical.go). The closest enclosing branch of an instance
//     (lines 2 and 3), and the branches that kept another definition from what
//     it reads (lines 4 to 11); these are the summary control dependences of
//     package interp.
//   - Algorithm 3 (build.go, builder.go). Builder.Next adds one node; S_cc is a
//     queue, so that nodes come level by level, and each critical condition
//     once, below the cause that found it first. Within a level, branches that
//     the tree does not show yet come before further instances of others.
//
// The critical condition of the root is the failure (failure.go): the
// assertion holds; the access is inside of its object, the pointer not null,
// the divisor not 0 (failure.go); the call prints what was expected, which
// is an equation for one argument or one byte of a string (output.go); the exit
// status is the expected one. Where no value could make that true, another
// text was to be printed or the run was to continue, it is the branch around the
// statement, the other way. Where there is no term, it is that the statement
// read something else than it did.
//
// # The order of reading (reading.go)
//
// The tree has all that the failure depends on, and half of it is as it should
// be. So the failing run is executed again with statements of the tree altered,
// one at a time: a branch goes another way, an assignment has another value, at
// one instance or at all. Statements with which the run passes are listed first,
// on whatever level they are: those that decide or compute something, then those
// that copy a value or set a constant; before them the conditions around the calls
// that were open when a check failed, which let through what it complains of, and
// after them those with which the run passes but leaves out most of what it did. All
// others follow level by level, and
// lines that only take inputs come last, as a footnote. Statements of one class
// and level are ties. This needs nothing but the failing run and what is expected
// of it, as the tree does; passing runs are not used.
//
// Causes are read in an order of their own: from the failure on to causes with
// which an altered run passes, and where the reason of one of them is that a
// branch went as it did, to the cause of that branch; only then level by level.
// The lines that only take inputs are footnotes of a cause, since in the paper
// these are assumptions and no instructions, and so are the calls that led to
// its instances, which transform nothing.
//
// # Beyond the branches (beyond.go)
//
// Not every influence is a branch. The cells that a statement read or wrote could
// have been others, had an index or a pointer been different; another write could
// have been there; input taken before could have been left, or other input
// taken; a function could have ended the run. The paper counts the first as a
// part of a cause where a branching condition mentions a pointer, and the
// others not at all. Here they are conditions of their own, which are looked at
// in rounds when the branches are all explained, on levels after them: so the
// tree has whatever the failure can depend on, and what the branches show comes
// first as before. The run would have gone on in an unknown way, so that
// nothing contradicts such a condition; its cause is what its values depend on
// and no cause before shows. It is a node only if it names a statement that the
// tree does not show yet; what influences it is followed in any case. In rounds
// there are no repetitions and no portions. The tests change single statements
// of random programs: where that makes the output wrong, the statement is in
// the tree.
//
// Not in it, because nothing in the program leads to it: a statement that
// assigns to the wrong variable, and whatever else is missing. For missing
// code, the tree has the statements where it would have had an effect.
//
// # Optimisations (section 4)
//
//   - Slicing (Config.NoSlicing): only the relevant slice of the run becomes
//     terms. Conditions outside of it cannot influence the failure, but they
//     can be in a core; without slicing such cores stop earlier, and their
//     branches become critical.
//   - Designated-correct functions (NoCorrect, Correct, Pure; scope.go): a
//     critical condition inside is mapped to the call in the analysis scope,
//     whose cause is what the function got from outside. Calls of pure
//     functions are not entered: their results are constants. So are those of
//     library models written in C that had no effect in this run.
//   - Loops (loops.go), switched with the former, as C+L in the
//     paper. Table II, which says what loop recognition is, is lost. Our
//     reading has two parts. Instances of one loop condition in one execution
//     of the loop are a group, and the latest represents all whose values come
//     from the same statements. And a branch instance, in a loop or in another
//     call, is a repetition if a node of the same branch, gone the same way,
//     has all statements of its cause: that node represents it (Cause.Members),
//     and the critical conditions of its cause are queued below that node, on
//     the level that they would have had. So the same conditions are explained,
//     and each statement is shown on the same level, with and without
//     repetitions; only instances that say nothing new are left out.
//   - Independence and skipping (NoIndependence, NoSkipping): all conjuncts but
//     the condition hold in the run, so that only those matter which are
//     violated by a value that the condition would take. An assignment that
//     satisfies the formula so far is carried forward over the instances that
//     it reaches, everything else being as recorded (formula.go). Members that it
//     violates join the formula, until an assignment violates nothing or the
//     formula is unsatisfiable. An assignment is sought by changing single
//     values of the run; where that fails, single values are changed to see what
//     they have to be, such as that an index is that of the run; then the solver
//     is asked. Since a formula stays unsatisfiable further back, the first such
//     place is bracketed and bisected. Both change only the work, which the tests
//     compare with a naive twin.
//   - Compositional analysis (the paper's future work): what a callee, a round of
//     a loop or any other stretch of the run computes is a term, made once and
//     used for all causes, and a long stretch is composed of shorter ones
//     (cone.go). A value that depends on nothing before a place is there
//     that of the run, and needs no term.
//
// Constraints (Stats.Constraints, table VIII) are the conjuncts of all queries
// to the solver, for checks and for cores, counted each time. In all variants,
// a query does not count if simplification has made one of its conjuncts false,
// or all of them true. With Independence and Skipping, neither does a formula
// that evaluation satisfies.
//
// # Deviations
//
//   - Levels begin with 1, as in the paper's tables.
//   - The calls of the activations that the instances of a cause belong to are
//     part of it: a superfluous call is shown with what it did, after it.
//   - The paper's user reads level by level. Ours reads first what an altered run
//     speaks for, on any level.
//   - Branches of a core are part of the cause and become critical conditions
//     of the next level: had one gone the other way, nothing would contradict
//     the condition. Otherwise what decided about it would be in no cause.
//   - The result of a library call, of floating arithmetic and of anything else
//     without terms is an uninterpreted function of what the instance read. Its
//     value is known once all of that is constant.
//   - The lowering makes branches of && and || whose operands have calls, also
//     where they are used as values. Such a value is the constant that the run
//     chose, and its operands are critical conditions of further levels, one each.
//   - Definition 3.2 counts pointers in the branching condition: what wrote the
//     values that a branch of the core reads belongs to the cause, whatever
//     they are for. What computed an address further back does not.
//   - A cause that goes through values without terms, whose search met a limit,
//     or that has over 2000 instances is shown in portions of 24 instances and
//     more, the latest first. The rest is a cause of the next level
//     (portion.go).
//   - Searches are limited by the work they do, that of the solver included,
//     one by one and all of a tree together, never by time (tuning.go); the
//     construction ends with the context. A question that is not answered counts
//     as satisfiable, so that a cause whose search meets a limit is explained by
//     what makes its condition constant, which contradicts it in any case. It is
//     marked. Terms of over 200 nodes are not made: such a value is a function of
//     what it was computed from, like one without terms.
//   - Pruning builds the tree again without the benign conditions, so that what
//     leads to other causes as well stays, with its number.
package cascade
