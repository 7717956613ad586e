package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"culprit/frontend"
	"culprit/report"
	"culprit/svcomp"
)

// several reports whether --entry names more than one function.
func several(entry string) bool { return strings.ContainsAny(entry, "*?") }

// entries asks about each function that --entry matches, in a process of its own with
// the limits of the command line, and prints one line for each.
func (c *verifyCommand) entries(a *app) error {
	switch {
	case c.Output != "" || c.Witness != "":
		return badInput("-o, --witness: one file, and --entry %s is about several functions", c.Entry)
	case c.Format == "sarif":
		return badInput("--format sarif: one program, and --entry %s is about several functions", c.Entry)
	}
	names, err := c.matching()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return inputError{&svcomp.Error{File: c.File, Line: 1, Col: 1, Msg: fmt.Sprintf("no function that --entry %s matches has a body here", c.Entry)}}
	}
	program, err := self()
	if err != nil {
		return err
	}
	ctx, stop := a.untilSignal()
	defer stop()
	x := &report.Entries{Schema: report.EntriesSchema, Tool: "verify", Version: version, File: c.File, Functions: []report.Entry{}}
	width := 0
	for _, n := range names {
		width = max(width, len(n))
	}
	count := map[string]int{}
	for _, n := range names {
		if c.Format == "text" {
			fmt.Fprintf(a.stdout, "%-*s  ", width, n)
		}
		e, verdict := c.one(ctx, a, program, n)
		x.Functions = append(x.Functions, e)
		count[verdict]++
		if ctx.Err() != nil {
			break
		}
	}
	worst := report.Report{Verdict: "TRUE"}
	switch {
	case count["FALSE"] > 0:
		worst.Verdict = "FALSE"
	case count["TRUE"] < len(names):
		worst.Verdict = "UNKNOWN"
	}
	x.Status = worst.ExitCode()
	if c.Format == "text" {
		fmt.Fprintf(a.stdout, "%d functions: %d TRUE, %d FALSE, %d UNKNOWN, %d cannot be called\n", len(names), count["TRUE"], count["FALSE"], count["UNKNOWN"], count[""])
		return statusError(x.Status)
	}
	stdout := a.reader()
	return a.unwritten(x.Status, stdout.lost(report.WriteEntriesJSON(stdout, x)))
}

// matching are the functions that --entry matches.
func (c *verifyCommand) matching() ([]string, error) {
	if isProject(c.File) {
		p, err := readProject(c.File, frontend.Config{PtrBits: defaultPtrBits}, nil)
		if err != nil {
			return nil, err
		}
		return p.matching(c.Entry), nil
	}
	whole := c.compileFlags
	whole.Entry = ""
	t, err := loadTarget(append([]string{c.File}, c.More...), c.Property, c.DataModel, whole)
	if err != nil {
		return nil, err
	}
	names, err := frontend.Entries(t.files, c.Entry, t.config(false))
	if err != nil {
		return nil, t.cError(err)
	}
	return names, nil
}

// one asks about one function, and prints the answer where it is text. The verdict is ""
// if there is none.
func (c *verifyCommand) one(ctx context.Context, a *app, program, name string) (e report.Entry, verdict string) {
	e.Name = name
	args := []string{"--entry=" + name}
	if c.Effort == nil {
		args = append(args, "--effort=0")
	}
	if c.Timeout == 0 && c.CPUTimeout == 0 {
		args = append(args, "--cpu-timeout="+entryTime.String())
	}
	folders := map[string]string{"--report": c.Report, "--write-inputs": c.WriteInputs, "--test-harness": c.TestHarness}
	for _, flag := range slices.Sorted(maps.Keys(folders)) {
		if dir := folders[flag]; dir != "" { // of one folder, the files of all functions have the same names
			args = append(args, flag+"="+filepath.Join(dir, name))
		}
	}
	for i := 0; i < len(a.args); i++ {
		flag, _, valued := strings.Cut(a.args[i], "=")
		if _, folder := folders[flag]; !folder && flag != "--entry" && flag != "--format" {
			args = append(args, a.args[i])
		} else if !valued {
			i++
		}
	}
	args = append([]string{"--format=" + c.Format}, args...)
	var out, complaint bytes.Buffer
	cmd := again(ctx, program, args)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	first, _, _ := strings.Cut(out.String(), "\n")
	complains, _, _ := strings.Cut(complaint.String(), "\n")
	if c.Format == "json" {
		if e.Refused = report.ReadRefusal(out.Bytes()); e.Refused != nil {
			return e, ""
		}
		if e.Report, err = report.ReadJSON(&out); err == nil {
			return e, e.Report.Verdict
		}
		e.Refused = newRefusal(exitInternal, fmt.Errorf("%w %s", err, complains))
		return e, ""
	}
	verdict, _, _ = strings.Cut(first, " ")
	switch {
	case verdict == "TRUE" || verdict == "FALSE" || verdict == "UNKNOWN":
		fmt.Fprintf(a.stdout, "%s\n", strings.Join(strings.Fields(first), " "))
		return e, verdict
	case errors.As(err, new(*exec.ExitError)) && complaint.Len() > 0:
		fmt.Fprintln(a.stdout, complains)
	default:
		fmt.Fprintln(a.stdout, err)
	}
	return e, ""
}
