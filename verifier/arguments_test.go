package verifier

import (
	"context"
	"strings"
	"testing"

	"culprit/analysis/safety"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
)

// TestArguments: there may be many arguments of main, and long ones.
func TestArguments(t *testing.T) {
	const head = `extern void reach_error(void); int atoi(const char *); unsigned long strlen(const char *);
struct s { int n; }; static int first(int n, char **v) { return v[0] == 0; }
`
	for _, c := range rounds.Rows([]struct{ main, want string }{
		{`int argc, char **argv) { if (argc > 100) reach_error();`, "FALSE"},
		{`int argc, char **argv) { if (argc < 1) reach_error(); return argv[0][0];`, "TRUE"},
		{`int argc, char **argv) { if (argc == 12) reach_error(); return *argv[0];`, "FALSE"},
		{`int argc, char **argv) { if (argc == 2 && argv[1][0] == 'x' && argv[1][1] == 0) reach_error();`, "FALSE"},
		{`int argc, char **argv) { if (argc == 2 && strlen(argv[1]) > 100) reach_error();`, "FALSE"},
		{`int argc, char **argv) { if (argc == 3 && argv[argc] != 0) reach_error();`, "TRUE"},
		{`int argc, char **argv) { if (argc > 2 && argv[argc] != 0) reach_error();`, "TRUE"},
		{`int argc, char **argv) { for (int i = 0; i < argc && i < 4; i++) if (argv[i] == 0) reach_error();`, "TRUE"},
		{`int argc, char **argv) { if (first(argc, argv)) reach_error();`, "TRUE"},
		{`int argc, char **argv) { for (int i = 1; i < argc; i++) if (argv[i][0] == 'x' && i > 8) reach_error();`, "FALSE"},
		{`int argc, char **argv) { for (int i = 3; i < argc; i++) { char c = argv[i][0], d = argv[i - 1][0]; if (c != argv[i][0]) reach_error(); }`, "UNKNOWN read again after another one"},
		{`int argc, char **argv) { for (int i = 1; i < argc; i++) if (argv[i] == 0) reach_error();`, "TRUE"},
		{`int argc, char **argv) { for (int i = 1; i <= argc; i++) if (argv[i] == 0) reach_error();`, "FALSE"},
		{`int argc, char **argv) { int i = argc - 2, j = argc - 1; if (argc < 9) return 0; char *p = argv[i], *r = argv[j], *q = argv[i]; if (r && p == q) reach_error();`, "UNKNOWN more than 7 arguments"},
		{`int argc, char **argv) { for (int i = 1; i < argc; i++) if (argv[i][0] == 'x') { char *v = argv[i + 1]; if (v && v[0] == '1' && argv[i][1] == 'q') reach_error(); }`, "FALSE"},
		{`int argc, char **argv) { char *t; if (argc < 3) return 0; t = argv[1]; argv[1] = argv[2]; argv[2] = t; if (argv[2] != t) reach_error();`, "TRUE"},
		{`int argc, char **argv) { while (*++argv) if (argv[0][0] == 'x') reach_error();`, "FALSE"},
		{`int argc, char **argv) { argv[argc - 1] = 0; if (argv[0]) reach_error();`, "FALSE"},
		{`int argc, char **argv) { for (int i = 1; i < argc; i++) { argv[i - 1] = argv[i]; argv[i] = 0; } if (argc > 1 && !argv[0]) reach_error();`, "UNKNOWN more than 7 arguments"},
		{`int argc, char **argv) { if (argc < 5 && first(argc, argv)) reach_error();`, "TRUE"},
		{`int argc, char **argv) { if (argc == 2 && *(unsigned char *)argv == 0) reach_error();`, "UNKNOWN bits of an address"},
		{`int argc, struct s *p) { if (p->n == 3) reach_error();`, "UNKNOWN use of p, a parameter of main"},
		{`struct s *p) { if (p->n == 3) reach_error();`, "UNKNOWN use of p, a parameter of main"},
		{`int argc, char **argv, char **envp) { if (envp[0] && envp[0][0] == 'x') reach_error();`, "UNKNOWN use of envp"},
		{`int argc, char **argv, char **envp) { if (argc < 1) reach_error();`, "TRUE"},
	}) {
		for _, bits := range []int{32, 64} {
			p, err := frontend.Parse("p.c", []byte(head+"int main("+c.main+"\nreturn 0; }\n"), frontend.Config{PtrBits: bits})
			if err != nil {
				t.Fatal(c.main, err)
			}
			want, reason, _ := strings.Cut(c.want, " ")
			limit := 20 * work.Second
			if want == "UNKNOWN" {
				limit = 4 * work.Second
			}
			r := Verify(context.Background(), p, Config{Replay: interp.Replay, NoRelevance: true, Work: limit})
			if r.Verdict.String() != want || !strings.Contains(r.Reason, reason) {
				t.Errorf("%s\n\t%d bits: %v %q, want %s", c.main, bits, r.Verdict, r.Reason, c.want)
			}
		}
	}
}

