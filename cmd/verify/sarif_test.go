package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

const sarifProgram = `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
/* ∀ */ int limit(int x) {
    if (x > 11)
        x = 10;
    return x;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = limit(n);
    assert(m <= 10);
    return 0;
}
`

// sarifOf runs verify and returns what it writes, which follows the schema.
func sarifOf(t *testing.T, dir string, status int, args ...string) *sarif.Run {
	t.Helper()
	out, msg, got := verify(t, dir, append([]string{"--format", "sarif"}, args...)...)
	if got != status {
		t.Fatalf("verify %s: status %d, want %d\n%s", args, got, status, msg)
	}
	r, err := sarif.FromString(out)
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		t.Fatalf("verify %s: %v", args, err)
	}
	if len(r.Runs) != 1 {
		t.Fatalf("verify %s: %d runs", args, len(r.Runs))
	}
	return r.Runs[0]
}

// TestSARIF: a violation is a result with its trace, the likeliest places and a fix,
// which it is when it replaces the lines that it names; and the result is the same
// one when the file has more lines.
func TestSARIF(t *testing.T) {
	dir := folder(t, map[string]string{"a b.c": sarifProgram, "later.c": "\n\n\n" + sarifProgram, "true.c": "int main(void) { return 0; }\n",
		"open.c": `int main(void) { int x = 1; __asm__ volatile("movl $2, %0" : "=r"(x)); if (x != 1) reach_error(); return 0; }`})
	run := sarifOf(t, dir, 10, "a b.c")
	if len(run.Results) != 1 {
		t.Fatalf("%d results", len(run.Results))
	}
	res := run.Results[0]
	at := res.Locations[0].PhysicalLocation
	if *at.ArtifactLocation.URI != "a%20b.c" || *at.Region.StartLine != 11 || *res.RuleID != "unreach-call" {
		t.Errorf("result %s at %s:%d", *res.RuleID, *at.ArtifactLocation.URI, *at.Region.StartLine)
	}
	essential := map[int]bool{}
	for _, l := range res.CodeFlows[0].ThreadFlows[0].Locations {
		essential[*l.Location.PhysicalLocation.Region.StartLine] = l.Importance == "essential"
	}
	if !essential[4] {
		t.Errorf("line 4 is not essential: %v", essential)
	}
	if len(res.RelatedLocations) == 0 || len(res.Fixes) == 0 {
		t.Fatalf("%d places, %d fixes", len(res.RelatedLocations), len(res.Fixes))
	}
	change := res.Fixes[0].ArtifactChanges[0].Replacements[0]
	lines := strings.SplitAfter(sarifProgram, "\n")
	from, to := *change.DeletedRegion.StartLine-1, *change.DeletedRegion.EndLine-1
	fixed := strings.Join(lines[:from], "") + *change.InsertedContent.Text + strings.Join(lines[to:], "")
	if err := os.WriteFile(filepath.Join(dir, "fixed.c"), []byte(fixed), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := sarifOf(t, dir, 0, "fixed.c"); len(r.Results) != 0 {
		t.Errorf("%d results with the fix", len(r.Results))
	}
	if a, b := res.PartialFingerprints["failure/v1"], sarifOf(t, dir, 10, "--effort", "0", "later.c").Results[0].PartialFingerprints["failure/v1"]; a == "" || a[strings.IndexByte(a, ':'):] != ":1" || a == b {
		t.Errorf("fingerprints %s and, in another file, %s", a, b)
	}
	if err := os.WriteFile(filepath.Join(dir, "a b.c"), []byte("// more\n"+sarifProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	if a, b := res.PartialFingerprints["failure/v1"], sarifOf(t, dir, 10, "--effort", "0", "a b.c").Results[0].PartialFingerprints["failure/v1"]; a != b {
		t.Errorf("fingerprint %s, and %s with a line more", a, b)
	}
	sarifOf(t, dir, 0, "true.c")
	if run := sarifOf(t, dir, 20, "open.c"); len(run.Invocations[0].ToolExecutionNotifications) != 1 {
		t.Error("UNKNOWN without a notification")
	}
}
