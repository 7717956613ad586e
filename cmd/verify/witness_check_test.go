package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const checkedC = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    while (n > 9)
        n = n - 1;
    if (n == 7)
        reach_error();
    return 0;
}
`

func witnessText(prog, kind, content string) string {
	return fmt.Sprintf(`- entry_type: %s
  metadata:
    format_version: "2.0"
    uuid: 6b1b4a2e-6a3c-4f0e-9a53-3d2f0b1c5a77
    creation_time: 2024-05-31T10:00:00Z
    producer: {name: test, version: "1"}
    task:
      input_files: [p.c]
      input_file_hashes: {p.c: %x}
      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )
      data_model: LP64
      language: C
  content:
%s`, kind, sha256.Sum256([]byte(prog)), content)
}

func sequence(result string, line int) string {
	return fmt.Sprintf(`  - segment:
    - waypoint:
        type: function_return
        action: follow
        location: {file_name: p.c, line: 4, column: 35}
        constraint: {value: '\result == %s', format: acsl_expression}
  - segment:
    - waypoint:
        type: target
        action: follow
        location: {file_name: p.c, line: %d}
`, result, line)
}

func invariant(value string) string {
	return fmt.Sprintf(`  - invariant:
      type: loop_invariant
      location: {file_name: p.c, line: 5, column: 5}
      value: '%s'
      format: c_expression