// TestTextEnds: nothing is behind a text that main gets, and a loop that reads a text
// up to the zero behind it stays within a block of any size.
func TestTextEnds(t *testing.T) {
	const head = `#include <stdio.h>
#include <string.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void); extern void __VERIFIER_nondet_memory(void *, unsigned long);
static char *first(char **v, int i) { return v[i]; }
static char *text(unsigned long n) { char *p = malloc(n + 1); __VERIFIER_nondet_memory(p, n + 1); p[n] = 0; return p; }
`
	for _, c := range rounds.Rows([]struct{ main, want string }{
		{`int argc, char **argv) { if (argc > 1) return argv[1][40];`, "FALSE"},
		{`int argc, char **argv) { if (argc > 2 && strlen(argv[2]) == 40) return argv[1][10];`, "FALSE"},
		{`int argc, char **argv) { if (argc > 1 && argv[1][0]) return argv[1][1];`, "TRUE"},
		{`int argc, char **argv) { if (argc == 1) return argv[3] != 0;`, "FALSE"},
		{`int argc, char **argv) { for (int i = 1; i <= argc; i++) if (argv[i][0] == 'x') return 1;`, "FALSE"},
		{`int argc, char **argv) { for (int i = 1; i < argc; i++) printf("%s\n", argv[i]);`, "TRUE"},
		{`int argc, char **argv) { return first(argv, argc - 1)[0];`, "TRUE"},
		{`int argc, char **argv) { int a[9]; for (int i = 1; i < argc; i++) a[i - 1] = argv[i][0]; return a[0];`, "FALSE"},
		{`int argc, char **argv) { for (int i = 1; i < argc; i++) if (argv[i][0] == 'x') return argv[i][2];`, "FALSE"},
		{`int argc, char **argv) { for (int i = 1; i < argc; i++) argv[i][strlen(argv[i])] = 'x'; return argc > 1 && strlen(argv[1]) > 3;`, "FALSE"},
		{`int argc, char **argv) { for (int i = 1; i <= argc && i < 3; i++) if (argv[i]) return argv[i][0];`, "TRUE"},
		{`int argc, char **argv) { char b[64]; if (argc > 1 && strlen(argv[1]) > 70) strcpy(b, argv[1]);`, "FALSE"},
		{`int argc, char **argv) { if (argc > 1) return strlen(argv[1]) > 5;`, "TRUE"},
		{`int argc, char **argv) { int n = 0; if (argc > 1) for (char *p = argv[1]; *p; p++) n += *p == 'a'; return n;`, "TRUE"},
		{`int argc, char **argv) { if (argc > 1) for (char *p = argv[1]; *p != ':'; p++); return 0;`, "FALSE"},
		{`int argc, char **argv) { int a[10] = {0}; if (argc < 2) return 0; int k = atoi(argv[1]); return k < 0 || k >= 10 ? 0 : a[k];`, "TRUE"},
		{`int argc, char **argv) { int a[10] = {0}; if (argc < 3) return 0; int k = atoi(argv[1]) + atoi(argv[2]); return k < 0 || k > 10 ? 0 : a[k];`, "FALSE"},
		{`int argc, char **argv) { if (argc < 2) return 0; char *c = malloc(strlen(argv[1]) + 1); if (!c) return 1; strcpy(c, argv[1]); free(c);`, "TRUE"},
		{`int argc, char **argv) { if (argc < 2) return 0; char *c = malloc(strlen(argv[1])); if (!c) return 1; strcpy(c, argv[1]); free(c);`, "FALSE"},
		{`void) { char b[64]; int a[8] = {0}; while (fgets(b, sizeof b, stdin)) { int k = atoi(b); if (k >= 0 && k < 8) a[k]++; } return a[3];`, "TRUE"},
		{`void) { char b[64]; int a[8] = {0}; while (fgets(b, sizeof b, stdin)) { int k = atoi(b); if (k >= 0 && k <= 8) a[k]++; } return a[3];`, "FALSE"},
		{`void) { unsigned long n = __VERIFIER_nondet_ulong(); if (n > 1 << 24) return 0; char *p = text(n); int k = strlen(p) > 3; free(p); return k;`, "TRUE"},
		{`void) { unsigned long n = __VERIFIER_nondet_ulong(); if (n > 1 << 24) return 0; char *p = text(n); p[n] = 1; int k = strlen(p) > 3; free(p); return k;`, "FALSE"},
	}) {
		p := frontendtest.Parse(t, head+"int main("+c.main+"\nreturn 0; }\n", frontend.Config{PtrBits: 64, Checks: safety.Memsafety})
		r := Verify(context.Background(), p, Config{Replay: interp.Replay, NoRelevance: true, Work: 30 * work.Second})
		if r.Verdict.String() != c.want {
			t.Errorf("%s\n\t%v %q, want %s", c.main, r.Verdict, r.Reason, c.want)
		}
	}
}

