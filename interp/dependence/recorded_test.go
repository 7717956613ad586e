package dependence

import (
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
	"culprit/interp"
)

// copied keeps the instances of a recording.
func copied(r *interp.Recording) *randomWalk {
	w := &randomWalk{prog: r.Prog}
	for in := range r.All(0) {
		c := *in
		c.Reads, c.Writes = slices.Clone(in.Reads), slices.Clone(in.Writes)
		w.steps = append(w.steps, &c)
	}
	return w
}

// checkRecorded compares the graph of a recording with the naive one.
func checkRecorded(t *testing.T, name any, r *interp.Recording) {
	t.Helper()
	w := copied(r)
	g, err := NewGraph(r.Prog, r, Options{})
	if err != nil {
		t.Fatal(name, err)
	}
	n := newNaive(w, false)
	controls := n.controls()
	for i, in := range w.steps {
		if g.Control(i) != controls[i] {
			t.Fatalf("%v: instance %d (%v) depends on %d, want %d\n%v", name, i, in.Edge, g.Control(i), controls[i], r.Prog)
		}
		for k, a := range in.Reads {
			if a.Var != nil && a.Var == r.Prog.HeapTop {
				continue
			}
			if got, want := g.DataOf(i, k), n.data(i, k); !slices.Equal(got, want) {
				t.Fatalf("%v: instance %d (%v), read %d: %v, want %v\n%v", name, i, in.Edge, k, got, want, r.Prog)
			}
		}
	}
	regions, err := g.Regions(t.Context(), r)
	if err != nil {
		t.Fatal(name, err)
	}
	al := Align(g, regions, nil)
	for i := range w.steps {
		j, ok := al.There(i)
		if regions.Control(i) != controls[i] || !ok || i != j {
			t.Fatalf("%v: %d is aligned with %d, and depends on %d, want %d", name, i, j, regions.Control(i), controls[i])
		}
	}
}

func TestGraphOfPrograms(t *testing.T) {
	for seed := range uint64(150) {
		p := gen.Program(rand.New(rand.NewPCG(seed, 4)), gen.Options{Stmts: 25})
		r, err := interp.Record(p, interp.RunConfig{Inputs: interp.NewRandom(seed), Lenient: true, AllowUninit: true, Limits: interp.Limits{Steps: 400}})
		if err != nil {
			t.Fatal(err)
		}
		checkRecorded(t, seed, r)
		r.Close()
	}
}

// A read is stored without a label where the recording and the statement agree
// on what is read, which is nearly always.
func TestGraphLabels(t *testing.T) {
	for n, src := range controlPrograms {
		r, g := recordC(t, src, "5")
		checkRecorded(t, n, r)
		plain, total := 0, 0
		for i := range g.N() {
			switch g.Edge(i).Stmt.(type) {
			case *cfg.Lib, *cfg.Return:
				continue
			}
			if g.info[g.edge[i]].fixed {
				total++
				if g.off[i]&labelled == 0 {
					plain++
				}
			}
		}
		if total-plain > total/100 {
			t.Errorf("program %d: %d of %d instances are labelled", n, total-plain, total)
		}
	}
}
