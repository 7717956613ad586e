package main

import (
	"strings"
	"testing"
)

// TestReadInputs: what the library reads is in the command that repeats a trace.
func TestReadInputs(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`int n; char name[8]; if (scanf("%d %7s", &n, name) == 2) assert(n != -42 || name[0] != 'x');`, `replay: printf -- '-42\nx' | verify run p.c`},
		{`char line[16]; if (fgets(line, sizeof line, stdin)) assert(line[0] != 'h' || line[1] != 'i' || line[2] != '\n');`, `replay: printf 'hi\n' | verify run p.c`},
		{`double d; if (scanf("%lf", &d) == 1) assert(d != 0.5);`, `replay: printf '0.5' | verify run p.c`},
	} {
		src := "#include <stdio.h>\n#include <assert.h>\nint main(void) { " + c.body + " return 0; }\n"
		out, _, _ := verify(t, folder(t, map[string]string{"p.c": src}), "--effort=0", "p.c")
		if !strings.Contains(out, c.want) {
			t.Errorf("%s\n%swant %s", src, out, c.want)
		}
	}
}

// TestRunsAvoided: a value that avoids another run than the one shown is given with
// the inputs of that run.
func TestRunsAvoided(t *testing.T) {
	src := `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int scale = __VERIFIER_nondet_int();
	if (scale < 0 || scale > 1) return 0;
	int step = 0;
	if (scale * step < 1) reach_error();
	return 0;
}
`
	out, _, _ := verify(t, folder(t, map[string]string{"p.c": src}), "--effort=0", "p.c")
	for _, want := range []string{" avoids the run with scale = 1\n", "inputs: scale = 0\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%swant %s", out, want)
		}
	}
	out, _, _ = verify(t, folder(t, map[string]string{"p.c": src}), "--effort=0", "--format=json", "p.c")
	if !strings.Contains(out, `"avoids another run"`) || !strings.Contains(out, `"inputs": [`) {
		t.Error(out)
	}
}

// TestSeveralErrors: what is relevant is said of each error by itself.
func TestSeveralErrors(t *testing.T) {
	src := `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int size = 3;
	switch (__VERIFIER_nondet_int()) {
	case 1: if (size > 2) reach_error(); break;
	case 2: if (size != 4) reach_error(); break;
	}
	return 0;
}
`
	out, _, _ := verify(t, folder(t, map[string]string{"p.c": src}), "--effort=0", "--multi-trace", "p.c")
	if n := strings.Count(out, "avoids every path (proved)\n"); n != 2 {
		t.Error(out)
	}
}
