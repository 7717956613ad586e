package verifier

import (
	"slices"

	"culprit/automata"
	"culprit/cfg"
)

// gap is something that keeps the answer from being TRUE. Gaps are in the
// order in which they came up, several for one location included: that one of
// them is closed says nothing about the others.
type gap struct {
	// loc is the location that stays open; nil if the run as a whole ends
	// without an answer.
	loc          *cfg.Loc
	kind, reason string
	// word is a trace to be tried again, nil if there is nothing to try.
	word []automata.Letter
}

// knowledge is what is known of the error locations.
type knowledge struct {
	gaps     []gap
	covered  map[*cfg.Loc]bool // locations from which a danger automaton removed words
	violated map[*cfg.Loc]bool // locations of the original program
}

// text is the reason with its position.
func (g *gap) text() string {
	if g.loc == nil {
		return g.reason
	}
	return at(g.loc) + g.reason
}

// unknown notes why the run ends without an answer.
func (k *knowledge) unknown(kind, reason string) {
	k.gaps = append(k.gaps, gap{kind: kind, reason: reason})
}

// open is why a location cannot be proved any more; nil if nothing is known
// against it.
func (k *knowledge) open(l *cfg.Loc) *gap {
	for i := range k.gaps {
		if k.gaps[i].loc == l {
			return &k.gaps[i]
		}
	}
	return nil
}

// closed reports whether no location is open.
func (k *knowledge) closed() bool {
	return !slices.ContainsFunc(k.gaps, func(g gap) bool { return g.loc != nil })
}

// at is the position of a location before what is said of it; those inside of models
// of the library have none.
func at(l *cfg.Loc) string {
	if !l.Pos.IsValid() {
		return ""
	}
	return l.Pos.String() + ": "
}
