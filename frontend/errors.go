package frontend

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"culprit/cfg"
)

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

// InternalError is a defect of this package that showed on a source text: the
// text may be fine.
type InternalError struct {
	Pos   cfg.Pos // the beginning of the file
	Value any     // of the panic
	Stack []byte
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("%v: internal error of the C front end: %v", e.Pos, e.Value)
}

func errorAt(pos cfg.Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// parseError is asError for a text that cc refused: what it dislikes behind
// the text is the end of the file.
func parseError(name string, src []byte, err error) *Error {
	e := asError(name, err)
	if e.Pos.File != endName {
		return e
	}
	line := bytes.Count(src, []byte("\n"))
	col := len(src) - bytes.LastIndexByte(src[:len(src)-1], '\n') - 1
	return &Error{Pos: cfg.Pos{File: name, Line: line, Col: col, EndLine: line, EndCol: col + 1}, Msg: "unexpected end of file"}
}

// asError turns the error of cc, which is text with one line for each
// diagnostic, into an Error for the first diagnostic. name is the file that
// was parsed: it may contain colons.
func asError(name string, err error) *Error {
	if e, ok := err.(*Error); ok {
		return e
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	line = origin.ReplaceAllString(line, "")
	line = strings.ReplaceAll(line, "TODO ", "not understood: ")
	file, rest := "", line
	if r, ok := strings.CutPrefix(line, name+":"); ok {
		file, rest = name, r
	} else if f, r, ok := strings.Cut(line, ":"); ok {
		file, rest = f, r
	}
	parts := strings.SplitN(rest, ":", 3)
	if len(parts) == 3 {
		ln, err1 := strconv.Atoi(parts[0])
		col, err2 := strconv.Atoi(parts[1])
		if err1 == nil && err2 == nil {
			pos := cfg.Pos{File: displayName(file), Line: ln, Col: col, EndLine: ln, EndCol: col + 1}
			return &Error{Pos: pos, Msg: strings.TrimSpace(parts[2])}
		}
	}
	return &Error{Pos: cfg.Pos{File: name}, Msg: strings.TrimSpace(line)}
}

// origin matches the place in the sources of cc that it adds to messages.
var origin = regexp.MustCompile(` \([a-z0-9]+\.go:\d+:[^()]*\)$`)

// displayName shows embedded headers as the user writes them.
func displayName(file string) string {
	if h, ok := strings.CutPrefix(file, headerRoot+"/"); ok {
		return "<" + h + ">"
	}
	return file
}

// firstLine shows a recovered panic.
func firstLine(p any) string {
	s, _, _ := strings.Cut(fmt.Sprint(p), "\n")
	return origin.ReplaceAllString(s, "")
}
