// Command verify proves a C program safe, or finds its bugs and says where
// they are.
//
//	verify [flags] FILE.c|FILE.i|TASK.yml [FILE.c...]
//	verify run FILE [--stdin F] [--inputs F.json] [args...]
//	verify dump cfg|automaton|term FILE
//	verify bench TASKS... -o results.csv
//
// The first line on stdout is the answer, an interface for programs: TRUE,
// FALSE or UNKNOWN and the property, or the part of it that is violated, then
// two spaces and a text, or nothing. The exit status is 0, 10 or 20 for these,
// 2 for bad input or usage, and 3 for an internal error.
//
// run executes a program as C does it and exits with its status, or repeats a
// trace from its inputs alone. Undefined behaviour and error locations end it
// with one positioned line on stderr and status 134, limits with 20.
//
// This package is the list of the commands, and the only one that knows all others.
// It wires the front end, the verifier and the interpreter that replays its
// counterexamples, sets the limits, and prints the report. A panic that means a broken
// invariant ends here, with the name of the phase it came from; packages that run
// goroutines or libraries only hand theirs on.
//
// To read: main.go has the grammar, app.go what all commands share; each command is a
// file of its name (verify.go, explain.go, run.go, check.go, harness.go, witness.go,
// bench.go, dump.go, help.go, completion.go), and what it alone needs is in files that
// begin like it, its flags in verify_flags.go, explain_flags.go and run_flags.go. Of a
// verdict, given.go, known.go, asserts.go, premises.go and likeliest.go say what is in
// its report, limits.go when it has to come; ended.go says how an execution ended. Below
// are packages: console, target (what is looked at), kept, and the servers lsp and serve.
package main
