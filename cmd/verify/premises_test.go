package main

import (
	"cmp"
	"encoding/json"
	"strings"
	"testing"

	"culprit/report"
)

// TestStays: a proof does not rest on what lies between objects. Where an
// access that may leave its object is found the answer is UNKNOWN and says
// which; where that stays open, as after a null pointer, TRUE says that it is
// assumed; what is within objects is neither. That is so for every property that does not
// ask about accesses.
func TestStays(t *testing.T) {
	for _, c := range []struct{ body, verdict, says, property string }{
		{`int a[2] = {1, 1}, i = 2; if (a[i] != 0) reach_error();`, "UNKNOWN", "access out of bounds", ""},
		{`int a[2], b = 0, *k = &b; for (int i = 0; i <= 2; i++) a[i] = 5; if (*k) reach_error();`, "UNKNOWN", "access out of bounds", ""},
		{`int *p = malloc(8); p[0] = 1; if (p[3]) reach_error();`, "UNKNOWN", "access out of bounds", ""},
		{`int a[4] = {0}, i = __VERIFIER_nondet_int(); if (i >= 0 && i < 1000000 && i % 1000 < 5 && a[i % 1000] != 0) reach_error();`, "UNKNOWN", "access out of bounds", ""},
		{`static int a[8]; int *p = a + 3, i = __VERIFIER_nondet_int(); if (i == 77777) p += i; if (*p) reach_error();`, "UNKNOWN", "wild pointer access", ""},
		{`int a[2] = {1, 1}, i = __VERIFIER_nondet_int(); if (i == 2 && a[i] == 0) reach_error();`, "FALSE", "continues after undefined behaviour: access out of bounds", ""},
		{`int *p = 0; if (*p == 0) reach_error();`, "FALSE", "continues after undefined behaviour: null pointer access", ""},
		{`int *p = get(); if (p && *p == 3) reach_error();`, "FALSE", "", ""},
		{`extern int *reg(void (*)(void)); extern void set(void); reg(set);`, "TRUE", "it is assumed not to call set", ""},
		{`int *p = get(); if (!p) return 0; *p = 1; if (*p != 1) reach_error();`, "TRUE", "assumes", ""},
		{`int a[2], *p = a; for (int i = 0; i < 2; i++) p[i] = 5; if (a[1] != 5) reach_error();`, "TRUE", "", ""},
		{`int *p = 0, x = 1; if (__VERIFIER_nondet_int()) *p = 7; if (x != 1) reach_error();`, "TRUE", "assumes that accesses", ""},
		{`int a[2] = {1, 1}, i = 2, x = 1; a[i] = 1; x += 2;`, "UNKNOWN", "access out of bounds", "no-overflow"},
		{`int n = __VERIFIER_nondet_int(), m = 10 / n; if (m > 10) reach_error();`, "TRUE", "assumes that nothing is divided by zero: --property ub-division", ""},
		{`int n = __VERIFIER_nondet_int(); if (n && 10 / n > 10) reach_error();`, "TRUE", "", ""},
		{`unsigned n = __VERIFIER_nondet_int(), m = 1u << n; if (m != 1u << n) reach_error();`, "TRUE", "assumes that no shift is out of range", ""},
		{`unsigned n = __VERIFIER_nondet_int(); int k = __builtin_ctz(n); if (n & 1 && k) reach_error();`, "TRUE", "assumes that no builtin", ""},
		{`unsigned n = __VERIFIER_nondet_int(); int k = __builtin_ctz(n | 4); if (k > 2) reach_error();`, "TRUE", "", ""},
		{`static pthread_mutex_t m; pthread_mutex_lock(&m); pthread_mutex_lock(&m); reach_error();`, "TRUE", "assumes that no builtin", ""},
		{`static pthread_mutex_t m; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); if (pthread_mutex_lock(&m)) reach_error();`, "TRUE", "", ""},
		{`int x = __VERIFIER_nondet_int(), y = x + 1; if (y - 1 != x) reach_error();`, "TRUE", "assumes that signed numbers wrap around", ""},
		{`int s = 0; for (int i = 0; i < 100; i++) s += __VERIFIER_nondet_int() & 15; if (s < 0) reach_error();`, "TRUE", "", ""},
		{`int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < x) reach_error();`, "FALSE", "continues after undefined behaviour: signed overflow", ""},
		{`int x = __VERIFIER_nondet_int(); if (x == 0 && 5 / x != 7) reach_error();`, "FALSE", "continues after undefined behaviour: division by zero", ""},
		{`int s = __VERIFIER_nondet_int(); if (s > 31 && 1u << s != 7) reach_error();`, "FALSE", "continues after undefined behaviour: shift out of range", ""},
		{`int *p = get(), x = 1; *p = 1; x += 2;`, "TRUE", "assumes that accesses", "no-overflow"},
		{`int a[2] = {1, 1}, x = 1; x += a[1];`, "TRUE", "", "no-overflow"},
	} {
		src := "#include <pthread.h>\n#include <stdlib.h>\nextern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern int *get(void);\nint main(void) { " + c.body + " return 0; }\n"
		property := cmp.Or(c.property, "unreach-call")
		out, _, _ := verify(t, folder(t, map[string]string{"stray.c": src}), "--timeout=60s", "--property="+property, "stray.c")
		verdict, _, _ := strings.Cut(out, " ")
		if verdict != c.verdict || !strings.Contains(out, c.says) || c.says == "" && (strings.Contains(out, ": --property ") || strings.Contains(out, "undefined")) {
			t.Errorf("%s\n%s", c.body, out)
		}
	}
}

