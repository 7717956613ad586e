package libc_test

import (
	"testing"

	"culprit/cfg/clib"
	"culprit/interp/libc"
)

// TestKnowsTable checks that every function that the table says is run exists.
func TestKnowsTable(t *testing.T) {
	for _, f := range clib.All() {
		if got := libc.Lookup(f.Name) != nil; f.Run && !got {
			t.Errorf("%s is missing", f.Name)
		}
	}
}
