package svcomp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"unicode/utf8"
)

// Error is a positioned complaint about an input file. Line and Col are 0
// where the whole file is meant.
type Error struct {
	File      string
	Line, Col int
	Msg       string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// ReadFile reads a file the user named. Its errors read "file: what".
func ReadFile(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, &Error{File: file, Msg: reason(err)}
	}
	switch {
	case info.IsDir():
		return nil, &Error{File: file, Msg: "is a directory"}
	case info.Mode().IsRegular() && info.Size() > maxFile:
		return nil, &Error{File: file, Msg: "is larger than 256 MiB"}
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, &Error{File: file, Msg: reason(err)}
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, &Error{File: file, Msg: reason(err)}
	}
	if int64(len(src)) > maxFile {
		return nil, &Error{File: file, Msg: "is larger than 256 MiB"}
	}
	return src, nil
}

// reason is the text of an error of the operating system without the path,
// which precedes it anyway.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	var no syscall.Errno
	if errors.As(err, &no) {
		return no.Error()
	}
	return err.Error()
}

// checkText refuses what is not text: too long, bytes of zero, or not UTF-8.
func checkText(file string, src []byte, most int) error {
	at := func(off int, msg string) error {
		line, col := position(src, off)
		return &Error{File: file, Line: line, Col: col, Msg: msg}
	}
	if len(src) > most {
		return at(0, fmt.Sprintf("the file has %d bytes, more than the limit of %d", len(src), most))
	}
	for i := 0; i < len(src); {
		if src[i] == 0 {
			return at(i, "not a text file (NUL byte)")
		}
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n <= 1 {
			return at(i, fmt.Sprintf("byte 0x%02x is not UTF-8", src[i]))
		}
		i += n
	}
	return nil
}

// position converts a byte offset to line and column, both from 1.
func position(src []byte, off int) (line, col int) {
	line, col = 1, 1
	for _, b := range src[:min(off, len(src))] {
		if b == '\n' {
			line, col = line+1, 1
		} else {
			col++
		}
	}
	return line, col
}
