package console

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// Again is a run of this program in a process of its own. When the context is done, it
// is asked to answer with what it knows, and soon after killed.
func Again(ctx context.Context, program string, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// Self names this program in a way that stays with it when its file is replaced.
func Self() (string, error) {
	if runtime.GOOS == "linux" {
		return fmt.Sprintf("/proc/%d/exe", os.Getpid()), nil
	}
	return os.Executable()
}

// UntilSignal is a context that the next signal ends, or stop.
func (a *Streams) UntilSignal() (ctx context.Context, stop context.CancelFunc) {
	ctx, stop = context.WithCancel(context.Background())
	go func() {
		select {
		case <-a.Signals:
			stop()
		case <-ctx.Done():
		}
	}()
	return ctx, stop
}
