package check

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"culprit/frontend"
	"culprit/svcomp"
	"culprit/svcomp/witness"
)

// point is a waypoint or, without action, an invariant of a test. at is text
// of the program; a bar in it precedes the place.
type testPoint struct{ typ, action, at, value string }

// header declares the functions of the tests; it is one line.
const header = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"

// locate finds a place in a program.
func locate(t *testing.T, prog, at string) (line, col int) {
	t.Helper()
	text := strings.Replace(at, "|", "", 1)
	i := strings.Index(prog, text)
	if i < 0 {
		t.Fatalf("no %q in the program", at)
	}
	i += max(strings.Index(at, "|"), 0)
	line = strings.Count(prog[:i], "\n") + 1
	return line, i - strings.LastIndex(prog[:i], "\n")
}

// head is the beginning of an entry about a program.
func head(prog, kind, spec string) string {
	return fmt.Sprintf(`- entry_type: %s
  metadata:
    format_version: "2.0"
    uuid: 6b1b4a2e-6a3c-4f0e-9a53-3d2f0b1c5a77
    creation_time: 2024-05-31T10:00:00Z
    producer: {name: test, version: "1"}
    task:
      input_files: [p.c]
      input_file_hashes: {p.c: %x}
      specification: "%s"
      data_model: LP64
      language: C
  content:
`, kind, sha256.Sum256([]byte(prog)), spec)
}

const unreach = "CHECK( init(main()), LTL(G ! call(reach_error())) )"

// violation writes a witness; each point to follow ends a segment.
func violation(t *testing.T, prog string, points ...testPoint) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(head(prog, witness.ViolationSequence, unreach))
	open := false
	for _, p := range points {
		if !open {
			b.WriteString("  - segment:\n")
		}
		line, col := locate(t, prog, p.at)
		fmt.Fprintf(&b, "    - waypoint:\n        type: %s\n        action: %s\n        location: {file_name: p.c, line: %d, column: %d}\n", p.typ, p.action, line, col)
		if p.value != "" {
			format := map[string]string{witness.Assumption: ", format: c_expression", witness.FunctionReturn: ", format: acsl_expression"}[p.typ]
			fmt.Fprintf(&b, "        constraint: {value: '%s'%s}\n", p.value, format)
		}
		open = p.action == witness.Avoid
	}
	return b.String()
}

// invariants writes a witness of invariants.
func invariants(t *testing.T, prog string, points ...testPoint) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(head(prog, witness.InvariantSet, unreach))
	if len(points) == 0 {
		return strings.TrimSuffix(b.String(), "\n") + " []\n"
	}
	for _, p := range points {
		line, col := locate(t, prog, p.at)
		fmt.Fprintf(&b, "  - invariant:\n      type: %s\n      location: {file_name: p.c, line: %d, column: %d}\n      value: '%s'\n      format: c_expression\n", p.typ, line, col, p.value)
	}
	return b.String()
}

// program is that of one file.
func program(text string) []frontend.Source {
	return []frontend.Source{{Name: "p.c", Text: []byte(text)}}
}

// checkText checks a witness about a program.
func checkText(t testing.TB, prog, text string) (*Answer, error) {
	t.Helper()
	w, complaints := witness.LintText("w.yml", []byte(text))
	for i := range complaints {
		if complaints[i].Fatal {
			return nil, &complaints[i].Error
		}
	}
	return Witness(context.Background(), w, Program{Files: program(prog), Property: svcomp.Default(),
		Frontend: frontend.Config{PtrBits: 64}}, Config{Timeout: 20 * time.Second})
}

const loops = header + `
static int twice(int a) { return 2 * a; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    int k = 0, i = 0;
    if (n < 0 || n > 5)
        return 1;
    while (i < n)
        i++;
    for (;;) {
        if (k >= i) break;
        k = k + 1;
    }
    do {
        k = k - 1;
    } while (k > 0);
    switch (n) {
    case 3: k = 7; break;
    case 4: k = n > i ? 1 : 8;
    default: k++;
    }
    if (twice(k) == 14) {
        reach_error();
    }
    return 0;
}
`

// The error needs n == 3; with n == 4, k is 9 at the end.

