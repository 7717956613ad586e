package hoare

import "culprit/logic"

// runMemory maps addresses to bytes of symbols. Pages keep what neighbours
// share; a byte without term is one whose value only the run knows.
type runMemory map[uint64]*runPage

const (
	runPageBits = 8
	runPageSize = 1 << runPageBits
)

type runPage [runPageSize]runByte

// runByte is byte number k of the value of a bit-vector term.
type runByte struct {
	term logic.T
	k    uint8
}

func (m runMemory) at(addr uint64) runByte {
	if p := m[addr>>runPageBits]; p != nil {
		return p[addr&(runPageSize-1)]
	}
	return runByte{}
}

func (m runMemory) set(addr uint64, b runByte) {
	p := m[addr>>runPageBits]
	if p == nil {
		if b == (runByte{}) {
			return
		}
		p = &runPage{}
		m[addr>>runPageBits] = p
	}
	p[addr&(runPageSize-1)] = b
}

// write puts the bytes of a term of 8*size bits at addr.
func (m runMemory) write(addr, size uint64, t logic.T) {
	for k := range size {
		m.set(addr+k, runByte{t, uint8(k)})
	}
}

// clear forgets a range; whole pages go away.
func (m runMemory) clear(addr, size uint64) {
	if size>>runPageBits > uint64(len(m)) { // more pages than there are
		for p := range m {
			if base := p << runPageBits; base-addr < size && base-addr+runPageSize <= size {
				delete(m, p)
			}
		}
		first := (runPageSize - addr&(runPageSize-1)) & (runPageSize - 1)
		last := (addr + size) & (runPageSize - 1)
		m.clear(addr, first)
		m.clear(addr+size-last, last)
		return
	}
	for k := uint64(0); k < size; {
		a := addr + k
		if a&(runPageSize-1) == 0 && size-k >= runPageSize {
			delete(m, a>>runPageBits)
			k += runPageSize
			continue
		}
		m.set(a, runByte{})
		k++
	}
}

// run is the number of bytes from addr on, at most size, that are consecutive
// bytes of one term, or all without term.
func (m runMemory) run(addr, size uint64) (runByte, uint64) {
	b := m.at(addr)
	n := uint64(1)
	for n < size {
		c := m.at(addr + n)
		if c.term != b.term || b.term != 0 && c.k != b.k+uint8(n) {
			break
		}
		n++
	}
	return b, n
}
