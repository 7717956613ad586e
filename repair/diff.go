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
// them.
func differing(before, after string) (old, now string) {
	var a, b []string
	for _, e := range udiff.Lines(before, after) {
		a, b = append(a, joined(before[e.Start:e.End])), append(b, joined(e.New))
	}
	return strings.Join(a, " ... "), strings.Join(b, " ... ")
}

func joined(lines string) string { return strings.Join(strings.Fields(lines), " ") }
