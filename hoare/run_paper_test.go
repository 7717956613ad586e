package hoare_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/hoare/hoaretest"
	"culprit/interp"
	"culprit/interp/dependence"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"

	"github.com/google/go-cmp/cmp"
)

// lines are the source lines of instances, without repetition.
func lines(r *hoare.Run, is []int) []int {
	var out []int
	for _, i := range is {
		if l := r.Edge(i).Pos.Line; l > 0 && (len(out) == 0 || out[len(out)-1] != l) {
			out = append(out, l)
		}
	}
	return out
}

// last is the last instance of the run on a line.
func last(r *hoare.Run, line int) int {
	found := -1
	for _, i := range r.Instances() {
		if r.Edge(i).Pos.Line == line {
			found = i
		}
	}
	return found
}

// TestRunPaper is table I of paper 000: the predicate that fails is carried
// back through resolved pointers, and the lines that transform it are those
// of the paper's cause {s8, s4, s3, s2, s0} except for s2 and the malloc, whose
// values only the alias conjuncts mention.
func TestRunPaper(t *testing.T) {
	src := `#include <stdlib.h>
int x, y; int *p, *pp;
int *id(int *q) { return q; }
int main(void) {
	x = 2; y = 3;
	p = malloc(2 * sizeof(int));
	pp = id(p + 1);
	x = x + 2;
	p[1] = x;
	if (x <= 4)
		y = 1;
	p[0] = 3;
	if (*pp != 3)
		return 1;
	return 0;
}
`
	rec := recordC(t, src, 64, interp.RunConfig{})
	r := newRun(t, rec, hoare.RunOptions{})
	honest(t, r, rec)
	s := last(r, 13)
	wanted := r.TB.Not(r.Cond(s))
	if r.Eval(wanted) != 0 {
		t.Fatal("the wrong branch")
	}
	if got := lines(r, r.Support(0, wanted)); cmp.Diff([]int{5, 8, 9}, got) != "" {
		t.Errorf("transforming lines %v", got)
	}
	alias := r.Alias(s)
	if len(alias) != 1 {
		t.Fatalf("%d alias conjuncts", len(alias))
	}
	if got := lines(r, r.Support(0, alias[0])); cmp.Diff([]int{6, 7, 3, 7}, got) != "" {
		t.Errorf("lines of the alias conjunct %v", got)
	}
	// Carried back to line 9 the formula is satisfiable, to line 8 not.
	solver := smt.New(r.TB, bitblast.New(bitblast.Config{}), smt.Config{})
	for _, tt := range []struct {
		line int
		want smt.Result
	}{{12, smt.Sat}, {9, smt.Sat}, {8, smt.Sat}, {5, smt.Unsat}} {
		from := 0
		for _, i := range r.Instances() {
			if r.Edge(i).Pos.Line == tt.line {
				from = i
				break
			}
		}
		fs := hoaretest.Expand(r, from, nil, wanted)
		if got := solver.Check(fs...); got != tt.want {
			t.Errorf("line %d: %v, %s", tt.line, got, r.TB.String(fs[0]))
		}
	}
	// With line 8 as an input there is a fix: x = 3.
	at := last(r, 8)
	fs := hoaretest.Expand(r, 0, func(i int) bool { return i == at }, wanted)
	x := r.Writes(at)[0].Sym
	if want := r.TB.Eq(x, r.TB.BV(32, 3)); fs[0] != want {
		t.Errorf("%s, want %s", r.TB.String(fs[0]), r.TB.String(want))
	}
}

