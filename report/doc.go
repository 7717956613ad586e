// Package report turns the result of a run into one Report value and prints
// it, as text for people and as JSON for programs.
//
// A Report contains only positions, texts and numbers, nothing of cfg: all
// printers see the same facts, and a Report read back from JSON can be printed
// again. The JSON form is described in doc/json.md and is an interface.
//
// Principles of the text form: the first line is stable and machine readable
// (verdict, property), an UNKNOWN says why, and a trace of hundreds of steps is
// dimmed rather than cut, with the relevant statements first.
package report
