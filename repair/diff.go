package repair

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// context is how many lines of a unified diff surround a change.
const contextLines = 3

// hunk is a range of lines that is replaced: those from number from, counted
// from 0, up to to.
type hunk struct {
	from, to int
	lines    []string // instead
}

// splitLines splits a text after each line end.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// hunksOf finds the lines that edits of a text replace.
func hunksOf(src []byte, edits []Edit) []hunk {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	var out []hunk
	for i := 0; i < len(edits); {
		// All edits that touch the lines of the first.
		start := strings.LastIndexByte(string(src[:edits[i].Start]), '\n') + 1
		end, j := lineEnd(src, edits[i]), i+1
		for j < len(edits) && edits[j].Start < end {
			end = max(end, lineEnd(src, edits[j]))
			j++
		}
		var text []byte
		at := start
		for _, e := range edits[i:j] {
			text = append(append(text, src[at:e.Start]...), e.Text...)
			at = e.End
		}
		text = append(text, src[at:end]...)
		h := hunk{from: lineOf(src, start) - 1, lines: splitLines(string(text))}
		h.to = h.from + len(splitLines(string(src[start:end])))
		out = append(out, h.trim(src))
		i = j
	}
	return out
}

// lineEnd is the offset after the last line that an edit touches.
func lineEnd(src []byte, e Edit) int {
	at := e.End
	if e.End > e.Start && src[e.End-1] == '\n' {
		at-- // the next line is not touched
	}
	if i := strings.IndexByte(string(src[at:]), '\n'); i >= 0 {
		return at + i + 1
	}
	return len(src)
}

// trim drops equal lines at both ends.
func (h hunk) trim(src []byte) hunk {
	old := splitLines(string(src))[h.from:h.to]
	for len(old) > 0 && len(h.lines) > 0 && old[0] == h.lines[0] {
		old, h.lines = old[1:], h.lines[1:]
		h.from++
	}
	for len(old) > 0 && len(h.lines) > 0 && old[len(old)-1] == h.lines[len(h.lines)-1] {
		old, h.lines = old[:len(old)-1], h.lines[:len(h.lines)-1]
		h.to--
	}
	return h
}

// unified writes the edits of a file as a unified diff, as patch -p1 and git
// apply read it.
func unified(name string, src []byte, edits []Edit) string {
	name = strings.TrimPrefix(name, "/")
	hunks := hunksOf(src, edits)
	lines := splitLines(string(src))
	var b strings.Builder
	fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
	shift := 0
	for i := 0; i < len(hunks); {
		j := i + 1
		for j < len(hunks) && hunks[j].from-hunks[j-1].to <= 2*contextLines {
			j++
		}
		from, to := max(0, hunks[i].from-contextLines), min(len(lines), hunks[j-1].to+contextLines)
		more := 0
		for _, h := range hunks[i:j] {
			more += len(h.lines) - (h.to - h.from)
		}
		fmt.Fprintf(&b, "@@ -%s +%s @@\n", lineRange(from, to-from), lineRange(from+shift, to-from+more))
		at := from
		write := func(sign string, ls []string) {
			for _, l := range ls {
				b.WriteString(sign + l)
				if !strings.HasSuffix(l, "\n") {
					b.WriteString("\n\\ No newline at end of file\n")
				}
			}
		}
		for _, h := range hunks[i:j] {
			write(" ", lines[at:h.from])
			write("-", lines[h.from:h.to])
			write("+", h.lines)
			at = h.to
		}
		write(" ", lines[at:to])
		shift += more
		i = j
	}
	return b.String()
}

// lineRange writes a range of lines of a hunk.
func lineRange(from, n int) string {
	if n == 0 {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, n)
}

// beforeAfter are the changed lines without white space around them.
func beforeAfter(src []byte, edits []Edit) (before, after string) {
	lines := splitLines(string(src))
	join := func(ls []string) string {
		var out []string
		for _, l := range ls {
			if l = strings.Join(strings.Fields(l), " "); l != "" {
				out = append(out, l)
			}
		}
		return strings.Join(out, " ")
	}
	var a, b []string
	for _, h := range hunksOf(src, edits) {
		a, b = append(a, join(lines[h.from:h.to])), append(b, join(h.lines))
	}
	return strings.Join(a, " ... "), strings.Join(b, " ... ")
}
