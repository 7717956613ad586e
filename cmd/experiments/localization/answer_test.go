package localization

import "testing"

// TestFold holds versions of one problem out together, and each Siemens program
// by itself.
func TestFold(t *testing.T) {
	fold := func(id, program string) string { return (&AnswerRecord{ID: id, Program: program}).fold() }
	if a, b := fold("codeflaws/344-B-bug-1-2/buggy", "codeflaws"), fold("codeflaws/344-B-bug-3-4/buggy", "codeflaws"); a != b {
		t.Errorf("versions of one problem are in the folds %s and %s", a, b)
	}
	seen := map[string]bool{}
	for _, problem := range []string{"1-A", "2-B", "31-A", "300-A", "534-B", "342-B", "197-B", "508-B"} {
		seen[fold("codeflaws/"+problem+"-bug-1-2/buggy", "codeflaws")] = true
	}
	if len(seen) < 2 {
		t.Errorf("all problems are in %v", seen)
	}
	if f := fold("sir/tcas/v1", "sir/tcas"); f != "sir/tcas" {
		t.Errorf("tcas is in the fold %s", f)
	}
}
