package localization

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"culprit/causal"
	"culprit/cfg"
	"culprit/fault"
	"culprit/frontier"
	"culprit/lab/scoring"
	"culprit/spectrum"
)

// FrontierRow is what one method or variant says about one failing test.
type FrontierRow struct {
	ID, Program, Test, Row string
	Err                    string
	Over                   bool    // a limit ended it
	Lines                  int     // executed
	Read                   float64 // lines read until all executed faults are seen
	Found                  bool
	Top                    [3]float64 // probability that Read is at most 1, 5, 10
	Dist                   int        // see frontier.Analysis.Distance, -1: none
	Near                   int        // the same from the transitive causes, too
	Two                    int        // the same from the first two statements that are listed
	Roots                  int        // lines of suspected root causes
	First                  bool       // the likeliest root cause is a fault
	Altered, Reruns        int
	// States are those that were altered and that the correct version can judge;
	// RightAsWrong and WrongAsRight of them were misjudged (table 3).
	States, RightAsWrong, WrongAsRight int
	Time                               time.Duration

	ranking []ranked
	roots   []groundedRoot
}

// groundedRoot is a suspected root cause, and whether its value is wrong.
type groundedRoot struct {
	ground frontier.Ground
	wrong  bool
}

// ranked is a line of a ranking, as others can score it again.
type ranked struct {
	Test   string  `json:"test"`
	Method string  `json:"method"`
	File   string  `json:"file"`
	Line   int     `json:"line"`
	Score  float64 `json:"score"`
}

// The rows of the tables of paper 001, and those that show what they add.
var frontierRows = []struct {
	name   string
	config *frontier.Config
	method *fault.Method
}{
	{name: "frontier", config: &frontier.Config{}},
	{name: "one run", config: &frontier.Config{Alone: true}},
	{name: "predicate switching", method: ptr(fault.PredicateSwitching())},
	{name: "value replacement", method: ptr(fault.ValueReplacement())},
	{name: "ochiai", method: ptr(spectrum.Ochiai())},
	{name: rowFailing},
	{name: rowRandom},
}

// otherFailing is how many further failing tests the methods are given.
const otherFailing = 4

const (
	rowFailing = "failing statement"
	rowRandom  = "random order"
)

func ptr[T any](x T) *T { return &x }

// Frontier measures frontier sets and their rivals on faulty versions.
func Frontier(ctx context.Context, versions []Version, conf Config) []FrontierRow {
	conf = conf.withDefaults()
	m := newMeasuring(conf)
	var out []FrontierRow
	for i := range versions {
		v := &versions[i]
		if ctx.Err() != nil {
			break
		}
		n, start := len(out), time.Now()
		if err := m.frontier(ctx, v, func(r FrontierRow) { out = append(out, r) }); err != nil {
			out = append(out, FrontierRow{ID: v.ID, Program: v.Program, Row: frontierRows[0].name, Err: err.Error()})
		}
		if conf.Progress != nil {
			fmt.Fprintf(conf.Progress, "%d/%d %s: %d rows, %.1f s\n", i+1, len(versions), v.ID, len(out)-n, time.Since(start).Seconds())
		}
	}
	return out
}

// frontier measures one version.
func (m *measuring) frontier(ctx context.Context, v *Version, row func(FrontierRow)) error {
	most, explained := m.conf.Tests, m.conf.Tests
	if most > 0 {
		most += otherFailing
	}
	s, err := m.subject(ctx, v, most)
	if err != nil {
		return err
	}
	if explained <= 0 {
		explained = len(s.failing)
	}
	m.each(ctx, s, explained, func(in *fault.Input, truth *scoring.Truth) {
		if err != nil {
			return
		}
		if err = fault.Locate(ctx, in); err != nil {
			return
		}
		var executed []bool
		if executed, err = executedBy(ctx, in); err != nil {
			return
		}
		read := newReading(in, truth, executed)
		in.Reference = s.correct
		right, _ := causal.NewStates(ctx, in)
		for k := range frontierRows {
			if len(m.conf.Rows) > 0 && !slices.Contains(m.conf.Rows, frontierRows[k].name) {
				continue
			}
			r := FrontierRow{ID: v.ID, Program: v.Program, Test: v.ID + "/" + in.Failing.Name, Row: frontierRows[k].name, Dist: -1, Near: -1, Two: -1}
			m.frontierRow(ctx, in, k, read, right, &r)
			row(r)
		}
	})
	return err
}

