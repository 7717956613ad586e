package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"

	"culprit/bench"
)

// version is the version of this program, which experiments that run no verify
// measure.
func version() string {
	line := "experiments"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				line += " " + s.Value[:12]
			}
		}
	}
	return line + " (" + runtime.Version() + ")"
}

// versionOf is the version of a verify program.
func versionOf(verify string) string {
	out, err := exec.Command(verify, "--version").Output()
	if err != nil {
		return verify
	}
	return "verify " + strings.TrimSpace(string(out))
}

// printTables prints tables, the first with a line on the machine.
func printTables(machine string, tables ...*bench.Table) error {
	tables[0].Title += "\n" + machine
	for i, t := range tables {
		if i > 0 {
			fmt.Println()
		}
		if err := t.Write(os.Stdout); err != nil {
			return err
		}
	}
	return nil
}

// writeFile creates a file with what write writes.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