func TestViolation(t *testing.T) {
	target := testPoint{witness.Target, witness.Follow, "|reach_error();\n    }", ""}
	input := func(v string) testPoint {
		return testPoint{witness.FunctionReturn, witness.Follow, "n = __VERIFIER_nondet_int(|)", `\result ` + v}
	}
	cases := []struct {
		name   string
		points []testPoint
		want   Verdict
	}{
		{"target", []testPoint{target}, Confirmed},
		{"input", []testPoint{input("== 3"), target}, Confirmed},
		{"wrong input", []testPoint{input("== 4"), target}, Rejected},
		{"input bound", []testPoint{input("> 2"), target}, Confirmed},
		{"wrong bound", []testPoint{input("> 3"), target}, Rejected},
		{"wrong target", []testPoint{{witness.Target, witness.Follow, "|k++;", ""}}, Rejected},
		{"assumption", []testPoint{{witness.Assumption, witness.Follow, "|if (n < 0", "n == 3 && i == 0"}, target}, Confirmed},
		{"assumption at a declaration", []testPoint{{witness.Assumption, witness.Follow, "|int k = 0", "n == 3"}, target}, Confirmed},
		{"assumption without braces", []testPoint{{witness.Assumption, witness.Follow, "|i++;", "i == 0 && n != 5"}, target}, Confirmed},
		{"first visit counts", []testPoint{{witness.Assumption, witness.Follow, "|i++;", "i == 2"}, target}, Rejected},
		{"wrong assumption", []testPoint{{witness.Assumption, witness.Follow, "|if (n < 0", "n != 3"}, target}, Rejected},
		{"order", []testPoint{{witness.Assumption, witness.Follow, "|if (n < 0", "n == 3"}, {witness.Assumption, witness.Follow, "|int k = 0", "n == 3"}, target}, Rejected},
		{"if", []testPoint{{witness.Branching, witness.Follow, "|if (n < 0", "false"}, target}, Confirmed},
		{"wrong if", []testPoint{{witness.Branching, witness.Follow, "|if (n < 0", "true"}, target}, Rejected},
		{"while", []testPoint{{witness.Branching, witness.Follow, "|while (i", "true"}, {witness.Branching, witness.Follow, "|while (i", "true"}, {witness.Branching, witness.Follow, "|while (i", "true"}, {witness.Branching, witness.Follow, "|while (i", "false"}, target}, Confirmed},
		{"wrong while", []testPoint{{witness.Branching, witness.Follow, "|while (i", "true"}, {witness.Branching, witness.Follow, "|while (i", "false"}, target}, Rejected},
		{"endless for", []testPoint{{witness.Branching, witness.Follow, "|for (;;)", "true"}, target}, Confirmed},
		{"endless for left", []testPoint{{witness.Branching, witness.Follow, "|for (;;)", "false"}, target}, Rejected},
		{"do", []testPoint{{witness.Branching, witness.Follow, "|do {", "true"}, {witness.Branching, witness.Follow, "|do {", "true"}, {witness.Branching, witness.Follow, "|do {", "false"}, target}, Confirmed},
		{"do, at while", []testPoint{{witness.Branching, witness.Follow, "} |while (k", "true"}, {witness.Branching, witness.Follow, "|do {", "true"}, target}, Confirmed},
		{"wrong do", []testPoint{{witness.Branching, witness.Follow, "|do {", "false"}, target}, Rejected},
		{"switch", []testPoint{{witness.Branching, witness.Follow, "|switch", "3"}, target}, Confirmed},
		{"wrong switch", []testPoint{{witness.Branching, witness.Follow, "|switch", "4"}, target}, Rejected},
		{"switch default", []testPoint{{witness.Branching, witness.Follow, "|switch", "default"}, target}, Rejected},
		{"conditional", []testPoint{{witness.Branching, witness.Follow, "n > i |? 1", "true"}, target}, Rejected},
		{"enter", []testPoint{{witness.FunctionEnter, witness.Follow, "twice(k|)", ""}, target}, Confirmed},
		{"return", []testPoint{{witness.FunctionReturn, witness.Follow, "twice(k|)", `\result == 14`}, target}, Confirmed},
		{"wrong return", []testPoint{{witness.FunctionReturn, witness.Follow, "twice(k|)", `\result != 14`}, target}, Rejected},
		{"return before enter", []testPoint{{witness.FunctionReturn, witness.Follow, "twice(k|)", `\result == 14`}, {witness.FunctionEnter, witness.Follow, "twice(k|)", ""}, target}, Rejected},
		{"avoid", []testPoint{{witness.Branching, witness.Avoid, "|while (i", "false"}, {witness.Branching, witness.Follow, "|switch", "3"}, target}, Rejected},
		{"avoid what is not there", []testPoint{{witness.Branching, witness.Avoid, "|switch", "4"}, {witness.FunctionEnter, witness.Follow, "twice(k|)", ""}, target}, Confirmed},
		{"avoid in the last segment", []testPoint{{witness.Assumption, witness.Avoid, "|if (twice", "k == 7"}, target}, Rejected},
		{"avoid, then follow there", []testPoint{{witness.Assumption, witness.Avoid, "|i++;", "i > 3"}, {witness.Assumption, witness.Follow, "|if (twice", "k == 7"}, target}, Confirmed},
		{"no call", []testPoint{{witness.FunctionEnter, witness.Follow, "|i++", ""}, target}, Rejected},
		{"no branching", []testPoint{{witness.Branching, witness.Follow, "|i++", "true"}, target}, Rejected},
		{"no expression", []testPoint{{witness.Assumption, witness.Follow, "|if (n < 0", "n == "}, target}, Rejected},
		{"unknown name", []testPoint{{witness.Assumption, witness.Follow, "|if (n < 0", "m == 3"}, target}, Rejected},
		{"injection", []testPoint{{witness.Assumption, witness.Follow, "|if (n < 0", "1) n = 3; if (1"}, target}, Rejected},
		{"side effect", []testPoint{{witness.Assumption, witness.Follow, "|if (n < 0", "(n = 3) == 3"}, target}, Rejected},
		{"a call", []testPoint{{witness.Assumption, witness.Follow, "|if (n < 0", "twice(n) == 6"}, target}, Undecided},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a, err := checkText(t, loops, violation(t, loops, c.points...))
			if err != nil {
				t.Fatal(err)
			}
			if a.Verdict != c.want {
				t.Fatalf("%v (%s), want %v", a.Verdict, a.Reason, c.want)
			}
			if a.Verdict == Confirmed {
				if len(a.Inputs) != 1 || a.Inputs[0].Value != "3" || a.Inputs[0].Pos.Line != 5 {
					t.Errorf("inputs %v, want 3 in line 5", a.Inputs)
				}
				if line, _ := locate(t, loops, "|reach_error();\n"); a.End.Pos.Line != line {
					t.Errorf("ends at %v, want line %d", a.End.Pos, line)
				}
			}
		})
	}
}

