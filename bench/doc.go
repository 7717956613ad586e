// Package bench runs the verifier over a folder of tasks and prints tables.
//
// A corpus is any folder with task definitions (.yml) somewhere below it. Each
// task is one process of its own with limits on CPU time, wall time and
// memory, so that a run that dies takes nothing with it and its figures are
// those of the operating system. What a run found is read from its JSON
// report, the same that users get.
//
// Outputs is the other kind of measurement: whole programs, interpreted by
// package interp and compiled by gcc, must print the same and return the same
// status on every test of suites of faulty programs, and on programs that
// csmith makes up (csmith_test.go). A program whose result depends on undefined
// behaviour has no right output; such tests are counted apart.
//
// Every table begins with one line on the machine, since figures without one
// mean nothing.
package bench
