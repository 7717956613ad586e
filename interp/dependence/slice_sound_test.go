package dependence

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/gen"
	"culprit/interp"
)

// fixedInputs gives each statement inputs of its own, so that a change of the
// run does not shift the inputs of others.
type fixedInputs struct{ seed uint64 }

func (f fixedInputs) Value(e *cfg.Edge, _ *cfg.Havoc) (uint64, bool) {
	return rand.NewPCG(f.seed, uint64(e.ID)).Uint64() >> 7 % 5, true
}

func (f fixedInputs) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// sound checks that what is not in the relevant slice of an instance has no
// effect on it: with another outcome or value there, the instance of the same
// index still reads the same values.
type sound struct {
	*rand.Rand
	switched, replaced int
}

// run tries some instances of one run.
func (c *sound) run(t *testing.T, name any, p *cfg.Program, conf interp.RunConfig, targets, changes int) {
	t.Helper()
	rec, err := interp.Record(p, conf)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if rec.Result.Status != interp.Exited || rec.N < 10 {
		return
	}
	w := copied(rec)
	g, err := NewGraph(p, rec, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range targets {
		s := c.IntN(rec.N)
		if len(w.steps[s].Reads) == 0 {
			continue
		}
		rel := g.Relevant([]int{s})
		for range changes {
			b := c.IntN(s + 1)
			f, ok := c.force(g.Edge(b))
			if rel.Has(b) || !ok {
				continue
			}
			f.At = b
			session := interp.NewSession(p, conf)
			session.Force(f)
			other, err := session.Record()
			if err != nil {
				t.Fatal(err)
			}
			if other.Result.Status != interp.Exited {
				continue // an end that came earlier is not a dependence
			}
			h, err := NewGraph(p, other, Options{})
			if err != nil {
				t.Fatal(err)
			}
			v := copied(other)
			if !sameAddresses(w, v, Align(g, h, nil)) {
				continue // relevant slices do not know what a store might have hit
			}
			j, ok := g.Find(h, s)
			if !ok || !sameReads(w.steps[s], v.steps[j]) {
				t.Fatalf("%v: instance %d (%v) has an effect on %d (%v), found %v at %d\n%v", name, b, g.Edge(b), s, g.Edge(s), ok, j, p)
			}
			if f.SetValue {
				c.replaced++
			} else {
				c.switched++
			}
		}
	}
}

// force is a change of what an edge does, if it does anything.
func (c *sound) force(e *cfg.Edge) (interp.Force, bool) {
	switch e.Stmt.(type) {
	case *cfg.Assume:
		if others := slices.DeleteFunc(slices.Clone(e.From.Out), func(x *cfg.Edge) bool { return x == e }); len(others) > 0 {
			return interp.Force{Take: others[c.IntN(len(others))]}, true
		}
	case *cfg.Assign, *cfg.Store:
		return interp.Force{SetValue: true, Value: c.Uint64() % 9}, true
	}
	return interp.Force{}, false
}

func TestRelevantIsSound(t *testing.T) {
	c := &sound{Rand: rand.New(rand.NewPCG(1, 21))}
	for seed := range uint64(2000) {
		p := gen.Program(rand.New(rand.NewPCG(seed, 21)), gen.Options{Stmts: 30, Terminating: true, Errors: 1})
		conf := interp.RunConfig{Inputs: fixedInputs{seed}, AllowUninit: true, Limits: interp.Limits{Steps: 3000}}
		c.run(t, seed, p, conf, 4, 12)
	}
	t.Logf("%d branches switched, %d values replaced", c.switched, c.replaced)
	if c.switched < 100 || c.replaced < 500 {
		t.Error("too few")
	}
}

func TestRelevantIsSoundC(t *testing.T) {
	c := &sound{Rand: rand.New(rand.NewPCG(2, 21))}
	for seed := range uint64(6) {
		p, err := frontend.Parse("t.c", []byte(gen.Head+gen.C(seed, gen.COptions{Floats: seed%2 == 0})), frontend.Config{PtrBits: 64, Execute: true})
		if err != nil {
			t.Fatal(seed, err)
		}
		c.run(t, seed, p, interp.RunConfig{AllowUninit: true, Limits: interp.Limits{Steps: 20000}}, 12, 12)
	}
	for n, src := range controlPrograms {
		p := frontendtest.Execute(t, src)
		c.run(t, n, p, interp.RunConfig{Stdin: bytes.NewReader(nil), AllowUninit: true, Limits: interp.Limits{Steps: 20000}}, 20, 12)
	}
	t.Logf("%d branches switched, %d values replaced", c.switched, c.replaced)
	if c.switched < 10 || c.replaced < 100 {
		t.Error("too few")
	}
}

func sameReads(a, b *cfg.Instance) bool {
	return slices.EqualFunc(a.Reads, b.Reads, func(x, y cfg.Access) bool {
		return x.Var == y.Var && x.Addr == y.Addr && x.Value == y.Value
	})
}

// sameAddresses reports whether all memory writes that both runs make go to the
// same addresses.
func sameAddresses(a, b *randomWalk, al *Alignment) bool {
	for i, j := range al.Pairs() {
		if a.steps[i].Edge == b.steps[j].Edge && !slices.EqualFunc(a.steps[i].Writes, b.steps[j].Writes, func(x, y cfg.Access) bool {
			return x.Var == y.Var && x.Addr == y.Addr && x.Size == y.Size
		}) {
			return false
		}
	}
	return true
}
