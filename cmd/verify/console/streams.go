package console

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Streams are what a process has of its environment.
type Streams struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Signals        chan os.Signal // that are to end it, since its start; nil in tests
}

// The exit statuses besides those of verdicts (report.Report.ExitCode).
const (
	ExitOK        = 0
	ExitBadInput  = 2
	ExitInternal  = 3
	ExitUnwritten = 4 // the verdict stands, and something that was asked for could not be written
)

// Sink is standard output, and knows whether all could be written.
type Sink struct {
	W   io.Writer
	Err error // the first
}

// Write implements io.Writer.
func (s *Sink) Write(p []byte) (int, error) {
	n, err := s.W.Write(p)
	if s.Err == nil {
		s.Err = err
	}
	return n, err
}

// File is the file that a stream is, nil if it is none.
func File(w io.Writer) *os.File {
	if s, ok := w.(*Sink); ok {
		w = s.W
	}
	f, _ := w.(*os.File)
	return f
}

// reader is standard output, whose reader may go when it has seen enough.
type reader struct {
	w    io.Writer
	some bool // the reader got something
}

// Reader is the standard output of a command that has an answer.
func (a *Streams) Reader() *reader {
	signal.Ignore(syscall.SIGPIPE)
	return &reader{w: a.Stdout}
}

// Write implements io.Writer.
func (r *reader) Write(p []byte) (int, error) {
	n, err := r.w.Write(p)
	r.some = r.some || n > 0
	return n, err
}

// Lost is err, but nil if the reader went after the beginning.
func (r *reader) Lost(err error) error {
	if r.some && errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}
