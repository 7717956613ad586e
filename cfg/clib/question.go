package clib

import (
	"strconv"
	"strings"
)

// Question is what a program's graph asks the library about a call (cfg.Question, whose
// Func is its text). The arguments of the question are those of the call; a string that is read
// is AskedBytes bytes, zeros from its end on, eight in each.
type Question struct {
	Name   string // of the function
	Format string // that it gets: one conversion of printf, or all of scanf
	About  About
	Index  int // of what is stored, with OfStored
}

// About is what is asked about a call.
type About uint8

// The parts of an answer that a question may be about.
const (
	OfResult About = iota // what it returns or prints; of a long double the significand
	OfHigh                // the sign and exponent of a long double that it returns
	OfNaN                 // whether what it returns is a NaN, whose bits are not asked about
	OfErrno               // what it sets errno to, or 0
	OfEnd                 // how many bytes of its string it takes
	OfStored              // what scanf stores by an argument: a number, or a text and its length
)

var abouts = map[string]About{"high": OfHigh, "nan": OfNaN, "errno": OfErrno, "end": OfEnd}

// Digits is the name of the question which number the digits are that a text
// begins with. Its arguments are the bytes of the text, up to the first that is
// not a digit, and zeros, MaxDigits in all.
const (
	Digits     = "digits"
	MaxDigits  = 20 // one less always fits into 64 bits
	AskedBytes = 32 // a double needs 24 characters, and more are rarely written
)

const printing, aboutOf = "printf", " of "

// String is the text of a question. One about printf is the conversion alone.
func (q Question) String() string {
	text := strings.TrimSuffix(q.Name+" "+q.Format, " ")
	switch q.About {
	case OfResult:
		if q.Name == printing {
			return q.Format
		}
		return text
	case OfStored:
		return strconv.Itoa(q.Index) + aboutOf + text
	}
	for word, about := range abouts {
		if about == q.About {
			text = word + aboutOf + text
		}
	}
	return text
}

// ParseQuestion reads what String writes.
func ParseQuestion(text string) (q Question) {
	if strings.HasPrefix(text, "%") {
		return Question{Name: printing, Format: text}
	}
	word, rest, ok := strings.Cut(text, aboutOf)
	if ok && !strings.Contains(word, " ") {
		text = rest
		if q.About = abouts[word]; q.About == OfResult {
			q.About = OfStored
			q.Index, _ = strconv.Atoi(word)
		}
	}
	q.Name, q.Format, _ = strings.Cut(text, " ")
	return q
}

// Prints reports whether the question is about a conversion of printf.
func (q *Question) Prints() bool { return q.Name == printing }

// Stored are the conversions of the format of scanf that store something.
func (q *Question) Stored() (out []ScanPart) {
	parts, _ := ScanParts(q.Format)
	for _, p := range parts {
		if p.Conv != 0 && !p.Suppress {
			out = append(out, p)
		}
	}
	return out
}
