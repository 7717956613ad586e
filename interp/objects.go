package interp

import (
	"math/bits"
	"slices"
	"sort"

	"culprit/cfg"
)

// block is a live or dead piece of memory.
type block struct {
	addr, size uint64
	obj        *cfg.Object // nil for heap blocks
	local      *cfg.Var    // for a local object of a recursive function, the variable with its address
	name       string      // for blocks that the machine made: argv, errno
	alloc      *cfg.Edge   // the user's call that made a heap block
	freed      *cfg.Edge   // the user's call that freed it
	stack      bool        // alloca or a local of an activation
	dead       bool
	left       bool // a stack block whose scope was left
	lib        bool // an object of the C library (cfg.Alloc)
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
	if i := t.index(addr); i >= 0 {
		return &t[i]
	}
	return nil
}

// index is the position of the last block that starts at or below addr, -1 if
// there is none.
func (t objectTable) index(addr uint64) int {
	return sort.Search(len(t), func(i int) bool { return t[i].addr > addr }) - 1
}

// contains reports whether [addr, addr+n) lies within b.
func (b *block) contains(addr, n uint64) bool {
	return addr >= b.addr && n <= b.size && addr-b.addr <= b.size-n
}

// extentSlots is the size of the cache of blocks found alive.
const extentSlots = 256

// extent is a block that could be read and written when as many blocks had
// died as deaths says, and can be since then if no other of its kind has died.
type extent struct {
	addr, size, deaths uint64
	kind               lifetime
}

// lifetime is what ends a block: being freed, or for those of functions also the end of
// an activation.
type lifetime uint8

const (
	lasting lifetime = iota
	local
	lifetimes
)

func (b *block) lifetime() lifetime {
	if b.stack || b.obj != nil && b.obj.Proc != nil {
		return local
	}
	return lasting
}

// localDied says that blocks of functions died, and died that any did.
func (o *blocks) localDied() {
	o.deaths[local]++
	if b := o.lastBlock; b != nil && b.lifetime() == local {
		o.lastBlock = nil
	}
}

func (o *blocks) died() {
	o.deaths[lasting]++
	o.deaths[local]++
}

// quickBoth reports whether it is known without a search that two addresses lie in one
// block.
func (o *blocks) quickBoth(a, b uint64) bool {
	x := &o.extents[b>>5%extentSlots]
	return a-x.addr < x.size && b-x.addr < x.size && x.deaths == o.deaths[x.kind&1]
}

// quick reports whether it is known without a search that [addr, addr+n), n > 0, may be
// read and written.
func (o *blocks) quick(addr, n uint64) bool {
	x := &o.extents[addr>>5%extentSlots]
	d := addr - x.addr
	return d < x.size && n <= x.size-d && x.deaths == o.deaths[x.kind&1]
}

// blocks are the objects of an execution, alive and dead, each area of memory
// in a table of its own.
type blocks struct {
	ptrBits   int
	statics   objectTable
	heap      objectTable
	stack     objectTable
	args      objectTable // argv and its strings (Run only)
	pool      *pool       // what Run reuses of the heap, nil elsewhere
	lastBlock *block
	extents   [extentSlots]extent  // found before, by address
	deaths    [lifetimes]uint64    // from 1: how often blocks died
	heapBase  uint64               // first address of the heap (Run only)
	libTop    uint64               // end of the heap of a program without HeapTop
	nextArg   uint64               // address of the next block of args
	ended     map[*cfg.Object]bool // local objects whose block was left
	allocas   []stackBlock         // where activations share their locals
	guarded   bool                 // const objects of functions must not be changed, either
}

// clone copies the blocks of a machine between two instances.
func (o *blocks) clone() blocks {
	c := *o
	if o.pool != nil {
		c.pool = o.pool.clone()
	}
	c.heap, c.stack, c.args = slices.Clone(o.heap), slices.Clone(o.stack), slices.Clone(o.args)
	c.lastBlock = nil
	return c
}

// classify says what is wrong with an access to [addr, addr+n), n > 0, and
// which block it hit or missed.
func (o *blocks) classify(addr, n uint64, write bool) (FaultKind, *block) {
	if b := o.lastBlock; b != nil && !b.dead && b.contains(addr, n) && !(write && o.readOnly(b, addr, n)) {
		return NoFault, nil
	}
	if o.quick(addr, n) {
		return NoFault, nil
	}
	best := o.blockAt(addr)
	switch {
	case best != nil && best.contains(addr, n):
		if best.dead {
			return UseAfterFree, best
		}
		if write && o.readOnly(best, addr, n) {
			return ConstWrite, best
		}
		o.lastBlock = best
		if !o.readOnly(best, best.addr, best.size) {
			k := best.lifetime()
			o.extents[addr>>5%extentSlots] = extent{best.addr, best.size, o.deaths[k], k}
		}
		return NoFault, nil
	case addr < 4096:
		return NullAccess, nil
	}
	if best = o.closest(best, addr, n); best == nil {
		return WildAccess, nil
	}
	return OutOfBounds, best
}

