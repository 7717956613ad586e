package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"culprit/cmd/verify/console"
	"culprit/smt"
	_ "culprit/smt/bitblast" // registers own and gini
	_ "culprit/smt/z3"       // registers z3, in builds with -tags z3
)

// grace is how long the work may take to come back after it was told to stop.
// After it the answer is printed without it, so that a limit is kept within two
// seconds.
const grace = time.Second

// limitFlags are the limits that commands have.
type limitFlags struct {
	Timeout    time.Duration `help:"Stop after this time, for instance 90s or 15m (0: none)." placeholder:"DURATION" group:"Limits"`
	CPUTimeout time.Duration `name:"cpu-timeout" help:"Stop after this processor time (0: none)." placeholder:"DURATION" group:"Limits"`
	Memory     byteSize      `help:"Stop when the process holds this much, for instance 6GiB (default: 90% of the memory of the machine or control group)." placeholder:"SIZE" group:"Limits"`
}

// check rejects what is not a limit.
func (f limitFlags) check() error {
	switch {
	case f.Timeout < 0:
		return console.BadInput("--timeout: must not be negative")
	case f.CPUTimeout < 0:
		return console.BadInput("--cpu-timeout: must not be negative")
	case f.CPUTimeout > 0 && cpuTime() == 0:
		return console.BadInput("--cpu-timeout: processor time is unavailable on this system")
	}
	return nil
}

// stopCause says why a run was told to stop. It is the cause of the cancelled
// context.
type stopCause struct {
	kind string // ReasonKind of the result
	text string
}

func (c *stopCause) Error() string { return c.text }

// limits watches time, processor time, memory and signals. When one of them
// says stop it cancels ctx, and when the run must not be waited for any longer
// it closes hard: after the grace time, at a second signal, and at once where
// memory has passed its limit, since the system may end the process then.
type limits struct {
	limitFlags
	start  time.Time
	ctx    context.Context
	hard   chan struct{}
	done   chan struct{}
	step   int         // which of collections is in force
	hoards atomic.Bool // what it has lives long, so that it takes the last step, too
}

// startLimits starts the watch. The time is measured from start.
func (a *app) startLimits(start time.Time, f limitFlags) *limits {
	ctx, cancel := context.WithCancelCause(context.Background())
	l := &limits{limitFlags: f, start: start, ctx: ctx, hard: make(chan struct{}), done: make(chan struct{})}
	if l.Memory == 0 {
		l.Memory = machineMemory()
	}
	if l.Memory > 0 {
		// The collector works harder as the limit comes near; what it cannot
		// hold below nine tenths is live, and then the end is near anyway.
		debug.SetMemoryLimit(int64(l.Memory / 10 * 9))
		debug.SetGCPercent(collections[0])
	}
	// Signals stay caught when the watch is over: the answer is being written
	// then, and one that comes late must not cut it off or change the status.
	go l.watch(cancel, a.Signals)
	return l
}

// collections is the growth of the heap, in percent, after which it is collected
// by a process that has little memory, a gibibyte, or two. Rare collections save
// a third of the processor time of an explanation, an eighth of that of a proof;
// the last step is for commands that hoard, as recordings do.
var collections = []int{300, 100, 50}

// collectMore collects more often, the more memory is held, and never less again.
func (l *limits) collectMore(held uint64) {
	last := len(collections) - 1
	if !l.hoards.Load() {
		last--
	}
	if n := min(int(held>>30), last); n > l.step {
		debug.SetGCPercent(collections[n])
		l.step = n
	}
}

// watch is the loop of the watch. It ends with release, or by closing hard.
func (l *limits) watch(cancel context.CancelCauseFunc, signals <-chan os.Signal) {
	var expired <-chan time.Time
	if l.Timeout > 0 {
		expired = time.After(time.Until(l.start.Add(l.Timeout)))
	}
	tick := time.NewTimer(0)
	defer tick.Stop()
	var late <-chan time.Time
	stop := func(c *stopCause) {
		if late == nil {
			cancel(c)
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
				l.giveUp()
				return
			}
			stop(signalCause(s))
		case <-expired:
			stop(&stopCause{"time", timeReached(l.Timeout)})
		case <-tick.C:
			next, cause, hard := l.poll()
			if cause != nil {
				stop(cause)
			}
			if hard {
				l.giveUp()
				return
			}
			tick.Reset(next)
		case <-late:
			l.giveUp()
			return
		}
	}
}

// giveUp closes hard. Whoever prints the answer shall not wait for the collector
// of what the work still fills, unless memory is what is short.
func (l *limits) giveUp() {
	if l.cause().kind != "memory" {
		debug.SetGCPercent(-1)
	}
	close(l.hard)
}

// poll looks at processor time and memory, says what has reached its limit,
// and when to look again: the sooner, the less is left, so that a process which
// fills memory as fast as the system hands it out is still caught in time.
func (l *limits) poll() (next time.Duration, cause *stopCause, hard bool) {
	const (
		usual   = 100 * time.Millisecond
		soonest = 2 * time.Millisecond
		fill    = 4 << 30 // bytes a second
	)
	next = usual
	if l.CPUTimeout > 0 {
		left := l.CPUTimeout - cpuTime()
		if left <= 0 {
			cause = &stopCause{"time", fmt.Sprintf("processor time limit %v reached", l.CPUTimeout)}
		}
		next = min(next, left/time.Duration(runtime.GOMAXPROCS(0)))
	}
	if l.Memory > 0 {
		held, limit := residentMemory(), uint64(l.Memory)
		l.collectMore(held)
		if held >= limit/100*95 {
			cause = &stopCause{"memory", fmt.Sprintf("memory limit %v reached", l.Memory)}
		}
		if hard = held >= limit; !hard {
			next = min(next, time.Duration(float64(limit-held)/fill*float64(time.Second)))
		}
	}
	return max(next, soonest), cause, hard
}

