// Package answer makes one answer of what several localization methods say
// about a failing run: the lines of the program, the likeliest fault first.
//
// Each method lists statements. Lines are ordered by evidence, lexicographically:
//
//  1. those that a change mends: all failing runs pass with it, and the runs that
//     passed still do; first those of which the verifier proves that, and then by the
//     choice of the method that made the change, if it has one;
//  2. those that the message of the failure names;
//  3. by the sum of 1/rank in the lists of the methods that execute the run with
//     something altered;
//  4. by the same sum for what the failure depends on, what failing runs execute
//     rather than passing ones, and the like.
//
// There are no fitted numbers in this. The sum of inverse ranks is the fusion of
// reciprocal ranks (Cormack, Clarke, Büttcher, SIGIR 2009) with a constant of 0: the
// upper ranks are what these methods are measured by, and one that ranks a line
// first outweighs two that have it third.
package answer

import (
	"cmp"
	"math"
	"slices"

	"culprit/fault"
)

// Place is a line of the program that may be the fault.
type Place struct {
	fault.Line
	// Score orders places and is the same for those that nothing tells apart.
	Score float64
	// Evidence says who lists the line, what is shown first.
	Evidence []Evidence

	proved, fixed, named bool
	changed              bool            // a change here makes the failing run pass
	shows                bool            // the failure shows here
	choice               int             // see fault.Location
	sums                 [levels]float64 // of inverse ranks
}

// Evidence is what one method says about a line.
type Evidence struct {
	Method string
	Kind   Kind
	// Rank is the number of lines that a user of this method reads up to the
	// line, itself included, on average over the orders of lines of equal score.
	Rank float64
	// Location is the first statement of the line in the method's list.
	Location *fault.Location
	level    level
}

// mends reports whether a fix is known there.
func (p *Place) mends() bool {
	return slices.ContainsFunc(p.Evidence, func(e Evidence) bool { return e.Location.Change != nil && e.Location.Change.Mends() })
}

// Shown is the evidence to print.
func (p *Place) Shown() *Evidence { return &p.Evidence[0] }

// order is negative where only the first is true.
func order(yes, other bool) int {
	switch {
	case yes == other:
		return 0
	case yes:
		return -1
	}
	return 1
}

// before orders evidence for a line: a fix before what is none, what the message
// names before what is searched for, mere hints last,
// and between these the strongest kind first.
func (e *Evidence) before(other *Evidence) int {
	return cmp.Or(
		order(e.Location.Fixes, other.Location.Fixes),
		order(e.Location.Named, other.Location.Named),
		order(!e.Location.Hint, !other.Location.Hint),
		cmp.Compare(e.Kind, other.Kind),
		cmp.Compare(e.Rank, other.Rank),
	)
}

// Fuse makes one list of the results of methods, the likeliest line first; equal
// scores are in the order of the source. Results of methods that are not in the
// order do not count, and neither do blameless lines, which say what is given
// (fault.Input.Blameless), unless there are no others. Where no change elsewhere
// makes the failing run pass, what is checked may be wrong: the line where the
// failure shows is then the last of the first three.
func Fuse(results []*fault.Result, blameless []fault.Line) []Place {
	all := fuse(results)
	isGiven := func(p Place) bool { return !p.mends() && slices.Contains(blameless, p.Line) }
	rest := slices.DeleteFunc(slices.Clone(all), isGiven)
	if len(rest) == 0 {
		return all
	}
	k := slices.IndexFunc(all, func(p Place) bool { return p.shows && isGiven(p) })
	if k < 0 || slices.ContainsFunc(rest, func(p Place) bool { return p.changed }) {
		return rest
	}
	check, at := all[k], min(len(rest), checkedAt)
	check.Score = rest[max(at-1, 0)].Score
	check.Evidence = slices.Insert(slices.Clone(check.Evidence), 0, Evidence{Method: check.Evidence[0].Method, Kind: Dependence, Rank: check.Evidence[0].Rank, Location: &fault.Location{
		Pos: check.Evidence[0].Location.Pos, Edge: check.Evidence[0].Location.Edge, Reason: "no change elsewhere makes the run pass: what is checked here may be wrong"}})
	return slices.Insert(rest, at, check)
}