// TestRunMemory reads what was written at other widths.
func TestRunMemory(t *testing.T) {
	src := `#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
union u { unsigned w; unsigned short h[2]; unsigned char b[4]; } v, w[2];
struct s { char c; unsigned x; unsigned short y; } s, t;
unsigned r1, r2, r3, r4, r5;
float f;
int main(void) {
	v.w = __VERIFIER_nondet_uint();
	v.b[1] = 7;
	r1 = v.h[0];
	w[1] = v;
	r2 = w[1].w;
	memset(&s, 2, sizeof s);
	s.x = __VERIFIER_nondet_uint();
	t = s;
	r3 = t.x + t.y;
	f = t.x;
	r4 = f > 2.0f;
	r5 = (r4 ? t.x : w[r3 & 1].w) & 0xff;
	return r5;
}
`
	for _, ptrBits := range []int{32, 64} {
		rec := recordC(t, src, ptrBits, interp.RunConfig{Stdin: strings.NewReader("305419896 2596069104")})
		r := newRun(t, rec, hoare.RunOptions{})
		honest(t, r, rec)
		isInput := func(i int) bool {
			h, ok := r.Edge(i).Stmt.(*cfg.Havoc)
			return ok && h.Kind == cfg.Nondet && h.Func != "main"
		}
		var inputs []logic.T
		for _, i := range r.Instances() {
			if isInput(i) {
				inputs = append(inputs, r.Writes(i)[0].Sym)
			}
		}
		a, b := inputs[0], inputs[1]
		tb := r.TB
		seven := tb.BV(8, 7)
		low := tb.Concat(seven, tb.Extract(7, 0, a))
		for line, want := range map[int]logic.T{
			10: tb.ZExt(low, 32),
			12: tb.Concat(tb.Extract(31, 16, a), low),
			16: tb.Add(b, tb.BV(32, 0x0202)),
		} {
			i := last(r, line)
			fs := hoaretest.Expand(r, 0, isInput, r.Writes(i)[0].Sym)
			if fs[0] != want {
				t.Errorf("line %d: %s, want %s", line, tb.String(fs[0]), tb.String(want))
			}
		}
		var reasons []string
		for _, c := range r.Concretised() {
			reasons = append(reasons, c.Edge.Text+": "+c.Reason)
		}
		if d := cmp.Diff([]string{"f = t.x: floating arithmetic"}, reasons); d != "" {
			t.Error(d)
		}
		if fs := r.Equations(last(r, 16)); len(fs) != 1 || r.Eval(fs[0]) != 1 {
			t.Errorf("%d equations", len(fs))
		}
	}
}

// TestRunNested follows activations of one procedure.
func TestRunNested(t *testing.T) {
	src := `extern int __VERIFIER_nondet_int(void);
int f(int n) {
	int m = n * 2;
	if (n > 0)
		m += f(n - 1);
	return m + n;
}
int g;
int main(void) {
	int n = __VERIFIER_nondet_int();
	g = f(n);
	return 0;
}
`
	rec := recordC(t, src, 64, interp.RunConfig{Stdin: strings.NewReader("3")})
	r := newRun(t, rec, hoare.RunOptions{})
	honest(t, r, rec)
	in := last(r, 10)
	fs := hoaretest.Expand(r, 0, func(i int) bool { return i == in || r.Edge(i) == r.Edge(in) }, r.Writes(last(r, 11))[0].Sym)
	// 3n + 3(n-1) + 3(n-2) + 3(n-3)
	if got := r.TB.String(fs[0]); r.Eval(fs[0]) != 18 || !strings.Contains(got, "12") && !strings.Contains(got, "c") {
		t.Errorf("%d, %s", r.Eval(fs[0]), got)
	}
	if n := len(r.TB.Vars(fs[0])); n != 1 {
		t.Errorf("%d symbols in %s", n, r.TB.String(fs[0]))
	}
}

// TestRunLimits stops before memory does.
func TestRunLimits(t *testing.T) {
	src := "int a[100]; int main(void) { int i; for (i = 0; i < 100; i++) a[i] = i * i; return a[9]; }"
	rec := recordC(t, src, 64, interp.RunConfig{})
	_, err := hoare.NewRun(logic.NewTable(), rec.Prog, rec.All(0), hoare.RunOptions{MaxTerms: 50})
	if err == nil || !strings.Contains(err.Error(), "50 at instance") {
		t.Errorf("error %v", err)
	}
}

const longRun = `unsigned a[1024], s; 
unsigned mix(unsigned x) { return x * 2654435761u ^ x >> 7; }
int main(void) {
	unsigned i, x = 1;
	for (i = 0; i < %N%; i++) {
		x = mix(x + i);
		if (x %% 3 == 0)
			s += a[x & 1023];
		a[i & 1023] = x;
	}
	return s & 1;
}
`

func longProgram(n string) string {
	return strings.NewReplacer("%N%", n, "%%", "%").Replace(longRun)
}

// TestRunLong builds the terms of a long run.
func TestRunLong(t *testing.T) {
	rec := recordC(t, longProgram("16000"), 64, interp.RunConfig{})
	start := time.Now()
	r := newRun(t, rec, hoare.RunOptions{})
	t.Logf("%d instances, %d terms, %v with all checks", rec.N, r.TB.Len(), time.Since(start))
	if rec.N < 120_000 {
		t.Errorf("only %d instances", rec.N)
	}
	// The whole run is constant.
	if f := hoaretest.Expand(r, 0, nil, r.Writes(last(r, 8))[0].Sym)[0]; !r.TB.IsConst(f) {
		t.Error(r.TB.String(f))
	}
}

