package cpp

import (
	"fmt"
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

// Errorf returns an Error with a formatted message.
func Errorf(pos cfg.Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// displayName shows embedded headers as the user writes them.
func displayName(file string) string {
	if h, ok := strings.CutPrefix(file, headerRoot+"/"); ok {
		return "<" + h + ">"
	}
	return file
}

// Start is the first character of a file.
func Start(name string) cfg.Pos { return cfg.Pos{File: name, Line: 1, Col: 1, EndLine: 1, EndCol: 2} }
