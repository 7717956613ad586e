package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"culprit/frontend"
	"culprit/report"
)

// several reports whether --entry names more than one function.
func several(entry string) bool { return strings.ContainsAny(entry, "*?") }

// entries asks about each function that --entry matches, in a process of its own with
// the limits of the command line, and prints one line for each.
func (c *verifyCommand) entries(a *app) error {
	names, err := c.matching()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return badInput("%s:1:1: no function that --entry %s matches has a body here", c.File, c.Entry)
	}
	program, err := self()
	if err != nil {
		return err
	}
	width := 0
	for _, n := range names {
		width = max(width, len(n))
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		select {
		case <-a.signals:
			stop()
		case <-ctx.Done():
		}
	}()
	count := map[string]int{}
	for _, n := range names {
		verdict, line := c.one(ctx, a, program, n)
		count[verdict]++
		fmt.Fprintf(a.stdout, "%-*s  %s\n", width, n, line)
		if ctx.Err() != nil {
			break
		}
	}
	fmt.Fprintf(a.stdout, "%d functions: %d TRUE, %d FALSE, %d UNKNOWN, %d cannot be called\n", len(names), count["TRUE"], count["FALSE"], count["UNKNOWN"], count[""])
	worst := report.Report{Verdict: "TRUE"}
	switch {
	case count["FALSE"] > 0:
		worst.Verdict = "FALSE"
	case count["TRUE"] < len(names):
		worst.Verdict = "UNKNOWN"
	}
	return statusError(worst.ExitCode())
}

// matching are the functions that --entry matches.
func (c *verifyCommand) matching() ([]string, error) {
	if isProject(c.File) {
		p, err := readProject(c.File, frontend.Config{PtrBits: defaultPtrBits})
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

// one asks about one function. The verdict is "" if there is none.
func (c *verifyCommand) one(ctx context.Context, a *app, program, name string) (verdict, line string) {
	args := []string{"--entry=" + name}
	if c.Effort == nil {
		args = append(args, "--effort=0")
	}
	if c.Timeout == 0 && c.CPUTimeout == 0 {
		args = append(args, "--cpu-timeout="+entryTime.String())
	}
	for i := 0; i < len(a.args); i++ {
		switch w := a.args[i]; {
		case w == "--entry":
			i++
		case !strings.HasPrefix(w, "--entry="):
			args = append(args, w)
		}
	}
	var out, complaint bytes.Buffer
	cmd := again(ctx, program, args)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	first, _, _ := strings.Cut(out.String(), "\n")
	verdict, _, _ = strings.Cut(first, " ")
	switch {
	case verdict == "TRUE" || verdict == "FALSE" || verdict == "UNKNOWN":
		return verdict, strings.Join(strings.Fields(first), " ")
	case errors.As(err, new(*exec.ExitError)) && complaint.Len() > 0:
		first, _, _ = strings.Cut(complaint.String(), "\n")
		return "", first
	}
	return "", fmt.Sprint(err)
}