// TestGivenBlocks: what the arguments of a function lead to belongs to its caller, who
// frees it; what the function allocates does not.
func TestGivenBlocks(t *testing.T) {
	for src, want := range map[string]string{
		`int f(int *p) { return *p; }`:          "TRUE",
		`int f(const char *s) { return s[0]; }`: "TRUE",
		`struct s { struct s *next; }; int f(struct s *p) { while (p) p = p->next; return 0; }`: "TRUE",
		`void f(int *p) { free(p); }`: "TRUE",
		`int f(int *p) { int *q = malloc(4); *q = *p; int r = *q; free(q); return r; }`: "TRUE",
		`int f(int *p) { int *q = malloc(4); return q == p; }`:                          "FALSE",
	} {
		out, _, _ := verify(t, folder(t, map[string]string{"given.c": "#include <stdlib.h>\n" + src}), "--timeout=60s", "--entry=f", "--property=valid-memcleanup", "given.c")
		if got, _, _ := strings.Cut(out, " "); got != want {
			t.Errorf("%s\n%s", src, out)
		}
	}
}

// TestTypesOfConstants: answers that depend on the type that compilers give to constants
// of an enumeration of which one does not fit in int say so, and others do not.
func TestTypesOfConstants(t *testing.T) {
	for body, says := range map[string]bool{
		`int n = 0; for (int i = 3; i >= NO; i--) n++; if (n != 4) reach_error();`: true,
		`if (-F > 0) reach_error();`:                                true,
		`if ((c ? -1 : F) > 0) reach_error();`:                      true,
		`c /= F;`:                                                   true,
		`if (sizeof(F) != 4) reach_error();`:                        true,
		`if (F - 2 > 0) reach_error();`:                             true,
		`if ((c & F) - 2 < c) reach_error();`:                       true,
		`unsigned u = c; if (u - F > 3 && u < F + G) u |= F | G;`:   false,
		`enum e v = F | G; if (v < G && (c & F) && c == G) c |= F;`: false,
		`static int a[F + G]; a[F] = c ? F : G;`:                    false,
		`if (ALL > NO || -ALL > 0) return 1;`:                       false,
		`if (-SMALL < 0) return 1;`:                                 false,
	} {
		src := "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); enum e { NO, F, G, ALL = 0xffffffffu }; enum { SMALL = 1 };\nint main(void) { int c = __VERIFIER_nondet_int() & 7; " + body + " return 0; }\n"
		out, _, _ := verify(t, folder(t, map[string]string{"constants.c": src}), "--timeout=60s", "constants.c")
		if strings.Contains(out, "all constants of an enumeration") != says {
			t.Errorf("%s\n%s", body, out)
		}
	}
}

// TestFixStands: whether a fix is proved is asked as of the program itself. A
// change and a constant with which a rare input makes an access leave its object
// are not, and the assumptions of a proof are named.
func TestFixStands(t *testing.T) {
	dir := folder(t, map[string]string{
		"change.c": `#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	int seen[4] = {0};
	int step = 0;
	unsigned x = __VERIFIER_nondet_uint();
	unsigned level = x % 16;
	if (level < 4)
		step = 1;
	if (level < 3)
		step = 2;
	assert(level != 3 || step == 2);
	if (x == 1000003 && step == 2)
		seen[level + step] = 1;
	return 0;
}
`,
		"constant.c": `#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	int t[4] = {0};
	int base = 7;
	unsigned x = __VERIFIER_nondet_uint();
	int sum = 0;
	if (x % 4 == 3)
		sum = base + 1;
	if (x == 1000003)
		t[base == 7 ? 1 : BAD] = sum;
	assert(sum < 8);
	return 0;
}
`,
		"assumed.c": `#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int *find(unsigned);
int main(void) {
	unsigned x = __VERIFIER_nondet_uint();
	int *p = find(x);
	int level = 0;
	if (x < 5)
		level = 1;
	if (p)
		*p = level;
	assert(x >= 6 || level == 1);
	return 0;
}
`})
	out, _, _ := verify(t, dir, "explain", "--method=repair", "--all-changes", "change.c")
	if !strings.Contains(out, "level <= 3") || strings.Contains(out, "proved") {
		t.Errorf("%s", out)
	}
	const within = "assumes that accesses stay within live objects"
	out, _, _ = verify(t, dir, "explain", "--method=repair", "assumed.c")
	if !strings.Contains(out, "with `if (x <= 5)`, no assertion fails (proved; "+within) {
		t.Errorf("%s", out)
	}
	out, _, _ = verify(t, dir, "explain", "--method=repair", "--format=json", "assumed.c")
	var x report.Explanation
	if err := json.Unmarshal([]byte(out), &x); err != nil || len(x.Methods[0].Changes) == 0 || len(x.Methods[0].Changes[0].Assumed) == 0 || !strings.HasPrefix(x.Methods[0].Changes[0].Assumed[0], within) {
		t.Errorf("%v\n%s", err, out)
	}
	for bad, fix := range map[string]bool{"3": true, "8": false} {
		out, _, _ := verify(t, dir, "--effort=0", "-D", "BAD="+bad, "constant.c")
		if strings.Contains(out, "fix: base = 0 (proved: with it, no assertion fails)") != fix {
			t.Errorf("%s", out)
		}
	}
}
