package main

import (
	"strings"
	"testing"
)

// TestStays: a proof does not rest on what lies between objects. Where an
// access that may leave its object is found the answer is UNKNOWN and says
// which; where that stays open, as after a null pointer, TRUE says that it is
// assumed; what is within objects is neither.
func TestStays(t *testing.T) {
	for _, c := range []struct{ body, verdict, says string }{
		{`int a[2] = {1, 1}, i = 2; if (a[i] != 0) reach_error();`, "UNKNOWN", "access out of bounds"},
		{`int a[2], b = 0, *k = &b; for (int i = 0; i <= 2; i++) a[i] = 5; if (*k) reach_error();`, "UNKNOWN", "access out of bounds"},
		{`int *p = malloc(8); p[0] = 1; if (p[3]) reach_error();`, "UNKNOWN", "access out of bounds"},
		{`int a[4] = {0}, i = __VERIFIER_nondet_int(); if (i >= 0 && i < 1000000 && i % 1000 < 5 && a[i % 1000] != 0) reach_error();`, "UNKNOWN", "access out of bounds"},
		{`static int a[8]; int *p = a + 3, i = __VERIFIER_nondet_int(); if (i == 77777) p += i; if (*p) reach_error();`, "UNKNOWN", "wild pointer access"},
		{`int a[2] = {1, 1}, i = __VERIFIER_nondet_int(); if (i == 2 && a[i] == 0) reach_error();`, "FALSE", "continues after undefined behaviour: access out of bounds"},
		{`int *p = 0; if (*p == 0) reach_error();`, "FALSE", "continues after undefined behaviour: null pointer access"},
		{`int *p = get(); if (p && *p == 3) reach_error();`, "FALSE", ""},
		{`extern int *reg(void (*)(void)); extern void set(void); reg(set);`, "TRUE", "it is assumed not to call set"},
		{`int *p = get(); if (!p) return 0; *p = 1; if (*p != 1) reach_error();`, "TRUE", "assumes"},
		{`int a[2], *p = a; for (int i = 0; i < 2; i++) p[i] = 5; if (a[1] != 5) reach_error();`, "TRUE", ""},
		{`int *p = 0, x = 1; if (__VERIFIER_nondet_int()) *p = 7; if (x != 1) reach_error();`, "TRUE", "assumes that accesses"},
	} {
		src := "#include <stdlib.h>\nextern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern int *get(void);\nint main(void) { " + c.body + " return 0; }\n"
		out, _, _ := verify(t, folder(t, map[string]string{"stray.c": src}), "--timeout=60s", "stray.c")
		verdict, _, _ := strings.Cut(out, " ")
		if verdict != c.verdict || !strings.Contains(out, c.says) || c.says == "" && (strings.Contains(out, "assumes that accesses") || strings.Contains(out, "undefined")) {
			t.Errorf("%s\n%s", c.body, out)
		}
	}
}
