package fault

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cfg/safety"
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
	// Reason says why the change is called a fix, see Proved; "" if it is evidence
	// for its place and no more.
	Reason string
	// Holds is what the verifier proves of the changed program, "" if it does not.
	Holds string
	// Fixed of Failing failing runs pass with it, and Kept of Passing passing
	// runs do as before.
	Fixed, Failing, Kept, Passing int
}

// Fix reports whether the change is called a fix, for the reason it has.
func (c *Change) Fix() bool { return c.Reason != "" }

// Holds is what is true of a program, lowered for the verifier, if it is proved:
// that no property is violated which an error location is about.
func Holds(prog *cfg.Program) string {
	asked := map[string]bool{}
	for _, l := range prog.Locs {
		if l.Kind == cfg.Error {
			asked[l.Property] = true
		}
	}
	none := safety.Lookup(safety.UnreachCall)
	if asked[""] {
		asked[none.Name] = true
	}
	var out []string
	for _, p := range safety.Properties() {
		if asked[p.Name] && !slices.Contains(out, p.Holds) {
			out = append(out, p.Holds)
		}
	}
	if len(out) == 0 {
		return none.Holds // there is no error location
	}
	return strings.Join(out, " and ")
}

// Proved is the reason of a change with which something is proved to hold.
func Proved(holds string) string { return "proved: with it, " + holds }

// Still is the reason of a change that makes failing runs pass, as what says, and
// leaves n runs as they are that pass: passing ones, or sampled correct ones.
func Still(what string, n int, kind string) string {
	if n == 1 {
		return what + ", and the " + kind + " one still passes"
	}
	return fmt.Sprintf("%s, and all %d %s ones still pass", what, n, kind)
}

// MostQuoted is how many bytes of a changed text a sentence repeats.
const MostQuoted = 60

// Quoted quotes the text after a change for a sentence, at most so many bytes.
func Quoted(after string, most int) string {
	after = strings.TrimRight(WithoutComment(after), " \t")
	if len(after) > most {
		after = strings.ToValidUTF8(after[:most], "") + " ..."
	}
	return "`" + after + "`"
}

// Empty reports whether nothing is left of a changed text.
func Empty(after string) bool { return strings.Trim(WithoutComment(after), " \t;") == "" }

// Sentence is the sentence about a change that is a fix: what is to be written
// ("": nothing), of which at most so many bytes are quoted, what that is proved to
// do, if it is, and else the reason.
func Sentence(after, holds, reason string, most int) string {
	gone := Empty(after)
	switch {
	case holds != "" && gone:
		return "without it, " + holds + " (proved)"
	case holds != "":
		return "with " + Quoted(after, most) + ", " + holds + " (proved)"
	case gone:
		return "deleting it " + reason
	}
	return Quoted(after, most) + " " + reason
}

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
