package values

// bitset is a set of small numbers.
type bitset []uint64

func (b bitset) has(i int) bool { return b[i/64]>>uint(i%64)&1 != 0 }

func (b bitset) add(i int) { b[i/64] |= 1 << uint(i%64) }

func (b bitset) remove(i int) { b[i/64] &^= 1 << uint(i%64) }

func (b bitset) or(c bitset) (changed bool) {
	for i, x := range c {
		if n := b[i] | x; n != b[i] {
			b[i], changed = n, true
		}
	}
	return changed
}

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }
