package bench

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"culprit/report"
	"culprit/svcomp"
)

// Config says how tasks are run.
type Config struct {
	Binary  string        // the verify program
	Args    []string      // further flags of verify
	Timeout time.Duration // wall time of a run; 0: none
	CPU     time.Duration // CPU time of a run; 0: none
	Memory  uint64        // bytes; 0: none
	Jobs    int           // processes at a time; 0: 1
	// KeepsCPU says that the program itself keeps a limit on CPU time.
	KeepsCPU bool
	// Witness asks for a witness of each verdict and checks it.
	Witness bool
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
	// Witness says what the check made of the witness of a TRUE or FALSE:
	// confirmed, rejected, undecided, missing; "" if there was no check.
	Witness string
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

// interrupted says that a run is no result: it was ended from outside.
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
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range max(c.Jobs, 1) {
		wg.Go(func() {
			for i := range next {
				r := one(ctx, tasks[i], c)
				mu.Lock()
				done(i, r)
				mu.Unlock()
			}
		})
	}
	for i := range tasks {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
}

// one runs one task in a process of its own, and checks its witness in
// another.
func one(ctx context.Context, t Task, c Config) Run {
	r := Run{Task: t, Verdict: "ERROR"}
	witness := ""
	if c.Witness {
		dir, err := os.MkdirTemp("", "verify-bench-")
		if err != nil {
			r.Reason, r.Text = "start", err.Error()
			return r
		}
		defer os.RemoveAll(dir)
		witness = dir + "/witness.yml"
	}
	lim := limits{wall: c.Timeout, cpu: c.CPU, memory: c.Memory}
	if lim.cpu > 0 && c.KeepsCPU {
		lim.cpu += lapse
	}
	e := execute(ctx, c.Binary, arguments(t, c, witness), lim)
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
		if e.killed == "" {
			e.killed = "from outside"
		}
		r.Verdict, r.Reason, r.Text = "ERROR", "killed", "ended by a signal: "+e.killed
	}
	if witness != "" && (r.Verdict == "TRUE" || r.Verdict == "FALSE") {
		r.checkWitness(ctx, c, witness)
	}
	return r
}

func arguments(t Task, c Config, witness string) []string {
	args := []string{"--format", "json"}
	if c.Timeout > 0 {
		args = append(args, "--timeout", c.Timeout.String())
	}
	if c.CPU > 0 && c.KeepsCPU {
		args = append(args, "--cpu-timeout", c.CPU.String())
	}
	if c.Memory > 0 {
		args = append(args, "--memory", strconv.FormatUint(c.Memory, 10))
	}
	if t.ask != "" {
		args = append(args, "--property", t.ask)
	}
	if witness != "" {
		args = append(args, "--witness", witness)
	}
	args = append(args, c.Args...)
	return append(args, t.File)
}

// Knows reports whether a verify program has a flag, by what its help says.
// Older programs that are measured may lack some.
func Knows(binary, flag string) bool {
	help, err := exec.Command(binary, "--help").Output()
	return err == nil && regexp.MustCompile(`--`+flag+`[=\s]`).Match(help)
}

// read fills in what the process said.
func (r *Run) read(e *ended) {
	line, _, _ := strings.Cut(strings.TrimSpace(string(e.stderr)), "\n")
	switch {
	case e.over == interrupted:
		r.Reason = interrupted
		return
	case e.err != nil:
		r.Reason, r.Text = "start", e.err.Error()
		return
	}
	if rep, err := report.ReadJSON(bytes.NewReader(e.stdout)); err == nil {
		r.Report, r.Verdict = rep, rep.Verdict
		if rep.Reason != nil {
			r.Reason, r.Text = rep.Reason.Kind, rep.Reason.Text
			if r.Reason == interrupted && e.over != "" {
				r.Reason, r.Text = e.over, atLimit(e.over)
			}
		}
		return
	}
	r.Text = line
	switch {
	case e.over != "":
		r.Verdict, r.Reason, r.Text = "UNKNOWN", e.over, atLimit(e.over)
	case e.code == 2:
		r.Reason = "refused"
	case e.code == 3:
		r.Reason = "internal"
	default:
		r.Reason = "crash"
	}
}

// atLimit is the reason of a run that the guard ended, in words.
func atLimit(what string) string { return what + " limit reached" }
