package dependence

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/interp"
)

// NewGraph builds the graph in one pass over the run.
func NewGraph(prog *cfg.Program, run Instances, opt Options) (*Graph, error) {
	for _, l := range prog.Locs {
		if len(l.Out) > 1 && slices.ContainsFunc(l.Out, func(e *cfg.Edge) bool { _, ok := e.Stmt.(*cfg.Call); return ok }) {
			return nil, fmt.Errorf("location %d: a call is one of several edges", l.ID)
		}
	}
	if r, ok := run.(*interp.Recording); ok {
		opt.Size = r.N
	}
	g := newGraph(prog, opt)
	if err := newGraphBuilder(g).addAll(opt.Context, run); err != nil {
		return nil, err
	}
	g.off = append(g.off, uint32(len(g.reads)))
	if cap(g.reads)-len(g.reads) > len(g.reads)/4 {
		g.reads = slices.Clone(g.reads)
	}
	return g, nil
}

func newGraph(prog *cfg.Program, opt Options) *Graph {
	size := min(max(opt.Size, 0), maxInstances)
	g := &Graph{
		Prog:    prog,
		control: flow.NewControl(prog),
		edge:    make([]int32, 0, size),
		region:  make([]int32, 0, size),
		call:    make([]int32, 0, size),
		off:     make([]uint32, 0, size+1),
		reads:   make([]uint32, 0, size*3/2),
		endless: map[int32]int32{},
		branch:  make([][]int32, len(prog.Edges)),
		vars:    make([]uint32, len(prog.Vars)),
		mem:     newWriters(),
		others:  map[int][]*cfg.Edge{},
	}
	m := flow.NewModRef(prog)
	g.inf = flow.NewInfluence(m, g.control, !opt.Within)
	g.info = newEdgeInfos(prog, g.inf)
	for _, e := range prog.Edges {
		g.info[e.ID].open = g.control.Opens(e.From)
	}
	return g
}

// graphBuilder adds instances to a Graph.
type graphBuilder struct {
	g       *Graph
	proc    *cfg.Proc
	frames  []graphFrame
	stack   []int32 // live branch instances (Algorithm 1)
	base    int     // of the current activation in stack
	call    int32   // of the current activation
	locals  [][]int32
	open    []int // activations by procedure
	saved   []uint32
	scratch []uint32
	consts  []*cfg.Object     // constant objects, by address
	states  map[uint64]uint32 // last change of each state of the library, plus one
	regions bool              // no data dependences are kept, see Graph.Regions
}

// graphFrame is what a return restores.
type graphFrame struct {
	proc  *cfg.Proc
	call  int32
	base  int
	saved int // length of saved before the call, -1 if nothing was saved
}

func newGraphBuilder(g *Graph) *graphBuilder {
	b := &graphBuilder{g: g, proc: g.Prog.Main, call: -1, states: map[uint64]uint32{}, locals: make([][]int32, len(g.Prog.Procs)), open: make([]int, len(g.Prog.Procs))}
	calls := g.Prog.CallGraph()
	for _, v := range g.Prog.Vars {
		if v.Proc != nil && v != v.Proc.Ret && calls.Recursive(v.Proc) {
			b.locals[v.Proc.ID] = append(b.locals[v.Proc.ID], int32(v.ID))
		}
	}
	b.open[g.Prog.Main.ID] = 1
	for _, o := range g.Prog.Objects {
		if o.Protected() {
			b.consts = append(b.consts, o)
		}
	}
	slices.SortFunc(b.consts, func(x, y *cfg.Object) int { return cmp.Compare(x.Addr, y.Addr) })
	return b
}

// addAll appends the instances of a run.
func (b *graphBuilder) addAll(ctx context.Context, run Instances) error {
	g := b.g
	for in, printed := range withOutput(run) {
		if in.Index != len(g.edge) {
			return fmt.Errorf("instance %d follows instance %d", in.Index, len(g.edge)-1)
		}
		if len(g.edge) >= maxInstances || len(g.reads) > math.MaxInt32-1<<20 {
			return ErrTooLong
		}
		if err := b.add(in); err != nil {
			return err
		}
		if ctx != nil && in.Index&0xfff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if printed > g.printed() {
			g.outputs = append(g.outputs, output{int32(in.Index), printed})
		}
	}
	return nil
}

