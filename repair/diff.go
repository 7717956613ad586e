package repair

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// unified is the difference between two texts of a file in the unified format, as
// patch -p1 and git apply read it.
func unified(name, before, after string) string {
	name = strings.TrimPrefix(name, "/")
	return udiff.Unified("a/"+name, "b/"+name, before, after)
}

// differing are the lines that differ between two texts, without white space around
// them. Where a single line lies between two differences it belongs to them, as when
// two statements are exchanged.
func differing(before, after string) (old, now string) {
	var a, b []string
	edits := udiff.Lines(before, after)
	for i := 0; i < len(edits); {
		from, to, text := edits[i].Start, edits[i].End, edits[i].New
		for i++; i < len(edits) && strings.Count(before[to:edits[i].Start], "\n") <= 1; i++ {
			text += before[to:edits[i].Start] + edits[i].New
			to = edits[i].End
		}
		a, b = append(a, joined(before[from:to])), append(b, joined(text))
	}
	return strings.Join(a, " ... "), strings.Join(b, " ... ")
}

func joined(lines string) string { return strings.Join(strings.Fields(lines), " ") }
