package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"culprit/report"
)

// asserted has assertions and checks that fail, hold, and are never reached without a
// failure before; what is wanted of each stands behind it.
const asserted = `#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int f(int x, int y) {
  int a[4] = {0};
  assert(x < 10);      // unreach-call
  a[x] = 1;            // valid-deref
  int z = 100 / y;     // ub-division
  assert(y != 0);
  return z ^ a[2];
}
int main(void) {
  int x, y;
  if (scanf("%d %d", &x, &y) != 2) return 1;
  printf("%d\n", f(x, y));
  int *p = malloc(4);
  *p = 3;
  free(p);
  assert(x >= 0 && x < 4);
  return *p;           // valid-deref
}
`

// TestAllAsserts: each assertion and check has its own answer, and each failure is
// repeated by its command.
func TestAllAsserts(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"f.c": asserted})
	out, complaint, status := verify(t, dir, "f.c", "--property", "all-asserts", "--format", "json")
	if status != 10 {
		t.Fatalf("status %d: %s", status, complaint)
	}
	var r report.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, e := range r.Errors {
		switch e.Status {
		case "violated":
			got = append(got, fmt.Sprintf("%d %s", e.Line, e.Property))
		case "proved":
		default:
			t.Errorf("%d:%d: %s is %s", e.Line, e.Col, e.What, e.Status)
		}
	}
	for i, line := range strings.Split(asserted, "\n") {
		if m := regexp.MustCompile(`// (\S+)$`).FindStringSubmatch(line); m != nil {
			want = append(want, fmt.Sprintf("%d %s", i+1, m[1]))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("fails: %q, want %q", got, want)
	}
	if len(r.Traces) != len(want) {
		t.Fatalf("%d traces, want %d", len(r.Traces), len(want))
	}
	for i := range r.Traces {
		tr := &r.Traces[i]
		said := fmt.Sprintf("f.c:%d:", r.Errors[tr.Error].Line)
		_, words, _ := strings.Cut(tr.Replay, "verify run ")
		input, _, _ := strings.Cut(tr.Replay, " | ")
		input = strings.NewReplacer("printf '", "", "'", "", `\n`, "\n").Replace(input)
		cmd, _, complaint := command(dir, append([]string{"run"}, strings.Fields(words)...)...)
		cmd.Stdin = strings.NewReader(input)
		if err := cmd.Run(); err == nil || !strings.HasPrefix(complaint.String(), said) {
			t.Errorf("%s: %v: %s, want a failure at %s", tr.Replay, err, complaint, said)
		}
	}
}

// TestAllAssertsFiles: the inputs and the harness of each failure are written.
func TestAllAssertsFiles(t *testing.T) {
	dir := folder(t, map[string]string{"a.c": "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); assert(x > 0); assert(x > 1); assert(x != 3); return 0; }\n"})
	_, complaint, status := verify(t, dir, "--property", "all-asserts", "--write-inputs", "in", "--test-harness", "th", "a.c")
	if status != 10 || complaint != "" {
		t.Errorf("status %d: %s", status, complaint)
	}
	for i := 1; i <= 3; i++ {
		if out, _, status := verify(t, dir, "run", "--property", "all-asserts", "--inputs", fmt.Sprintf("in/a.trace-%d.json", i), "a.c"); status != 134 {
			t.Errorf("inputs %d: status %d: %s", i, status, out)
		}
		if _, err := os.Stat(filepath.Join(dir, fmt.Sprintf("th/a.trace-%d.c", i))); err != nil {
			t.Error(err)
		}
	}
}
