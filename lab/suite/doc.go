// Package suite reads suites of faulty programs: an index that names programs
// and their versions, and the tests of each, in the forms that public suites
// have them.
package suite
