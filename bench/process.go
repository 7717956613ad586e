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

// limits bound one process.
type limits struct {
	wall, cpu time.Duration // 0: none
	memory    uint64        // bytes, 0: none
	// patience is how long a process may take to end after a soft signal; 0:
	// five seconds.
	patience time.Duration
}

// ended is how a process ended.
type ended struct {
	stdout, stderr []byte
	code           int    // exit status, -1 after a signal
	over           string // the limit that ended it (time, memory), or interrupted
	killed         string // the signal of somebody else that ended it
	err            error  // it could not be started
	cpu, wall      time.Duration
	peak           uint64 // largest resident set in bytes
}

// execute runs a program as a process group of its own and guards its limits.
// Nothing of the group outlives the call, and where the system can do it
// (process_linux.go) the program does not outlive this process either.
func execute(ctx context.Context, binary string, args []string, lim limits) ended {
	// The signal on the death of the parent is one on the death of the thread
	// that started the process.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Args[0] = "verify" // what a list of processes shows
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error { killGroup(cmd.Process.Pid); return nil }
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		if ctx.Err() != nil {
			return ended{over: "interrupted"}
		}
		return ended{err: err, code: -1}
	}
	stop := make(chan struct{})
	over := make(chan string, 1)
	go func() { over <- guard(cmd.Process, lim, start, stop) }()
	err := cmd.Wait()
	close(stop)
	e := ended{over: <-over, wall: time.Since(start)}
	killGroup(cmd.Process.Pid)
	e.stdout, e.stderr = stdout.Bytes(), stderr.Bytes()
	if ps := cmd.ProcessState; ps != nil {
		e.cpu = ps.UserTime() + ps.SystemTime()
		e.peak = peakOf(ps)
		e.code = ps.ExitCode()
		if ws, ok := ps.Sys().(syscall.WaitStatus); ok && ws.Signaled() && e.over == "" {
			e.killed = ws.Signal().String()
		}
	} else if !errors.Is(err, exec.ErrWaitDelay) {
		e.code = -1
	}
	if ctx.Err() != nil {
		e.over = "interrupted"
	}
	return e
}

// lapse is how much later than verify, which has limits of its own, the guard
// acts.
const lapse = 4 * time.Second

// guard watches one process: a soft signal at a limit, a hard one for the
// group some seconds later. It returns the limit that was exceeded.
func guard(p *os.Process, lim limits, start time.Time, stop <-chan struct{}) string {
	patience := lim.patience
	if patience == 0 {
		patience = 5 * time.Second
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	over := ""
	var since time.Time
	for {
		select {
		case <-stop:
			return over
		case <-tick.C:
		}
		if over != "" {
			if time.Since(since) > patience {
				killGroup(p.Pid)
			}
			continue
		}
		cpu, rss := usage(p.Pid)
		switch {
		case lim.cpu > 0 && cpu > lim.cpu:
			over = "time"
		case lim.wall > 0 && time.Since(start) > lim.wall+lapse:
			over = "time"
		case lim.memory > 0 && rss > lim.memory+lim.memory/16:
			over = "memory"
		default:
			continue
		}
		since = time.Now()
		_ = p.Signal(syscall.SIGTERM)
	}
}
