package fault

import (
	"testing"

	"culprit/analysis/safety"
	"culprit/frontend"
)

func TestSentence(t *testing.T) {
	proved := Proof{Holds: "no assertion fails"}
	assumed := Proof{Holds: "nothing overflows", Assumed: []string{"assumes this", "f is assumed to do that"}}
	for _, c := range []struct {
		before string
		after  string
		proof  Proof
		reason string
		want   string
	}{
		{"", "x = 1; // one", proved, proved.Reason(), "with `x = 1;`, no assertion fails (proved)"},
		{"", " ;", proved, "", "without it, no assertion fails (proved)"},
		{"", "x = 2;", assumed, "", "with `x = 2;`, nothing overflows (proved; assumes this; f is assumed to do that)"},
		{"", "x = 2;", assumed.Brief(), "", "with `x = 2;`, nothing overflows (proved; 2 assumptions)"},
		{"", "", Proof{}, Still("makes the failing run pass", 1, "passing"), "deleting it makes the failing run pass, and the passing one still passes"},
		{"", "y++;", Proof{}, Still("makes all 2 failing runs pass", 12, "sampled correct"), "`y++;` makes all 2 failing runs pass, and all 12 sampled correct ones still pass"},
		{"", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", Proof{}, "helps", "`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ...` helps"},
		{"result = !(below()) || ((below()) && (!(separation > alim()))) && enabled && tracked;", "result = !(below()) || ((below()) && (!(separation >= alim()))) && enabled && tracked;", Proof{}, "helps", "`... && (!(separation >= alim()))) && enabled && tracked;` helps"},
		{"call(one_argument, another_argument, a_third_argument, a_fourth_argument);", "call(one_argument, another_argument, a_third_argument, 4);", Proof{}, "helps", "`call(one_argument, another_argument, a_third_argument, 4);` helps"},
		{"call(one_argument, another_argument, a_third_argument, a_fourth, last_argument);", "call(one_argument, another_argument, a_third_argument, last_argument);", Proof{}, "helps", "`... another_argument, a_third_argument, last_argument);` helps"},
	} {
		if got := Sentence(c.before, c.after, &c.proof, c.reason, MaxQuoted); got != c.want {
			t.Errorf("%q: %q, want %q", c.after, got, c.want)
		}
	}
}

// TestProofOf names what a proof of a program says, and no more: of a program
// without an assertion nothing.
func TestProofOf(t *testing.T) {
	const asserts = "#include <stdlib.h>\n#include <assert.h>\nint main(int n, char **a) {\n\tint *p = malloc(4);\n\tif (!p)\n\t\treturn 1;\n\t*p = n + 1;\n\tassert(*p > 3);\n\treturn 0;\n}\n"
	const empty = "int main(void) { return 0; }\n"
	for _, c := range []struct {
		src    string
		checks safety.Checks
		want   string
	}{
		{asserts, 0, "no assertion fails"},
		{asserts, safety.Deref, "no use of memory is invalid"},
		{asserts, safety.Memsafety, "no use of memory is invalid and no block is lost"},
		{asserts, safety.Overflow, "nothing overflows"},
		{empty, 0, ""},
		{empty, safety.Free, "no use of memory is invalid"},
		{empty, safety.Overflow, "nothing overflows"},
	} {
		prog, err := frontend.Parse("p.c", []byte(c.src), frontend.Config{PtrBits: 64, Checks: c.checks})
		if err != nil {
			t.Fatal(err)
		}
		if got := ProofOf(prog, c.checks, nil).Holds; got != c.want {
			t.Errorf("checks %b: %q, want %q", c.checks, got, c.want)
		}
	}
}
