package repair

import (
	"context"
	"testing"

	"culprit/cfg"
	"culprit/frontend/ctree"
	"culprit/repair/candidate"
)

// unusual has what is no statement by itself in its text: labels, and macros that are
// statements or several.
const unusual = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define WAIT while (__VERIFIER_nondet_int()) {}
#define REFUSE if (x < 0) return 1;
#define MORE x++;
int main(void) {
	int x = __VERIFIER_nondet_int(), n = 0;
	WAIT;
	REFUSE
	n++;
	switch (x) {
	case 1:
	again:
		n = 2;
		break;
	default:
		n = 1;
	}
	MORE
	if (x == 8 && n == 1)
		reach_error();
	if (n > 1)
		goto again;
	return 0;
}
`

// TestLowered: one text has all changes of a program in it, also where labels and
// macros make statements.
func TestLowered(t *testing.T) {
	s := asserting(t, unusual, 7, 0)
	for _, p := range s.places {
		if !s.prog.lowered[p.ID] || s.prog.selectors[p.ID] == nil && s.executed(p) {
			t.Errorf("not in the text: %q at line %d", p.Alternatives, candidate.LineOf(s.texts[p.File], p.Start))
		}
	}
}

// executed reports whether the failing run executes the line of a place.
func (s *search) executed(p *candidate.Place) bool {
	line, found := candidate.LineOf(s.texts[p.File], p.Start), false
	rec, err := s.in.Recording(context.Background())
	if err != nil {
		return false
	}
	for inst := range rec.All(0) {
		found = found || inst.Edge.Pos.Line == line
	}
	return found
}

// TestUnlowerable: a place that the front end refuses, without saying where, is left out, and
// the others are in the text.
func TestUnlowerable(t *testing.T) {
	ctx := context.Background()
	s := asserting(t, unusual, 7, 0)
	at := candidate.Place{ID: len(s.places), File: "p.c", Extent: ctree.Extent{Start: len(unusual) - len("}\n"), End: len(unusual) - len("}\n")}, Alternatives: []string{"again: ;"}, Before: 1}
	all := append(append([]*candidate.Place{}, s.places[:len(s.places)/2]...), &at)
	all = append(all, s.places[len(s.places)/2:]...)
	s.places = append(s.places, &at)
	if _, err := s.schema(ctx, all); err == nil {
		t.Fatal("a label is defined twice")
	}
	if err := s.lower(ctx, all); err != nil {
		t.Fatal(err)
	}
	in := func(v *cfg.Var) bool { return v != nil }
	if in(s.prog.selectors[at.ID]) {
		t.Error("the place is in the text")
	}
	n := 0
	for _, v := range s.prog.selectors {
		if in(v) {
			n++
		}
	}
	if n == 0 {
		t.Error("no place is in the text")
	}
}
