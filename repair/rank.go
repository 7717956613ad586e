package repair

import (
	"cmp"
	"context"
	"math"
	"regexp"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/repair/candidate"
)

// ranked is a line with what its changes say about it.
type ranked struct {
	line   fault.Line
	score  float64
	best   *tried                      // the best change, nil if none makes the failing run pass
	n      int                         // changes executed
	moved  int                         // of them change how the failing run ends
	help   int                         // of them make it pass
	choice int                         // see fault.Location, of a fix
	ways   [candidate.NumKinds]float64 // what the best change of each kind says, see way
}

// partly is how much a change that breaks other runs says, compared with one
// that keeps them.
const partly = 0.1

// way is what a change says for its line: its prior if it makes all failing
// runs pass and keeps the others; fixed is the share of the failing runs that pass.
func (t *tried) way(fixed float64) float64 {
	switch {
	case t.disarmed == Uncalled:
		return partly * t.worth()
	case !t.passes || t.disarmed != Armed:
		return 0
	case t.Bound && t.seen == 0: // the operands are equal just there, which would be a coincidence
		return bounds * t.worth() * fixed
	case t.all:
		return t.worth()
	}
	return partly * t.worth() * t.keptShare() * fixed
}

// worth is how likely the change is the right one, of those that do the same in
// all runs.
func (t *tried) worth() float64 { return t.credible() * t.prior }

// likely is how likely the change itself is the right one.
func (t *tried) likely() float64 {
	x := t.credible() * (0.9*max(t.support, t.chance) + 0.1*t.chance)
	return x * t.unaltering()
}

// alters is the factor of changes with which some correct runs compute something else: where an
// assertion says little they were right by chance. Where all do, it counts twice.
const alters = 0.2

// elseway is the factor of another operand with which all correct runs go another way. Chosen, not fitted;
// range 0.1 to 1.
const elseway = 0.4

// unaltering is the factor of a change by the share of the correct runs that compute something else, or
// go another way.
func (t *tried) unaltering() float64 {
	x := math.Pow(elseway, t.strayed)
	if t.altered == 0 {
		return x
	}
	return x * alters * math.Pow(alters, min(1, float64(t.altered)/float64(max(t.kept, 1))))
}

// share is the part of the failing runs that pass with a change.
func (s *search) share(t *tried) float64 { return float64(t.fixed) / float64(len(s.failing)) }

// keptShare is the share of the runs seen that the change keeps, 1 if none was.
func (t *tried) keptShare() float64 {
	if t.seen == 0 {
		return 1
	}
	return float64(t.kept) / float64(t.seen)
}

// weigh scores a change that makes the failing run pass, for comparison with
// others: first those that keep all passing runs, and of those that do the
// same the likelier. A doubtful one comes after the others, but before those that break a run;
// where the doubt is none without others, first.
func (t *tried) weigh(fixed float64) float64 {
	if !t.passes {
		return 0
	}
	x := t.likely()
	credible := t.doubt == 0
	switch {
	case t.disarmed == Uncalled:
		return 1 + x
	case t.disarmed != Armed:
		return x
	case t.reason != "" && credible:
		return 20 + x
	case t.all && credible:
		return 10 + x
	case t.reason != "" && t.doubt&^comparative == 0:
		return 9 + x
	case t.reason != "":
		return 8 + x
	case t.all && t.doubt&^comparative == 0:
		return 7 + x
	case t.all:
		return 6 + x
	}
	return 4*t.keptShare()*fixed + x
}

// better reports whether a change is shown for a line rather than another one: of those
// that do the same as far as is known the one that writes less. Where behaviour is undefined little
// is known of that, and the likelier one comes first.
func (s *search) better(t, other *tried) bool {
	if s.onlyAsserts() && t.all && other.all && t.behaves != 0 && t.Odd == other.Odd && t.alike() == other.alike() && t.doubt == other.doubt && t.disarmed == other.disarmed && (t.reason == "") == (other.reason == "") {
		if a, b := s.written(t), s.written(other); a >= 0 && b >= 0 && a != b && (s.in.Failure.Kind != fault.UndefinedBehavior || t.likely() == other.likely()) {
			return a < b
		}
	}
	return t.weigh(s.share(t)) > other.weigh(s.share(other))
}

