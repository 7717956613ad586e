package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
)

// Variables of the environment that verify cc looks at.
const (
	unitsVariable    = "VERIFY_UNITS" // the file to record in; verify.units if unset
	compilerVariable = "VERIFY_CC"    // the compiler; cc, gcc or clang if unset
)

// ccCommand is written down for --help: its words are the compiler's.
type ccCommand struct {
	Words []string `arg:"" optional:"" passthrough:"" help:"The command line of the compiler."`
}

// Run is not used: run hands the words on before they are parsed.
func (c *ccCommand) Run(a *app) error { return a.cc(c.Words) }

// cc compiles with the compiler of the machine, if there is one, and records what it
// was told about each C file, one line of JSON for each: a compilation database that
// grows while make runs, in any number of processes.
func (a *app) cc(words []string) error {
	if err := record(a.Getenv(unitsVariable), words); err != nil {
		fmt.Fprintf(a.Stderr, "verify cc: %s\n", console.OneLine(err.Error())) // the build goes on
	}
	for _, name := range []string{a.Getenv(compilerVariable), "cc", "gcc", "clang"} {
		path, err := exec.LookPath(name)
		if name == "" || err != nil {
			continue
		}
		cmd := exec.Command(path, words...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = a.Stdin, console.File(a.Stdout), a.Stderr
		err = cmd.Run()
		var failed *exec.ExitError
		switch {
		case errors.As(err, &failed):
			return console.StatusError(failed.ExitCode())
		case err != nil:
			return console.Complaint(err)
		}
		return nil
	}
	return console.BadInput("verify cc: no compiler: set %s", compilerVariable)
}

// record appends the C files of a command line to a file.
func record(to string, words []string) error {
	if slices.Contains(words, "-E") || slices.Contains(words, "-M") || slices.Contains(words, "-MM") {
		return nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	var lines []byte
	for _, w := range words {
		if filepath.Ext(w) != ".c" || strings.HasPrefix(w, "-") {
			continue
		}
		line, err := json.Marshal(target.Unit{Directory: dir, File: w, Arguments: append([]string{"cc"}, words...)})
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	if lines == nil {
		return nil
	}
	if to == "" {
		to = "verify" + target.UnitsExt
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(lines) // at once, so that processes do not mix
	return errors.Join(err, f.Close())
}
