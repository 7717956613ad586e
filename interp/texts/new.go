package texts

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"culprit/cfg/clib"
)

// New makes a text of the vocabulary alone: a few arguments, lines, and variables that
// are set. Numbers are near 0, or what other makes of it.
func (v *Vocabulary) New(r *rand.Rand, other Number) (t Text) {
	if v.Args {
		for range r.IntN(5) {
			t.Args = append(t.Args, v.phrase(r, other))
		}
	}
	if v.Stdin {
		lines := r.IntN(5)
		if lines == 4 {
			lines += r.IntN(12)
		}
		for range lines {
			t.Stdin = append(t.Stdin, v.line(r, other)...)
			t.Stdin = append(t.Stdin, '\n')
		}
		if n := len(t.Stdin); n > 0 && r.IntN(8) == 0 {
			t.Stdin = t.Stdin[:n-1]
		}
	}
	for _, name := range v.Env {
		if r.IntN(4) > 0 {
			t.Env = append(t.Env, name+"="+v.line(r, other))
		}
	}
	return t
}

// line is a line: a phrase, some with spaces between them, or a long one.
func (v *Vocabulary) line(r *rand.Rand, other Number) string {
	s := v.phrase(r, other)
	for r.IntN(3) == 0 {
		s += " " + v.phrase(r, other)
	}
	if r.IntN(16) == 0 {
		s = strings.Repeat(s, 1<<r.IntN(8))
	}
	return s
}

// phrase is what a format reads, or names and numbers with the characters of the program
// between them, before or behind them, as in key=1 or [name]: one or two mostly.
func (v *Vocabulary) phrase(r *rand.Rand, other Number) (s string) {
	if len(v.Formats) > 0 && r.IntN(2) == 0 {
		return v.formatted(r, v.Formats[r.IntN(len(v.Formats))], other)
	}
	if r.IntN(4) == 0 {
		s = v.mark(r)
	}
	for {
		switch k := r.IntN(8); {
		case k < 4 && len(v.Words) > 0:
			s += v.Words[r.IntN(len(v.Words))]
		case k < 7:
			s += number(r, other)
		default:
			s += v.letter(r)
		}
		k := r.IntN(4)
		if k > 0 {
			s += v.mark(r)
		}
		if k < 2 || r.IntN(4) == 0 {
			return s
		}
	}
}

// mark is a character that the program asks for, a space or any small letter.
func (v *Vocabulary) mark(r *rand.Rand) string {
	switch k := r.IntN(8); {
	case k == 0:
		return " "
	case k == 1 || len(v.Letters) == 0:
		return v.letter(r)
	}
	return string(v.Letters[r.IntN(len(v.Letters))])
}

func number(r *rand.Rand, other Number) string { return strconv.FormatInt(int64(other(r, 0)), 10) }

// formatted is what a format of scanf reads.
func (v *Vocabulary) formatted(r *rand.Rand, format string, other Number) string {
	parts, ok := clib.ScanParts(format)
	if !ok {
		return ""
	}
	var out strings.Builder
	for i, p := range parts {
		switch {
		case p.Space:
			out.WriteByte(' ')
		case p.Conv == 0:
			out.WriteByte(p.Literal)
		case p.Conv == 'n':
		case p.Conv == 'c':
			for range max(p.Width, 1) {
				out.WriteString(v.letter(r))
			}
		case p.Conv == 's' || p.Conv == '[':
			if len(v.Words) > 0 && r.IntN(2) == 0 {
				out.WriteString(v.Words[r.IntN(len(v.Words))])
				break
			}
			for range 1 + r.IntN(3) {
				out.WriteString(v.letter(r))
			}
		default:
			if i > 0 && parts[i-1].Conv != 0 {
				out.WriteByte(' ')
			}
			out.WriteString(number(r, other))
		}
	}
	return out.String()
}
