package interp

import (
	"encoding/binary"
	"maps"
	"slices"

	"culprit/interp/code"
)

const (
	pageBits = 12
	pageSize = 1 << pageBits
	tlbSize  = 64
	dirBits  = 9
	dirSize  = 1 << dirBits
)

type page [pageSize]byte

// owner is the identity of the memory that may write a page or directory in
// place; all others copy it first.
type owner struct{ _ byte }

// dir is a run of consecutive pages.
type dir struct {
	owner  *owner
	pages  [dirSize]*page // nil: zero
	owners [dirSize]*owner
}

// memory is a sparse, zero-initialised, little-endian byte array over
// addresses of a fixed width. Copies share pages until one of them writes.
type memory struct {
	mask  uint64 // address mask
	dirs  map[uint64]*dir
	owner *owner
	count int             // pages
	tag   [tlbSize]uint64 // page number + 1
	tlb   [tlbSize]*page
	wtag  [tlbSize]uint64 // the same for pages that may be written in place
	wtlb  [tlbSize]*page
	limit int  // most pages to allocate
	full  bool // the limit was hit; later writes are lost
}

var zeroPage page

func newMemory(ptrBits, limit int) *memory {
	return &memory{mask: code.MaskOf(ptrBits), dirs: make(map[uint64]*dir), owner: new(owner), limit: limit}
}

// clone returns a copy; no page is copied before it is written.
func (m *memory) clone() *memory {
	c := &memory{mask: m.mask, dirs: maps.Clone(m.dirs), owner: new(owner), count: m.count, limit: m.limit, full: m.full}
	m.owner = new(owner) // what was its own is shared now
	m.wtag = [tlbSize]uint64{}
	return c
}

// empty makes all bytes zero. A small memory keeps its pages for what is written next.
func (m *memory) empty() {
	m.full = false
	if m.count > keptPages {
		m.dirs = make(map[uint64]*dir)
		m.count = 0
	}
	kept := 0
	for n, d := range m.dirs {
		if d.owner != m.owner {
			delete(m.dirs, n)
			continue
		}
		for i, p := range d.pages {
			switch {
			case p == nil:
			case d.owners[i] == m.owner:
				*p = page{}
				kept++
			default:
				d.pages[i] = nil
			}
		}
	}
	if kept < m.count || kept == 0 { // what it knows of its pages is of others, too
		m.count = kept
		m.tag, m.wtag = [tlbSize]uint64{}, [tlbSize]uint64{}
	}
}

// keptPages are as many as are cleared faster than they are made.
const keptPages = 64

// replaced counts the pages of m that the later copy next no longer shares.
func (m *memory) replaced(next *memory) int {
	n := 0
	for k, d := range m.dirs {
		o := next.dirs[k]
		if o == d {
			continue
		}
		for i, p := range d.pages {
			if p != nil && (o == nil || o.pages[i] != p) {
				n++
			}
		}
	}
	return n
}

// lookup returns a page, or nil.
func (m *memory) lookup(n uint64) *page {
	if d := m.dirs[n>>dirBits]; d != nil {
		return d.pages[n&(dirSize-1)]
	}
	return nil
}

// ownDir returns the directory of a page, to be written in place.
func (m *memory) ownDir(n uint64) *dir {
	d := m.dirs[n>>dirBits]
	switch {
	case d == nil:
		d = &dir{owner: m.owner}
	case d.owner != m.owner:
		c := *d
		c.owner = m.owner
		d = &c
	default:
		return d
	}
	m.dirs[n>>dirBits] = d
	return d
}

// own returns a page that may be written in place, or nil beyond the limit.
func (m *memory) own(n uint64) *page {
	if m.count >= m.limit && m.lookup(n) == nil {
		return nil
	}
	d, i := m.ownDir(n), n&(dirSize-1)
	switch {
	case d.pages[i] == nil:
		d.pages[i] = new(page)
		m.count++
	case d.owners[i] != m.owner:
		c := *d.pages[i]
		d.pages[i] = &c
	}
	d.owners[i] = m.owner
	return d.pages[i]
}

// bytes is the size of the most pages.
func (m *memory) bytes() uint64 { return uint64(m.limit) << pageBits }

