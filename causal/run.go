package causal

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sort"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/fault"
	"culprit/interp"
	"culprit/interp/dependence"
)

// The subjects of accesses that are not variables.
const (
	inMemory = -1 - iota
	inLibrary
	inOutput  // what has been printed so far
	inEnd     // how the run ends
	inOutcome // the outcome of the branch that is executed next
)

// access is one read or write of an instance.
type access struct {
	v    int32  // Var.ID, or one of the above
	size uint32 // of memory
	addr uint64
	val  uint64 // up to 8 bytes
}

// run is one of the two runs: what each instance read and wrote, its graph, and
// copies of the machine from which it is executed again.
type run struct {
	prog   *cfg.Program
	g      *dependence.Graph
	n      int
	result interp.RunResult
	out    []byte

	acc     []access
	off     []uint32 // by instance, and one more: where its accesses begin
	reads   []uint16 // how many of them are reads; the rest are writes
	printed []printing
	heap    []block // by address, and those at one address by time
	largest uint64  // of them
	now     int     // blockAt is asked about the state before this instance
	depth   map[int32]int

	points []*interp.Session // ascending
	extra  []*interp.Session // on the way to the last one asked for
}

// printing says that an instance printed up to an offset.
type printing struct{ at, end int }

// block is a block of the heap or the stack, where an address may be used again.
type block struct {
	addr, size uint64
	at         int // the instance that made it
}

// newRun executes a session once and keeps what it does. fresh makes a session
// at the beginning of the run; g is its graph.
func newRun(ctx context.Context, g *dependence.Graph, fresh func() *interp.Session) (*run, error) {
	r := &run{prog: g.Prog, g: g, n: g.N(), depth: map[int32]int{-1: 0}}
	r.off = make([]uint32, 0, r.n+1)
	r.reads = make([]uint16, 0, r.n)
	s := fresh()
	s.SetContext(ctx)
	var out bytes.Buffer
	s.SetOutput(&out, nil)
	live := fresh()
	live.SetContext(ctx)
	r.points = append(r.points, live.Fork())
	state := s.LibraryState()
	tooLong := false
	r.result = s.Visit(func(in *cfg.Instance) bool {
		if len(r.acc) > maxAccesses {
			tooLong = true
			return false
		}
		r.add(s, in, &state)
		if n := out.Len(); len(r.printed) == 0 && n > 0 || len(r.printed) > 0 && n > r.printed[len(r.printed)-1].end {
			r.printed = append(r.printed, printing{in.Index, n})
		}
		return true
	})
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if tooLong {
		return nil, fmt.Errorf("the run is too long to be compared: more than %d reads and writes", maxAccesses)
	}
	r.off = append(r.off, uint32(len(r.acc)))
	if len(r.off) != r.n+1 {
		return nil, fmt.Errorf("the run of %s cannot be repeated: %d of %d statements", r.prog.File, len(r.off)-1, r.n)
	}
	r.out = out.Bytes()
	for k := 1; k < fault.MaxSnapshots; k++ {
		if at := k * r.n / fault.MaxSnapshots; at > r.points[len(r.points)-1].At() && live.RunTo(at) {
			r.points = append(r.points, live.Fork())
		}
	}
	slices.SortStableFunc(r.heap, func(a, b block) int {
		if a.addr != b.addr {
			return int(int64(a.addr - b.addr))
		}
		return a.at - b.at
	})
	r.now = r.n
	return r, context.Cause(ctx)
}

