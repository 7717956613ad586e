package hoare

import (
	"math"
	"testing"

	"culprit/cfg"
)

// TestFloatResult has the results that gcc's programs have on x86-64 where C
// leaves them open.
func TestFloatResult(t *testing.T) {
	bits := math.Float64bits
	const nan, negative = 0x7ff8000000000000, 0xfff8000000000000
	d, f := cfg.FP(64), cfg.FP(32)
	for _, tc := range []struct {
		op    cfg.Op
		t, at cfg.Type
		args  []uint64
		want  uint64
	}{
		{cfg.FDiv, d, d, []uint64{0, 0}, negative},
		{cfg.FDiv, f, f, []uint64{0, 0}, 0xffc00000},
		{cfg.FAdd, d, d, []uint64{bits(1), nan | 5}, nan | 5},
		{cfg.FSub, d, d, []uint64{negative, nan}, negative},
		{cfg.FSqrt, d, d, []uint64{bits(-1)}, negative},
		{cfg.FToF, f, d, []uint64{negative}, 0xffc00000},
		{cfg.FToF, d, f, []uint64{0xffc00000}, negative},
		{cfg.FAdd, d, d, []uint64{bits(1), bits(2)}, bits(3)},
		{cfg.FToS, cfg.BV(8), d, []uint64{bits(300.75)}, 44},
		{cfg.FToS, cfg.BV(32), d, []uint64{bits(4e9)}, 1 << 31},
		{cfg.FToS, cfg.BV(64), d, []uint64{nan}, 1 << 63},
		{cfg.FToU, cfg.BV(16), d, []uint64{bits(-1.5)}, 65535},
		{cfg.FToU, cfg.BV(32), d, []uint64{bits(-1.5)}, math.MaxUint32},
		{cfg.FToU, cfg.BV(32), d, []uint64{bits(1e30)}, 0},
		{cfg.FToU, cfg.BV(64), d, []uint64{bits(-1.5)}, math.MaxUint64},
		{cfg.FToU, cfg.BV(64), d, []uint64{bits(1e30)}, 0},
		{cfg.FToU, cfg.BV(64), d, []uint64{bits(1.5e19)}, 15000000000000000000},
	} {
		if got := floatResult(tc.op, tc.t, tc.at, tc.args); got != tc.want {
			t.Errorf("%v to %v of %x: %x, want %x", tc.op, tc.t, tc.args, got, tc.want)
		}
	}
}
