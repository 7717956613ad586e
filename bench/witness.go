package bench

import (
	"context"
	"os"
	"strconv"
	"strings"
	"time"
)

// The limits of the competition for the check of a witness.
const (
	checkViolation   = 90 * time.Second
	checkCorrectness = 300 * time.Second
)

// What a run's witness can be found to be.
const (
	Confirmed = "confirmed"
	Rejected  = "rejected"
	Undecided = "undecided"
	Missing   = "missing" // none was written
)

// checkWitness runs verify witness check on the witness that a run has left.
func (r *Run) checkWitness(ctx context.Context, c Config, file string) {
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		r.Witness, r.Text = Missing, "no witness was written"
		return
	}
	lim := limits{wall: checkViolation, cpu: checkViolation, memory: c.Memory}
	if r.Verdict == "TRUE" {
		lim.wall, lim.cpu = checkCorrectness, checkCorrectness
	}
	args := []string{"witness", "check"}
	if r.ask != "" {
		args = append(args, "--property", r.ask)
	}
	if c.Memory > 0 {
		args = append(args, "--memory", strconv.FormatUint(c.Memory, 10))
	}
	e := execute(ctx, c.Binary, append(args, file, r.File), lim)
	if e.over == interrupted {
		*r = Run{Task: r.Task, Verdict: "ERROR", Reason: interrupted}
		return
	}
	// The first line is: answer property reason   time
	r.Witness = Undecided
	line, _, _ := strings.Cut(string(e.stdout), "\n")
	line, _, _ = strings.Cut(line, "   ")
	f := strings.SplitN(line, " ", 3)
	if f[0] == Confirmed || f[0] == Rejected {
		r.Witness = f[0]
	}
	switch {
	case r.Witness == Confirmed:
	case e.over != "":
		r.Text = "witness: " + atLimit(e.over)
	case len(f) == 3:
		r.Text = "witness: " + f[2]
	default:
		r.Text = "witness: " + string(e.stderr)
	}
}
