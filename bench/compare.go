package bench

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Difference is what changed between two measurements.
type Difference struct {
	rows             []compared // tasks of both, in the order of the new one
	onlyOld, onlyNew int
}

// compared is one task in both measurements.
type compared struct {
	old, new Result
	change   string // "" or one of the constants below
}

// The changes of a task.
const (
	gotWrong = "wrong" // it was not, or there is nothing expected and the verdict is the opposite
	lost     = "lost"  // it was solved
	won      = "won"   // it was not solved
	fixed    = "fixed" // it was wrong, and is not solved
	slower   = "slower"
	faster   = "faster"
	other    = "other" // another reason
)

var changes = []string{gotWrong, lost, won, fixed, slower, faster, other}

// Noise says which differences in CPU time mean something: those by at least
// this factor and this many seconds.
type Noise struct {
	Ratio   float64
	Seconds float64
}

// Compare matches the rows of two measurements by task and property.
func Compare(old, new []Result, noise Noise) (*Difference, error) {
	before := map[string]*Result{}
	for i := range old {
		before[old[i].key()] = &old[i]
	}
	c := &Difference{onlyOld: len(old)}
	for i := range new {
		o := before[new[i].key()]
		if o == nil {
			c.onlyNew++
			continue
		}
		c.onlyOld--
		c.rows = append(c.rows, compared{*o, new[i], change(o, &new[i], noise)})
	}
	if len(c.rows) == 0 {
		return nil, fmt.Errorf("no task in common")
	}
	return c, nil
}

func change(old, new *Result, noise Noise) string {
	opposite := old.Verdict == "TRUE" && new.Verdict == "FALSE" || old.Verdict == "FALSE" && new.Verdict == "TRUE"
	switch {
	case new.Status == Wrong && old.Status != Wrong, opposite && new.Status == Unchecked:
		return gotWrong
	case solved(old) && !solved(new):
		return lost
	case solved(new) && !solved(old):
		return won
	case old.Status == Wrong && new.Status != Wrong:
		return fixed
	case solved(old) && noise.exceeded(old.CPU, new.CPU):
		return slower
	case solved(old) && noise.exceeded(new.CPU, old.CPU):
		return faster
	case old.answer() != new.answer():
		return other
	}
	return ""
}

func solved(r *Result) bool { return r.Status == Correct || r.Status == Unchecked }

// exceeded reports whether b is significantly more than a.
func (n Noise) exceeded(a, b float64) bool { return b-a >= n.Seconds && b >= a*n.Ratio }

// Worse reports whether a task got wrong or was lost.
func (c *Difference) Worse() bool {
	for i := range c.rows {
		if ch := c.rows[i].change; ch == gotWrong || ch == lost {
			return true
		}
	}
	return false
}

// contrast sums up one category of a comparison.
type contrast struct {
	tasks, solvedOld, solvedNew, wrongOld, wrongNew int
	by                                              map[string]int // change
	common                                          int            // solved in both
	cpuOld, cpuNew, logs                            float64        // of these
}

func (y *contrast) count(r *compared) {
	y.tasks++
	y.by[r.change]++
	if solved(&r.old) {
		y.solvedOld++
	}
	if solved(&r.new) {
		y.solvedNew++
	}
	if r.old.Status == Wrong {
		y.wrongOld++
	}
	if r.new.Status == Wrong {
		y.wrongNew++
	}
	if solved(&r.old) && solved(&r.new) {
		const floor = 0.1 // below it a time is noise
		y.common++
		y.cpuOld += r.old.CPU
		y.cpuNew += r.new.CPU
		y.logs += math.Log(max(r.new.CPU, floor) / max(r.old.CPU, floor))
	}
}

// Table is the comparison by category; its notes list the changed tasks.
func (c *Difference) Table() *Table {
	t := &Table{
		Title: "Old and new, by category",
		Columns: []string{
			"category", "tasks", "solved", "now", "wrong", "now", "got wrong", "lost", "won", "slower", "faster",
			"both solved", "CPU s", "now", "mean ratio",
		},
		Foot: 1,
	}
	by := map[string]*contrast{}
	all := &contrast{by: map[string]int{}}
	for i := range c.rows {
		r := &c.rows[i]
		if by[r.new.Category] == nil {
			by[r.new.Category] = &contrast{by: map[string]int{}}
		}
		by[r.new.Category].count(r)
		all.count(r)
	}
	row := func(name string, y *contrast) {
		ratio := ""
		if y.common > 0 {
			ratio = fmt.Sprintf("%.2f", math.Exp(y.logs/float64(y.common)))
		}
		t.Add(name, y.tasks, y.solvedOld, y.solvedNew, y.wrongOld, y.wrongNew, y.by[gotWrong], y.by[lost], y.by[won], y.by[slower], y.by[faster],
			y.common, y.cpuOld, y.cpuNew, ratio)
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		row(name, by[name])
	}
	row("all", all)
	for _, what := range changes {
		for i := range c.rows {
			if r := &c.rows[i]; r.change == what {
				t.Notes = append(t.Notes, r.line())
			}
		}
	}
	if c.onlyOld+c.onlyNew > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("not compared: %d tasks only in the old file, %d only in the new one", c.onlyOld, c.onlyNew))
	}
	return t
}

// line says what happened to a task.
func (r *compared) line() string {
	before, after := r.old.answer(), r.new.answer()
	s := fmt.Sprintf("%-7s %s: %s, now %s", r.change, r.new.Task, strings.TrimSpace(before), strings.TrimSpace(after))
	if r.change == slower || r.change == faster {
		return fmt.Sprintf("%-7s %s: %.2f s, now %.2f s", r.change, r.new.Task, r.old.CPU, r.new.CPU)
	}
	return s
}