// blockAt returns the last block that starts at or below addr, or nil.
func (o *blocks) blockAt(addr uint64) *block {
	if o.pool != nil {
		return o.areaOf(addr).below(addr)
	}
	var best *block
	for _, t := range [4]objectTable{o.statics, o.heap, o.stack, o.args} {
		if b := t.below(addr); b != nil && (best == nil || b.addr > best.addr) {
			best = b
		}
	}
	return best
}

// areaOf is the table that holds the blocks around an address. In a Run the
// areas of memory do not overlap.
func (o *blocks) areaOf(addr uint64) objectTable {
	switch bits := o.ptrBits; {
	case addr < o.heapBase:
		return o.statics
	case addr < stackBase(bits):
		return o.heap
	case addr < environment(bits):
		return o.stack
	}
	return o.args
}

// nearby is how far from a block, in bytes, an access still counts as one out
// of its bounds rather than as a wild one.
const nearby = 1 << 16

// closest returns the block that an access inside none was most likely meant
// for: the one before it or the next one, nil if both are far away.
func (o *blocks) closest(before *block, addr, n uint64) *block {
	if before != nil && before.contains(addr, 1) {
		return before
	}
	var next *block
	for _, t := range [4]objectTable{o.statics, o.heap, o.stack, o.args} {
		i := sort.Search(len(t), func(i int) bool { return t[i].addr > addr })
		if i < len(t) && (next == nil || t[i].addr < next.addr) {
			next = &t[i]
		}
	}
	behind, ahead := uint64(nearby), uint64(nearby)
	if before != nil {
		behind = addr - (before.addr + before.size)
	}
	if next != nil {
		ahead = next.addr - min(addr+n, next.addr)
	}
	switch {
	case behind >= nearby && ahead >= nearby:
		return nil
	case behind <= ahead:
		return before
	}
	return next
}

// readOnly reports whether some of n bytes of a block must not be changed.
func (o *blocks) readOnly(b *block, addr, n uint64) bool {
	return b.obj != nil && (b.obj.Const || o.guarded && b.obj.Keeps(addr-b.addr, n))
}

// environment is where argv and objects of the library begin.
func environment(ptrBits int) uint64 { return stackBase(ptrBits) + 0x20000000 }

// stackBase is where objects of nested activations live: above the heap.
func stackBase(ptrBits int) uint64 {
	if ptrBits == 32 {
		return 0xC0000000
	}
	return 0x7fff00000000
}

// pool is what Run reuses of the heap.
type pool struct {
	free    map[uint64][]int32 // blocks that may be used again, by their room
	waiting []int32            // freed blocks, oldest first
	held    uint64             // room of the waiting blocks in bytes
	// Blocks wait until there are more than that.
	maxWaiting int
	maxHeld    uint64
}

func newPool() *pool {
	return &pool{free: make(map[uint64][]int32), maxWaiting: 1 << 16, maxHeld: 1 << 24}
}

// clone copies the pool.
func (p *pool) clone() *pool {
	n := *p
	n.free = make(map[uint64][]int32, len(p.free))
	for room, list := range p.free {
		n.free[room] = append([]int32(nil), list...)
	}
	n.waiting = append([]int32(nil), p.waiting...)
	return &n
}

// room is the distance to the next block: the size and a gap of a quarter of
// it, rounded up so that blocks of similar size can take each other's place.
func room(size uint64) uint64 {
	n := size + min(max(size/4, 32), 4096)
	step := uint64(16)
	if n > 256 {
		step = 1 << (bits.Len64(n) - 4)
	}
	return (n + step - 1) &^ (step - 1)
}

// take returns a freed block with room for size bytes, or -1.
func (p *pool) take(size uint64) int32 {
	list := p.free[room(size)]
	if len(list) == 0 {
		return -1
	}
	i := list[len(list)-1]
	p.free[room(size)] = list[:len(list)-1]
	return i
}

// stackBlock is a block of the heap table that ends with an activation.
type stackBlock struct{ depth, index int32 }

// endedAddr is what a pointer gets in place of the address of an object whose life
// has ended. No object is near.
func endedAddr(ptrBits int) uint64 {
	if ptrBits == 32 {
		return 0xec000000
	}
	return 1 << 62
}
