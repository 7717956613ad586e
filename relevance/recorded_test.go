package relevance_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/gen"
	"culprit/interp"
	"culprit/relevance"
	"culprit/smt/bitblast"

	"github.com/google/go-cmp/cmp"
)

// recordRun executes and records a program.
func recordRun(t testing.TB, p *cfg.Program, conf interp.RunConfig) *interp.Recording {
	t.Helper()
	rec, err := interp.Record(p, conf)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func analyzeRun(t testing.TB, rec *interp.Recording, opt relevance.RunOptions) relevance.RunResult {
	t.Helper()
	res, err := relevance.AnalyzeRun(context.Background(), rec.Prog, rec.All(0), opt, bitblast.New(bitblast.Config{}), relevance.Config{Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	// The straight line is a program of its own, with one execution like the
	// run.
	if err := interp.Replay(res.Prog, res.Trace); err != nil {
		t.Fatal(err)
	}
	if len(res.Instances) > len(res.Trace.Edges) || len(res.Edges) != len(res.Instances) {
		t.Fatalf("%d steps, %d instances, %d edges", len(res.Trace.Edges), len(res.Instances), len(res.Edges))
	}
	return res
}

// relevantTexts are the texts of the relevant statements, in order.
func relevantTexts(res *relevance.RunResult) []string {
	var out []string
	for _, m := range res.Marks {
		if m.Status == relevance.Relevant {
			out = append(out, res.Trace.Edges[m.Step].Text)
		}
	}
	return out
}

// TestAnalyzeRun looks at runs that use what only an execution has.
func TestAnalyzeRun(t *testing.T) {
	for _, c := range []struct {
		name, src, stdin string
		args             []string
		opt              func(rec *interp.Recording) relevance.RunOptions
		want             []string
	}{
		{name: "input and output", src: `#include <stdio.h>
int main(void) {
	int a, b = 2, c = 7;
	scanf("%d", &a);
	if (a > 3)
		b = b + a;
	c = c + 1;
	printf("%d\n", b);
	return 0;
}`, stdin: "5", opt: wrongOutput, want: []string{"b = 2", `scanf("%d", &a)`, "b = b + a"}},
		{name: "exit status", src: `#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
	int n = strlen(argv[1]), m = 4;
	char *s = malloc(n + 1);
	strcpy(s, argv[1]);
	m = s[1] == 'b';
	free(s);
	return m;
}`, args: []string{"a", "abc"}, opt: func(rec *interp.Recording) relevance.RunOptions {
			return relevance.RunOptions{Last: -1, Goal: relevance.SameResult, Result: rec.Prog.Main.Ret}
		}, want: []string{"strlen(argv[1])", "s = malloc(n + 1)", "strcpy(s, argv[1])", "strcpy(s, argv[1])", "m = s[1] == 'b'", "return m"}},
		{name: "out of bounds", src: `int a[4];
int main(void) {
	int i = 1, j = 2, k = 0;
	k = j;
	i = i + j * 2;
	j = 1;
	return a[i];
}`, opt: func(rec *interp.Recording) relevance.RunOptions {
			return relevance.RunOptions{Last: rec.N - 1, Goal: relevance.SameOperands}
		}, want: []string{"i = 1", "j = 2", "i = i + j * 2"}},
		{name: "undefined condition", src: `struct s { int a, b; };
int main(void) {
	struct s *p = 0;
	int i = 1, j = 2;
	i = i + j;
	if (p->b == 3)
		i = 0;
	return i;
}`, opt: func(rec *interp.Recording) relevance.RunOptions {
			return relevance.RunOptions{Last: rec.N - 1, Goal: relevance.SameOperands}
		}, want: []string{"p = 0"}},
		{name: "recursion", src: `#include <assert.h>
int f(int n) {
	int m = n + 1;
	if (n > 0)
		m = m + f(n - 1);
	return m;
}
int main(void) {
	int x = 9;
	int r = f(2);
	assert(r + x - x != 6);
	return 0;
}`, opt: func(rec *interp.Recording) relevance.RunOptions { return relevance.RunOptions{Last: -1} },
			want: []string{"f(2)", "m = n + 1", "f(n - 1)", "m = n + 1", "f(n - 1)", "m = n + 1", "return m", "f(n - 1)", "m = m + f(n - 1)", "return m", "f(n - 1)", "m = m + f(n - 1)", "return m", "r = f(2)"}},
		{name: "pointer", src: `#include <assert.h>
int a[3] = {1, 2, 3};
int main(void) {
	int *p = a;
	int *q = a + 2;
	p = p + 1;
	assert(*p != 2);
	return *q;
}`, opt: func(rec *interp.Recording) relevance.RunOptions { return relevance.RunOptions{Last: -1} },
			want: []string{"a[1] = 2", "p = a", "p = p + 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec := recordRun(t, frontendtest.Execute(t, c.src), interp.RunConfig{Stdin: strings.NewReader(c.stdin), Args: c.args})
			res := analyzeRun(t, rec, c.opt(rec))
			got := relevantTexts(&res)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%s\n%v", d, got)
			}
		})
	}
}

// wrongOutput is the failure of a run whose last printf printed what it should
// not.
func wrongOutput(rec *interp.Recording) relevance.RunOptions {
	opt := relevance.RunOptions{Goal: relevance.SameOperands}
	for i := range rec.All(0) {
		if s, ok := i.Edge.Stmt.(*cfg.Lib); ok && s.Func == "printf" {
			opt.Last = i.Index
		}
	}
	return opt
}

// TestAnalyzeRunTwin compares with Analyze on runs that reach an error, of
// recursive functions too.
func TestAnalyzeRunTwin(t *testing.T) {
	runs, relevant, other := 0, 0, 0
	for seed := uint64(0); runs < 150 && seed < 3000; seed++ {
		r := rand.New(rand.NewPCG(seed, 4))
		p := gen.Program(r, gen.Options{Stmts: 14, Errors: 3})
		if seed%4 == 0 {
			p = frontendtest.Parse(t, gen.Recursive(r, true), frontend.Config{PtrBits: 64, ErrorFuncs: []string{"reach_error"}})
		}
		conf := interp.RunConfig{Inputs: interp.NewRandom(seed), Lenient: true, AllowUninit: true, Limits: interp.Limits{Steps: 150}}
		rec := recordRun(t, p, conf)
		if rec.Result.Status != interp.ReachedError {
			continue
		}
		tr := &cfg.Trace{}
		for i := range rec.All(0) {
			in := cfg.Input{Step: i.Index}
			switch i.Edge.Stmt.(type) {
			case *cfg.Havoc:
				in.Value = i.Writes[0].Value
				tr.Inputs = append(tr.Inputs, in)
			case *cfg.MemHavoc, *cfg.Alloc:
				in.Mem = map[uint64]byte{}
				for _, w := range i.Writes {
					for k := range w.Size {
						b := byte(w.Value >> (8 * k))
						if w.Size > 8 {
							b = w.Data[k]
						}
						if w.Var == nil && b != 0 {
							in.Mem[w.Addr+k] = b
						}
					}
				}
				if s, ok := i.Edge.Stmt.(*cfg.Alloc); !ok || !s.Zero {
					tr.Inputs = append(tr.Inputs, in)
				}
			}
			tr.Edges = append(tr.Edges, i.Edge)
		}
		if interp.Replay(p, tr) != nil {
			continue // the heap of a run has gaps
		}
		runs++
		alias.Assign(p)
		plain, err := relevance.Analyze(context.Background(), p, tr, rec.Result.Loc, bitblast.New(bitblast.Config{}), relevance.Config{Quick: true})
		if err != nil {
			t.Fatal(err)
		}
		res := analyzeRun(t, rec, relevance.RunOptions{Last: -1, MaxOccurrences: -1})
		got := map[int]relevance.Status{} // a call has a mark for each parameter
		for _, m := range res.Marks {
			if i := res.Instances[m.Step]; got[i] != relevance.Relevant {
				got[i] = m.Status
			}
		}
		for _, m := range plain.Marks {
			s, ok := got[m.Step]
			if c, is := tr.Edges[m.Step].Stmt.(*cfg.Call); is && len(c.Args) == 0 {
				continue
			}
			if !ok {
				t.Errorf("seed %d: step %d %s has no mark", seed, m.Step, tr.Edges[m.Step].Text)
			} else if s != m.Status && s != relevance.Undecided && m.Status != relevance.Undecided {
				t.Errorf("seed %d: step %d %s is %v, want %v", seed, m.Step, tr.Edges[m.Step].Text, s, m.Status)
			}
			if s == relevance.Relevant {
				relevant++
			} else {
				other++
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d runs, %d relevant instances, %d others", runs, relevant, other)
	if runs < 100 || relevant < 100 || other < 100 {
		t.Error("too few cases")
	}
}

// TestAnalyzeRunLong is about limits and time.
func TestAnalyzeRunLong(t *testing.T) {
	src := `#include <assert.h>
int a[16];
int main(void) {
	int i, s = 0;
	for (i = 0; i < 60; i++) {
		a[i & 15] = i * 7;
		s += a[(i * 3) & 15];
	}
	assert(s < 0);
	return 0;
}`
	rec := recordRun(t, frontendtest.Execute(t, src), interp.RunConfig{})
	_, err := relevance.AnalyzeRun(context.Background(), rec.Prog, rec.All(0), relevance.RunOptions{Last: -1, MaxSteps: 50}, bitblast.New(bitblast.Config{}), relevance.Config{})
	if !errors.Is(err, relevance.ErrRunTooLong) || !strings.Contains(fmt.Sprint(err), "more than 50 statements") {
		t.Errorf("error %v", err)
	}
	start := time.Now()
	res := analyzeRun(t, rec, relevance.RunOptions{Last: -1, MaxOccurrences: 3})
	each := map[*cfg.Edge][]int{}
	for _, m := range res.Marks {
		e := res.Edges[m.Step]
		each[e] = append(each[e], res.Instances[m.Step])
	}
	for e, is := range each {
		if len(is) > 3 || e.Pos.Line == 7 && len(is) != 3 {
			t.Errorf("%s has marks at %v", e.Text, is)
		}
	}
	t.Logf("%d statements, %d marks, %d relevant, %v", len(res.Trace.Edges), len(res.Marks), len(relevantTexts(&res)), time.Since(start))
}
