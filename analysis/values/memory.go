package values

import (
	"slices"

	"culprit/cfg"
)

// cell is a scalar in memory at a constant address.
type cell struct {
	region int32 // Region.ID, or -1 without alias analysis
	addr   uint64
	bytes  int
}

func cmpCell(c, d *cell) int {
	switch {
	case c.region != d.region:
		return int(c.region) - int(d.region)
	case c.addr != d.addr:
		if c.addr < d.addr {
			return -1
		}
		return 1
	}
	return c.bytes - d.bytes
}

func regionID(r *cfg.Region) int32 {
	if r == nil {
		return -1
	}
	return int32(r.ID)
}

func (d *domain) isCell(k key) bool         { return int(k) >= d.nvars }
func (d *domain) cellOf(k key) *cell        { return &d.cells[int(k)-d.nvars] }
func (d *domain) lastAddress() uint64       { return umax(d.prog.PtrBits) }
func (c *cell) last() uint64                { return c.addr + uint64(c.bytes) - 1 }
func (c *cell) overlaps(lo, hi uint64) bool { return c.addr <= hi && c.last() >= lo }

// cellKey is the key of a cell; the address range must not wrap.
func (d *domain) cellKey(c cell) key {
	if k, ok := d.cellIDs[c]; ok {
		return k
	}
	k := key(d.nvars + len(d.cells))
	d.cells = append(d.cells, c)
	d.cellIDs[c] = k
	return k
}

// loadCell is what s knows about n bytes at addr.
func (d *domain) loadCell(s *state, region int32, addr uint64, n int) *val {
	if addr > d.lastAddress()-uint64(n-1) {
		return nil
	}
	if k, ok := d.cellIDs[cell{region, addr, n}]; ok {
		if v := s.get(k); v != nil {
			return v
		}
	}
	return d.assemble(s, region, addr, n)
}

// assemble builds the value from runs and from constant cells of other widths.
func (d *domain) assemble(s *state, region int32, addr uint64, n int) *val {
	last := addr + uint64(n) - 1
	var known, value uint64 // by byte
	for _, r := range s.runs {
		if r.region != region || r.hi < addr || r.lo > last {
			continue
		}
		for i := 0; i < n; i++ {
			if at := addr + uint64(i); at >= r.lo && at <= r.hi {
				known |= 1 << uint(i)
				value |= uint64(r.b) << uint(8*i)
			}
		}
	}
	all := uint64(1)<<uint(n) - 1
	if known == all {
		return konst(8*n, value)
	}
	first, _ := s.find(key(d.nvars))
	for _, e := range s.e[first:] {
		c := d.cellOf(e.k)
		if c.region != region || !c.overlaps(addr, last) {
			continue
		}
		v, ok := e.v.single()
		if !ok {
			return nil
		}
		for i := 0; i < n; i++ {
			if at := addr + uint64(i); at >= c.addr && at <= c.last() {
				known |= 1 << uint(i)
				value |= v >> (8 * (at - c.addr)) & 0xff << uint(8*i)
			}
		}
	}
	if known != all {
		return nil
	}
	return konst(8*n, value)
}

// load evaluates a memory read.
func (d *domain) load(s *state, e *cfg.Load) *val {
	w := e.T.Width()
	if w%8 != 0 {
		return nil
	}
	addr := d.eval(s, e.Addr)
	if addr == nil || addr.set == nil {
		return nil
	}
	region := regionID(e.Region)
	var r *val
	for i, at := range addr.set {
		v := d.loadCell(s, region, at, w/8)
		if v == nil {
			return nil
		}
		if i == 0 {
			r = v
		} else {
			r = join(r, v)
		}
	}
	return r
}

// clobber forgets the bytes from lo to hi of a region; s is changed in place.
func (d *domain) clobber(s *state, region int32, lo, hi uint64) {
	first, _ := s.find(key(d.nvars))
	keep := s.e[:first]
	for _, e := range s.e[first:] {
		if c := d.cellOf(e.k); c.region != region || !c.overlaps(lo, hi) {
			keep = append(keep, e)
		}
	}
	s.e = keep
	d.cutRuns(s, region, lo, hi)
	s.h = 0
}

func (d *domain) cutRuns(s *state, region int32, lo, hi uint64) {
	hit := false
	for _, r := range s.runs {
		hit = hit || r.region == region && r.lo <= hi && r.hi >= lo
	}
	if !hit {
		return
	}
	var out []run
	for _, r := range s.runs {
		if r.region != region || r.lo > hi || r.hi < lo {
			out = append(out, r)
			continue
		}
		if r.lo < lo {
			out = append(out, run{region, r.lo, lo - 1, r.b})
		}
		if r.hi > hi {
			out = append(out, run{region, hi + 1, r.hi, r.b})
		}
	}
	s.runs = out
}