// TestAccesses proves that accesses stay within blocks whose sizes are inputs, rows of
// pointers to blocks among them, and finds where twins do not. In a twin, the text before
// the bar is replaced by what follows it.
func TestAccesses(t *testing.T) {
	const head = `#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
`
	const sizes = `int main(void) { int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
	if (n < 1 || n > 1000 || m < 1 || m > 1000) return 0; int **a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) a[i] = malloc(m * sizeof **a);
`
	for _, c := range rounds.Rows([]struct{ code, twin string }{
		{sizes + `for (int i = 0; i < n; i++) a[i][m - 1] = i; }`, "m - 1|m"},
		{sizes + `for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i + j; }`, "j < m|j <= m"},
		{`int main(int argc, char **argv) { int n = 0; while (*++argv) if (**argv == '-') n++; return n; }`, "**argv == |argv[1][0] == "},
		{`int main(int argc, char **argv) { char *out = "a"; if (argc > 3) out = argv[3]; puts(out); return 0; }`, "argc > 3|argc > 2"},
		{`int main(int argc, char **argv) { int v = 0; for (int i = 1; i < argc; i++) { if (!strcmp(argv[i], "-v")) v++; else if (!strcmp(argv[i], "--help")) return 3; } return v; }`, "i < argc|i <= argc"},
	}) {
		from, to, _ := strings.Cut(c.twin, "|")
		for i, code := range []string{c.code, strings.Replace(c.code, from, to, 1)} {
			p, err := frontend.Parse("p.c", []byte(head+code), frontend.Config{PtrBits: 64, Checks: safety.Deref})
			if err != nil {
				t.Fatal(code, err)
			}
			want := []Verdict{True, False}[i]
			r := Verify(context.Background(), p, Config{Replay: interp.Replay, NoRelevance: true, Work: 20 * work.Second})
			if r.Verdict != want {
				t.Errorf("%s\n\t%v %q, want %v", code, r.Verdict, r.Reason, want)
			}
		}
	}
}
