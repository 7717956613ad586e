package localization

import (
	"math"
	"math/rand/v2"
	"testing"

	"culprit/fault"
)

// lastOf is what random orders come to on average.
func TestLastOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ n, needed, ways int }{{7, 1, 1}, {7, 1, 3}, {7, 3, 1}, {1, 1, 1}, {4, 4, 1}} {
		const rounds = 20_000
		sum, early := 0.0, 0.0
		for range rounds {
			order := r.Perm(c.n)
			read, first := 0, c.n
			for at, line := range order {
				if line < c.needed*c.ways {
					read, first = at+1, min(first, at+1)
				}
			}
			if c.ways > 1 {
				read = first
			}
			sum += float64(read)
			if read <= 3 {
				early++
			}
		}
		expect, upTo := lastOf(c.n, c.needed, c.ways)
		if math.Abs(expect-sum/rounds) > 0.05 || math.Abs(upTo(3)-early/rounds) > 0.02 {
			t.Errorf("%+v: %.2f, %.2f; on average %.2f, %.2f", c, expect, upTo(3), sum/rounds, early/rounds)
		}
	}
}

// A user reads line by line: ties by expectation, a miss costs everything.
func TestReading(t *testing.T) {
	line := func(n int) fault.Line { return fault.Line{File: "a.c", N: n} }
	s := &reading{lines: map[fault.Line]bool{}, faults: [][]fault.Line{{line(3)}, {line(5), line(6)}}}
	for n := range 10 {
		s.lines[line(n)] = true
	}
	list := func(scores map[int]float64, order ...int) *fault.Result {
		res := &fault.Result{}
		for _, n := range order {
			l := fault.Location{Score: scores[n]}
			l.Pos.File, l.Pos.Line = "a.c", n
			res.Locations = append(res.Locations, l)
		}
		return res
	}
	for name, c := range map[string]struct {
		res  *fault.Result
		read float64
	}{
		"one after the other": {list(map[int]float64{1: 4, 3: 3, 2: 2, 6: 1}, 1, 3, 2, 6), 4},
		"the last is a tie":   {list(map[int]float64{3: 3, 5: 1, 7: 1, 8: 1}, 3, 5, 7, 8), 1 + 2},
		"one missed":          {list(map[int]float64{3: 1}, 3), 10},
	} {
		var r FrontierRow
		s.read(c.res, &r)
		if r.Read != c.read || r.Lines != 10 || r.Found != (c.read < 10) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
