// Package ctest reads expectations from the comments of C programs and holds
// them against results of the verifier.
//
// A test program says what must be found where it is:
//
//	// want: FALSE
//	// want traces>=2
//	int main(void) {
//		int i = 1;          // relevant fix=0 validated
//		int k = f();        // irrelevant
//		assert(i != k);     // error
//	}
//
// The expectations of a program that is to be shown without them are in a file
// beside it that ends in .expect: the same comments, each after the text of its
// line, which the program must have once.
//
// Header lines, anywhere in the file:
//
//	want: TRUE|FALSE|UNKNOWN     the verdict (required)
//	want traces=N                number of traces; also >=, <=
//	want complete                Result.Complete: all other error paths are covered
//	want exact                   Result.Exact: there is no other error path
//	want reason=KIND             Result.ReasonKind of an UNKNOWN
//	want model=ILP32|LP64        the data model (default LP64)
//	want single                  run without several traces
//
// Comments after a statement:
//
//	error                        a trace ends in an error location on this line
//	safe                         an error location on this line is proved
//	open                         an error location on this line is open
//	relevant                     some statement of the line is relevant in all traces
//	relevant some                in some, not in all
//	irrelevant                   no statement of the line is relevant in any trace
//
// After relevant may stand fix=V: the value V is the fix, or among those
// known to block, of a statement of the line; validated: the fix is validated;
// nofix: no constant blocks all traces; blocks=LO..HI: a known blocking range
// contains LO to HI. An expectation on a line that no trace visits is a
// mismatch, so that a program that changes its path does not pass by silence.
package ctest
