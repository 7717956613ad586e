package libc

import (
	"testing"

	"culprit/cfg/clib"
)

// TestKnowsTable checks that the functions that the table says are run are
// those that are here.
func TestKnowsTable(t *testing.T) {
	n := 0
	for _, f := range clib.All() {
		if f.Run {
			n++
		}
		if got := functions()[f.Name] != nil; got != f.Run {
			t.Errorf("%s: here %v, run by the table %v", f.Name, got, f.Run)
		}
	}
	if n != len(functions()) {
		t.Errorf("%d functions here, %d in the table", len(functions()), n)
	}
}