const safe = header + `
int main(void) {
    unsigned n = __VERIFIER_nondet_int(), i = 0, s = 0;
    if (n > 6) return 0;
    while (i < n) {
        s = s + 2; i = i + 1;
    }
    for (unsigned j = 0; ; ) {
        if (j == 3) break;
        j++;
    }
    do {
        s = s + 2; i++;
    } while (i < 5);
  again:
    if (s & 1)
        reach_error();
    if (i < 2) goto again;
    return 0;
}
`

func TestInvariants(t *testing.T) {
	cases := []struct {
		name   string
		points []testPoint
		want   Verdict
	}{
		{"none", nil, Confirmed},
		{"while", []testPoint{{witness.LoopInvariant, "", "|while (i < n", "s == 2 * i && i <= n && n <= 6"}}, Confirmed},
		{"wrong while", []testPoint{{witness.LoopInvariant, "", "|while (i < n", "i < n"}}, Rejected},
		{"for", []testPoint{{witness.LoopInvariant, "", "|for (", "j <= 3 && s == 2 * i"}, {witness.LoopInvariant, "", "|while (i < n", "s == 2 * i && i <= n"}}, Confirmed},
		{"wrong for", []testPoint{{witness.LoopInvariant, "", "|for (", "j < 3"}}, Rejected},
		{"do", []testPoint{{witness.LoopInvariant, "", "|do {", "s % 2 == 0"}}, Confirmed},
		{"do, one way only", []testPoint{{witness.LoopInvariant, "", "|do {", "i > 0"}}, Undecided},
		{"wrong do", []testPoint{{witness.LoopInvariant, "", "|do {", "i > 1"}}, Rejected},
		{"statement", []testPoint{{witness.LocationInvariant, "", "|s = s + 2; i = i", "i < n"}}, Confirmed},
		{"statement without braces", []testPoint{{witness.LocationInvariant, "", "|reach_error();\n", "0"}}, Confirmed},
		{"declaration", []testPoint{{witness.LocationInvariant, "", "|unsigned n", "1"}}, Confirmed},
		{"wrong statement", []testPoint{{witness.LocationInvariant, "", "|s = s + 2; i = i", "i != 2"}}, Rejected},
		{"label", []testPoint{{witness.LocationInvariant, "", "|again:", "s % 2 == 0"}}, Confirmed},
		{"not in scope", []testPoint{{witness.LoopInvariant, "", "|while (i < n", "j == 0"}}, Rejected},
		{"no expression", []testPoint{{witness.LoopInvariant, "", "|while (i < n", "i <"}}, Rejected},
		{"no loop", []testPoint{{witness.LoopInvariant, "", "|if (n > 6", "1"}}, Rejected},
		{"two expressions", []testPoint{{witness.LoopInvariant, "", "|while (i < n", "1, 1"}}, Rejected},
		{"quantifier", []testPoint{{witness.LoopInvariant, "", "|while (i < n", `\forall integer k; k == k`}}, Undecided},
		{"old", []testPoint{{witness.LoopInvariant, "", "|while (i < n", `\old(i) == 0`}}, Undecided},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a, err := checkText(t, safe, invariants(t, safe, c.points...))
			if err != nil {
				t.Fatal(err)
			}
			if a.Verdict != c.want {
				t.Fatalf("%v (%s), want %v", a.Verdict, a.Reason, c.want)
			}
		})
	}
}