// release gives up the pages that lie wholly within a range that is no longer
// used.
func (m *memory) release(addr, size uint64) {
	first, last := (addr+pageSize-1)>>pageBits, (addr+size)>>pageBits
	if last-first > uint64(m.count) {
		for _, n := range m.pageNumbers() {
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
	if m.lookup(n) == nil {
		return
	}
	d, i := m.ownDir(n), n&(dirSize-1)
	d.pages[i], d.owners[i] = nil, nil
	m.count--
	if i := n % tlbSize; m.tag[i] == n+1 {
		m.tag[i], m.tlb[i] = 0, nil
		m.wtag[i], m.wtlb[i] = 0, nil
	}
}

// read returns the page of an address for reading.
func (m *memory) read(addr uint64) *page {
	n := addr >> pageBits
	i := n % tlbSize
	if m.tag[i] == n+1 {
		return m.tlb[i]
	}
	p := m.lookup(n)
	if p == nil {
		p = &zeroPage // until write makes a page of it
	}
	m.tag[i], m.tlb[i] = n+1, p
	return p
}

// write returns the page of an address for writing.
func (m *memory) write(addr uint64) *page {
	n := addr >> pageBits
	i := n % tlbSize
	if m.wtag[i] == n+1 {
		return m.wtlb[i]
	}
	p := m.own(n)
	if p == nil {
		m.full = true
		return new(page)
	}
	m.tag[i], m.tlb[i] = n+1, p
	m.wtag[i], m.wtlb[i] = n+1, p
	return p
}

// near is the page of an address, if that was looked up before and the eight bytes from the
// address on lie in it; else nil.
func (m *memory) near(addr uint64) *page {
	n := addr >> pageBits
	if i := n % tlbSize; m.tag[i] == n+1 && addr&(pageSize-1) <= pageSize-8 {
		return m.tlb[i]
	}
	return nil
}

// nearOwn is near of a page that may be written.
func (m *memory) nearOwn(addr uint64) *page {
	n := addr >> pageBits
	if i := n % tlbSize; m.wtag[i] == n+1 && addr&(pageSize-1) <= pageSize-8 {
		return m.wtlb[i]
	}
	return nil
}

// put replaces those of the eight bytes at an address that the mask has.
func (p *page) put(addr, v, mask uint64) {
	b := p[addr&(pageSize-1):]
	binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(b)&^mask|v&mask)
}

// word is the eight bytes at an address of the page.
func (p *page) word(addr uint64) uint64 {
	return binary.LittleEndian.Uint64(p[addr&(pageSize-1):])
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
// costs nothing, and other bytes take one page for all that they fill.
func (m *memory) fill(addr uint64, b byte, size uint64) {
	if b == 0 && size>>pageBits > uint64(m.count) {
		for _, n := range m.pageNumbers() {
			m.zeroWithin(n, addr, size)
		}
		return
	}
	for size > 0 && !m.full {
		addr &= m.mask
		off := addr & (pageSize - 1)
		n := min(pageSize-off, size)
		switch {
		case b != 0 && off == 0 && size > pageSize:
			pages := min(size>>pageBits, (m.mask-addr)>>pageBits+1)
			m.share(addr>>pageBits, pages, b)
			n = pages << pageBits
		case b != 0 || m.lookup(addr>>pageBits) != nil:
			part := m.write(addr)[off : off+n]
			for i := range part {
				part[i] = b
			}
		}
		addr += n
		size -= n
	}
}

// share makes one page, which nobody owns, of so many from number n on.
func (m *memory) share(n, count uint64, b byte) {
	p := new(page)
	for i := range p {
		p[i] = b
	}
	whole := &dir{}
	for i := range whole.pages {
		whole.pages[i] = p
	}
	m.tag, m.wtag = [tlbSize]uint64{}, [tlbSize]uint64{}
	for end := n + count; n < end; {
		if n%dirSize == 0 && end-n >= dirSize && m.count+dirSize <= m.limit {
			if d := m.dirs[n>>dirBits]; d != nil {
				for _, old := range d.pages {
					m.count -= int(code.B2u(old != nil))
				}
			}
			m.dirs[n>>dirBits] = whole
			m.count += dirSize
			n += dirSize
			continue
		}
		if m.lookup(n) == nil {
			if m.count >= m.limit {
				m.full = true
				return
			}
			m.count++
		}
		d, i := m.ownDir(n), n&(dirSize-1)
		d.pages[i], d.owners[i] = p, nil
		n++
	}
}

// zeroWithin clears the bytes of page n that lie within the range.
func (m *memory) zeroWithin(n, addr, size uint64) {
	start := n << pageBits
	if (start-addr)&m.mask >= size && (addr-start)&m.mask >= pageSize {
		return
	}
	p := m.write(start)
	for i := range uint64(pageSize) {
		if (start+i-addr)&m.mask < size {
			p[i] = 0
		}
	}
}

func (m *memory) pageNumbers() []uint64 {
	out := make([]uint64, 0, m.count)
	for k, d := range m.dirs {
		for i, p := range d.pages {
			if p != nil {
				out = append(out, k<<dirBits|uint64(i))
			}
		}
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

// content copies a range out.
func (m *memory) content(addr, size uint64) []byte {
	if size > uint64(m.limit)<<pageBits {
		return nil
	}
	out := make([]byte, size)
	for i := range out {
		out[i] = m.byteAt(addr + uint64(i))
	}
	return out
}

// words calls f with the words of memory that are not zero, in any order.
func (m *memory) words(f func(addr, v uint64)) {
	for d, dir := range m.dirs {
		for i, p := range dir.pages {
			if p == nil {
				continue
			}
			base := (d<<dirBits + uint64(i)) << pageBits
			for off := 0; off < pageSize; off += 8 {
				if v := binary.LittleEndian.Uint64(p[off:]); v != 0 {
					f(base+uint64(off), v)
				}
			}
		}
	}
}
