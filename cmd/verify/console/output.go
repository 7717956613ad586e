package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Places for answers are tried before the work begins; what cannot be
// written after it is a warning and an exit status, and takes no answer away.

// Unwritten warns of what could not be written, and gives the exit status: that of
// the answer if all was.
func (a *Streams) Unwritten(status int, lost ...error) error {
	for _, err := range lost {
		if err != nil {
			fmt.Fprintf(a.Stderr, "verify: warning: %s\n", OneLine(err.Error()))
			status = ExitUnwritten
		}
	}
	return StatusError(status)
}

// CheckOutput rejects an output file that cannot be written before the work
// begins.
func CheckOutput(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return BadFile(path, "is a directory")
	case err == nil && !info.Mode().IsRegular():
		return nil // a device or a pipe
	}
	dir := filepath.Dir(path)
	info, err = os.Stat(dir)
	switch {
	case err != nil:
		return BadFile(path, "folder %s does not exist", dir)
	case !info.IsDir():
		return BadFile(path, "%s is not a folder", dir)
	}
	return tryFolder(path, dir)
}

// CheckFolder rejects a folder that cannot be written to before the work
// begins. One that does not exist will be made.
func CheckFolder(path string) error {
	for dir := filepath.Clean(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && info.IsDir():
			return tryFolder(path, dir)
		case err == nil && dir == filepath.Clean(path):
			return BadFile(path, "is not a folder")
		case err == nil:
			return BadFile(path, "%s is not a folder", dir)
		case !errors.Is(err, os.ErrNotExist) || dir == filepath.Dir(dir):
			return BadFile(path, "%v", Reason(err))
		}
	}
}

// tryFolder rejects a folder in which no file can be made.
func tryFolder(path, dir string) error {
	f, err := os.CreateTemp(dir, ".verify.*")
	if err != nil {
		return BadFile(path, "no file can be written in folder %s: %v", dir, Reason(err))
	}
	f.Close()
	return os.Remove(f.Name())
}

// Reason is what the system says, without the name of the file.
func Reason(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// WriteFile writes a file as a whole or not at all.
func WriteFile(path string, write func(io.Writer) error) error {
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
