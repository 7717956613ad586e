package cfg_test

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/gen"
)

// TestUnrollRecursionKeeps leaves programs without recursion alone.
func TestUnrollRecursionKeeps(t *testing.T) {
	for seed := uint64(0); seed < 50; seed++ {
		p := gen.Program(rand.New(rand.NewPCG(seed, 3)), gen.Options{})
		if q, from := cfg.UnrollRecursion(p, 4); q != p || from != nil {
			t.Fatalf("seed %d: program without recursion was copied", seed)
		}
	}
}

// TestUnrollRecursionOrigin takes every edge and location of a copy back to
// the program, and finds objects, procedures and the heap where they were.
func TestUnrollRecursionOrigin(t *testing.T) {
	p := frontendtest.Parse(t, `
void *malloc(unsigned long);
int unused(int i) { int a[9]; a[i & 7] = i; return a[0]; }
static int b[3] = {1, 2, 3};
static int odd(int n);
static int even(int n) { int *p = malloc(4); *p = n; return n == 0 ? b[0] : odd(*p - 1); }
static int odd(int n) { static int calls; int x = n, *q = &x; calls++; return n == 0 ? 0 : even(*q - 1); }
int main(void) { int top[2] = {4, 5}; int (*f)(int) = odd; return even(top[0]) + f(top[1]); }`, frontend.Config{})
	q, from := cfg.UnrollRecursion(p, 5)
	if q == p {
		t.Fatal("not recursive")
	}
	if err := cfg.Check(q); err != nil {
		t.Error(err)
	}
	for _, e := range q.Edges {
		o := from.Edge(e)
		if p.Edges[o.ID] != o || o.Text != e.Text || o.Pos != e.Pos {
			t.Errorf("%v is a copy of %v", e.Stmt, o.Stmt)
		}
		if l := from.Loc(e.From); p.Locs[l.ID] != l || l != o.From {
			t.Errorf("%v begins at a copy of location %d", e.Stmt, l.ID)
		}
	}
	for _, l := range from.Beyond {
		if from.Loc(l) != l {
			t.Error("a location beyond the copies is a copy")
		}
	}
	for i, o := range p.Objects {
		if q.Objects[i].Addr != o.Addr || q.Objects[i].Name != o.Name {
			t.Errorf("%s at %#x, not %#x", o.Name, q.Objects[i].Addr, o.Addr)
		}
	}
	seen := map[uint64]bool{}
	for _, f := range q.Procs {
		if seen[f.Addr] {
			t.Errorf("%s lies at the address of another procedure", f.Name)
		}
		seen[f.Addr] = true
		for _, g := range p.Procs {
			if f.Name == g.Name && f.Addr != g.Addr {
				t.Errorf("%s at %#x, not %#x", f.Name, f.Addr, g.Addr)
			}
		}
	}
	if q.HeapBase() != p.HeapBase() {
		t.Errorf("the heap begins at %#x, not %#x", q.HeapBase(), p.HeapBase())
	}
}
