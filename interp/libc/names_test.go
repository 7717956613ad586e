package libc_test

import (
	"testing"

	"culprit/frontend"
	"culprit/interp/libc"
)

// TestNames: every function that a program lowered for execution leaves to
// the library is there.
func TestNames(t *testing.T) {
	for _, n := range frontend.LibNames() {
		if !libc.Known(n) {
			t.Errorf("%s is missing", n)
		}
	}
}
