package bench

import (
	"bytes"
	"cmp"
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"culprit/internal/limit"
	"culprit/report"
	"culprit/svcomp"

	"golang.org/x/sync/errgroup"
)

// Config says how tasks are run.
type Config struct {
	Binary  string        // the verify program
	Args    []string      // further flags of verify
	Set     string        // limits with other values, as in limit.Variable; "": as in this process
	Timeout time.Duration // wall time of a run; 0: none
	CPU     time.Duration // CPU time of a run; 0: none
	Memory  uint64        // bytes; 0: none
	Jobs    int           // processes at a time; 0: 1
	// OnRun is told of each run that has ended, one at a time; nil: nobody.
	OnRun func(*Run)
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

// Violated returns the property that a FALSE is about, which may be one of
// several that the task's property stands for; "" for other verdicts.
func (r *Run) Violated() string {
	if r.Verdict != "FALSE" || r.Report == nil {
		return ""
	}
	return r.Report.Violated
}

// Solved reports a verdict that agrees with the expected one.
func (r *Run) Solved() bool {
	return r.Verdict == "TRUE" && r.Expected == svcomp.ExpectTrue ||
		r.Verdict == "FALSE" && r.Expected == svcomp.ExpectFalse && !r.otherViolation()
}

// Wrong reports a verdict that contradicts the expected one.
func (r *Run) Wrong() bool {
	return r.Verdict == "TRUE" && r.Expected == svcomp.ExpectFalse ||
		r.Verdict == "FALSE" && (r.Expected == svcomp.ExpectTrue || r.otherViolation())
}

// otherViolation: the violation is not the expected one.
func (r *Run) otherViolation() bool {
	v := r.Violated()
	return v != "" && r.Subproperty != "" && v != r.Subproperty
}

// interrupted says that a run does not count as a result: it was ended from outside.
const interrupted = "interrupted"

// All runs every task and returns the outcomes in the order of the tasks.
func All(ctx context.Context, tasks []Task, c Config) []Run {
	out := make([]Run, len(tasks))
	for i := range tasks {
		out[i] = Run{Task: tasks[i], Verdict: "ERROR", Reason: interrupted}
	}
	each(ctx, tasks, c, func(i int, r Run) {
		out[i] = r
		if c.OnRun != nil {
			c.OnRun(&out[i])
		}
	})
	return out
}

// each runs the tasks, some at a time, and hands over what became of each, one
// call at a time. When ctx ends it starts no more and kills what runs.
func each(ctx context.Context, tasks []Task, c Config, done func(int, Run)) {
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(max(c.Jobs, 1))
	for i := range tasks {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			r := one(ctx, tasks[i], c)
			mu.Lock()
			defer mu.Unlock()
			done(i, r)
			return nil
		})
	}
	_ = group.Wait() // no call returns an error
}

// lapse is how much later than verify, which keeps its limits by itself, a run
// is ended from outside, and then how long it may take to end.
const lapse = 5 * time.Second

// one runs one task in a process of its own.
func one(ctx context.Context, t Task, c Config) Run {
	r := Run{Task: t, Verdict: "ERROR"}
	wall := c.Timeout
	if wall > 0 {
		wall += lapse
	}
	var env []string
	if c.Set != "" {
		env = []string{limit.Variable + "=" + c.Set}
	}
	e := execute(ctx, c.Binary, arguments(t, c), env, wall, lapse)
	if ctx.Err() != nil {
		return Run{Task: t, Verdict: "ERROR", Reason: interrupted}
	}
	r.CPU, r.Wall, r.Peak = e.cpu.Seconds(), e.wall.Seconds(), e.peak
	r.read(&e)
	if r.Reason == interrupted || e.killed != "" {
		// A signal to the whole session, or from a scheduler, arrives here
		// and there in no order: wait whether it was meant for all.
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
		if ctx.Err() != nil {
			return Run{Task: t, Verdict: "ERROR", Reason: interrupted}
		}
		e.killed = cmp.Or(e.killed, "from outside")
		r.Verdict, r.Reason, r.Text = "ERROR", "killed", "ended by a signal: "+e.killed
	}
	return r
}

func arguments(t Task, c Config) []string {
	args := []string{"--format", "json"}
	if c.Timeout > 0 {
		args = append(args, "--timeout", c.Timeout.String())
	}
	if c.CPU > 0 {
		args = append(args, "--cpu-timeout", c.CPU.String())
	}
	if c.Memory > 0 {
		args = append(args, "--memory", strconv.FormatUint(c.Memory, 10))
	}
	if t.ask != "" {
		args = append(args, "--property", t.ask)
	}
	args = append(args, c.Args...)
	return append(args, t.File)
}

// read fills in what the process said.
func (r *Run) read(e *ended) {
	line, _, _ := strings.Cut(strings.TrimSpace(string(e.stderr)), "\n")
	if e.err != nil {
		r.Reason, r.Text = "start", e.err.Error()
		return
	}
	if rep, err := report.ReadJSON(bytes.NewReader(e.stdout)); err == nil {
		r.Report, r.Verdict = rep, rep.Verdict
		if rep.Reason != nil {
			r.Reason, r.Text = rep.Reason.Kind, rep.Reason.Text
			if r.Reason == interrupted && e.late {
				r.Reason, r.Text = "time", atLimit("time")
			}
		}
		return
	}
	r.Text = line
	switch {
	case e.late:
		r.Verdict, r.Reason, r.Text = "UNKNOWN", "time", atLimit("time")
	case e.code == 2:
		r.Reason = "refused"
	case e.code == 3:
		r.Reason = "internal"
	default:
		r.Reason = "crash"
	}
}

// atLimit is the reason of a run that a limit ended, in words.
func atLimit(what string) string { return what + " limit reached" }
