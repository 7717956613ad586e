package main

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// inParallel calls do for each item, jobs of them at a time, until ctx ends.
func inParallel[T any](ctx context.Context, jobs int, items []T, do func(i int, item T)) {
	var group errgroup.Group
	group.SetLimit(max(jobs, 1))
	for i, item := range items {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			if ctx.Err() == nil { // it waited for a place
				do(i, item)
			}
			return nil
		})
	}
	_ = group.Wait() // no call returns an error
}

// run runs a command: its standard output, the first line of its standard
// error, and its status, 134 after a call of abort.
func run(ctx context.Context, limit time.Duration, command string, args ...string) (out []byte, first string, status int) {
	out, errs, status := runAll(ctx, limit, command, args...)
	first, _, _ = strings.Cut(errs, "\n")
	return out, first, status
}

// runAll is run with all of the standard error.
func runAll(ctx context.Context, limit time.Duration, command string, args ...string) (out []byte, errs string, status int) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c := exec.CommandContext(ctx, command, args...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return stdout.Bytes(), stderr.String(), exit.ExitCode()
	case exit != nil && strings.Contains(exit.String(), "abort"):
		return stdout.Bytes(), stderr.String(), 134
	case err != nil:
		return stdout.Bytes(), err.Error(), -1
	}
	return stdout.Bytes(), stderr.String(), 0
}
