package interp

import (
	"encoding/binary"
	"slices"
)

const (
	pageBits = 12
	pageSize = 1 << pageBits
	tlbSize  = 64
)

type page [pageSize]byte

// memory is a sparse, zero-initialised, little-endian byte array over
// addresses of a fixed width.
type memory struct {
	mask  uint64 // address mask
	pages map[uint64]*page
	tag   [tlbSize]uint64 // page number + 1
	tlb   [tlbSize]*page
	limit int  // most pages to allocate
	full  bool // the limit was hit; later writes are lost
}

var zeroPage page

func newMemory(ptrBits, limit int) *memory {
	return &memory{mask: maskOf(ptrBits), pages: make(map[uint64]*page), limit: limit}
}

// bytes is the size of the most pages.
func (m *memory) bytes() uint64 { return uint64(m.limit) << pageBits }

// release gives up the pages that lie wholly within a range that is no longer
// used.
func (m *memory) release(addr, size uint64) {
	first, last := (addr+pageSize-1)>>pageBits, (addr+size)>>pageBits
	if last-first > uint64(len(m.pages)) {
		for n := range m.pages {
			if n >= first && n < last {
				m.drop(n)
			}
		}
		return
	}
	for n := first; n < last; n++ {
		m.drop(n)
	}
}

func (m *memory) drop(n uint64) {
	delete(m.pages, n)
	if i := n % tlbSize; m.tag[i] == n+1 {
		m.tag[i], m.tlb[i] = 0, nil
	}
}

// read returns the page of an address for reading.
func (m *memory) read(addr uint64) *page {
	n := addr >> pageBits
	i := n % tlbSize
	if m.tag[i] == n+1 {
		return m.tlb[i]
	}
	p := m.pages[n]
	if p == nil {
		return &zeroPage
	}
	m.tag[i], m.tlb[i] = n+1, p
	return p
}

// write returns the page of an address for writing.
func (m *memory) write(addr uint64) *page {
	n := addr >> pageBits
	i := n % tlbSize
	if m.tag[i] == n+1 {
		return m.tlb[i]
	}
	p := m.pages[n]
	if p == nil {
		if len(m.pages) >= m.limit {
			m.full = true
			return new(page)
		}
		p = new(page)
		m.pages[n] = p
	}
	m.tag[i], m.tlb[i] = n+1, p
	return p
}

// load returns the masked little-endian value at addr.
func (m *memory) load(addr, mask uint64) uint64 {
	if off := addr & (pageSize - 1); off <= pageSize-8 {
		return binary.LittleEndian.Uint64(m.read(addr)[off:]) & mask
	}
	var v uint64
	for i := uint64(0); i < 8 && mask>>(8*i) != 0; i++ {
		v |= uint64(m.byteAt(addr+i)) << (8 * i)
	}
	return v & mask
}

// store writes the low n bytes of v.
func (m *memory) store(addr uint64, n uint8, v uint64) {
	if off := addr & (pageSize - 1); off <= pageSize-8 {
		b := m.write(addr)[off:]
		switch n {
		case 1:
			b[0] = byte(v)
			return
		case 2:
			binary.LittleEndian.PutUint16(b, uint16(v))
			return
		case 4:
			binary.LittleEndian.PutUint32(b, uint32(v))
			return
		case 8:
			binary.LittleEndian.PutUint64(b, v)
			return
		}
	}
	for i := range uint64(n) {
		m.setByte(addr+i, byte(v>>(8*i)))
	}
}

func (m *memory) byteAt(addr uint64) byte {
	addr &= m.mask
	return m.read(addr)[addr&(pageSize-1)]
}

func (m *memory) setByte(addr uint64, b byte) {
	addr &= m.mask
	m.write(addr)[addr&(pageSize-1)] = b
}

// fill sets size bytes from addr on to b. Zero filling of untouched pages
// costs nothing.
func (m *memory) fill(addr uint64, b byte, size uint64) {
	if b == 0 && size>>pageBits > uint64(len(m.pages)) {
		for _, n := range m.pageNumbers() {
			m.zeroWithin(n, addr, size)
		}
		return
	}
	for size > 0 && !m.full {
		addr &= m.mask
		off := addr & (pageSize - 1)
		n := min(pageSize-off, size)
		if b != 0 || m.pages[addr>>pageBits] != nil {
			part := m.write(addr)[off : off+n]
			for i := range part {
				part[i] = b
			}
		}
		addr += n
		size -= n
	}
}

// zeroWithin clears the bytes of page n that lie within the range.
func (m *memory) zeroWithin(n, addr, size uint64) {
	start := n << pageBits
	if (start-addr)&m.mask >= size && (addr-start)&m.mask >= pageSize {
		return
	}
	p := m.pages[n]
	for i := range uint64(pageSize) {
		if (start+i-addr)&m.mask < size {
			p[i] = 0
		}
	}
}

func (m *memory) pageNumbers() []uint64 {
	out := make([]uint64, 0, len(m.pages))
	for n := range m.pages {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// copy moves size bytes as if through a temporary.
func (m *memory) copy(dst, src, size uint64) {
	if dst == src || size == 0 {
		return
	}
	if size > uint64(m.limit)<<pageBits {
		m.full = true
		return
	}
	if (dst-src)&m.mask < size { // overlapping, destination above: backward
		for i := size; i > 0 && !m.full; i-- {
			m.setByte(dst+i-1, m.byteAt(src+i-1))
		}
		return
	}
	for size > 0 && !m.full {
		dst &= m.mask
		src &= m.mask
		do, so := dst&(pageSize-1), src&(pageSize-1)
		n := min(pageSize-do, pageSize-so, size)
		from := m.read(src)
		copy(m.write(dst)[do:do+n], from[so:so+n])
		dst += n
		src += n
		size -= n
	}
}
