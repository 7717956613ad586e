package main

import (
	"testing"

	"culprit/frontend"
)

// TestStrayAccess: an access outside of its object that every run makes is
// seen, and what is within objects, or null, is none.
func TestStrayAccess(t *testing.T) {
	for _, c := range []struct {
		body  string
		stray bool
	}{
		{`int a[2] = {1, 1}, i = 2; if (a[i] != 0) reach_error();`, true},
		{`int a[2], b = 0, *k = &b; for (int i = 0; i <= 2; i++) a[i] = 5; if (*k) reach_error();`, true},
		{`int *p = malloc(8); p[0] = 1; if (p[3]) reach_error();`, true},
		{`int a[2], *p = a; for (int i = 0; i < 2; i++) p[i] = 5; if (a[1] != 5) reach_error();`, false},
		{`int *p = get(); if (p && *p == 3) *p = 4;`, false},
	} {
		src := "#include <stdlib.h>\nextern void reach_error(void); extern int *get(void);\nint main(void) { " + c.body + " return 0; }\n"
		prog, err := frontend.Parse("stray.c", []byte(src), frontend.Config{PtrBits: 64})
		if err != nil {
			t.Fatal(err)
		}
		if got := strayAccess(prog); (got != "") != c.stray {
			t.Errorf("%s: %q", c.body, got)
		}
	}
}
