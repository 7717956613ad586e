package report

import (
	"io"
	"unicode"
	"unicode/utf8"
)

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
