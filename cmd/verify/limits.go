package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"
)

// grace is how long the verifier may take to come back after it was told to
// stop. After it the answer is printed without it.
const grace = 2 * time.Second

// stopCause says why a run was told to stop. It is the cause of the cancelled
// context.
type stopCause struct {
	kind string // ReasonKind of the result
	text string
}

func (c *stopCause) Error() string { return c.text }

// limits watches time, memory and signals. When one of them says stop it
// cancels ctx, and when the run must not be waited for any longer it closes
// hard.
type limits struct {
	ctx  context.Context
	hard chan struct{}
	done chan struct{}
}

// startLimits starts the watch. The time is measured from start.
func startLimits(start time.Time, timeout time.Duration, memory byteSize) *limits {
	ctx, cancel := context.WithCancelCause(context.Background())
	l := &limits{ctx: ctx, hard: make(chan struct{}), done: make(chan struct{})}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	var expired <-chan time.Time
	if timeout > 0 {
		expired = time.After(time.Until(start.Add(timeout)))
	}
	if memory == 0 {
		memory = machineMemory()
	}
	if memory > 0 {
		// The collector works harder as the limit comes near; what it cannot
		// hold below nine tenths is live, and then the end is near anyway.
		debug.SetMemoryLimit(int64(memory / 10 * 9))
	}
	go func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		defer signal.Stop(signals)
		var late <-chan time.Time
		stop := func(c *stopCause) {
			cancel(c)
			if late == nil {
				late = time.After(grace)
			}
		}
		for {
			select {
			case <-l.done:
				cancel(context.Canceled)
				return
			case s := <-signals:
				if late != nil {
					close(l.hard)
					return
				}
				stop(&stopCause{"interrupted", "interrupted by " + signalName(s)})
			case <-expired:
				stop(&stopCause{"time", fmt.Sprintf("time limit %v reached", timeout)})
			case <-tick.C:
				if memory > 0 && residentMemory() >= uint64(memory)/100*95 {
					stop(&stopCause{"memory", fmt.Sprintf("memory limit %v reached", memory)})
				}
			case <-late:
				close(l.hard)
				return
			}
		}
	}()
	return l
}

// release ends the watch.
func (l *limits) release() { close(l.done) }

// cause returns why the run was told to stop, nil if it was not.
func (l *limits) cause() *stopCause {
	c, _ := context.Cause(l.ctx).(*stopCause)
	return c
}

func signalName(s os.Signal) string {
	switch s {
	case os.Interrupt:
		return "SIGINT"
	case syscall.SIGTERM:
		return "SIGTERM"
	}
	return s.String()
}

// residentMemory is what the process holds, in bytes: the resident set where
// the system tells it, else what the Go runtime has.
func residentMemory() uint64 {
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if f := bytes.Fields(text); len(f) > 1 {
			if pages, err := strconv.ParseUint(string(f[1]), 10, 64); err == nil {
				return pages * uint64(os.Getpagesize())
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

// peakMemory is the largest resident set so far, 0 if unknown.
func peakMemory() uint64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	return statusField(text, "VmHWM:")
}

// machineMemory is nine tenths of what the machine or the control group of
// the process has, 0 if unknown. A run without --memory stops there, with an
// answer, instead of being killed without one.
func machineMemory() byteSize {
	least := uint64(math.MaxUint64)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		if v := statusField(text, "MemTotal:"); v > 0 {
			least = v
		}
	}
	for _, f := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(f); err == nil {
			if v, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 64); err == nil && v > 0 {
				least = min(least, v)
			}
		}
	}
	if least == math.MaxUint64 {
		return 0
	}
	return byteSize(least / 10 * 9)
}

// statusField reads "name: n kB" from a file of /proc, in bytes.
func statusField(text []byte, name string) uint64 {
	_, rest, ok := bytes.Cut(text, []byte(name))
	if f := bytes.Fields(rest); ok && len(f) > 0 {
		if kb, err := strconv.ParseUint(string(f[0]), 10, 64); err == nil {
			return kb << 10
		}
	}
	return 0
}
