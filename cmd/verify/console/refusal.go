package console

import (
	"fmt"
	"strings"
	"unicode"

	"culprit/report"
	"culprit/svcomp"
)

// InputError is a complaint about the input: one line, exit status 2.
type InputError struct{ Err error }

func (e InputError) Error() string { return e.Err.Error() }

func (e InputError) Unwrap() error { return e.Err }

// lineLength is how much of a text that somebody else wrote a line repeats.
const lineLength = 400

// Complaint is what is wrong with the input.
func Complaint(err error) error { return InputError{err} }

// BadInput is a complaint in words.
func BadInput(format string, args ...any) error { return InputError{fmt.Errorf(format, args...)} }

// BadFile is a complaint about a file as a whole.
func BadFile(name, format string, args ...any) error {
	return InputError{&svcomp.Error{File: name, Msg: fmt.Sprintf(format, args...)}}
}

// StatusError ends a command with an exit status and no message.
type StatusError int

func (e StatusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// FirstLine is what a panic says, without the stack that may come with it.
func FirstLine(p any) string {
	line, _, _ := strings.Cut(strings.TrimSpace(fmt.Sprint(p)), "\n")
	return OneLine(line)
}

// OneLine keeps a message on one line and printable.
func OneLine(s string) string {
	s = strings.TrimSpace(s)
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		if unicode.IsControl(r) || report.Reorders(r) {
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > lineLength {
		return string(r[:lineLength-1]) + "…"
	}
	return s
}
