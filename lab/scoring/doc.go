// Package scoring compares the answer of a localization method with the known
// fault lines of a program, in lines that a user reads before the fault
// (top-1, top-5, EXAM). The place of a fault in a macro, in a
// declaration or of missing code is described at NewTruth and missingCode.
package scoring
