package interp

import "culprit/cfg"

// Check of the alias analysis (Limits.Regions). For every byte the region
// through which it was last written is kept; a read through another region
// would see an older value in an encoding with one array per region, and is
// noted as RegionClash. So is an access that does not fit the cells of its
// region.

// regionID identifies a region in the owner map; 0 is reserved for bytes that
// nobody wrote.
func regionID(r *cfg.Region) int32 {
	if r == nil {
		return 1
	}
	return int32(r.ID) + 2
}

func (m *machine) regionName(id int32) string {
	if id == 1 {
		return "no region"
	}
	return m.code.prog.Regions[id-2].Name
}

// region emits the check of one scalar access.
func (c *compiler) region(r *cfg.Region, addr int32, n uint8, write bool) {
	if c.opt.regions {
		c.emit(instr{op: opRegion, a: addr, b: regionID(r), sh: n, aux: uint8(b2u(write))})
	}
}

// readRegion checks a read of size bytes.
func (m *machine) readRegion(pc int32, r *cfg.Region, addr, size uint64) {
	m.fitsCells(pc, r, addr, size)
	id := regionID(r)
	for i := range min(size, maxBytes) {
		if o := m.owner[(addr+i)&m.mem.mask]; o != 0 && o != id {
			m.fault(pc, RegionClash, textual("read through %s of what was written through %s", m.regionName(id), m.regionName(o)))
			return
		}
	}
}

// writeRegion records a write of size bytes.
func (m *machine) writeRegion(pc int32, r *cfg.Region, addr, size uint64) {
	m.fitsCells(pc, r, addr, size)
	id := regionID(r)
	for i := range min(size, maxBytes) {
		m.owner[(addr+i)&m.mem.mask] = id
	}
}

func (m *machine) fitsCells(pc int32, r *cfg.Region, addr, size uint64) {
	if r == nil || r.Cell <= 8 {
		return
	}
	if n := uint64(r.Cell / 8); addr%n != 0 || size%n != 0 {
		m.fault(pc, RegionClash, textual("access to %d bytes at %#x does not fit the cells of %s", size, addr, r.Name))
	}
}

// scalarRegion executes opRegion.
func (m *machine) scalarRegion(pc int32, in *instr) {
	if k, _ := m.classify(m.reg[in.a], uint64(in.sh), false); k != NoFault {
		return // the analysis assumes accesses within objects
	}
	var r *cfg.Region
	if in.b > 1 {
		r = m.code.prog.Regions[in.b-2]
		if r.Cell > 8 && r.Cell != 8*int(in.sh) {
			m.fault(pc, RegionClash, textual("access to %d bytes in %s with cells of %d bits", in.sh, r.Name, r.Cell))
		}
	}
	if in.aux == 1 {
		m.writeRegion(pc, r, m.reg[in.a], uint64(in.sh))
	} else {
		m.readRegion(pc, r, m.reg[in.a], uint64(in.sh))
	}
}

// blockRegions checks a statement on a range of memory.
func (m *machine) blockRegions(pc int32, in *instr) {
	switch s := m.code.prog.Edges[in.dst].Stmt.(type) {
	case *cfg.MemCopy:
		site := m.code.copies[in.a]
		size := m.reg[site.size]
		m.readRegion(pc, s.SrcRegion, m.reg[site.src], m.copySize(in, m.reg[site.src], size))
		m.writeRegion(pc, s.DstRegion, m.reg[site.dst], size)
	case *cfg.MemSet:
		site := m.code.copies[in.a]
		m.writeRegion(pc, s.Region, m.reg[site.dst], m.reg[site.size])
	case *cfg.MemHavoc:
		m.writeRegion(pc, s.Region, m.reg[in.a], m.reg[in.b])
	case *cfg.Alloc:
		if !s.Zero { // fresh memory is zero in all regions
			id, p := regionID(s.Region), m.reg[in.b]
			for i := range min(m.reg[in.a], maxBytes) {
				m.owner[p+i] = id
			}
		}
	}
}
