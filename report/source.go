package report

import (
	"strings"
	"unicode/utf8"

	"culprit/fault"
)

func splitSources(src map[string][]byte) sourceLines {
	out := sourceLines{}
	for name, text := range src {
		lines := strings.Split(string(text), "\n")
		for i, l := range lines {
			lines[i] = strings.TrimSuffix(l, "\r")
		}
		out[name] = lines
	}
	return out
}

// line returns a source line, false if it is not known.
func (s sourceLines) line(file string, n int) (string, bool) {
	lines := s[file]
	if n < 1 || n > len(lines) {
		return "", false
	}
	return lines[n-1], true
}

// excerpt is one source line without indentation, cut to a width around a
// range, and where the range lies in it: columns from, to of the text.
type excerpt struct {
	text     string
	from, to int
	whole    bool // the range is the line, except for punctuation
}

// excerpt shows where r begins. If the source is not known it shows text.
func (s sourceLines) excerpt(r Range, text string, width int) excerpt {
	line, ok := s.line(r.File, r.Line)
	if !ok {
		return excerpt{text: clip(text, width), whole: true}
	}
	from := min(max(r.Col-1, 0), len(line))
	to := len(line)
	if r.EndLine == r.Line && r.EndCol > r.Col {
		to = min(r.EndCol-1, len(line))
	}
	for to > from && (line[to-1] == ' ' || line[to-1] == '\t') {
		to--
	}
	line = line[:to] + fault.WithoutComment(line[to:])
	x := excerpt{
		from:  runes(line[:from]),
		to:    runes(line[:to]),
		whole: strings.Trim(line[:from]+line[to:], " \t;{}") == "",
	}
	chars := []rune(strings.ToValidUTF8(strings.ReplaceAll(line, "\t", " "), "?"))
	for i, c := range chars {
		if c < ' ' || c == 0x7f {
			chars[i] = '?'
		}
	}
	start := 0
	for start < len(chars) && chars[start] == ' ' {
		start++
	}
	end := len(chars)
	for end > start && chars[end-1] == ' ' {
		end--
	}
	start = min(start, x.from)
	lead, tail := "", ""
	if end-start > width {
		// Keep the range in view, with some of what comes before it.
		const before = 12
		if x.to-start > width-1 && x.from-start > before {
			start = x.from - before
			lead = "…"
		}
		if end-start > width-2 {
			end = start + width - 2
			tail = "…"
		}
	}
	x.text = lead + string(chars[start:max(end, start)]) + tail
	shift := utf8.RuneCountInString(lead) - start
	x.from = min(max(x.from+shift, 0), utf8.RuneCountInString(x.text))
	x.to = min(max(x.to+shift, x.from), utf8.RuneCountInString(x.text))
	return x
}

// runes counts the columns of a piece of a line, broken bytes included.
func runes(s string) int { return utf8.RuneCountInString(strings.ToValidUTF8(s, "?")) }
