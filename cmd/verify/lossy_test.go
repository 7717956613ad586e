package main

import (
	"strings"
	"testing"
)

// TestLossyResult: what a call leaves in a variable of another type of the same width is
// converted, whoever is called.
func TestLossyResult(t *testing.T) {
	for program, want := range map[string]string{
		"unsigned u = __VERIFIER_nondet_int();":           "FALSE",
		"unsigned u = (unsigned)__VERIFIER_nondet_int();": "TRUE",
		"int i = __VERIFIER_nondet_int();":                "TRUE",
		"unsigned u; u = minus();":                        "FALSE",
		"int i = whole();":                                "FALSE",
	} {
		dir := folder(t, map[string]string{"a.c": "extern int __VERIFIER_nondet_int(void); unsigned whole(void);\nint minus(void) { return -1; }\nint main(void) { " + program + " return 0; }\n"})
		if out, _, _ := verify(t, dir, "a.c", "--property=conversions", "--effort=0"); !strings.HasPrefix(out, want) {
			t.Errorf("%s is not %s\n%s", program, want, out)
		}
	}
}

// TestConstElsewhere: a variable that is const where it is defined is a constant in files
// that declare it without.
func TestConstElsewhere(t *testing.T) {
	for definition, want := range map[string]string{"const int k = 2;": "FALSE valid-deref", "int k = 2;": "TRUE"} {
		dir := folder(t, map[string]string{"a.c": "extern int k;\nint main(void) { k = 3; return 0; }\n", "b.c": definition + "\n"})
		if out, _, _ := verify(t, dir, "a.c", "b.c", "--property=valid-memsafety", "--effort=0"); !strings.HasPrefix(out, want) {
			t.Errorf("%s is not %s\n%s", definition, want, out)
		}
	}
}