// frontierRow measures one row. Shared inputs are made again for each method.
func (m *measuring) frontierRow(ctx context.Context, in *fault.Input, k int, s *reading, right *causal.States, r *FrontierRow) {
	in.Close()
	own, done := watch(ctx, m.conf.Timeout, 0)
	if m.conf.Timeout > 0 {
		own = newTimed(own, m.conf.Timeout)
	}
	var res *fault.Result
	var a *frontier.Analysis
	var err error
	switch row := frontierRows[k]; {
	case row.config != nil:
		if a, err = frontier.Analyse(own, in, *row.config); err == nil {
			res = a.Result()
			r.Altered, r.Dist, r.Near = a.Altered, a.Distance(s.faulty, false), a.Distance(s.faulty, true)
			r.Two = a.DistanceFrom(res.Locations[:min(2, len(res.Locations))], s.faulty)
			if g, err := in.Graph(own); err == nil {
				lines := map[fault.Line]bool{}
				for _, i := range a.Roots {
					lines[fault.LineOf(g.Edge(i).Pos)] = true
				}
				r.Roots = len(lines)
			}
			r.First = r.Roots > 0 && s.faulty(res.Locations[0].Edge)
		}
	case row.method != nil:
		answer := fault.Ask(own, row.method, in)
		res, err = answer.Result, answer.Err
	case row.name == rowFailing:
		res = &fault.Result{Locations: []fault.Location{{Edge: in.Failure.Edge, Pos: in.Failure.Pos}}}
	default:
		res = &fault.Result{}
	}
	r.Over = own.Err() != nil
	r.Time = done().time
	if a != nil && right != nil {
		for _, i := range a.Roots {
			if g, ok := a.Ground(i); ok {
				r.roots = append(r.roots, groundedRoot{g, !right.Right(i)})
			}
		}
		for i, wrong := range a.Judged {
			r.States++
			switch correct := right.Right(i); {
			case correct && wrong:
				r.RightAsWrong++
			case !correct && !wrong:
				r.WrongAsRight++
			}
		}
	}
	if err != nil {
		r.Err, res = err.Error(), &fault.Result{}
	}
	r.Reruns = res.Stats.Reruns
	s.read(res, r)
	for _, l := range res.Locations {
		r.ranking = append(r.ranking, ranked{r.Test, r.Row, l.Pos.File, l.Pos.Line, l.Score})
	}
}

// timed is a context that ends after CPU time, and estimates when that is. The
// load is taken to be what it was since the process began, and from then on.
type timed struct {
	context.Context
	end time.Duration // of ownTime
}

var began = time.Now()

func newTimed(ctx context.Context, limit time.Duration) *timed {
	return &timed{ctx, ownTime() + limit}
}

// Deadline implements context.Context.
func (t *timed) Deadline() (time.Time, bool) {
	used := ownTime()
	slower := float64(time.Since(began)) / float64(max(used, time.Millisecond))
	return time.Now().Add(time.Duration(slower * float64(t.end-used))), true
}

// reading scores answers as lines that a user reads, ties by expectation.
type reading struct {
	lines  map[fault.Line]bool // executed
	faults [][]fault.Line      // executed ones: any of its lines shows a fault
	wrong  map[fault.Line]bool
}

