// Package outputs compares interpreted with compiled programs: run by package
// interp and compiled by gcc, they must print the same and return the same
// status on every test of suites of programs, and on programs that csmith
// generates (csmith_test.go). A program whose result depends on undefined
// behaviour has no right output; such tests are counted apart.
package outputs
