package safety_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/rounds"
	"culprit/interp"
	"culprit/svcomp"
)

// writer makes random programs that use memory, most often correctly.
type writer struct {
	r *rand.Rand
	b strings.Builder
	n int // allocations
}

func (w *writer) pick(s ...string) string { return s[w.r.IntN(len(s))] }

// index is a number that is below n, or seldom a little outside.
func (w *writer) index(n int) int {
	if w.r.IntN(24) == 0 {
		return w.r.IntN(n+3) - 1
	}
	return w.r.IntN(n)
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *writer) pointer() string { return w.pick("p", "q", "g", "t[0]", "t[1]") }

func (w *writer) stmt(depth int) {
	p := w.pointer()
	switch w.r.IntN(16) {
	case 0, 1:
		w.n++
		w.line("%s = calloc(%d, sizeof(int));", p, 1+w.r.IntN(4))
	case 2:
		w.line("%s = %s;", p, w.pointer())
	case 3:
		w.line("free(%s);", p)
		if w.r.IntN(6) > 0 {
			w.line("%s = 0;", p)
		}
	case 4, 5:
		w.line("if (%s) %s[%d] = %d;", p, p, w.index(1), w.r.IntN(9))
	case 6:
		w.line("if (%s) s += %s[%d];", p, p, w.index(1))
	case 7:
		w.line("a[%d] = b[%d];", w.index(4), w.index(6))
	case 8:
		w.line("%s = %s + %d;", p, w.pick("a", "b", "p"), w.r.IntN(3))
	case 9:
		w.line("s += %s ? %s[%d] : %d;", p, p, w.index(1), w.r.IntN(9))
	case 10:
		if depth > 0 {
			w.line("for (int i = 0; i < %d; i++) {", 1+w.r.IntN(4))
			w.stmt(depth - 1)
			w.stmt(depth - 1)
			w.line("a[i] = i;")
			w.line("}")
		}
	case 11:
		w.line("%s = %s(%s);", p, w.pick("same", "same", "same", "local"), w.pointer())
	case 12:
		w.line("if (%s && %s != a && %s != b) memset(%s, 0, %d);", p, p, p, p, 4*(1+w.index(1)))
	case 13:
		w.line("memcpy(a, b, %d);", 4*(1+w.index(4)))
	case 14:
		w.line("n = %s; n.next = %s; s += *n.next;", w.pick("m", "n"), w.pick("a", "b", p))
	case 15:
		w.line("strcpy(c, \"%s\");", strings.Repeat("x", max(w.index(8), 0)))
	}
}

func program(r *rand.Rand) string {
	w := &writer{r: r}
	w.line("#include <stdlib.h>\n#include <string.h>")
	w.line("struct n { int v; int *next; };")
	w.line("int *g, *t[2], a[4], b[6]; char c[8]; struct n m;")
	w.line("int *same(int *x) { return x; }")
	w.line("int *local(int *x) { int y[2] = {1, 2}; int *z = y; if (x) z = x; return z; }")
	w.line("int main(void) {")
	w.line("int *p = 0, *q = 0, s = 0; struct n n = m;")
	for range 4 + r.IntN(10) {
		w.stmt(2)
	}
	if r.IntN(3) > 0 {
		w.line("p = 0; q = 0; return s != 0;")
	}
	w.line("return s;\n}")
	return w.b.String()
}

// chooser watches the k-th allocated block for leaks.
type chooser struct {
	interp.Constant
	k, n int
}

func (c *chooser) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if h.Dst.Temp && h.Dst.Type == cfg.BoolType {
		c.n++
		return map[bool]uint64{true: 1}[c.n-1 == c.k], true
	}
	return 0, true
}

// subproperty is what a fault of an execution violates.
func subproperty(f *interp.Fault) string {
	if f == nil {
		return ""
	}
	switch f.Kind {
	case interp.NullAccess, interp.WildAccess, interp.OutOfBounds, interp.UseAfterFree:
		return svcomp.ValidDeref
	case interp.DoubleFree, interp.BadFree:
		return svcomp.ValidFree
	case interp.Leak:
		return svcomp.ValidMemtrack
	}
	return f.Kind.String()
}

// seeds is the number of random programs.
const seeds = 150

// TestRandom executes random programs twice: as C does, with the faults of the
// table of objects, and instrumented. Both must end in the same way.
func TestRandom(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(rounds.Of(seeds)) {
		src := program(rand.New(rand.NewPCG(seed, 1)))
		bits := 32 + 32*int(seed%2)
		host, err := frontend.Parse("r.c", []byte(src), frontend.Config{PtrBits: bits, Execute: true})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		want, line := "", 0
		if res := interp.Run(host, interp.RunConfig{AllowUninit: true, Leaks: interp.Lost}); res.Fault != nil {
			want, line = subproperty(res.Fault), res.Fault.At.Line
		}
		got, at := instrumented(t, src, bits)
		counts[want]++
		if got != want || want != svcomp.ValidMemtrack && at != line {
			t.Errorf("seed %d: instrumented %q in line %d, executed %q in line %d\n%s", seed, got, at, want, line, src)
		}
	}
	t.Log(counts)
}

// instrumented executes the instrumented program until an assertion fails.
func instrumented(t *testing.T, src string, bits int) (property string, line int) {
	t.Helper()
	p, _ := svcomp.Named(svcomp.ValidMemsafety)
	prog := frontendtest.Parse(t, src, frontend.Config{PtrBits: bits, Checks: p.Checks()})
	code := interp.Compile(prog, true)
	for k := 0; ; k++ {
		in := &chooser{k: k}
		o := code.Execute(in, interp.Limits{Record: true, Steps: 100_000})
		switch {
		case o.Status == interp.ReachedError:
			return o.Loc.Property, place(o.Trace, o.Loc)
		case o.Status == interp.Unsupported && o.Loc.Kind == cfg.Error && o.Loc.Property != svcomp.ValidMemtrack:
			return "not confirmed: " + o.Loc.Reason.String(), place(o.Trace, o.Loc)
		case k >= in.n:
			return "", 0
		}
	}
}
