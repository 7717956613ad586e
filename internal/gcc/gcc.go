// Package gcc makes and runs reference programs, for experiments and tests: what
// gcc makes of a C file is what the file means, where it means anything.
package gcc

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Compiler makes reference programs, without optimisation.
type Compiler struct {
	GCC     string   // the program; "" means gcc
	Flags   []string // further flags, such as -I
	Include []string // folders of further header files
	Timeout time.Duration
}

// Compile compiles one file for pointers of ptrBits bits into exe.
func (c Compiler) Compile(ctx context.Context, file, exe string, ptrBits int, flags ...string) error {
	gcc := c.GCC
	gcc = cmp.Or(gcc, "gcc")
	limit := c.Timeout
	limit = cmp.Or(limit, time.Minute)
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	// Signed overflow wraps here as it does in cfg, and symbols may be
	// defined twice, as in the old days.
	args := []string{"-w", "-O0", "-fwrapv", "-fcommon", fmt.Sprintf("-m%d", ptrBits)}
	if ptrBits == 32 {
		// The old floating-point unit computes with more bits than C's types have.
		args = append(args, "-msse2", "-mfpmath=sse")
	}
	args = append(append(args, c.Flags...), flags...)
	for _, dir := range c.Include {
		args = append(args, "-I", dir)
	}
	args = append(args, file, "-o", exe, "-lm")
	cmd := exec.CommandContext(ctx, gcc, args...)
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		i := max(slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "error: ") }), 0)
		return fmt.Errorf("%s: gcc: %w: %s", file, err, lines[i])
	}
	return nil
}

// Runs32 reports whether gcc makes programs for 32 bits, with a C library, that
// this machine can execute: not every kernel does.
var Runs32 = sync.OnceValue(func() bool {
	dir, err := os.MkdirTemp("", "gcc32-")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	file, exe := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if os.WriteFile(file, []byte("#include <stdio.h>\nint main(void) { return 0; }\n"), 0o644) != nil {
		return false
	}
	return Compiler{}.Compile(context.Background(), file, exe, 32) == nil && exec.Command(exe).Run() == nil
})

// Ending is what a program leaves behind.
type Ending struct {
	Stdout []byte
	Stderr []byte
	Code   int            // exit status
	Signal syscall.Signal // what killed it, or 0
	// Cut says why the program was not left to run to its end, "" if it was.
	Cut string
}

func (e *Ending) String() string {
	switch {
	case e.Cut != "":
		return e.Cut
	case e.Signal != 0:
		return "signal: " + e.Signal.String()
	}
	return fmt.Sprintf("exit status %d", e.Code)
}

// Case is one execution of a program.
type Case struct {
	Name  string
	Args  []string // without the program's name
	Stdin []byte
	// Files are those the program may open, by the name it gives.
	Files map[string][]byte
	Skip  string // why it cannot be run, "" if it can
}

// OutputLimit bounds what a program may print, in bytes.
const OutputLimit = 4 << 20

// Run runs a compiled program in the folder dir, which holds the
// files of the case.
func Run(ctx context.Context, exe, dir string, c Case, limit time.Duration) (*Ending, error) {
	for name, text := range c.Files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return nil, err
		}
	}
	timed, stop := context.WithTimeout(ctx, limit)
	defer stop()
	cmd := exec.CommandContext(timed, exe, c.Args...)
	cmd.Dir = dir
	cmd.Env = []string{"LC_ALL=C"}
	cmd.Stdin = bytes.NewReader(c.Stdin)
	stdout, stderr := &capped{}, &capped{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = 10 * time.Second // for the output of a busy machine
	err := cmd.Run()
	end := &Ending{Stdout: stdout.b, Stderr: stderr.b}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case timed.Err() != nil:
		end.Cut = "time limit"
	case stdout.over || stderr.over:
		end.Cut = "output limit"
	case cmd.ProcessState == nil:
		return nil, err
	case errors.Is(err, exec.ErrWaitDelay):
		end.Cut = "output is not complete"
	case errors.As(err, &exit) && exit.ExitCode() < 0:
		end.Signal = exit.Sys().(syscall.WaitStatus).Signal()
	default:
		end.Code = cmd.ProcessState.ExitCode()
	}
	return end, nil
}

// capped keeps what is written until there is too much of it.
type capped struct {
	b    []byte
	over bool
}

func (c *capped) Write(p []byte) (int, error) {
	if len(c.b)+len(p) > OutputLimit {
		c.over = true
		return 0, errors.New("too much output")
	}
	c.b = append(c.b, p...)
	return len(p), nil
}
