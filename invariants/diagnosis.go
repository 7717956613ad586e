package invariants

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/fault"
)

// Step is a step of the diagnosis, in which a candidate is still there.
type Step uint8

// The steps, see the package's documentation.
const (
	Unbroken Step = iota // no invariant of it fails, but the failure depends on it
	Failed               // its invariant fails
	Sliced               // in the slice
	Unmarked             // after the dependence filter
	Agreed               // after the other failing inputs
)

var stepNames = [...]string{"no invariant fails", "outside of the slice", "follows from another candidate", "not in all failing runs", ""}

// Candidate is a point whose invariant fails.
type Candidate struct {
	Edge     *cfg.Edge // the statement
	Step     Step      // the last step that keeps it
	Good     int       // passing runs that the invariant is taken from
	Runs     int       // further failing runs that keep it after the dependence filter
	Way      bool      // the way of a branch, see the package on missing code
	Name     string    // what has the value
	Expected string    // what good runs have there
	Observed string    // the value of the failing run
	// Expression lists the statements that compute the value (section 6).
	Expression []*cfg.Edge
	Instances  []int // of the failing run that break the invariant and were not filtered

	nodes        []violation // of the failing run whose values Expression computes
	point, level int
	symptom      bool
	given        bool    // inputs, see given.go
	strayed      bool    // it decides for a way that no good run takes
	local        bool    // of a local that a compiler keeps in a register
	part         int     // of the list
	suspicion    float64 // how similar its execution is to failing
}

// reason is the candidate in one sentence.
func (c *Candidate) reason() string {
	var b strings.Builder
	switch {
	case c.Way:
		fmt.Fprintf(&b, "goes a way here that none of %s takes", c.runs())
	case c.Expected == "":
		fmt.Fprintf(&b, "%s %s", c.Name, c.Observed)
	default:
		fmt.Fprintf(&b, "%s is %s, in %s %s", c.Name, c.Observed, c.runs(), c.Expected)
	}
	if lines := linesOf(c.Expression); len(lines) > 1 {
		fmt.Fprintf(&b, "; computed by lines %s", strings.Join(lines, ", "))
	}
	if c.Step < Agreed && !c.symptom {
		fmt.Fprintf(&b, " (%s)", stepNames[c.Step])
	}
	return b.String()
}

// runs says which passing runs the invariant is taken from.
func (c *Candidate) runs() string {
	switch {
	case c.level == 0:
		return fmt.Sprintf("%d passing runs", c.Good)
	case c.Good == 1:
		return "the closest passing run"
	}
	return fmt.Sprintf("the %d closest passing runs", c.Good)
}

// computes says what another statement of the expression has to do with the
// candidate.
func (c *Candidate) computes() string {
	if c.symptom {
		return fmt.Sprintf("computes what is used at line %d", c.Edge.Pos.Line)
	}
	if strings.HasSuffix(c.Name, "()") {
		return fmt.Sprintf("computes the result of %s at line %d", c.Name, c.Edge.Pos.Line)
	}
	return fmt.Sprintf("computes the %s at line %d", c.Name, c.Edge.Pos.Line)
}

