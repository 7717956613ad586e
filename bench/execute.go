package bench

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// ended is how a process ended.
type ended struct {
	stdout, stderr []byte
	code           int    // exit status, -1 after a signal
	late           bool   // it did not end by itself within its time
	killed         string // the signal of somebody else that ended it
	err            error  // it could not be started
	cpu, wall      time.Duration
	peak           uint64 // largest resident set in bytes
}

// execute runs a program as a process group of its own. After the limit on
// wall time, 0 for none, it gets a soft signal, and is killed patience later;
// when ctx ends, it is killed at once. The environment is ours and env. Nothing of the group outlives the call,
// and where the system can do it (process_linux.go) the program does not
// outlive this process either.
func execute(ctx context.Context, binary string, args, env []string, limit, patience time.Duration) ended {
	// The signal on the death of the parent is one on the death of the thread
	// that started the process.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	timed, stop := ctx, context.CancelFunc(func() {})
	if limit > 0 {
		timed, stop = context.WithTimeout(ctx, limit)
	}
	defer stop()
	cmd := exec.CommandContext(timed, binary, args...)
	cmd.Args[0] = "verify" // what a list of processes shows
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = ownGroup()
	var e ended
	cmd.Cancel = func() error {
		if ctx.Err() != nil {
			killGroup(cmd.Process.Pid)
			return nil
		}
		e.late = true
		return cmd.Process.Signal(syscall.SIGTERM)
	}
	cmd.WaitDelay = patience
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return ended{err: err, code: -1}
	}
	err := cmd.Wait()
	e.wall = time.Since(start)
	killGroup(cmd.Process.Pid)
	e.stdout, e.stderr = stdout.Bytes(), stderr.Bytes()
	ps := cmd.ProcessState
	if ps == nil {
		e.code, e.err = -1, errors.Join(err, ctx.Err())
		return e
	}
	e.cpu, e.peak, e.code = ps.UserTime()+ps.SystemTime(), peakOf(ps), ps.ExitCode()
	if ws, ok := ps.Sys().(syscall.WaitStatus); ok && ws.Signaled() && !e.late {
		e.killed = ws.Signal().String()
	}
	return e
}
