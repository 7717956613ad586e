// Package bench runs the verifier over many tasks and prints tables.
//
// A task is a program and one property of it, with the expected verdict if a
// task definition says so (corpus.go, sets.go). Each is a process group of its
// own with limits on CPU time, wall time and memory (process.go), so that a
// run that dies takes nothing with it, nothing of a run is left behind, and
// its figures are those of the operating system. What a run found is read from
// its JSON report, the same that users get (run.go).
//
// A measurement (measure.go) is a list of tasks, a way to run them, and a
// result file with a row per task (result.go). The invariants:
//
//   - The identity of a measurement is the hash of the program, its flags, the
//     limits, and names, expectations and contents of all tasks (identity.go).
//     It stands in every row, with the number of the task among all of them.
//     Rows of different identities never get into one file.
//   - A row is in the journal (journal.go), on the disk, before its task counts
//     as done. The result file is written from the journal as a whole, under
//     its final name or not at all; then the journal goes.
//   - A run that was ended from outside is no result, unless only it was: then
//     it counts as an error, so that a task that the system kills for want of
//     memory does not stop the rest for ever.
//
// So a measurement may be killed at any instant and continued, and its rows
// depend on the moment in nothing but times. Shards are the tasks with one
// remainder of their number; Merge puts them together again and Compare holds
// two measurements side by side.
//
// Outputs is another kind of measurement: whole programs, interpreted by
// package interp and compiled by gcc, must print the same and return the same
// status on every test of suites of faulty programs, and on programs that
// csmith makes up (csmith_test.go). A program whose result depends on undefined
// behaviour has no right output; such tests are counted apart.
//
// Cascade and Variants regenerate tables III to VIII of paper 000 on cause
// trees. What the paper leaves open is read as follows. The root cause is in a
// tree if all faulty statements that the run executes are (section 5.1); of a
// fault by omission its place is that of fault.NewTruth. If undefined behaviour
// of a faulty statement ends the run, this statement is the only fault. C% is
// the share of the instances of the run in the tree when it gets the cause that
// completes the faults, since the algorithm ends there; the share down to that
// cause's level, and of the whole tree, stand beside it. Lines inspected (table
// IV) are those of the causes up to that one, and those of the correction sets
// up to the size that completes the faults, in which order there is none.
// The applications of tables VI to VIII are replaced by one run of each
// Siemens program and by programs of our own (scaled.go), each with one seeded
// fault and inputs of three sizes, the largest with 130,000 instances or more.
// Times and limits are CPU time of the process, which depends less on what else
// the machine does.
//
// Every table begins with one line on the machine, since figures without one
// mean nothing.
package bench
