package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"culprit/frontend/cpp"
	"culprit/report"
	"culprit/svcomp"
)

// refuse writes why there is no answer as JSON, where the answer was asked for in that
// form, and returns the exit status. People read it on stderr, where it was said before.
func (a *app) refuse(status int, err error) int {
	if !a.json {
		return status
	}
	stdout := a.reader()
	if err := stdout.lost(report.WriteRefusal(stdout, newRefusal(status, err))); err != nil {
		fmt.Fprintf(a.stderr, "verify: warning: %s\n", oneLine(err.Error()))
	}
	return status
}

// newRefusal says why there is no answer. The message leaves out the place where it is
// all that it says besides.
func newRefusal(status int, err error) *report.Refusal {
	r := &report.Refusal{Schema: report.RefusalSchema, Tool: "verify", Version: version, Status: status, Message: oneLine(err.Error())}
	var in inputError
	var text *cpp.Error
	var file *svcomp.Error
	errors.As(err, &in)
	switch {
	case errors.As(err, &text) && text.Pos.Line > 0:
		r.File, r.Line, r.Col = text.Pos.File, text.Pos.Line, text.Pos.Col
		if in.err == text {
			r.Message = oneLine(text.Msg)
		}
	case errors.As(err, &file):
		r.File, r.Line, r.Col = file.File, file.Line, file.Col
		if in.err == file {
			r.Message = oneLine(file.Msg)
		}
	}
	return r
}

// asksJSON reports whether a command line asks for JSON, also one that cannot be parsed.
func asksJSON(args []string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	json := false
	for i, w := range args {
		if value, ok := strings.CutPrefix(w, "--format="); ok {
			json = value == "json"
		} else if w == "--format" && i+1 < len(args) {
			json = args[i+1] == "json"
		}
	}
	return json
}