func TestInvariantsOfUnsafeProgram(t *testing.T) {
	a, err := checkText(t, loops, invariants(t, loops, testPoint{witness.LoopInvariant, "", "|while (i", "i <= n"}))
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict != Rejected || len(a.Inputs) != 1 || a.Inputs[0].Value != "3" {
		t.Errorf("%v (%s) with inputs %v, want rejected with 3", a.Verdict, a.Reason, a.Inputs)
	}
}

func TestRefutation(t *testing.T) {
	a, err := checkText(t, safe, invariants(t, safe, testPoint{witness.LoopInvariant, "", "|while (i < n", "i != 2"}))
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict != Rejected || fmt.Sprint(a.Values) != "[{i 2}]" || !strings.Contains(a.Reason, "w.yml:15 (p.c:6:5): the invariant i != 2 does not hold") {
		t.Errorf("%v: %s, values %v", a.Verdict, a.Reason, a.Values)
	}
}

// TestOtherProperties checks violations of properties whose error locations
// are made by instrumentation.
func TestOtherProperties(t *testing.T) {
	prog := header + `#include <stdlib.h>
int main(void) {
    int n = __VERIFIER_nondet_int();
    int a[4];
    int m = n + 1;
    if (n >= 0 && n < 5)
        a[n] = m - 1 - n;
    char *p = malloc(2);
    if (n == 9)
        free(p + 1);
    else
        free(p);
    return 0;
}
`
	cases := []struct {
		property, spec, at string
		points             []testPoint
		want               Verdict
	}{
		{"no-overflow", "G ! overflow", "|int m =", nil, Confirmed},
		{"no-overflow", "G ! overflow", "m = |n + 1", nil, Confirmed},
		{"no-overflow", "G ! overflow", "|a[n]", nil, Rejected},
		{"no-overflow", "G ! overflow", "|int m =", []testPoint{{witness.Assumption, witness.Follow, "|int a[4]", "n == 2147483647"}}, Confirmed},
		{"no-overflow", "G ! overflow", "|int m =", []testPoint{{witness.Assumption, witness.Follow, "|int a[4]", "n < 2147483647"}}, Rejected},
		{"no-overflow", "G ! overflow", "|int m =", []testPoint{{witness.Assumption, witness.Follow, "|int a[4]", "n + 1 > 0"}}, Undecided},
		{"valid-memsafety", "G valid-deref", "|a[n]", nil, Confirmed},
		{"valid-memsafety", "G valid-deref", "|a[n]", []testPoint{{witness.Assumption, witness.Follow, "|int a[4]", "n == 3"}}, Rejected},
		{"valid-memsafety", "G valid-free", "|free(p + 1)", []testPoint{{witness.Branching, witness.Follow, "|if (n == 9)", "true"}}, Confirmed},
		{"valid-memsafety", "G valid-free", "|free(p);", nil, Rejected},
	}
	for _, c := range cases {
		p, ok := svcomp.Named(c.property)
		if !ok || !p.Supported {
			t.Logf("%s is not supported", c.property)
			continue
		}
		points := append(c.points[:len(c.points):len(c.points)], testPoint{witness.Target, witness.Follow, c.at, ""})
		text := strings.Replace(violation(t, prog, points...), "G ! call(reach_error())", c.spec, 1)
		w, _ := witness.LintText("w.yml", []byte(text))
		a, err := Witness(context.Background(), w, Program{Files: program(prog), Property: p,
			Frontend: frontend.Config{PtrBits: 64, Checks: p.Checks()}}, Config{Timeout: 20 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != c.want {
			t.Errorf("%s at %s %v: %v (%s), want %v", c.property, c.at, c.points, a.Verdict, a.Reason, c.want)
		}
	}
}

// TestMacros: what a macro produces as a whole cannot be observed, which is no
// reason to reject.
func TestMacros(t *testing.T) {
	prog := header + `#define FOREVER while (1)
#define POSITIVE (n > 0)
#define LIMIT 7
#define INPUT() __VERIFIER_nondet_int()
#define ASSERT(x) do { if (!(x)) reach_error(); } while (0)
int main(void) {
    int n = INPUT();
    if POSITIVE n = n % 10;
    FOREVER {
        ASSERT(n < LIMIT);
        n++;
    }
}
`
	cases := []struct {
		point testPoint
		want  Verdict
	}{
		{testPoint{witness.Branching, witness.Follow, "|FOREVER {", "true"}, Undecided},
		{testPoint{witness.Branching, witness.Follow, "|if POSITIVE", "true"}, Undecided},
		{testPoint{witness.FunctionReturn, witness.Follow, "n = INPUT(|)", `\result == 3`}, Undecided},
		{testPoint{witness.Branching, witness.Follow, "|ASSERT(n", "true"}, Undecided},
		{testPoint{witness.Assumption, witness.Follow, "|ASSERT(n", "n == 7"}, Undecided},
		{testPoint{witness.Assumption, witness.Follow, "|n++", "n == 3"}, Confirmed},
		{testPoint{witness.Branching, witness.Follow, "ASSERT(n < |LIMIT", "false"}, Undecided},
		{testPoint{witness.Branching, witness.Follow, "|n++", "false"}, Rejected},
		{testPoint{witness.FunctionReturn, witness.Follow, "|FOREVER {", `\result == 3`}, Rejected},
		{testPoint{witness.LoopInvariant, "", "|FOREVER {", "1"}, Undecided},
		{testPoint{witness.LocationInvariant, "", "|FOREVER {", "1"}, Undecided},
		{testPoint{witness.LoopInvariant, "", "|n++", "1"}, Rejected},
	}
	for _, c := range cases {
		text := ""
		if c.point.action == "" {
			text = invariants(t, prog, c.point)
		} else {
			text = violation(t, prog, c.point, testPoint{witness.Target, witness.Follow, "|ASSERT(n", ""})
		}
		a, err := checkText(t, prog, text)
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != c.want || a.Verdict == Undecided && c.point.typ != witness.Assumption && !strings.Contains(a.Reason, "inside a macro expansion") {
			t.Errorf("%v: %v (%s), want %v", c.point, a.Verdict, a.Reason, c.want)
		}
	}
}

// TestUndefinedAssumption: what an assumption says where its evaluation is
// undefined is not known; what the program does there is its own affair.
func TestUndefinedAssumption(t *testing.T) {
	prog := header + `int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned u = 4u / (n & 1 ? 1u : 2u);
    if (n + 1 < n && u == 4u)
        reach_error();
    return 0;
}
`
	overflow := strings.Replace(prog, "n + 1 < n", "n > 5", 1)
	for _, c := range []struct {
		prog, assumption string
		want             Verdict
	}{
		{overflow, "n + 1 > 0", Confirmed},
		{overflow, "n > 0 && n < 100 && n - 5 < 0", Rejected},
		{overflow, "n + 1 < 0 && n > 0", Undecided},
		{overflow, "n * 2 == 1", Undecided},
		{overflow, "n == 3 || 7 / (n - n) == 1", Undecided},
		{overflow, "7u / (u - 4u) == 1u", Undecided},
		{overflow, "u != 4u && 7u / (u - 4u) == 1u", Rejected},
		{prog, "n > 5", Confirmed},
		{prog, "n < 5", Rejected},
	} {
		a, err := checkText(t, c.prog, violation(t, c.prog, testPoint{witness.Assumption, witness.Follow, "|if (n", c.assumption}, testPoint{witness.Target, witness.Follow, "|reach_error();\n", ""}))
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != c.want || a.Verdict == Undecided && !strings.Contains(a.Reason, "evaluating an assumption of the witness is undefined") {
			t.Errorf("%s: %v (%s), want %v", c.assumption, a.Verdict, a.Reason, c.want)
		}
	}
}

// TestUndefinedInvariant: what is undefined is not what the invariant says, and
// nothing is confirmed by it.
func TestUndefinedInvariant(t *testing.T) {
	prog := header + `int main(void) {
    int n = __VERIFIER_nondet_int();
    int a[4] = {0, 0, 0, 0}, k = 3, *p = a, *none = 0;
    while (n > 5) { n--; p = &a[k]; }
    return a[0] + *p + (none == 0);
}
`
	for _, c := range []struct {
		invariant string
		want      Verdict
		reason    string
	}{
		{"n < n + 1", Undecided, "is undefined: signed overflow: n . 1"},
		{"1 / 0 == -1", Undecided, "is undefined: signed overflow: 1 / 0|is undefined: division by zero"},
		{"1u / (unsigned)(k - 3) == 4294967295u", Undecided, "is undefined: division by zero"},
		{"n == n || 1 / 0", Confirmed, ""},
		{"2147483647 + 1 < 0", Undecided, "is undefined: signed overflow: 2147483647 . 1"},
		{"k << 31 == -2147483648LL", Undecided, "is undefined"},
		{"*(int *)0 == 0 || 1", Undecided, "is undefined: invalid read|null"},
		{"*none == 0 || 1", Undecided, "is undefined: invalid read|null"},
		{"a[k + 1] == 0 || 1", Undecided, "is undefined: invalid read|outside"},
		{"a[k] == 0", Confirmed, ""},
		{"*p == 0 && k == 3", Confirmed, ""},
		{"k == 4", Rejected, "does not hold"},
	} {
		a, err := checkText(t, prog, invariants(t, prog, testPoint{witness.LoopInvariant, "", "|while", c.invariant}))
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != c.want || c.reason != "" && !regexp.MustCompile(c.reason).MatchString(a.Reason) {
			t.Errorf("%s: %v (%s), want %v", c.invariant, a.Verdict, a.Reason, c.want)
		}
	}
}

// styles are the same witness as other tools would write it.
func TestStyles(t *testing.T) {
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(loops)))
	line, _ := locate(t, loops, "|reach_error();\n")
	call, _ := locate(t, loops, "n = __VERIFIER")
	block := violation(t, loops, testPoint{witness.FunctionReturn, witness.Follow, "n = __VERIFIER_nondet_int(|)", `\result == 3`}, testPoint{witness.Target, witness.Follow, "|reach_error();\n", ""})
	styles := map[string]string{
		"block":    block,
		"CRLF":     strings.ReplaceAll(block, "\n", "\r\n"),
		"comments": "# by hand\n---\n" + strings.ReplaceAll(block, "  content:", "  content: # what happens"),
		"flow": fmt.Sprintf(`[{"content": [{"segment": [{"waypoint": {"constraint": {"format": "acsl_expression", "value": "\\result == 3"}, "location": {"line": %d, "file_name": "./p.c"}, "type": "function_return", "action": "follow"}}]},
 {"segment": [{"waypoint": {"location": {"line": %d, "file_name": "./p.c", "function": "main"}, "type": "target", "action": "follow"}}]}],
 "metadata": {"task": {"language": "C", "data_model": "LP64", "specification": "G ! call(reach_error())", "input_file_hashes": {"./p.c": "%s"}, "input_files": ["./p.c"]}, "format_version": 2.0}, "entry_type": "violation_sequence"}]`, call, line, hash),
		"two entries": strings.Replace(block, `\result == 3`, `\result == 4`, 1) + block,
	}
	for name, text := range styles {
		t.Run(name, func(t *testing.T) {
			a, err := checkText(t, loops, text)
			if err != nil {
				t.Fatal(err)
			}
			if a.Verdict != Confirmed {
				t.Errorf("%v (%s), want confirmed", a.Verdict, a.Reason)
			}
		})
	}
}

