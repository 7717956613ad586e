// Package localization measures localization methods on faulty programs with
// known faults: Measure the methods of package fault, by the lines that are
// read up to the fault; Cascade and Variants cause trees; Causal causal paths.
//
// Cascade and Variants regenerate tables III to VIII of paper 000. Where
// the paper leaves something open it is read as follows. The root cause is in a tree if all
// faulty statements that the run executes are (section 5.1); the place of a
// fault by omission is that of scoring.NewTruth. If undefined behaviour of a
// faulty statement ends the run, this statement is the only fault. C% is the
// share of the instances of the run in the tree when it gets the cause that
// completes the faults, since the algorithm ends there; the share down to that
// cause's level, and that of the whole tree, are shown next to it. Lines
// inspected (table IV) are those read in the order of the answer, ties in any
// order; beside it those of the causes up to that one, and those of the
// correction sets up to the size that completes the faults, which have no order
// among themselves. The applications of tables VI to VIII are replaced by one
// run of each Siemens program and by programs of our own (scaled.go), each with
// one seeded fault and inputs of three sizes, the largest with 130,000
// instances or more. Causal regenerates table 1 of paper 002: the failing run is
// compared with that of the correct version, or, with Switched, with itself with
// a branch taken the other way. Times and limits are CPU time of the process, which
// depends less on what else the machine does.
package localization
