package fault

import (
	"strings"

	"culprit/cfg"
)

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
	// Proved says that the verifier proves the changed program.
	Proved bool
	// Fixed of Failing failing runs pass with it, and Kept of Passing passing
	// runs do as before.
	Fixed, Failing, Kept, Passing int
}

// Fix reports whether the change is called a fix, for the reason it has.
func (c *Change) Fix() bool { return c.Reason != "" }

// WithoutComment cuts the comment at the end of a line. Where quotes make it
// uncertain that it is one, nothing is cut.
func WithoutComment(s string) string {
	i := strings.Index(s, "//")
	if j := strings.Index(s, "/*"); j >= 0 && (i < 0 || j < i) && strings.HasSuffix(strings.TrimRight(s, " \t"), "*/") {
		i = j
	}
	if i < 0 || strings.ContainsAny(s[:i], "\"'") {
		return s
	}
	return s[:i]
}