// linesOf lists the lines of statements; those of other files than the first
// one's with the file.
func linesOf(edges []*cfg.Edge) []string {
	var out []string
	for _, e := range edges {
		s := fmt.Sprint(e.Pos.Line)
		if e.Pos.File != edges[0].Pos.File {
			s = e.Pos.File + ":" + s
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Diagnosis is what the method finds.
type Diagnosis struct {
	Invariants int // points with a range
	Good, Bad  int // runs used besides the failing one
	Candidates []Candidate
	Tried      int // inputs made from the failing one
	Instances  int // of the failing run
	Time       time.Duration
	notes      []string
}

// Count is how many candidates a step leaves.
func (d *Diagnosis) Count(s Step) int {
	n := 0
	for i := range d.Candidates {
		if d.Candidates[i].Step >= s {
			n++
		}
	}
	return n
}

// Final is how many statements the final set has.
func (d *Diagnosis) Final() int { return d.places((*Candidate).Final) }

// places counts the statements of some candidates.
func (d *Diagnosis) places(of func(*Candidate) bool) int {
	places := map[cfg.Pos]bool{}
	for i := range d.Candidates {
		if c := &d.Candidates[i]; of(c) {
			places[c.Edge.Pos] = true
		}
	}
	return len(places)
}

// The parts of the list, in the order in which they are read.
const (
	byAll     = iota // the final set: against all good runs, and where memory is used wrongly
	byFew            // against the closest of them
	byLocal          // a local that a compiler keeps in a register
	showing          // where the failure shows
	some             // what some of the failing runs agree on (section 2.4)
	explained        // what the dependence filter removed
	unbroken         // what the failure depends on, although no invariant fails
	outside          // what the slice removed
)

// Final reports whether the candidate is of the final set.
func (c *Candidate) Final() bool { return c.part == byAll }

// score orders what the user reads: the parts, candidates before what their
// expressions add.
func (c *Candidate) score(d *Diagnosis) float64 {
	const part, level = 100, 10
	return float64(part*(outside+1-c.part)-level*c.level) + c.weight(d)
}

// weight orders candidates of one part or step, from 1 to 9: by how similar their
// execution is to failing, and by how many of the failing runs agree on them;
// inputs, which differ because the runs do, and ways of branches come last.
func (c *Candidate) weight(d *Diagnosis) float64 {
	const base, input, way, similar = 6, 3, 2, 2
	w := base + similar*c.suspicion
	if c.Step >= Unmarked {
		w += float64(c.Runs) / float64(d.Bad+1)
	}
	if c.given {
		w -= input
	}
	if c.Way {
		w -= way
	}
	return w
}

// Result is the diagnosis for the user: the final set, then what else may help,
// which includes what the filters removed (section 2.4).
func (d *Diagnosis) Result() *fault.Result {
	res := &fault.Result{Method: "invariants", Notes: d.notes}
	for i := range d.Candidates {
		c := &d.Candidates[i]
		l := fault.Location{Edge: c.Edge, Pos: c.Edge.Pos, Score: c.score(d), Role: fault.Value, Reason: c.reason(), Instances: c.Instances}
		if c.Way {
			l.Role = fault.Predicate
		}
		if !c.Way && c.Expected != "" {
			l.Expected, l.Observed = c.Expected, c.Observed
		}
		for _, e := range c.Expression {
			l.Expression = append(l.Expression, e.Pos)
			if e != c.Edge {
				res.Locations = append(res.Locations, fault.Location{
					Edge: e, Pos: e.Pos, Score: l.Score - 0.5, Role: fault.Support,
					Reason: c.computes(),
				})
			}
		}
		res.Locations = append(res.Locations, l)
	}
	res.Locations = fault.Rank(res.Locations)
	if n := d.Final(); n < d.places(func(*Candidate) bool { return true }) {
		res.Notes = append(res.Notes, fmt.Sprintf("statements in the final set: %d; what follows is not of it", n))
	}
	res.Stats = fault.Stats{Instances: d.Instances, Reruns: d.Good + d.Bad + d.Tried, Time: d.Time, More: []fault.Count{
		{Key: fault.Invariants, N: d.Invariants}, {Key: fault.FailedInvariants, N: d.Count(Failed)},
		{Key: fault.SlicedInvariants, N: d.Count(Sliced)}, {Key: fault.UnmarkedInvariants, N: d.Count(Unmarked)},
		{Key: fault.AgreedInvariants, N: d.Count(Agreed)}, {Key: fault.FinalInvariants, N: d.Final()}, {Key: fault.PassedRuns, N: d.Good}, {Key: fault.FailedRuns, N: d.Bad + 1},
	}}
	return res
}
