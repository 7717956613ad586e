// Package target reads what a command is to look at: C files, a task definition, or
// a project with a compilation database, under the flags of compilers.
//
// To read: target.go (Program, what is asked about), compile.go and gcc.go (flags,
// under our names and those of gcc), entry.go (a function instead of main),
// project.go (which files a function needs).
package target
