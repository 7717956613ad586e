package fault

import (
	"testing"

	"culprit/cfg/safety"
	"culprit/frontend"
)

func TestSentence(t *testing.T) {
	for _, c := range []struct{ after, holds, reason, want string }{
		{"x = 1; // one", "no assertion fails", Proved("no assertion fails"), "with `x = 1;`, no assertion fails (proved)"},
		{" ;", "no assertion fails", "", "without it, no assertion fails (proved)"},
		{"", "", Still("makes the failing run pass", 1, "passing"), "deleting it makes the failing run pass, and the passing one still passes"},
		{"y++;", "", Still("makes all 2 failing runs pass", 12, "sampled correct"), "`y++;` makes all 2 failing runs pass, and all 12 sampled correct ones still pass"},
		{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "", "helps", "`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ...` helps"},
	} {
		if got := Sentence(c.after, c.holds, c.reason, MostQuoted); got != c.want {
			t.Errorf("%q: %q, want %q", c.after, got, c.want)
		}
	}
}

// TestHolds names what a proof of a program says, and no more.
func TestHolds(t *testing.T) {
	const src = "#include <stdlib.h>\n#include <assert.h>\nint main(int n, char **a) {\n\tint *p = malloc(4);\n\tif (!p)\n\t\treturn 1;\n\t*p = n + 1;\n\tassert(*p > 3);\n\treturn 0;\n}\n"
	for _, c := range []struct {
		checks safety.Checks
		want   string
	}{
		{0, "no assertion fails"},
		{safety.Deref, "no use of memory is invalid"},
		{safety.Memsafety, "no use of memory is invalid and no block is lost"},
		{safety.Overflow, "nothing overflows"},
	} {
		prog, err := frontend.Parse("p.c", []byte(src), frontend.Config{PtrBits: 64, Checks: c.checks})
		if err != nil {
			t.Fatal(err)
		}
		if got := Holds(prog); got != c.want {
			t.Errorf("checks %b: %q, want %q", c.checks, got, c.want)
		}
	}
}