// add appends the next instance.
func (b *graphBuilder) add(in *cfg.Instance) error {
	g, e := b.g, in.Edge
	i := int32(len(g.edge))
	if e.From.Proc != b.proc {
		return fmt.Errorf("instance %d: a statement of %s while in %s", i, e.From.Proc.Name, b.proc.Name)
	}
	info := &g.info[e.ID]
	// Algorithm 1.
	for len(b.stack) > b.base && g.control.End(g.Prog.Edges[g.edge[b.stack[len(b.stack)-1]]].From) == int32(e.From.ID) {
		b.stack = b.stack[:len(b.stack)-1]
	}
	parent := b.call
	if len(b.stack) > b.base {
		parent = b.stack[len(b.stack)-1]
	}
	g.edge = append(g.edge, int32(e.ID))
	g.region = append(g.region, parent)
	g.call = append(g.call, b.call)
	if !b.regions {
		b.data(in, info)
	}
	if info.open {
		b.stack = append(b.stack, i)
	}
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		b.enter(i, s.Proc)
	case *cfg.Return:
		b.leave()
	}
	if !b.regions {
		for k := range in.Writes {
			b.write(i, &in.Writes[k])
		}
	}
	if len(e.From.Out) > 1 {
		g.branch[e.ID] = append(g.branch[e.ID], i)
	} else if info.open {
		g.endless[i] = int32(g.Control(int(i)))
	}
	return nil
}

// data stores the reads.
func (b *graphBuilder) data(in *cfg.Instance, info *edgeInfo) {
	g := b.g
	plain := info.matches(in.Reads)
	key, stateful, output := uint64(0), false, false
	switch s := in.Edge.Stmt.(type) {
	case *cfg.Lib:
		key, stateful = stateKey(s, info, in)
		output = prints(s, info, in)
		plain = plain && !output && !stateful
	case *cfg.Return:
		output = readsOutput(b.g.Prog, in.Edge)
		plain = plain && !output
	}
	mark := uint32(labelled)
	if plain {
		mark = 0
	}
	g.off = append(g.off, uint32(len(g.reads))|mark)
	for k := range in.Reads {
		a := &in.Reads[k]
		if !plain {
			label := uint32(0)
			switch {
			case a.Var != nil:
				label = uint32(a.Var.ID) + 1
			case b.constant(a.Addr):
				label = constantMemory
			}
			g.reads = append(g.reads, label)
		}
		if a.Var != nil {
			g.reads = append(g.reads, g.vars[a.Var.ID])
			continue
		}
		b.scratch = g.mem.read(a.Addr, a.Size, b.scratch[:0])
		last := len(b.scratch) - 1
		for k, w := range b.scratch {
			if k < last {
				w |= moreWord
			}
			g.reads = append(g.reads, w)
		}
	}
	if stateful {
		g.reads = append(g.reads, stateLabel, b.states[key])
		b.states[key] = uint32(in.Index) + 1
	}
	if output {
		g.reads = append(g.reads, outputLabel, b.states[clib.Stdout])
		b.states[clib.Stdout] = uint32(in.Index) + 1
	}
}

// constant reports whether an address lies in a constant object.
func (b *graphBuilder) constant(addr uint64) bool {
	i, found := slices.BinarySearchFunc(b.consts, addr, func(o *cfg.Object, addr uint64) int { return cmp.Compare(o.Addr, addr) })
	if !found {
		i--
	}
	return i >= 0 && addr-b.consts[i].Addr < b.consts[i].Size
}

func (b *graphBuilder) write(i int32, a *cfg.Access) {
	switch {
	case a.Var == nil:
		b.g.mem.write(a.Addr, a.Size, uint32(i)+1)
	case a.Var != b.g.Prog.HeapTop:
		b.g.vars[a.Var.ID] = uint32(i) + 1
	}
}

// enter opens an activation. The writers of the locals of a recursive
// procedure that is active already are saved.
func (b *graphBuilder) enter(i int32, f *cfg.Proc) {
	fr := graphFrame{proc: b.proc, call: b.call, base: b.base, saved: -1}
	if b.open[f.ID] > 0 && len(b.locals[f.ID]) > 0 {
		fr.saved = len(b.saved)
		for _, v := range b.locals[f.ID] {
			b.saved = append(b.saved, b.g.vars[v])
			b.g.vars[v] = 0
		}
	}
	b.open[f.ID]++
	b.frames = append(b.frames, fr)
	b.proc, b.call, b.base = f, i, len(b.stack)
}

