package dependence

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/internal/cfgtext"
)

// indexKey is the index of an instance as text.
func indexKey(g *Graph, i int) string {
	var out []byte
	for _, e := range g.Index(i) {
		if e.Edge != nil {
			out = fmt.Appendf(out, "e%d ", e.Edge.ID)
		} else {
			out = fmt.Appendf(out, "l%d", e.Loc.ID)
		}
	}
	return string(out)
}

func TestIndexUnique(t *testing.T) {
	eachWalk(t, 400, 300, func(seed uint64, w *randomWalk, g *Graph) {
		seen := map[string]int{}
		for i := range w.steps {
			key := indexKey(g, i)
			if j, ok := seen[key]; ok {
				t.Fatalf("seed %d: instances %d and %d have the index %s\n%v", seed, j, i, key, w.prog)
			}
			seen[key] = i
			if n := len(g.Index(i)); n != g.Depth(i)+1 {
				t.Fatalf("seed %d: depth %d, index of length %d", seed, g.Depth(i), n)
			}
		}
	})
}

func TestAlign(t *testing.T) {
	pairs := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 13))
		p := walkProgram(t, r)
		w1, w2 := newWalk(p, r, 1+r.IntN(150)), newWalk(p, r, 1+r.IntN(150))
		a, b := graphOf(t, w1, Options{}), graphOf(t, w2, Options{})
		byKey := map[string]int{}
		for j := range b.N() {
			byKey[indexKey(b, j)] = j
		}
		al := Align(a, b, nil)
		last := -1
		back := 0
		for i := range a.N() {
			want, ok := byKey[indexKey(a, i)]
			got, found := al.There(i)
			if ok != found || ok && got != want {
				t.Fatalf("seed %d: %d is aligned with %d %v, want %d %v\n%v", seed, i, got, found, want, ok, p)
			}
			if got, found := a.Find(b, i); ok != found || ok && got != want {
				t.Fatalf("seed %d: %d is found at %d %v, want %d %v", seed, i, got, found, want, ok)
			}
			if !ok {
				continue
			}
			pairs++
			if j, ok := al.Back(want); !ok || j != i {
				t.Fatalf("seed %d: back from %d", seed, want)
			}
			if want <= last {
				t.Fatalf("seed %d: the alignment changes the order", seed)
			}
			last = want
		}
		for j := range b.N() {
			if _, ok := al.Back(j); ok {
				back++
			}
		}
		n := 0
		for i, j := range al.Pairs() {
			if k, ok := al.There(i); !ok || k != j {
				t.Fatal("pairs")
			}
			n++
		}
		if n != back {
			t.Fatalf("seed %d: %d pairs, %d back", seed, n, back)
		}
		for i, j := range Align(a, a, nil).Pairs() {
			if i != j {
				t.Fatalf("seed %d: a run is not aligned with itself", seed)
			}
		}
		if n := len(slices.Collect(firsts(Align(a, a, nil)))); n != a.N() {
			t.Fatalf("seed %d: %d of %d are aligned with themselves", seed, n, a.N())
		}
	}
	if pairs < 2000 {
		t.Errorf("only %d pairs", pairs)
	}
}

func firsts(al *Alignment) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range al.Pairs() {
			if !yield(i) {
				return
			}
		}
	}
}

// A version that lacks a location and has others renumbered.
func TestAlignVersions(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 14))
		p := walkProgram(t, r)
		q, err := cfgtext.Parse(p.String())
		if err != nil {
			t.Fatal(err)
		}
		w := newWalk(p, r, 100)
		// The same run of q, whose locations are numbered as they are printed.
		same := &randomWalk{prog: q}
		for _, in := range w.steps {
			same.steps = append(same.steps, &cfg.Instance{Index: in.Index, Edge: counterpart(p, q, in.Edge)})
		}
		drop := w.steps[r.IntN(len(w.steps))].Edge.From
		v := &Versions{Loc: func(l *cfg.Loc) *cfg.Loc {
			if l == drop {
				return nil
			}
			return q.Locs[counterLoc(p, q, l)]
		}}
		a, b := graphOf(t, w, Options{}), graphOf(t, same, Options{})
		al := Align(a, b, v)
		for i := range a.N() {
			want := true
			for _, e := range a.Index(i) {
				want = want && e.Loc != drop
			}
			if j, ok := al.There(i); ok != want || ok && j != i {
				t.Fatalf("seed %d: %d (%v) is aligned with %d %v, want %v\n%v", seed, i, a.Edge(i), j, ok, want, p)
			}
		}
	}
}

// counterLoc is the number in q of a location of p: cfg.Parse numbers
// locations by their first occurrence in a procedure.
func counterLoc(p, q *cfg.Program, l *cfg.Loc) int {
	if n := slices.IndexFunc(p.Edges, func(e *cfg.Edge) bool { return e.From == l }); n >= 0 {
		return counterpart(p, q, p.Edges[n]).From.ID
	}
	n := slices.IndexFunc(p.Edges, func(e *cfg.Edge) bool { return e.To == l })
	return counterpart(p, q, p.Edges[n]).To.ID
}

// counterpart is the edge of q with the place of e among those of its
// procedure.
func counterpart(p, q *cfg.Program, e *cfg.Edge) *cfg.Edge {
	of := func(p *cfg.Program) []*cfg.Edge {
		var out []*cfg.Edge
		for _, x := range p.Edges {
			if x.From.Proc.Name == e.From.Proc.Name {
				out = append(out, x)
			}
		}
		return out
	}
	return of(q)[slices.Index(of(p), e)]
}

// IndexEntry is one step of an execution index: a region (Edge is the branch
// edge taken or the call), or at the end the location executed (Edge is nil).
type IndexEntry struct {
	Loc  *cfg.Loc
	Edge *cfg.Edge
}

// Index is the execution index of instance i, outermost region first (paper
// 002, section 3).
func (g *Graph) Index(i int) []IndexEntry {
	out := []IndexEntry{{Loc: g.Edge(i).From}}
	for r := int(g.region[i]); r >= 0; r = int(g.region[r]) {
		e := g.Edge(r)
		out = append(out, IndexEntry{e.From, e})
	}
	slices.Reverse(out)
	return out
}

// childAt is the instance at location l directly inside region r, or -1.
func (g *Graph) childAt(r int, l *cfg.Loc) int {
	for i := g.firstIn(r); i >= 0; i = g.nextIn(i) {
		if g.Edge(i).From == l {
			return i
		}
	}
	return -1
}

// Find returns the instance of another run of the same program that has the
// index of instance i of g. The branch edges taken there may differ.
func (g *Graph) Find(other *Graph, i int) (int, bool) {
	var path []int // regions of i, innermost first
	for r := int(g.region[i]); r >= 0; r = int(g.region[r]) {
		path = append(path, r)
	}
	at := -1
	for _, r := range slices.Backward(path) {
		at = other.childAt(at, g.Edge(r).From)
		if at < 0 || other.edge[at] != g.edge[r] {
			return 0, false
		}
	}
	at = other.childAt(at, g.Edge(i).From)
	return at, at >= 0
}

// nextIn is the instance that follows i in the region of i, or -1.
func (g *Graph) nextIn(i int) int {
	if j := int(g.end(i)); j < len(g.edge) && g.region[j] == g.region[i] {
		return j
	}
	return -1
}