// extent is the range of bytes that n bytes at an address in addr may touch.
func (d *domain) extent(addr *val, n uint64) (lo, hi uint64) {
	ulo, uhi, _, _ := addr.view(d.prog.PtrBits)
	if n == 0 || n-1 > d.lastAddress()-uhi {
		return 0, d.lastAddress() // may wrap
	}
	return ulo, uhi + n - 1
}

// store writes v of width w at addr; s is changed in place.
func (d *domain) store(s *state, region int32, addr *val, w int, v *val) {
	n := (w + 7) / 8
	at, exact := addr.single()
	if exact && w%8 == 0 && at <= d.lastAddress()-uint64(n-1) {
		d.clobber(s, region, at, at+uint64(n)-1)
		s.set(d.cellKey(cell{region, at, n}), v)
		return
	}
	if addr != nil && addr.set != nil && w%8 == 0 && addr.uhi <= d.lastAddress()-uint64(n-1) {
		d.weakStore(s, region, addr.set, n, v)
		return
	}
	lo, hi := d.extent(addr, uint64(n))
	d.clobber(s, region, lo, hi)
}

// weakStore writes to one of several addresses: cells there may keep or change
// their value, everything else they overlap is forgotten.
func (d *domain) weakStore(s *state, region int32, addrs []uint64, n int, v *val) {
	type update struct {
		k key
		v *val
	}
	var ups []update
	for i, at := range addrs {
		lone := (i == 0 || addrs[i-1]+uint64(n) <= at) && (i+1 == len(addrs) || at+uint64(n) <= addrs[i+1])
		if old := d.loadCell(s, region, at, n); lone && old != nil {
			if j := join(old, v); j != nil {
				ups = append(ups, update{d.cellKey(cell{region, at, n}), j})
			}
		}
	}
	for _, at := range addrs {
		d.clobber(s, region, at, at+uint64(n)-1)
	}
	for _, u := range ups {
		s.set(u.k, u.v)
	}
}

// fillMemory writes size bytes of value v at dst; a nil v is any bytes.
func (d *domain) fillMemory(s *state, region int32, dst, v, size *val) {
	if n, ok := size.single(); ok && n == 0 {
		return
	}
	_, most, _, _ := size.view(d.prog.PtrBits)
	lo, hi := d.extent(dst, most)
	d.clobber(s, region, lo, hi)
	at, okAt := dst.single()
	b, okB := v.single()
	n, okN := size.single()
	if okAt && okB && okN && n-1 <= d.lastAddress()-at {
		s.runs = append(slices.Clone(s.runs), run{region, at, at + n - 1, byte(b)})
		slices.SortFunc(s.runs, cmpRun)
		s.runs = mergeRuns(s.runs)
		s.h = 0
	}
}

func mergeRuns(rs []run) []run {
	out := rs[:0]
	for _, r := range rs {
		if n := len(out); n > 0 && out[n-1].region == r.region && out[n-1].b == r.b && out[n-1].hi+1 == r.lo && out[n-1].hi+1 != 0 {
			out[n-1].hi = r.hi
			continue
		}
		out = append(out, r)
	}
	return out
}

// copyMemory copies size bytes from src to dst.
func (d *domain) copyMemory(s *state, m *cfg.MemCopy, dst, src, size *val) {
	dr, sr := regionID(m.DstRegion), regionID(m.SrcRegion)
	if n, ok := size.single(); ok && n == 0 {
		return
	}
	var cells []entry
	var runs []run
	to, ok1 := dst.single()
	from, ok2 := src.single()
	n, ok3 := size.single()
	if ok1 && ok2 && ok3 && n-1 <= d.lastAddress()-to && n-1 <= d.lastAddress()-from {
		last := from + n - 1
		first, _ := s.find(key(d.nvars))
		for _, e := range s.e[first:] {
			if c := *d.cellOf(e.k); c.region == sr && c.addr >= from && c.last() <= last {
				cells = append(cells, entry{d.cellKey(cell{dr, c.addr - from + to, c.bytes}), e.v})
			}
		}
		for _, r := range s.runs {
			if lo, hi := max(r.lo, from), min(r.hi, last); r.region == sr && lo <= hi {
				runs = append(runs, run{dr, lo - from + to, hi - from + to, r.b})
			}
		}
	}
	_, most, _, _ := size.view(d.prog.PtrBits)
	lo, hi := d.extent(dst, most)
	d.clobber(s, dr, lo, hi)
	for _, e := range cells {
		s.set(e.k, e.v)
	}
	if len(runs) > 0 {
		s.runs = append(slices.Clone(s.runs), runs...)
		slices.SortFunc(s.runs, cmpRun)
		s.runs = mergeRuns(s.runs)
	}
	s.h = 0
}