// add keeps what an instance did.
func (r *run) add(s *interp.Session, in *cfg.Instance, state *uint64) {
	r.off = append(r.off, uint32(len(r.acc)))
	first := len(r.acc)
	for k := range in.Reads {
		if len(r.acc)-first < maxReads {
			r.access(&in.Reads[k])
		}
	}
	now := *state
	if lib, ok := in.Edge.Stmt.(*cfg.Lib); ok {
		f := clib.Lookup(lib.Func)
		if f == nil || !f.Pure {
			now = s.LibraryState()
		}
		if now != *state || f == nil || f.Hidden() != clib.NoState {
			r.acc = append(r.acc, access{v: inLibrary, val: *state})
		}
	}
	r.reads = append(r.reads, uint16(len(r.acc)-first))
	for k := range in.Writes {
		r.access(&in.Writes[k])
	}
	if now != *state {
		r.acc = append(r.acc, access{v: inLibrary, val: now})
		*state = now
	}
	if a, ok := in.Edge.Stmt.(*cfg.Alloc); ok {
		b := block{at: in.Index}
		for _, w := range in.Writes {
			switch {
			case w.Var == a.Dst:
				b.addr = w.Value
			case w.Var == nil:
				b.size = w.Size
			}
		}
		if b.addr != 0 && b.size > 0 {
			r.heap, r.largest = append(r.heap, b), max(r.largest, b.size)
		}
	}
}

func (r *run) access(a *cfg.Access) {
	if a.Var != nil {
		if a.Var != r.prog.HeapTop {
			r.acc = append(r.acc, access{v: int32(a.Var.ID), val: a.Value})
		}
		return
	}
	r.acc = append(r.acc, access{v: inMemory, addr: a.Addr, size: uint32(a.Size), val: a.Value})
}

// readsOf and writesOf are what an instance read and wrote.
func (r *run) readsOf(i int) []access {
	return r.acc[r.off[i] : r.off[i]+uint32(r.reads[i])]
}

func (r *run) writesOf(i int) []access {
	return r.acc[r.off[i]+uint32(r.reads[i]) : r.off[i+1]]
}

// printedBefore is how many bytes were printed before instance i.
func (r *run) printedBefore(i int) int {
	k := sort.Search(len(r.printed), func(k int) bool { return r.printed[k].at >= i })
	if k == 0 {
		return 0
	}
	return r.printed[k-1].end
}

// activation is the activation that a variable belongs to in instance i: its
// call, -1 for Main and for what is not local. The parameters that a call
// writes belong to the callee.
func (r *run) activation(i int, v *cfg.Var, write bool) int32 {
	if v.Proc == nil || v == v.Proc.Ret {
		return -1
	}
	if _, call := r.g.Edge(i).Stmt.(*cfg.Call); call && write {
		return int32(i)
	}
	return int32(r.g.Call(i))
}

// depthOf is the depth of an activation.
func (r *run) depthOf(act int32) int {
	d, ok := r.depth[act]
	if !ok {
		d = 1 + r.depthOf(int32(r.g.Call(int(act))))
		r.depth[act] = d
	}
	return d
}

// at is a copy of the run before instance i, which the caller may change.
func (r *run) at(i int) *interp.Session {
	from, to := before(r.points, i), r.n
	if from+1 < len(r.points) {
		to = r.points[from+1].At()
	}
	p := r.points[from]
	if len(r.extra) == 0 || r.extra[0].At() != p.At() {
		r.extra = []*interp.Session{p}
		s := p.Fork()
		for k := 1; k < fault.MaxSnapshots/3 && to-p.At() > 8*fault.MaxSnapshots/3; k++ {
			if at := p.At() + k*(to-p.At())/(fault.MaxSnapshots/3); at <= i && s.RunTo(at) {
				r.extra = append(r.extra, s.Fork())
			}
		}
	}
	s := r.extra[before(r.extra, i)].Fork()
	s.RunTo(i)
	return s
}

// before is the last of some points at or before instance i.
func before(ps []*interp.Session, i int) int {
	return max(sort.Search(len(ps), func(k int) bool { return ps[k].At() > i })-1, 0)
}

// blockAt is the block that an address lies in or right after: the last one
// there that was made before the instance now.
func (r *run) blockAt(addr uint64) *block {
	k := sort.Search(len(r.heap), func(k int) bool { return r.heap[k].addr > addr }) - 1
	for k >= 0 && addr-r.heap[k].addr <= r.largest {
		base := r.heap[k].addr
		first := sort.Search(k, func(i int) bool { return r.heap[i].addr >= base })
		last := first + sort.Search(k+1-first, func(i int) bool { return r.heap[first+i].at >= r.now }) - 1
		if last >= first && addr-base <= r.heap[last].size {
			return &r.heap[last]
		}
		k = first - 1
	}
	return nil
}
