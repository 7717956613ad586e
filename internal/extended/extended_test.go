package extended

import (
	"math"
	"math/big"
	"math/rand"
	"testing"
)

func TestRound(t *testing.T) {
	parse := func(s string) *big.Float {
		x, _, err := big.ParseFloat(s, 0, 500, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for s, want := range map[string]Number{
		"0": {0, 0}, "-0": {0, 0x8000}, "1": {1 << 63, 0x3fff}, "-1.5": {3 << 62, 0xbfff},
		"0.1": {0xcccccccccccccccd, 0x3ffb}, // of the processor
		"1.18973149535723176502126385303097021e+4932": {1<<64 - 1, 0x7ffe}, "1.2e4932": {1 << 63, 0x7fff},
		"3.36210314311209350626267781732175260e-4932": {1 << 63, 1}, "0x1p-16445": {1, 0}, "0x1p-16446": {0, 0}, "0x1.8p-16446": {1, 0},
		"0x1.8p-16445": {2, 0}, "0x0.ffffffffffffffff8p-16382": {1 << 63, 1}, "0x1.ffffffffffffffffp0": {1 << 63, 0x4000},
		"0x1.ffffffffffffffff8p-5000": {1 << 63, 0x3fff - 4999}, "0x1.0000000000000001p0": {1 << 63, 0x3fff}, "0x1.0000000000000003p0": {1<<63 + 2, 0x3fff},
	} {
		if got := Of(parse(s)); got != want {
			t.Errorf("%s: %x, want %x", s, got, want)
		}
	}
}

func TestFloat64(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 20000 {
		x := math.Float64frombits(r.Uint64())
		n := OfFloat64(x)
		if y := n.Float64(); y != x && x == x || x != x && !n.IsNaN() {
			t.Fatalf("%x: %x, %x", x, n, y)
		}
		if x == x && !n.IsInf() && Of(n.Big()) != n {
			t.Fatalf("%x is not %x again", n, Of(n.Big()))
		}
	}
}
