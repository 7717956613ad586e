// Package answer makes one answer of what several localization methods say
// about a failing run: the lines of the program, the likeliest fault first.
//
// Each method lists statements. How much it says about a line to have it listed,
// and how far up, was measured on faulty programs: that is the weight of the
// method at a rank (weights.txt), in natural logarithms of odds. The score of a
// line is the sum of the weights of all methods that list it. A method that
// names one line therefore counts for much, one that lists half of the program
// for little, and one that is mostly right for more than one that is mostly
// wrong; methods that have no answer do not count at all.
package answer

import (
	"cmp"
	"maps"
	"slices"

	"culprit/fault"
)

// Place is a line of the program that may be the fault.
type Place struct {
	fault.Line
	// Score is the sum of the weights of Evidence. The odds of two lines differ
	// by a factor of e for each unit.
	Score float64
	// Evidence says who lists the line, what weighs most first.
	Evidence []Evidence
}

// Evidence is what one method says about a line.
type Evidence struct {
	Method string
	Kind   Kind
	// Rank is the number of lines that a user of this method reads up to the
	// line, itself included, on average over the orders of lines of equal score.
	Rank   float64
	Weight float64
	// Location is the first statement of the line in the method's list.
	Location *fault.Location
}

// Shown is the evidence to print: of what weighs at least half as much as the
// heaviest, the strongest kind. A fix comes before what is none, and a mere hint
// is printed where there is nothing else.
func (p *Place) Shown() *Evidence {
	heaviest := &p.Evidence[0]
	for i := range p.Evidence {
		if !p.Evidence[i].Location.Hint {
			heaviest = &p.Evidence[i]
			break
		}
	}
	best := heaviest
	for i := range p.Evidence {
		if e := &p.Evidence[i]; !e.Location.Hint && e.Kind < best.Kind && 2*e.Weight >= heaviest.Weight {
			best = e
		}
	}
	if i := slices.IndexFunc(p.Evidence, func(e Evidence) bool { return e.Location.Fixes }); i >= 0 && !best.Location.Fixes {
		return &p.Evidence[i]
	}
	return best
}

// Fuse makes one list of the results of methods, the likeliest line first; equal
// scores are in the order of the source. Results of methods without a weight do
// not count, and neither do blameless lines, which say what is given
// (fault.Input.Blameless), unless there are no others.
func Fuse(results []*fault.Result, blameless []fault.Line) []Place {
	out := fuse(results)
	if rest := slices.DeleteFunc(slices.Clone(out), func(p Place) bool { return slices.Contains(blameless, p.Line) }); len(rest) > 0 {
		return rest
	}
	return out
}

func fuse(results []*fault.Result) []Place {
	at := map[fault.Line]int{}
	var out []Place
	for _, list := range Lists(results) {
		m, ok := methods[list.Name]
		if !ok {
			continue
		}
		for _, l := range list.Lines {
			w := m.weight(l.Rank)
			if w <= 0 {
				continue
			}
			i, ok := at[l.Line]
			if !ok {
				i = len(out)
				at[l.Line] = i
				out = append(out, Place{Line: l.Line})
			}
			kind := m.kind
			if l.Location.Hint {
				kind = Spectrum
			}
			out[i].add(Evidence{l.Method, kind, l.Rank, w, l.Location})
		}
	}
	for i := range out {
		slices.SortStableFunc(out[i].Evidence, func(a, b Evidence) int { return cmp.Compare(b.Weight, a.Weight) })
	}
	slices.SortFunc(out, func(a, b Place) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), a.Line.Compare(b.Line))
	})
	return out
}

// add adds what a method says. The same statement in two of its lists is one piece of evidence.
func (p *Place) add(e Evidence) {
	p.Score += e.Weight
	for i := range p.Evidence {
		if own := &p.Evidence[i]; own.Method == e.Method {
			own.Weight += e.Weight
			return
		}
	}
	p.Evidence = append(p.Evidence, e)
}

// Fixes is the name of the list of the lines that some method fixes.
const Fixes = "fixes"

// List is a list of lines that has weights of its own.
type List struct {
	Name  string // that of a method, or Fixes
	Lines []Ranked
}

// Lists returns the list of each method, and that of the lines that any of them
// fixes, with the lowest rank that a line has among those of one method.
func Lists(results []*fault.Result) []List {
	var out []List
	best := map[fault.Line]Ranked{}
	for _, res := range results {
		if res == nil {
			continue
		}
		list := List{res.Method, Lines(res.Locations)}
		for i := range list.Lines {
			list.Lines[i].Method = res.Method
		}
		out = append(out, list)
		fixed := slices.DeleteFunc(slices.Clone(res.Locations), func(l fault.Location) bool { return !l.Fixes })
		for _, l := range Lines(fixed) {
			if old, ok := best[l.Line]; !ok || l.Rank < old.Rank {
				l.Method = res.Method
				best[l.Line] = l
			}
		}
	}
	fixed := slices.SortedFunc(maps.Values(best), func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), a.Line.Compare(b.Line))
	})
	return append(out, List{Fixes, fixed})
}

// Ranked is a line in the list of a method.
type Ranked struct {
	fault.Line
	Rank     float64 // expected among lines of equal score
	Location *fault.Location
	Method   string // set by Lists
}

// Lines are the lines that a ranked list names, each once, where it is first
// named. Locations do not count that have no line, or whose change evades the
// check that failed.
func Lines(locs []fault.Location) []Ranked {
	seen := map[fault.Line]bool{}
	var out []Ranked
	for i := 0; i < len(locs); {
		from := len(out)
		score := locs[i].Score
		for ; i < len(locs) && locs[i].Score == score; i++ {
			l := fault.LineOf(locs[i].Pos)
			if l.N > 0 && !seen[l] && locs[i].Role != fault.Support && !locs[i].Evades {
				seen[l] = true
				out = append(out, Ranked{Line: l, Location: &locs[i]})
			}
		}
		for k := from; k < len(out); k++ {
			out[k].Rank = float64(from+1+len(out)) / 2
		}
	}
	return out
}
