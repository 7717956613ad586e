package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"culprit/bench"
	"culprit/internal/limit"
)

// ablate measures what each part of the verifier is worth.
type ablate struct {
	Tasks  []string `arg:"" help:"Task definitions, sets, C files, or folders of them."`
	Part   []string `help:"Only these parts (default: all)."`
	sample `embed:""`
}

// Run runs the tasks as they are, and without each part those of them in which it
// would take part: nothing changes in the others.
func (a *ablate) Run(ctx context.Context) error {
	tasks, err := a.tasks(a.Tasks)
	if err != nil {
		return err
	}
	known, err := limitsIn(ctx, a.Verify)
	if err != nil {
		return err
	}
	known = slices.DeleteFunc(known, func(l limit.Limit) bool {
		return l.Unit != limit.UnitPart || len(a.Part) > 0 && !slices.Contains(a.Part, l.Name)
	})
	if len(known) == 0 {
		return errors.New("--part: there are no such parts")
	}
	c := a.config()
	whole := bench.All(ctx, tasks, c)
	t := &bench.Table{
		Title:   fmt.Sprintf("Parts of the verifier, on %d tasks, %d solved in %v", len(tasks), solved(whole), a.Limit),
		Columns: []string{"without", "concerns", "solved with it only", "without it only", "work", "CPU", "tasks"},
		Notes: []string{"concerns: tasks in which the part would take part",
			"work, CPU: of the tasks that are solved both ways, as a ratio to all parts; +: only with the part, -: only without it"},
	}
	for _, part := range known {
		var before []bench.Run
		var of []bench.Task
		for i := range whole {
			if r := whole[i].Report; r == nil || slices.Contains(r.Stats.Parts, part.Name) {
				before, of = append(before, whole[i]), append(of, tasks[i])
			}
		}
		without := c
		without.Set = part.Name + "=0"
		after := bench.All(ctx, of, without)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		gained, lost, names := 0, 0, []string(nil)
		for i := range before {
			switch with, alone := before[i].Solved(), after[i].Solved(); {
			case with && !alone:
				gained++
				names = append(names, "+"+before[i].ID)
			case alone && !with:
				lost++
				names = append(names, "-"+before[i].ID)
			}
		}
		d := compareRuns(before, after)
		t.Add(part.Name, len(of), gained, lost, d.work, d.cpu, cmp.Or(strings.Join(names, " "), "none"))
		fmt.Fprintln(os.Stderr, t.Rows[len(t.Rows)-1])
	}
	return errors.Join(printTables(bench.Machine(c, versionOf(a.Verify)), t), a.write(t))
}

func solved(runs []bench.Run) (n int) {
	for i := range runs {
		if runs[i].Solved() {
			n++
		}
	}
	return n
}
