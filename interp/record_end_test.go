package interp

import (
	"context"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
)

// TestRecordEnds records runs that end in all ways, and compares them with the
// naive twin.
func TestRecordEnds(t *testing.T) {
	loop := "int main(void) { unsigned i = 0; for (;;) i++; }"
	for _, tc := range []struct {
		name, src string
		conf      RunConfig
		want      Status
	}{
		{"result", "int main(void) { return 3; }", RunConfig{}, Exited},
		{"exit", "#include <stdlib.h>\nvoid f(int n) { if (n > 2) exit(n); f(n + 1); }\nint main(void) { f(0); return 1; }", RunConfig{}, Exited},
		{"abort", "#include <stdlib.h>\nint main(void) { int x = 1; if (x) abort(); return 1; }", RunConfig{}, Exited},
		{"assertion", "#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); return 1; }", RunConfig{}, ReachedError},
		{"steps", loop, RunConfig{Limits: Limits{Steps: 1001}}, StepLimit},
		{"depth", "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }", RunConfig{Limits: Limits{Depth: 50}}, DepthLimit},
		{"output", "#include <stdio.h>\nint main(void) { for (;;) puts(\"more\"); }", RunConfig{Limits: Limits{Output: 100}}, OutputLimit},
		{"memory", "#include <stdlib.h>\nint main(void) { for (;;) { char *p = malloc(4096); if (!p) return 1; p[0] = 1; } }", RunConfig{Limits: Limits{Pages: 20}}, MemoryLimit},
		{"no input", "int __VERIFIER_nondet_int(void);\nint main(void) { int s = 0; for (;;) s += __VERIFIER_nondet_int(); }", RunConfig{}, InputsEnded},
		{"library fault", "#include <string.h>\nint main(void) { char b[4]; strcpy(b, \"too long\"); return b[0]; }", RunConfig{}, Faulted},
		{"fault in a condition", "int main(void) { int a[3] = { 1, 2, 3 }, i = 0; while (a[i] > 0) i++; return i; }", RunConfig{}, Faulted},
		{"null function", "int main(void) { int (*f)(int) = 0; return f(3); }", RunConfig{}, Faulted},
	} {
		p, err := frontend.Parse("t.c", []byte(tc.src), frontend.Config{PtrBits: 64, Execute: true})
		if err != nil {
			t.Fatal(tc.name, err)
		}
		conf := func() RunConfig {
			c := tc.conf
			if tc.want == InputsEnded {
				c.Stdin = strings.NewReader("1 2 3 4")
			}
			return c
		}
		rec, err := Record(p, conf())
		if err != nil {
			t.Fatal(tc.name, err)
		}
		if rec.Result.Status != tc.want {
			t.Errorf("%s: %v %v, want %v", tc.name, rec.Result.Status, rec.Result.Fault, tc.want)
		}
		if plain := Run(p, conf()); plain.Status != tc.want || tc.want != StepLimit && plain.Steps != rec.N {
			t.Errorf("%s: %v after %d steps, %d instances", tc.name, plain.Status, plain.Steps, rec.N)
		}
		compareRecording(t, tc.name, p, conf)
	}
}

// TestRecordInterrupted reads a recording of a run that its context ended.
func TestRecordInterrupted(t *testing.T) {
	p := frontendtest.Execute(t, "#include <stdio.h>\nint main(void) { unsigned i = 0; for (;;) if (i++ % 1000 == 0) putchar('x'); }")
	left := 10
	ctx, cancel := context.WithCancel(context.Background())
	rec, err := Record(p, RunConfig{Context: ctx, Stdout: stopAfter{cancel: cancel, left: &left}})
	if err != nil || rec.Result.Status != Interrupted {
		t.Fatal(err, rec.Result.Status)
	}
	n := 0
	var last *cfg.Edge
	for in := range rec.All(0) {
		n++
		last = in.Edge
	}
	if n != rec.N || n == 0 || last == nil {
		t.Errorf("%d of %d instances", n, rec.N)
	}
}

// stopAfter is a writer that cancels after some writes.
type stopAfter struct {
	cancel context.CancelFunc
	left   *int
}

func (s stopAfter) Write(p []byte) (int, error) {
	*s.left--
	if *s.left == 0 {
		s.cancel()
	}
	return len(p), nil
}
