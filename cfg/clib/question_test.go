package clib

import "testing"

// TestQuestion reads what is written.
func TestQuestion(t *testing.T) {
	for _, q := range []Question{
		{Name: "sin"}, {Name: "sin", About: OfErrno}, {Name: "sin", About: OfNaN}, {Name: "sinl", About: OfHigh}, {Name: "strtod", About: OfEnd},
		{Name: "printf", Format: "% 5.2f"}, {Name: "sscanf", Format: "%d of %d"}, {Name: "sscanf", Format: "a of %d", About: OfStored},
		{Name: "sscanf", Format: " %*d 2 of %lf", About: OfStored, Index: 11}, {Name: Digits},
	} {
		if got := ParseQuestion(q.String()); got != q {
			t.Errorf("%q is %+v, want %+v", q.String(), got, q)
		}
	}
}
