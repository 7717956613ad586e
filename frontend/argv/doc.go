// Package argv gives the parameters of main their values.
//
// Problem: a proof is about any arguments, as many and as long as the system lets a
// program have, and an error needs few and short ones.
//
// argc is at least 1 (Linux has it so since 5.18) and has no bound but the size of the
// stack. Each string of argv is a block of its own whose length is an input, so that it
// may be of any length and nothing is behind it, or those that the program reads at
// constant places are short, in an object of the program, in which errors are found
// sooner. Programs whose accesses are checked have only the blocks: which pointer goes
// with which end of a text is then the same on all ways. Where the program uses another
// parameter, such as the environment, which may point anywhere, the front end makes a
// location of kind Unsupported.
//
// To be read in this order: argv.go, the parameters and the arguments that are read at
// constant places; vector.go, the others, which are chosen when they are read.
package argv
