// Package library lowers calls of functions that a program does not define: those of
// the C library, of the compiler, and of the tasks of competitions. What is known of a
// function of the C library is its entry in package clib, which names the model here;
// what is written in C is in package prelude.
//
// A Caller lowers the calls in one procedure. It makes statements with package emit,
// and asks the lowering of the procedure, which embeds it, for what needs syntax
// (Lowering). Models is what the calls of a program share.
//
// Reading order, what is used first:
//
//  1. caller.go, call.go: Models, Caller, Lowering; a call and its result.
//  2. input.go: what is an input, and what is merely not known.
//  3. memory.go: allocation, copying.
//  4. math.go, extended_math.go, rounding.go, vector.go, gnu.go, atomic.go,
//     objectsize.go: what compiler and mathematical library compute.
//  5. requires.go: what functions ask of their arguments.
//  6. print.go, format.go, format_args.go, format_list.go: the printf family.
//  7. number.go, scan.go, buffer.go: the scanf family, and what fills buffers.
//  8. ending.go, builtins.go: assertions, ends of runs, and small builtins.
//  9. entry.go, unknown.go: functions without a model, by their entries or not at all.
//  10. stream.go, promise.go: what follows every call: indicators of streams, ranges.
//  11. execution.go: calls in an execution.
//  12. table.go, names.go, byname.go: which function has which model, and a call from
//     its name on.
package library
