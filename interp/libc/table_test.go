package libc_test

import (
	"testing"

	"culprit/frontend"
	"culprit/interp/libc"
)

// TestKnowsFrontend checks that every function that the lowering leaves to
// the library exists.
func TestKnowsFrontend(t *testing.T) {
	for _, n := range frontend.LibNames() {
		if !libc.Known(n) {
			t.Errorf("%s is not known", n)
		}
	}
}
