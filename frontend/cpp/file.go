package cpp

import (
	"fmt"
	"slices"
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

// LineCol is the place of an offset.
func (s *File) LineCol(off int) (line, col int) {
	line, _ = slices.BinarySearch(s.lines[1:], off+1)
	line++
	return line, off - s.lines[line-1] + 1
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