// leave closes the innermost activation.
func (b *graphBuilder) leave() {
	n := len(b.frames) - 1
	if n < 0 {
		return // Main returns
	}
	fr := b.frames[n]
	b.frames = b.frames[:n]
	f := b.proc
	b.open[f.ID]--
	b.stack = b.stack[:b.base]
	if fr.saved >= 0 {
		for k, v := range b.locals[f.ID] {
			b.g.vars[v] = b.saved[fr.saved+k]
		}
		b.saved = b.saved[:fr.saved]
	}
	b.proc, b.call, b.base = fr.proc, fr.call, fr.base
}

// largePages is from how many pages on a write is large: few programs have such blocks.
const largePages = 1 << 10

func newWriters() writers { return writers{pages: map[uint64]*writerPage{}} }

// page returns the page of addr; it is nil if nothing was written there and
// create is not set.
func (w *writers) page(addr uint64, create bool) *writerPage {
	key := addr >> writerPageBits
	c := &w.cache[key%uint64(len(w.cache))]
	if c.page != nil && c.key == key {
		return c.page
	}
	p := w.pages[key]
	if p == nil {
		k := len(w.large) - 1
		for k >= 0 && (key < w.large[k].from || key >= w.large[k].to) {
			k--
		}
		if k < 0 && !create {
			return nil
		}
		p = new(writerPage)
		if k >= 0 {
			p.fill(w.large[k].by)
		}
		w.pages[key] = p
	}
	c.key, c.page = key, p
	return p
}

func (p *writerPage) fill(by uint32) {
	for i := range p {
		p[i] = by
	}
}

func (w *writers) write(addr, size uint64, by uint32) {
	for size > 0 {
		at := addr & (1<<writerPageBits - 1)
		if at == 0 && size>>writerPageBits >= largePages {
			n := size >> writerPageBits
			w.writeLarge(largeWrite{addr >> writerPageBits, addr>>writerPageBits + n, by})
			addr, size = addr+n<<writerPageBits, size-n<<writerPageBits
			continue
		}
		n := min(size, 1<<writerPageBits-at)
		cells := w.page(addr, true)[at : at+n]
		for i := range cells {
			cells[i] = by
		}
		addr, size = addr+n, size-n
	}
}

// writeLarge notes a large write, which replaces those within it.
func (w *writers) writeLarge(l largeWrite) {
	w.large = append(slices.DeleteFunc(w.large, func(o largeWrite) bool { return l.from <= o.from && o.to <= l.to }), l)
	for key, p := range w.pages {
		if l.from <= key && key < l.to {
			p.fill(l.by)
		}
	}
}

// read appends the distinct writers of a range, 0 included, but at least one
// word.
func (w *writers) read(addr, size uint64, buf []uint32) []uint32 {
	start := len(buf)
	for size > 0 {
		at := addr & (1<<writerPageBits - 1)
		n := min(size, 1<<writerPageBits-at)
		p := w.page(addr, false)
		if p == nil {
			if len(buf) == start || buf[len(buf)-1] != 0 {
				buf = append(buf, 0)
			}
		} else {
			for _, x := range p[at : at+n] {
				if len(buf) == start || buf[len(buf)-1] != x {
					buf = append(buf, x)
				}
			}
		}
		addr, size = addr+n, size-n
	}
	switch n := len(buf) - start; {
	case n == 0:
		buf = append(buf, 0)
	case n > 1:
		tail := buf[start:]
		slices.Sort(tail)
		buf = buf[:start+len(slices.Compact(tail))]
	}
	return buf
}

// Regions is the graph of another run of the same program without its data
// dependences: what Align compares. It takes 12 bytes for each instance.
func (g *Graph) Regions(ctx context.Context, run *interp.Recording) (*Graph, error) {
	size := min(run.N, maxInstances)
	r := &Graph{
		Prog: g.Prog, control: g.control, info: g.info,
		edge: make([]int32, 0, size), region: make([]int32, 0, size), call: make([]int32, 0, size),
		endless: map[int32]int32{}, branch: make([][]int32, len(g.Prog.Edges)),
	}
	b := &graphBuilder{
		g: r, proc: g.Prog.Main, call: -1, regions: true,
		locals: make([][]int32, len(g.Prog.Procs)), open: make([]int, len(g.Prog.Procs)),
	}
	return r, b.addAll(ctx, run)
}
