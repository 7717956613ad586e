// Package prelude has the functions of the C library that are written in C. Those
// that a program may call, with what these need, are parsed in front of it. Their
// names begin with Prefix, so that they are not names of the program's.
//
// Reading order, what is used first:
//
//  1. prelude.go: which function of the library a name means, the functions that
//     executions call by cfg.Lib, wrappers for pointers to functions that are no
//     procedures, the parts of the prelude, and the text of those that are needed.
//  2. helpers.go: the functions that statements for calls of the library are made of.
//
// prelude.h and time.h are for proofs and executions; of these, an execution leaves
// out what package interp/libc does, and adds execute.h. generated.h is made of
// templates/*.h by go test -update (templates_test.go). Blank lines divide the
// files into parts.
package prelude