// ending is how a function ended that ran in a goroutine of its own.
type ending[T any] struct {
	v     T
	panic any
}

// begin runs f in a goroutine of its own.
func begin[T any](f func() T) <-chan ending[T] {
	done := make(chan ending[T], 1)
	go func() {
		var e ending[T]
		defer func() { done <- e }()
		defer func() {
			if p := recover(); p != nil { // the stack would be lost with this goroutine
				e.panic = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
		}()
		e.v = f()
	}()
	return done
}

// value is what the function returned; its panic continues here.
func (e ending[T]) value() T {
	if e.panic != nil {
		panic(e.panic)
	}
	return e.v
}

// left is the time until a limit of time, false if there is none. Processor
// time is left for as long as so many workers take to use it up.
func (l *limits) left(workers int) (d time.Duration, limited bool) {
	if l.Timeout > 0 {
		d, limited = time.Until(l.start.Add(l.Timeout)), true
	}
	if l.CPUTimeout > 0 {
		if cpu := (l.CPUTimeout - cpuTime()) / time.Duration(workers); !limited || cpu < d {
			d, limited = cpu, true
		}
	}
	return max(d, 0), limited
}

// release ends the watch.
func (l *limits) release() { close(l.done) }

// cause returns why the run was told to stop, nil if it was not.
func (l *limits) cause() *stopCause {
	c, _ := context.Cause(l.ctx).(*stopCause)
	return c
}

// signalCause says what a signal means.
func signalCause(s os.Signal) *stopCause {
	switch {
	case s == os.Interrupt:
		return &stopCause{"interrupted", "interrupted by SIGINT"}
	case s == syscall.SIGTERM:
		return &stopCause{"interrupted", "interrupted by SIGTERM"}
	case s == syscall.SIGHUP:
		return &stopCause{"interrupted", "interrupted by SIGHUP"}
	case outOfCPU(s):
		return &stopCause{"time", "processor time limit of the system reached (SIGXCPU)"}
	}
	return &stopCause{"interrupted", "interrupted by " + s.String()}
}

// residentMemory is what the process holds, in bytes: the resident set and
// what is swapped out where the system tells it, else what the Go runtime has.
func residentMemory() uint64 {
	if text, err := os.ReadFile("/proc/self/status"); err == nil {
		if v := statusField(text, "VmRSS:"); v > 0 {
			return v + statusField(text, "VmSwap:")
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

// threadTimes are how long the threads of the process ran, and how long they
// waited for a processor, as far as the system tells.
func threadTimes() (ran, waited time.Duration) {
	files, _ := filepath.Glob("/proc/self/task/*/schedstat")
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue // the thread has ended
		}
		if fields := bytes.Fields(text); len(fields) >= 2 {
			r, _ := strconv.ParseInt(string(fields[0]), 10, 64)
			w, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			ran, waited = ran+time.Duration(r), waited+time.Duration(w)
		}
	}
	return ran, waited
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
	for _, f := range controlGroups() {
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

// controlGroups are the files with the memory limits of the control groups
// that the process is in.
func controlGroups() []string {
	files := []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return files
	}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		root, name := "/sys/fs/cgroup", "memory.max"
		if parts[1] == "memory" {
			root, name = root+"/memory", "memory.limit_in_bytes"
		} else if parts[1] != "" {
			continue
		}
		for dir := path.Clean(parts[2]); dir != "/" && dir != "."; dir = path.Dir(dir) {
			files = append(files, path.Join(root, dir, name))
		}
	}
	return files
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

func timeReached(limit time.Duration) string { return fmt.Sprintf("time limit %v reached", limit) }

// solverFlag is the flag of commands that ask a solver.
type solverFlag struct {
	Solver solver `help:"Solver: own (our SAT solver, the default), gini, or z3 (in builds with -tags z3)." placeholder:"NAME" group:"Limits"`
}

// solver is a registered engine, written as its name; the zero value is the
// default of whoever asks.
type solver struct{ engine smt.Factory }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *solver) UnmarshalText(name []byte) (err error) {
	s.engine, err = smt.Open(string(name))
	return err
}

// byteSize is a number of bytes, written as 6GiB, 500MB or 4096.
type byteSize uint64

var units = []struct {
	suffix string
	factor uint64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// UnmarshalText implements encoding.TextUnmarshaler for kong.
func (b *byteSize) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	factor := uint64(1)
	for _, u := range units {
		if strings.HasSuffix(s, u.suffix) {
			s, factor = strings.TrimSpace(strings.TrimSuffix(s, u.suffix)), u.factor
			break
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || !(f > 0) || f*float64(factor) >= 1<<63 {
		return fmt.Errorf("want a size such as 6GiB or 500MB, not %q", text)
	}
	*b = byteSize(f * float64(factor))
	return nil
}

func (b byteSize) String() string {
	switch {
	case b >= 1<<30 && b%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", b>>30)
	case b >= 1e6 && b%1e6 == 0:
		return fmt.Sprintf("%d MB", b/1e6)
	case b >= 1<<20:
		return fmt.Sprintf("%d MiB", b>>20)
	}
	return fmt.Sprintf("%d bytes", uint64(b))
}
