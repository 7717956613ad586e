package interp

import (
	"fmt"
	"slices"
	"sort"

	"culprit/cfg"
)

// block is a live or dead piece of memory.
type block struct {
	addr, size uint64
	obj        *cfg.Object // nil for heap blocks
	stack      bool        // alloca or a local of an activation
	dead       bool
}

func (b *block) String() string {
	if b.obj != nil {
		return b.obj.Name
	}
	if b.stack {
		return "stack block"
	}
	return "heap block"
}

// objectTable is a set of disjoint blocks by ascending address.
type objectTable []block

func staticObjects(p *cfg.Program) objectTable {
	t := make(objectTable, 0, len(p.Objects))
	for _, o := range p.Objects {
		t = append(t, block{addr: o.Addr, size: o.Size, obj: o, stack: o.Proc != nil})
	}
	slices.SortFunc(t, func(a, b block) int {
		switch {
		case a.addr < b.addr:
			return -1
		case a.addr > b.addr:
			return 1
		}
		return 0
	})
	return t
}

// below returns the last block that starts at or below addr, or nil.
func (t objectTable) below(addr uint64) *block {
	i := sort.Search(len(t), func(i int) bool { return t[i].addr > addr })
	if i == 0 {
		return nil
	}
	return &t[i-1]
}

// contains reports whether [addr, addr+n) lies within b.
func (b *block) contains(addr, n uint64) bool {
	return addr >= b.addr && n <= b.size && addr-b.addr <= b.size-n
}

// nearby is how far behind its end an access still counts as one out of the
// bounds of a block rather than as a wild one.
const nearby = 1 << 16

// classify says what is wrong with an access to [addr, addr+n), n > 0.
func (m *machine) classify(addr, n uint64, write bool) (FaultKind, string) {
	if m.lastBlock != nil && !m.lastBlock.dead && m.lastBlock.contains(addr, n) && !(write && m.lastBlock.readOnly()) {
		return NoFault, ""
	}
	var best *block
	for _, t := range [4]objectTable{m.statics, m.heap, m.stack, m.args} {
		if b := t.below(addr); b != nil && (best == nil || b.addr > best.addr) {
			best = b
		}
	}
	switch {
	case addr < 4096:
		return NullAccess, fmt.Sprintf("address %d", addr)
	case best == nil:
		return WildAccess, fmt.Sprintf("address %#x", addr)
	case best.contains(addr, n):
		if best.dead {
			return UseAfterFree, fmt.Sprintf("%v, offset %d", best, addr-best.addr)
		}
		if write && best.readOnly() {
			return ConstWrite, best.String()
		}
		m.lastBlock = best
		return NoFault, ""
	case addr-best.addr < best.size+nearby:
		return OutOfBounds, fmt.Sprintf("offset %d, %d bytes in %v of %d bytes", addr-best.addr, n, best, best.size)
	}
	return WildAccess, fmt.Sprintf("address %#x", addr)
}

func (b *block) readOnly() bool { return b.obj != nil && b.obj.Const }
