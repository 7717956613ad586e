package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"culprit/report"
	"culprit/svcomp"
)

// Config says how the tasks of a corpus are run.
type Config struct {
	Binary   string        // the verify program
	Args     []string      // further flags of verify
	Timeout  time.Duration // of CPU and of wall time, each
	Memory   uint64        // bytes
	Jobs     int           // processes at a time; 0: 1
	Progress io.Writer     // one line per finished task; nil: none
	// Parse only lowers the programs, and verifies nothing.
	Parse bool
}

// Run is the outcome of one task.
type Run struct {
	Task
	Verdict string  // TRUE, FALSE, UNKNOWN, or ERROR
	Reason  string  // short key for UNKNOWN and ERROR
	Text    string  // the reason in words
	CPU     float64 // seconds of the process
	Wall    float64
	Peak    uint64         // largest resident set in bytes
	Report  *report.Report // nil if the process left none
}

// Solved reports a verdict that agrees with the expected one.
func (r *Run) Solved() bool {
	return r.Verdict == "TRUE" && r.Expected == svcomp.ExpectTrue ||
		r.Verdict == "FALSE" && r.Expected == svcomp.ExpectFalse
}

// Wrong reports a verdict that contradicts the expected one.
func (r *Run) Wrong() bool {
	return r.Verdict == "TRUE" && r.Expected == svcomp.ExpectFalse ||
		r.Verdict == "FALSE" && r.Expected == svcomp.ExpectTrue
}

// All runs every task and returns the outcomes in the order of the tasks.
func All(ctx context.Context, tasks []Task, c Config) []Run {
	out := make([]Run, len(tasks))
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range max(c.Jobs, 1) {
		wg.Go(func() {
			for i := range next {
				out[i] = one(ctx, tasks[i], c)
				mu.Lock()
				done++
				if c.Progress != nil {
					r := &out[i]
					fmt.Fprintf(c.Progress, "%4d/%d %-8s %7.2f s  %s  %s\n", done, len(tasks), r.Verdict, r.CPU, r.ID, r.Text)
				}
				mu.Unlock()
			}
		})
	}
	for i := range tasks {
		if ctx.Err() != nil {
			out[i] = Run{Task: tasks[i], Verdict: "ERROR", Reason: "interrupted"}
			continue
		}
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

// one runs one task in a process of its own.
func one(ctx context.Context, t Task, c Config) Run {
	args := []string{"dump", "cfg", "-o", os.DevNull, t.File}
	if !c.Parse {
		args = append([]string{"--format", "json", "--timeout", c.Timeout.String()}, c.Args...)
		if c.Memory > 0 {
			args = append(args, "--memory", strconv.FormatUint(c.Memory, 10))
		}
		args = append(args, t.File)
	}
	cmd := exec.CommandContext(ctx, c.Binary, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	r := Run{Task: t, Verdict: "ERROR"}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		r.Reason, r.Text = "start", err.Error()
		if ctx.Err() != nil {
			r.Reason = "interrupted"
		}
		return r
	}
	stop := make(chan struct{})
	killed := make(chan string, 1)
	go func() { killed <- guard(cmd.Process, c, start, stop) }()
	err := cmd.Wait()
	close(stop)
	over := <-killed
	r.Wall = time.Since(start).Seconds()
	if ps := cmd.ProcessState; ps != nil {
		r.CPU = (ps.UserTime() + ps.SystemTime()).Seconds()
		r.Peak = peakOf(ps)
	}
	if over == "" && ctx.Err() != nil {
		over = "interrupted"
	}
	r.read(stdout.Bytes(), stderr.String(), err, over, c.Parse)
	return r
}

// guard watches one process: a soft signal at a limit, a hard one some
// seconds later. It returns the limit that was exceeded.
func guard(p *os.Process, c Config, start time.Time, stop <-chan struct{}) string {
	const (
		patience = 5 * time.Second // for the report after a limit
		lapse    = 4 * time.Second // verify has its own limits and stops first
	)
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
				_ = p.Kill()
			}
			continue
		}
		cpu, rss := usage(p.Pid)
		switch {
		case c.Timeout > 0 && cpu > c.Timeout:
			over = "time"
		case c.Timeout > 0 && time.Since(start) > c.Timeout+lapse:
			over = "time"
		case c.Memory > 0 && rss > c.Memory+c.Memory/16:
			over = "memory"
		default:
			continue
		}
		since = time.Now()
		_ = p.Signal(syscall.SIGTERM)
	}
}

// read fills in what the process said. over is the limit that ended it, if one
// did.
func (r *Run) read(stdout []byte, stderr string, err error, over string, parse bool) {
	line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	code := 0
	if x, ok := err.(*exec.ExitError); ok {
		code = x.ExitCode()
	} else if err != nil {
		code = -1
	}
	if parse && code == 0 {
		r.Verdict = "PARSED"
		return
	}
	if rep, jerr := report.ReadJSON(bytes.NewReader(stdout)); jerr == nil && !parse {
		r.Report, r.Verdict = rep, rep.Verdict
		if rep.Reason != nil {
			r.Reason, r.Text = rep.Reason.Kind, rep.Reason.Text
			if r.Reason == "interrupted" && over != "" {
				r.Reason = over
			}
		}
		return
	}
	r.Text = line
	switch {
	case over != "":
		r.Verdict, r.Reason = "UNKNOWN", over
	case code == 2:
		r.Reason = "refused"
	case code == 3:
		r.Reason = "internal"
	default:
		r.Reason = "crash"
	}
}
