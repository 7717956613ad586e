package interp

import (
	"bytes"
	"context"
	"testing"

	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/rounds"
	"culprit/internal/work"
)

const reads = `
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned sum;
static void add(const char *s) { while (*s) sum = sum * 31 + (unsigned char)*s++; }
`

// readers are programs that read a text and fail for some: about one in five.
var readers = []struct{ name, src string }{
	{"fgets", `int main(void) { char b[20]; while (fgets(b, sizeof b, stdin)) { add(b); sum++; } assert(sum % 5 != 3); return 0; }`},
	{"fgets of a size that is computed", `int main(void) { char b[64]; int n = 3; while (n < 60 && fgets(b, n, stdin)) { add(b); n += strlen(b); } assert(sum % 5 != 3); return 0; }`},
	{"getchar", `int main(void) { int c; while ((c = getchar()) != EOF) sum = sum * 31 + c; assert(sum % 5 != 3); return 0; }`},
	{"fgetc and fgets", `int main(void) { char b[8]; int c; while ((c = fgetc(stdin)) != EOF) { sum = sum * 31 + c; if (fgets(b, sizeof b, stdin)) add(b); } assert(sum % 5 != 3); return 0; }`},
	{"scanf", `int main(void) { int n; char w[9], c; while (scanf("%d,%8s%c", &n, w, &c) == 3) { sum += n + c; add(w); } assert(sum % 5 != 3); return 0; }`},
	{"scanf that fails on the way", `int main(void) { int a = 1, b = 2; int r = scanf("%d-%d", &a, &b); sum = 3 * a + 7 * b + r; assert(sum % 5 != 3); return 0; }`},
	{"fscanf and getchar", `int main(void) { int n, c; while (fscanf(stdin, "%3d", &n) == 1) { sum = sum * 7 + n; c = getchar(); if (c < 0) break; sum += c; } assert(sum % 5 != 3); return 0; }`},
	{"getline", `int main(void) { char *b = 0; size_t n = 0; while (getline(&b, &n, stdin) > 0) add(b); free(b); assert(sum % 5 != 3); return 0; }`},
	{"fread", `int main(void) { char b[7]; size_t n; while ((n = fread(b, 1, sizeof b - 1, stdin)) > 0) { b[n] = 0; add(b); } assert(sum % 5 != 3); return 0; }`},
	{"sscanf", `int main(void) { char b[40]; int x, y; if (!fgets(b, sizeof b, stdin) || sscanf(b, "%d:%d", &x, &y) != 2) return 0; assert((unsigned)(x + 3 * y) % 5 != 3); return 0; }`},
	{"strtok and strtol", `int main(void) { char b[40]; while (fgets(b, sizeof b, stdin)) for (char *f = strtok(b, ",\n"); f; f = strtok(0, ",\n")) sum += strtol(f, 0, 10); assert(sum % 5 != 3); return 0; }`},
	{"arguments", `int main(int argc, char **argv) { for (int i = 1; i < argc; i++) { add(argv[i]); if (!strcmp(argv[i], "-x") && i + 1 < argc) add(argv[++i]); } assert((sum + argc) % 5 != 3); return 0; }`},
	{"few arguments", `int main(int argc, char **argv) { if (argc != 3) return 0; add(argv[1]); add(argv[2]); assert(sum % 5 != 3); return 0; }`},
	{"environment", `int main(void) { const char *a = getenv("FIRST"), *b = getenv("SECOND"); if (a) add(a); if (b) sum += atoi(b); assert(sum % 5 != 3); return 0; }`},
}

// What the reader has a program of the verifier do with a text, the program does that is
// executed as C says.
func TestReaderTwin(t *testing.T) {
	for _, c := range readers {
		t.Run(c.name, func(t *testing.T) {
			search := newTextRuns(frontendtest.Parse(t, reads+c.src, frontend.Config{}))
			run := NewRunner(frontendtest.Execute(t, reads+c.src))
			var clock work.Clock
			wrong, right := 0, 0
			for range rounds.Of(200) {
				x := search.text()
				got := search.run(&clock, x).status == ReachedError
				r := run.Run(RunConfig{Args: append([]string{"main"}, x.Args...), Stdin: bytes.NewReader(x.Stdin), Env: x.Env})
				want := r.Status == ReachedError
				switch {
				case got && !want:
					t.Errorf("%q fails for the verifier only: %v %s", x, r.Status, r.Reason)
				case want && !got:
					wrong++
				default:
					right++
				}
			}
			if wrong > right/20 {
				t.Errorf("%d of %d texts fail that the verifier's program does not fail with", wrong, wrong+right)
			}
			if search.search(context.Background(), &clock, work.Second/5) == nil {
				t.Error("no trace is found")
			}
		})
	}
}

// The words of a program are found, put together, and as few of them kept as are needed.
func TestExploreTexts(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"key and value", `static int workers = 4; int main(void) { char b[40]; while (fgets(b, sizeof b, stdin)) { char *e = strchr(b, '='); if (!e) return 1; *e = 0;
			if (!strcmp(b, "workers") && atoi(e + 1) >= 0) workers = atoi(e + 1); } assert(workers > 0); return 0; }`},
		{"date", `int main(void) { char b[40]; int y, m, d; if (!fgets(b, sizeof b, stdin) || sscanf(b, "%d-%d-%d", &y, &m, &d) != 3) return 1;
			if (m < 1 || m > 13) return 1; assert(m <= 12); return 0; }`},
		{"options", `int main(int argc, char **argv) { int v = 0; const char *f = 0; for (int i = 1; i < argc; i++) { if (!strcmp(argv[i], "--verbose")) v = 1;
			else if (argv[i][0] == '-') return 2; else f = argv[i]; } assert(!v || f); return 0; }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := frontendtest.Parse(t, reads+c.src, frontend.Config{})
			trace, _ := Explore(p)(context.Background(), &work.Clock{}, work.Second/5)
			if trace == nil {
				t.Fatal("nothing is found")
			}
			if err := Replay(p, trace); err != nil {
				t.Errorf("the trace cannot be replayed: %v", err)
			}
		})
	}
}
