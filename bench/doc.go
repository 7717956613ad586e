// Package bench runs the verifier over many tasks, and compares the results of
// two versions.
//
// A task is a program and one property of it, with the expected verdict if a
// task definition says so (corpus.go). Each is a process group of its
// own (execute.go), so that a run that dies takes nothing with it, nothing of a
// run is left behind, and its figures are those of the operating system. verify
// keeps its limits itself; a run that does not is ended. The result of a run
// is read from its JSON report, the same that users get (run.go).
//
// A measurement (measure.go) is a list of tasks, a way to run them, and a
// result file with a row per task (result.go). The invariants:
//
//   - The identity of a measurement is the hash of the program, its flags, the
//     limits, and names, expectations and contents of all tasks. Every row
//     carries it; rows of different identities never get into one file.
//   - A row is in the journal, on the disk, before its task counts as done. The
//     result file is written from the journal as a whole, under its final name
//     or not at all; then the journal goes.
//   - A run that was ended from outside does not count as a result, unless only it was: then
//     it counts as an error, so that a task that the system kills for want of
//     memory does not stop the rest forever.
//
// So a measurement may be killed at any instant and continued, and its rows
// differ only in times. Compare sets two measurements side
// by side.
//
// Every table begins with one line on the machine, since figures without one
// mean nothing.
package bench
