package fault

import "culprit/cfg"

// Change is a change of the source text that a method has executed.
type Change struct {
	Kind string  // relation, constant, deletion, ...
	Pos  cfg.Pos // of the statement that is changed
	// Before and After are the changed line, or lines, without white space
	// around them.
	Before, After string
	Diff          string            // the change in the unified format
	Files         map[string][]byte // the texts of the program with the change
	// Reason says why the change is called a fix, as one clause; "" if it is
	// evidence for its place and no more.
	Reason string
	// Fixed of Failing failing runs pass with it, and Kept of Passing passing
	// runs do as before.
	Fixed, Failing, Kept, Passing int
}

// Fix reports whether the change is called a fix, for the reason it has.
func (c *Change) Fix() bool { return c.Reason != "" }
