// Package parse reads the files of a program: each is preprocessed (package cpp),
// made readable for cc (package ccfix) behind the functions of the library that it
// mentions, and parsed.
//
// parse.go has the way of the files, and finds the place of a token or node in the
// files of the user.
package parse
