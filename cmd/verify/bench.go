package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"culprit/bench"
	"culprit/report"
)

// runFlags say how each run is made and shown.
type runFlags struct {
	Jobs       int           `help:"Processes at a time." default:"1" placeholder:"N"`
	Timeout    time.Duration `help:"Wall time of each run (default: 30s)." placeholder:"DURATION"`
	CPUTimeout time.Duration `name:"cpu-timeout" help:"CPU time of each run (default: as --timeout)." placeholder:"DURATION"`
	Memory     byteSize      `help:"Memory of each run." default:"6GiB" placeholder:"SIZE"`
	Flags      []string      `help:"Further flags for verify, for instance --flags=--solver=z3." placeholder:"FLAG"`
	Binary     string        `help:"Measure this verify program (default: this one)." placeholder:"FILE"`
	Reports    string        `help:"Also write each JSON report into this folder." placeholder:"DIR"`
	Quiet      bool          `help:"No progress on stderr."`
}

// config is what package bench makes of the flags. standard is the time limit
// where none is given.
func (f *runFlags) config(standard time.Duration) (bench.Config, error) {
	c := bench.Config{
		Binary: f.Binary, Args: f.Flags, Timeout: f.Timeout, CPU: f.CPUTimeout, Memory: uint64(f.Memory), Jobs: f.Jobs,
	}
	switch {
	case f.Jobs < 1:
		return c, badInput("--jobs: must be positive")
	case f.Timeout < 0 || f.CPUTimeout < 0:
		return c, badInput("--timeout, --cpu-timeout: must not be negative")
	}
	if c.Timeout == 0 {
		c.Timeout = standard
	}
	if c.CPU == 0 {
		c.CPU = c.Timeout
	}
	if f.Reports != "" {
		if err := checkFolder(f.Reports); err != nil {
			return c, err
		}
		if err := os.MkdirAll(f.Reports, 0o755); err != nil {
			return c, inputError{err}
		}
	}
	if f.Binary != "" {
		abs, err := filepath.Abs(f.Binary)
		if info, serr := os.Stat(f.Binary); err != nil || serr != nil || info.IsDir() {
			return c, badInput("--binary: %s: no such program", f.Binary)
		}
		c.Binary = abs
	} else {
		var err error
		if c.Binary, err = ownBinary(); err != nil {
			return c, err
		}
	}
	c.KeepsCPU = bench.Knows(c.Binary, "cpu-timeout")
	return c, nil
}

// ownBinary names this program in a way that stays with it when its file is
// replaced during a long measurement.
func ownBinary() (string, error) {
	if runtime.GOOS == "linux" {
		return fmt.Sprintf("/proc/%d/exe", os.Getpid()), nil
	}
	return os.Executable()
}

// keepReport writes the report of a run into the folder of --reports.
func (f *runFlags) keepReport(r *bench.Run) error {
	if f.Reports == "" || r.Report == nil {
		return nil
	}
	name := strings.ReplaceAll(r.ID, "/", "_")
	if r.Property != r.Report.Property {
		name += "." + r.Property
	}
	return writeFile(filepath.Join(f.Reports, name+".json"), func(w io.Writer) error { return report.WriteJSON(w, r.Report) })
}
