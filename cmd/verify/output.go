package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// Places for answers are tried before the work begins; what cannot be
// written after it is a warning and an exit status, and takes no answer away.

// sink is standard output, and knows whether all could be written.
type sink struct {
	w   io.Writer
	err error // the first
}

// Write implements io.Writer.
func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if s.err == nil {
		s.err = err
	}
	return n, err
}

// file is the file that a stream is, nil if it is none.
func file(w io.Writer) *os.File {
	if s, ok := w.(*sink); ok {
		w = s.w
	}
	f, _ := w.(*os.File)
	return f
}

// reader is standard output, whose reader may go when it has seen enough.
type reader struct {
	w    io.Writer
	some bool // the reader got something
}

// reader is the standard output of a command that has an answer.
func (a *app) reader() *reader {
	signal.Ignore(syscall.SIGPIPE)
	return &reader{w: a.stdout}
}

// Write implements io.Writer.
func (r *reader) Write(p []byte) (int, error) {
	n, err := r.w.Write(p)
	r.some = r.some || n > 0
	return n, err
}

// lost is err, but nil if the reader went after the beginning.
func (r *reader) lost(err error) error {
	if r.some && errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// unwritten warns of what could not be written, and gives the exit status: that of
// the answer if all was.
func (a *app) unwritten(status int, lost ...error) error {
	for _, err := range lost {
		if err != nil {
			fmt.Fprintf(a.stderr, "verify: warning: %s\n", oneLine(err.Error()))
			status = exitUnwritten
		}
	}
	return statusError(status)
}

// checkOutput rejects an output file that cannot be written before the work
// begins.
func checkOutput(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return badFile(path, "is a directory")
	case err == nil && !info.Mode().IsRegular():
		return nil // a device or a pipe
	}
	dir := filepath.Dir(path)
	info, err = os.Stat(dir)
	switch {
	case err != nil:
		return badFile(path, "folder %s does not exist", dir)
	case !info.IsDir():
		return badFile(path, "%s is not a folder", dir)
	}
	return tryFolder(path, dir)
}

// checkFolder rejects a folder that cannot be written to before the work
// begins. One that does not exist will be made.
func checkFolder(path string) error {
	for dir := filepath.Clean(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && info.IsDir():
			return tryFolder(path, dir)
		case err == nil && dir == filepath.Clean(path):
			return badFile(path, "is not a folder")
		case err == nil:
			return badFile(path, "%s is not a folder", dir)
		case !errors.Is(err, os.ErrNotExist) || dir == filepath.Dir(dir):
			return badFile(path, "%v", reason(err))
		}
	}
}

// tryFolder rejects a folder in which no file can be made.
func tryFolder(path, dir string) error {
	f, err := os.CreateTemp(dir, ".verify.*")
	if err != nil {
		return badFile(path, "no file can be written in folder %s: %v", dir, reason(err))
	}
	f.Close()
	return os.Remove(f.Name())
}

// reason is what the system says, without the name of the file.
func reason(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// writeFile writes a file as a whole or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, b.Bytes(), 0o666) // a device or a pipe
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(b.Bytes())
	if err == nil {
		err = f.Chmod(0o644)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