func TestBadInput(t *testing.T) {
	good := violation(t, loops, testPoint{witness.FunctionReturn, witness.Follow, "n = __VERIFIER_nondet_int(|)", `\result == 3`}, testPoint{witness.Target, witness.Follow, "|reach_error();\n", ""})
	swap := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("no %q in the witness", from)
		}
		return strings.Replace(good, from, to, 1)
	}
	cases := map[string]struct{ text, want string }{
		"empty":           {"", "w.yml:1:1: the witness is empty"},
		"broken":          {"- entry_type: [", "w.yml:1:"},
		"NUL":             {"- a\x00", "w.yml:1:4: not a text file (NUL byte)"},
		"deep":            {strings.Repeat("[", 5000), "w.yml:1:101: nested more than 100 levels deep"},
		"scalar":          {"hello", "w.yml:1:1: a witness must be a list, not a scalar"},
		"no entries":      {"[]", "w.yml:1:1: a witness is an empty list"},
		"entry":           {"- 1", "w.yml:1:3: an entry must be a mapping, not a scalar"},
		"entry type":      {swap("violation_sequence", "violations"), `w.yml:1:15: unknown entry type "violations"`},
		"no content":      {swap("  content:", "  contents:"), `w.yml:1:3: an entry has no "content"`},
		"version":         {swap(`"2.0"`, `"1.0"`), `w.yml:3:21: unsupported format version "1.0", want 2.x`},
		"data model":      {swap("LP64", "64bit"), `w.yml:11:19: "data_model" is "64bit", not ILP32 or LP64`},
		"other model":     {swap("LP64", "ILP32"), "w.yml:1:1: the witness is for the data model ILP32, not for LP64"},
		"language":        {swap("language: C", "language: Java"), `w.yml:12:17: "language" is "Java", not C`},
		"hash":            {swap("input_file_hashes: {p.c: ", "input_file_hashes: {p.c: g"), "w.yml:9:32: invalid SHA-256 \"g"},
		"no hash":         {swap("{p.c: ", "{q.c: "), `w.yml:9:27: "input_file_hashes" has no "p.c"`},
		"property":        {swap("call(reach_error())", "never"), `w.yml:10:22: unknown property "G ! never"`},
		"other property":  {swap("G ! call(reach_error())", "G ! overflow"), "w.yml:1:1: the witness is for the property no-overflow, not for unreach-call"},
		"other function":  {swap("reach_error()", "fail()"), "w.yml:1:1: the witness is for the property unreach-call of fail, not for unreach-call"},
		"file":            {swap("file_name: p.c", "file_name: q.c"), `w.yml:18:31: "q.c" is not one of the input files`},
		"line":            {swap("line: 5", "line: 500"), "w.yml:16:1: p.c has nothing at 500:"},
		"column":          {swap("column: 35", "column: 90"), "w.yml:16:1: p.c has nothing at 5:90"},
		"line zero":       {swap("line: 5", "line: 0"), "w.yml:18:42: lines count from 1"},
		"line text":       {swap("line: 5", "line: five"), `w.yml:18:42: "line" must be a number, not "five"`},
		"waypoint type":   {swap("type: target", "type: goal"), `w.yml:22:15: unknown waypoint type "goal"`},
		"action":          {swap("action: follow", "action: go"), `w.yml:17:17: unknown action "go"`},
		"no action":       {swap("        action: follow\n", ""), `w.yml:16:9: a waypoint has no "action"`},
		"avoid last":      {swap("action: follow", "action: avoid"), "w.yml:16:9: the last waypoint of a segment must be one to follow"},
		"target first":    {swap("type: function_return", "type: target"), "w.yml:16:9: a target must be in the last segment"},
		"no target":       {swap("type: target", "type: function_enter"), "w.yml:22:9: the last waypoint must be a target"},
		"result":          {swap(`\result == 3`, "n == 3"), `w.yml:19:29: a constraint on a result must be \result, a comparison and a constant, not "n == 3"`},
		"second key":      {swap("        action: follow\n", "        action: follow\n        action: follow\n"), "w.yml:18:"},
		"mixed":           {good + head(loops, witness.InvariantSet, unreach) + "  []\n", "w.yml:25:1: an entry of type invariant_set in a witness of type violation_sequence"},
		"other program":   {head("other", witness.InvariantSet, unreach) + "  []\n", "w.yml:1:1: the witness is for another version of p.c: its SHA-256 is "},
		"second document": {good + "---\n" + good, "a second document"},
		"large":           {strings.Repeat("# comment\n", 8<<20/10+1), "w.yml:1:1: the witness has 8388610 bytes, more than the limit of 8388608"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a, err := checkText(t, loops, c.text)
			if err == nil {
				t.Fatalf("%v (%s), want the error %s", a.Verdict, a.Reason, c.want)
			}
			if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want %q", err, c.want)
			}
		})
	}
}

