package hoare_test

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/hoare"
	"culprit/hoare/hoaretest"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/interp"
	"culprit/logic"
)

// listed is an input source with given values for inputs, by their number.
type listed struct {
	seed  uint64
	other map[int]uint64 // values that differ
	next  int
}

func (l *listed) number() uint64 {
	k := l.next
	l.next++
	if v, ok := l.other[k]; ok {
		return v
	}
	return rand.New(rand.NewPCG(l.seed, uint64(k))).Uint64()
}

func (l *listed) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) { return l.number(), true }

func (l *listed) Memory(_ *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	out := map[uint64]byte{}
	for k := range min(size, 64) {
		out[addr+k] = byte(l.number())
	}
	return out, true
}

func record(t testing.TB, p *cfg.Program, conf interp.RunConfig) *interp.Recording {
	t.Helper()
	rec, err := interp.Record(p, conf)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func newRun(t testing.TB, rec *interp.Recording, opt hoare.RunOptions) *hoare.Run {
	t.Helper()
	r, err := hoare.NewRun(logic.NewTable(), rec.Prog, rec.All(0), opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := hoaretest.Check(r); err != nil {
		t.Fatal(err)
	}
	return r
}

// honest fails if a definition did not have the value of the run.
func honest(t testing.TB, r *hoare.Run, rec *interp.Recording) {
	t.Helper()
	for _, c := range r.Concretised() {
		last := rec.Result.Status == interp.Faulted && c.Instance == rec.N-1
		if !last && (strings.HasPrefix(c.Reason, "the run wrote") || strings.HasPrefix(c.Reason, "the branch was")) {
			t.Errorf("instance %d, %s %q: %s", c.Instance, c.Edge.Pos, c.Edge.Text, c.Reason)
		}
	}
}

// TestRunRandom compares the terms of recorded runs of random programs with
// the recorded values.
func TestRunRandom(t *testing.T) {
	writes := 0
	for seed := range uint64(600) {
		p := gen.Program(rand.New(rand.NewPCG(seed, 4)), gen.Options{Stmts: 20})
		rec := record(t, p, interp.RunConfig{
			Inputs: &listed{seed: seed}, Lenient: seed%2 == 0, AllowUninit: seed%3 == 0, Limits: interp.Limits{Steps: 500},
		})
		r := newRun(t, rec, hoare.RunOptions{})
		honest(t, r, rec)
		if r.N() != rec.N {
			t.Fatalf("seed %d: %d of %d instances", seed, r.N(), rec.N)
		}
		for inst := range rec.All(0) {
			writes += compareWrites(t, r, inst)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if writes < 3000 {
		t.Errorf("only %d writes", writes)
	}
}

// compareWrites evaluates what an instance wrote.
func compareWrites(t testing.TB, r *hoare.Run, inst *cfg.Instance) (n int) {
	ws := r.Writes(inst.Index)
	find := func(v *cfg.Var, addr, size uint64) *hoare.RunWrite {
		for k := range ws {
			if ws[k].Var == v && (v != nil || ws[k].Addr == addr && ws[k].Size == size) {
				return &ws[k]
			}
		}
		return nil
	}
	for _, a := range inst.Writes {
		switch inst.Edge.Stmt.(type) {
		case *cfg.Assign, *cfg.Havoc, *cfg.Store, *cfg.Call, *cfg.Lib:
		default:
			continue
		}
		if a.Size > 8 {
			continue
		}
		w := find(a.Var, a.Addr, a.Size)
		if w == nil {
			t.Errorf("instance %d %s: a write of %v is missing", inst.Index, inst.Edge.Text, a)
			continue
		}
		if r.Eval(w.Def) != a.Value || r.Eval(w.Sym) != a.Value {
			t.Errorf("instance %d %s: %d, want %d", inst.Index, inst.Edge.Text, r.Eval(w.Def), a.Value)
		}
		n++
	}
	return n
}

// TestRunInputs carries conditions back to the inputs, changes an input such
// that all conditions and alias conjuncts still hold, and executes again: the
// run must be the same, and all values those of the terms.
func TestRunInputs(t *testing.T) {
	same, other := 0, 0
	for seed := range uint64(800) {
		p := gen.Program(rand.New(rand.NewPCG(seed, 9)), gen.Options{Stmts: 16, Vars: 4, MaxWidth: 6})
		conf := interp.RunConfig{Inputs: &listed{seed: seed}, Lenient: true, AllowUninit: true, Limits: interp.Limits{Steps: 300}}
		rec := record(t, p, conf)
		r := newRun(t, rec, hoare.RunOptions{})
		isInput := func(i int) bool {
			switch s := r.Edge(i).Stmt.(type) {
			case *cfg.Havoc:
				return s.Kind == cfg.Nondet
			case *cfg.MemHavoc:
				return s.Kind == cfg.Nondet
			}
			return false
		}
		// The inputs in the order in which they are taken.
		var inputs []hoare.RunWrite
		for _, i := range r.Instances() {
			if isInput(i) {
				inputs = append(inputs, r.Writes(i)...)
			}
		}
		if len(inputs) == 0 {
			continue
		}
		var conds, defs []logic.T
		var values []hoare.RunWrite
		for _, i := range r.Instances() {
			conds = append(append(conds, r.Cond(i)), r.Alias(i)...)
			for _, w := range r.Writes(i) {
				if w.Size <= 8 {
					defs, values = append(defs, w.Sym), append(values, w)
				}
			}
		}
		all := hoaretest.Expand(r, 0, isInput, append(conds, defs...)...)
		rng := rand.New(rand.NewPCG(seed, 1))
		for range 6 {
			k := rng.IntN(len(inputs))
			v := rng.Uint64()
			w := inputs[k]
			m := logic.NewModel()
			maps.Copy(m.BV, r.Model().BV)
			m.BV[w.Sym] = cfg.Mask(v, r.TB.Width(w.Sym))
			ev := logic.NewEvaluator(r.TB)
			ev.Reset(m)
			holds := true
			for _, c := range all[:len(conds)] {
				holds = holds && ev.Holds(c) && !free(r, c)
			}
			conf.Inputs = &listed{seed: seed, other: map[int]uint64{k: v}}
			rec2 := record(t, p, conf)
			if !holds {
				other++
				continue
			}
			same++
			checkRun(t, r, rec, rec2, values, func(n int) (uint64, bool) {
				x := all[len(conds)+n]
				return ev.Value(x), !free(r, x)
			})
			if t.Failed() {
				t.Fatalf("seed %d, input %d = %d", seed, k, v)
			}
		}
	}
	t.Logf("%d runs stay on the path, %d leave it", same, other)
	if same < 200 || other < 100 {
		t.Errorf("%d runs stay on the path, %d leave it", same, other)
	}
}

// free reports whether a term depends on a read that the run skipped.
func free(r *hoare.Run, x logic.T) bool {
	for _, v := range r.TB.Vars(x) {
		if _, ok := r.Def(v); !ok {
			return true
		}
	}
	return false
}

// checkRun compares another run on the same path with predicted values.
func checkRun(t testing.TB, r *hoare.Run, rec, rec2 *interp.Recording, values []hoare.RunWrite, predicted func(n int) (uint64, bool)) {
	t.Helper()
	ended := rec.Result.Status == interp.Exited || rec.Result.Status == interp.ReachedError
	if rec2.N < rec.N || ended && rec.N != rec2.N { // one that blocked may continue with the other input
		t.Errorf("%d instances, %d with the other input", rec.N, rec2.N)
		return
	}
	n := 0
	for inst := range rec2.All(0) {
		if inst.Index >= rec.N {
			break
		}
		if r.Edge(inst.Index) != inst.Edge {
			t.Errorf("instance %d takes another edge", inst.Index)
			return
		}
		for _, w := range r.Writes(inst.Index) {
			if w.Size > 8 {
				continue
			}
			if values[n].Sym != w.Sym {
				t.Fatal("the writes are not those that were expanded")
			}
			got, ok := predicted(n)
			n++
			if _, fill := inst.Edge.Stmt.(*cfg.MemSet); fill {
				continue // the term is that of one byte
			}
			for _, a := range inst.Writes {
				if ok && a.Var == w.Var && a.Addr == w.Addr && a.Size == w.Size && a.Size <= 8 && a.Data == nil && a.Value != got {
					t.Errorf("instance %d %s: %d, the terms say %d", inst.Index, inst.Edge.Text, a.Value, got)
				}
			}
		}
	}
}

// recordC lowers and records a C program.
func recordC(t testing.TB, src string, ptrBits int, conf interp.RunConfig) *interp.Recording {
	t.Helper()
	p := frontendtest.Parse(t, src, frontend.Config{PtrBits: ptrBits, Execute: true})
	return record(t, p, conf)
}

// TestRunC does the same for random C programs in both data models.
func TestRunC(t *testing.T) {
	n := rounds.Of(40)
	total := 0
	for seed := range uint64(n) {
		src := gen.C(seed, gen.COptions{})
		rec := recordC(t, src, 32+32*int(seed%2), interp.RunConfig{Inputs: &listed{seed: seed}, Lenient: true, AllowUninit: true, Limits: interp.Limits{Steps: 30000}})
		r := newRun(t, rec, hoare.RunOptions{})
		honest(t, r, rec)
		for inst := range rec.All(0) {
			total += compareWrites(t, r, inst)
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, src)
		}
	}
	t.Logf("%d writes", total)
}

// TestRunSlice compares the terms of a part of a run with those of the whole.
func TestRunSlice(t *testing.T) {
	for seed := range uint64(200) {
		p := gen.Program(rand.New(rand.NewPCG(seed, 4)), gen.Options{Stmts: 20})
		rec := record(t, p, interp.RunConfig{Inputs: &listed{seed: seed}, Lenient: true, AllowUninit: true, Limits: interp.Limits{Steps: 500}})
		rng := rand.New(rand.NewPCG(seed, 2))
		part := map[int]bool{}
		for i := range rec.N {
			part[i] = rng.IntN(3) == 0
		}
		r := newRun(t, rec, hoare.RunOptions{Keep: func(i int) bool { return part[i] }})
		for inst := range rec.All(0) {
			if part[inst.Index] {
				compareWrites(t, r, inst)
			} else if r.Edge(inst.Index) != nil || r.Writes(inst.Index) != nil {
				t.Errorf("instance %d has terms", inst.Index)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}
