package answer

import (
	"strings"
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

func TestFuse(t *testing.T) {
	defer func(old map[string]*method) { methods = old }(methods)
	methods = map[string]*method{
		"changes": {Change, [Classes]float64{2, 1, 1}},
		"slices":  {Dependence, [Classes]float64{3, 0.5, 0.5, 0.5}},
	}
	got := Fuse([]*fault.Result{
		result("slices", 1, 9, 2, 8, 3, 7),
		nil,
		result("changes", 2, 1),
		result("unweighted", 8, 1),
		result("slices", 12, 9),
	}, []fault.Line{{File: "p.c", N: 12}})
	type place struct {
		line  int
		score float64
		shown string
	}
	want := []place{{1, 3, "slices"}, {2, 2.5, "changes"}, {3, 0.5, "slices"}}
	if len(got) != len(want) {
		t.Fatalf("got %d places, want %d", len(got), len(want))
	}
	for i, w := range want {
		if g := (place{got[i].N, got[i].Score, got[i].Shown().Method}); g != w {
			t.Errorf("place %d is %v, want %v", i, g, w)
		}
	}
	if only := Fuse([]*fault.Result{result("slices", 12, 9)}, []fault.Line{{File: "p.c", N: 12}}); len(only) != 1 {
		t.Errorf("without other places the check is one: got %v", only)
	}
	if e := got[1].Evidence; len(e) != 2 || e[0].Method != "changes" || e[1].Rank != 2 {
		t.Errorf("evidence of the second place: %+v", e)
	}
}

// A change that was executed is shown rather than a dependence that weighs a
// little more.
func TestShown(t *testing.T) {
	says := &fault.Location{}
	p := Place{Evidence: []Evidence{{Method: "hint", Kind: Spectrum, Weight: 2, Location: &fault.Location{Hint: true}}, {Method: "a", Kind: Dependence, Weight: 1, Location: says}, {Method: "b", Kind: Change, Weight: 0.6, Location: says}, {Method: "c", Kind: Formula, Weight: 0.6, Location: says}}}
	if got := p.Shown().Method; got != "b" {
		t.Errorf("shown is %s, want b", got)
	}
	p.Evidence[2].Weight, p.Evidence[3].Weight = 0.4, 0.4
	if got := p.Shown().Method; got != "a" {
		t.Errorf("shown is %s, want a", got)
	}
	p.Evidence[3].Location = &fault.Location{Fixes: true}
	if got := p.Shown().Method; got != "c" {
		t.Errorf("shown is %s, want c, which fixes it", got)
	}
}

func TestReadWeights(t *testing.T) {
	if _, err := readWeights(weightsText); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{
		"m change 1 1 1", "m luck 1 1 1 1 1 1 1", "m change 1 1 1 1 1 1 2", "m change 1 1 1 1 1 1 -1",
		"m change 1 1 1 1 1 1 x", "m change 1 1 1 1 1 1 1\nm change 1 1 1 1 1 1 1",
	} {
		if _, err := readWeights(bad); err == nil || !strings.HasPrefix(err.Error(), "weights.txt:") {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}

// What several methods mend counts once, for the method that ranks it first.
func TestMends(t *testing.T) {
	defer func(old map[string]*method) { methods = old }(methods)
	methods = map[string]*method{"a": {Change, [Classes]float64{1}}, "b": {Change, [Classes]float64{1, 1}}, Fixes: {Change, [Classes]float64{4}}}
	a, b := result("a", 1, 9), result("b", 2, 9, 1, 8)
	a.Locations[0].Fixes, b.Locations[0].Fixes, b.Locations[1].Fixes = true, true, true
	got := Fuse([]*fault.Result{a, b}, nil)
	if len(got) != 2 || got[0].N != 1 || got[0].Score != 6 || got[1].Score != 5 {
		t.Errorf("got %+v", got)
	}
	if e := got[0].Evidence; len(e) != 2 || e[0].Method != "a" || e[0].Weight != 5 {
		t.Errorf("evidence %+v", e)
	}
}
