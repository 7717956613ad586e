package automata

import "cmp"

// Open-addressing hash tables over dense ids. Both keep their keys in flat
// arrays without pointers, so that the garbage collector has nothing to trace
// and a lookup touches one cache line in the common case.

const fib = 0x9E3779B97F4A7C15 // 2^64 / golden ratio

// pairKey packs two ids; the first must not be negative.
func pairKey(p, q int32) uint64 { return uint64(uint32(p))<<32 | uint64(uint32(q)) }

// pairTable maps pair keys to int32. The zero value is empty.
type pairTable struct {
	slots []pairSlot // len is a power of two
	shift uint       // 64 - log2(len(slots))
	used  int
}

// pairSlot is free iff key is 0; a key k is stored as k+1.
type pairSlot struct {
	key uint64
	val int32
}

// intern returns the value of key if there is one; otherwise it stores and
// returns val.
func (t *pairTable) intern(key uint64, val int32) int32 {
	if t.used*8 >= len(t.slots)*5 {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	for i := ((key ^ key>>29) * fib) >> t.shift; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.key == key+1 {
			return s.val
		}
		if s.key == 0 {
			s.key, s.val = key+1, val
			t.used++
			return val
		}
	}
}

// lookup returns the value of key.
func (t *pairTable) lookup(key uint64) (int32, bool) {
	if t.used == 0 {
		return 0, false
	}
	mask := uint64(len(t.slots) - 1)
	for i := ((key ^ key>>29) * fib) >> t.shift; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.key == key+1 {
			return s.val, true
		}
		if s.key == 0 {
			return 0, false
		}
	}
}

func (t *pairTable) grow() {
	old := t.slots
	size := 2 * len(old)
	size = cmp.Or(size, 64)
	t.slots = make([]pairSlot, size)
	t.shift = 64
	for s := size; s > 1; s /= 2 {
		t.shift--
	}
	mask := uint64(size - 1)
	for _, s := range old {
		if s.key == 0 {
			continue
		}
		key := s.key - 1
		i := ((key ^ key>>29) * fib) >> t.shift
		for t.slots[i].key != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}

// seqTable interns sequences of int32 as dense ids. The zero value is empty.
type seqTable struct {
	arena []int32
	end   []int    // end[i] is where sequence i ends in arena
	hash  []uint64 // per sequence
	slots []int32  // id+1, or 0
}

// len returns the number of sequences.
func (t *seqTable) len() int { return len(t.end) }

// get returns sequence id; it must not be modified.
func (t *seqTable) get(id int32) []int32 {
	lo := 0
	if id > 0 {
		lo = t.end[id-1]
	}
	return t.arena[lo:t.end[id]:t.end[id]]
}

// intern returns the id of a copy of seq and whether it is new.
func (t *seqTable) intern(seq []int32) (int32, bool) {
	if len(t.end)*2 >= len(t.slots) {
		t.grow()
	}
	h := hashSeq(seq)
	mask := uint64(len(t.slots) - 1)
	i := h & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		id := t.slots[i] - 1
		if t.hash[id] == h && equalSeq(t.get(id), seq) {
			return id, false
		}
	}
	t.arena = append(t.arena, seq...)
	t.end = append(t.end, len(t.arena))
	t.hash = append(t.hash, h)
	t.slots[i] = int32(len(t.end))
	return int32(len(t.end) - 1), true
}

func (t *seqTable) grow() {
	size := 2 * len(t.slots)
	size = cmp.Or(size, 64)
	t.slots = make([]int32, size)
	mask := uint64(size - 1)
	for id, h := range t.hash {
		i := h & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(id + 1)
	}
}

func hashSeq(seq []int32) uint64 {
	h := uint64(len(seq)) * fib
	for _, x := range seq {
		h = (h ^ uint64(uint32(x))) * fib
		h ^= h >> 29
	}
	return h
}

func equalSeq(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	for i, x := range a {
		if b[i] != x {
			return false
		}
	}
	return true
}
