package interp

import (
	"culprit/interp/code"
)

// Reads of uninitialised values, and of those that are not known (Run only), as
// code/flags.go compiles them.

// flags executes the instructions above.
func (m *machine) flags(pc int32, in *code.Instr) {
	switch in.Op {
	case code.Check:
		if flag := m.reg[in.A]; flag >= code.FirstOpaque {
			if in.Aux == 0 {
				m.notKnown(pc, flag)
			}
		} else if flag != 0 {
			v := m.code.Prog.Vars[int(in.A)-len(m.code.Prog.Vars)]
			m.uninitialised(pc, v)
		}
	case code.CheckLoad:
		if m.shadow.load(m.reg[in.A], lowBytes(in.Sh)) != 0 {
			m.uninitialisedBytes(pc, m.reg[in.A], uint64(in.Sh))
		}
	case code.LoadFlag:
		m.reg[in.Dst] = flagOfBytes(m.shadow.load(m.reg[in.A], lowBytes(in.Sh)))
	case code.StoreFlag:
		m.setShadowScalar(m.reg[in.A], in.Sh, m.reg[in.B])
	}
}

// flagOfBytes is the greatest of eight flags.
func flagOfBytes(w uint64) uint64 {
	flag := uint64(0)
	for ; w != 0; w >>= 8 {
		flag = max(flag, w&0xff)
	}
	return flag
}

// lowBytes is a mask of n bytes, 1 to 8.
func lowBytes(n uint8) uint64 { return ^uint64(0) >> ((64 - 8*n) & 63) }

// setShadowScalar sets the flags of n bytes. Most often they are as they shall be,
// and stay without a page.
func (m *machine) setShadowScalar(addr uint64, n uint8, flag uint64) {
	if f := 0x0101010101010101 * flag; m.shadow.load(addr, lowBytes(n)) != f&lowBytes(n) {
		m.shadow.store(addr, n, f)
	}
}

// setShadow marks a range of memory as initialised or not.
func (m *machine) setShadow(addr, size uint64, undefined bool) {
	m.setShadowFlag(addr, size, code.B2u(undefined))
}

func (m *machine) setShadowFlag(addr, size, flag uint64) {
	if m.shadow != nil {
		if flag != 0 {
			size = min(size, maxShadow)
		}
		m.shadow.fill(addr, byte(flag), size)
	}
}