// checkedAt is how many places come before the check where nothing else is known to
// be wrong.
const checkedAt = 2

func fuse(results []*fault.Result) []Place {
	at := map[fault.Line]int{}
	var out []Place
	for _, res := range results {
		if res == nil {
			continue
		}
		of, ok := sources[res.Method]
		if !ok || of.level == unasked {
			continue
		}
		for _, l := range Lines(res.Locations) {
			i, ok := at[l.Line]
			if !ok {
				i = len(out)
				at[l.Line] = i
				out = append(out, Place{Line: l.Line})
			}
			kind := of.kind
			if l.Location.Hint {
				kind = Spectrum
			}
			out[i].fixed, out[i].proved = out[i].fixed || l.fixed, out[i].proved || l.proved
			out[i].choice = max(out[i].choice, l.choice)
			out[i].named, out[i].shows = out[i].named || l.named, out[i].shows || l.shows
			out[i].changed = out[i].changed || l.changed
			out[i].add(Evidence{res.Method, kind, l.Rank, l.Location, of.level})
		}
	}
	for i := range out {
		p := &out[i]
		slices.SortStableFunc(p.Evidence, func(a, b Evidence) int { return a.before(&b) })
		for _, e := range p.Evidence {
			p.sums[e.level] += sources[e.Method].weight / e.Rank
		}
		for k := range p.sums { // whatever order they were added in
			p.sums[k] = math.Round(p.sums[k]*precision) / precision
		}
	}
	slices.SortFunc(out, func(a, b Place) int { return cmp.Or(a.compare(&b), a.Line.Compare(b.Line)) })
	for i := range out {
		out[i].Score = 1 / float64(i+1)
		if i > 0 && out[i-1].compare(&out[i]) == 0 {
			out[i].Score = out[i-1].Score
		}
	}
	return out
}

// compare is negative where p is the likelier fault.
func (p *Place) compare(other *Place) int {
	if c := cmp.Or(order(p.proved, other.proved), order(p.fixed, other.fixed), cmp.Compare(p.choice, other.choice), order(p.named, other.named)); c != 0 {
		return c
	}
	return slices.Compare(other.sums[:], p.sums[:])
}

// precision is that of sums of inverse ranks.
const precision = 1e9

// add adds what a method says, of two lists of one method the better.
func (p *Place) add(e Evidence) {
	i := slices.IndexFunc(p.Evidence, func(own Evidence) bool { return own.Method == e.Method })
	switch {
	case i < 0:
		p.Evidence = append(p.Evidence, e)
	case e.before(&p.Evidence[i]) < 0:
		p.Evidence[i] = e
	}
}

// Ranked is a line in the list of a method.
type Ranked struct {
	fault.Line
	Rank     float64 // expected among lines of equal score
	Location *fault.Location
	// Properties that some location of the line has.
	fixed, proved, named, shows, changed bool
	choice                               int
}

// Lines are the lines that a ranked list names, each once, where it is first
// named. Locations do not count that have no line, or whose change evades the
// check that failed.
func Lines(locs []fault.Location) []Ranked {
	seen := map[fault.Line]int{}
	var out []Ranked
	for i := 0; i < len(locs); {
		from := len(out)
		score := locs[i].Score
		for ; i < len(locs) && locs[i].Score == score; i++ {
			l := fault.LineOf(locs[i].Pos)
			if l.N == 0 || locs[i].Role == fault.Support || locs[i].Evades {
				continue
			}
			k, ok := seen[l]
			if !ok {
				k = len(out)
				seen[l] = k
				out = append(out, Ranked{Line: l, Location: &locs[i]})
			}
			x := &locs[i]
			out[k].fixed = out[k].fixed || x.Fixes
			out[k].proved = out[k].proved || x.Fixes && x.Change != nil && x.Change.Proof.Holds != "" && x.Change.Mends()
			out[k].named, out[k].shows = out[k].named || x.Named, out[k].shows || x.Shows
			out[k].changed = out[k].changed || x.Change != nil
			out[k].choice = max(out[k].choice, x.Choice)
		}
		for k := from; k < len(out); k++ {
			out[k].Rank = float64(from+1+len(out)) / 2
		}
	}
	return out
}
