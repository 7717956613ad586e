package cpp

import (
	"fmt"
	"strings"

	"culprit/cfg"
)

// File is one file. Lines and columns are physical; tokens from macros stand
// where the macro is used.
type File struct {
	Name  string
	Text  []byte
	lines []int // offset of each line
}

// NewFile returns the file name with the text src.
func NewFile(name string, src []byte) *File {
	s := &File{Name: name, Text: src, lines: []int{0}}
	for i, c := range src {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// End returns the offset after the source form of the token at off, whose text is txt: for a
// token of a macro expansion, after the macro and its arguments.
func (s *File) End(off int, txt []byte) int {
	if strings.HasPrefix(string(s.Text[off:min(len(s.Text), off+len(txt))]), string(txt)) {
		if len(txt) > 0 && !(IsIdent(txt[len(txt)-1]) && off+len(txt) < len(s.Text) && IsIdent(s.Text[off+len(txt)])) {
			return off + len(txt)
		}
	}
	i := off
	for i < len(s.Text) && IsIdent(s.Text[i]) {
		i++
	}
	if i == off {
		return min(off+1, len(s.Text))
	}
	j := i
	for j < len(s.Text) && (s.Text[j] == ' ' || s.Text[j] == '\t' || s.Text[j] == '\n') {
		j++
	}
	if j < len(s.Text) && s.Text[j] == '(' {
		if k := s.closing(j); k > 0 {
			return k
		}
	}
	return i
}

// closing returns the offset after the bracket that closes the one at i.
func (s *File) closing(i int) int {
	depth := 0
	for ; i < len(s.Text); i++ {
		switch c := s.Text[i]; c {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				return i + 1
			}
		case '"', '\'':
			for i++; i < len(s.Text) && s.Text[i] != c && s.Text[i] != '\n'; i++ {
				if s.Text[i] == '\\' {
					i++
				}
			}
		}
	}
	return -1
}

// LineCol is the place of an offset.
func (s *File) LineCol(off int) (line, col int) {
	lo, hi := 0, len(s.lines)
	for hi-lo > 1 {
		if m := (lo + hi) / 2; s.lines[m] <= off {
			lo = m
		} else {
			hi = m
		}
	}
	return lo + 1, off - s.lines[lo] + 1
}

// Error says why a source text was refused, and where.
type Error struct {
	Pos cfg.Pos
	Msg string
}

func (e *Error) Error() string {
	if e.Pos.File == "" && e.Pos.Line == 0 {
		return e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// Errorf returns an Error with a formatted message.
func Errorf(pos cfg.Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// Start is the first character of a file.
func Start(name string) cfg.Pos { return cfg.Pos{File: name, Line: 1, Col: 1, EndLine: 1, EndCol: 2} }

// displayName shows embedded headers as the user writes them.
func displayName(file string) string {
	if h, ok := strings.CutPrefix(file, headerRoot+"/"); ok {
		return "<" + h + ">"
	}
	return file
}

// headerRoot begins the names of the embedded C headers, and therefore the
// beginning of the file names of positions inside them.
const headerRoot = "headers"
