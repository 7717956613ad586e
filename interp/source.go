package interp

import (
	"math"
	"math/rand/v2"

	"culprit/cfg"
)

// InputSource chooses the values of nondeterministic statements. A false
// second result ends the execution with status InputsEnded.
type InputSource interface {
	// Value chooses the value of a Havoc; only the low bits count.
	Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool)
	// Memory chooses the bytes of a MemHavoc or of an Alloc without Zero, by
	// address; missing ones are zero, those outside the range are ignored.
	Memory(e *cfg.Edge, addr, size uint64) (map[uint64]byte, bool)
}

// Chooser is an optional ability of an InputSource: it picks one of several
// enabled edges of a location. Without it the first is taken.
type Chooser interface {
	Choose(enabled []*cfg.Edge) int
}

// Filler is an optional ability of an InputSource: if it returns true, all
// bytes that a MemHavoc or Alloc leaves open are b, and Memory is not asked.
type Filler interface {
	Fill(e *cfg.Edge) (b byte, ok bool)
}

// Constant is an InputSource that gives one value to every Havoc and one
// byte to all uninitialised memory.
type Constant struct {
	V    uint64
	Byte byte
}

// Value implements InputSource.
func (c Constant) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) { return c.V, true }

// Memory implements InputSource.
func (c Constant) Memory(_ *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	if c.Byte == 0 {
		return nil, true
	}
	return fillBytes(addr, size, func() byte { return c.Byte }), true
}

// Fill implements Filler.
func (c Constant) Fill(*cfg.Edge) (byte, bool) { return c.Byte, true }

func fillBytes(addr, size uint64, b func() byte) map[uint64]byte {
	mem := make(map[uint64]byte)
	for i := range min(size, maxBytes) {
		mem[addr+i] = b()
	}
	return mem
}

// Random is an InputSource of random values that prefers small and extreme
// ones. It also chooses among several enabled edges.
type Random struct{ R *rand.Rand }

// NewRandom returns a Random that depends on seed only.
func NewRandom(seed uint64) Random { return Random{rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))} }

// Value implements InputSource.
func (r Random) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) {
	switch r.R.IntN(8) {
	case 0:
		return 0, true
	case 1, 2:
		return uint64(r.R.IntN(8)), true
	case 3:
		return -uint64(r.R.IntN(8)), true
	case 4:
		return 1<<r.R.IntN(64) - uint64(r.R.IntN(2)), true
	case 5:
		return math.MaxInt32 - uint64(r.R.IntN(2)), true
	case 6:
		return uint64(r.R.IntN(256)), true
	}
	return r.R.Uint64(), true
}

// Memory implements InputSource.
func (r Random) Memory(_ *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	return fillBytes(addr, size, func() byte { return byte(r.R.Uint32()) }), true
}

// Choose implements Chooser.
func (r Random) Choose(enabled []*cfg.Edge) int { return r.R.IntN(len(enabled)) }
