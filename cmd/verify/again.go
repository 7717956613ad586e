package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// again is a run of this program in a process of its own. When the context is done, it
// is asked to answer with what it knows, and soon after killed.
func again(ctx context.Context, program string, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// untilSignal is a context that the next signal ends, or stop.
func (a *app) untilSignal() (ctx context.Context, stop context.CancelFunc) {
	ctx, stop = context.WithCancel(context.Background())
	go func() {
		select {
		case <-a.signals:
			stop()
		case <-ctx.Done():
		}
	}()
	return ctx, stop
}

// self names this program in a way that stays with it when its file is replaced.
func self() (string, error) {
	if runtime.GOOS == "linux" {
		return fmt.Sprintf("/proc/%d/exe", os.Getpid()), nil
	}
	return os.Executable()
}
