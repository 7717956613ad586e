package verifier

import (
	"context"
	"strings"
	"testing"

	"culprit/analysis/safety"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
)

// TestWorlds: a program that fails whatever the bits of its addresses are fails, also
// where each path to the error takes some of them; one that fails for some bits only does
// not. Where assertions fail in turn, the right one is named.
func TestWorlds(t *testing.T) {
	const head = `#include <stdint.h>
#include <stdlib.h>
#include <assert.h>
#include <stdio.h>
#include <string.h>
struct n { void *k; int v; struct n *next; } *tab[8]; int a[4], b[4], in(void);
static unsigned h(void *p) { return ((uintptr_t)p >> 4) % 8; }
static void put(void *k, int v) { struct n *n = malloc(sizeof *n); if (!n) abort(); n->k = k; n->v = v; n->next = tab[h(k)]; tab[h(k)] = n; }
static int get(void *k) { for (struct n *n = tab[h(k)]; n; n = n->next) if (n->k == k) return n->v; return -1; }
static void move(char *d, const char *s, int n) { if (d < s) while (n--) *d++ = *s++; else { d += n; s += n; while (n--) *--d = *--s; } }
int main(void) { char x[8] = "abcdefg", y[8], z[4]; (void)z; (void)y;
`
	for _, c := range []struct {
		body   string
		checks safety.Checks
		want   string
	}{
		{`put(&a[0], 1); put(&a[3], 2); assert(get(&a[0]) == 1); assert(get(&a[3]) == 3);`, 0, "FALSE assertion get(&a[3]) == 3"},
		{`move(y, x, 8); assert(y[3] == 'e');`, 0, "FALSE assertion y[3] == 'e'"},
		{`move(y, x, 8); assert(y[3] == 'd');`, 0, "TRUE"},
		{`move(z, x, 8);`, safety.Deref, "FALSE"},
		{`move(y, x, 8);`, safety.Deref, "TRUE"},
		{`int k = in(), s = 0; for (int i = 0; i < 4; i++) if (h(&a[i]) > 3) s += k; else s += 2 * k; assert(s != 15);`, 0, "UNKNOWN"},
		{`int s = 0; if (h(a) > 3) s++; if (h(b) > 3) s++; assert(s > 2);`, 0, "FALSE assertion s > 2"},
		{`int s = 0; if (h(a) > 3) s++; if (h(b) > 3) s++; assert(s > 1);`, 0, "UNKNOWN"},
		{`assert(h(a) != h(b));`, 0, "UNKNOWN"},
		{`if (h(a) == 5) assert(0); else y[h(a)] = 0; assert(1);`, 0, "UNKNOWN"},
		{`switch (h(a)) { case 1: assert(0); case 2: case 3: assert(0); default: assert(!a[1]); }`, 0, "UNKNOWN"},
		{`if (h(a) == 1) return 0; if (in() == 7) assert(0);`, 0, "UNKNOWN"},
		{`if (h(a) == 1) assert(in() == 7); else assert(in() == 8);`, 0, "UNKNOWN"},
		{`int k = in(); if (h(a) == 1) assert(k == 7); else assert(k == 8);`, 0, "FALSE"},
		{`if (h(a) == 1) z[in()] = 0; else free(x);`, safety.Deref | safety.Free, "UNKNOWN"},
		{`if (h(a) == 1) { int *p = 0; z[0] = *p; } else free(z);`, safety.Deref | safety.Free, "UNKNOWN"},
		{`for (unsigned i = 0; i < h(a); i++) y[i] = 'y'; assert(h(b) > 7);`, 0, "FALSE assertion h(b) > 7"},
		{`char t[40]; int n = sprintf(t, "%p", (void *)a); assert(strlen(t) == (unsigned)n); assert(a[1] == 4);`, 0, "FALSE assertion a[1] == 4"},
		{`char t[40]; sprintf(t, "%p", (void *)a); assert(t[3] != 'q');`, 0, "UNKNOWN"},
		{`char t[40], u[40]; sprintf(t, "%p", (void *)a); sprintf(u, "%p", (void *)a); assert(!strcmp(t, u));`, 0, "UNKNOWN"},
		{`int c[8] = {0}, m = 0; c[h(a)]++; c[h(a)]++; for (int i = 0; i < 8; i++) if (c[i] > m) m = c[i]; assert(m == 2);`, 0, "UNKNOWN"},
		{`int *s[8] = {0}; s[h(a)] = a; assert(s[h(a)] == a);`, 0, "UNKNOWN"},
		{`unsigned i = 0; while (i < (uintptr_t)a >> 4) i++; assert(i == 0);`, 0, "UNKNOWN"},
	} {
		p := frontendtest.Parse(t, head+c.body+" return 0; }\n", frontend.Config{PtrBits: 64, Checks: c.checks})
		r := Verify(context.Background(), p, Config{Replay: interp.Replay, Worlds: interp.Worlds, NoRelevance: true, Work: work.Second})
		got := r.Verdict.String()
		if r.Verdict == False {
			got += " " + target(r.Traces[0].Trace).Reason.String()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\n\t%s %q, want %s", c.body, got, r.Reason, c.want)
		}
	}
}