// written is how many words a change adds to the text. A number that the program does not
// have is made up for the known runs, and counts as several.
func (s *search) written(t *tried) (n int) {
	const madeUp = 4
	for _, e := range t.Edits {
		old, _ := candidate.Fold(string(s.texts[e.File][e.Start:e.End]))
		n += len(words.FindAllString(e.Text, -1)) - len(words.FindAllString(old, -1))
		for _, v := range candidate.NumbersOf(e.Text) {
			if !slices.Contains(s.numbers(), uint64(v)) {
				n += madeUp
			}
		}
	}
	return n
}

var words = regexp.MustCompile(`\w+|[^\w\s]`)

// rank scores the lines that the failing run executes: by the number of ways to
// fix a line, which are kinds of changes that do, each with its prior. A faulty
// condition can be fixed by another operator, by another operand and by a
// constant, a line that merely passes a wrong value on only by a change that
// fits the runs at hand. A tenth as much counts what the best change does, and,
// as in MUSE and Metallaxis, the shares of changes that help and that make the
// failing run end otherwise, and the suspicion of the line.
func (s *search) rank(ctx context.Context) []*ranked {
	s.supported(ctx)
	byLine := map[fault.Line]*ranked{}
	var out []*ranked
	get := func(l fault.Line) *ranked {
		r := byLine[l]
		if r == nil {
			r = &ranked{line: l}
			byLine[l] = r
			out = append(out, r)
		}
		return r
	}
	begins := map[fault.Line]bool{}
	for _, e := range fault.Statements(s.in.Prog) {
		l := fault.LineOf(e.Pos)
		if s.suspect[l] > 0 && !begins[l] {
			begins[l] = true
			get(l)
		}
	}
	for _, t := range s.tried {
		if !t.ran {
			continue
		}
		for _, l := range s.blamed(t) {
			r := get(l)
			r.n++
			if t.differs {
				r.moved++
			}
			if t.passes {
				r.help++
				r.ways[t.Kind] = max(r.ways[t.Kind], t.way(s.share(t)))
				if r.best == nil || s.better(t, r.best) {
					r.best = t
				}
			}
		}
	}
	for _, r := range out {
		r.score = s.score(r)
	}
	slices.SortStableFunc(out, func(a, b *ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.line.File, b.line.File), cmp.Compare(a.line.N, b.line.N))
	})
	return out
}

// rest is how much the best change of a line and shares of changes count,
// compared with the ways to fix it.
const rest = 0.1

func (s *search) score(r *ranked) float64 {
	x := s.suspect[r.line]
	if r.n > 0 {
		x += 0.5 * float64(r.moved) / float64(r.n)
	}
	if r.best != nil {
		x += r.best.weigh(s.share(r.best)) + float64(r.help)/float64(r.n)
	}
	x *= rest
	for _, w := range r.ways {
		x += w
	}
	return x
}

// blamed lists the lines that a change speaks about: its own. One of a declaration or a macro that
// mends nothing speaks about the statements that use that, if there are any.
func (s *search) blamed(t *tried) []fault.Line {
	c := t.Change
	if len(c.Uses) == 0 || t.all {
		out := []fault.Line{{File: c.File, N: c.Line}}
		for _, p := range c.Parts {
			if l := (fault.Line{File: p.File, N: p.Line}); l != out[0] {
				out = append(out, l)
			}
		}
		return out
	}
	var out []fault.Line
	for _, n := range c.Uses {
		if l := (fault.Line{File: c.File, N: n}); s.suspect[l] > 0 {
			out = append(out, l)
		}
	}
	if len(out) == 0 { // a declaration
		out = append(out, fault.Line{File: c.File, N: c.Line})
	}
	return out
}

// statementAt is the statement that a line shows, nil if there is none.
func (s *search) statementAt(l fault.Line) *cfg.Edge {
	var inside *cfg.Edge
	for _, e := range fault.Statements(s.in.Prog) {
		if e.Pos.File != l.File {
			continue
		}
		if e.Pos.Line == l.N {
			return e
		}
		if e.Pos.Line < l.N && l.N <= e.Pos.EndLine {
			inside = e
		}
	}
	return inside
}
