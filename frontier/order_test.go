package frontier

import (
	"testing"
)

// Suspected root causes come first. Of two statements that were not altered, the
// one that fewer passing runs execute comes first, whatever their places.
func TestOrder(t *testing.T) {
	in := failingRun(t, counts, "3\n12 4 10\n", "12\n")
	withTests(in, [][2]string{{"2\n12 4\n", "12\n"}, {"3\n1 2 30\n", "30\n"}, {"1\n5\n", "0\n"}}, nil)
	a := analyse(t, in, Config{})
	res := a.Result()
	for i, l := range res.Locations {
		if l.Score <= 0 || l.Score >= 1 || (i == 0) != (l.Score > 0.5) || (i == 0) != (l.Pos.Line == 7) {
			t.Errorf("%d. line %d, %.3f: %s", i+1, l.Pos.Line, l.Score, l.Reason)
		}
	}
	share := map[int]float64{}
	for _, e := range in.Prog.Edges {
		if e.Pos.IsValid() {
			share[e.Pos.Line] = max(share[e.Pos.Line], a.others.covered(e))
		}
	}
	if share[7] != 1 || share[8] != 2./3 {
		t.Errorf("covered: %v", share)
	}
	o := a.newOrder()
	v := int32(0)
	for _, altered := o.by[a.gr.edge(v)]; altered || !a.gr.shown(v); _, altered = o.by[a.gr.edge(v)] {
		v++
	}
	often := o.odds(v, 1)
	for k := range a.others.runs {
		delete(a.others.runs[k].seen, statement(a.gr.edge(v)))
	}
	if never := o.odds(v, 1); never <= often {
		t.Errorf("%v: odds %v, never executed in passing runs %v", a.gr.edge(v), often, never)
	}
}