`, value)
}

func TestWitnessCheck(t *testing.T) {
	safeC := strings.Replace(checkedC, "n == 7", "n > 9", 1)
	sideC := "int side;\n"
	dir := folder(t, map[string]string{
		"p.c":      checkedC,
		"q.c":      safeC,
		"good.yml": witnessText(checkedC, "violation_sequence", sequence("7", 8)),
		"bad.yml":  witnessText(checkedC, "violation_sequence", sequence("8", 8)),
		"far.yml":  witnessText(checkedC, "violation_sequence", sequence("7", 80)),
		"true.yml": witnessText(safeC, "invariant_set", invariant("n >= 9 || n < 9")),
		"inv.yml":  witnessText(safeC, "invariant_set", invariant("n != 12")),
		"old.yml":  witnessText(safeC, "invariant_set", invariant(`\old(n) == n`)),
		"32.yml":   strings.Replace(witnessText(checkedC, "violation_sequence", sequence("7", 8)), "LP64", "ILP32", 1),
		"text.yml": "hello\n",
		"t.yml":    "format_version: '2.0'\ninput_files: p.c\nproperties:\n  - property_file: r.prp\noptions: {language: C, data_model: LP64}\n",
		"two.yml":  "format_version: '2.0'\ninput_files: [p.c, s.c]\nproperties:\n  - property_file: r.prp\noptions: {language: C, data_model: LP64}\n",
		"s.c":      sideC,
		"pair.yml": strings.NewReplacer("[p.c]", "[p.c, s.c]", "{p.c: ", fmt.Sprintf("{s.c: %x, p.c: ", sha256.Sum256([]byte(sideC)))).Replace(witnessText(checkedC, "violation_sequence", sequence("7", 8))),
		"r.prp":    prp,
	})
	tests := []struct {
		args         []string
		status       int
		stdout, fail string
	}{
		{[]string{"check", "good.yml", "p.c"}, 0, `^confirmed unreach-call p\.c:8:9 +[\d.]+ s\n  input: p\.c:4:\d+ __VERIFIER_nondet_int = 7\n$`, ""},
		{[]string{"check", "good.yml", "t.yml"}, 0, `^confirmed unreach-call `, ""},
		{[]string{"check", "32.yml", "p.c"}, 0, `^confirmed unreach-call `, ""},
		{[]string{"check", "bad.yml", "p.c"}, 10, `^rejected unreach-call no run passes the waypoints and violates the property at the target +[\d.]+ s\n$`, ""},
		{[]string{"check", "true.yml", "q.c"}, 0, `^confirmed unreach-call the property is proved, and so is the invariant +[\d.]+ s\n$`, ""},
		{[]string{"check", "inv.yml", "q.c"}, 10, `^rejected unreach-call inv\.yml:15 \(q\.c:5:5\): the invariant n != 12 does not hold +[\d.]+ s\n  at: q\.c:5:12\n  with: n = 12\n  input: .* = \d+\n$`, ""},
		{[]string{"check", "old.yml", "q.c"}, 20, `^undecided unreach-call old\.yml:15 \(q\.c:5:5\): ACSL: \\old is not supported`, ""},
		{[]string{"check", "good.yml", "q.c"}, 2, `^$`, `^good\.yml:1:1: the witness is for another program, p\.c: its SHA-256 is`},
		{[]string{"check", "32.yml", "t.yml"}, 2, `^$`, `^32\.yml:1:1: the witness is for the data model ILP32, not for LP64\n$`},
		{[]string{"check", "good.yml", "p.c", "--data-model", "ILP32"}, 2, `^$`, `^good\.yml:1:1: the witness is for the data model LP64, not for ILP32\n$`},
		{[]string{"check", "good.yml", "p.c", "--property", "no-overflow"}, 2, `^$`, `^good\.yml:1:1: the witness is for the property unreach-call, not for no-overflow\n$`},
		{[]string{"check", "far.yml", "p.c"}, 2, `^$`, `^far\.yml:22:1: p\.c has no line 80\n$`},
		{[]string{"check", "text.yml", "p.c"}, 2, `^$`, `^text\.yml:1:1: a witness must be a list, not a scalar\n$`},
		{[]string{"check", "none.yml", "p.c"}, 2, `^$`, `^none\.yml: no such file\n$`},
		{[]string{"check", "good.yml", "none.c"}, 2, `^$`, `^none\.c: no such file\n$`},
		{[]string{"check", "good.yml", "p.c", "--timeout=-1s"}, 2, `^$`, `^--timeout: must not be negative`},
		{[]string{"check", "good.yml", "p.c", "--cpu-timeout=-1s"}, 2, `^$`, `^--cpu-timeout: must not be negative`},
		{[]string{"lint", "good.yml", "t.yml"}, 0, `^good\.yml: no rule is broken, 1 entry\n$`, ""},
		{[]string{"lint", "inv.yml", "t.yml"}, 2, `^inv\.yml:1:1: the witness is for another version of p\.c: `, ""},
		{[]string{"lint", "good.yml", "two.yml"}, 2, `^good\.yml:1:1: the witness is for a program with 1 input files, not with 2\n$`, ""},
		{[]string{"lint", "pair.yml", "two.yml"}, 0, `^pair\.yml: no rule is broken, 1 entry\n$`, ""},
		{[]string{"check", "pair.yml", "two.yml"}, 0, `^confirmed unreach-call p\.c:8:9 +[\d.]+ s\n  input: p\.c:4:\d+ __VERIFIER_nondet_int = 7\n$`, ""},
		{[]string{"check", "pair.yml", "s.c", "p.c"}, 0, `^confirmed unreach-call p\.c:8:9 `, ""},
		{[]string{"check", "pair.yml", "p.c"}, 2, `^$`, `^pair\.yml:1:1: the witness is for a program with 2 input files, not with 1\n$`},
		{[]string{"lint", "good.yml"}, 0, `^good\.yml: no rule is broken, 1 entry\n$`, ""},
		{[]string{"lint", "good.yml", "p.c"}, 0, `^good\.yml: `, ""},
		{[]string{"lint", "good.yml", "q.c"}, 2, `^good\.yml:1:1: the witness is for another program, p\.c: `, ""},
		{[]string{"lint", "text.yml"}, 2, `^text\.yml:1:1: a witness must be a list`, ""},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			stdout, stderr, status := verify(t, dir, append([]string{"witness"}, tt.args...)...)
			if status != tt.status || !regexp.MustCompile(tt.stdout).MatchString(stdout) || !regexp.MustCompile("^$|"+tt.fail).MatchString(stderr) || (tt.fail == "") != (stderr == "") {
				t.Errorf("status %d, want %d\nstdout %s\nstderr %s", status, tt.status, stdout, stderr)
			}
		})
	}
}

func TestWitnessCheckLimit(t *testing.T) {
	// The sum of what two bits of n leave is hard to bound.
	prog := `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), a = 0, b = 1;
    while (a != n) { a = a * 3 + 1; b = b * 5 ^ a; }
    if (b == 77777 && n == 1234567891) reach_error();
    return 0;
}
`
	dir := folder(t, map[string]string{"p.c": prog, "w.yml": witnessText(prog, "invariant_set", "    []\n")})
	for _, limit := range []struct{ flag, want string }{{"--timeout", "time limit"}, {"--cpu-timeout", "processor time limit"}} {
		stdout, stderr, status := verify(t, dir, "witness", "check", limit.flag, "1s", "w.yml", "p.c")
		if status != 20 || !strings.HasPrefix(stdout, "undecided unreach-call "+limit.want+" 1s reached") || stderr != "" {
			t.Errorf("status %d\nstdout %s\nstderr %s", status, stdout, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "w.yml")); err != nil {
		t.Error(err)
	}
}
