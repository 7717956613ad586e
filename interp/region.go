package interp

import (
	"culprit/cfg"
	"culprit/interp/code"
)

// Check of the alias analysis (Limits.Regions). For every byte the region
// through which it was last written is kept; a read through another region
// would see an older value in an encoding with one array per region, and is
// noted as RegionClash. So is an access that does not fit the cells of its
// region.

func (m *machine) regionName(id int32) string {
	if id == 1 {
		return "no region"
	}
	return m.code.Prog.Regions[id-2].Name
}

// readRegion checks a read of size bytes.
func (m *machine) readRegion(pc int32, r *cfg.Region, addr, size uint64) {
	m.fitsCells(pc, r, addr, size)
	id := code.RegionID(r)
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
	id := code.RegionID(r)
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

// scalarRegion executes code.Region.
func (m *machine) scalarRegion(pc int32, in *code.Instr) {
	if k, _ := m.classify(m.reg[in.A], uint64(in.Sh), false); k != NoFault {
		return // the analysis assumes accesses within objects
	}
	var r *cfg.Region
	if in.B > 1 {
		r = m.code.Prog.Regions[in.B-2]
		if r.Cell > 8 && r.Cell != 8*int(in.Sh) {
			m.fault(pc, RegionClash, textual("access to %d bytes in %s with cells of %d bits", in.Sh, r.Name, r.Cell))
		}
	}
	if in.Aux == 1 {
		m.writeRegion(pc, r, m.reg[in.A], uint64(in.Sh))
	} else {
		m.readRegion(pc, r, m.reg[in.A], uint64(in.Sh))
	}
}

// blockRegions checks a statement on a range of memory.
func (m *machine) blockRegions(pc int32, in *code.Instr) {
	switch s := m.code.Prog.Edges[in.Dst].Stmt.(type) {
	case *cfg.MemCopy:
		site := m.code.Copies[in.A]
		size := m.reg[site.Size]
		m.readRegion(pc, s.SrcRegion, m.reg[site.Src], m.copySize(in, m.reg[site.Src], size))
		m.writeRegion(pc, s.DstRegion, m.reg[site.Dst], size)
	case *cfg.MemSet:
		site := m.code.Copies[in.A]
		m.writeRegion(pc, s.Region, m.reg[site.Dst], m.reg[site.Size])
	case *cfg.MemHavoc:
		m.writeRegion(pc, s.Region, m.reg[in.A], m.reg[in.B])
	case *cfg.Alloc:
		if !s.Zero { // fresh memory is zero in all regions
			id, p := code.RegionID(s.Region), m.reg[in.B]
			for i := range min(m.reg[in.A], maxBytes) {
				m.owner[p+i] = id
			}
		}
	}
}
