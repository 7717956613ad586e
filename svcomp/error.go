package svcomp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
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

// maxFile bounds what is read of one file, so that a device or a mistake does
// not fill the memory.
const maxFile = 256 << 20

// ReadFile reads a file the user named. Its errors read "file: what".
func ReadFile(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, &Error{File: file, Msg: reason(err)}
	}
	if info.IsDir() {
		return nil, &Error{File: file, Msg: "is a directory"}
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
	if len(src) > maxFile {
		return nil, &Error{File: file, Msg: "is larger than 256 MiB"}
	}
	return src, nil
}

// reason is the text of an error of the operating system without the path,
// which stands in front of it anyway.
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
