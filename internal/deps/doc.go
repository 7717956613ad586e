// Package deps enforces the project's dependency policy: its test reads the
// imports of every Go file in the module, whatever the build tags, and fails on
// an import that testdata/arrows.txt does not allow. It also finds lists of C
// library functions outside cfg/clib, and code that reads text meant for people.
//
// The policy keeps two things true that no single package can see. The
// interpreter (interp) shares nothing with the solver side (logic and above),
// so that replaying a counterexample is a real differential test. And every
// third-party library has one owner, so that it can be replaced in one place.
package deps
