// Package deps holds the dependency policy of the project and no code: its
// test reads the imports of every Go file of the module, whatever its build
// tags, and fails on an arrow that testdata/arrows.txt does not allow.
//
// The policy keeps two things true that no single package can see. The
// interpreter (interp) shares nothing with the solver side (logic and above),
// so that replaying a counterexample is a real differential test. And every
// third-party library has one owner, so that it can be replaced in one place.
package deps
