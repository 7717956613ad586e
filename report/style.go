package report

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style says how text is written.
type Style struct {
	Color bool // ANSI colours: only for a terminal, and not with NO_COLOR
	Width int  // columns of the page; 0: 100
	// Trace prints every step of every trace, the irrelevant ones dimmed.
	Trace bool
	// Invert lists what is relevant in no trace instead of what is relevant.
	Invert bool
	// IgnoreCommon lists what is relevant in some traces instead of in all.
	IgnoreCommon bool
	// Stats adds the table of work done.
	Stats bool
	// All prints all likely places of a bug, not only the first.
	All bool
	// Lines bounds what is printed of a FALSE: the rest is counted, and lines are
	// no longer than Width. 0: everything is printed.
	Lines int
}

// Page is how many lines of a FALSE are printed if nobody asks for more: what
// fits a terminal with the command above it.
const Page = 25

// showAll is the flag for what is not printed.
const showAll = "--all"

// wrap continues a text in further lines where the page ends, if that is bounded.
func (s Style) wrap(text string, column int) string {
	if s.Lines == 0 {
		return text
	}
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && utf8.RuneCountInString(lines[n-1]+" "+word)+column <= s.width() {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", column))
}

// folded is wrap as lines, of which none has the indentation.
func (s Style) folded(text string, column int) []string {
	return strings.Split(strings.ReplaceAll(s.wrap(text, column), "\n"+strings.Repeat(" ", column), "\n"), "\n")
}

// hard breaks a line of source text where the page ends, if that is bounded.
func (s Style) hard(text string, column int) []string {
	chars := []rune(text)
	n := s.width() - column
	if s.Lines == 0 || len(chars) <= n {
		return []string{text}
	}
	out := []string{string(chars[:n])}
	for chars = chars[n:]; len(chars) > 0; chars = chars[min(n-2, len(chars)):] {
		out = append(out, "  "+string(chars[:min(n-2, len(chars))]))
	}
	return out
}

// The ANSI codes in use.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
)

func (s Style) paint(code, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return string(escape) + "[" + code + "m" + text + string(escape) + "[0m"
}

func (s Style) verdict(v string) string {
	switch v {
	case "TRUE":
		return s.paint(bold+";"+green, v)
	case "FALSE":
		return s.paint(bold+";"+red, v)
	}
	return s.paint(bold+";"+yellow, v)
}

func (s Style) width() int {
	if s.Width <= 0 {
		return 100
	}
	return max(s.Width, 60)
}

// pad fills text with spaces up to n columns, at least two where something
// follows.
func pad(text string, n int) string {
	w := utf8.RuneCountInString(text)
	return text + strings.Repeat(" ", max(n-w, 2))
}

// clip cuts text to n columns.
func clip(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:max(n-1, 0)]) + "…"
}

// escape stands for the escape character in what Style paints: neither a file name nor a
// source text has a null character.
const escape = '\x00'

// plain writes text for a terminal. What others wrote, names of files and sources, could
// have control characters, which would steer the terminal or let the text look as if it
// said something else: each becomes U+FFFD.
type plain struct {
	w    io.Writer
	rest []byte // the beginning of a character
}

// Write implements io.Writer.
func (p *plain) Write(b []byte) (int, error) {
	p.rest = append(p.rest, b...)
	out := make([]byte, 0, len(p.rest))
	text := p.rest
	for len(text) > 0 && utf8.FullRune(text) {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == escape:
			r = '\x1b'
		case r == '\n' || r == '\t':
		case unicode.IsControl(r) || Reorders(r):
			r = utf8.RuneError
		}
		out = utf8.AppendRune(out, r)
		text = text[n:]
	}
	p.rest = append(p.rest[:0], text...)
	if _, err := p.w.Write(out); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Reorders reports whether a character lets what follows it be shown in another order
// than it is read.
func Reorders(r rune) bool { return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069' }
