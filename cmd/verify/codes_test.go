package main

import (
	"fmt"
	"strings"
	"testing"

	"culprit/analysis/safety"
	"culprit/cmd/verify/console"
	"culprit/fault"
)

// TestCodes has the verifier refute the example of each kind of failure, for what its code
// says, and looks at the page about it.
func TestCodes(t *testing.T) {
	for _, p := range safety.Properties() {
		if !safety.Supported(p.Name) || len(p.Parts) > 0 {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, map[string]string{"p.c": p.Example})
			stdout, stderr, status := verify(t, dir, "p.c", "--property", p.Name, "--effort", "0")
			if status != 10 || !strings.HasPrefix(stdout, "FALSE "+p.Name+" ") {
				t.Errorf("status %d\n%s%s", status, stdout, stderr)
			}
			page, _, status := verify(t, dir, "help", p.Name)
			if status != 0 || p.CWE != 0 && !strings.Contains(page, fmt.Sprintf("CWE-%d", p.CWE)) || !strings.Contains(page, "\n    int main(void)") && !strings.Contains(page, "int main(void)") {
				t.Errorf("status %d\n%s", status, page)
			}
		})
	}
	for _, c := range fault.Codes() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, map[string]string{"p.c": c.Example})
			stdout, stderr, status := verify(t, dir, "p.c", "--property", c.Property, "--effort", "0")
			if says := fmt.Sprintf("(CWE-%d, see verify help %s)", c.CWE, c.Name); status != 10 || !strings.Contains(strings.Join(strings.Fields(stdout), " "), says) {
				t.Errorf("status %d, not %s\n%s%s", status, says, stdout, stderr)
			}
			for format, says := range map[string]string{"json": `"code": "` + c.Name + `"`, "sarif": `"ruleId": "` + c.Name + `"`} {
				if out, _, _ := verify(t, dir, "p.c", "--property", c.Property, "--effort", "0", "--format", format); !strings.Contains(out, says) {
					t.Errorf("%s has no %s", format, says)
				}
			}
			if page, _, status := verify(t, dir, "help", c.Name); status != 0 || !strings.Contains(page, "int main(void)") {
				t.Errorf("status %d\n%s", status, page)
			}
		})
	}
	if _, stderr, status := verify(t, ".", "help", "no-such-code"); status != console.ExitBadInput || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %s", status, stderr)
	}
}