func newReading(in *fault.Input, truth *scoring.Truth, executed []bool) *reading {
	s := &reading{lines: map[fault.Line]bool{}, wrong: map[fault.Line]bool{}}
	of := map[int][]fault.Line{}
	var rest []fault.Line
	for _, e := range in.Prog.Edges {
		l := fault.LineOf(e.Pos)
		if !executed[e.ID] || !fault.Shown(e) || s.lines[l] && s.wrong[l] {
			continue
		}
		s.lines[l] = true
		if !scoring.Score(&fault.Result{Locations: []fault.Location{{Edge: e, Pos: e.Pos}}}, truth, in.Prog, executed).Found {
			continue
		}
		s.wrong[l] = true
		found := false
		for k, at := range truth.Faults {
			if slices.ContainsFunc(at, func(x fault.Line) bool {
				return x.File == l.File && e.Pos.Line <= x.N && x.N <= max(e.Pos.EndLine, e.Pos.Line)
			}) {
				of[k], found = append(of[k], l), true
			}
		}
		if !found {
			rest = append(rest, l)
		}
	}
	for k := range truth.Faults {
		if of[k] != nil {
			s.faults = append(s.faults, of[k])
		}
	}
	if rest != nil {
		s.faults = append(s.faults, rest)
	}
	return s
}

// faulty reports whether a statement is, or begins in, a line of a fault.
func (s *reading) faulty(e *cfg.Edge) bool {
	return s.wrong[fault.LineOf(e.Pos)]
}

// read follows the user through the list until all faults are seen. A miss
// costs all executed lines; the random order is a list of all of them.
func (s *reading) read(res *fault.Result, r *FrontierRow) {
	r.Lines, r.Read = len(s.lines), float64(len(s.lines))
	if len(s.faults) == 0 {
		return
	}
	seen, left := map[fault.Line]bool{}, len(s.faults)
	done := make([]bool, len(s.faults))
	group := func(lines []fault.Line) bool { // true once all faults are seen
		before, n := len(seen), 0
		for _, l := range lines {
			if s.lines[l] && !seen[l] {
				seen[l] = true
				n++
			}
		}
		needed, ways := 0, 0
		for k, f := range s.faults {
			here := 0
			for _, l := range f {
				if seen[l] && slices.Contains(lines, l) {
					here++
				}
			}
			if here > 0 && !done[k] {
				done[k] = true
				needed, ways, left = needed+1, here, left-1
			}
		}
		if left > 0 || needed == 0 {
			return left == 0
		}
		r.Found = true
		needed = min(needed, n) // faults may share a line
		if needed > 1 {
			ways = 1
		}
		expect, upTo := lastOf(n, needed, ways)
		r.Read = float64(before) + expect
		for k, most := range []int{1, 5, 10} {
			r.Top[k] = upTo(most - before)
		}
		return true
	}
	if r.Row == rowRandom {
		var all []fault.Line
		for l := range s.lines {
			all = append(all, l)
		}
		group(all)
		return
	}
	for i := 0; i < len(res.Locations); {
		var lines []fault.Line
		score := res.Locations[i].Score
		for ; i < len(res.Locations) && res.Locations[i].Score == score; i++ {
			lines = append(lines, fault.LineOf(res.Locations[i].Pos))
		}
		if group(lines) {
			return
		}
	}
}

// lastOf reads n lines in random order until all of several needed ones are
// seen, or, if one is needed, any of several ways to see it: the expected
// number of lines, and the probability that so many suffice.
func lastOf(n, needed, ways int) (expect float64, upTo func(int) float64) {
	if needed == 1 {
		return float64(n+1) / float64(ways+1), func(k int) float64 {
			if k <= 0 {
				return 0
			}
			miss := 1.0
			for i := range min(k, n) {
				miss *= math.Max(0, float64(n-ways-i)) / float64(n-i)
			}
			return 1 - miss
		}
	}
	return float64(needed*(n+1)) / float64(needed+1), func(k int) float64 {
		if k < needed {
			return 0
		}
		all := 1.0
		for i := range needed {
			all *= float64(min(k, n)-i) / float64(n-i)
		}
		return all
	}
}

// WriteRankings writes the rankings, a line of JSON for each line of a ranking.
func WriteRankings(w io.Writer, rows []FrontierRow) error {
	enc := json.NewEncoder(w)
	for i := range rows {
		for _, x := range rows[i].ranking {
			if err := enc.Encode(x); err != nil {
				return err
			}
		}
	}
	return nil
}
