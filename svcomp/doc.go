// Package svcomp reads what a verification competition hands to a verifier:
// task definitions (format version 2.0) and property files.
//
// A task names one or more input files, the properties to check with their
// expected verdicts, the language and the data model. A property file holds
// one or more lines
//
//	CHECK( init(main()), LTL(G ! call(reach_error())) )
//
// of which every formula of the rules is recognised by name; whether this
// verifier can decide it is said by Property.Supported. The answer to a
// property it cannot decide is UNKNOWN, not an error.
//
// A task comes from somebody else: its paths are relative, name regular files
// and stay in its folder tree, symbolic links resolved (task.go).
//
// The folder benchexec holds the tool-info module for BenchExec, archive what
// is packed for a competition besides the program. doc/competition.md is the
// description for users.
//
// Everything wrong with a file is reported as an *Error with a position.
package svcomp
