package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"culprit/cmd/verify/console"
)

// TestWitness: a witness is written for TRUE and for FALSE, and our own check
// confirms it; nothing happens to a file for UNKNOWN.
func TestWitness(t *testing.T) {
	const loop = "int __VERIFIER_nondet_int(void); void reach_error(void);\n" +
		"int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < 7) i++; if (i LIMIT) reach_error(); return n; }\n"
	for _, tc := range []struct{ name, limit, kind, first string }{
		{"true", "!= 7", "invariant_set", "TRUE"},
		{"false", "== 7 && n > 3", "violation_sequence", "FALSE"},
		{"unknown", "!= 7 || setjmp(0)", "", "UNKNOWN"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			file, wit := filepath.Join(dir, "p.c"), filepath.Join(dir, "w.yml")
			if err := os.WriteFile(file, []byte(strings.Replace(loop, "LIMIT", tc.limit, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(wit, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			stdout, stderr, _ := verify(t, "", "--witness", wit, file)
			got, err := os.ReadFile(wit)
			if err != nil || !strings.HasPrefix(stdout, tc.first) {
				t.Fatalf("%v\n%s%s", err, stdout, stderr)
			}
			if tc.kind == "" {
				if string(got) != "old" {
					t.Errorf("the file became\n%s", got)
				}
				return
			}
			if !strings.HasPrefix(string(got), `- entry_type: "`+tc.kind) {
				t.Errorf("the file became\n%s", got)
			}
			if stdout, stderr, _ := verify(t, "", "witness", "check", wit, file); !strings.HasPrefix(stdout, "confirmed") {
				t.Errorf("not confirmed\n%s%s%s", stdout, stderr, got)
			}
		})
	}
	stdout, stderr, status := verify(t, "", "--witness", filepath.Join(t.TempDir(), "no", "w.yml"), "../../examples/max.c")
	if status != console.ExitBadInput || stdout != "" || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
}
