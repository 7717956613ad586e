package repair

import (
	"testing"

	"culprit/fault"
)

// TestMeasured doubts a change with which a function copies as many bytes each time, or none,
// where they were more or less.
func TestMeasured(t *testing.T) {
	at := lengthsIn("copy")
	wrote := func(sizes ...uint64) decided {
		d := decided{values: map[assigned]map[uint64]bool{}}
		for _, n := range sizes {
			d.assigns(at, n)
		}
		return d
	}
	for _, c := range []struct {
		before, after []uint64
		want          bool
	}{
		{[]uint64{0, 1, 4}, []uint64{0}, true},
		{[]uint64{0, 1, 4}, nil, true},
		{[]uint64{0, 1, 4}, []uint64{0, 1}, false},
		{[]uint64{1, 4}, []uint64{4}, false},
	} {
		lost := wrote(c.before...).lost(wrote(c.after...), false, false, func(fault.Line) bool { return false })
		if (lost&Measured != 0) != c.want {
			t.Errorf("%v bytes, then %v: doubted %v", c.before, c.after, !c.want)
		}
	}
}
