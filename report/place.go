package report

import (
	"unicode/utf8"

	"culprit/fault"
)

// Place is a line that may be the fault, with the evidence for it.
type Place struct {
	Range                // of the statement that is shown
	Text     string      `json:"text"`
	Score    float64     `json:"score"`
	Reason   string      `json:"reason"`           // of the evidence that is shown
	Change   *Change     `json:"change,omitempty"` // the best change of the text here
	Evidence []Testimony `json:"evidence"`
}

// Testimony is what one method says about a line, what is shown first.
type Testimony struct {
	Method string  `json:"method"`
	Kind   string  `json:"kind"` // change, formula, dependence, spectrum
	Rank   float64 `json:"rank"` // of the line in the method's list
	Reason string  `json:"reason"`
}

// Change is a change of the source text that was executed.
type Change struct {
	Kind   string `json:"kind"`
	Range         // of the statement that is changed
	Before string `json:"before"` // the changed lines
	After  string `json:"after"`
	Diff   string `json:"diff"`             // unified
	Fix    string `json:"reason,omitempty"` // why it is called a fix; absent: it is evidence only
	Doubt  string `json:"doubt,omitempty"`  // why it is not called one although all runs pass with it
	// Suggested says that it is likely enough to be shown for all its doubt.
	Suggested bool `json:"suggested,omitempty"`
	Proved    bool `json:"proved,omitempty"` // with it, the program is proved
	// Assumed is what the proof assumes, a sentence each.
	Assumed []string `json:"assumed,omitempty"`
	// Failing runs that pass with it, and passing ones that do as before, of
	// those that were executed.
	Fixed   int `json:"fixed"`
	Failing int `json:"failing"`
	Kept    int `json:"kept"`
	Passing int `json:"passing"`

	proof fault.Proof       // of the program with it
	files map[string][]byte // the texts of the program with it
}

// sentence is that about a fix. If it is too long for so many columns, less of
// the change is quoted, since the reason says more, and assumptions are counted.
func (c *Change) sentence(columns int) string {
	proof := c.proof
	s := fault.Sentence(c.Before, c.After, &proof, c.Fix, fault.MaxQuoted)
	if utf8.RuneCountInString(s) > columns {
		proof = proof.Brief()
		s = fault.Sentence(c.Before, c.After, &proof, c.Fix, fault.MaxQuoted)
	}
	if over := utf8.RuneCountInString(s) - columns; over > 0 {
		const dots = 4
		s = fault.Sentence(c.Before, c.After, &proof, c.Fix, max(min(len(c.After), fault.MaxQuoted)-over-dots, minQuoted))
	}
	return s
}

// heading introduces the diff of a fix.
func (c *Change) heading() string {
	switch {
	case c.Doubt != "" && c.proof.Holds != "":
		return "suggestion: with it, " + c.proof.Holds + ", but " + c.Doubt
	case c.Doubt != "":
		return "suggestion: the known runs pass with it, but " + c.Doubt
	case c.Proved:
		return "fix, " + c.Fix
	}
	return "fix: " + c.Fix
}

// Heading introduces the diff of a change.
func (c *Change) Heading() string {
	switch {
	case c.Fix == "" && !c.Suggested:
		return "a change that makes failing runs pass, but no fix"
	}
	return c.heading()
}

func changeOf(c *fault.Change) *Change {
	if c == nil {
		return nil
	}
	fix := c.Reason
	if !c.Fix() {
		fix = ""
	}
	return &Change{c.Kind, RangeOf(c.Pos), c.Before, c.After, c.Diff, fix, c.Doubt, c.Suggested, c.Proof.Holds != "", c.Proof.Assumed, c.Fixed, c.Failing, c.Kept, c.Passing, c.Proof, c.Files}
}

// minQuoted is how many bytes of a change are quoted in any case.
const minQuoted = 40
