// Package relevance finds the assigning statements of an error trace that a
// simple fix could change: those for which one constant in place of the
// assigned value prevents the error; and the branches that matter for it.
//
// # Problem
//
// Given a feasible error trace of a program, say which of its assigning
// statements are relevant, what constant to assign instead, and what that
// does; given several traces, say which statements are relevant in all of
// them, and find one constant that blocks all traces and turns out to make
// the program safe.
//
// # Definitions
//
// They are those of "Static fault localization for simple bugs", section 3.
// Let π = ⟨s_1, …, s_n⟩ be a feasible error trace in which s_i assigns x.
// Statement s_i is relevant for π (Definition 3.1) if there are an execution
// s_0, …, s_n of π and a value v such that every execution of
// ⟨x := v, s_{i+1}, …, s_n⟩ from s_{i-1} blocks. With the coreachable states
// C_i = pre(C_{i+1}, s_{i+1}), C_n = true, and the bireachable states B_i,
// that is (Theorem 3.2) the invalidity of {B_{i-1}} havoc(x) {C_i}. Inputs
// before and at s_i are existential in it and inputs after s_i universal:
//
//	∃ inputs, v.  F(inputs)  ∧  ∀ later inputs.  ¬ suffix(s_{i-1}[x := v], later inputs)
//
// where F is the formula of the whole trace, so that F says s_{i-1} ∈ B_{i-1}.
//
// Assigning statements are those of the user: Assign, Havoc and MemHavoc of
// inputs, Alloc (its result; replaced, it allocates nothing), Store, MemCopy,
// MemSet (the written cells together, at the address of the original) and Call
// (each parameter for itself; the call is relevant if one of them is). Edges
// with cfg.RoleImplicit and uninitialised variables are not.
//
// The fix value v of a relevant statement "blocks the trace" if the trace
// with x := v is infeasible for all inputs, and "avoids this run" if the rest
// of the trace is infeasible from one bireachable state, that of the trace's
// own execution or of the one in Mark.Run. Mark.Blocking holds values that
// block the trace: all values of every range are proved to block; with Exact
// no other value does, and without it there may be others, next to a range or
// elsewhere.
//
// Branches are not assigning statements, and the paper leaves them out: with a
// strong condition in place of any of them, every trace blocks. Here a branch
// is an outcome of a condition of the user that is not part of the one that
// fails. Let s_i be one, and ξ = s_0, …, s_n the execution that the trace's
// inputs give. Its other ways begin in s_{i-1} with another outcome, whether
// that holds or not, and follow the program to the join: the immediate
// postdominator of the condition, errors aside, where the trace is before s_j,
// in the same activation. The branch is relevant for π if on another way
//
//   - the program does not come to the join, or the trace does not: the failure
//     lies on one way only (BranchMark.Leaves); or
//   - every execution of ⟨s_j, …, s_n⟩ from the state that the way leads to
//     blocks, whatever the inputs after s_{i-1}.
//
// A way on which an assertion fails does not count, and one whose own branches
// depend on inputs taken on it is undecided. "With i < 5 the trace ends" says
// more: with that constant in all instances of the condition, the first
// outcome that changes is one of a relevant instance.
//
// # Algorithm
//
// Algorithm 1, with C_i and B_i never built as predicates:
//
//  0. The execution given by the trace's inputs is followed on numbers
//     (execution.go). Its reads and writes say, in one pass backwards,
//     which statements no condition depends on in any execution: they are
//     irrelevant (screen.go). Where the rest adds, subtracts and compares with
//     constants, the values that block are carried back from one assignment to
//     the one before: in a loop, the rest after one is the rest after the next
//     one and a round (carry.go). Of the others values are tried, each followed
//     only through the steps that read what differs (change.go): a condition
//     that becomes false and depends on no later input proves relevance. That
//     decides nearly all, in work that grows with the length of the trace, and
//     goes from one instance of each statement of the program to the next
//     (screen.go). The rest decides what is left, and what else blocks.
//  1. The trace is executed symbolically once (run.go); F is split into parts
//     without common variables. The execution given by the trace's inputs is
//     one model of F; a query need only consider the parts that it touches,
//     because this model satisfies the others.
//  2. For each candidate the statement is replaced by x := X for a symbol X
//     and the rest is executed as a difference to the original (suffix.go):
//     a statement runs again only if it reads something that differs. The
//     terms of untouched conditions are those of F. If no condition differs,
//     the statement is irrelevant.
//  3. Trial values, compared constants and their neighbours first
//     (suffix.go), are evaluated in the given execution: a condition without
//     later inputs that becomes false proves relevance (decide.go).
//  4. F ∧ ¬(changed conditions), with the later inputs as they were: if that
//     is unsatisfiable, no value and no state blocks and the statement is
//     irrelevant; if no changed condition has later inputs, a model proves
//     relevance.
//  5. Otherwise the changed conditions fall into components that share later
//     inputs. The rest blocks iff one component is unsatisfiable by itself, and
//     those in which nothing changed are not. Each component is an
//     exists-forall question, decided by counterexample-guided instantiation
//     (forall.go): inputs that an equation determines are substituted, the
//     first instance leaves the inputs as they were, further ones are terms
//     that generalise the values of a model. Beyond maxRounds the answer is
//     Undecided.
//  6. Fix values (fix.go): a constant that blocks the whole trace if a trial
//     value does or one is found by the question ∃ X ∀ inputs; then the
//     blocking ranges (ranges.go), each extended by bisection over the
//     compared constants, until ∃ X outside ∀ inputs is refuted.
//
// Branches (branches.go): the other way is executed on the terms of s_{i-1},
// along the branches that hold in ξ, and its state at the join followed through
// the rest of the trace as a difference, as in step 2.
//
// Precision orders what is relevant by how much the blocking set says about
// what to write instead.
//
// Summarize lifts relevance to sets of traces (section 4): statements are
// edges, relevant in a trace if some occurrence is. A common constant must
// block every trace with all occurrences of the statement replaced at once.
//
// The traces found are some of all error paths. NewLockstep makes a program whose
// error is reachable where a statement that is relevant in all of them may be
// irrelevant on another path (lockstep.go): package verifier asks whether it is.
//
// Validate decides what is called a fix. Whatever makes the operands of the
// assertion constant, an input one, or the assertion unreachable, blocks every
// trace and repairs nothing, so a proof of the patched program is not enough:
// disarm.go looks at the traces (what defines the operands), at the program
// (inputs, monitors), and behave.go at executions of both programs on the same
// inputs (statements that become unreachable, undefined behaviour, final
// states). Executions come first, since they are cheap and refute most
// constants.
//
// Confirm rechecks marks by plain substitution.
//
// Recorded runs of programs lowered for execution (recorded.go) have what no
// error trace has: calls of the C library, a heap that is used again,
// activations. AnalyzeRun writes such a run as a program without branches, in
// which library results are constants or inputs, heap addresses constants and
// activations variables of their own, and analyzes that.
//
// # Deviations from the paper
//
//   - The paper's havocs may hide inputs in predicates; here no projection
//     takes place, and the quantifiers over inputs are kept exactly.
//   - Conditions that the bump allocator adds (the heap does not wrap around)
//     are assumptions on the machine. In executions of π they hold; in the
//     replaced rest they are dropped, so that a huge size is not a fix.
//   - Executions start where replay starts: with all variables zero. Programs
//     say by Havoc which variables are arbitrary.
//   - What a program with floats does not determine, such as the bits of a NaN
//     that it looks at, is an uninterpreted function in F. An unsatisfiable
//     query is still a proof; a satisfiable one proves nothing, and relevance
//     is then claimed only if a constant blocks for every interpretation or if
//     an execution on constants, floats computed, fails. Such marks may be
//     Undecided, and have no blocking ranges.
//   - Fixes of pointers range over null and objects known before the
//     statement first; a mark keeps another address only if none of them does.
//   - A block write whose fix needs cells that differ is relevant with NoFix.
package relevance
