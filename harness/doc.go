// Package harness turns an error trace into a C file that, linked with the
// program, makes the compiled program fail in the same way.
//
// Problem: a trace of the verifier is a list of edges and the values that its
// nondeterministic statements chose. A user who doubts a bug wants to see it
// in a debugger, with an ordinary compiler.
//
// The harness defines what the program leaves open: the functions and
// variables that it uses and neither it nor the C library defines, and those
// functions of the C library whose result is an input (rand, getchar, time).
// Each function has its own queue of results, in the order of its calls in
// the trace; a call beyond the end says so and exits with status Diverged.
// The error functions print their name and exit with status Reached; if the
// program has a body for one, the compiler is asked to announce the entry of
// functions (-finstrument-functions). Where the failure is an overflow, gcc's
// sanitizer is to stop the program. scanf reads from a file of its own.
//
// Calls of malloc are redirected (-Dmalloc=culprit_malloc), so that new blocks
// hold what they hold in the trace.
//
// Texts are another way to repeat a trace: the arguments, the standard input and the
// environment with which the library says what it says in the trace. The program needs nothing
// else then, but whether it fails with them has to be tried.
//
// The header lists whatever no second file controls: uninitialised variables, except that
// they can be zero (-ftrivial-auto-var-init=zero), values of pointers, results of library functions that the verifier takes for
// unknown, and the order in which a compiler evaluates operands.
package harness
