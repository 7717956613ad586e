package answer

import (
	"testing"

	"culprit/cfg"
	"culprit/fault"
)

func result(method string, lines ...float64) *fault.Result { // pairs of line and score
	r := &fault.Result{Method: method}
	for i := 0; i < len(lines); i += 2 {
		r.Locations = append(r.Locations, fault.Location{Pos: cfg.Pos{File: "p.c", Line: int(lines[i])}, Score: lines[i+1], Reason: method})
	}
	return r
}

func TestLines(t *testing.T) {
	r := result("m", 7, 3, 7, 3, 4, 2, 7, 2, 5, 2, 0, 2, 9, 1)
	r.Locations = append(r.Locations, fault.Location{Pos: cfg.Pos{File: "p.c", Line: 11}, Role: fault.Support}, fault.Location{Pos: cfg.Pos{File: "p.c", Line: 12}, Evades: true})
	got := map[int]float64{}
	for _, l := range Lines(r.Locations) {
		got[l.N] = l.Rank
	}
	want := map[int]float64{7: 1, 4: 2.5, 5: 2.5, 9: 4}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for l, r := range want {
		if got[l] != r {
			t.Errorf("line %d has rank %v, want %v", l, got[l], r)
		}
	}
}

// Lines are ordered by what alters the run, then by what relates to the failure.
func TestFuse(t *testing.T) {
	got := Fuse([]*fault.Result{
		result("repair", 2, 9, 3, 8),
		result("slice", 3, 9, 4, 8, 5, 8, 12, 7),
		nil,
		result("cascade", 3, 9, 2, 8),
		result("frontier", 3, 9, 2, 8), // both together count as much as repair
		result("tarantula", 8, 1),
		result("unheard", 9, 1),
	}, []fault.Line{{File: "p.c", N: 12}})
	type place struct {
		line  int
		score float64
		shown string
	}
	want := []place{{3, 1, "frontier"}, {2, 1. / 2, "repair"}, {4, 1. / 3, "slice"}, {5, 1. / 3, "slice"}}
	if len(got) != len(want) {
		t.Fatalf("got %d places, want %d", len(got), len(want))
	}
	for i, w := range want {
		if g := (place{got[i].N, got[i].Score, got[i].Shown().Method}); g != w {
			t.Errorf("place %d is %v, want %v", i, g, w)
		}
	}
	if e := got[0].Evidence; len(e) != 4 || e[1].Rank != 2 || e[2].Kind != Dependence {
		t.Errorf("evidence of the first place: %+v", e)
	}
	if only := Fuse([]*fault.Result{result("slice", 12, 9)}, []fault.Line{{File: "p.c", N: 12}}); len(only) != 1 {
		t.Errorf("without other places the check is one: got %v", only)
	}
}

// A fix is shown rather than what ranks higher, and a hint last.
func TestShown(t *testing.T) {
	a, b, c := result("frontier", 1, 9), result("repair", 2, 9, 1, 8), result("slice", 1, 9)
	a.Locations[0].Hint = true
	p := Fuse([]*fault.Result{a, c}, nil)
	if got := p[0].Shown().Method; got != "slice" {
		t.Errorf("shown is %s, want slice: the other is a hint", got)
	}
	if p := Fuse([]*fault.Result{b, c}, nil); p[0].N != 1 && p[0].Shown().Method != "repair" {
		t.Errorf("got %+v", p)
	}
	b.Locations[1].Fixes = true
	p = Fuse([]*fault.Result{a, b, c}, nil)
	if p[0].N != 1 || p[0].Shown().Method != "repair" || p[1].N != 2 {
		t.Errorf("got %+v, want the line with a fix first, by the fix", p)
	}
}

// TestTwoLists counts a line that a method lists twice once, where it ranks higher.
func TestTwoLists(t *testing.T) {
	p := Fuse([]*fault.Result{result("relevance", 2, 9, 1, 8), result("relevance", 1, 9)}, nil)
	if len(p) != 2 || p[0].Score != p[1].Score || len(p[0].Evidence) != 1 || p[0].Evidence[0].Rank != 1 {
		t.Errorf("got %+v", p)
	}
}
