package limit

import (
	"slices"
	"testing"
)

// TestPart: a part that nobody asked about is not among those that took part, and
// one that is switched off is when it would have.
func TestPart(t *testing.T) {
	on, off := &Part{name: "test.on", on: true}, &Part{name: "test.off"}
	never := &Part{name: "test.never", on: true}
	old := parts
	defer func() { parts = old }()
	parts = []*Part{on, off, never}
	if !on.On() || off.On() {
		t.Errorf("on: %v, off: %v", on.On(), off.On())
	}
	if got := Asked(); !slices.Equal(got, []string{"test.off", "test.on"}) {
		t.Errorf("asked: %q", got)
	}
}
