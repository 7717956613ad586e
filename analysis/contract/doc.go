// Package contract replaces the calls of recursive procedures by contracts.
//
// A contract of a procedure is a precondition about its arguments and globals,
// and a postcondition about these, the result and the globals afterwards
// (Hoare, Procedures and parameters, 1971). The copy of a program for given
// contracts has no recursion:
//
//   - a call of a recursive procedure asserts the precondition, makes arbitrary
//     what the call may change, and assumes the postcondition;
//   - main may, instead of running the program, run one activation of a
//     recursive procedure, from any state in which its precondition holds. After
//     that activation the postcondition is asserted.
//
// # Why it is sound
//
// Let an execution of the program reach an error location. Look at its first
// moment at which an activation begins without its precondition, ends without
// its postcondition, or is at the error location. The innermost activation of
// a recursive procedure on the stack at that moment, or main if there is none,
// began with its precondition, and all calls of recursive procedures that it
// made itself and that have returned did so with their postconditions. So the
// copy has an execution that takes the same way through that activation (or
// main) and what is inlined into it, and it reaches an error location of the
// copy: the same one, or an assertion of a contract. If none of the copy can be
// reached, none of the program can be. Nothing is said about executions that do
// not end, which violate nothing by that.
//
// The argument needs this:
//
//   - A call changes no more than package flow says: globals, and regions of
//     memory, of which all is made arbitrary. The locals of the caller do not
//     change, since activations have locals of their own. Those in memory are
//     blocks from the heap, which the lowering sees to: an object has one
//     address, and programs in which a recursive procedure has one are refused.
//   - The activation begins in any state: variables have no value at program
//     start, memory and heap top are made arbitrary.
//   - Results are handed over in a variable of their own, so that a procedure
//     that sets none does not hand on that of its last call.
//   - Regions of memory are the program's, and have to be confirmed for it.
//
// The contracts themselves are guesses of others: package contract does not
// trust them.
package contract