func TestLaterVersions(t *testing.T) {
	base := invariants(t, safe, testPoint{witness.LoopInvariant, "", "|while (i < n", "i <= n"})
	for _, c := range []struct{ from, to, want string }{
		{"entry_type: invariant_set", "entry_type: ghost_instrumentation", "ghost_instrumentation"},
		{"type: loop_invariant", "type: loop_transition_invariant", "loop_transition_invariant"},
		{"format: c_expression", "format: acsl_expression", "acsl_expression"},
	} {
		a, err := checkText(t, safe, strings.Replace(base, c.from, c.to, 1))
		if err != nil {
			t.Errorf("%s: %v", c.to, err)
			continue
		}
		if a.Verdict != Undecided || !strings.Contains(a.Reason, c.want) {
			t.Errorf("%s: %v (%s)", c.to, a.Verdict, a.Reason)
		}
	}
}

func TestLargeFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "w.yml")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(50 << 20); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := witness.Read(file); err == nil || !strings.HasSuffix(err.Error(), "w.yml:1:1: the witness has 52428800 bytes, more than the limit of 8388608") {
		t.Errorf("%v", err)
	}
}

func TestLint(t *testing.T) {
	text := violation(t, loops, testPoint{witness.Target, witness.Follow, "|reach_error();\n", ""})
	text = strings.Replace(text, "6b1b4a2e", "zzz", 1)
	text = strings.Replace(text, "2024-05-31T10:00:00Z", "yesterday", 1)
	text = strings.Replace(text, `"2.0"`, "2.0", 1)
	text = strings.Replace(text, "type: target", "type: target\n        colour: red", 1)
	w, complaints := witness.LintText("w.yml", []byte(text))
	var got []string
	for _, c := range complaints {
		got = append(got, c.Error.Error())
	}
	want := []string{
		"w.yml:3:21: the format version must be a string: put it in quotes",
		`w.yml:4:11: invalid UUID "zzz-6a3c-4f0e-9a53-3d2f0b1c5a77"`,
		`w.yml:5:20: "yesterday" is not a time such as 2024-05-31T10:00:00Z`,
		`w.yml:17:9: a waypoint has no key "colour"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(Lint(w, program(loops))) != 0 || len(Lint(w, program("int x;\n"))) != 2 {
		t.Errorf("lint of the program: %v", Lint(w, program("int x;\n")))
	}
}
