package candidate

import (
	"cmp"
	"slices"

	"culprit/frontend/ctree"
)

// Edit replaces an extent of a file by a text.
type Edit struct {
	File string
	ctree.Extent
	Text string
}

// Change is a candidate: edits of the source text that belong together.
type Change struct {
	Kind  Kind
	Edits []Edit
	// At is where the change is made, by place and the number of the change
	// there; Alone says that it is in no schema and has to be parsed itself.
	At    []Choice
	Alone bool
	// File and Line are where the changed statement begins.
	File string
	Line int
	// Uses are the lines that use what is declared there, of a change outside
	// of statements.
	Uses []int
	// Literal says that a constant that the text has is replaced.
	Literal bool
	// Code says that a constant is returned in the place of another, as by a function
	// that says what happened.
	Code bool
	// Unguards says that a pointer is followed in the place of the question whether it
	// is null.
	Unguards bool
	// Ends says that a case does not go on to the next, which its own label still leads to.
	Ends bool
	// Arguments says that those of a call change places.
	Arguments bool
	// Sets is the variable that the text of a change assigns to, where it is not
	// that of the assignment around it.
	Sets    ctree.Object
	Far     bool      // less likely than others of its kind
	Plain   bool      // likelier than others of its kind, since the text speaks for it
	Bound   bool      // a relation of which only the bound is another, see bounds
	Odd     bool      // see oddly
	Special bool      // it makes an exception of one value
	Bounds  bool      // it only bounds how much a call writes, also one that reads inputs
	Pairs   bool      // it compares two variables that may have nothing to do with each other
	Parts   []*Change // of a pair
}

// Choice selects a change of a place in a schema, and of a hole the value that
// is filled in, with the text that it then has.
type Choice struct {
	Place, Number int
	Value         uint64
	Text          string
}

// Apply makes the changed text of a file. The edits must not overlap.
func Apply(src []byte, edits []Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, src[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, src[at:]...)
}