// BenchmarkRun measures time and memory for each instance.
func BenchmarkRun(b *testing.B) {
	for _, n := range []string{"16000", "120000"} {
		b.Run(n, func(b *testing.B) {
			rec := recordC(b, longProgram(n), 64, interp.RunConfig{})
			var m0, m1 runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m0)
			var r *hoare.Run
			for b.Loop() {
				var err error
				if r, err = hoare.NewRun(logic.NewTable(), rec.Prog, rec.All(0), hoare.RunOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			runtime.GC()
			runtime.ReadMemStats(&m1)
			b.ReportMetric(float64(m1.HeapAlloc-m0.HeapAlloc)/float64(rec.N), "B/instance")
			b.ReportMetric(float64(rec.N), "instances")
			runtime.KeepAlive(r)
		})
	}
}

// TestRunLibrary takes from the run what the C library did.
func TestRunLibrary(t *testing.T) {
	src := `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(int argc, char **argv) {
	char line[20], copy[20];
	int a[4], n, i, sum = 0;
	double d;
	if (scanf("%d %lf", &n, &d) != 2)
		return 1;
	fgets(line, sizeof line, stdin);
	strcpy(copy, line);
	for (i = 0; i < 4; i++)
		a[i] = (n * (i + 3)) % 7;
	qsort(a, 4, sizeof *a, cmp);
	for (i = 0; i < 4; i++)
		sum = 10 * sum + a[i];
	if (sqrt(d) > 1.5 && strlen(copy) == 5)
		printf("%d %s %g\n", sum, argv[1], d);
	return copy[1] == 'x';
}
`
	for _, ptrBits := range []int{32, 64} {
		var out strings.Builder
		rec := recordC(t, src, ptrBits, interp.RunConfig{Stdin: strings.NewReader("5 2.5 xyz\n"), Args: []string{"a", "word"}, Stdout: &out})
		if rec.Result.Status != interp.Exited || rec.Result.Code != 1 {
			t.Fatalf("%v %v, printed %q", rec.Result.Status, rec.Result.Fault, out.String())
		}
		r := newRun(t, rec, hoare.RunOptions{})
		honest(t, r, rec)
		n := 0
		for inst := range rec.All(0) {
			n += compareWrites(t, r, inst)
		}
		var reads, prints []int
		for _, i := range r.Instances() {
			if s, ok := r.Edge(i).Stmt.(*cfg.Lib); ok && s.Func == "scanf" {
				reads = append(reads, i)
			} else if ok && s.Func == "printf" {
				prints = append(prints, i)
			}
		}
		if len(reads) != 1 || len(prints) != 1 || n < 50 {
			t.Fatalf("%d calls of scanf, %d of printf, %d writes", len(reads), len(prints), n)
		}
		// The number printed depends on the number read.
		scanf := func(i int) bool { return i == reads[0] }
		fs := hoaretest.Expand(r, 0, scanf, r.Args(prints[0])[1])
		var sum uint64
		if _, err := fmt.Sscan(out.String(), &sum); err != nil {
			t.Fatal(err)
		}
		if got := r.Eval(fs[0]); got != sum || len(r.TB.Vars(fs[0])) != 1 {
			t.Errorf("%d, printed %q, %s", got, out.String(), r.TB.String(fs[0]))
		}
	}
}

// TestRunGraphSlice makes terms of a dynamic slice only: what matters for the
// value sliced for is the same as in the whole run.
func TestRunGraphSlice(t *testing.T) {
	rec := recordC(t, longProgram("3000"), 64, interp.RunConfig{})
	g, err := dependence.NewGraph(rec.Prog, rec, dependence.Options{})
	if err != nil {
		t.Fatal(err)
	}
	whole := newRun(t, rec, hoare.RunOptions{})
	for _, line := range []int{6, 8} {
		at := last(whole, line)
		slice := g.Slice([]int{at}, dependence.DataDep)
		part := newRun(t, rec, hoare.RunOptions{Keep: slice.Has})
		honest(t, part, rec)
		if part.N() != slice.Len() || part.N() >= rec.N {
			t.Errorf("%d instances of a slice of %d", part.N(), slice.Len())
		}
		support := part.Support(0, part.Writes(at)[0].Sym)
		if d := cmp.Diff(whole.Support(0, whole.Writes(at)[0].Sym), support); d != "" {
			t.Errorf("line %d: %s", line, d)
		}
		for _, i := range support {
			if !slice.Has(i) {
				t.Errorf("line %d: instance %d supports, and is not in the slice", line, i)
			}
		}
	}
}
