package repair

import (
	"cmp"
	"slices"
	"strings"

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
	// at is where the change is made, by place and the number of the change
	// there; alone says that it is in no schema and has to be parsed itself.
	at    []choice
	alone bool
	// file and line are where the changed statement begins.
	file string
	line int
	// uses are the lines that use what is declared there, of a change outside
	// of statements.
	uses []int
	// literal says that a constant that the text has is replaced.
	literal bool
	// code says that a constant is returned in the place of another, as by a function
	// that says what happened.
	code bool
	// unguards says that a pointer is followed in the place of the question whether it
	// is null.
	unguards bool
	// arguments says that those of a call change places.
	arguments bool
	// sets is the variable that the text of a change assigns to, where it is not
	// that of the assignment around it.
	sets    ctree.Object
	far     bool      // less likely than others of its kind
	bound   bool      // a relation of which only the bound is another, see bounds
	odd     bool      // see oddly
	special bool      // it makes an exception of one value
	parts   []*Change // of a pair
}

// choice selects a change of a place in a schema, and of a hole the value that
// is filled in, with the text that it then has.
type choice struct {
	place, number int
	value         uint64
	text          string
}

// apply makes the changed text of a file. The edits must not overlap.
func apply(src []byte, edits []Edit) []byte {
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

// fold writes a piece of C text in one line: without comments and with single
// spaces. It returns false for one that has directives of the preprocessor in it.
func fold(text string) (string, bool) {
	var b strings.Builder
	space := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case strings.HasPrefix(text[i:], "/*"):
			end := strings.Index(text[i+2:], "*/")
			if end < 0 {
				return "", false
			}
			i += end + 3
			space = true
			continue
		case strings.HasPrefix(text[i:], "//"):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return "", false
			}
			i += end
			space = true
			continue
		case strings.IndexByte(" \t\r\n\f\v", c) >= 0 || c == '\\' && i+1 < len(text) && text[i+1] == '\n':
			space = true
			continue
		case c == '#':
			return "", false
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteByte(c)
		if c == '"' || c == '\'' {
			for i++; i < len(text); i++ {
				b.WriteByte(text[i])
				if text[i] == c {
					break
				}
				if text[i] == '\\' && i+1 < len(text) {
					i++
					b.WriteByte(text[i])
				}
			}
		}
	}
	return b.String(), true
}
