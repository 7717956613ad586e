package main

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// verdictLine is the interface of doc/competition.md: verdict, property, and
// after two blanks a text.
var verdictLine = regexp.MustCompile(`^(TRUE|FALSE|UNKNOWN) ([a-z]+(?:-[a-z]+)*(?:\+[a-z]+(?:-[a-z]+)*)*)(?:  (\S.*))?\n`)

// TestVerdictLine holds all kinds of answers to the interface. The reasons of
// limits begin with words that the tool-info module of BenchExec looks for.
func TestVerdictLine(t *testing.T) {
	const two = "CHECK( init(main()), LTL(G ! call(reach_error())) )\nCHECK( init(main()), LTL(F end) )\n"
	dir := folder(t, map[string]string{
		"bad.c": badC, "safe.c": safeC, "hard.c": hardC, "t.yml": task, "reach.prp": prp, "two.prp": two,
		"asm.c": "int main(void) { int x = 1; __asm__ volatile(\"movl $2, %0\" : \"=r\"(x)); if (x != 1) reach_error(); return 0; }\n",
		// A stream has one number, which no execution knows.
		"number.c": "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) { FILE *f = tmpfile(); int a = f ? fileno(f) : 3, b = f ? fileno(f) : 3, c = rand(); assert(a == b); assert(c >= 0); return 0; }\n",
		"many.c":   strings.Replace(hardC, "while (1) {", "while (1) {\n\t\tif (x == 54321) reach_error();", 1),
	})
	statuses := map[string]int{"TRUE": 0, "FALSE": 10, "UNKNOWN": 20}
	for _, tt := range []struct{ args, verdict, property, text string }{
		{"safe.c", "TRUE", "unreach-call", `^safe\.c: `},
		{"bad.c", "FALSE", "unreach-call", `^bad\.c:5:\d+ `},
		{"t.yml", "FALSE", "unreach-call", `^bad\.c:5:\d+ `},
		{"asm.c", "UNKNOWN", "unreach-call", `^asm\.c:1:\d+: `},
		{"number.c", "UNKNOWN", "unreach-call", `^number\.c: 1 of 2 assertions proved`},
		{"safe.c --property no-data-race", "UNKNOWN", "no-data-race", `^safe\.c: the property no-data-race is not supported`},
		{"safe.c --property two.prp", "UNKNOWN", "unreach-call+termination", `^safe\.c: the property unreach-call\+termination is not supported`},
		{"safe.c -o out.txt", "TRUE", "unreach-call", `^$`},
		{"bad.c -o out.json --format json", "FALSE", "unreach-call", `^$`},
		{"hard.c --timeout 50ms", "UNKNOWN", "unreach-call", `^hard\.c: time limit 50ms reached`},
		{"hard.c --cpu-timeout 50ms", "UNKNOWN", "unreach-call", `^hard\.c: processor time limit 50ms reached`},
		{"hard.c --memory 9MB", "UNKNOWN", "unreach-call", `^hard\.c: memory limit 9 MB reached`},
		{"explain hard.c --timeout 50ms", "UNKNOWN", "unreach-call", `^hard\.c: time limit 50ms reached before the failing run was known`},
	} {
		stdout, stderr, status := verify(t, dir, strings.Fields(tt.args)...)
		m := verdictLine.FindStringSubmatch(stdout)
		if m == nil || m[1] != tt.verdict || m[2] != tt.property || !regexp.MustCompile(tt.text).MatchString(m[3]) || status != statuses[tt.verdict] || stderr != "" {
			t.Errorf("%s: status %d\n%.300s%s", tt.args, status, stdout, stderr)
		}
	}
	// On a slow machine a short limit is reached before the assertions are known.
	want := regexp.MustCompile(`^UNKNOWN unreach-call  many\.c: 0 of 2 assertions proved, 2 open .*\n  reason: time limit \S+ reached.*\n  open:   many\.c:4:\d+ .*\n  open:   many\.c:6:\d+ `)
	for limit := 50 * time.Millisecond; ; limit *= 4 {
		stdout, _, _ := verify(t, dir, "many.c", "--timeout", limit.String())
		if want.MatchString(stdout) {
			break
		}
		if !strings.Contains(stdout, "in the front end") || limit > time.Minute {
			t.Fatalf("limit %v: %s\nwant %s", limit, stdout, want)
		}
	}
	for _, limit := range []string{"--timeout=-1s", "--cpu-timeout=-1s", "--timeout=soon"} {
		if stdout, stderr, status := verify(t, dir, "safe.c", limit); stdout != "" || status != 2 || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %s%s", limit, status, stdout, stderr)
		}
	}
}
